// The program as a server, and requests to it.
#pragma once

#include <optional>
#include <regex>

#include "http/socket_client.h"
#include "program.h"

namespace afterstate {

/// A test with its own server.
class ServerTest : public ProgramTest {
 protected:
  /// Starts `afterstate serve` and waits until it listens.
  void serve(const Words& options) {
    Words words{"serve", "--port", "0", "--threads", "2"};
    words.insert(words.end(), options.begin(), options.end());
    server_.reset();
    std::filesystem::remove(folder_ / "server-stdout");  // of a previous server
    server_.emplace(folder_, words, "server-");
    const auto printed = [&] {
      return std::filesystem::exists(folder_ / "server-stdout") ? read_file(folder_ / "server-stdout") : std::string{};
    };
    ASSERT_TRUE(comes_true([&] { return printed().find("Ctrl-C") != std::string::npos; }))
        << read_file(folder_ / "server-stderr");
    const auto text = printed();
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, std::regex{"http://[0-9.]+:(\\d+)"})) << text;
    port_ = static_cast<std::uint16_t>(std::stoi(found[1]));
  }

  /// From the address 127.0.0.`host`.
  SocketClient client(unsigned char host = 1, int receive_buffer = 0) const {
    return SocketClient{port_, host, receive_buffer};
  }

  Json ask(const std::string& request, int status = 200) const {
    const auto response = client().ask(request);
    EXPECT_EQ(status_of(response), status) << response.substr(0, 500);
    return Json::parse(body_of(response), nullptr, false);
  }

  Json analyze(const Json& question, int status = 200) const {
    return ask(post("/api/v1/analyze", question.dump()), status);
  }

  /// Expects an error that contains `part`.
  void expect_refused(const std::string& request, int status, const std::string& part) const {
    const auto json = ask(request, status);
    ASSERT_TRUE(json.contains("error")) << json;
    EXPECT_NE(json["error"].get<std::string>().find(part), std::string::npos) << json;
  }

  std::optional<Running> server_;
  std::uint16_t port_ = 0;
};

}  // namespace afterstate
