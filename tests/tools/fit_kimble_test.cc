// `gauntlet fit kimble`: threads, interrupts, other files.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "search/kimble/fit/model.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

class FitKimble : public ::testing::Test {
 protected:
  Ended fit(std::vector<std::string> words) const {
    words.insert(words.begin(), {GAUNTLET_BINARY, "fit", "kimble"});
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  Ended fit_rounds(const char* rounds, const std::string& name, const char* threads = "2") const {
    return fit({"--rounds", rounds, "--games", "20", "--seed", "5", "--threads", threads,
                "--weights", directory_ / name, "--json"});
  }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(directory_ / name).rdbuf();
    return all.str();
  }

  const TemporaryDirectory directory_;
};

std::string some_weights(const std::string& made_by) {
  const auto model = std::make_unique<search::kimble::Model>(search::kimble::first_model());
  return search::kimble::model_header(*model, made_by);
}

TEST_F(FitKimble, SlowRoundsGoOnAndAreTheSameWhateverTheThreads) {
  const Ended whole = fit_rounds("2", "whole", "1");
  ASSERT_EQ(whole.code, 0) << whole.err;
  ASSERT_EQ(fit_rounds("1", "parts", "3").code, 0);
  const std::string first = text("parts");
  const Ended second = fit_rounds("2", "parts", "3");
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_NE(text("parts"), first);
  EXPECT_EQ(text("parts"), text("whole"));
  const auto second_told = boost::json::parse(second.out).as_object();
  for (const auto& mark : second_told.at("marks").as_array())
    EXPECT_EQ(mark.at("round").as_int64(), 2) << "the first one was done";

  const auto told = boost::json::parse(whole.out).as_object();
  const auto& marks = told.at("marks").as_array();
  ASSERT_EQ(marks.size(), 6u);
  for (const auto& mark : marks) {
    EXPECT_LT(mark.at("loss_after").as_double(), mark.at("loss_random").as_double());
    EXPECT_LT(mark.at("value_error").as_double(), 0.2);
  }
  for (const char* rounds : {"2", "1"}) {
    const Ended nothing = fit_rounds(rounds, "parts");
    EXPECT_EQ(nothing.code, 0);
    EXPECT_EQ(boost::json::parse(nothing.out).at("marks").as_array().size(), 0u);
    EXPECT_EQ(text("parts"), text("whole"));
  }
  const std::string part = first.substr(0, 2'000);
  std::ofstream(directory_ / "parts") << part;
  const Ended damaged = fit_rounds("2", "parts");
  EXPECT_EQ(damaged.code, 2) << damaged.err;
  EXPECT_NE(damaged.err.find("is damaged"), std::string::npos) << damaged.err;
  EXPECT_EQ(text("parts"), part);
}

TEST_F(FitKimble, RefusesWhatItCannotDo) {
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Ended ended = fit(words);
    EXPECT_EQ(ended.code, 2) << ended.err;
    return ended.err;
  };
  std::ofstream(directory_ / "other") << "// somebody's\n";
  EXPECT_NE(refusal({"--weights", directory_ / "other"}).find("holds no weights"),
            std::string::npos);
  EXPECT_EQ(text("other"), "// somebody's\n");
  const std::string whole =
      some_weights("after 3 rounds of gauntlet fit kimble --games 20 --seed 5");
  const auto refused_file = [&](const std::string& bytes) {
    std::ofstream(directory_ / "file") << bytes;
    const std::string sentence =
        refusal({"--games", "20", "--seed", "5", "--weights", directory_ / "file"});
    EXPECT_EQ(text("file"), bytes) << "nothing is lost";
    return sentence;
  };
  EXPECT_NE(refused_file(whole.substr(0, whole.size() - 1)).find("is damaged"), std::string::npos);
  EXPECT_NE(refused_file(whole.substr(0, 2'000)).find("is damaged"), std::string::npos);
  EXPECT_NE(refused_file(whole + "// mine\n").find("is damaged"), std::string::npos);
  std::string no_number = whole, cut = whole, short_line = whole;
  const std::size_t values = whole.find("kFittedValues");
  ASSERT_NE(values, whole.npos);
  no_number.replace(whole.find("e+", values), 1, "x");
  cut.erase(values + 200, 1'000);
  short_line.erase(whole.find('\n') + 1, whole.find("#pragma") - whole.find('\n') - 2);
  for (const std::string& damaged : {no_number, cut, whole + whole})
    EXPECT_NE(refused_file(damaged).find("is damaged"), std::string::npos);
  EXPECT_NE(refused_file(short_line).find("holds weights ''"), std::string::npos);
  EXPECT_NE(refused_file(some_weights("after 3 rounds of gauntlet fit kimble --games 20 --seed 6"))
                .find("give the same --games and --seed"),
            std::string::npos);
  EXPECT_NE(refused_file(search::kimble::kModelHeading.data()).find("holds no weights"),
            std::string::npos);
  std::ofstream(directory_ / "file") << whole;
  EXPECT_EQ(fit({"--games", "20", "--seed", "5", "--weights", directory_ / "file"}).code, 0)
      << "nothing is left to do";
  const int held = ::open((directory_ / "file").c_str(), O_RDONLY);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  EXPECT_NE(refusal({"--weights", directory_ / "file"}).find("by another run"), std::string::npos);
  ::close(held);
  EXPECT_NE(refusal({"--weights", directory_.path()}).find("cannot open"), std::string::npos);
  EXPECT_NE(refusal({"--weights", "/dev/null"}).find("is no file"), std::string::npos);
  EXPECT_NE(refusal({"--weights", "/no/such/place/w"}).find("/no/such/place/w"), std::string::npos);
  EXPECT_NE(refusal({"--rounds", "0"}).find("--rounds"), std::string::npos);
  EXPECT_NE(refusal({"--games", "19"}).find("--games"), std::string::npos);
  EXPECT_NE(refusal({"--labels", "x"}).find("for fit sudokill"), std::string::npos);
  EXPECT_NE(refusal({"--candidates", "40"}).find("for fit sudokill"), std::string::npos);
}

TEST_F(FitKimble, AnInterruptSaysHowToGoOn) {
  ChildProcess child(
      {GAUNTLET_BINARY, "fit", "kimble", "--seed", "5", "--weights", directory_ / "w"},
      directory_.path(), ChildProcess::Options{});
  while (!std::ifstream(directory_ / "w"))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  child.send(SIGHUP);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_NE(ended.err.find("to begin again: gauntlet fit kimble --rounds 3 --games 3000 --seed 5"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(text("w"), "");
}

}  // namespace
}  // namespace gauntlet::tools
