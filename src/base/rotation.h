// Items that wait, taken in rotation between clients: however many items one client adds, the next item of another one
// waits for at most one item of each client.
#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <utility>

namespace afterstate {

template <class Owner, class Item>
class Rotation {
 public:
  bool empty() const { return clients_.empty(); }

  void push(const Owner& client, Item item) {
    const auto found = places_.find(client);
    if (found != places_.end()) {
      found->second->items.push_back(std::move(item));
      return;
    }
    clients_.push_back({client, {}});
    clients_.back().items.push_back(std::move(item));
    places_.emplace(client, std::prev(clients_.end()));
  }

  /// The oldest item of the next client for which `may_have_turn` is true.
  template <class Predicate>
  std::optional<std::pair<Owner, Item>> take(const Predicate& may_have_turn) {
    for (auto client = clients_.begin(); client != clients_.end(); ++client) {
      if (!may_have_turn(client->owner)) continue;
      std::pair<Owner, Item> taken{client->owner, std::move(client->items.front())};
      client->items.pop_front();
      if (client->items.empty()) {
        places_.erase(client->owner);
        clients_.erase(client);
      } else {
        clients_.splice(clients_.end(), clients_, client);
      }
      return taken;
    }
    return std::nullopt;
  }

  std::optional<std::pair<Owner, Item>> take() {
    return take([](const Owner&) { return true; });
  }

 private:
  struct Waiting {
    Owner owner;
    std::deque<Item> items;
  };

  std::list<Waiting> clients_;  ///< the next to have a turn first
  std::map<Owner, typename std::list<Waiting>::iterator> places_;
};

}  // namespace afterstate
