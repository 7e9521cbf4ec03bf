// What Monte-Carlo tree search makes of proofs, and of what it cannot see.
#include "search/mcts/mcts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "tests/search/tree_game.h"

namespace gauntlet::search {
namespace {

Limits of_simulations(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

/// A hundred replies to the first move lose, one wins; the second move is a draw at once.
TEST(Mcts, AProvenLossIsNotPlayedHoweverOftenItWasTried) {
  PositionTree tree = {{.mover = 0, .children = {1, 2}}, {.mover = 1}, {.result = 0.5f}};
  tree[1].children.assign(100, 3);
  tree[1].children.push_back(4);
  tree.push_back({.result = 1});
  tree.push_back({.result = 0});
  const engine::GameOf<SureTree> game({&tree});
  Mcts<SureTree> searcher({&tree}, {.hash_mb = 1});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    searcher.new_game(seed);
    const Result result =
        searcher.search(engine::AnyState(game, SureTree(tree)), of_simulations(1000), {});
    EXPECT_EQ(result.best.bits(), 1u) << "seed " << seed;
    EXPECT_EQ(result.proven, Proven::kDraw) << "seed " << seed;
  }
}

/// Player 1 puts a coin under a cup, and player 0, who does not see it, calls its side. Who calls
/// right wins.
class CoinGame {
 public:
  enum Side : std::uint32_t { kHeads, kTails, kUnknown };
  enum Stage : std::uint8_t { kAsking, kPutting, kCalling, kOver };
  struct Move {
    Side side = kHeads;

    std::uint32_t bits() const { return side; }
    static Move from_bits(std::uint32_t bits) { return {static_cast<Side>(bits)}; }
    bool operator==(const Move&) const = default;
  };
  using Moves = engine::InplaceVector<Move, 2>;
  struct Rules {
    std::string name() const { return "coin"; }
    int players() const { return 2; }
  };

  CoinGame(Stage stage, Side coin) : stage_(stage), coin_(coin) {}
  static CoinGame start(const Rules&, engine::Rng&) { return {kAsking, kUnknown}; }
  static absl::StatusOr<CoinGame> from_text(const Rules&, std::string_view) {
    return absl::InvalidArgumentError("not read");
  }

  Rules rules() const { return {}; }
  int players() const { return 2; }
  engine::Player to_move() const {
    return stage_ == kOver ? engine::kNobody : stage_ == kPutting ? 1 : 0;
  }
  void legal_moves(Moves& out) const {
    out.clear();
    out.push_back({kHeads});
    if (stage_ != kAsking) out.push_back({kTails});
  }
  Move random_move(engine::Rng& rng) const {
    return {stage_ != kAsking && rng.below(2) == 1 ? kTails : kHeads};
  }
  void apply(Move move) {
    if (stage_ == kPutting) coin_ = move.side;
    if (stage_ == kCalling) has_called_right_ = move.side == coin_;
    stage_ = static_cast<Stage>(stage_ + 1);
  }
  engine::Returns returns() const {
    return has_called_right_ ? engine::Returns{1, 0} : engine::Returns{0, 1};
  }
  std::uint64_t hash() const { return stage_ * 8u + coin_ * 2u + has_called_right_; }
  std::string to_text() const { return std::to_string(hash()); }
  std::string format(Move move) const { return std::to_string(move.bits()); }
  absl::StatusOr<Move> parse(std::string_view) const {
    return absl::InvalidArgumentError("not read");
  }
  std::string drawn() const { return to_text() + "\n"; }
  bool operator==(const CoinGame&) const = default;

  CoinGame redacted(engine::Player observer) const {
    return {stage_, observer == 0 ? kUnknown : coin_};
  }
  /// Three coins of four lie heads up.
  CoinGame determinized(engine::Rng& rng) const {
    return {stage_, coin_ != kUnknown ? coin_ : rng.below(4) < 3 ? kHeads : kTails};
  }
  engine::Player observer() const { return coin_ == kUnknown ? 0 : engine::kNobody; }
  Move seen(Move move, engine::Player observer) const {
    return stage_ == kPutting && observer == 0 ? Move{kHeads} : move;
  }

 private:
  Stage stage_;
  Side coin_;
  bool has_called_right_ = false;
};
static_assert(engine::Hidden<CoinGame>);

Result searched(CoinGame::Stage stage) {
  const engine::GameOf<CoinGame> game({});
  Mcts<CoinGame> searcher({}, {.hash_mb = 1});
  return searcher.search(engine::AnyState(game, CoinGame(stage, CoinGame::kUnknown)),
                         of_simulations(10'000), {});
}

TEST(Mcts, AWinInOneWorldProvesNothingOfTheOthers) {
  const Result result = searched(CoinGame::kCalling);
  EXPECT_EQ(result.best.bits(), CoinGame::kHeads);
  EXPECT_EQ(result.proven, Proven::kNothing);
  EXPECT_NEAR(result.win, 0.75, 0.03);
  EXPECT_GE(result.nodes, 10'000u);
}

/// To the observer they are one move, so each must be expected: else the coin would be known.
TEST(Mcts, AnyOfTheMovesThatLookAlikeMayHaveBeenPlayed) {
  const Result result = searched(CoinGame::kAsking);
  EXPECT_EQ(result.proven, Proven::kNothing);
  EXPECT_NEAR(result.win, 0.5, 0.05);
}

}  // namespace
}  // namespace gauntlet::search
