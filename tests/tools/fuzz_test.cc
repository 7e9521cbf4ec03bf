// Every fuzz target on its corpus and on mutants of it. libFuzzer looks further: `make fuzz`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "fuzz/targets.h"
#include "tests/checked.h"

namespace gauntlet::fuzz {

static void PrintTo(const Target& target, std::ostream* out) {
  *out << target.name;
}

namespace {

namespace files = std::filesystem;

const files::path kFolder = files::path(GAUNTLET_SOURCE_DIR) / "fuzz";
constexpr std::size_t kLongestInput = 6'144;

std::string contents(const files::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> corpus(const Target& target) {
  std::vector<files::path> paths;
  for (const auto& entry : files::directory_iterator(kFolder / "corpus" / target.name))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const files::path& path : paths) inputs.push_back(contents(path));
  return inputs;
}

/// The entries of libFuzzer's format: a quoted word a line, \xNN for bytes.
std::vector<std::string> dictionary(const Target& target) {
  std::ifstream file(kFolder / "dict" / (std::string(target.name) + ".dict"));
  std::vector<std::string> words;
  for (std::string line; std::getline(file, line);) {
    std::string word;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
      const bool is_escaped = line[i] == '\\';
      word +=
          is_escaped ? static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16)) : line[i];
      i += is_escaped ? 3 : 0;
    }
    words.push_back(word);
  }
  return words;
}

/// Inputs with some places changed, the same for the same seed.
class Mutator {
 public:
  Mutator(const Target& target, std::uint64_t seed)
      : corpus_(corpus(target)), words_(dictionary(target)), rng_(seed) {}

  std::string next() {
    std::string text = pick(corpus_);
    for (std::uint32_t changes = 1 + rng_.below(8); changes > 0; --changes) change(text);
    text.resize(std::min(text.size(), kLongestInput));
    return text;
  }

 private:
  const std::string& pick(const std::vector<std::string>& from) {
    return from[rng_.below(static_cast<std::uint32_t>(from.size()))];
  }
  std::size_t place(const std::string& text) {
    return rng_.below(static_cast<std::uint32_t>(text.size() + 1));
  }
  void change(std::string& text) {
    const std::size_t at = place(text);
    switch (rng_.below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(rng_.below(256));
        return;
      case 1:
        text.erase(at, rng_.below(20));
        return;
      case 2:
        text.insert(at, text.substr(place(text), rng_.below(100)));
        return;
      case 3:
        text = text.substr(0, at) + pick(corpus_).substr(0, kLongestInput);
        return;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << rng_.below(8)));
        return;
      default:
        text.insert(at, pick(words_));
    }
  }

  const std::vector<std::string> corpus_;
  const std::vector<std::string> words_;
  engine::Rng rng_;
};

/// GAUNTLET_FUZZ_RUNS mutants of each target.
int runs() {
  const char* text = std::getenv("GAUNTLET_FUZZ_RUNS");
  return text ? std::atoi(text) : kIsChecked ? 15'000 : 100'000;
}

class Fuzz : public ::testing::TestWithParam<Target> {};

TEST_P(Fuzz, TheCorpusIsRead) {
  const auto inputs = corpus(GetParam());
  EXPECT_GE(inputs.size(), 3u);
  for (const std::string& input : inputs) GetParam().run(input);
}

TEST_P(Fuzz, MutantsAreSurvived) {
  Mutator mutator(GetParam(), 1);
  const files::path path =
      files::path(::testing::TempDir()) / ("gauntlet_fuzz_" + std::string(GetParam().name));
  std::ofstream last(path, std::ios::binary);
  for (int i = 0; i < runs(); ++i) {
    const std::string input = mutator.next();
    // A run that ends the process leaves its input there: the size in a line, then the bytes.
    last.seekp(0);
    last << input.size() << '\n' << input << std::flush;
    GetParam().run(input);
  }
  files::remove(path);
}

INSTANTIATE_TEST_SUITE_P(All, Fuzz, ::testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace

}  // namespace gauntlet::fuzz
