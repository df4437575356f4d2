// Sessions of one engine for short-lived callers, such as the requests of a server: each borrows a session and returns
// it with its table and threads, so that a request allocates nothing.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace afterstate {

class SessionPool {
 public:
  /// Sessions use the board size and the spawn law of the engine.
  explicit SessionPool(SharedEngine engine) : engine_(std::move(engine)) {}

  const Engine& engine() const { return *engine_; }

  /// Runs `work(session)` with a session that no other caller uses meanwhile and that has forgotten earlier searches.
  template <class Work>
  auto with_session(Work&& work) const {
    Lease lease{*this, take()};
    lease.session->new_game();
    return work(*lease.session);
  }

 private:
  /// Returns the session, also after an exception.
  struct Lease {
    Lease(const SessionPool& from, std::unique_ptr<Session> taken) : pool(from), session(std::move(taken)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      const std::scoped_lock lock{pool.mutex_};
      pool.idle_.push_back(std::move(session));
    }
    const SessionPool& pool;
    std::unique_ptr<Session> session;
  };

  std::unique_ptr<Session> take() const {
    {
      const std::scoped_lock lock{mutex_};
      if (!idle_.empty()) {
        auto session = std::move(idle_.back());
        idle_.pop_back();
        return session;
      }
    }
    return engine_->new_session(engine_->size(), engine_->law());
  }

  SharedEngine engine_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Session>> idle_;
};

}  // namespace afterstate
