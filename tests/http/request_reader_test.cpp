#include "http/request_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "http/damaged.h"
#include "support.h"

namespace afterstate {
namespace {

const RequestRules rules{
    .header = 1000, .body = 100, .larger_bodies = {{"/larger", 5000}}, .hosts = {"example.org"}, .any_address = false};

/// The status of the refusal; 200 if the request is complete, 0 if more must arrive.
int status_of(const RequestReader& reader) {
  if (reader.refused() != nullptr) return static_cast<int>(reader.refused()->status);
  return reader.is_complete() ? 200 : 0;
}

/// Reads the text in pieces of this size, as a connection would.
struct ReadRequest {
  explicit ReadRequest(std::string_view text, std::size_t piece = 4096) {
    while (!text.empty() && status_of(reader) == 0) {
      const auto arrived = text.substr(0, piece);
      text.remove_prefix(arrived.size());
      left += arrived;
      left.erase(0, reader.read(left));
      EXPECT_TRUE(status_of(reader) != 0 || left.size() <= rules.header);
    }
  }

  RequestReader reader{rules};
  std::string left;
};

int status_of(const std::string& text) {
  const auto whole = status_of(ReadRequest{text}.reader);
  const auto piecewise = status_of(ReadRequest{text, 1}.reader);
  // In pieces, an invalid header may be noticed later.
  EXPECT_TRUE(piecewise == whole || (piecewise == 0 && whole >= 400)) << text << piecewise << whole;
  return whole;
}

std::string request(const std::string& fields, const std::string& line = "GET /") {
  return line + " HTTP/1.1\r\n" + fields + "\r\n";
}

std::string with_host(const std::string& fields, const std::string& line = "GET /") {
  return request("Host: localhost:2048\r\n" + fields, line);
}

std::string post_of(const std::string& body, const std::string& fields = {}, const std::string& path = "/") {
  return with_host(
             "Content-Type: application/json\r\n" + fields + "Content-Length: " + std::to_string(body.size()) + "\r\n",
             "POST " + path) +
         body;
}

TEST(RequestReader, ReadsARequest) {
  const auto text = with_host(
      "Authorization: Bearer x\r\nIf-None-Match: \"tag\"\r\nAccept-Encoding: br, gzip\r\n"
      "Content-Type: application/json; charset=utf-8\r\nContent-Length: 4\r\n",
      "POST /path?query=1");
  for (const std::size_t piece : {1UL, 7UL, 10'000UL}) {
    ReadRequest read{text + "bodyGET /next", piece};
    ASSERT_TRUE(read.reader.is_complete());
    EXPECT_EQ(read.reader.body_size(), 4U);
    EXPECT_TRUE(read.reader.keeps_alive());
    const auto got = read.reader.take();
    EXPECT_EQ(got.method, "POST");
    EXPECT_EQ(got.path, "/path");
    EXPECT_EQ(got.query, "query=1");
    EXPECT_EQ(got.host, "localhost");
    EXPECT_EQ(got.authorization, "Bearer x");
    EXPECT_EQ(got.known_tag, "\"tag\"");
    EXPECT_TRUE(got.takes_gzip);
    EXPECT_EQ(got.body, "body");
    EXPECT_TRUE(std::string_view{"GET /next"}.starts_with(read.left)) << "what follows is not used";
  }
}

TEST(RequestReader, ReadsChunks) {
  const auto head = with_host("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "POST /");
  EXPECT_EQ(status_of(head + "2\r\nbo\r\n2;x=y\r\ndy\r\n0\r\nTrailer: x\r\n\r\n"), 200);
  EXPECT_EQ(status_of(head + "2\r\nbo\r\n"), 0);
  EXPECT_EQ(status_of(head + "40\r\n" + std::string(64, 'x') + "\r\n40\r\n"), 413);
  EXPECT_EQ(status_of(head + "ffffffffffffffffff\r\n"), 400);
  EXPECT_EQ(status_of(head + "2;x=" + std::string(5000, 'x')), 431);
  EXPECT_EQ(status_of(head + "0\r\nTrailer: " + std::string(5000, 'x')), 431);
  EXPECT_EQ(status_of(head + "0\r\nAuthorization: Bearer x\r\n\r\n"), 200);
  ReadRequest trailer{head + "0\r\nAuthorization: Bearer x\r\n\r\n"};
  EXPECT_EQ(trailer.reader.take().authorization, "") << "what follows the body is not part of the header";
}

TEST(RequestReader, LimitsSizes) {
  EXPECT_EQ(status_of(post_of(std::string(100, 'x'))), 200);
  EXPECT_EQ(status_of(post_of(std::string(101, 'x'))), 413);
  EXPECT_EQ(status_of(post_of(std::string(101, 'x'), "", "/larger")), 200);
  EXPECT_EQ(status_of(with_host("Long: " + std::string(2000, 'x') + "\r\n")), 431);
  std::string many;
  for (int n = 0; n < 100; ++n) many += "Field: 0123456789\r\n";
  EXPECT_EQ(status_of(with_host(many)), 431) << "each field is short, but there are many";
  EXPECT_EQ(status_of(request(many).substr(0, 1500)), 431) << "before the header is complete";
  // A body is refused as soon as the header is there, and nothing is reserved for it.
  EXPECT_EQ(status_of(post_of("", "", "/larger").substr(0, 30)), 0);
  ReadRequest declared{with_host("Content-Type: application/json\r\nContent-Length: 5000\r\n", "POST /larger")};
  EXPECT_EQ(status_of(declared.reader), 0);
  EXPECT_EQ(declared.reader.body_size(), 0U);
}

TEST(RequestReader, RefusesInvalidRequests) {
  EXPECT_EQ(status_of("\x16\x03\x01 not HTTP\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(status_of(with_host("", "GET http://localhost/")), 400);
  EXPECT_EQ(status_of(with_host("", "OPTIONS *")), 400);
  EXPECT_EQ(status_of(with_host("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")), 400);
  EXPECT_EQ(status_of(with_host("Content-Length: 1\r\nContent-Length: 2\r\n")), 400);
  EXPECT_EQ(status_of(with_host("Content-Length: -1\r\n")), 400);
}

TEST(RequestReader, ChecksTheHost) {
  EXPECT_EQ(status_of(request("")), 400);
  for (const auto* const host : {"localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:80",
                                 "127.1.2.3", "example.org", "Example.ORG:443"})
    EXPECT_EQ(status_of(request("Host: " + std::string{host} + "\r\n")), 200) << host;
  for (const auto* const host : {"elsewhere.example", "localhost.example", "xlocalhost", "192.168.1.2", "[fe80::1]",
                                 "example.org.", "0.0.0.0", "127.1", "2130706433", "notexample.org"})
    EXPECT_EQ(status_of(request("Host: " + std::string{host} + "\r\n")), 403) << host;
  for (const auto* const host : {"",
                                 ":80",
                                 "[::1]x",
                                 "[::1",
                                 "::1",
                                 "[localhost]",
                                 "localhost:80@evil",
                                 "localhost:",
                                 "localhost:0",
                                 "localhost:65536",
                                 "localhost:080x",
                                 "localhost:+80",
                                 "user@localhost",
                                 "localhost/x",
                                 "localhost, evil",
                                 "localhost\tevil",
                                 "local host",
                                 "[::1%lo]",
                                 "[]",
                                 "localhost#",
                                 "localhost\\@evil",
                                 "loc\x80lhost"})
    EXPECT_EQ(status_of(request("Host: " + std::string{host} + "\r\n")), 400) << host;
  EXPECT_EQ(status_of(request("Host: localhost\r\nHost: localhost\r\n")), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 400);
}

TEST(RequestReader, AcceptsAnyAddressIfAllowed) {
  const RequestRules open{.any_address = true};
  const auto refused = [&](std::string_view host) {
    RequestHead head;
    head.method = "GET";
    head.path = "/";
    head.host = host;
    return refusal(head, open).has_value();
  };
  EXPECT_FALSE(refused("192.168.1.2:2048"));
  EXPECT_FALSE(refused("[fe80::1]:2048"));
  EXPECT_TRUE(refused("elsewhere.example"));
  EXPECT_TRUE(refused("192.168.1.2.elsewhere.example"));
  EXPECT_TRUE(refused("192.168.1"));
}

TEST(RequestReader, RefusesOtherSites) {
  EXPECT_EQ(status_of(with_host("Origin: http://localhost:2048\r\nSec-Fetch-Site: same-origin\r\n")), 200);
  EXPECT_EQ(status_of(with_host("Origin: https://LOCALHOST:2048\r\n")), 200);
  for (const auto* const origin : {"null", "http://localhost", "http://localhost:2049", "http://evil.example",
                                   "http://localhost:2048.evil.example", "http://localhost:2048/", "localhost:2048"})
    EXPECT_EQ(status_of(with_host("Origin: " + std::string{origin} + "\r\n")), 403) << origin;
  EXPECT_EQ(status_of(with_host("Origin: http://localhost:2048\r\nOrigin: http://evil.example\r\n")), 400);
  const auto fetch = [](const std::string& site, const std::string& mode, const std::string& line) {
    return status_of(with_host("Sec-Fetch-Site: " + site + "\r\nSec-Fetch-Mode: " + mode + "\r\n", line));
  };
  EXPECT_EQ(fetch("none", "navigate", "GET /api/v1/model"), 200);
  EXPECT_EQ(fetch("same-origin", "cors", "GET /api/v1/model"), 200);
  for (const auto* const site : {"cross-site", "same-site", "anything"}) {
    EXPECT_EQ(fetch(site, "navigate", "GET /"), 200) << "a link to the page";
    EXPECT_EQ(fetch(site, "no-cors", "GET /"), 403);
    EXPECT_EQ(fetch(site, "navigate", "GET /api/v1/model"), 403);
    EXPECT_EQ(fetch(site, "no-cors", "GET /api/v1/model"), 403);
    EXPECT_EQ(fetch(site, "cors", "GET /api/v1/watch"), 403);
    EXPECT_EQ(fetch(site, "navigate", "POST /"), 403);
  }
}

TEST(RequestReader, PostNeedsJson) {
  const auto type = [](const std::string& fields) { return status_of(with_host(fields, "POST /")); };
  EXPECT_EQ(type("Content-Type: application/json\r\n"), 200);
  EXPECT_EQ(type("Content-Type: Application/JSON ; charset=utf-8\r\n"), 200);
  EXPECT_EQ(type(""), 415);
  EXPECT_EQ(type("Content-Type: text/plain\r\n"), 415);
  EXPECT_EQ(type("Content-Type: application/jsonx\r\n"), 415);
  EXPECT_EQ(type("Content-Type: text/plain; application/json\r\n"), 415);
  EXPECT_EQ(type("Content-Type: application/json\r\nContent-Type: text/plain\r\n"), 400);
}

TEST(RequestReader, SaysOnceThatTheClientWaits) {
  const auto text = post_of("body", "Expect: 100-continue\r\n");
  ReadRequest waiting{text.substr(0, text.size() - 4)};
  EXPECT_TRUE(waiting.reader.expects_continue());
  EXPECT_FALSE(waiting.reader.expects_continue());
}

/// A reader in pieces agrees with one that gets everything at once, whatever it reads.
TEST(RequestReader, ReadsRandomBytesTheSameInPieces) {
  const std::string good = post_of("body", "Accept-Encoding: gzip\r\n", "/path?query");
  for (std::uint64_t n = 0; n < scaled(3000); ++n) status_of(damaged(good, 11, n));
}

}  // namespace
}  // namespace afterstate
