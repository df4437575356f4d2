// Any bytes give a model that can be played, a Failure or a UserError, whether or not their checksum matches; and so
// does any text as the header of a model without values.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "fuzz/readers.h"
#include "model/model_file.h"

namespace {

constexpr std::uint64_t max_bytes = 64'000'000;

void load_and_play(const std::string& file) {
  using namespace afterstate;
  try {
    const auto archive =
        ArchiveReader::from_bytes(std::as_bytes(std::span{file}), "fuzz", ArchiveReader::Check::all_but_checksum);
    const auto model = load_model(archive, "fuzz", max_bytes, 1);
    std::visit(
        [&]<class Board, class Weight>(const NTupleNetwork<Board, Weight>& network) {
          if (model.touched > network.weights().size() || network.weights().size_bytes() > max_bytes) std::abort();
          Board full;
          for (int cell = 0; cell < Board::cells; ++cell) full.set_exponent(cell, Board::cells + 1);
          network.value(Board{});
          network.value(full);
        },
        model.network);
  } catch (const Failure&) {
  } catch (const UserError&) {
  }
}

std::string file_with_header(const std::string& header) {
  std::string file{"AFTSTATE\1\0\0\0", 12};
  for (int byte = 0; byte < 8; ++byte) file += static_cast<char>(header.size() >> (8 * byte) & 0xff);
  return file + header + std::string(4 + 8 + 8, '\0');  // no chunks, and a checksum that is not checked
}

}  // namespace

void afterstate::fuzz::read_model(std::string_view bytes) {
  const std::string input{bytes};
  load_and_play(input);
  load_and_play(file_with_header(input));
}
