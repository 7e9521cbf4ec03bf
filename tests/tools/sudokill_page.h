// A page that plays Sudokill, as a test has it: JSON in, lines out, random legal moves.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"

namespace gauntlet::tools {

class SudokillPage {
 public:
  explicit SudokillPage(std::uint64_t seed) : rng_(seed) {}

  /// Takes a message in; returns the line to be sent, or "".
  std::string take(const std::string& message) {
    if (!message.starts_with('{')) {
      chat.push_back(message);
      return "";
    }
    const auto object = boost::json::parse(message).as_object();
    const std::string action = text(object, "action");
    if (action == "CREATE") create(object.at("values").as_array());
    if (action == "UPDATE") update(object);
    if (action == "SCORE") score = object.at("players").as_array();
    if (action == "QUEUE") queue = object.at("players").as_array();
    if (action == "STATUS") {
      stage = text(object, "state");
      stages.push_back(stage);
      status = text(object, "message");
    }
    return action == "COMMAND" ? execute(text(object, "command")) : "";
  }

  std::optional<engine::AnyState> board;
  std::vector<std::string> commands;  ///< Their first words.
  std::vector<std::string> chat;
  std::string stage, status;
  std::vector<std::string> stages;
  boost::json::array score, queue;
  std::string game_over;  ///< The text, once the game is.
  int updates = 0, violations = 0;

 private:
  static std::string text(const boost::json::object& object, const char* key) {
    return boost::json::value_to<std::string>(object.at(key));
  }
  void create(const boost::json::array& rows) {
    std::string digits;
    for (const auto& row : rows)
      for (const auto& digit : row.as_array())
        digits += digit == 0 ? '.' : static_cast<char>('0' + digit.as_int64());
    const auto state = game_.from_text(digits + " - 1");
    ASSERT_TRUE(state.ok()) << engine::message_of(state);
    board = *state;
  }
  void update(const boost::json::object& object) {
    const auto& value = object.at("value").as_array();
    ++updates;
    if (object.at("status") == "violation") {
      ++violations;
      return;
    }
    ASSERT_TRUE(board);
    EXPECT_EQ(value.at(3).as_int64(), board->to_move() + 1);
    const auto move =
        board->parse(number(value, 0) + "," + number(value, 1) + "," + number(value, 2));
    ASSERT_TRUE(move.ok() && board->is_playable(*move));
    board->apply(*move);
  }
  static std::string number(const boost::json::array& values, std::size_t i) {
    return std::to_string(values.at(i).as_int64());
  }
  std::string execute(const std::string& command) {
    const std::size_t bar = command.find('|');
    commands.push_back(command.substr(0, bar));
    if (commands.back() == "GAME OVER") game_over = command.substr(bar + 1);
    if (commands.back() != "ADD") return "";
    if (board->is_over()) return "MOVE|0 0 0\r\n";
    std::string move = board->format(board->random_move(rng_));
    move[1] = move[3] = ' ';
    return "MOVE|" + move + "\r\n";
  }

  const engine::AnyGame game_ = *engine::find_game("sudokill");  // which the board refers to
  engine::Rng rng_;
};

}  // namespace gauntlet::tools
