// What all pictures in SVG share.
#pragma once

#include <string>

namespace afterstate {

inline std::string svg_escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += letter;
    }
  }
  return result;
}

}  // namespace afterstate
