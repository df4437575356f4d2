#include "model/archive.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "support.h"

namespace afterstate {
namespace {

using Bytes = std::vector<std::byte>;
using Contents = std::map<std::pair<std::uint32_t, std::uint64_t>, Bytes>;

/// Of a random size from 0 to `most`; only `random_bits` of each byte are random, so that fewer compress better.
Bytes random_bytes(std::uint64_t number, std::uint64_t most, int random_bits) {
  Bytes bytes(uniform_below(random_block(1, number, 0, 0).first, most + 1));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = std::byte(random_block(2, number, static_cast<std::uint32_t>(i), 0).first >> (64 - random_bits));
  return bytes;
}

/// Every third chunk is empty.
Bytes chunk_bytes(std::uint64_t number) {
  return number % 3 == 1 ? Bytes{} : random_bytes(number, 20'000, number % 2 == 0 ? 8 : 2);
}

void write_chunks(const std::string& path, std::uint64_t count, int threads) {
  ArchiveWriter archive{path, R"({"name": "test"})"};
  archive.add(7, 123'456'789'012, chunk_bytes(0));
  archive.add_all(
      65535, count,
      [](std::uint64_t number, Bytes& scratch) {
        scratch = chunk_bytes(number);
        return std::span<const std::byte>{scratch};
      },
      threads, 1);
  archive.commit();
}

Contents contents_of(const ArchiveReader& archive, int threads = 1) {
  Contents contents;
  std::mutex mutex;
  archive.read(
      [&](std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw) {
        const std::scoped_lock lock{mutex};
        EXPECT_TRUE(contents.try_emplace({section, number}, raw.begin(), raw.end()).second);
      },
      threads);
  return contents;
}

std::span<const std::byte> as_bytes(const std::string& text) { return std::as_bytes(std::span{text}); }

/// The bytes of an archive of a few hundred bytes.
std::string small_archive() {
  const TemporaryFolder folder;
  ArchiveWriter archive{folder / "a", R"({"kind": "model"})"};
  for (std::uint64_t number = 0; number < 4; ++number) archive.add(1, number, random_bytes(number, 80, 4));
  archive.add(2, 0, random_bytes(9, 100, 1));
  archive.commit();
  return read_file(folder / "a");
}

std::string complaint_about(const std::string& bytes, ArchiveReader::Check check = ArchiveReader::Check::everything) {
  try {
    ArchiveReader::from_bytes(as_bytes(bytes), "x.ast", check).read([](auto, auto, auto) {});
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

TEST(Archive, GivesBackWhatWasAdded) {
  const TemporaryFolder folder;
  const auto count = scaled(200);
  Contents expected{{{7, 123'456'789'012}, chunk_bytes(0)}};
  for (std::uint64_t number = 0; number < count; ++number)
    if (!chunk_bytes(number).empty()) expected[{65535, number}] = chunk_bytes(number);
  write_chunks(folder / "one", count, 1);
  const ArchiveReader archive{folder / "one"};
  EXPECT_EQ(archive.header(), R"({"name": "test"})");
  EXPECT_EQ(contents_of(archive), expected);
  EXPECT_EQ(contents_of(archive, 3), expected);
  EXPECT_EQ(contents_of(archive), expected) << "a second time";
}

TEST(Archive, IsTheSameForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const auto count = scaled(300);
  write_chunks(folder / "one", count, 1);
  for (const int threads : {2, 3, 8}) {
    write_chunks(folder / "several", count, threads);
    EXPECT_TRUE(read_file(folder / "one") == read_file(folder / "several")) << threads;
  }
}

TEST(Archive, DeliversInOrderOnOneThread) {
  const TemporaryFolder folder;
  write_chunks(folder / "a", 50, 3);
  std::vector<std::uint64_t> numbers;
  ArchiveReader{folder / "a"}.read([&](std::uint32_t section, std::uint64_t number, auto) {
    if (section == 65535) numbers.push_back(number);
  });
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  EXPECT_GT(numbers.size(), 20U);
}

TEST(Archive, KeepsNothingOfEmptyChunks) {
  const TemporaryFolder folder;
  {
    ArchiveWriter archive{folder / "a", ""};
    archive.add(1, 0, {});
    archive.add_all(2, 1000, [](std::uint64_t, Bytes&) { return std::span<const std::byte>{}; }, 3, 1);
    archive.commit();
  }
  EXPECT_EQ(std::filesystem::file_size(folder / "a"), 40U);
  const ArchiveReader archive{folder / "a"};
  EXPECT_EQ(archive.header(), "");
  EXPECT_TRUE(contents_of(archive).empty());
}

TEST(Archive, TakesPiecesUpToItsLimit) {
  const TemporaryFolder folder;
  const Bytes most(archive_piece, std::byte{7});
  const Bytes more(archive_piece + 1);
  {
    ArchiveWriter archive{folder / "a", std::string(archive_piece, ' ')};
    archive.add(1, 0, most);
    archive.commit();
  }
  const ArchiveReader archive{folder / "a"};
  EXPECT_EQ(archive.header().size(), archive_piece);
  EXPECT_EQ(contents_of(archive).at({1, 0}), most);
  EXPECT_THROW((ArchiveWriter{
                   folder / "b",
                   "",
               }
                    .add(1, 0, more)),
               Failure);
  EXPECT_THROW((ArchiveWriter{folder / "b", std::string(archive_piece + 1, ' ')}), Failure);
}

TEST(Archive, IsNotThereWithoutCommit) {
  const TemporaryFolder folder;
  {
    ArchiveWriter{folder / "a", "header"}.add(1, 0, chunk_bytes(0));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Archive, HandsOnTheExceptionOfAChunk) {
  const TemporaryFolder folder;
  for (const int threads : {1, 4}) {
    ArchiveWriter archive{folder / "a", ""};
    EXPECT_THROW(archive.add_all(
                     1, 1000,
                     [](std::uint64_t number, Bytes& scratch) -> std::span<const std::byte> {
                       if (number == 77) throw std::runtime_error{"seventy-seven"};
                       return scratch = chunk_bytes(number);
                     },
                     threads, 1),
                 std::runtime_error);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Archive, HandsOnTheExceptionOfADelivery) {
  const TemporaryFolder folder;
  write_chunks(folder / "a", 100, 2);
  const ArchiveReader archive{folder / "a"};
  for (const int threads : {1, 4})
    EXPECT_THROW(archive.read(
                     [](auto, std::uint64_t number, auto) {
                       if (number == 50) throw std::runtime_error{"fifty"};
                     },
                     threads),
                 std::runtime_error);
}

TEST(Archive, EveryFlippedByteIsFound) {
  const auto archive = small_archive();
  ASSERT_EQ(complaint_about(archive), "");
  ASSERT_LT(archive.size(), 1000U);
  for (std::size_t i = 0; i < archive.size(); ++i)
    for (const int flip : {1, 0x80, 0xff}) {
      auto flipped = archive;
      flipped[i] = static_cast<char>(flipped[i] ^ flip);
      const auto complaint = complaint_about(flipped);
      ASSERT_TRUE(complaint.starts_with("'x.ast' is ")) << i << ": " << complaint;
      if (i >= 12) {
        ASSERT_TRUE(complaint.starts_with("'x.ast' is damaged: its checksum")) << i << ": " << complaint;
      }
    }
}

TEST(Archive, EveryMissingOrAppendedByteIsFound) {
  const auto archive = small_archive();
  for (std::size_t length = 0; length < archive.size(); ++length) {
    const auto complaint = complaint_about(archive.substr(0, length));
    ASSERT_TRUE(complaint.starts_with(length < 8 ? "'x.ast' is not an Afterstate file: " : "'x.ast' is damaged: "))
        << length << ": " << complaint;
  }
  for (std::size_t more = 1; more < 100; ++more)
    ASSERT_NE(complaint_about(archive + std::string(more, '\0')), "") << more;
  ASSERT_NE(complaint_about(archive + archive), "");
}

// A hostile file may have a matching checksum: every byte is still validated.
TEST(Archive, ParserSurvivesWithoutTheChecksum) {
  constexpr auto check = ArchiveReader::Check::all_but_checksum;
  const auto archive = small_archive();
  for (std::size_t i = 0; i < archive.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      auto changed = archive;
      changed[i] = static_cast<char>(changed[i] ^ 1 << bit);
      complaint_about(changed, check);
    }
  for (std::size_t length = 0; length < archive.size(); ++length)
    ASSERT_NE(complaint_about(archive.substr(0, length), check), "") << length;
  ASSERT_NE(complaint_about(archive + "x", check), "");
}

TEST(Archive, BelievesNoSize) {
  constexpr auto check = ArchiveReader::Check::all_but_checksum;
  const std::string header = R"({"kind": "model"})";
  const auto archive = small_archive();
  const auto with = [&](std::size_t at, const std::string& bytes) {
    auto changed = archive;
    changed.replace(at, bytes.size(), bytes);
    return complaint_about(changed, check);
  };
  const auto chunk = 20 + header.size();
  const std::string most(8, '\xff');
  EXPECT_NE(with(12, most).find("its header claims 18446744073709551615 bytes"), std::string::npos);
  EXPECT_NE(with(12, std::string("\0\0\0\1", 4)).find("unexpected end of file"), std::string::npos);
  EXPECT_NE(with(chunk, most.substr(4)).find("section 4294967295"), std::string::npos);
  EXPECT_NE(with(chunk + 12, most.substr(4)).find("claims 4294967295 bytes"), std::string::npos);
  EXPECT_NE(with(chunk + 12, std::string(4, '\0')).find("claims 0 bytes"), std::string::npos);
  EXPECT_NE(with(chunk + 12, std::string("\1\0\0\0", 4)).find("does not decompress to 1 bytes"), std::string::npos);
  EXPECT_NE(with(chunk + 12, std::string("\0\0\0\1", 4)).find("does not decompress to 16777216"), std::string::npos);
  EXPECT_NE(with(chunk + 16, most.substr(4)).find("unexpected end of file"), std::string::npos);
  EXPECT_NE(with(archive.size() - 16, most).find("number of chunks"), std::string::npos);
}

TEST(Archive, KnowsOtherFiles) {
  const TemporaryFolder folder;
  std::ofstream{folder / "empty"} << "";
  std::ofstream{folder / "text"} << "a file of another kind, long enough to be an archive of nothing";
  std::ofstream{folder / "values"} << "AFTVALUE, and what follows";
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto complaint = [&]<class Error>(const std::string& path, Error*) {
    try {
      const ArchiveReader archive{path};
    } catch (const Error& error) {
      return std::string{error.what()};
    }
    return std::string{};
  };
  constexpr UserError* user_error = nullptr;
  constexpr Failure* failure = nullptr;
  EXPECT_NE(complaint(folder / "empty", failure).find("is not an Afterstate file: it is empty"), std::string::npos);
  EXPECT_NE(complaint(folder / "text", failure).find("is not an Afterstate file: "), std::string::npos);
  EXPECT_NE(complaint(folder / "values", failure).find("is a value database, not a model"), std::string::npos);
  EXPECT_NE(complaint(folder / "nothing", user_error).find(": no such file; "), std::string::npos);
  EXPECT_NE(complaint(folder.path(), user_error).find("it is a folder"), std::string::npos);
  EXPECT_NE(complaint(folder / "pipe", user_error).find("it is not a regular file"), std::string::npos);
  EXPECT_THROW((ArchiveWriter{"/nowhere/at/all", ""}), UserError);
}

TEST(Archive, KnowsThatItIsNewer) {
  auto archive = small_archive();
  archive[8] = 2;
  EXPECT_EQ(complaint_about(archive),
            "'x.ast' is in format version 2, but this program reads versions up to 1; use a newer afterstate");
  archive[8] = 0;
  EXPECT_NE(complaint_about(archive).find("is damaged: format version 0"), std::string::npos);
}

TEST(Archive, SaysThatTheDiskIsFull) {
  for (const int threads : {1, 3}) EXPECT_THROW(write_chunks("/dev/full", 100, threads), Failure);
}

TEST(Archive, LeavesNothingOnAFullDisk) {
  const TemporaryFolder folder;
  std::ofstream{folder / "a"} << "old";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  auto limit = before;
  limit.rlim_cur = 100'000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  for (const int threads : {1, 3}) EXPECT_THROW(write_chunks(folder / "a", 100, threads), Failure);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1);
}

}  // namespace
}  // namespace afterstate
