#include "selfplay/statistics/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "selfplay/statistics/choice_model.h"
#include "selfplay/statistics/elo.h"
#include "selfplay/statistics/open_bound.h"
#include "selfplay/statistics/recession.h"
#include "selfplay/statistics/student.h"

namespace gauntlet::selfplay {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kFixed = -1;  // by an anchor
constexpr int kOpen = -2;

std::size_t place(int number) {
  return static_cast<std::size_t>(number);
}

/// Of two players who are equals.
double share_of_draws(double draws) {
  return std::exp(draws) / (2 + std::exp(draws));
}

}  // namespace

/// The steps from games to ratings.
class RatingFit {
 public:
  RatingFit(int players, const Outcomes& outcomes, const RatingOptions& options)
      : outcomes_(outcomes), options_(options), offsets_(place(players)) {
    ratings_.players_.resize(place(players));
    ratings_.parameters_.assign(place(players), kOpen);
  }

  Ratings result() {
    group();
    count_games();
    name_parameters();
    choose_model();
    fit();
    return std::move(ratings_);
  }

 private:
  void group() {
    std::vector<int> anchored;
    for (const Anchor& anchor : options_.anchors) anchored.push_back(anchor.player);
    const int players = static_cast<int>(offsets_.size());
    ratings_.groups_ = comparison_groups(players, outcomes_.distinct(), anchored);
    for (std::size_t i = 0; i < ratings_.groups_.size(); ++i) {
      const ComparisonGroup& group = ratings_.groups_[i];
      for (const int player : group.rated) ratings_.players_[place(player)].group = int(i);
      for (const auto& open : group.open) ratings_.players_[place(open.player)].group = int(i);
    }
  }

  void count_games() {
    std::vector<double> points(offsets_.size()), seats(offsets_.size());
    for (std::size_t i = 0; i < outcomes_.distinct().size(); ++i) {
      const Outcome& outcome = outcomes_.distinct()[i];
      const std::uint64_t times = outcomes_.counts()[i];
      for (std::size_t seat = 0; seat < outcome.players.size(); ++seat) {
        const int player = outcome.players[seat];
        const auto begin = outcome.players.begin();
        if (std::find(begin, begin + std::ptrdiff_t(seat), player) == begin + std::ptrdiff_t(seat))
          ratings_.players_[place(player)].games += times;
        points[place(player)] += double(times) * double(outcome.shares[seat]);
        seats[place(player)] += double(times);
      }
    }
    for (std::size_t i = 0; i < points.size(); ++i)
      if (seats[i] > 0) ratings_.players_[i].score = points[i] / seats[i];
  }

  /// Gives each rated player that is not fixed a parameter, and says what is known of it.
  void name_parameters() {
    std::vector<const Anchor*> anchors(offsets_.size());
    for (const Anchor& anchor : options_.anchors) anchors[place(anchor.player)] = &anchor;
    for (const ComparisonGroup& group : ratings_.groups_) {
      std::vector<int> own;
      for (const int player : group.rated) {
        const Anchor* const anchor = anchors[place(player)];
        int& parameter = ratings_.parameters_[place(player)];
        if (anchor && anchor->deviation == 0) {
          parameter = kFixed;
          offsets_[place(player)] = anchor->elo / kEloPerNat;
          continue;
        }
        own.push_back(parameter = players_++);
        if (!anchor) continue;
        const double deviation = anchor->deviation / kEloPerNat;
        known_.push_back({parameter, anchor->elo / kEloPerNat, deviation * deviation});
      }
      if (!group.is_anchored && !own.empty()) zero_sums_.push_back(std::move(own));
    }
  }

  /// Leaves out seats that cannot be told from the players, and then what has no finite value.
  void choose_model() {
    fits_draws_ = options_.draws == DrawModel::kDavidson;
    add_choices(options_.fits_seats);
    if (fits_draws_ && model_.choices.empty()) leave_out_draws();
    if (seats_ > 0 && !is_identified(model_, outcomes_.counts())) add_choices(false);
    while (const auto direction = recession_of(model_)) {
      constexpr double kNearly = 1e-5;
      const double draws = fits_draws_ ? (*direction)[place(draws_)] : 0;
      if (std::abs(draws) > kNearly) {
        ratings_.open_draws_ = open_draws(draws > 0);
        leave_out_draws();
      } else if (seats_ > 0) {
        const double lead = (*direction)[place(first_seat_)] - (*direction)[place(first_seat_ + 1)];
        ratings_.open_seats_ = open_seats(lead > 0);
        add_choices(false);
      } else {
        return;
      }
    }
  }

  void leave_out_draws() {
    fits_draws_ = false;
    add_choices(seats_ > 0);
  }

  OpenEffect open_draws(bool is_high) const {
    OpenEffect effect{.is_high = is_high};
    if (const auto bound = bound_of_open({{draws_, 1}}, is_high))
      effect.bound = share_of_draws(*bound);
    return effect;
  }

  OpenEffect open_seats(bool is_high) const {
    OpenEffect effect{.is_high = is_high};
    if (seats_ != 2) return effect;
    if (const auto bound = bound_of_open({{first_seat_, 1}, {first_seat_ + 1, -1}}, is_high))
      effect.bound = kEloPerNat * *bound;
    return effect;
  }

  std::optional<double> bound_of_open(const Combination& combination, bool is_high) const {
    constexpr int kMostPlayers = 100;  // hundreds of fits with more take too long
    if (players_ > kMostPlayers) return std::nullopt;
    return bound_of(model_, outcomes_.counts(), combination, is_high, blocks_by_game());
  }

  /// What a game counts where nothing tells what the games of a block have in common.
  double blocks_by_game() const { return double(outcomes_.blocks()) / double(outcomes_.games()); }

  /// Makes the model, with or without effects of seats.
  void add_choices(bool with_seats) {
    model_ = {.parameters = players_, .choices = {}, .priors = known_, .zero_sums = zero_sums_};
    seats_ = 0;
    if (with_seats)
      for (const Outcome& outcome : outcomes_.distinct())
        if (outcome.has_seats && outcome.players.size() > 1)
          seats_ = std::max(seats_, static_cast<int>(outcome.players.size()));
    first_seat_ = model_.parameters;
    model_.parameters += seats_;
    if (seats_ > 0) {
      std::vector<int> seats;
      for (int seat = 0; seat < seats_; ++seat) seats.push_back(first_seat_ + seat);
      model_.zero_sums.push_back(std::move(seats));
    }
    if (fits_draws_) draws_ = model_.parameters++;
    for (std::size_t i = 0; i < outcomes_.distinct().size(); ++i) add_choices_of(i);
  }

  /// What an outcome says within each group: those of other groups are infinitely stronger, and
  /// then it says nothing, or infinitely weaker.
  void add_choices_of(std::size_t number) {
    const Outcome& outcome = outcomes_.distinct()[number];
    std::vector<int> groups;
    for (const int player : outcome.players)
      if (ratings_.parameters_[place(player)] != kOpen)
        groups.push_back(ratings_.players_[place(player)].group);
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    for (const int group : groups) {
      ObservedChoice choice{static_cast<std::uint32_t>(number), {}};
      double point = 0;
      for (std::size_t seat = 0; seat < outcome.players.size(); ++seat) {
        const int player = outcome.players[seat];
        if (ratings_.parameters_[place(player)] == kOpen ||
            ratings_.players_[place(player)].group != group)
          continue;
        choice.alternatives.push_back(winner(outcome, seat));
        point += choice.alternatives.back().share;
      }
      drop_shared(choice.alternatives);
      const bool tells_nothing =
          !fits_draws_ && std::all_of(choice.alternatives.begin(), choice.alternatives.end(),
                                      [](const Alternative& one) { return one.terms.empty(); });
      if (point == 0 || choice.alternatives.size() < 2 || tells_nothing) continue;
      if (fits_draws_) choice.alternatives = with_draw(choice);
      model_.choices.push_back(std::move(choice));
    }
  }

  /// What all alternatives share decides nothing, as where a player meets itself, and what rounding
  /// leaves of it would be taken for knowledge.
  static void drop_shared(std::vector<Alternative>& alternatives) {
    if (alternatives.empty()) return;
    const std::vector<Term> first = alternatives.front().terms;
    for (const Term& term : first) {
      const auto is_it = [&term](const Term& other) {
        return other.parameter == term.parameter && other.factor == term.factor;
      };
      if (!std::all_of(alternatives.begin(), alternatives.end(), [&](const Alternative& one) {
            return std::any_of(one.terms.begin(), one.terms.end(), is_it);
          }))
        continue;
      for (Alternative& one : alternatives) std::erase_if(one.terms, is_it);
    }
  }

  Alternative winner(const Outcome& outcome, std::size_t seat) const {
    const int player = outcome.players[seat], parameter = ratings_.parameters_[place(player)];
    Alternative result{offsets_[place(player)], {}, double(outcome.shares[seat])};
    if (parameter >= 0) result.terms.push_back({parameter, 1});
    if (seats_ > 0 && outcome.has_seats)
      result.terms.push_back({first_seat_ + static_cast<int>(seat), 1});
    return result;
  }

  /// Davidson's three results: chances as e^(lead / 2), e^(-lead / 2), and the draw's own.
  std::vector<Alternative> with_draw(const ObservedChoice& choice) const {
    assert(choice.alternatives.size() == 2);
    const Alternative &first = choice.alternatives[0], &second = choice.alternatives[1];
    Alternative win{(first.offset - second.offset) / 2, {}, first.share == 1 ? 1.0 : 0.0};
    for (const Term& term : first.terms) win.terms.push_back({term.parameter, term.factor / 2});
    for (const Term& term : second.terms) win.terms.push_back({term.parameter, -term.factor / 2});
    Alternative loss{-win.offset, win.terms, first.share == 0 ? 1.0 : 0.0};
    for (Term& term : loss.terms) term.factor = -term.factor;
    const double drawn = 1 - win.share - loss.share;
    return {win, loss, Alternative{0, {{draws_, 1}}, drawn}};
  }

  void fit() {
    const Maximum maximum = maximum_of(model_, outcomes_.counts());
    Errors errors = errors_of(model_, maximum, outcomes_);
    ratings_.covariance_ = std::move(errors.covariance);
    ratings_.freedom_ = std::move(errors.freedom);
    for (std::size_t player = 0; player < offsets_.size(); ++player) tell_player(player, maximum);
    for (int seat = 0; seat < seats_; ++seat) tell_seat(seat, maximum);
    tell_open();
    if (fits_draws_) ratings_.even_draws_ = share_of_draws(maximum.parameters[place(draws_)]);
  }

  double deviation(int parameter) const {
    const double variance = ratings_.covariance_.at(place(parameter), place(parameter));
    return std::sqrt(std::max(0.0, variance));
  }

  EloInterval interval(int parameter, double strength) const {
    const double half = student95(ratings_.freedom_[place(parameter)]) * deviation(parameter);
    return {kEloPerNat * strength, kEloPerNat * (strength - half), kEloPerNat * (strength + half)};
  }

  void tell_player(std::size_t player, const Maximum& maximum) {
    PlayerRating& rating = ratings_.players_[player];
    const int parameter = ratings_.parameters_[player];
    rating.low = -kInfinity;
    rating.high = kInfinity;
    if (parameter == kOpen) return;
    const ComparisonGroup& group = ratings_.groups_[place(rating.group)];
    rating.is_reference = group.rated.size() == 1 && !group.is_anchored;
    if (rating.is_reference) {
      rating.elo = 0;
      return;
    }
    if (parameter != kFixed) offsets_[player] = maximum.parameters[place(parameter)];
    const double elo = kEloPerNat * offsets_[player];
    const EloInterval told =
        parameter == kFixed ? EloInterval{elo, elo, elo} : interval(parameter, offsets_[player]);
    rating.elo = told.elo;
    rating.low = told.low;
    rating.high = told.high;
  }

  void tell_seat(int seat, const Maximum& maximum) {
    const int parameter = first_seat_ + seat;
    seat_strengths_.push_back(maximum.parameters[place(parameter)]);
    ratings_.seats_.push_back(interval(parameter, seat_strengths_.back()));
  }

  void tell_open() {
    for (const ComparisonGroup& group : ratings_.groups_)
      for (const ComparisonGroup::Open& open : group.open) {
        if (open.side == ComparisonGroup::Open::Side::kUnknown) continue;
        const bool has_won = open.side == ComparisonGroup::Open::Side::kAbove;
        const auto games = games_with_group(open.player, has_won);
        if (games.empty()) continue;
        const double bound = kEloPerNat * open_bound(games, has_won);
        PlayerRating& rating = ratings_.players_[place(open.player)];
        (has_won ? rating.low : rating.high) = bound;
      }
  }

  /// The games of an open player against rated ones of its group, as far as these or it took the
  /// point: one that a third took says nothing of them.
  std::vector<OneSidedGames> games_with_group(int player, bool has_won) const {
    std::vector<OneSidedGames> result;
    for (std::size_t i = 0; i < outcomes_.distinct().size(); ++i) {
      const Outcome& outcome = outcomes_.distinct()[i];
      double opponents = 0, own = 0, point = 0;  // strengths as powers of e
      for (std::size_t seat = 0; seat < outcome.players.size(); ++seat) {
        const int other = outcome.players[seat];
        const double effect =
            outcome.has_seats && seat < seat_strengths_.size() ? seat_strengths_[seat] : 0;
        if (other == player) own += std::exp(effect);
        if (is_rated_with(other, player)) opponents += std::exp(offsets_[place(other)] + effect);
        if (has_won ? other == player : is_rated_with(other, player))
          point += double(outcome.shares[seat]);
      }
      if (own > 0 && opponents > 0 && point > 0)
        result.push_back({std::log(opponents), std::log(own),
                          point * double(outcomes_.counts()[i]) * blocks_by_game()});
    }
    return result;
  }

  bool is_rated_with(int other, int player) const {
    return ratings_.parameters_[place(other)] != kOpen &&
           ratings_.players_[place(other)].group == ratings_.players_[place(player)].group;
  }

  const Outcomes& outcomes_;
  const RatingOptions& options_;
  Ratings ratings_;
  std::vector<double> offsets_;  // strengths of fixed players, and then of all that are rated
  std::vector<double> seat_strengths_;
  int players_ = 0;  // that have a parameter
  int seats_ = 0, first_seat_ = 0, draws_ = 0;
  bool fits_draws_ = false;
  std::vector<Prior> known_;
  std::vector<std::vector<int>> zero_sums_;
  ChoiceModel model_;
};

std::optional<EloInterval> Ratings::first_seat_advantage() const {
  if (seats_.size() != 2) return std::nullopt;
  const EloInterval& first = seats_.front();
  return EloInterval{2 * first.elo, 2 * first.low, 2 * first.high};
}

std::optional<Ratings::Difference> Ratings::difference(int a, int b) const {
  const PlayerRating &first = players_[place(a)], &second = players_[place(b)];
  if (first.group != second.group || !first.elo || !second.elo) return std::nullopt;
  const int parameters[] = {parameters_[place(a)], parameters_[place(b)]};
  double variance = 0, freedom = kInfinity;
  for (const int parameter : parameters)
    if (parameter >= 0) freedom = std::min(freedom, freedom_[place(parameter)]);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (parameters[i] >= 0 && parameters[j] >= 0)
        variance += (i == j ? 1 : -1) * covariance_.at(place(parameters[i]), place(parameters[j]));
  if (!(variance > 0)) return std::nullopt;
  return Difference{(*first.elo - *second.elo) / kEloPerNat, variance, freedom};
}

std::optional<double> Ratings::superiority(int a, int b) const {
  const std::optional<Difference> found = difference(a, b);
  if (!found) return std::nullopt;
  return student_below(found->mean / std::sqrt(found->variance), found->freedom);
}

std::optional<EloInterval> Ratings::lead(int a, int b) const {
  const std::optional<Difference> found = difference(a, b);
  if (!found) return std::nullopt;
  const double reach = student95(found->freedom) * std::sqrt(found->variance);
  return EloInterval{kEloPerNat * found->mean, kEloPerNat * (found->mean - reach),
                     kEloPerNat * (found->mean + reach)};
}

Ratings rate(int players, const Outcomes& outcomes, const RatingOptions& options) {
  assert(players <= kMostRatedPlayers);
  return RatingFit(players, outcomes, options).result();
}

}  // namespace gauntlet::selfplay
