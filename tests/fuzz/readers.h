// Everything that reads bytes from outside, as one function each. Any input must give a result or one of the errors
// that the reader may throw; whatever else happens (a crash, another exception, a wrong result: abort) is a bug.
// libFuzzer drives them (entry.cpp), and the tests replay the inputs in corpus/ (corpus_test.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace afterstate::fuzz {

void read_analysis(std::string_view body);
void read_archive(std::string_view bytes);
void read_database(std::string_view bytes);
void read_engine_line(std::string_view line);
void read_http(std::string_view bytes);
void read_layers(std::string_view bytes);
void read_log(std::string_view text);
void read_model(std::string_view bytes);
void read_notation(std::string_view text);
void read_query(std::string_view text);
void read_recipe(std::string_view text);
void read_record(std::string_view line);
void read_review(std::string_view body);
void read_run(std::string_view text);
void read_tdl_file(std::string_view bytes);
void read_training_state(std::string_view bytes);

struct Reader {
  std::string_view name;       ///< of its folder in the corpus
  std::size_t max_length = 0;  ///< longer inputs would only be slower
  void (*read)(std::string_view bytes) = nullptr;
};

inline constexpr std::array readers{
    Reader{"analysis", 1024, read_analysis}, Reader{"archive", 4096, read_archive},
    Reader{"database", 4096, read_database}, Reader{"engine", 1024, read_engine_line},
    Reader{"http", 4096, read_http},         Reader{"layers", 4096, read_layers},
    Reader{"log", 2048, read_log},           Reader{"model", 4096, read_model},
    Reader{"notation", 256, read_notation},  Reader{"query", 512, read_query},
    Reader{"recipe", 4096, read_recipe},     Reader{"record", 8192, read_record},
    Reader{"review", 8192, read_review},     Reader{"run", 2048, read_run},
    Reader{"tdl", 2048, read_tdl_file},      Reader{"training-state", 1024, read_training_state},
};

}  // namespace afterstate::fuzz
