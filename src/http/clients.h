// The open connections of each client, and which of them is closed to make room for another one.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>

#include "http/client_address.h"

namespace afterstate {

class Clients {
 public:
  /// Half of them can belong to one address.
  explicit Clients(std::size_t max_connections) : max_(max_connections) {}
  Clients(const Clients&) = delete;
  Clients& operator=(const Clients&) = delete;

  /// Makes room for one more connection of this address, if necessary by closing the one that has waited longest for
  /// its client: of this address if it has its share, otherwise of the address with the most connections. False if that
  /// is not possible because requests of all of them are in progress.
  bool make_room(const ClientAddress& address);

  /// A connection, during its lifetime.
  class Connection;

 private:
  struct Client {
    std::size_t connections = 0;
    std::list<Connection*> waiting{};  ///< longest wait first
  };
  using Place = std::map<ClientAddress, Client>::iterator;

  static bool close_longest_waiting(Client& client);

  std::size_t max_;
  std::size_t connections_ = 0;
  std::map<ClientAddress, Client> clients_;
};

class Clients::Connection {
 public:
  /// `close` is called if the connection must make room.
  Connection(Clients& all, const ClientAddress& address, std::function<void()> close);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// The server waits, from now on, for this client to send or to receive.
  void waits_for_client();
  /// The client waits for the server.
  void is_served();

 private:
  friend class Clients;

  /// It no longer counts, although it may take a moment until it ends.
  void leave();

  Clients& all_;
  Place client_;
  std::function<void()> close_;
  std::list<Connection*> place_;  ///< this connection, unless it is in the list of its client
  std::list<Connection*>::iterator self_;
  bool counts_ = true;
};

}  // namespace afterstate
