# Writes program_version(): cmake -DSOURCE=. -DVERSION=0.2.0 -DOUT=version.cpp -P version.cmake
execute_process(
  COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
if(commit)
  set(VERSION "${VERSION} (${commit})")
endif()
set(text "#include \"app/version.h\"

namespace afterstate::app {

std::string program_version() { return \"afterstate ${VERSION}\"; }

}  // namespace afterstate::app
")
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
  file(WRITE ${OUT} "${text}")
endif()
