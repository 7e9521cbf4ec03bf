// Patterns are numbered alike however the board is turned, and the network learns from examples.
#include "search/mnk/pattern_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "search/fit/logistic_fit.h"
#include "search/mnk/fit/pattern_families.h"
#include "search/mnk/fit/pattern_fit.h"
#include "search/mnk/fit/pattern_weights_text.h"
#include "search/mnk/shape_board.h"
#include "tests/search/mnk_positions.h"

namespace gauntlet::search::mnk {
namespace {

using State = engine::Mnk<8>;

/// The window around position 4 of a line of nine: `text` has x, o, . and # for the edge.
std::size_t window(const std::string& text) {
  LineStones line = LineStones::empty(9);
  for (int i = 0; i < 9; ++i) {
    const char square = text[static_cast<std::size_t>(i)];
    if (square == 'x' || square == '#') line.of[0] |= LineStones::bit(i);
    if (square == 'o' || square == '#') line.of[1] |= LineStones::bit(i);
  }
  return line.around(4);
}

TEST(PatternTable, MirrorImagesShareANumberAndOthersDoNot) {
  const PatternTable& table = PatternTable::get();
  EXPECT_EQ(table.at(window("#.x..oo.x")), table.at(window("x.oo..x.#")));
  EXPECT_NE(table.at(window("#.x..oo.x")), table.at(window("..x..oo.x")));
  EXPECT_NE(table.at(window("#.x..oo.x")), table.at(window("#.o..xx.o")));
  EXPECT_EQ(table.exchanged(table.at(window("#.x..oo.x"))), table.at(window("#.o..xx.o")));
}

TEST(PatternTable, EachNumberIsUsed) {
  std::set<PatternCode> codes;
  for (std::string text = "####....."; true;) {
    codes.insert(PatternTable::get().at(window(text)));
    // The next text in base 4 of the eight squares around; impossible edges are passed over.
    const std::string digits = ".xo#";
    std::size_t place = 0;
    do {
      for (place = 0; place < 9; ++place) {
        if (place == 4) continue;
        const std::size_t digit = digits.find(text[place]);
        text[place] = digits[(digit + 1) % 4];
        if (digit != 3) break;
      }
    } while (place < 9 && [&] {
      for (std::size_t i = 1; i < 4; ++i)
        if ((text[i] == '#' && text[i - 1] != '#') || (text[8 - i] == '#' && text[9 - i] != '#'))
          return true;
      return false;
    }());
    if (text == "####.....") break;
    if (place == 9) text = ".........";
  }
  EXPECT_EQ(codes.size(), kPatterns);
  EXPECT_EQ(*codes.rbegin(), kPatterns - 1);
}

TEST(PatternFamilies, AreWhatIsAlikeFromNear) {
  const auto families = [](const std::string& text) {
    return PatternFamilies::get().of(PatternTable::get().at(window(text)));
  };
  const auto seen = families("#.x..oo.x");
  const auto further = families("..x..oo.o");  // other on the fourth square alone
  EXPECT_EQ(seen, further);
  EXPECT_EQ(seen, families("x.oo..x.#")) << "its mirror image";
  const auto third = families("##x..oo.x");  // from the third square on
  EXPECT_EQ(seen[0], third[0]);
  EXPECT_EQ(seen[1], third[1]);
  EXPECT_NE(seen[2], third[2]);
  const auto nearest = families("#.xo.oo.x");
  for (std::size_t reach = 0; reach < 3; ++reach) EXPECT_NE(seen[reach], nearest[reach]);
  std::set<std::uint16_t> all;
  for (std::size_t code = 0; code < kPatterns; ++code)
    for (const std::uint16_t family : PatternFamilies::get().of(static_cast<PatternCode>(code)))
      all.insert(family);
  EXPECT_EQ(all.size(), PatternFamilies::kAll);
  EXPECT_EQ(*all.rbegin(), PatternFamilies::kAll - 1);
}

/// Turned over its diagonal, or mirrored, by the two lowest bits of `symmetry`.
State image(const State& state, int symmetry) {
  const auto& rules = state.rules();
  std::string rows;
  for (int row = 0; row < rules.height; ++row) {
    if (row > 0) rows += '/';
    for (int column = 0; column < rules.width; ++column) {
      int r = row, c = symmetry & 2 ? rules.width - 1 - column : column;
      if (symmetry & 1) std::swap(r, c);
      const int square = r * rules.width + c;
      rows += state.has_stone(0, square) ? 'x' : state.has_stone(1, square) ? 'o' : '.';
    }
  }
  return *State::from_text(rules, rows);
}

int score(const State& state) {
  ShapeBoard<8> board(state.rules());
  board.reset(state);
  return board.score(state.to_move());
}

TEST(PatternNetwork, ImagesOfABoardAreWorthTheSame) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const State state = random_position({}, 30, seed);
    for (int symmetry = 1; symmetry < 4; ++symmetry)
      EXPECT_EQ(score(state), score(image(state, symmetry))) << state.to_text();
  }
}

TEST(PatternNetwork, ColoursAreWorthTheSame) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const State state = random_position({}, 30, seed);
    const State exchanged = with_colours_exchanged(state);
    ShapeBoard<8> board(state.rules());
    board.reset(state);
    const int as_first = board.score(0), as_second = board.score(1);
    board.reset(exchanged);
    EXPECT_EQ(board.score(1), as_first);
    EXPECT_EQ(board.score(0), as_second);
  }
}

/// Neighbours of one colour, whichever way.
int pairs(const State& state, engine::Player player) {
  int count = 0;
  for (int square = 0; square < state.rules().squares(); ++square)
    for (const int step : {1, 14, 15, 16}) {
      const int other = square + step, column = square % 15, across = other % 15 - column;
      if (other < state.rules().squares() && std::abs(across) <= 1)
        count += state.has_stone(player, square) && state.has_stone(player, other);
    }
  return count;
}

/// Positions whose score says who has more pairs of neighbours: something patterns can tell.
std::vector<PatternExample> examples(int count) {
  std::vector<PatternExample> all;
  for (int i = 0; i < count; ++i) {
    const State state = random_position({}, 40, static_cast<std::uint64_t>(i));
    const engine::Player us = state.to_move();
    const int lead = pairs(state, us) - pairs(state, static_cast<engine::Player>(1 - us));
    all.push_back({state, lead > 0 ? 1.0f : lead < 0 ? 0.0f : 0.5f});
  }
  return all;
}

TEST(PatternFit, LearnsWhatPatternsTellSlow) {
  const std::vector<PatternExample> all = examples(6000);
  const std::span<const PatternExample> held_out = std::span<const PatternExample>(all).last(1000);
  PatternFit fit(std::span<const PatternExample>(all).first(5000), 25, 1, 2);
  const double before = fit.loss(held_out);
  for (int epoch = 0; epoch < 25; ++epoch) fit.epoch();
  EXPECT_LT(fit.loss(held_out), before - 0.05);
}

/// In 256ths, as a search asks for it.
int log_odds_of_network(const PatternNetwork& network, const State& state) {
  ShapeBoard<8> board(state.rules());
  board.reset(state);
  PatternNetwork::Totals totals;
  for (int square = 0; square < state.rules().squares(); ++square)
    if (state.is_empty(square))
      totals += network
                    .row(board.patterns(square),
                         {board.square_class(0, square), board.square_class(1, square)})
                    .positive();
  const int mover = state.to_move();
  return network.log_odds(totals, mover, ThreatMarks::of(board, mover));
}

/// By the network made of the rounded weights.
double loss_of(const PatternNetwork& network, std::span<const PatternExample> examples) {
  double loss = 0;
  for (const PatternExample& example : examples)
    loss += mean_log_loss(log_odds_of_network(network, example.state) / 256.0, example.score);
  return loss / static_cast<double>(examples.size());
}

TEST(PatternFit, ItsWeightsSayWhatItSays) {
  const std::vector<PatternExample> all = examples(600);
  PatternFit fit(all, 4, 3, 2);
  for (int epoch = 0; epoch < 4; ++epoch) fit.epoch();
  EXPECT_NEAR(loss_of(PatternNetwork(*fit.weights()), all), fit.loss(all), 0.002);
}

/// Each weight at random: vectors from end to end.
std::unique_ptr<PatternWeights> random_weights(engine::Rng& rng) {
  auto weights = std::make_unique<PatternWeights>();
  const auto fill = [&rng](PatternWeights::Vector& vector) {
    for (std::int16_t& number : vector)
      number = static_cast<std::int16_t>(int(rng.below(2 * PatternWeights::kMost + 1)) -
                                         PatternWeights::kMost);
  };
  for (PatternWeights::Vector& vector : weights->patterns) fill(vector);
  for (auto& of_owner : weights->classes)
    for (PatternWeights::Vector& vector : of_owner) fill(vector);
  const auto spread = [&rng](float most) {
    return static_cast<float>(2 * rng.uniform() - 1) * most;
  };
  for (auto& of_input : weights->head.to_hidden)
    for (float& weight : of_input) weight = spread(0.1f);
  for (float& weight : weights->head.hidden_bias) weight = spread(1);
  for (float& weight : weights->head.from_hidden) weight = spread(0.2f);
  for (float& weight : weights->head.direct) weight = spread(0.1f);
  return weights;
}

/// What the weights say of a position, as their description has it, in fractions.
double log_odds_of(const PatternWeights& weights, const State& state) {
  PatternHead::Inputs inputs{};
  const int mover = state.to_move();
  ShapeBoard<8> board(state.rules());
  board.reset(state);
  for (int view = 0; view < 2; ++view) {
    const int owner = view == 0 ? mover : 1 - mover;
    for (int square = 0; square < state.rules().squares(); ++square) {
      if (!state.is_empty(square)) continue;
      for (std::size_t i = 0; i < kChannels; ++i) {
        int sum = weights.classes[board.square_class(owner, square).code()]
                                 [board.square_class(1 - owner, square).code()][i];
        for (int line = 0; line < SquarePatterns::kLines; ++line) {
          const PatternCode code = board.patterns(square).of_line(line);
          sum += weights.patterns[owner == 0 ? code : PatternTable::get().exchanged(code)][i];
        }
        inputs[static_cast<std::size_t>(view) * kChannels + i] +=
            static_cast<float>(std::max(sum, 0)) /
            (PatternWeights::kOne * PatternWeights::kTotalsUnit);
      }
    }
  }
  const std::uint32_t marks = ThreatMarks::of(board, mover).bits;
  for (std::size_t mark = 0; mark < ThreatMarks::kAll; ++mark)
    inputs[2 * kChannels + mark] = static_cast<float>(marks >> mark & 1);
  return static_cast<double>(weights.head.log_odds(inputs));
}

TEST(PatternNetwork, SaysWhatItsWeightsSay) {
  engine::Rng rng(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto weights = random_weights(rng);
    const State state = random_position({}, 30 + static_cast<int>(seed % 2), seed);
    EXPECT_NEAR(log_odds_of_network(PatternNetwork(*weights), state),
                256 * log_odds_of(*weights, state), 4)
        << "seed " << seed;
  }
}

TEST(PatternFit, GoesOnFromAStateAsIfItHadNotStopped) {
  const std::vector<PatternExample> all = examples(300);
  PatternFit whole(all, 3, 7, 1), first(all, 3, 7, 1), second(all, 3, 7, 1);
  for (int epoch = 0; epoch < 3; ++epoch) whole.epoch();
  first.epoch();
  const std::string state = first.state();
  ASSERT_TRUE(second.restore(state));
  EXPECT_EQ(second.epochs_done(), 1);
  second.epoch();
  second.epoch();
  EXPECT_EQ(pattern_weights_text(*second.weights(), ""),
            pattern_weights_text(*whole.weights(), ""));
  EXPECT_FALSE(second.restore(state.substr(1)));
  EXPECT_FALSE(PatternFit(all, 3, 8, 1).restore(state));
  EXPECT_FALSE(PatternFit(all, 2, 7, 1).restore(state));
  EXPECT_FALSE(PatternFit(PatternFit::Examples(all).first(299), 3, 7, 1).restore(state));
}

TEST(PatternFit, IsTheSameWithAnyNumberOfThreads) {
  const std::vector<PatternExample> all = examples(300);
  PatternFit one(all, 2, 7, 1), two(all, 2, 7, 2);
  EXPECT_EQ(one.epoch(), two.epoch());
  EXPECT_EQ(one.epoch(), two.epoch());
  EXPECT_EQ(pattern_weights_text(*one.weights(), ""), pattern_weights_text(*two.weights(), ""));
}

}  // namespace
}  // namespace gauntlet::search::mnk
