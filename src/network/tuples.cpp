#include "network/tuples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/nearest.h"

namespace afterstate {

namespace {

constexpr std::string_view cell_digits = "0123456789abcdef";

constexpr std::string_view szubert_2014 = "Szubert & Jaskowski 2014";
constexpr std::string_view wu_2014 = "Wu et al. 2014";
constexpr std::string_view jaskowski_2018 = "Jaskowski 2018";
constexpr std::string_view matsuzaki_2017 = "Matsuzaki 2017";
constexpr std::string_view oka_2016 = "Oka & Matsuzaki 2016";
constexpr std::string_view terauchi_selection = "Terauchi & Matsuzaki, selection";
constexpr std::string_view terauchi_connected = "Terauchi & Matsuzaki, all connected";
constexpr std::string_view terauchi_connected_without_u = "Terauchi & Matsuzaki, all connected but the U";

constexpr std::array known_networks{
    NamedTuples{"small-4x5", {4, 4}, "01234 45678 01245 45689", "for quick runs"},
    NamedTuples{"szubert-2x4-2x6", {4, 4}, "0123 4567 012456 45689a", szubert_2014},
    NamedTuples{"wu-4x6", {4, 4}, "012345 456789 012456 45689a", wu_2014},
    NamedTuples{"jaskowski-42-33", {4, 4}, "012345 456789 89abcd 012456 45689a", jaskowski_2018},
    NamedTuples{
        "jaskowski-42-33-4-22", {4, 4}, "012345 456789 89abcd 012456 45689a 0123 4567 0145 1256 569a", jaskowski_2018},
    NamedTuples{"jaskowski-42-33-4-22-3",
                {4, 4},
                "012345 456789 89abcd 012456 45689a 0123 4567 0145 1256 569a 012 456",
                jaskowski_2018},
    NamedTuples{"jaskowski-421-43", {4, 4}, "0123456 456789a 89abcde 0123458 456789c", jaskowski_2018},
    NamedTuples{"matsuzaki-4x6", {4, 4}, "012456 456789 012345 234569", matsuzaki_2017},
    NamedTuples{"matsuzaki-5x6", {4, 4}, "012456 456789 012345 234569 01259a", matsuzaki_2017},
    NamedTuples{"matsuzaki-6x6", {4, 4}, "012456 456789 012345 234569 01259a 345678", matsuzaki_2017},
    NamedTuples{"matsuzaki-7x6", {4, 4}, "012456 456789 012345 234569 01259a 345678 134567", matsuzaki_2017},
    NamedTuples{"matsuzaki-8x6", {4, 4}, "012456 456789 012345 234569 01259a 345678 134567 01489a", matsuzaki_2017},
    NamedTuples{"oka-10x7",
                {4, 4},
                "0123456 0123459 0124567 0134567 0123457 012346a 0123489 0124569 012456a 0135679",
                oka_2016},
    NamedTuples{"terauchi-3", {3, 3}, "012 013 147", terauchi_selection},
    NamedTuples{"terauchi-4", {3, 3}, "0123 0134 0147", terauchi_selection},
    NamedTuples{"terauchi-5", {3, 3}, "01234 01345 01236", terauchi_selection},
    NamedTuples{"terauchi-6", {3, 3}, "012345 012346", terauchi_selection},
    NamedTuples{"terauchi-7", {3, 3}, "0123456", terauchi_selection},
    NamedTuples{"terauchi-8", {3, 3}, "01234567", terauchi_selection},
    NamedTuples{"terauchi-all-1", {3, 3}, "0 1 4", terauchi_connected},
    NamedTuples{"terauchi-all-2", {3, 3}, "01 14", terauchi_connected},
    NamedTuples{"terauchi-all-3", {3, 3}, "012 013 014 134 147", terauchi_connected},
    NamedTuples{"terauchi-all-4", {3, 3}, "0123 0124 0134 0145 0147 1345", terauchi_connected},
    NamedTuples{"terauchi-all-5",
                {3, 3},
                "01234 01235 01345 01236 01458 01247 01457 01478 13457",
                terauchi_connected_without_u},
    NamedTuples{
        "terauchi-all-6", {3, 3}, "012345 012346 012356 012347 012467 013458 013457 014567", terauchi_connected},
    NamedTuples{
        "terauchi-all-7", {3, 3}, "0123456 0123457 0123567 0123478 0134578 0123568 0124678", terauchi_connected},
    NamedTuples{"terauchi-all-8", {3, 3}, "01234567 01234568 01235678", terauchi_connected},
    NamedTuples{"terauchi-all-9", {3, 3}, "012345678", terauchi_connected},
};

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  std::vector<std::string_view> words;
  for (auto start = text.find_first_not_of(space); start != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(space, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(space, end);
  }
  return words;
}

std::vector<std::string> names_on(Size size) {
  std::vector<std::string> names;
  for (const auto& network : known_networks)
    if (network.size == size) names.emplace_back(network.name);
  return names;
}

std::string remedy(Size size) {
  const auto names = names_on(size);
  if (names.empty()) return fmt::format("{} has no named networks; write tuples, such as 01", name_of(size));
  return fmt::format("write tuples, such as 012, or a named network for {}: {}", name_of(size), fmt::join(names, ", "));
}

/// The tuples of a named network; throws UserError if this board size has none of this name.
std::string_view tuples_named(std::string_view name, Size size) {
  const auto* const network = std::ranges::find(known_networks, name, &NamedTuples::name);
  if (network == known_networks.end())
    throw UserError{
        fmt::format("tuples '{}': unknown network{}; {}", name, did_you_mean(name, names_on(size)), remedy(size))};
  if (network->size != size)
    throw UserError{fmt::format("network '{}' is for {}, not for {}; {}", name, name_of(network->size), name_of(size),
                                remedy(size))};
  return network->tuples;
}

bool is_name(std::string_view word) { return word.find_first_not_of(cell_digits) != std::string_view::npos; }

}  // namespace

std::span<const NamedTuples> named_tuples() { return known_networks; }

Tuple parse_tuple(std::string_view text, Size size) {
  if (text.empty()) throw UserError{"tuple '': a tuple has at least one cell"};
  Tuple tuple;
  for (const char digit : text) {
    const auto cell = cell_digits.find(digit);
    if (cell >= static_cast<std::size_t>(size.cells()))
      throw UserError{fmt::format("tuple '{}': '{}' is not a cell of {}; cells go from 0 to {}, row by row", text,
                                  digit, name_of(size), cell_digits[static_cast<std::size_t>(size.cells()) - 1])};
    const auto bit = static_cast<std::uint16_t>(1U << cell);
    if ((tuple.cells & bit) != 0)
      throw UserError{fmt::format("tuple '{}': duplicate cell {}; remove one", text, digit)};
    tuple.cells |= bit;
  }
  return tuple;
}

std::vector<Tuple> parse_tuples(std::string_view text, Size size) {
  auto words = words_of(text);
  if (words.empty()) throw UserError{fmt::format("tuples '{}': the list is empty; {}", text, remedy(size))};
  if (words.size() == 1 && is_name(words.front())) words = words_of(tuples_named(words.front(), size));
  if (words.size() > max_tuples)
    throw UserError{fmt::format("{} tuples; a network has at most {}", words.size(), max_tuples)};
  std::vector<Tuple> tuples;
  std::vector<bool> seen(std::size_t{1} << size.cells());
  for (const auto word : words) {
    const auto tuple = parse_tuple(word, size);
    if (seen[tuple.cells])
      throw UserError{fmt::format("duplicate tuple '{}' (the order of its cells does not matter); remove one", word)};
    seen[tuple.cells] = true;
    tuples.push_back(tuple);
  }
  return tuples;
}

std::string name_of(Tuple tuple) {
  std::string name;
  for (std::size_t cell = 0; cell < cell_digits.size(); ++cell)
    if ((tuple.cells >> cell & 1U) != 0) name += cell_digits[cell];
  return name;
}

std::string name_of(std::span<const Tuple> tuples) {
  std::string names;
  for (const auto tuple : tuples) names += (names.empty() ? "" : " ") + name_of(tuple);
  return names;
}

}  // namespace afterstate
