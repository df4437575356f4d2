// The page, compiled into the program from web/dist.
#pragma once

#include "http/http_message.h"

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
    std::shared_ptr<const std::string> plain;
    std::shared_ptr<const std::string> zipped;
  };

  std::vector<File> files_;
};

}  // namespace afterstate::app
