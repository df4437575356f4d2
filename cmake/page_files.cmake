# Embeds the files of a folder in a C++ source file: cmake -DFOLDER=web/dist -DOUT=page_files.cpp -P page_files.cmake
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT names)
set(arrays "")
set(entries "")
set(number 0)
foreach(name ${names})
  file(READ ${FOLDER}/${name} hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND arrays "constexpr unsigned char file_${number}[] = {\n${hex}0};\n")
  string(APPEND entries "    PageFile{\"${name}\", {reinterpret_cast<const char*>(file_${number}), sizeof(file_${number}) - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "#include \"app/serve/page_files.h\"

#include <array>

namespace afterstate::app {

namespace {
${arrays}
const std::array files{
${entries}};
}  // namespace

std::span<const PageFile> page_files() { return files; }

}  // namespace afterstate::app
")
