// Programs that play the first legal move, by every protocol, as machines of text.
#pragma once

#include <absl/strings/match.h>
#include <absl/strings/numbers.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/any_game.h"
#include "tools/protocol/client.h"
#include "tools/protocol/engine_protocol.h"
#include "tools/protocol/gomocup.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

/// Something to be sent.
struct Words {
  std::string text;
  bool is_move = false;
  bool ends_game = false;  ///< Nothing: a game is over.
};

class GoodBot {
 public:
  virtual ~GoodBot() = default;

  /// It is connected, for the first time or again.
  virtual void begin() {}
  /// It has to connect again, since the last call.
  bool wants_to_reconnect() { return std::exchange(wants_to_reconnect_, false); }
  virtual void hear(std::string_view bytes) = 0;
  /// What is to be said now.
  std::vector<Words> take() { return std::exchange(words_, {}); }
  /// The position of the last move, where it is known.
  const std::optional<Decision>& asked() const { return asked_; }
  /// There will be no other game.
  bool is_done() const { return is_done_; }

 protected:
  static engine::AnyMove first_move(const engine::AnyState& view) {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    return moves[0];
  }
  void say(std::string text, bool is_move) { words_.push_back({std::move(text), is_move}); }
  void end_game(bool is_last) {
    words_.push_back({.text = "", .ends_game = true});
    is_done_ |= is_last;
  }

  std::optional<Decision> asked_;

  bool wants_to_reconnect_ = false;

 private:
  std::vector<Words> words_;
  bool is_done_ = false;
};

/// A player on a game's own server.
class ClientBot final : public GoodBot {
 public:
  explicit ClientBot(std::unique_ptr<Client> client) : client_(std::move(client)) {}

  void begin() override {
    ClientActions actions;
    client_->connected(now(), actions);
    perform(actions, std::exchange(owes_move_, false));
  }
  void hear(std::string_view bytes) override {
    if (is_done()) return;
    ClientActions actions;
    client_->received(now(), bytes, actions);
    perform(actions, false);
  }

 private:
  static Client::Time now() { return std::chrono::steady_clock::now(); }
  void perform(const ClientActions& actions, bool is_move) {
    for (const std::string& text : actions.sends) say(text, is_move);
    if (actions.end) return end_game(true);
    wants_to_reconnect_ |= actions.reconnect;
    owes_move_ |= actions.reconnect && is_move;
    if (!actions.decision) return;
    asked_ = actions.decision;
    ClientActions more;
    client_->decided(now(), first_move(asked_->view), more);
    perform(more, true);
  }

  std::unique_ptr<Client> client_;
  bool owes_move_ = false;  // until it is connected again
};

/// A program of our line protocol.
class EngineBot final : public GoodBot {
 public:
  void hear(std::string_view bytes) override {
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      EngineActions actions;
      machine_.received(*line, actions);
      if (!actions.out.empty()) say(actions.out, false);
      if (actions.question) answer(*actions.question);
      if (absl::StartsWith(line->text, "over ")) end_game(false);
    }
  }

 private:
  void answer(const EngineQuestion& question) {
    EngineActions actions;
    machine_.answered(question.number, selfplay::Choice{first_move(question.view)}, actions);
    say(actions.out, true);
  }

  EngineProtocol machine_{{.name = "bot", .player = "random"}};
  LineBuffer lines_{EngineProtocol::kLongestLine};
};

/// A brain.
class GomocupBot final : public GoodBot {
 public:
  void hear(std::string_view bytes) override {
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      GomocupActions actions;
      machine_.received(now(), *line, actions);
      perform(actions, false);
    }
    if (machine_.is_ending()) end_game(true);
  }

 private:
  static Gomocup::Time now() { return std::chrono::steady_clock::now(); }
  void perform(const GomocupActions& actions, bool is_move) {
    for (const std::string& line : actions.lines) say(line + '\n', is_move);
    if (!actions.search) return;
    GomocupActions more;
    machine_.decided(now(), actions.search->number, first_move(actions.search->view), std::nullopt,
                     more);
    perform(more, true);
  }

  Gomocup machine_;
  LineBuffer lines_{Gomocup::kLongestLine};
};

/// A bot of the K-in-a-Row page.
class KinarowServerBot final : public GoodBot {
 public:
  void begin() override { heard_.clear(); }  // another connection
  void hear(std::string_view bytes) override {
    heard_ += bytes;
    constexpr std::string_view kEnd = "\r\n\r\n", kLength = "Content-Length: ";
    for (std::size_t end; (end = heard_.find(kEnd)) != heard_.npos;) {
      const std::size_t length = heard_.find(kLength);
      int body = 0;
      if (length < end &&
          !absl::SimpleAtoi(heard_.substr(length + kLength.size(),
                                          heard_.find('\r', length) - length - kLength.size()),
                            &body))
        return;
      const std::size_t whole = end + kEnd.size() + static_cast<std::size_t>(body);
      if (heard_.size() < whole) return;
      answer(heard_.substr(0, whole), heard_.substr(end + kEnd.size(), whole - end - kEnd.size()));
      heard_.erase(0, whole);
    }
  }
  static std::string response(const std::string& body) {
    return "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n"
           "Access-Control-Allow-Headers: Content-Type\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }

 private:
  void answer(const std::string& request, const std::string& body) {
    if (absl::StartsWith(request, "OPTIONS")) return say(response(""), false);
    if (absl::StartsWith(request, "GET /status")) return say(response("ok"), false);
    const auto question = bot_.read_question(body, std::chrono::steady_clock::now(), "random");
    if (question.ok()) say(response(std::to_string(first_move(question->view).bits())), true);
  }

  KinarowBot bot_{{"random", false}, {}};
  std::string heard_;
};

/// Null: there is no such protocol.
inline std::unique_ptr<GoodBot> make_good_bot(std::string_view protocol) {
  const auto client = [](auto made) { return std::make_unique<ClientBot>(std::move(made)); };
  if (protocol == "gomoku") return client(std::make_unique<GomokuClient>(GomokuClient::Options{}));
  if (protocol == "sudokill")
    return client(std::make_unique<SudokillClient>(SudokillClient::Options{}));
  if (protocol == "kimble") return client(std::make_unique<KimbleClient>(KimbleClient::Options{}));
  if (protocol == "kimble-rest")
    return client(std::make_unique<KimbleClient>(KimbleClient::Options{.rests = true}));
  if (protocol == "twodoku")
    return client(std::make_unique<TwoDokuClient>(TwoDokuClient::Options{}));
  if (protocol == "engine") return std::make_unique<EngineBot>();
  if (protocol == "gomocup") return std::make_unique<GomocupBot>();
  if (protocol == "kinarow") return std::make_unique<KinarowServerBot>();
  return nullptr;
}

}  // namespace gauntlet::tools
