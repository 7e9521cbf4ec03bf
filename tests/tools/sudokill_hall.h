// A Sudokill host with scripted connections, without sockets, in virtual time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/sudokill/sudokill.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/sudokill_line.h"

namespace gauntlet::tools {

/// A host and what it sends to scripted connections.
class Hall {
 public:
  explicit Hall(SudokillHost::Options options = {}) : host_(std::move(options)) {}
  ConnectionId enter() {
    HostActions actions;
    host_.opened(now_, ++last_, actions);
    take(actions);
    return last_;
  }
  ConnectionId enter(const std::string& name) {
    const ConnectionId who = enter();
    say(who, name + "\r\n");
    return who;
  }
  void say(ConnectionId who, const std::string& bytes) {
    HostActions actions;
    host_.received(now_, who, bytes, actions);
    take(actions);
  }
  ConnectionId enter_browser() {
    HostActions actions;
    host_.opened_by_browser(now_, ++last_, actions);
    take(actions);
    return last_;
  }
  ConnectionId enter_browser(const std::string& name) {
    const ConnectionId who = enter_browser();
    say(who, "NEW CONNECTION|" + name + "\n");
    return who;
  }
  /// The built-in player that was asked last decides for a random legal move.
  void decide() {
    ASSERT_FALSE(questions.empty());
    HostActions actions;
    engine::Rng rng(questions.size());
    host_.decided(now_, questions.back().bot, questions.back().view.random_move(rng), actions);
    take(actions);
  }
  void leave(ConnectionId who) {
    HostActions actions;
    host_.half_closed(now_, who, actions);
    take(actions);
  }
  void wait(Milliseconds time) {
    now_ += time;
    HostActions actions;
    host_.ticked(now_, actions);
    take(actions);
  }
  void vanish(ConnectionId who) {
    HostActions actions;
    host_.closed(now_, who, actions);
    take(actions);
  }
  /// What came since the last call.
  std::string heard(ConnectionId who) {
    std::string all;
    for (const std::string& text : messages(who)) all += text;
    return all;
  }
  /// The same, one by one.
  std::vector<std::string> messages(ConnectionId who) { return std::exchange(heard_[who], {}); }
  bool was_hung_up(ConnectionId who) const { return hung_up_.contains(who); }
  std::vector<FinishedGame> finished;
  std::vector<HostActions::Question> questions;
  std::vector<HostActions::Bot> bots;

 private:
  void take(const HostActions& actions) {
    for (const auto& send : actions.sends) {
      EXPECT_FALSE(hung_up_.contains(send.to));
      heard_[send.to].push_back(send.text);
    }
    hung_up_.insert(actions.hang_ups.begin(), actions.hang_ups.end());
    finished.insert(finished.end(), actions.finished.begin(), actions.finished.end());
    questions.insert(questions.end(), actions.questions.begin(), actions.questions.end());
    bots.insert(bots.end(), actions.bots.begin(), actions.bots.end());
  }
  SudokillHost host_;
  Host::Time now_{};
  ConnectionId last_ = 0;
  std::map<ConnectionId, std::vector<std::string>> heard_;
  std::set<ConnectionId> hung_up_;
};

/// A legal first move, on the board that was heard last.
inline std::string first_sudokill_move(const std::string& heard) {
  std::string position = heard.substr(heard.rfind("ADD|") + 4, 9 * 18 - 1);
  std::erase_if(position, [](char c) { return c == ' ' || c == '|'; });
  std::replace(position.begin(), position.end(), '0', '.');
  const auto game = engine::find_game("sudokill");
  const auto state = game->from_text(position + " -");
  EXPECT_TRUE(state.ok()) << position;
  engine::Rng rng(1);
  const auto move = engine::Sudokill::Move::from_bits(state->random_move(rng).bits());
  return sudokill_move(move) + "\n";
}

}  // namespace gauntlet::tools
