// Wins by threats: each proof against every defence by the rules alone, and known positions.
#include "search/mnk/threats.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tests/search/mnk_positions.h"

namespace gauntlet::search::mnk {
namespace {

engine::mnk::Rules rules_of(const std::string& name) {
  engine::Rng unused(1);
  return *engine::mnk_rules(engine::find_game(name)->start(unused));
}

/// Plays the attacker by what Threats says, against every move of the defender, and looks at the
/// board by the rules alone.
template <int Words>
class Verifier {
 public:
  using State = engine::Mnk<Words>;
  static constexpr std::uint64_t kEnough = 1'000'000;

  explicit Verifier(const engine::mnk::Rules& rules)
      : board_(rules), fours_(board_), threats_(board_, fours_) {}

  /// Whether the mover is said to win; the line is in line().
  bool is_claimed(const State& state, std::uint64_t most_nodes = kEnough) {
    board_.reset(state);
    const bool claimed = threats_.find(state.to_move(), state.hash(), most_nodes) == true;
    line_ = threats_.line();
    return claimed;
  }
  const std::vector<std::uint16_t>& line() const { return line_; }

  /// Whether the claimed win is one. The mover attacks.
  bool holds(const State& state) {
    if (!verified_.insert(state.hash()).second) return true;
    if (!is_claimed(state) || line_.empty() || !state.is_empty(line_[0])) return false;
    const int move = line_[0];
    if (wins(state, move)) return true;
    const State next = after(state, move);
    if (next.to_move() == engine::kNobody || !wins_of_mover(next).empty()) return false;
    // Where the attacker would win at once, all that leaves him a winning square loses.
    const std::vector<int> threatened = wins_of_other(next);
    if (threatened.size() > 1) return true;
    for (int answer = 0; answer < next.rules().squares(); ++answer) {
      if (!next.is_empty(answer) || (threatened.size() == 1 && answer != threatened[0])) continue;
      const State replied = after(next, answer);
      if (replied.to_move() == engine::kNobody || !holds(replied)) return false;
    }
    return true;
  }

 private:
  /// Where the player who is not to move would win if he were.
  static std::vector<int> wins_of_other(const State& state) {
    std::vector<int> squares;
    for (int pass = 0; pass < state.rules().squares(); ++pass) {
      if (!state.is_empty(pass)) continue;
      const State passed = after(state, pass);
      if (passed.to_move() == engine::kNobody) continue;
      squares = wins_of_mover(passed);
      if (wins_elsewhere(state, passed, pass)) squares.push_back(pass);
      break;
    }
    return squares;
  }
  /// Whether `square`, where `passed` has put a stone, would have won.
  static bool wins_elsewhere(const State& state, const State& passed, int square) {
    for (int pass = square + 1; pass < state.rules().squares(); ++pass)
      if (state.is_empty(pass)) {
        const State other = after(state, pass);
        return other.to_move() != engine::kNobody && wins(other, square);
      }
    return passed.to_move() == engine::kNobody;
  }

  ShapeBoard<Words> board_;
  Fours<Words> fours_;
  Threats<Words> threats_;
  std::vector<std::uint16_t> line_;
  std::unordered_set<std::uint64_t> verified_;
};

struct Seen {
  int proofs = 0;
  std::size_t longest = 0;
};

template <int Words>
void verify_proofs(const std::string& name, int positions, int stones, Seen& seen) {
  const engine::mnk::Rules rules = rules_of(name);
  engine::Rng rng(23);
  for (int i = 0; i < positions; ++i) {
    const auto state = crowded<Words>(rules, stones + static_cast<int>(rng.below(4)), rng);
    if (state.to_move() == engine::kNobody) continue;
    Verifier<Words> verifier(rules);
    if (!verifier.is_claimed(state, 3'000)) continue;
    SCOPED_TRACE(name + " " + state.to_text());
    ++seen.proofs;
    seen.longest = std::max(seen.longest, verifier.line().size());
    ASSERT_TRUE(verifier.holds(state));
  }
}

/// A number from the environment, for longer runs.
int times(int usual) {
  const char* text = std::getenv("GAUNTLET_PROOFS");
  return text ? usual * std::atoi(text) : usual;
}

TEST(Threats, ProofsHoldAgainstEveryDefence) {
  Seen seen;
  ASSERT_NO_FATAL_FAILURE(verify_proofs<4>("gomoku:15", times(60), 10, seen));
  ASSERT_NO_FATAL_FAILURE(verify_proofs<4>("gomoku:15/exact", times(40), 11, seen));
  ASSERT_NO_FATAL_FAILURE(verify_proofs<4>("mnk:9x12x5/page", times(40), 10, seen));
  ASSERT_NO_FATAL_FAILURE(verify_proofs<4>("mnk:10x10x6", times(40), 22, seen));
  ASSERT_NO_FATAL_FAILURE(verify_proofs<1>("mnk:7x6x4", times(60), 5, seen));
  ASSERT_NO_FATAL_FAILURE(verify_proofs<1>("mnk:5x5x3", times(20), 2, seen));
  EXPECT_GT(seen.proofs, 60 * times(1));
  EXPECT_GE(seen.longest, 9u);
}

/// One move of this position keeps its proof number low for tens of millions of nodes; another wins
/// in nine plies.
TEST(Threats, LeaveATemptingMoveForOneThatWins) {
  const auto state = engine::Mnk<4>::from_text(
      rules_of("gomoku:15"),
      ".............../....o........../.............../..o..x.x......./o.x...o......../"
      "o..xo........../x...x........../...x.o........./.............../.............../"
      ".............../.............../.............../.............../...............");
  ASSERT_TRUE(state.ok());
  Verifier<4> verifier(rules_of("gomoku:15"));
  EXPECT_TRUE(verifier.is_claimed(*state, 100'000));
  EXPECT_TRUE(verifier.holds(*state));
}

/// What others have taken for wins.
TEST(Threats, AreNoWinsWhereTheDefenderIsFaster) {
  Verifier<4> verifier(rules_of("gomoku:15"));
  const auto claimed = [&](const std::string& text) {
    const auto state = engine::Mnk<4>::from_text(rules_of("gomoku:15"), text);
    EXPECT_TRUE(state.ok()) << text;
    return verifier.is_claimed(*state);
  };
  const std::string empty = "...............";
  const auto board = [&](std::vector<std::string> rows) {
    std::string text;
    rows.resize(15, empty);
    for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
    return text;
  };
  // Two threes cross on row 4, column 4.
  const std::vector<std::string> cross = {empty, empty, "....x..........", "....x..........",
                                          "..xx..........."};
  auto alone = cross;
  alone.push_back("oo.............");
  alone.push_back("..o............");
  alone.push_back(".o.............");
  EXPECT_TRUE(claimed(board(alone)));
  // The same, but the defender has an open three: his open four comes before that of the attacker.
  auto slow = cross;
  slow.insert(slow.end(), {"o..............", empty, empty, "........ooo...."});
  EXPECT_FALSE(claimed(board(slow)));
}

TEST(Threats, SayTheSameTurnedMirroredAndWithOtherColours) {
  const engine::mnk::Rules rules = rules_of("mnk:9x9x5");
  ShapeBoard<4> board(rules);
  Fours<4> fours(board);
  Threats<4> threats(board, fours);
  engine::Rng rng(4);
  const auto turned = [&](int square, int symmetry) {
    int row = square / 9, column = square % 9;
    if (symmetry & 1) row = 8 - row;
    if (symmetry & 2) column = 8 - column;
    if (symmetry & 4) std::swap(row, column);
    return 9 * row + column;
  };
  int wins = 0;
  for (int i = 0; i < 60; ++i) {
    const auto state = crowded<4>(rules, 14, rng);
    if (state.to_move() == engine::kNobody) continue;
    board.reset(state);
    const auto said = threats.find(state.to_move(), state.hash(), 1'000'000);
    ASSERT_TRUE(said.has_value());
    wins += *said;
    for (int symmetry = 0; symmetry < 16; ++symmetry) {
      const bool swap = symmetry & 8;
      board.reset(engine::Mnk<4>(rules));
      for (int square = 0; square < 81; ++square)
        for (int player = 0; player < 2; ++player)
          if (state.has_stone(static_cast<engine::Player>(player), square))
            board.put(swap ? 1 - player : player, turned(square, symmetry));
      const int mover = swap ? 1 - state.to_move() : state.to_move();
      ASSERT_EQ(threats.find(mover, static_cast<std::uint64_t>(symmetry), 1'000'000), said)
          << state.to_text() << " symmetry " << symmetry;
    }
  }
  EXPECT_GT(wins, 5);
}

/// Positions of games of our own that another engine calls won in so many plies and that threats
/// win (docs/strength.md): of those up to 17 and of those from there to 25, how many are found.
TEST(Threats, FindNearlyAllWinsSlow) {
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  Fours<4> fours(board);
  Threats<4> threats(board, fours);
  std::ifstream file(GAUNTLET_SOURCE_DIR "/tests/search/won_by_threats.txt");
  std::array<int, 2> positions{}, found{};
  int plies;
  for (std::string text; file >> plies >> text;) {
    const auto state = engine::Mnk<4>::from_text(rules, text);
    ASSERT_TRUE(state.ok()) << text;
    board.reset(*state);
    ++positions[plies > 17];
    found[plies > 17] += threats.find(state->to_move(), state->hash(), 300'000) == true;
  }
  EXPECT_GE(positions[0], 200);
  EXPECT_GE(positions[1], 60);
  EXPECT_GE(found[0], 0.95 * positions[0]);
  EXPECT_GE(found[1], 0.70 * positions[1]);
}

TEST(Threats, GiveUpWhereTheyWereTold) {
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  Fours<4> fours(board);
  Threats<4> threats(board, fours);
  engine::Rng rng(6);
  for (int i = 0; i < 50; ++i) {
    const auto state = crowded<4>(rules, 24, rng);
    if (state.to_move() == engine::kNobody) continue;
    board.reset(state);
    threats.find(state.to_move(), state.hash(), 30);
    EXPECT_LE(threats.nodes(), 150u);
  }
}

TEST(Threats, GiveUpWhenTimeIsUp) {
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  Fours<4> fours(board);
  Threats<4> threats(board, fours);
  engine::Rng rng(6);
  int long_ones = 0;
  for (int i = 0; i < 50; ++i) {
    const auto state = crowded<4>(rules, 24, rng);
    if (state.to_move() == engine::kNobody) continue;
    board.reset(state);
    threats.find(state.to_move(), state.hash(), 5'000);
    long_ones += threats.nodes() > 1'000;
    Limits past, unwanted;
    past.deadline = std::chrono::steady_clock::time_point();
    std::stop_source stopped;
    stopped.request_stop();
    unwanted.stop = stopped.get_token();
    Budget by_clock(past, 1'024), by_wish(unwanted, 1'024);
    for (Budget* budget : {&by_clock, &by_wish}) {
      threats.find(state.to_move(), state.hash(), 1'000'000, budget);
      EXPECT_LE(threats.nodes(), 400u);
      EXPECT_EQ(budget->spent(), 0u);
    }
  }
  EXPECT_GT(long_ones, 0);
}

}  // namespace
}  // namespace gauntlet::search::mnk
