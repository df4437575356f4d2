// One connection of the HTTP server: reads requests, has them handled and writes the responses.
#pragma once

#include <boost/asio.hpp>
#include <vector>

#include "base/shares.h"
#include "http/clients.h"
#include "http/http_server.h"
#include "http/turns.h"

namespace afterstate {

/// What all connections share. Used on the thread of the server only.
struct ServerState {
  explicit ServerState(HttpLimits wanted) : limits(std::move(wanted)) {}

  HttpLimits limits;
  HttpHandler handler{};
  Clients clients{limits.connections};
  Shares<ClientAddress> memory{limits.memory};
  std::vector<char> discarded = std::vector<char>(65'536);  ///< where bytes are received that nobody reads
  boost::asio::io_context context{1};  ///< declared after everything its coroutines refer to when they are destroyed
  Turns turns{context};
};

ClientAddress client_at(const boost::asio::ip::address& address);

/// Serves the client until it disconnects or a limit ends the connection.
void start_connection(ServerState& server, boost::asio::ip::tcp::socket socket,
                      const boost::asio::ip::address& address);

}  // namespace afterstate
