#include "http/http_server.h"

#include <gtest/gtest.h>

#include <list>
#include <thread>

#include "base/error.h"
#include "http/damaged.h"
#include "http/socket_client.h"
#include "support.h"

namespace afterstate::app {
namespace {

/// An echo server in its own thread.
class HttpServerTest : public ::testing::Test {
 protected:
  static HttpLimits limits() {
    using std::chrono::milliseconds;
    return {.requests = {.body = 1000, .larger_bodies = {{"/larger", 5000}}, .hosts = {"a"}},
            .connections = 40,
            .memory = 20'000,
            .idle = milliseconds{60'000},
            .request = milliseconds{400},
            .response = milliseconds{1000},
            .stream = milliseconds{1000}};
  }

  void TearDown() override {
    stop_.request_stop();
    running_.join();
    later_.clear();
  }

  void answer(const HttpRequest& request, const Respond& respond) {
    if (request.path == "/throw") throw std::runtime_error{"thrown"};
    if (request.path == "/drop") return;
    if (request.path == "/big") {
      respond({200, "text/plain", {}, {}, {}, std::make_shared<const std::string>(10'000'000, 'x')});
      return;
    }
    if (request.path == "/heavy") {
      respond({200, "text/plain", std::string(15'000, 'x')});
      return;
    }
    if (request.path == "/stream") {
      streams_.push_back(std::make_shared<HttpStream>());
      respond({200, "text/plain", "first ", {}, streams_.back()});
      return;
    }
    HttpResponse response{200, "text/plain",
                          request.method + " " + request.path + "?" + request.query + " " + request.body};
    if (request.path == "/later") {
      later_.emplace_back([respond, response] { respond(response); });
    } else {
      respond(response);
      respond({500, "", "a second response is ignored"});
    }
  }

  SocketClient client(unsigned char host = 1, int receive_buffer = 0) const {
    return SocketClient{server_.port(), host, receive_buffer};
  }

  void expect_alive() const { EXPECT_EQ(body_of(client().ask(post("/path?query", "body"))), "POST /path?query body"); }

  HttpServer server_{"127.0.0.1", 0, limits()};
  std::stop_source stop_;
  std::vector<std::jthread> later_;
  std::vector<std::shared_ptr<HttpStream>> streams_;
  std::thread running_{[this] {
    server_.run([this](const HttpRequest& request, const Respond& respond) { answer(request, respond); },
                stop_.get_token());
  }};
};

TEST_F(HttpServerTest, AnswersManyRequestsOfOneClient) {
  auto one = client();
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(body_of(one.ask(post("/path?query", "body"))), "POST /path?query body");
    EXPECT_EQ(body_of(one.ask(get("/later"))), "GET /later? ");
  }
  one.send(get("/1") + get("/2"));  // pipelined
  EXPECT_EQ(body_of(one.response()), "GET /1? ");
  EXPECT_EQ(body_of(one.response()), "GET /2? ");
}

TEST_F(HttpServerTest, AnswersHeadWithoutABody) {
  auto one = client();
  const auto head = one.ask("HEAD /path HTTP/1.1\r\nHost: localhost\r\n\r\n", false);
  EXPECT_NE(head.find("Content-Length: 12"), std::string::npos) << head;
  EXPECT_EQ(body_of(one.ask(get("/next"))), "GET /next? ");
}

TEST_F(HttpServerTest, AnswersIfAHandlerFails) {
  auto one = client();
  EXPECT_EQ(status_of(one.ask(get("/throw"))), 500);
  EXPECT_EQ(status_of(one.ask(get("/drop"))), 500);
  expect_alive();
}

TEST_F(HttpServerTest, RefusesTooLongRequests) {
  auto declared = client();
  EXPECT_EQ(status_of(declared.ask(post("/", std::string(20'000'000, 'x')))), 413);
  EXPECT_TRUE(declared.is_ended());
  auto chunked = client();
  chunked.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int n = 0; n < 20; ++n) chunked.send("64\r\n" + std::string(100, 'x') + "\r\n");
  EXPECT_EQ(status_of(chunked.response()), 413);
  EXPECT_EQ(status_of(client().ask("GET / HTTP/1.1\r\nLong: " + std::string(100'000, 'x') + "\r\n\r\n")), 431);
  expect_alive();
}

TEST_F(HttpServerTest, AcceptsLargerBodiesOnConfiguredPaths) {
  const std::string body(4000, 'x');
  EXPECT_EQ(status_of(client().ask(post("/", body))), 413);
  EXPECT_EQ(body_of(client().ask(post("/larger", body))), "POST /larger? " + body);
}

TEST_F(HttpServerTest, ChargesOnlyWhatItHasReceived) {
  const std::string body(4000, 'x');
  const auto declare = [&](unsigned char host, std::string_view received) {
    auto one = client(host);
    one.send("POST /larger HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4001\r\n\r\n");
    one.send(received);
    return one;
  };
  std::list<SocketClient> slow;
  for (int n = 0; n < 12; ++n) slow.push_back(declare(2, ""));
  EXPECT_EQ(status_of(client(2).ask(post("/larger", body))), 200) << "declared lengths cost nothing";
  slow.clear();
  for (int n = 0; n < 12; ++n) slow.push_back(declare(2, body));
  int refused = 0;
  for (auto& one : slow) refused += static_cast<int>(status_of(one.response()) == 503);
  EXPECT_GE(refused, 8) << "one address has at most half of the memory";
  EXPECT_EQ(status_of(client(2).ask(get("/"))), 200) << "a request without a body needs none";
  for (int n = 0; n < 12; ++n) slow.push_back(declare(2, body));
  EXPECT_EQ(status_of(client(1).ask(post("/larger", body))), 200) << "another address has its own share";
}

TEST_F(HttpServerTest, LimitsTheMemoryOfResponses) {
  EXPECT_EQ(status_of(client().ask(get("/heavy"))), 503) << "larger than the share of one address";
  EXPECT_EQ(body_of(client().ask(get("/big"))).size(), 10'000'000U) << "a body that all responses share costs nothing";
}

TEST_F(HttpServerTest, EndsClientsThatDoNotRead) {
  auto lazy = client(2, 1);
  lazy.send(get("/big") + get("/big"));
  expect_alive();
  std::this_thread::sleep_for(std::chrono::milliseconds{2500});
  EXPECT_TRUE(lazy.is_ended());
  EXPECT_LT(lazy.received(), 10'000'000U);
}

TEST_F(HttpServerTest, EndsStreamsThatNobodyReads) {
  auto lazy = client(2, 1);
  auto reader = client(1);
  for (auto* const one : {&lazy, &reader}) {
    one->send(get("/stream"));
    EXPECT_NE(one->until("first "), "");
  }
  // Less than a send buffer, so that no write of the server has to wait.
  for (const auto& stream : streams_) stream->push(std::string(20'000, 'x'));
  for (int n = 0; n < 2000 && !streams_[0]->is_over(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds{5});
  EXPECT_TRUE(streams_[0]->is_over());
  std::this_thread::sleep_for(std::chrono::milliseconds{500});
  EXPECT_FALSE(streams_[1]->is_over()) << "this one has received everything";
  streams_[1]->push("more\n");
  EXPECT_EQ(reader.until("more\n").size(), 20'005U);
}

TEST_F(HttpServerTest, KeepsRoomForOtherAddresses) {
  auto first = client(1);
  EXPECT_EQ(status_of(first.ask(get("/"))), 200);
  std::list<SocketClient> others;
  for (int n = 0; n < 200; ++n) others.push_back(client(static_cast<unsigned char>(2 + n % 2)));
  for (int n = 0; n < 3; ++n)
    EXPECT_EQ(status_of(first.ask(get("/"))), 200) << "it has waited longest, but has only one";
  expect_alive();
}

TEST_F(HttpServerTest, SendsContinueIfExpected) {
  auto one = client();
  one.send(
      "POST /path HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: "
      "4\r\n\r\n");
  EXPECT_EQ(status_of(one.response()), 100);
  EXPECT_EQ(body_of(one.ask("body")), "POST /path? body");
}

TEST_F(HttpServerTest, ClosesSlowClients) {
  auto one = client();
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < 200 && one.send("G"); ++n) std::this_thread::sleep_for(std::chrono::milliseconds{20});
  EXPECT_TRUE(one.is_ended());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{4});
  auto body = client();
  body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n");
  EXPECT_TRUE(body.is_ended());
  expect_alive();
}

TEST_F(HttpServerTest, AnswersAClientThatHasClosedItsHalf) {
  auto one = client();
  one.send(get("/later"));
  one.half_close();
  EXPECT_EQ(body_of(one.response()), "GET /later? ");
  EXPECT_TRUE(one.is_ended());
}

TEST_F(HttpServerTest, ClosesTheLongestIdleConnection) {
  std::list<SocketClient> idle;
  for (int n = 0; n < 100; ++n) {  // 20 of them may stay
    idle.push_back(client());
    EXPECT_EQ(status_of(idle.back().ask(get("/"))), 200) << n;
  }
  EXPECT_TRUE(idle.front().is_ended());
  EXPECT_EQ(status_of(idle.back().ask(get("/"))), 200);
}

/// The time limits are far too long to explain that room is made: it is the number of connections.
TEST(HttpServer, EndsThoseWhoKeepItWaitingForTheRest) {
  using namespace std::chrono_literals;
  HttpServer server{
      "127.0.0.1", 0, {.requests = {.hosts = {"a"}}, .connections = 40, .idle = 600'000ms, .request = 600'000ms}};
  std::stop_source stop;
  const std::jthread running{[&] {
    server.run([](const HttpRequest&, const Respond& respond) { respond({200, "text/plain", "here"}); },
               stop.get_token());
  }};
  const auto start = std::chrono::steady_clock::now();
  std::list<SocketClient> slow;
  for (int n = 0; n < 100; ++n) {
    slow.emplace_back(server.port());
    slow.back().send("G");
    // Each must have been accepted before the next comes, or the order is not that of this loop.
    if (n % 10 == 9) {
      EXPECT_EQ(status_of(SocketClient{server.port()}.ask(get("/"))), 200) << n;
    }
  }
  auto one = slow.begin();
  for (int n = 0; n < 60; ++n, ++one) EXPECT_TRUE(one->is_ended()) << "number " << n << " of those that waited longest";
  EXPECT_EQ(status_of(slow.back().ask("ET / HTTP/1.1\r\nHost: a\r\n\r\n")), 200) << "the latest may still finish";
  EXPECT_LT(std::chrono::steady_clock::now() - start, 60s);
  stop.request_stop();
}

TEST_F(HttpServerTest, SendsAStreamIncrementally) {
  auto one = client();
  one.send(get("/stream"));
  EXPECT_NE(one.until("first ").find("200 OK"), std::string::npos);
  for (int n = 0; n < 100; ++n) {
    const auto text = std::to_string(n) + "\n";
    streams_[0]->push(text);
    EXPECT_EQ(one.until("\n"), text);
  }
  streams_[0]->push("the rest\n");
  streams_[0]->close();
  EXPECT_EQ(one.until("\n"), "the rest\n");
  EXPECT_TRUE(one.is_ended());
  expect_alive();
}

TEST_F(HttpServerTest, NoticesThatAReaderIsGone) {
  {
    auto one = client();
    one.send(get("/stream"));
    one.until("first ");
    EXPECT_FALSE(streams_[0]->is_over());
  }
  for (int n = 0; n < 2000 && !streams_[0]->is_over(); ++n) {
    streams_[0]->push("more\n");
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  EXPECT_TRUE(streams_[0]->is_over());
  streams_[0]->push("nobody hears this");
  expect_alive();
}

TEST_F(HttpServerTest, NoticesThatAReaderIsSlow) {
  auto one = client();
  one.send(get("/stream"));
  one.until("first ");
  const std::string much(30'000'000, 'x');  // more than a socket holds
  streams_[0]->push(much);
  std::this_thread::sleep_for(std::chrono::milliseconds{50});
  EXPECT_FALSE(streams_[0]->is_taken());
  EXPECT_EQ(one.until(much).size(), much.size());
  for (int n = 0; n < 2000 && !streams_[0]->is_taken(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  EXPECT_TRUE(streams_[0]->is_taken());
}

TEST_F(HttpServerTest, SurvivesRandomBytes) {
  const std::string good = post("/path?query", "body") + get("/");
  for (std::uint64_t n = 0; n < scaled(300); ++n) {
    auto one = client();
    one.send(damaged(good, 7, n));
    one.half_close();
    EXPECT_TRUE(one.is_ended());
  }
  expect_alive();
}

TEST(HttpServer, ReportsAddressesThatItCannotListenOn) {
  const HttpServer first{"127.0.0.1", 0, {}};
  EXPECT_THROW((HttpServer{"127.0.0.1", first.port(), {}}), UserError);
  EXPECT_THROW((HttpServer{"no such host", 0, {}}), UserError);
}

}  // namespace
}  // namespace afterstate::app
