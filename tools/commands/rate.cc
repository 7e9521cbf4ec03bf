// `gauntlet rate`: how strong the players of stored games are, all on one scale.
#include <absl/strings/charconv.h>
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "selfplay/statistics/ratings.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/rate_report.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/rated_games.h"
#include "tools/lab/scores_without_luck.h"

namespace gauntlet::tools {

namespace {

using selfplay::Anchor;

/// An anchor as it is typed: its player is found once the stores are read.
struct NamedAnchor {
  std::string name;
  double elo;
  double deviation;
  std::string word;    ///< All that was typed.
  std::string option;  ///< Behind which.
};

struct RateOptions {
  CommonOptions common;
  std::vector<std::string> stores;
  std::vector<NamedAnchor> anchors;
  selfplay::DrawModel draws = selfplay::DrawModel::kHalfPoint;
  bool asks_for_draws = false;
  bool has_luck_removed = false;
  bool follows_change = false;  ///< By Glicko-2.
};

/// From `low` on; a sign may stand before it.
std::optional<double> parse_elo(std::string_view text, double low) {
  double value = 0;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [end, error] = absl::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= low && value <= Anchor::kMostElo)) return std::nullopt;
  return value;
}

/// "NAME=ELO", or "NAME=ELO+-SD" where it is loose. Names may have equals signs of their own.
std::optional<NamedAnchor> parse_anchor(std::string_view text, const std::string& option,
                                        bool is_loose) {
  const std::size_t equals = text.rfind('=');
  if (equals == text.npos || equals == 0) return std::nullopt;
  std::string_view value = text.substr(equals + 1);
  std::optional<double> deviation = 0;
  if (is_loose) {
    constexpr double kLeastDeviation = 0.01;  // a smaller one is a fixed anchor
    const std::size_t sign = value.find("+-");
    if (sign == value.npos) return std::nullopt;
    deviation = parse_elo(value.substr(sign + 2), kLeastDeviation);
    value = value.substr(0, sign);
  }
  const auto elo = parse_elo(value, -Anchor::kMostElo);
  if (!elo || !deviation) return std::nullopt;
  return NamedAnchor{std::string(text.substr(0, equals)), *elo, *deviation, std::string(text),
                     option};
}

/// What is wrong with an anchor that parse_anchor() does not take.
std::string anchor_fault(std::string_view text, bool is_loose) {
  const std::size_t equals = text.rfind('=');
  if (equals == text.npos) return "has no rating behind an equals sign";
  if (equals == 0) return "names no player";
  if (is_loose && text.find("+-", equals) == text.npos) return "has no +-SD behind the rating";
  return is_loose ? "needs a rating of at most 10000 up or down, and an SD from 0.01 to 10000"
                  : "needs a rating of at most 10000 up or down";
}

/// Adds --anchor or --loose, which may be given several times.
void add_anchor_option(CLI::App& command, const std::string& name, bool is_loose,
                       const std::string& form, const std::string& help, RateOptions& options) {
  const auto read = [=, &options](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const auto anchor = parse_anchor(word, name, is_loose);
      if (!anchor)
        throw CLI::ValidationError(name + " takes " + form + ", as in " + name +
                                   (is_loose ? " level:3=0+-50" : " level:3=0") + "; " +
                                   engine::in_quotes(word) + " " + anchor_fault(word, is_loose));
      options.anchors.push_back(*anchor);
    }
  };
  command.add_option_function<std::vector<std::string>>(name, read, help)
      ->type_name(form)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

absl::StatusOr<std::vector<Anchor>> find_anchors(const RateOptions& options,
                                                 const RatedGames& games) {
  std::vector<Anchor> anchors;
  for (const NamedAnchor& named : options.anchors) {
    const auto player = games.player_called(named.name);
    const std::string name = engine::in_quotes(named.name);
    if (!player && games.player_called(named.word))
      return absl::InvalidArgumentError(named.option + " " + engine::printable(named.word) +
                                        " names a player and no rating; put one behind it, as in " +
                                        named.option + " " + engine::printable(named.word) +
                                        (named.deviation > 0 ? "=0+-50" : "=0"));
    if (!player)
      return absl::InvalidArgumentError(
          "nobody is called " + name +
          engine::did_you_mean(named.name, std::vector<std::string_view>(games.players().begin(),
                                                                         games.players().end())));
    for (const Anchor& other : anchors)
      if (other.player == *player)
        return absl::InvalidArgumentError(name + " has two anchors; one is enough");
    anchors.push_back({*player, named.elo, named.deviation});
  }
  return anchors;
}

/// What is told of several stores at once.
struct Rated {
  RatedGames games;
  ScoresByName without_luck;
  Exit soundness = Exit::kDone;  ///< Else games are damaged, which has been told.
};

absl::Status objection_to_luck(const engine::AnyGame& game) {
  if (game.holds<engine::Kimble>()) return absl::OkStatus();
  return absl::InvalidArgumentError("there is no luck to remove from " + game.name() +
                                    "; --without-luck is for Kimble");
}

void tell_damage(const std::string& path, const Damage& damage, const char* what, Rated& rated) {
  if (damage.any()) rated.soundness = complain(Exit::kIo, damage.sentence(path) + what);
}

/// `store` is a batch's or a tournament's.
template <class Store>
absl::Status add_luck(const std::string& path, Store& store, const RateOptions& options,
                      Rated& rated) {
  const Interrupt interrupt;
  Damage damage;
  if (const absl::Status status = add_without_luck(store, threads_of(options.common),
                                                   interrupt.token(), rated.without_luck, damage);
      !status.ok())
    return status;
  if (rated.soundness == Exit::kDone)
    tell_damage(path, damage, "; the scores without luck leave that out", rated);
  return absl::OkStatus();
}

/// What is damaged or cannot be read is told, and left out.
absl::Status unless_damaged(const absl::Status& status, Rated& rated) {
  if (exit_of(status.code()) != Exit::kIo) return status;
  rated.soundness =
      complain(Exit::kIo, engine::message_of(status) + "; the ratings leave that out");
  return absl::OkStatus();
}

absl::Status add_tournament(const std::string& path, const RateOptions& options, Rated& rated) {
  const auto store = selfplay::TournamentStore::open_to_read(path);
  if (!store.ok()) return unless_damaged(store.status(), rated);
  Damage damage;
  const absl::Status status = rated.games.add(path, **store, damage);
  tell_damage(path, damage, "; the ratings leave that out", rated);
  if (!status.ok()) return unless_damaged(status, rated);
  if (!options.has_luck_removed) return absl::OkStatus();
  const absl::Status fit = objection_to_luck((*store)->tournament().game);
  return fit.ok() ? add_luck(path, **store, options, rated) : fit;
}

absl::Status add_store(const std::string& path, const RateOptions& options, Rated& rated) {
  if (selfplay::GameLog::is_log(path))
    return absl::InvalidArgumentError("the games of " + engine::in_quotes(path, 200) +
                                      " were played on servers; rate takes stores that selfplay "
                                      "or tournament has written");
  if (selfplay::TournamentStore::is_tournament(path)) return add_tournament(path, options, rated);
  const auto batch = open_batch(path);
  if (!batch.ok()) return unless_damaged(batch.status(), rated);
  Damage damage;
  const absl::Status status = rated.games.add(path, *batch, damage);
  tell_damage(path, damage, "; the ratings leave that out", rated);
  if (!status.ok()) return unless_damaged(status, rated);
  if (!options.has_luck_removed) return absl::OkStatus();
  const absl::Status fit = objection_to_luck(batch->game);
  return fit.ok() ? add_luck(path, *batch, options, rated) : fit;
}

/// What does not go together, whatever the stores hold.
absl::Status check_rate_options(const RateOptions& options) {
  if (!options.follows_change) return absl::OkStatus();
  const auto refused = [](const std::string& what) {
    return absl::InvalidArgumentError("--model glicko2 takes no " + what);
  };
  if (!options.anchors.empty()) return refused("anchors: all begin with 1500");
  if (options.asks_for_draws) return refused("--draws: a draw is half a win to it");
  if (options.has_luck_removed) return refused("--without-luck: leave one of them out");
  return absl::OkStatus();
}

void tell(const RateOptions& options, const RateReport& report) {
  if (!options.follows_change) {
    options.common.json ? print_json(rate_json(report))
                        : print(rate_text(report, Colours::of(STDOUT_FILENO)));
    return;
  }
  const auto ratings = selfplay::glicko2(static_cast<int>(report.games.players().size()),
                                         report.games.outcomes(), report.games.store_ends());
  options.common.json ? print_json(glicko2_json(report, ratings))
                      : print(glicko2_text(report, ratings, Colours::of(STDOUT_FILENO)));
}

Exit run(const RateOptions& options) {
  if (const absl::Status status = check_rate_options(options); !status.ok())
    return complain(status);
  Rated rated;
  for (const std::string& path : options.stores)
    if (const absl::Status status = add_store(path, options, rated); !status.ok())
      return complain(status);
  if (rated.games.outcomes().games() == 0)
    return rated.soundness == Exit::kDone
               ? complain(Exit::kUsage, "there are no games yet to rate anybody by")
               : rated.soundness;
  if (options.draws == selfplay::DrawModel::kDavidson && rated.games.seats() != 2)
    return complain(Exit::kUsage, "--draws davidson is for games of two players, and " +
                                      rated.games.game() + " has more");
  if (options.follows_change && rated.games.seats() != 2)
    return complain(Exit::kUsage, "--model glicko2 is for games of two players, and " +
                                      rated.games.game() + " has more");
  auto anchors = find_anchors(options, rated.games);
  if (!anchors.ok()) return complain(anchors.status());
  const selfplay::Ratings ratings =
      selfplay::rate(static_cast<int>(rated.games.players().size()), rated.games.outcomes(),
                     {.anchors = std::move(*anchors), .draws = options.draws});
  tell(options, {rated.games, ratings, rated.without_luck});
  return rated.soundness;
}

void add_model_option(CLI::App& command, RateOptions& options) {
  add_choice(command, "--model", {"static", "glicko2"},
             "Players do not change (static, if omitted), or they may from store to store "
             "(glicko2): name the stores from the oldest on",
             [&options](const std::string& word) { options.follows_change = word == "glicko2"; });
}

void add_draws_option(CLI::App& command, RateOptions& options) {
  const auto store = [&options](const std::string& word) {
    options.asks_for_draws = true;
    options.draws =
        word == "half" ? selfplay::DrawModel::kHalfPoint : selfplay::DrawModel::kDavidson;
  };
  add_choice(command, "--draws", {"half", "davidson"},
             "A draw is half a win (half, if omitted), or a third result with a parameter of its "
             "own (davidson)",
             store);
}

}  // namespace

void add_rate(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<RateOptions>();
  CLI::App& command =
      *app.add_subcommand("rate", "Rate the players of stored games on one scale, with error bars");
  command
      .add_option("STORE", options->stores,
                  "Files that selfplay or tournament wrote with --store, all of one game; players "
                  "of one name are one player")
      ->required()
      ->type_name(kStoreValue);
  add_anchor_option(command, "--anchor", false, "NAME=ELO",
                    "This player's rating is known, and the others' are told relative to it; "
                    "several may be given",
                    *options);
  add_anchor_option(command, "--loose", true, "NAME=ELO+-SD",
                    "This player's rating is known with a standard deviation; several may be given",
                    *options);
  add_draws_option(command, *options);
  add_model_option(command, *options);
  command
      .add_flag("--without-luck", options->has_luck_removed,
                "Kimble: scores also without the luck of the dice, as 'gauntlet luck' has them")
      ->disable_flag_override();
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed"});
  command.get_option("--threads")
      ->description("Threads of --without-luck; one per core if omitted. The rest takes one");
  command.footer(
      "Without an anchor the players' mean is 0. Players that cannot be compared, for they never\n"
      "met or all games between them went one way, are told in groups. 'stronger' is how likely a\n"
      "player is stronger than the next one. docs/ratings.md tells what the numbers mean.\n\n"
      "Examples:\n"
      "  gauntlet rate a.db b.db c.db\n"
      "  gauntlet rate games.db --anchor random=0 --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
