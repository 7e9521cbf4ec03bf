#include "tools/protocol/gomocup.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/blanks.h"
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

std::string why_over(const engine::AnyState& view) {
  if (view.to_text().find('.') == std::string::npos)
    return "the game is over: the board is full, and no square is left to move to";
  return "the game is over: there is a line of five already, and nobody is to move";
}

/// Of milliseconds or bytes.
constexpr std::uint64_t kMostAmount = 999'999'999'999'999'999;

bool is_below_zero(std::string_view number) {
  return number.size() > 1 && number[0] == '-' &&
         number.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

const Gomocup::Command Gomocup::kCommands[] = {
    {"START", &Gomocup::start, true},         {"RECTSTART", &Gomocup::rect_start, true},
    {"RESTART", &Gomocup::restart, true},     {"END", &Gomocup::end, true},
    {"BEGIN", &Gomocup::begin, false},        {"TURN", &Gomocup::turn, false},
    {"BOARD", &Gomocup::board, false},        {"SWAP2BOARD", &Gomocup::swap2_board, false},
    {"DONE", &Gomocup::done, false},          {"PLAY", &Gomocup::play, false},
    {"TAKEBACK", &Gomocup::take_back, false}, {"INFO", &Gomocup::info, false},
    {"ABOUT", &Gomocup::about, false},        {"YXBOARD", &Gomocup::yx_board, false},
    {"YXSTOP", &Gomocup::yx_stop, true},
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
  const Command* command =
      find_command(first_word(engine::trimmed(line.text), engine::kBlanks).first);
  const bool is_urgent = command && command->is_urgent && !line.is_cut;
  if (is_urgent && command->execute == &Gomocup::yx_stop) return yx_stop(now, {}, actions);
  if (!is_thinking()) return execute(now, line, actions);
  if (is_urgent) {
    forget_search(actions);
    return execute(now, line, actions);
  }
  if (waiting_.size() == kMostWaiting)
    return complain(actions, "too many lines wait for my move; this one is forgotten");
  waiting_.push_back(line);
}

void Gomocup::forget_search(GomocupActions& actions) {
  actions.stop = true;
  asked_ = Asked::kNothing;
  pair_.reset();
  waiting_.clear();
  time_left_.reset();  // it was told for the move that is not played any more
}

void Gomocup::execute(Time now, const Line& line, GomocupActions& actions) {
  const std::string_view text = engine::trimmed(line.text);
  if (text.empty()) return;
  if (line.is_cut)
    return complain(actions, "a line has at most " + std::to_string(kLongestLine) +
                                 " characters, and " + engine::in_quotes(text, 20) +
                                 " goes on longer");
  const auto [word, rest] = first_word(text, engine::kBlanks);
  const Command* command = find_command(word);
  if (setup_ && !(command && (command->is_urgent || command->execute == &Gomocup::done)))
    return collect(text);
  if (command) return (this->*command->execute)(now, engine::trimmed(rest), actions);
  actions.lines.push_back("UNKNOWN command " + engine::in_quotes(word, 40));
}

void Gomocup::decided(Time now, std::uint64_t number, engine::AnyMove move,
                      std::optional<double> win, GomocupActions& actions) {
  if (!is_thinking() || number != searches_) return;
  const Asked asked = std::exchange(asked_, Asked::kNothing);
  used_ += std::chrono::duration_cast<Milliseconds>(now - asked_at_);
  is_new_game_ = false;
  const std::string text = asked_view_->format(move);  // row,column
  const auto square = engine::split(text, ',');
  const Stone found{*engine::parse_int(square[1], 0, kLargestGomocupSide),
                    *engine::parse_int(square[0], 0, kLargestGomocupSide), asked_view_->to_move()};
  if (asked == Asked::kMove) {
    put(found, actions);
  } else if (asked == Asked::kSwap2Choice) {
    decide_swap2(now, found, win, actions);
  } else {
    stones_.resize(stones_.size() - 2);
    pair_->judged(win.value_or(0.5));
    judge_pair(now, actions);
  }
  if (!is_thinking()) time_left_.reset();
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
                        ? "a square is x,y as in 7,7, and not " + engine::in_quotes(text, 40)
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

void Gomocup::put(const Stone& stone, GomocupActions& actions) {
  stones_.push_back(stone);
  actions.lines.push_back(gomocup_square(stone.x, stone.y));
}

void Gomocup::ask(Time now, Asked what, GomocupActions& actions) {
  constexpr std::uint64_t kMoves = 25, kMovesOfCrisis = 8;
  const std::uint64_t longest = time_for_turn(kMovesOfCrisis);
  limit_ = now + Milliseconds(longest);
  deadline_ = now + allowance(time_for_turn(kMoves));
  // Where two more stones may have to be found, half of the time is theirs.
  const bool is_half = what == Asked::kSwap2Choice && stones_.size() == 3;
  if (is_half) return search(now, what, now + (deadline_ - now) / 2, {}, actions);
  search(now, what, deadline_, now + allowance(longest), actions);
}

void Gomocup::search(Time now, Asked what, Time deadline, Time crisis_deadline,
                     GomocupActions& actions) {
  asked_view_.reset();
  auto game = this->game();
  if (!game.ok()) return complain(actions, engine::message_of(game));
  auto view = position(*game);
  if (!view.ok()) return complain(actions, engine::message_of(view));
  if (view->is_over()) return complain(actions, why_over(*view));
  asked_ = what;
  asked_at_ = now;
  asked_game_ = *game;
  asked_view_ = *view;
  actions.search = GomocupSearch{.game = *game,
                                 .view = *view,
                                 .deadline = deadline,
                                 .crisis_deadline = std::max(deadline, crisis_deadline),
                                 .limit = limit_,
                                 .most_memory = max_memory_,
                                 .most_nodes = max_node_,
                                 .threads = threads_,
                                 .number = ++searches_,
                                 .is_new_game = is_new_game_};
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

/// What is left of a match's time, in milliseconds; nothing where it has no end.
std::optional<std::uint64_t> Gomocup::time_for_match() const {
  std::optional<std::uint64_t> left = time_left_;
  const auto used = static_cast<std::uint64_t>(used_.count());
  if (!left && timeout_match_ > 0) left = timeout_match_ - std::min(timeout_match_, used);
  if (left && *left >= std::uint64_t{kGomocupNoLimit}) return std::nullopt;
  return left;
}

/// What the next move may take, in milliseconds, if as many like it are to come: the manager's
/// limit, and of a match's time a share that never uses it up.
std::uint64_t Gomocup::time_for_turn(std::uint64_t moves) const {
  constexpr std::uint64_t kFastest = 10, kLongest = 3'600'000;
  const std::uint64_t turn = timeout_turn_ == 0 ? kFastest : std::min(timeout_turn_, kLongest);
  const auto left = time_for_match();
  return left ? std::min(turn, *left / moves) : turn;
}

/// How long the next move may take us. What is off for pipes and a busy machine is 30 ms and a
/// twentieth.
Gomocup::Milliseconds Gomocup::allowance(std::uint64_t turn) {
  const std::uint64_t margin = std::min<std::uint64_t>(30 + turn / 20, 500);
  return Milliseconds(turn > margin + turn / 4 ? turn - margin : turn / 4);
}

// ---- whole boards ----

void Gomocup::board(Time, std::string_view, GomocupActions&) {
  setup_ = Setup{Setup::Kind::kBoard, size_ ? "" : kNoBoard};
  stones_.clear();
}

void Gomocup::yx_board(Time, std::string_view, GomocupActions&) {
  setup_ = Setup{Setup::Kind::kSilent, size_ ? "" : kNoBoard};
  stones_.clear();
}

void Gomocup::swap2_board(Time, std::string_view, GomocupActions&) {
  setup_ = Setup{Setup::Kind::kSwap2, size_ ? "" : kNoBoard};
  stones_.clear();
}

/// One line between BOARD and DONE. The first mistake is told at DONE, the manager reads no
/// earlier.
void Gomocup::collect(std::string_view text) {
  if (!setup_->mistake.empty()) return;
  const bool is_swap2 = setup_->is_swap2();
  const auto fields = gomocup_numbers(text);
  if (fields.size() != (is_swap2 ? 2 : 3)) {
    setup_->mistake = std::string(is_swap2 ? "x,y" : "x,y,who") +
                      " or DONE was expected instead of " + engine::in_quotes(text, 40);
  } else if (!is_swap2 && (fields[2] < 1 || fields[2] > 3)) {
    setup_->mistake =
        "who is 1 (me), 2 (the opponent) or 3 (nobody), and not " + std::to_string(fields[2]);
  } else {
    setup_->mistake = why_not_free(fields[0], fields[1]);
  }
  if (!setup_->mistake.empty()) return;
  stones_.push_back({fields[0], fields[1], is_swap2 ? player_to_move() : fields[2] - 1});
}

void Gomocup::done(Time now, std::string_view, GomocupActions& actions) {
  if (!setup_) return complain(actions, "DONE ends BOARD, and there was none");
  const Setup setup = *std::exchange(setup_, std::nullopt);
  is_new_game_ = true;
  if (!setup.mistake.empty()) {
    stones_.clear();
    return complain(actions, setup.mistake);
  }
  if (setup.is_swap2()) return answer_swap2(now, actions);
  if (!number_by_who_began(setup, actions)) return stones_.clear();
  if (setup.kind == Setup::Kind::kBoard) ask(now, Asked::kMove, actions);
}

/// How many more stones are the opponent's than ours, while players are numbered from us.
int Gomocup::excess_of_theirs() const {
  const auto of = [this](int who) {
    return static_cast<int>(std::ranges::count(stones_, who, &Stone::player));
  };
  return of(1) - of(0);
}

/// Squares that are taken by nobody get stones of both in turn, so that they are in neither's way
/// more than in the other's: boards have no other squares that cannot be moved to.
void Gomocup::give_to_both() {
  int who = excess_of_theirs() > 0 ? 0 : 1;
  for (Stone& stone : stones_)
    if (stone.player == 2) stone.player = std::exchange(who, 1 - who);
}

/// Until here players are numbered from us; from here on from who moves first. False when the
/// stones cannot be a position.
bool Gomocup::number_by_who_began(const Setup& setup, GomocupActions& actions) {
  const auto ours = std::ranges::count(stones_, 0, &Stone::player);
  const auto theirs = std::ranges::count(stones_, 1, &Stone::player);
  give_to_both();
  const int excess = excess_of_theirs();
  const bool is_silent = setup.kind == Setup::Kind::kSilent;
  if (excess < (is_silent ? -1 : 0) || excess > 1) {
    complain(actions, "with " + engine::counted(static_cast<std::uint64_t>(ours), "stone") +
                          " of mine and " + std::to_string(theirs) + " of the opponent's " +
                          (is_silent ? "no game has come to this: one has as many as the other, or "
                                       "one more"
                                     : "it is not my turn: I need as many, or one less"));
    return false;
  }
  // Where both have as many and it is not our turn for certain, the order of the moves tells.
  const bool they_were_first =
      is_silent && excess == 0 && !stones_.empty() && stones_[0].player == 1;
  if (excess > 0 || they_were_first)
    for (Stone& stone : stones_) stone.player = 1 - stone.player;
  return true;
}

/// Nothing on the board: we place the three stones. Three: we choose between white's move, black's
/// stones and two more. Five: the opponent has put two more and lets us choose.
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

/// White is to move, by `found`, and wins with that probability.
void Gomocup::decide_swap2(Time now, const Stone& found, std::optional<double> win,
                           GomocupActions& actions) {
  const bool may_add = stones_.size() == 3;
  if (may_add && win && std::abs(*win - 0.5) < Swap2Pair::kClear) {
    std::vector<Swap2Pair::Square> taken;
    for (const Stone& stone : stones_) taken.push_back({stone.x, stone.y});
    pair_.emplace(size_->width, size_->height, taken, Swap2Pair::Square{found.x, found.y});
    return judge_pair(now, actions);
  }
  if (win && *win < 0.5)
    actions.lines.push_back("SWAP");
  else
    put(found, actions);
}

/// Asks what the next pair of stones is worth, or when all have been asked for puts the best.
void Gomocup::judge_pair(Time now, GomocupActions& actions) {
  const auto add = [this](Swap2Pair::Square square) {
    stones_.push_back({square.first, square.second, player_to_move()});
  };
  const auto black = pair_->to_judge();
  add(pair_->white());
  add(black ? *black : pair_->black());
  if (black) {
    const auto share = (deadline_ - now) / static_cast<int>(pair_->left());
    return search(now, Asked::kSwap2Pair, now + std::max(share, Time::duration(0)), {}, actions);
  }
  const auto text = [](Swap2Pair::Square at) { return gomocup_square(at.first, at.second); };
  actions.lines.push_back(text(pair_->white()) + " " + text(pair_->black()));
  pair_.reset();
}

// ---- the rest ----

void Gomocup::info(Time, std::string_view rest, GomocupActions&) {
  const auto [word, text] = first_word(rest, engine::kBlanks);
  const std::string key = absl::AsciiStrToUpper(std::string(word));
  // Managers write -1 and other nonsense for "no limit"; and INFO is never answered.
  const std::string_view number = engine::trimmed(text);
  const auto value = engine::parse_whole(number, kMostAmount);
  if (key == "TIME_LEFT" && !value && is_below_zero(number)) time_left_ = 0;  // it has run out
  if (key == "MAX_NODE" && is_below_zero(number)) max_node_ = 0;
  if (!value) return;
  if (key == "TIMEOUT_TURN") timeout_turn_ = *value;
  if (key == "TIMEOUT_MATCH") timeout_match_ = *value;
  if (key == "TIME_LEFT") time_left_ = *value;
  if (key == "MAX_MEMORY") max_memory_ = *value;
  if (key == "MAX_NODE") max_node_ = *value;
  if (key == "THREAD_NUM") threads_ = *value;
  if (key == "RULE") rule_ = *value;
}

void Gomocup::about(Time, std::string_view, GomocupActions& actions) {
  actions.lines.push_back("name=\"Gauntlet\", version=\"" GAUNTLET_VERSION
                          "\", author=\"The Gauntlet authors\", country=\"\"");
}

void Gomocup::end(Time, std::string_view, GomocupActions&) {
  is_ending_ = true;
}

/// The search under way ends with what it has found; decided() brings it.
void Gomocup::yx_stop(Time now, std::string_view, GomocupActions& actions) {
  if (!is_thinking()) return;
  deadline_ = std::min(deadline_, now);
  actions.stop = true;
}

}  // namespace gauntlet::tools
