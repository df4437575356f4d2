#include "http/clients.h"

#include <algorithm>
#include <utility>

namespace afterstate {

bool Clients::make_room(const ClientAddress& address) {
  if (const auto own = clients_.find(address); own != clients_.end() && 2 * (own->second.connections + 1) > max_)
    return close_longest_waiting(own->second);
  if (connections_ < max_) return true;
  const auto can_be_closed = [](const auto& client) {
    return client.second.waiting.empty() ? 0 : client.second.connections;
  };
  const auto most = std::ranges::max_element(clients_, {}, can_be_closed);
  return most != clients_.end() && close_longest_waiting(most->second);
}

bool Clients::close_longest_waiting(Client& client) {
  if (client.waiting.empty()) return false;
  auto& connection = *client.waiting.front();
  connection.leave();
  connection.close_();
  return true;
}

Clients::Connection::Connection(Clients& all, const ClientAddress& address, std::function<void()> close)
    : all_(all),
      client_(all.clients_.try_emplace(address).first),
      close_(std::move(close)),
      place_{this},
      self_(place_.begin()) {
  ++client_->second.connections;
  ++all_.connections_;
}

Clients::Connection::~Connection() { leave(); }

void Clients::Connection::waits_for_client() {
  if (!counts_) return;
  is_served();
  auto& waiting = client_->second.waiting;
  waiting.splice(waiting.end(), place_);
}

void Clients::Connection::is_served() {
  if (counts_ && place_.empty()) place_.splice(place_.end(), client_->second.waiting, self_);
}

void Clients::Connection::leave() {
  if (!counts_) return;
  is_served();
  counts_ = false;
  --all_.connections_;
  if (--client_->second.connections == 0) all_.clients_.erase(client_);
}

}  // namespace afterstate
