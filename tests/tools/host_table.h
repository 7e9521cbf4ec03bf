// A host without sockets, in virtual time, and the scripted connections of a test.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Does what the host wishes and keeps it for the test to look at.
class HostTable {
 public:
  explicit HostTable(std::unique_ptr<Host> host) : host_(std::move(host)) {}

  ConnectionId join() {
    HostWishes wishes;
    host_->opened(now_, ++last_, wishes);
    grant(wishes);
    return last_;
  }
  void say(ConnectionId who, std::string_view bytes) {
    HostWishes wishes;
    host_->received(now_, who, bytes, wishes);
    grant(wishes);
  }
  void say_bytewise(ConnectionId who, std::string_view bytes) {
    for (const char& byte : bytes) say(who, {&byte, 1});
  }
  void half_close(ConnectionId who) {
    HostWishes wishes;
    host_->half_closed(now_, who, wishes);
    grant(wishes);
  }
  void close(ConnectionId who) {
    HostWishes wishes;
    host_->closed(now_, who, wishes);
    grant(wishes);
  }
  void decide(BotId bot, engine::AnyMove move) {
    HostWishes wishes;
    host_->decided(now_, bot, move, wishes);
    grant(wishes);
  }
  void end_program(ProgramId program, const std::string& how) {
    HostWishes wishes;
    host_->program_ended(now_, program, how, wishes);
    grant(wishes);
  }
  /// Time passes, without the host being told.
  void pass(Milliseconds time) { now_ += time; }
  void tick() {
    HostWishes wishes;
    host_->ticked(now_, wishes);
    grant(wishes);
  }

  /// What was sent to a connection since the last call, a write each.
  std::vector<std::string> heard(ConnectionId who) { return std::exchange(heard_[who], {}); }
  /// The only write since the last call; anything else fails the test.
  std::string message(ConnectionId who) {
    const auto writes = heard(who);
    EXPECT_EQ(writes.size(), 1u);
    return writes.empty() ? "" : writes.front();
  }
  bool was_hung_up(ConnectionId who) const { return hung_up_.contains(who); }
  const std::vector<FinishedGame>& finished() const { return finished_; }
  const std::vector<HostWishes::Bot>& bots() const { return bots_; }
  const std::vector<BotId>& gone() const { return gone_; }
  std::vector<HostWishes::Question> questions() { return std::exchange(questions_, {}); }
  /// Of programs, since the last call.
  std::vector<HostWishes::StartProgram> starts() { return std::exchange(starts_, {}); }
  std::vector<HostWishes::EndProgram> ends() { return std::exchange(ends_, {}); }
  const std::string& give_up() const { return give_up_; }
  /// What the host has logged since the last call.
  std::vector<std::string> log() { return std::exchange(log_, {}); }

 private:
  void grant(const HostWishes& wishes) {
    for (const auto& send : wishes.sends) {
      EXPECT_FALSE(hung_up_.contains(send.to)) << "sent after the hang-up";
      heard_[send.to].push_back(send.text);
    }
    hung_up_.insert(wishes.hang_ups.begin(), wishes.hang_ups.end());
    bots_.insert(bots_.end(), wishes.bots.begin(), wishes.bots.end());
    questions_.insert(questions_.end(), wishes.questions.begin(), wishes.questions.end());
    gone_.insert(gone_.end(), wishes.gone.begin(), wishes.gone.end());
    finished_.insert(finished_.end(), wishes.finished.begin(), wishes.finished.end());
    starts_.insert(starts_.end(), wishes.starts.begin(), wishes.starts.end());
    ends_.insert(ends_.end(), wishes.ends.begin(), wishes.ends.end());
    if (give_up_.empty()) give_up_ = wishes.give_up;
    log_.insert(log_.end(), wishes.log.begin(), wishes.log.end());
  }

  std::unique_ptr<Host> host_;
  Host::Time now_{};
  ConnectionId last_ = 0;
  std::map<ConnectionId, std::vector<std::string>> heard_;
  std::set<ConnectionId> hung_up_;
  std::vector<HostWishes::Bot> bots_;
  std::vector<HostWishes::Question> questions_;
  std::vector<BotId> gone_;
  std::vector<FinishedGame> finished_;
  std::vector<HostWishes::StartProgram> starts_;
  std::vector<HostWishes::EndProgram> ends_;
  std::string give_up_;
  std::vector<std::string> log_;
};

}  // namespace gauntlet::tools
