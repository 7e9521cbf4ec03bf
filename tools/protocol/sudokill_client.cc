#include "tools/protocol/sudokill_client.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "search/clock.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr auto kPlayEvery = 1s;
constexpr auto kPatienceForWait = 2s;
constexpr Milliseconds kClockMargin{5'000};  // the server counts whole seconds and polls
constexpr Milliseconds kMoveMargin{100};
constexpr Milliseconds kShortestThought{10};
constexpr std::string_view kNoMove = "0 0 0";

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

std::string after(std::string_view prefix, const std::string& line) {
  return line.substr(prefix.size());
}

}  // namespace

SudokillClient::SudokillClient(Options options)
    : options_(std::move(options)), lines_(kLongestLine) {
  board_.fill('.');
}

void SudokillClient::connected(Time now, Wishes&) {
  connected_at_ = last_heard_ = now;
}

void SudokillClient::introduce(Wishes& wishes) {
  stage_ = Stage::kNamed;
  wishes.sends.push_back(options_.name + '\n');
}

void SudokillClient::received(Time now, std::string_view bytes, Wishes& wishes) {
  last_heard_ = now;
  lines_.add(bytes);
  while (!wishes.end) {
    const auto line = lines_.next();
    if (line ? line->is_cut : lines_.is_overlong())
      return end(Verdict::kUnknown, "this is no sudokill server: it sent an endless line", wishes);
    if (!line) return;
    take_line(now, line->text, wishes);
  }
}

void SudokillClient::take_line(Time now, const std::string& line, Wishes& wishes) {
  if (line.empty()) return;
  const bool knew_server = std::exchange(knows_server_, true);
  if (line == "WAIT") {
    if (stage_ == Stage::kNameless) return introduce(wishes);
    wishes.log.push_back("waiting in the queue");
  } else if (line == "READY") {
    if (stage_ == Stage::kNameless) introduce(wishes);
    stage_ = std::max(stage_, Stage::kSeated);
    wishes.log.push_back("seated");
    if (options_.starts_game) play_at_ = now;
  } else if (line.starts_with("START|")) {
    take_start(line, wishes);
  } else if (line.starts_with("ADD|")) {
    take_add(now, line, wishes);
  } else if (line.starts_with("GAME OVER|")) {
    take_game_over(after("GAME OVER|", line), wishes);
  } else if (!knew_server) {
    end(Verdict::kUnknown,
        "this is no sudokill server: it sent '" + engine::printable(line, 100) + "'", wishes);
  } else if (!take_move(line)) {
    wishes.log.push_back("the server says '" + engine::printable(line, 100) + "'");
  }
}

void SudokillClient::take_start(const std::string& line, Wishes& wishes) {
  const auto board = read_rows(line, 3);
  const auto fields = engine::split(line, '|');
  if (!board || (fields[1] != "1" && fields[1] != "2"))
    return end(Verdict::kUnknown, "the server's START cannot be read", wishes);
  stage_ = Stage::kPlaying;
  seat_ = fields[1][0] - '1';
  board_ = *board;
  last_ = "-";
  play_at_.reset();
  const auto game = engine::find_game("sudokill");
  if (const auto start = game->from_text(std::string(board_.begin(), board_.end()) + " - 1"))
    seen_ = GameTracker(*game, *start);
  wishes.log.push_back(std::string("the game starts, we move ") +
                       (seat_ == 0 ? "first" : "second"));
}

/// An echo: somebody has moved. False when the line is none.
bool SudokillClient::take_move(const std::string& line) {
  const auto move = read_move(line);
  if (!move || stage_ != Stage::kPlaying) return false;
  const auto [row, column, digit] = *move;
  follow(row, column, digit);
  board_[static_cast<std::size_t>(9 * row + column)] = static_cast<char>('0' + digit);
  last_ = std::to_string(row) + std::to_string(column);
  if (!sent_.empty() && line.starts_with(sent_)) is_our_turn_ = false;
  return true;
}

/// A move that was played. One that loses is played by nobody.
void SudokillClient::follow(int row, int column, int digit) {
  if (!seen_.sees()) return;
  const auto move = seen_.state().parse(std::to_string(row) + ',' + std::to_string(column) + ',' +
                                        std::to_string(digit));
  if (!move || !seen_.play({*move}, [](const engine::AnyState&) { return true; })) seen_.lose();
}

void SudokillClient::take_add(Time now, const std::string& line, Wishes& wishes) {
  const auto board = read_rows(line, 1);
  if (!board || stage_ != Stage::kPlaying)
    return end(Verdict::kUnknown, "the server's ADD cannot be read", wishes);
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
  ask(now, wishes);
}

void SudokillClient::ask(Time now, Wishes& wishes) {
  is_our_turn_ = true;
  turn_began_ = now;
  sent_.clear();
  const std::string text =
      std::string(board_.begin(), board_.end()) + ' ' + last_ + (seat_ == 0 ? " 1" : " 2");
  const auto game = engine::find_game("sudokill");
  const auto state = game->from_text(text);
  if (!state) {
    wishes.log.push_back("the server's board cannot be played on: " + state.error());
    return send_move(now, std::string(kNoMove), wishes);
  }
  if (state->is_over()) {
    wishes.log.push_back("no digit fits any more");
    return send_move(now, std::string(kNoMove), wishes);
  }
  asked_ = Decision{*game, *state, plan(*state)};
  wishes.decision = asked_;
}

/// This move's part of our clock.
Milliseconds SudokillClient::plan(const engine::AnyState& view) const {
  if (options_.allowance) return *options_.allowance;
  const Milliseconds left = options_.clock - spent_ - kClockMargin;
  const Milliseconds time = search::thinking_time(view, std::max(left, Milliseconds(0)));
  return std::max(kShortestThought, time - kMoveMargin);
}

void SudokillClient::decided(Time now, engine::AnyMove move, Wishes& wishes) {
  if (!asked_) return;
  std::string text = asked_->view.format(move);
  std::replace(text.begin(), text.end(), ',', ' ');
  asked_.reset();
  send_move(now, text, wishes);
}

void SudokillClient::send_move(Time now, const std::string& move, Wishes& wishes) {
  spent_ += std::chrono::ceil<Milliseconds>(now - turn_began_);
  sent_ = move;
  wishes.sends.push_back(move + '\n');
}

void SudokillClient::take_game_over(const std::string& text, Wishes& wishes) {
  const std::string shown = text.empty() ? "no reason given" : engine::printable(text, 200);
  if (text == "Game stopped!") return end(Verdict::kUnknown, shown, wishes);
  if (stage_ != Stage::kPlaying) return end(Verdict::kUnknown, shown, wishes);
  end(has_won(text) ? Verdict::kWin : Verdict::kLoss, shown, wishes);
}

bool SudokillClient::has_won(const std::string& text) const {
  // "NAME left the game" is only ever told to those who stayed.
  if (text.ends_with(" left the game")) return true;
  const bool names_us = text.starts_with(options_.name + " WINS!");
  const bool blames_us = text.starts_with(options_.name + " WINS! " + options_.name + ' ');
  return names_us && blames_us ? !is_our_turn_ : names_us;
}

void SudokillClient::disconnected(Time, Wishes& wishes) {
  end(Verdict::kUnknown, "the server closed the connection without a result", wishes);
}

void SudokillClient::ticked(Time now, Wishes& wishes) {
  if (stage_ == Stage::kNameless && now - connected_at_ > kPatienceForWait) introduce(wishes);
  if (stage_ == Stage::kSeated && play_at_ && now >= *play_at_) {
    wishes.sends.push_back("PLAY\n");
    play_at_ = now + kPlayEvery;
  }
  // In the queue nothing need be heard, but a server that is one greets us.
  const bool expects_news = stage_ == Stage::kPlaying ? !asked_ : !knows_server_;
  if (expects_news && now - last_heard_ > options_.idle)
    end(Verdict::kUnknown, "the server fell silent", wishes);
}

void SudokillClient::end(Verdict verdict, std::string reason, Wishes& wishes) {
  wishes.decision.reset();
  GameEnd end{verdict, std::move(reason), {}};
  if (seen_.sees() && verdict != Verdict::kUnknown) {
    const auto seat = static_cast<engine::Player>(seat_);
    std::vector<std::string> players = {"opponent", "opponent"};
    players[static_cast<std::size_t>(seat)].clear();
    end.seen = SeenGame{
        seen_.finished(std::move(players), returns_of_two(verdict, seat), end.reason), seat};
  }
  wishes.end = std::move(end);
}

}  // namespace gauntlet::tools
