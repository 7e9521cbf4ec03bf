#include "tools/commands/host_kinds.h"

#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/auto_level.h"
#include "tools/commands/program_names.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/host_opponent.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

using MadeHost = absl::StatusOr<std::unique_ptr<Host>>;

/// Whether `opponent` can play `game`; nobody is fine.
absl::Status objection(const std::string& opponent, const std::string& game) {
  const absl::Status status = HostOpponent::objection(opponent, *engine::find_game(game));
  return status.ok() ? status
                     : absl::InvalidArgumentError("bad --opponent: " + engine::message_of(status));
}

constexpr char kKimbleScale[] = "kimble:2";

std::string game_of_gomoku(const HostSettings& settings) {
  return "gomoku:" + std::to_string(settings.size.value_or(GomokuHost::Options().size));
}

std::string game_of_twodoku(const HostSettings& settings) {
  return engine::find_game(settings.game)->name();
}

/// README and real server say the same but for what is FORFEIT-MOVE here anyway, so `readme` has
/// nothing to change.
MadeHost make_gomoku(const HostSettings& settings) {
  GomokuHost::Options options;
  options.seed = settings.seed;
  options.numbers = settings.numbers;
  options.known = settings.known;
  options.size = settings.size.value_or(options.size);
  options.time_per_move = settings.time_per_move.value_or(options.time_per_move);
  if (const absl::Status status = objection(settings.opponent, game_of_gomoku(settings));
      !status.ok())
    return status;
  options.opponent = settings.opponent;
  options.opponent_seat = settings.opponent_seat;
  const auto names = program_names(settings.commands, settings.opponent);
  for (std::size_t i = 0; i < names.size(); ++i)
    options.programs.push_back({names[i], std::string(command_of(settings.commands[i]))});
  return MadeHost(std::make_unique<GomokuHost>(options));
}

MadeHost make_sudokill(const HostSettings& settings) {
  SudokillHost::Options options;
  options.seed = settings.seed;
  options.numbers = settings.numbers;
  options.known = settings.known;
  options.numbers_moves = settings.readme;
  options.clock = settings.clock.value_or(options.clock);
  if (const absl::Status status = objection(settings.opponent, "sudokill"); !status.ok())
    return status;
  options.opponent = settings.opponent;
  options.opponent_seat = settings.opponent_seat;
  return MadeHost(std::make_unique<SudokillHost>(options));
}

MadeHost make_kimble(const HostSettings& settings) {
  KimbleHost::Options options;
  options.seed = settings.seed;
  options.numbers = settings.numbers;
  options.known = settings.known;
  // Ratings are those of games for two, whoever plays.
  options.opponent = selfplay::told_as(settings.opponent, *engine::find_game(kKimbleScale));
  std::vector<const char*> games = {kKimbleScale};
  if (!selfplay::is_auto_level(options.opponent))
    games.insert(games.end(), {"kimble:3", "kimble:4"});
  for (const char* game : games)
    if (const absl::Status status = objection(options.opponent, game); !status.ok()) return status;
  return MadeHost(std::make_unique<KimbleHost>(std::move(options)));
}

MadeHost make_twodoku(const HostSettings& settings) {
  TwoDokuHost::Options options;
  const auto game = engine::find_game(settings.game);
  if (!game.ok()) return game.status();
  if (const absl::Status status = objection(settings.opponent, settings.game); !status.ok())
    return status;
  options.game = settings.game;
  options.clock = settings.clock.value_or(options.clock);
  options.opponent = settings.opponent;
  options.opponent_seat = settings.opponent_seat;
  options.seed = settings.seed;
  options.numbers = settings.numbers;
  options.known = settings.known;
  return MadeHost(std::make_unique<TwoDokuHost>(options));
}

constexpr HostKind kKinds[] = {
    {"gomoku", 17033, 1, 0,
     "--size --time-per-move --opponent --opponent-colour --readme --games --store --resume --run "
     "--output",
     "black white", "in its protocol five or more in a row win", make_gomoku, game_of_gomoku},
    {"sudokill", 4444, 1, 8080,
     "--clock --opponent --opponent-colour --readme --web-port --allow-origin --games --store "
     "--resume",
     "first second", "its players say how full the board is, as in PLAY|50", make_sudokill,
     nullptr},
    {"kimble", 65430, 10, 0, "--opponent --games --store --resume", "",
     "its clients say who plays: gauntlet connect kimble --opponents 020", make_kimble, nullptr},
    {"twodoku", 17090, 1, 0, "--clock --opponent --opponent-colour --games --store --resume",
     "red blue", "", make_twodoku, game_of_twodoku},
    {"kinarow", 5000, 1, 0, "--opponent --allow-origin --store --resume", "",
     "its board is chosen on the page", nullptr, nullptr},
};

/// Why a name with a variant has no server, for a kind that takes none.
std::string why_no_variant(const HostKind& kind, std::string_view game) {
  const std::string_view variant = game.substr(kind.word.size());
  if (kind.word != "gomoku" || !variant.starts_with(':')) return std::string(kind.instead);
  const auto size = engine::parse_int(variant.substr(1), 5, 32);
  return "give the board's side as an option: gauntlet host gomoku --size " +
         std::to_string(size.value_or(15));
}

}  // namespace

std::span<const HostKind> host_kinds() {
  return kKinds;
}

engine::AnyGame scale_of(const HostKind& kind, const HostSettings& settings) {
  if (kind.only_game) return *engine::find_game(kind.only_game(settings));
  return *engine::find_game(kind.word == "kimble" ? kKimbleScale : kind.word);
}

absl::StatusOr<engine::Player> find_seat(const HostKind& kind, std::string_view word) {
  const auto seats = engine::split(kind.seats, ' ');
  for (const engine::Player player : {0, 1})
    if (seats[static_cast<std::size_t>(player)] == word) return player;
  return absl::InvalidArgumentError("--opponent-colour of " + std::string(kind.word) + " is " +
                                    std::string(seats[0]) + " or " + std::string(seats[1]) +
                                    ", not " + engine::in_quotes(word) +
                                    engine::did_you_mean(word, seats));
}

absl::StatusOr<const HostKind*> find_host(std::string_view game) {
  const std::string_view word = game.substr(0, game.find_first_of(":/"));
  const std::string none = "there is no server for " + engine::in_quotes(game);
  if (word == "mnk")
    return absl::InvalidArgumentError(
        none + ": m,n,k boards are played on a page in a browser: gauntlet host kinarow");
  std::vector<std::string_view> words;
  std::string all;
  if (const auto known = engine::find_game(game);
      known.ok() && known->name().starts_with("twodoku/small"))
    return absl::InvalidArgumentError(
        none +
        ": twodoku's protocol tells of the full board only; the small one is for selfplay, "
        "analyze and solve");
  for (const HostKind& kind : kKinds) {
    if (kind.word == game || (kind.word == word && kind.instead.empty())) return &kind;
    if (kind.word == word)
      return absl::InvalidArgumentError(none + ": " + why_no_variant(kind, game));
    words.push_back(kind.word);
    all += (all.empty() ? "" : ", ") + std::string(kind.word);
  }
  return absl::InvalidArgumentError(none + engine::did_you_mean(game, words) +
                                    "; the servers are " + all + ", and all of them: all");
}

}  // namespace gauntlet::tools
