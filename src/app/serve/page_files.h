// The files of web/dist, embedded at build time by cmake/page_files.cmake.
#pragma once

#include <span>
#include <string_view>

namespace afterstate::app {

struct PageFile {
  std::string_view name;
  std::string_view bytes;
};

std::span<const PageFile> page_files();

}  // namespace afterstate::app
