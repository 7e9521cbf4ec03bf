#include "tools/commands/program_outputs.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "engine/status.h"
#include "tests/temporary_directory.h"

namespace gauntlet::tools {

namespace {

using Earlier = ProgramOutputs::Earlier;

ProgramReport report_of(const std::string& label, const std::string& output) {
  ProgramReport report;
  report.label = label;
  report.command = "./bot 1";
  report.ending = "exit status 0";
  report.ran = std::chrono::milliseconds(1250);
  report.output = output;
  return report;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ProgramOutputs, LabelsThatDifferHaveFilesThatDiffer) {
  const TemporaryDirectory directory;
  const std::string folder = directory / "said";
  ProgramOutputs outputs;
  ASSERT_TRUE(outputs.keep_in(folder, Earlier::kAddTo).ok());
  const std::set<std::string> labels = {"a b", "a_b", "a%20b", "a/b",  "../a",       ".",
                                        "..",  ".a",  "%2Ea",  "a=b;", "ann#2.0_+-", "A B"};
  for (const std::string& label : labels)
    EXPECT_TRUE(outputs.add(report_of(label, "this is " + label + "\n")).ok()) << label;
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = contents(entry.path()), mark = "output:\nthis is ";
    found.insert(text.substr(text.find(mark) + mark.size()));
    EXPECT_EQ(text.find(mark), text.rfind(mark)) << entry.path();
  }
  std::set<std::string> expected;
  for (const std::string& label : labels) expected.insert(label + "\n");
  EXPECT_EQ(found, expected);
  for (const char* name : {"/a_b.txt", "/a%20b.txt", "/ann#2.0_+-.txt"})
    EXPECT_TRUE(std::filesystem::exists(folder + name)) << name;
}

TEST(ProgramOutputs, EachProcessAddsToTheFileOfItsLabel) {
  const TemporaryDirectory directory;
  const std::string folder = directory / "said";
  for (const char* output : {"one", "two\n"}) {  // in two runs
    ProgramOutputs outputs;
    EXPECT_FALSE(outputs.are_kept());
    ASSERT_TRUE(outputs.keep_in(folder, Earlier::kAddTo).ok());
    EXPECT_TRUE(outputs.are_kept());
    EXPECT_TRUE(outputs.add(report_of("ann", output)).ok());
  }
  const std::string head = "command: ./bot 1\nended: exit status 0\nran: 1.25 s\noutput:\n";
  EXPECT_EQ(contents(folder + "/ann.txt"), head + "one\n\n" + head + "two\n");
}

TEST(ProgramOutputs, AFileDoesNotGrowForEver) {
  const TemporaryDirectory directory;
  ProgramOutputs outputs;
  ASSERT_TRUE(outputs.keep_in(directory.path(), Earlier::kAddTo).ok());
  const std::string path = directory / "ann.txt";
  std::ofstream(path) << 'x';
  std::filesystem::resize_file(path, ProgramOutputs::kMostBytes + 1);  // takes no room on the disk
  EXPECT_TRUE(outputs.add(report_of("ann", "more")).ok());
  EXPECT_EQ(std::filesystem::file_size(path), ProgramOutputs::kMostBytes + 1);
}

TEST(ProgramOutputs, OtherGamesAreRefusedWhereTheyWouldMix) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "notes.txt") << "mine";
  ProgramOutputs outputs;
  EXPECT_TRUE(outputs.keep_in(directory.path(), Earlier::kRefuseGames).ok());
  std::ofstream(directory / "game-000001-black-ann.txt") << "theirs";
  const absl::Status status = outputs.keep_in(directory.path(), Earlier::kRefuseGames);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(engine::message_of(status).find("holds the outputs of other games already"),
            std::string::npos);
  EXPECT_TRUE(outputs.keep_in(directory.path(), Earlier::kAddTo).ok());
  EXPECT_EQ(outputs.keep_in(directory / "notes.txt", Earlier::kAddTo).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(ProgramOutputs, WhatCannotBeKeptIsTold) {
  const TemporaryDirectory directory;
  ProgramOutputs outputs;
  ASSERT_TRUE(outputs.keep_in(directory / "said", Earlier::kAddTo).ok());
  std::filesystem::create_directories(directory / "said/ann.txt");
  EXPECT_TRUE(outputs.add(report_of("bob", "fine")).ok());
  EXPECT_TRUE(outputs.failure().ok());
  const absl::Status status = outputs.add(report_of("ann", "lost"));
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_TRUE(engine::message_of(status).starts_with("what ann said could not be kept in '"))
      << engine::message_of(status);
  EXPECT_TRUE(outputs.add(report_of("bob", "fine")).ok());
  EXPECT_EQ(outputs.failure(), status);
}

}  // namespace

}  // namespace gauntlet::tools
