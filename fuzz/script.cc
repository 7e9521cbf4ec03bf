#include "fuzz/script.h"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_set.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "engine/rng.h"
#include "fuzz/check.h"

namespace gauntlet::fuzz {

namespace {

using namespace std::chrono_literals;
using namespace tools;

constexpr std::chrono::seconds kTick = 1s, kLongTime = 1h;

bool is_to_be_played(const engine::AnyState& view) {
  if (view.is_over() || view.to_move() == engine::kChance) return false;
  engine::AnyMoves moves;
  view.legal_moves(moves);
  return !moves.empty();
}

/// A client and what the script has done to it.
class ClientDriver {
 public:
  explicit ClientDriver(Client& client) : client_(client) {
    call([this](ClientActions& actions) { client_.connected(now_, actions); });
  }
  void hear(std::string_view piece) {
    call([&](ClientActions& actions) { client_.received(now_, piece, actions); });
  }
  void happen(char event) {
    if (event == 't' || event == 'T') {
      now_ += event == 't' ? kTick : kLongTime;
      call([this](ClientActions& actions) { client_.ticked(now_, actions); });
    } else if (event == 'x') {
      call([this](ClientActions& actions) { client_.disconnected(now_, actions); });
      call([this](ClientActions& actions) { client_.connected(now_, actions); });
    } else if (event == 'd' && decision_) {
      const engine::AnyMove move = decision_->view.random_move(rng_);
      decision_.reset();
      call([&](ClientActions& actions) { client_.decided(now_, move, actions); });
    }
  }

 private:
  void call(const std::function<void(ClientActions&)>& act) {
    if (has_ended_) return;
    ClientActions actions;
    act(actions);
    for (const std::string& sentence : actions.log) check_sentence(sentence);
    for (const std::string& text : actions.sends)
      check(text.size() > 1 && text.size() < 100 && text.find('\n') == text.size() - 1,
            "a send is one line");
    check(!actions.end || !actions.decision, "after the end nothing is asked");
    if (actions.decision) {
      check(is_to_be_played(actions.decision->view), "a decision has moves");
      decision_ = actions.decision;
    }
    if (actions.end) check_sentence(actions.end->reason);
    has_ended_ = actions.end.has_value();
    if (actions.reconnect) call([this](ClientActions& more) { client_.connected(now_, more); });
  }

  Client& client_;
  Client::Time now_{};
  engine::Rng rng_{1};
  std::optional<Decision> decision_;
  bool has_ended_ = false;
};

/// A host and its connections.
class HostDriver {
 public:
  explicit HostDriver(Host& host) : host_(host) {}

  void hear(std::string_view piece) {
    open();
    call([&](HostActions& actions) { host_.received(now_, from_, piece, actions); });
  }
  void happen(char event) {
    if ((event >= '1' && event <= '9') || is_browser(event)) {
      speaker_ = event;
      open();
    } else if (event == 't' || event == 'T') {
      now_ += event == 't' ? kTick : kLongTime;
      call([this](HostActions& actions) { host_.ticked(now_, actions); });
    } else if (event == 'h') {
      open();
      call([this](HostActions& actions) { host_.half_closed(now_, from_, actions); });
    } else if (event == 'x') {
      close(speaker_);
    } else if (event == 'd' && !questions_.empty()) {
      const HostActions::Question question = questions_.front();
      questions_.pop_front();
      const engine::AnyMove move = question.view.random_move(rng_);
      call([&](HostActions& actions) { host_.decided(now_, question.bot, move, actions); });
    }
  }
  void close_all() {
    while (!connections_.empty()) close(connections_.begin()->first);
    happen('T');
  }

 private:
  static bool is_browser(char name) { return name >= 'A' && name <= 'C'; }
  void open() {
    const auto [entry, is_new] = connections_.try_emplace(speaker_, last_ + 1);
    from_ = entry->second;
    if (!is_new) return;
    ++last_;
    open_.insert(from_);
    call([this](HostActions& actions) {
      if (is_browser(speaker_)) {
        browsers_.insert(from_);
        return host_.opened_by_browser(now_, from_, actions);
      }
      host_.opened(now_, from_, actions);
    });
  }
  void close(char name) {
    const auto entry = connections_.find(name);
    if (entry == connections_.end()) return;
    const ConnectionId gone = entry->second;
    connections_.erase(entry);
    open_.erase(gone);
    call([&](HostActions& actions) { host_.closed(now_, gone, actions); });
  }
  void call(const std::function<void(HostActions&)>& act) {
    HostActions actions;
    act(actions);
    for (const std::string& sentence : actions.log) check_sentence(sentence);
    for (const auto& send : actions.sends) {
      check(open_.contains(send.to), "only who is connected is told");
      check(!send.text.empty(), "what is sent says something");
      check(browsers_.contains(send.to) || send.text.ends_with('\n'), "what is sent ends its line");
    }
    for (const ConnectionId connection : actions.hang_ups)
      check(open_.erase(connection) == 1, "only who is connected is hung up on, and once");
    for (const auto& bot : actions.bots) games_.push_back(bot.game);
    for (const auto& question : actions.questions)
      check(is_to_be_played(question.view), "a question has moves");
    questions_.insert(questions_.end(), actions.questions.begin(), actions.questions.end());
    for (const FinishedGame& game : actions.finished) check_game(game);
  }
  static void check_game(const FinishedGame& game) {
    check_sentence(game.reason);
    for (const std::string& player : game.players) check_sentence(player);
    engine::AnyState state = game.start;
    for (const engine::AnyMove move : game.moves) {
      check(state.is_playable(move), "a finished game can be replayed");
      state.apply(move);
    }
  }

  Host& host_;
  Host::Time now_{};
  engine::Rng rng_{1};
  char speaker_ = '1';
  ConnectionId from_ = 0, last_ = 0;
  absl::btree_map<char, ConnectionId> connections_;
  absl::flat_hash_set<ConnectionId> open_, browsers_;
  std::vector<engine::AnyGame> games_;  // the questions refer to them, whenever they are answered
  std::deque<HostActions::Question> questions_;
};

/// A seat and its game.
class SeatDriver {
 public:
  SeatDriver(Seat& seat, const engine::AnyGame& game, engine::Player player)
      : seat_(seat), player_(player), state_(game.start(rng_)) {
    tell([&](std::string& out) { seat_.begin(state_.redacted(player_), player_, out); });
  }

  void hear(std::string_view piece) {
    std::optional<SeatAnswer> answer;
    tell([&](std::string& out) { answer = seat_.received(piece, out); });
    take(answer);
  }
  void happen(char event) {
    const auto other = static_cast<engine::Player>(player_ == 0 ? 1 : 0);
    if (event == 'd') go_on();
    for (int i = 0; event == 'g' && i < kMostMoves && !is_asked_ && !has_ended_; ++i) go_on();
    if (event == 'T') end(player_, selfplay::Termination::kOutOfTime);
    if (event == 'h') end(other, selfplay::Termination::kOutOfTime);
    if (event == 's') end({}, selfplay::Termination::kStopped);
  }

 private:
  static constexpr int kMostMoves = 100;
  static constexpr std::size_t kMostSaid = 200'000;  // for one event

  void tell(const std::function<void(std::string&)>& act) {
    std::string out;
    act(out);
    check(out.empty() || out.ends_with('\n'), "what is sent ends its line");
    check(out.size() < kMostSaid, "what is sent has bounds");
  }
  void go_on() {
    if (has_ended_ || is_asked_) return;
    if (state_.is_over()) return end({}, selfplay::Termination::kPlayed);
    if (state_.to_move() == player_) return ask();
    if (state_.to_move() >= 0) return play(state_.random_move(rng_));
    std::vector<engine::AnyMove> chance;
    engine::AnyState(state_).play_chance_moves(rng_, &chance);
    for (const engine::AnyMove move : chance) play(move);
  }
  void ask() {
    is_asked_ = true;
    std::optional<SeatAnswer> answer;
    tell([&](std::string& out) { answer = seat_.ask(state_.redacted(player_), {}, out); });
    take(answer);
  }
  void take(const std::optional<SeatAnswer>& answer) {
    if (!answer) return;
    check(!has_ended_, "after the end nothing is answered");
    if (answer->forfeit != selfplay::Termination::kPlayed) {
      check_sentence(answer->reason, 200);
      return end(player_, answer->forfeit);
    }
    check(is_asked_, "an answer has a question");
    check(state_.is_playable(answer->move), "an answer is a legal move");
    is_asked_ = false;
    play(answer->move);
  }
  void play(engine::AnyMove move) {
    const engine::AnyState before = state_;
    state_.apply(move);
    tell([&](std::string& out) {
      seat_.saw(before.redacted(player_), before.seen(move, player_), out);
    });
  }
  void end(std::optional<engine::Player> loser, selfplay::Termination how) {
    if (std::exchange(has_ended_, true)) return;
    tell([&](std::string& out) { seat_.end(state_, loser, how, out); });
  }

  Seat& seat_;
  const engine::Player player_;
  engine::Rng rng_{1};
  engine::AnyState state_;
  bool is_asked_ = false, has_ended_ = false;
};

}  // namespace

void read_script(std::string_view input, const std::function<void(std::string_view piece)>& bytes,
                 const std::function<void(char event)>& event) {
  std::string piece;
  const auto flush = [&] {
    if (!piece.empty()) bytes(piece);
    piece.clear();
  };
  for (std::size_t i = 0; i < input.size(); ++i) {
    const bool is_event = input[i] == '~' && i + 1 < input.size();
    if (!is_event || input[i + 1] == '~') {
      piece += input[i];
      i += is_event;
      continue;
    }
    flush();
    if (input[++i] != '|') event(input[i]);
  }
  flush();
}

void drive(Client& client, std::string_view script) {
  ClientDriver driver(client);
  read_script(
      script, [&](std::string_view piece) { driver.hear(piece); },
      [&](char event) { driver.happen(event); });
}

void drive(Seat& seat, const engine::AnyGame& game, engine::Player player,
           std::string_view script) {
  SeatDriver driver(seat, game, player);
  read_script(
      script, [&](std::string_view piece) { driver.hear(piece); },
      [&](char event) { driver.happen(event); });
  driver.happen('s');
}

void drive(Host& host, std::string_view script) {
  HostDriver driver(host);
  read_script(
      script, [&](std::string_view piece) { driver.hear(piece); },
      [&](char event) { driver.happen(event); });
  driver.close_all();
}

}  // namespace gauntlet::fuzz
