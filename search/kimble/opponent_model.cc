#include "search/kimble/opponent_model.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/words.h"
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/strategies.h"

namespace gauntlet::search::kimble {

namespace {

struct Share {
  Policy policy;
  std::uint32_t eighths;
};

/// Half of them play well; chosen, for nobody's games are at hand (see docs/strength.md).
constexpr std::array<Share, 4> kPeople = {
    {{Policy::kFitted, 4}, {Policy::kCapture, 2}, {Policy::kVaikea, 1}, {Policy::kRandom, 1}}};

Policy drawn_person(engine::Rng& rng) {
  std::uint32_t left = rng.below(8);
  for (const auto& [policy, eighths] : kPeople) {
    if (left < eighths) return policy;
    left -= eighths;
  }
  return Policy::kFitted;
}

/// Adds `share` to the moves that `policy` makes.
void add_choices(const engine::Kimble& state, Policy policy, double share,
                 OpponentModel::Chances& chances) {
  const auto chosen = policy == Policy::kFitted
                          ? std::optional(fitted_choice(state, fitted_weights(state.players())))
                          : simple_choice(state, policy);
  const double each = share / static_cast<double>(chances.size());
  for (OpponentModel::Chance& chance : chances)
    chance.probability += !chosen ? each : chance.move == *chosen ? share : 0;
}

}  // namespace

OpponentModel OpponentModel::unknown(int players) {
  OpponentModel rivals;
  rivals.others_.assign(static_cast<std::size_t>(players - 1), Policy::kFitted);
  return rivals;
}

std::optional<OpponentModel> OpponentModel::parse(std::string_view names, int players) {
  OpponentModel rivals;
  for (const std::string_view name : engine::split(names, '+')) {
    const auto policy = find_policy(name);
    if (!policy && name != "people") return std::nullopt;
    rivals.others_.push_back(policy);
  }
  const auto count = static_cast<std::size_t>(players - 1);
  if (rivals.others_.size() == 1) rivals.others_.resize(count, rivals.others_[0]);
  if (rivals.others_.size() != count) return std::nullopt;
  return rivals;
}

OpponentModel OpponentModel::told(const SearcherOptions& options, int players) {
  const auto names = options.own.find("against");
  return names == options.own.end() ? unknown(players) : *parse(names->second, players);
}

absl::Status OpponentModel::objection(std::string_view names, const engine::AnyGame& game) {
  if (parse(names, game.players())) return absl::OkStatus();
  const auto given = engine::split(names, '+').size();
  const auto others = static_cast<std::size_t>(game.players() - 1);
  if (given != 1 && given != others)
    return absl::InvalidArgumentError(engine::counted(given, "name") +
                                      (given == 1 ? " is" : " are") + " given, and " + game.name() +
                                      " has " + engine::counted(others, "other") +
                                      "; give one name" + (others == 1 ? "" : ", or one for each"));
  std::vector<std::string_view> words = {"random"};
  for (const Strategy& strategy : strategies())
    if (find_policy(strategy.name)) words.push_back(strategy.name);
  words.push_back("people");
  std::string known, each;
  for (const std::string_view word : words)
    known += (known.empty() ? "" : ", ") + std::string(word);
  for (int other = 1; other < game.players(); ++other)
    each += (other > 1 ? "+" : "") + std::string(other % 2 != 0 ? "vaikea" : "helppo");
  return absl::InvalidArgumentError(
      "the others can play " + known +
      (game.players() > 2 ? ", all the same or each its own as in " + each : "") +
      engine::did_you_mean(names, words));
}

bool OpponentModel::are_drawn() const {
  return std::find(others_.begin(), others_.end(), std::nullopt) != others_.end();
}

Policies OpponentModel::draw(engine::Player mover, engine::Rng& rng) const {
  Policies policies;
  policies.fill(Policy::kFitted);
  const std::size_t players = others_.size() + 1;
  for (std::size_t i = 0; i < others_.size(); ++i)
    policies[(static_cast<std::size_t>(mover) + 1 + i) % players] =
        others_[i] ? *others_[i] : drawn_person(rng);
  return policies;
}

OpponentModel::Chances OpponentModel::choices(const engine::Kimble& state,
                                              engine::Player mover) const {
  engine::Kimble::Moves moves;
  state.legal_moves(moves);
  Chances chances, possible;
  for (const engine::Kimble::Move move : moves) chances.push_back({move, 0});
  const int players = state.players();
  const auto other = static_cast<std::size_t>((state.to_move() - mover - 1 + players) % players);
  if (others_[other])
    add_choices(state, *others_[other], 1, chances);
  else
    for (const auto& [policy, eighths] : kPeople)
      add_choices(state, policy, eighths / 8.0, chances);
  for (const Chance& chance : chances)
    if (chance.probability > 0) possible.push_back(chance);
  return possible;
}

}  // namespace gauntlet::search::kimble
