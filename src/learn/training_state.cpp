#include "learn/training_state.h"

#include <cstring>
#include <utility>

#include "base/error.h"

namespace afterstate {

namespace {

class Writer {
 public:
  template <class Number>
  void add(Number number) {
    const auto* const first = reinterpret_cast<const std::byte*>(&number);
    bytes_.insert(bytes_.end(), first, first + sizeof number);
  }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  Number next() {
    Number number{};
    if (bytes_.size() < sizeof number) throw Failure{"the training state is truncated"};
    std::memcpy(&number, bytes_.data(), sizeof number);
    bytes_ = bytes_.subspan(sizeof number);
    return number;
  }

  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

/// Whether a tile can spawn on the board, and no bits outside the board are set.
bool is_afterstate(const PackedBoard& words, Size size) {
  return with_board(size, [&]<class Board>() {
    if (!Board::wide && words.beyond != 0) return false;
    if (Board::cells < 16 && words.nibbles >> (4 * Board::cells % 64) != 0) return false;
    const auto board = Board::from_words(words.nibbles, words.beyond);
    for (int cell = 0; cell < 16; ++cell)
      if ((words.beyond >> (2 * cell) & 3) != 0 && (words.nibbles >> (4 * cell) & 15) != 15) return false;
    return empty_count(board) > 0;
  });
}

}  // namespace

std::vector<std::byte> to_bytes(const TrainingState& state) {
  Writer writer;
  writer.add(static_cast<std::uint32_t>(state.stages.size()));
  for (const auto& stage : state.stages) {
    writer.add(stage.actions);
    writer.add(stage.games);
    writer.add(stage.predicted);
    writer.add(stage.realised);
  }
  const auto& first_boards = state.first_boards;
  writer.add(static_cast<std::uint32_t>(first_boards.stages()));
  for (int stage = 0; stage < first_boards.stages(); ++stage) {
    const auto& boards = first_boards.of(stage);
    writer.add(static_cast<std::uint32_t>(boards.size()));
    for (const auto& board : boards) {
      writer.add(board.nibbles);
      writer.add(board.beyond);
    }
  }
  for (const auto& stage : state.stages) {
    writer.add(stage.decided);
    writer.add(stage.passed);
  }
  return writer.take();
}

void restore(TrainingState& state, std::span<const std::byte> memory, Size size, int stages) {
  state.stages.clear();
  state.first_boards = {};
  Reader reader{memory};
  const auto stages_in = [&] {
    const auto count = reader.next<std::uint32_t>();
    if (count > static_cast<std::uint32_t>(stages))
      throw Failure{"the training state has more stages than the network"};
    return count;
  };
  for (auto left = stages_in(); left > 0; --left) {
    StageStatistics stage;
    stage.actions = reader.next<std::uint64_t>();
    stage.games = reader.next<std::uint64_t>();
    stage.predicted = reader.next<double>();
    stage.realised = reader.next<double>();
    state.stages.push_back(stage);
  }
  const auto with_boards = stages_in();
  for (std::uint32_t stage = 0; stage < with_boards; ++stage)
    for (auto left = reader.next<std::uint32_t>(); left > 0; --left) {
      const auto nibbles = reader.next<std::uint64_t>();
      const auto beyond = reader.next<std::uint32_t>();
      if (!is_afterstate({nibbles, beyond}, size)) throw Failure{"the training state contains an impossible board"};
      state.first_boards.add(static_cast<int>(stage), {nibbles, beyond});
    }
  if (!reader.at_end())  // version 0.2.0 ended here
    for (auto& stage : state.stages) {
      stage.decided = reader.next<std::uint64_t>();
      stage.passed = reader.next<std::uint64_t>();
    }
  if (!reader.at_end()) throw Failure{"unexpected data after the training state"};
}

}  // namespace afterstate
