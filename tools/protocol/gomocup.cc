#include "tools/protocol/gomocup.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/protocol/gomocup_text.h"
#include "tools/protocol/line_words.h"

namespace gauntlet::tools {

namespace {

/// Three stones (black, white, black) after which both colours have about equal chances, by our own
/// analysis (docs/strength.md). They fit on every board.
constexpr std::pair<int, int> kSwap2Opening[] = {{1, 0}, {2, 2}, {4, 3}};

constexpr char kNoBoard[] = "there is no board yet; send START 15 first";

void complain(GomocupActions& actions, const std::string& sentence) {
  actions.lines.push_back("ERROR " + sentence);
}

/// Of milliseconds or bytes.
constexpr std::uint64_t kMostAmount = 999'999'999'999'999'999;

}  // namespace

const Gomocup::Command Gomocup::kCommands[] = {
    {"START", &Gomocup::start, true},         {"RECTSTART", &Gomocup::rect_start, true},
    {"RESTART", &Gomocup::restart, true},     {"END", &Gomocup::end, true},
    {"BEGIN", &Gomocup::begin, false},        {"TURN", &Gomocup::turn, false},
    {"BOARD", &Gomocup::board, false},        {"SWAP2BOARD", &Gomocup::swap2_board, false},
    {"DONE", &Gomocup::done, false},          {"PLAY", &Gomocup::play, false},
    {"TAKEBACK", &Gomocup::take_back, false}, {"INFO", &Gomocup::info, false},
    {"ABOUT", &Gomocup::about, false},
};

const Gomocup::Command* Gomocup::find_command(std::string_view word) {
  const std::string name = absl::AsciiStrToUpper(std::string(word.substr(0, 16)));
  for (const Command& command : kCommands)
    if (command.word == name) return &command;
  return nullptr;
}

// ---- lines ----

void Gomocup::received(Time now, const Line& line, GomocupActions& actions) {
  if (is_ending_) return;
  const Command* command = find_command(first_word(trimmed(line.text), kBlanks).first);
  const bool is_urgent = command && command->is_urgent && !line.is_cut;
  if (is_urgent && command->execute == &Gomocup::end) return end(now, {}, actions);
  if (!is_thinking()) return execute(now, line, actions);
  if (is_urgent) {
    actions.stop = true;
    asked_ = Asked::kNothing;
    waiting_.clear();
    return execute(now, line, actions);
  }
  if (waiting_.size() == kMostWaiting)
    return complain(actions, "too many lines wait for my move; this one is forgotten");
  waiting_.push_back(line);
}

void Gomocup::execute(Time now, const Line& line, GomocupActions& actions) {
  const std::string_view text = trimmed(line.text);
  if (text.empty()) return;
  if (line.is_cut)
    return complain(actions, "a line has at most " + std::to_string(kLongestLine) +
                                 " characters, and '" + engine::printable(text, 20) +
                                 "' goes on longer");
  const auto [word, rest] = first_word(text, kBlanks);
  const Command* command = find_command(word);
  if (setup_ && !(command && (command->is_urgent || command->execute == &Gomocup::done)))
    return collect(text);
  if (command) return (this->*command->execute)(now, trimmed(rest), actions);
  actions.lines.push_back("UNKNOWN command '" + engine::printable(word, 40) + "'");
}

void Gomocup::decided(Time now, std::uint64_t number, engine::AnyMove move,
                      std::optional<double> win, GomocupActions& actions) {
  if (!is_thinking() || number != searches_) return;
  const Asked asked = std::exchange(asked_, Asked::kNothing);
  used_ += std::chrono::duration_cast<Milliseconds>(now - asked_at_);
  time_left_.reset();
  is_new_game_ = false;
  if (asked == Asked::kSwap2Choice && win && *win < 0.5) {
    actions.lines.push_back("SWAP");
  } else {
    const std::string text = asked_view_->format(move);  // row,column
    const auto square = engine::split(text, ',');
    const int y = *engine::parse_int(square[0], 0, kLargestGomocupSide);
    const int x = *engine::parse_int(square[1], 0, kLargestGomocupSide);
    stones_.push_back({x, y, asked_view_->to_move()});
    actions.lines.push_back(gomocup_square(x, y));
  }
  while (!is_thinking() && !waiting_.empty()) {
    const Line line = std::move(waiting_.front());
    waiting_.pop_front();
    execute(now, line, actions);
  }
}

// ---- the board ----

void Gomocup::new_board(Size size, GomocupActions& actions) {
  size_ = size;
  stones_.clear();
  setup_.reset();
  used_ = Milliseconds(0);
  is_new_game_ = true;
  actions.lines.push_back("OK");
}

void Gomocup::start(Time, std::string_view rest, GomocupActions& actions) {
  const auto side = gomocup_numbers(rest);
  setup_.reset();
  if (side.size() != 1 || !is_gomocup_side(side[0]))
    return complain(actions, "START needs the side of the board, " +
                                 std::to_string(kSmallestGomocupSide) + " to " +
                                 std::to_string(kLargestGomocupSide) + ", as in START 15");
  new_board({side[0], side[0]}, actions);
}

void Gomocup::rect_start(Time, std::string_view rest, GomocupActions& actions) {
  const auto sides = gomocup_numbers(rest);
  setup_.reset();
  if (sides.size() != 2 || !is_gomocup_side(sides[0]) || !is_gomocup_side(sides[1]))
    return complain(actions, "RECTSTART needs width and height, each " +
                                 std::to_string(kSmallestGomocupSide) + " to " +
                                 std::to_string(kLargestGomocupSide) + ", as in RECTSTART 20,15");
  new_board({sides[0], sides[1]}, actions);
}

void Gomocup::restart(Time, std::string_view, GomocupActions& actions) {
  setup_.reset();
  if (needs_board(actions)) new_board(*size_, actions);
}

bool Gomocup::needs_board(GomocupActions& actions) const {
  if (!size_) complain(actions, kNoBoard);
  return size_.has_value();
}

/// Why no stone can be put on this square, or "".
std::string Gomocup::why_not_free(int x, int y) const {
  if (x < 0 || y < 0 || x >= size_->width || y >= size_->height)
    return gomocup_square(x, y) + " is not on the board of " + std::to_string(size_->width) + "x" +
           std::to_string(size_->height) + " squares";
  const auto is_here = [x, y](const Stone& stone) { return stone.x == x && stone.y == y; };
  const bool is_taken = std::any_of(stones_.begin(), stones_.end(), is_here);
  return is_taken ? gomocup_square(x, y) + " is occupied" : "";
}

/// Puts a stone of the player to move on the square that `text` names.
bool Gomocup::add_stone(std::string_view text, GomocupActions& actions) {
  const auto square = gomocup_numbers(text);
  std::string why = square.size() != 2
                        ? "a square is x,y as in 7,7, and not '" + engine::printable(text, 40) + "'"
                        : why_not_free(square[0], square[1]);
  if (!why.empty()) {
    complain(actions, why);
    return false;
  }
  stones_.push_back({square[0], square[1], player_to_move()});
  return true;
}

// ---- moves ----

void Gomocup::begin(Time now, std::string_view, GomocupActions& actions) {
  if (!needs_board(actions)) return;
  if (!stones_.empty()) return complain(actions, "BEGIN is for the empty board; RESTART clears it");
  ask(now, Asked::kMove, actions);
}

/// A position that is refused, as after the opponent's winning stone, is kept: TAKEBACK undoes it.
void Gomocup::turn(Time now, std::string_view rest, GomocupActions& actions) {
  if (needs_board(actions) && add_stone(rest, actions)) ask(now, Asked::kMove, actions);
}

void Gomocup::play(Time, std::string_view rest, GomocupActions& actions) {
  if (needs_board(actions) && add_stone(rest, actions))
    actions.lines.push_back(gomocup_square(stones_.back().x, stones_.back().y));
}

void Gomocup::take_back(Time, std::string_view rest, GomocupActions& actions) {
  if (!needs_board(actions)) return;
  const auto square = gomocup_numbers(rest);
  if (square.size() != 2)
    return complain(actions, "TAKEBACK needs the last move's square, as in TAKEBACK 7,7");
  if (stones_.empty() || stones_.back().x != square[0] || stones_.back().y != square[1])
    return complain(
        actions, gomocup_square(square[0], square[1]) + " was not the last move" +
                     (stones_.empty()
                          ? ""
                          : ", which was " + gomocup_square(stones_.back().x, stones_.back().y)));
  stones_.pop_back();
  actions.lines.push_back("OK");
}

void Gomocup::ask(Time now, Asked what, GomocupActions& actions) {
  asked_view_.reset();
  auto game = this->game();
  if (!game.ok()) return complain(actions, engine::message_of(game));
  auto view = position(*game);
  if (!view.ok()) return complain(actions, engine::message_of(view));
  if (view->is_over()) return complain(actions, "the game is over");
  asked_ = what;
  asked_at_ = now;
  asked_game_ = *game;
  asked_view_ = *view;
  actions.search = GomocupSearch{*game,     *view,       now + allowance(), max_memory_,
                                 max_node_, ++searches_, is_new_game_};
}

absl::StatusOr<engine::AnyGame> Gomocup::game() const {
  if (rule_ & ~std::uint64_t{kGomocupExactly | kGomocupContinuous})
    return absl::InvalidArgumentError(
        "rule " + std::to_string(rule_) +
        " is not played here; 0 (five or more) and 1 (exactly five) are");
  const std::string width = std::to_string(size_->width);
  const std::string name = size_->width == size_->height
                               ? "gomoku:" + width
                               : "mnk:" + width + "x" + std::to_string(size_->height) + "x5";
  return engine::find_game(rule_ & kGomocupExactly ? name + "/exact" : name);
}

absl::StatusOr<engine::AnyState> Gomocup::position(const engine::AnyGame& game) const {
  const std::size_t row = static_cast<std::size_t>(size_->width) + 1;
  std::string text(row * static_cast<std::size_t>(size_->height) - 1, '.');
  for (std::size_t end = row - 1; end < text.size(); end += row) text[end] = '/';
  for (const Stone& stone : stones_)
    text[static_cast<std::size_t>(stone.y) * row + static_cast<std::size_t>(stone.x)] =
        stone.player == 0 ? 'x' : 'o';
  return game.from_text(text);
}

/// How long the next move may take us. What is off for pipes and a busy machine is 30 ms and a
/// twentieth; of a match's time each move gets a share that never uses it up.
Gomocup::Milliseconds Gomocup::allowance() const {
  constexpr std::uint64_t kFastest = 10, kLongest = 3'600'000, kMovesToCome = 25;
  std::uint64_t turn = timeout_turn_ == 0 ? kFastest : std::min(timeout_turn_, kLongest);
  std::optional<std::uint64_t> left = time_left_;
  const auto used = static_cast<std::uint64_t>(used_.count());
  if (!left && timeout_match_ > 0) left = timeout_match_ - std::min(timeout_match_, used);
  if (left && *left < std::uint64_t{kGomocupNoLimit}) turn = std::min(turn, *left / kMovesToCome);
  const std::uint64_t margin = std::min<std::uint64_t>(30 + turn / 20, 500);
  return Milliseconds(turn > margin + turn / 4 ? turn - margin : turn / 4);
}

// ---- whole boards ----

void Gomocup::board(Time, std::string_view, GomocupActions&) {
  setup_ = Setup{false, size_ ? "" : kNoBoard};
  stones_.clear();
}

void Gomocup::swap2_board(Time, std::string_view, GomocupActions&) {
  setup_ = Setup{true, size_ ? "" : kNoBoard};
  stones_.clear();
}

/// One line between BOARD and DONE. The first mistake is told at DONE, the manager reads no
/// earlier.
void Gomocup::collect(std::string_view text) {
  if (!setup_->mistake.empty()) return;
  const auto fields = gomocup_numbers(text);
  if (fields.size() != (setup_->is_swap2 ? 2 : 3)) {
    setup_->mistake = std::string(setup_->is_swap2 ? "x,y" : "x,y,who") +
                      " or DONE was expected instead of '" + engine::printable(text, 40) + "'";
  } else if (!setup_->is_swap2 && fields[2] != 1 && fields[2] != 2) {
    setup_->mistake = "who is 1 (me) or 2 (the opponent), and field " + std::to_string(fields[2]) +
                      " is not played here";
  } else {
    setup_->mistake = why_not_free(fields[0], fields[1]);
  }
  if (!setup_->mistake.empty()) return;
  const int player = setup_->is_swap2 ? player_to_move() : fields[2] - 1;
  stones_.push_back({fields[0], fields[1], player});
}

void Gomocup::done(Time now, std::string_view, GomocupActions& actions) {
  if (!setup_) return complain(actions, "DONE ends BOARD, and there was none");
  const Setup setup = *std::exchange(setup_, std::nullopt);
  is_new_game_ = true;
  if (!setup.mistake.empty()) {
    stones_.clear();
    return complain(actions, setup.mistake);
  }
  setup.is_swap2 ? answer_swap2(now, actions) : answer_board(now, actions);
}

/// Until here players are numbered from us; from here on from who moves first.
void Gomocup::answer_board(Time now, GomocupActions& actions) {
  const auto all = static_cast<int>(stones_.size());
  const auto is_ours = [](const Stone& stone) { return stone.player == 0; };
  const auto ours = static_cast<int>(std::count_if(stones_.begin(), stones_.end(), is_ours));
  const int theirs = all - ours;
  if (theirs != ours && theirs != ours + 1) {
    stones_.clear();
    return complain(actions,
                    "with " + engine::counted(static_cast<std::uint64_t>(ours), "stone") +
                        " of mine and " + std::to_string(theirs) +
                        " of the opponent's it is not my turn: I need as many, or one less");
  }
  if (theirs > ours)
    for (Stone& stone : stones_) stone.player = 1 - stone.player;
  ask(now, Asked::kMove, actions);
}

/// Nothing on the board: we place the three stones. Three: we choose between white's move and
/// black's stones. Five: the opponent has put two more and lets us choose again.
void Gomocup::answer_swap2(Time now, GomocupActions& actions) {
  if (stones_.size() == 3 || stones_.size() == 5) return ask(now, Asked::kSwap2Choice, actions);
  if (!stones_.empty()) {
    const auto count = stones_.size();
    stones_.clear();
    return complain(actions, "SWAP2BOARD has 0, 3 or 5 stones, and not " + std::to_string(count));
  }
  std::string text;
  for (const auto& [x, y] : kSwap2Opening) {
    stones_.push_back({x, y, player_to_move()});
    text += (text.empty() ? "" : " ") + gomocup_square(x, y);
  }
  actions.lines.push_back(text);
}

// ---- the rest ----

void Gomocup::info(Time, std::string_view rest, GomocupActions&) {
  const auto [word, text] = first_word(rest, kBlanks);
  const std::string key = absl::AsciiStrToUpper(std::string(word));
  // Managers write -1 and other nonsense for "no limit"; and INFO is never answered.
  const auto value = engine::parse_whole(trimmed(text), kMostAmount);
  if (!value) return;
  if (key == "TIMEOUT_TURN") timeout_turn_ = *value;
  if (key == "TIMEOUT_MATCH") timeout_match_ = *value;
  if (key == "TIME_LEFT") time_left_ = *value;
  if (key == "MAX_MEMORY") max_memory_ = *value;
  if (key == "MAX_NODE") max_node_ = *value;
  if (key == "RULE") rule_ = *value;
}

void Gomocup::about(Time, std::string_view, GomocupActions& actions) {
  actions.lines.push_back("name=\"Gauntlet\", version=\"" GAUNTLET_VERSION
                          "\", author=\"The Gauntlet authors\", country=\"\"");
}

void Gomocup::end(Time, std::string_view, GomocupActions&) {
  is_ending_ = true;
}

}  // namespace gauntlet::tools
