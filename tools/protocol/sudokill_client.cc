#include "tools/protocol/sudokill_client.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/blanks.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "search/clock.h"
#include "tools/protocol/sudokill_line.h"
#include "tools/protocol/sudokill_referee.h"
#include "tools/protocol/sudokill_result.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr auto kPlayEvery = 1s;
constexpr auto kPatienceForWait = 2s;
constexpr Milliseconds kClockMargin{5'000};  // the server counts whole seconds and polls
constexpr Milliseconds kMoveMargin{100};
constexpr Milliseconds kShortestThought{10};

/// `line` as numbers separated by single blanks: three, or four with a player's id.
std::optional<std::array<int, 3>> read_move(std::string_view line) {
  const auto words = engine::split(line, ' ');
  if (words.size() < 3 || words.size() > 4) return std::nullopt;
  const auto row = engine::parse_int(words[0], 0, 8), column = engine::parse_int(words[1], 0, 8),
             digit = engine::parse_int(words[2], 1, 9);
  if (!row || !column || !digit) return std::nullopt;
  return std::array{*row, *column, *digit};
}

/// Nine rows of nine digits with blanks between, from field `first` on; nothing if they are not.
std::optional<std::array<char, 81>> read_rows(std::string_view line, std::size_t first) {
  const auto fields = engine::split(line, '|');
  if (fields.size() != first + 9) return std::nullopt;
  std::array<char, 81> board{};
  for (std::size_t row = 0; row < 9; ++row) {
    const auto digits = engine::split(fields[first + row], ' ');
    if (digits.size() != 9) return std::nullopt;
    for (std::size_t column = 0; column < 9; ++column) {
      const auto digit = engine::parse_int(digits[column], 0, 9);
      if (!digit) return std::nullopt;
      board[9 * row + column] = *digit == 0 ? '.' : static_cast<char>('0' + *digit);
    }
  }
  return board;
}

std::ptrdiff_t digits_on(const std::array<char, 81>& board) {
  return 81 - std::count(board.begin(), board.end(), '.');
}

std::string without_blanks(const std::string& name) {
  const std::string_view word = engine::trimmed(name, " ");
  return word.empty() ? SudokillClient::Options().name : std::string(word);
}

}  // namespace

SudokillClient::SudokillClient(Options options)
    : options_(std::move(options)), lines_(kLongestLine) {
  options_.name = without_blanks(options_.name);
  board_.fill('.');
}

void SudokillClient::connected(Time now, ClientActions&) {
  connected_at_ = now;
  idle_.start(now);
}

void SudokillClient::introduce(ClientActions& actions) {
  stage_ = Stage::kNamed;
  actions.sends.push_back(options_.name + '\n');
}

void SudokillClient::received(Time now, std::string_view bytes, ClientActions& actions) {
  lines_.add(bytes);
  while (!actions.end) {
    const auto line = lines_.next();
    if (line ? line->is_cut : lines_.is_overlong())
      return take_long_line(line ? line->text : lines_.partial(), actions);
    if (!line) return;
    idle_.count_line();
    take_line(now, line->text, actions);
    if (!actions.end && idle_.is_babble())
      end(Verdict::kUnknown, std::string(IdleTimer::kBabble), actions);
  }
}

/// An end with long names has a result if it cannot be our loss, for we were not to move.
void SudokillClient::take_long_line(std::string_view beginning, ClientActions& actions) {
  if (stage_ != Stage::kPlaying || !beginning.starts_with(kSudokillGameOver))
    return end(Verdict::kUnknown, "this is no sudokill server: it sent an endless line", actions);
  end(is_our_turn_ ? Verdict::kUnknown : Verdict::kWin,
      engine::printable(beginning.substr(kSudokillGameOver.size()), 200), actions);
}

void SudokillClient::take_line(Time now, const std::string& line, ClientActions& actions) {
  if (line.empty()) return;
  const bool knew_server = std::exchange(knows_server_, true);
  if (line == "WAIT" || line == "READY") {
    take_place(now, line, actions);
  } else if (line.starts_with("START|") && stage_ != Stage::kPlaying) {
    take_start(now, line, actions);
  } else if (line.starts_with("ADD|")) {
    take_add(now, line, actions);
  } else if (line.starts_with(kSudokillGameOver)) {
    take_game_over(line.substr(kSudokillGameOver.size()), actions);
  } else if (!knew_server) {
    end(Verdict::kUnknown, "this is no sudokill server: it sent " + engine::in_quotes(line, 100),
        actions);
  } else if (!take_move(now, line)) {
    actions.log.push_back("the server says " + engine::in_quotes(line, 100));
  }
}

/// WAIT asks for our name first, and means the queue later; READY is a seat.
void SudokillClient::take_place(Time now, const std::string& line, ClientActions& actions) {
  const bool is_seat = line == "READY";
  const bool asks_name = stage_ == Stage::kNameless;
  if (asks_name) introduce(actions);
  const Stage reached = is_seat ? Stage::kSeated : asks_name ? Stage::kNamed : Stage::kQueued;
  const bool is_new = asks_name || reached > stage_;
  stage_ = std::max(stage_, reached);
  if (is_new) idle_.progress(now);
  if (is_new && is_seat && options_.starts_game) play_at_ = now;
  if (asks_name && !is_seat) return;
  const std::string wait = ", at most " + limit_text(options_.wait);
  actions.log.push_back(is_seat ? "seated" + (is_new ? "; waiting for the game" + wait : "")
                                : "waiting in the queue" + (is_new ? wait : ""));
}

void SudokillClient::take_start(Time now, const std::string& line, ClientActions& actions) {
  const auto board = read_rows(line, 3);
  const auto fields = engine::split(line, '|');
  if (!board || (fields[1] != "1" && fields[1] != "2"))
    return end(Verdict::kUnknown, "the server's START cannot be read", actions);
  stage_ = Stage::kPlaying;
  idle_.progress(now);
  seat_ = fields[1][0] - '1';
  board_ = *board;
  digits_ = digits_on(board_);
  last_ = "-";
  play_at_.reset();
  const auto game = engine::find_game("sudokill");
  if (const auto start = game->from_text(std::string(board_.begin(), board_.end()) + " - 1");
      start.ok())
    seen_ = GameTracker(*game, *start);
  actions.log.push_back(std::string("the game starts, we move ") +
                        (seat_ == 0 ? "first" : "second"));
}

/// An echo: somebody has moved. False when the line is none.
bool SudokillClient::take_move(Time now, const std::string& line) {
  const auto move = read_move(line);
  if (!move || stage_ != Stage::kPlaying) return false;
  const auto [row, column, digit] = *move;
  follow(row, column, digit);
  board_[static_cast<std::size_t>(9 * row + column)] = static_cast<char>('0' + digit);
  see_board(now);
  last_ = std::to_string(row) + std::to_string(column);
  if (!sent_.empty() && line.starts_with(sent_)) is_our_turn_ = false;
  return true;
}

void SudokillClient::see_board(Time now) {
  const auto digits = digits_on(board_);
  if (digits > digits_) idle_.progress(now);
  digits_ = std::max(digits_, digits);
}

/// A move that was played. One that loses is played by nobody.
void SudokillClient::follow(int row, int column, int digit) {
  if (!seen_.sees()) return;
  const auto move = seen_.state().parse(std::to_string(row) + ',' + std::to_string(column) + ',' +
                                        std::to_string(digit));
  if (!move.ok() || !seen_.play({*move}, [](const engine::AnyState&) { return true; }))
    seen_.lose();
}

void SudokillClient::take_add(Time now, const std::string& line, ClientActions& actions) {
  const auto board = read_rows(line, 1);
  if (!board || stage_ != Stage::kPlaying)
    return end(Verdict::kUnknown, "the server's ADD cannot be read", actions);
  // Should an echo be missing, the board tells the last move all the same.
  std::size_t changes = 0, changed = 0;
  for (std::size_t square = 0; square < kSquares; ++square)
    if ((*board)[square] != board_[square]) {
      ++changes;
      changed = square;
    }
  if (changes == 1)
    follow(static_cast<int>(changed / 9), static_cast<int>(changed % 9), (*board)[changed] - '0');
  if (changes == 1) last_ = std::to_string(changed / 9) + std::to_string(changed % 9);
  board_ = *board;
  see_board(now);
  ask(now, actions);
}

void SudokillClient::ask(Time now, ClientActions& actions) {
  if (digits_ > asked_digits_) idle_.progress(now);
  asked_digits_ = digits_;
  is_our_turn_ = true;
  turn_began_ = now;
  sent_.clear();
  const std::string text =
      std::string(board_.begin(), board_.end()) + ' ' + last_ + (seat_ == 0 ? " 1" : " 2");
  const auto game = engine::find_game("sudokill");
  const auto state = game->from_text(text);
  if (!state.ok()) {
    actions.log.push_back("the server's board cannot be played on: " + engine::message_of(state));
    return send_move(now, std::string(kNoMove), actions);
  }
  if (state->is_over()) {
    actions.log.push_back("no digit fits any more");
    return send_move(now, std::string(kNoMove), actions);
  }
  idle_.pause(now);
  asked_ = Decision{*game, *state, plan(*state)};
  actions.decision = asked_;
}

/// This move's part of our clock.
Milliseconds SudokillClient::plan(const engine::AnyState& view) const {
  if (options_.allowance) return *options_.allowance;
  const Milliseconds left = options_.clock - spent_ - kClockMargin;
  const Milliseconds time = search::thinking_time(view, std::max(left, Milliseconds(0)));
  return std::max(kShortestThought, time - kMoveMargin);
}

void SudokillClient::decided(Time now, engine::AnyMove move, ClientActions& actions) {
  if (!asked_) return;
  asked_.reset();
  send_move(now, sudokill_move(engine::Sudokill::Move::from_bits(move.bits())), actions);
}

void SudokillClient::send_move(Time now, const std::string& move, ClientActions& actions) {
  spent_ += std::chrono::ceil<Milliseconds>(now - turn_began_);
  sent_ = move;
  idle_.resume(now);
  actions.sends.push_back(move + '\n');
}

void SudokillClient::take_game_over(const std::string& text, ClientActions& actions) {
  const std::string shown = text.empty() ? "no reason given" : engine::printable(text, 200);
  if (stage_ != Stage::kPlaying) return end(Verdict::kUnknown, shown, actions);
  end(sudokill_verdict(text, {options_.name, is_our_turn_, sent_}), shown, actions);
}

void SudokillClient::disconnected(Time, ClientActions& actions) {
  end(Verdict::kUnknown, "the server closed the connection without a result", actions);
}

void SudokillClient::ticked(Time now, ClientActions& actions) {
  if (stage_ == Stage::kNameless && now - connected_at_ > kPatienceForWait) introduce(actions);
  if (stage_ == Stage::kSeated && play_at_ && now >= *play_at_) {
    actions.sends.push_back("PLAY\n");
    play_at_ = now + kPlayEvery;
  }
  // A server that is one greets us; then somebody else may have to come first.
  const bool is_waiting = knows_server_ && stage_ != Stage::kPlaying;
  if (!idle_.exceeds(now, is_waiting ? options_.wait : options_.idle)) return;
  end(Verdict::kUnknown, is_waiting ? no_game_text(options_.wait) : "the server fell silent",
      actions);
}

void SudokillClient::end(Verdict verdict, std::string reason, ClientActions& actions) {
  actions.decision.reset();
  GameEnd end{verdict, std::move(reason), {}};
  if (seen_.sees() && verdict != Verdict::kUnknown) {
    const auto seat = static_cast<engine::Player>(seat_);
    std::vector<std::string> players = {"opponent", "opponent"};
    players[static_cast<std::size_t>(seat)].clear();
    end.seen = SeenGame{
        seen_.finished(std::move(players), returns_of_two(verdict, seat), end.reason), seat};
  }
  actions.end = std::move(end);
}

}  // namespace gauntlet::tools
