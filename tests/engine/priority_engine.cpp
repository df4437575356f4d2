// An engine that always plays the first legal move of a fixed order, read from a file such as "AFTORDER DLRU".
#include "engine/priority_engine.h"

#include <fstream>

#include "base/error.h"
#include "game/slide.h"

namespace afterstate {

namespace {

template <class Board>
class PrioritySession final : public Session {
 public:
  explicit PrioritySession(const std::string& order) : order_(order) {}

  Analysis analyse(const PackedBoard& board, const SearchPlan& /*plan*/) override {
    Analysis analysis;
    const auto legal = legal_moves(unpacked<Board>(board));
    for (std::size_t place = 0; place < order_.size(); ++place)
      if (const auto move = *direction_of_letter(order_[place]); legal.contains(move))
        analysis.values[move] = static_cast<double>(order_.size() - place);
    return analysis;
  }

 private:
  const std::string& order_;
};

class PriorityEngine final : public Engine {
 public:
  PriorityEngine(EngineInfo info, std::string order) : Engine{std::move(info)}, order_(std::move(order)) {}

  std::unique_ptr<Session> new_session(Size size, SpawnLaw /*law*/) const override {
    return with_board(size, [&]<class Board>() -> std::unique_ptr<Session> {
      return std::make_unique<PrioritySession<Board>>(order_);
    });
  }

 private:
  std::string order_;
};

}  // namespace

SharedEngine load_priority_engine(const std::string& path, const std::string& name, const LoadPlan& /*plan*/) {
  std::string magic;
  std::string order;
  std::ifstream{path} >> magic >> order;
  if (order.size() != 4 || order.find_first_not_of("URDL") != std::string::npos)
    throw Failure{"'" + path + "': expected the letters U, R, D and L in some order"};
  return std::make_shared<PriorityEngine>(EngineInfo{.name = name, .kind = "priority", .unit = ValueUnit::preference},
                                          order);
}

}  // namespace afterstate
