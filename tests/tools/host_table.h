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

/// Performs the host's actions and keeps them for the test to look at.
class HostTable {
 public:
  explicit HostTable(std::unique_ptr<Host> host) : host_(std::move(host)) {}

  ConnectionId join() {
    HostActions actions;
    host_->opened(now_, ++last_, actions);
    perform(actions);
    return last_;
  }
  void say(ConnectionId who, std::string_view bytes) {
    HostActions actions;
    host_->received(now_, who, bytes, actions);
    perform(actions);
  }
  void say_bytewise(ConnectionId who, std::string_view bytes) {
    for (const char& byte : bytes) say(who, {&byte, 1});
  }
  void half_close(ConnectionId who) {
    HostActions actions;
    host_->half_closed(now_, who, actions);
    perform(actions);
  }
  void close(ConnectionId who) {
    HostActions actions;
    host_->closed(now_, who, actions);
    perform(actions);
  }
  void decide(BotId bot, engine::AnyMove move) {
    HostActions actions;
    host_->decided(now_, bot, move, actions);
    perform(actions);
  }
  void end_program(ProgramId program, const std::string& how) {
    HostActions actions;
    host_->program_ended(now_, program, how, actions);
    perform(actions);
  }
  /// Time passes, without the host being told.
  void pass(Milliseconds time) { now_ += time; }
  void tick() {
    HostActions actions;
    host_->ticked(now_, actions);
    perform(actions);
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
  const std::vector<HostActions::Bot>& bots() const { return bots_; }
  const std::vector<BotId>& gone() const { return gone_; }
  std::vector<HostActions::Question> questions() { return std::exchange(questions_, {}); }
  /// Of programs, since the last call.
  std::vector<HostActions::StartProgram> starts() { return std::exchange(starts_, {}); }
  std::vector<HostActions::EndProgram> ends() { return std::exchange(ends_, {}); }
  const std::string& give_up() const { return give_up_; }
  /// What the host has logged since the last call.
  std::vector<std::string> log() { return std::exchange(log_, {}); }

 private:
  void perform(const HostActions& actions) {
    for (const auto& send : actions.sends) {
      EXPECT_FALSE(hung_up_.contains(send.to)) << "sent after the hang-up";
      heard_[send.to].push_back(send.text);
    }
    hung_up_.insert(actions.hang_ups.begin(), actions.hang_ups.end());
    bots_.insert(bots_.end(), actions.bots.begin(), actions.bots.end());
    questions_.insert(questions_.end(), actions.questions.begin(), actions.questions.end());
    gone_.insert(gone_.end(), actions.gone.begin(), actions.gone.end());
    finished_.insert(finished_.end(), actions.finished.begin(), actions.finished.end());
    starts_.insert(starts_.end(), actions.starts.begin(), actions.starts.end());
    ends_.insert(ends_.end(), actions.ends.begin(), actions.ends.end());
    if (give_up_.empty()) give_up_ = actions.give_up;
    log_.insert(log_.end(), actions.log.begin(), actions.log.end());
  }

  std::unique_ptr<Host> host_;
  Host::Time now_{};
  ConnectionId last_ = 0;
  std::map<ConnectionId, std::vector<std::string>> heard_;
  std::set<ConnectionId> hung_up_;
  std::vector<HostActions::Bot> bots_;
  std::vector<HostActions::Question> questions_;
  std::vector<BotId> gone_;
  std::vector<FinishedGame> finished_;
  std::vector<HostActions::StartProgram> starts_;
  std::vector<HostActions::EndProgram> ends_;
  std::string give_up_;
  std::vector<std::string> log_;
};

}  // namespace gauntlet::tools
