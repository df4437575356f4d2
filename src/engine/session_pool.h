// Sessions of one engine for short-lived callers, such as the requests of a server: each borrows a session and returns
// it with its table and threads, so that a request allocates nothing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace afterstate {

class SessionPool {
 public:
  /// Sessions use the board size of the engine and, unless another is wanted, its spawn law.
  explicit SessionPool(SharedEngine engine) : engine_(std::move(engine)) {}

  const Engine& engine() const { return *engine_; }

  /// Runs `work(session)` with a session that no other caller uses meanwhile and that has forgotten earlier searches.
  template <class Work>
  auto with_session(Work&& work) const {
    return with_session(engine_->law(), work);
  }

  /// The same with a session for another spawn law.
  template <class Work>
  auto with_session(SpawnLaw law, Work&& work) const {
    Lease lease{*this, law, take(law)};
    lease.session->new_game();
    return work(*lease.session);
  }

 private:
  /// Returns the session, also after an exception.
  struct Lease {
    Lease(const SessionPool& from, SpawnLaw law_of_session, std::unique_ptr<Session> taken)
        : pool(from), law(law_of_session), session(std::move(taken)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      const std::scoped_lock lock{pool.mutex_};
      pool.idle_[law.four].push_back(std::move(session));
    }
    const SessionPool& pool;
    SpawnLaw law;
    std::unique_ptr<Session> session;
  };

  std::unique_ptr<Session> take(SpawnLaw law) const {
    {
      const std::scoped_lock lock{mutex_};
      if (auto& idle = idle_[law.four]; !idle.empty()) {
        auto session = std::move(idle.back());
        idle.pop_back();
        return session;
      }
    }
    return engine_->new_session(engine_->size(), law);
  }

  SharedEngine engine_;
  mutable std::mutex mutex_;
  mutable std::map<double, std::vector<std::unique_ptr<Session>>> idle_;  ///< by the probability of a 4
};

}  // namespace afterstate
