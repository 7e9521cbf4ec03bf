#include "tools/protocol/gomoku_client.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kSmallestBoard = 5;
constexpr std::size_t kLargestBoard = 32;

bool is_status(const std::string& word) {
  static constexpr std::string_view kAll[] = {"continuing", "win",          "lose",
                                              "draw",       "forfeit-move", "forfeit-time"};
  return std::find(std::begin(kAll), std::end(kAll), word) != std::end(kAll);
}

/// "R C": a square of the board, or -1 -1.
bool is_square(std::string_view line, std::size_t size) {
  const auto words = engine::split(line, ' ');
  const int last = static_cast<int>(size) - 1;
  return words.size() == 2 && engine::parse_int(words[0], -1, last) &&
         engine::parse_int(words[1], -1, last);
}

/// The message's rows as the engine writes boards.
std::string board_of(const std::vector<std::string>& message) {
  std::string text;
  for (std::size_t row = 1; row <= message[1].size(); ++row) {
    if (row > 1) text += '/';
    for (const char square : message[row]) text += square == ' ' ? '.' : square;
  }
  return text;
}

absl::StatusOr<engine::AnyGame> game_of(const std::string& board) {
  return engine::find_game("gomoku:" + std::to_string(board.find('/')));
}

bool is_row(std::string_view row, std::size_t size) {
  return row.size() == size && row.find_first_not_of("xo ") == std::string_view::npos;
}

}  // namespace

void GomokuClient::connected(Time now, ClientActions& actions) {
  idle_.start(now);
  actions.log.push_back("waiting for the game to start, at most " + limit_text(options_.wait));
}

void GomokuClient::received(Time now, std::string_view bytes, ClientActions& actions) {
  lines_.add(bytes);
  while (!actions.end) {
    const auto line = lines_.next();
    if (!line) break;
    idle_.count_line();
    take_line(now, *line, actions);
    if (!actions.end && idle_.is_babble())
      return end(Verdict::kUnknown, std::string(IdleTimer::kBabble), actions);
  }
  if (!actions.end && lines_.is_overlong())
    end(Verdict::kUnknown, "this is no gomoku server: it sent an endless line", actions);
}

/// Adds a line to the message and checks that it can be there.
void GomokuClient::take_line(Time now, const Line& line, ClientActions& actions) {
  const std::size_t place = message_.size();
  if (place == 0 && line.text.empty()) return;
  message_.push_back(line.text);
  const std::size_t size = place == 0 ? 0 : message_[1].size();
  bool fits = !line.is_cut;
  if (place == 0) {
    fits &= is_status(absl::AsciiStrToLower(line.text));
  } else if (place <= size) {
    fits &= size >= kSmallestBoard && size <= kLargestBoard && is_row(line.text, size);
  } else if (place == size + 1) {
    fits &= is_square(line.text, size);
  } else {
    fits &= line.text == "x" || line.text == "o";
  }
  if (!fits)
    return end(Verdict::kUnknown,
               "this is no gomoku server: it sent " + engine::in_quotes(line.text, 64), actions);
  if (place == size + 2 && place > 0) {
    take_message(now, actions);
    message_.clear();
  }
}

void GomokuClient::take_message(Time now, ClientActions& actions) {
  const std::string status = absl::AsciiStrToLower(message_[0]);
  const char mover = message_.back()[0];
  const std::string board = board_of(message_);
  const auto stones =
      std::count(board.begin(), board.end(), 'x') + std::count(board.begin(), board.end(), 'o');
  if (stones > most_stones_) idle_.progress(now);
  most_stones_ = std::max(most_stones_, stones);
  follow(board);
  if (status == "continuing") return ask(now, actions);
  if (status == "win") return end(Verdict::kWin, "we won", actions);
  if (status == "lose") return end(Verdict::kLoss, "we lost", actions);
  if (status == "draw") return end(Verdict::kDraw, "a draw", actions);
  // The offender is the side to move, and was asked before.
  const bool is_ours = mover == colour_;
  const std::string what = status == "forfeit-move" ? "an illegal move" : "taking too long";
  end(is_ours ? Verdict::kLoss : Verdict::kWin,
      (is_ours ? "we forfeited by " : "the opponent forfeited by ") + what, actions);
}

/// Since the last message our move may have been played, and the one that this message tells.
void GomokuClient::follow(const std::string& board) {
  if (colour_ == 0 && !seen_.sees()) {
    const auto game = game_of(board);
    if (!game.ok()) return;
    std::string empty = board;
    for (char& square : empty)
      if (square != '/') square = '.';
    if (const auto start = game->from_text(empty); start.ok()) seen_ = GameTracker(*game, *start);
  }
  if (!seen_.sees()) return;
  const auto arrives = [&](const engine::AnyState& state) { return state.to_text() == board; };
  std::vector<engine::AnyMove> ours;
  if (sent_) ours.push_back(*sent_);
  sent_.reset();
  if (seen_.play({}, arrives) || seen_.play(ours, arrives)) return;
  std::string told = message_[message_.size() - 2];
  std::replace(told.begin(), told.end(), ' ', ',');
  engine::AnyState state = seen_.state();
  if (!ours.empty() && state.is_playable(ours[0])) state.apply(ours[0]);
  const auto theirs = state.parse(told);
  if (theirs.ok()) ours.push_back(*theirs);
  if (!theirs.ok() || !seen_.play(ours, arrives)) seen_.lose();
}

void GomokuClient::ask(Time now, ClientActions& actions) {
  const std::size_t size = message_[1].size();
  const char mover = message_.back()[0];
  if (colour_ != 0 && mover != colour_) return;  // the opponent is asked
  const std::string text = board_of(message_);
  const auto game = game_of(text);
  const auto state = game.ok() ? game->from_text(text) : game.status();
  if (!state.ok() || state->is_over() || state->to_move() != (mover == 'x' ? 0 : 1))
    return end(Verdict::kUnknown,
               "the server's board cannot be played on: " +
                   (state.ok() ? std::string("it is not the turn of ") + mover
                               : engine::message_of(state)),
               actions);
  if (colour_ == 0)
    actions.log.push_back("the game starts on " + std::to_string(size) + "x" +
                          std::to_string(size) + ", we are " + (mover == 'x' ? "black" : "white"));
  colour_ = mover;
  asked_ = Decision{*game, *state, options_.allowance};
  idle_.pause(now);
  actions.decision = asked_;
}

void GomokuClient::decided(Time now, engine::AnyMove move, ClientActions& actions) {
  if (!asked_) return;
  std::string text = asked_->view.format(move);
  std::replace(text.begin(), text.end(), ',', ' ');
  actions.sends.push_back(text + '\n');
  sent_ = move;
  idle_.resume(now);
  asked_.reset();
}

void GomokuClient::disconnected(Time, ClientActions& actions) {
  end(Verdict::kUnknown, "the server closed the connection without a result", actions);
}

void GomokuClient::ticked(Time now, ClientActions& actions) {
  const bool has_begun = most_stones_ >= 0;
  if (!idle_.exceeds(now, has_begun ? options_.idle : options_.wait)) return;
  end(Verdict::kUnknown, has_begun ? "the server fell silent" : no_game_text(options_.wait),
      actions);
}

void GomokuClient::end(Verdict verdict, std::string reason, ClientActions& actions) {
  actions.decision.reset();
  GameEnd end{verdict, std::move(reason), {}};
  if (seen_.sees() && colour_ != 0 && verdict != Verdict::kUnknown) {
    const engine::Player seat = colour_ == 'x' ? 0 : 1;
    std::vector<std::string> players = {"opponent", "opponent"};
    players[static_cast<std::size_t>(seat)].clear();
    end.seen = SeenGame{
        seen_.finished(std::move(players), returns_of_two(verdict, seat), end.reason), seat};
  }
  actions.end = std::move(end);
}

}  // namespace gauntlet::tools
