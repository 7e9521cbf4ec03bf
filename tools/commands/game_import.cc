#include "tools/commands/game_import.h"

#include <absl/strings/str_cat.h>

#include <cstdio>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "tools/commands/text_file.h"
#include "tools/forms/game_file.h"

namespace gauntlet::tools {

namespace {

using selfplay::EndedGame;
using selfplay::GameLog;
using std::chrono::steady_clock;

constexpr std::size_t kLongestGameFile = 256 << 20;
constexpr std::size_t kLongestFront = 4'096;  // by which a file's form is told
constexpr std::uint64_t kMostFaultsTold = 20;
// Games are written together: each transaction of its own would take longer than reading a game.
constexpr std::size_t kMostWaiting = 1'000;
constexpr std::chrono::milliseconds kLongestWait(100);

std::string shown_file(const std::string& path) {
  return engine::printable(path, 200);
}

absl::Status refused(const absl::Status& status) {
  if (!absl::IsInvalidArgument(status)) return status;
  return absl::InvalidArgumentError(
      engine::message_of(status) +
      "; --store takes a new file, or one that connect, host or import wrote");
}

}  // namespace

absl::Status check_game_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const auto front = read_text_file(path, kLongestFront);
    if (!front.ok()) return front.status();
    if (!reader_of(*front))
      return absl::InvalidArgumentError(
          "'" + shown_file(path) +
          "' is no file of games: it begins neither with '{' (jsonl), nor with a tag as in [White "
          "\"ann\"] (pgn), nor with 'Piskvorky' (psq), nor with '(;' (sgf)");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<GameImport>> GameImport::to(const std::string& path) {
  std::unique_ptr<GameImport> import(new GameImport(path));
  if (!selfplay::file_exists(path)) return import;
  const auto log = GameLog::open_to_read(path);
  if (!log.ok()) return refused(log.status());
  const auto there = (*log)->fingerprints();
  if (!there.ok()) return there.status();
  for (const GameLog::Fingerprint& game : *there) ++import->there_[game];
  return import;
}

absl::Status GameImport::add(const std::string& path, const std::string& game,
                             std::stop_token stop) {
  const auto text = read_text_file(path, kLongestGameFile);
  if (!text.ok()) return text.status();
  if (text->size() > kLongestGameFile || !reader_of(*text)) {
    blame(path, 1, "the file is longer than 256 MiB, or has changed");
    return absl::OkStatus();
  }
  in_file_.clear();
  const std::uint64_t before = read_ + faults_;
  const absl::Status status = read_games(
      *text, game,
      {[this](const auto& played, const auto& ended) {
         return keep({played, ended});
       },
       [&](std::size_t line, const std::string& what) { blame(path, line, what); }, stop});
  if (status.ok() && read_ + faults_ == before) blame(path, 1, "there is no game");
  return status;
}

absl::Status GameImport::keep(EndedGame game) {
  ++read_;
  tell_progress();
  const GameLog::Fingerprint fingerprint = GameLog::fingerprint(game);
  const std::uint32_t copies = ++in_file_[fingerprint];
  std::uint32_t& there = there_[fingerprint];
  if (copies <= there) {
    ++known_;
    return absl::OkStatus();
  }
  there = copies;
  waiting_.push_back(std::move(game));
  const bool is_time = steady_clock::now() - flushed_ >= kLongestWait;
  return is_time || waiting_.size() >= kMostWaiting ? flush() : absl::OkStatus();
}

absl::Status GameImport::flush() {
  flushed_ = steady_clock::now();
  progress_.clear();
  if (waiting_.empty()) return absl::OkStatus();
  if (!log_) {
    auto log = GameLog::open(path_);
    if (!log.ok()) return refused(log.status());
    log_ = *std::move(log);
  }
  if (const absl::Status status = log_->add(waiting_); !status.ok()) return status;
  games_ += waiting_.size();
  waiting_.clear();
  return absl::OkStatus();
}

void GameImport::blame(const std::string& path, std::size_t line, const std::string& what) {
  if (++faults_ > kMostFaultsTold) return;
  progress_.clear();
  const std::string sentence =
      absl::StrCat(shown_file(path), ":", line, ": ", engine::printable(what, 500), "\n");
  std::fputs(sentence.c_str(), stderr);
}

void GameImport::tell_progress() {
  constexpr std::uint64_t kEvery = 256;
  if (read_ % kEvery != 0) return;
  const std::chrono::duration<double> seconds = steady_clock::now() - begin_;
  progress_.show(engine::counted(games_ + waiting_.size(), "game") + ", " +
                     engine::grouped(faults_) + " left out",
                 seconds.count());
}

}  // namespace gauntlet::tools
