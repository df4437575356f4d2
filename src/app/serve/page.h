// The page, compiled into the program from web/dist.
#pragma once

#include "http/http_server.h"

namespace afterstate::app {

class Page {
 public:
  Page();

  /// Answers a request for one of its files; / is index.html.
  HttpResponse answer(const HttpRequest& request) const;

 private:
  struct File {
    std::string path;
    std::string content_type;
    std::string tag;
    std::string plain;
    std::string zipped;
  };

  std::vector<File> files_;
};

}  // namespace afterstate::app
