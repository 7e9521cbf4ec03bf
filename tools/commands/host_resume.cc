#include "tools/commands/host_resume.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/game_log.h"
#include "tools/commands/program_names.h"
#include "tools/protocol/host_opponent.h"
#include "tools/protocol/kinarow_levels.h"

namespace gauntlet::tools {

namespace {

using selfplay::FinishedGame;
using selfplay::GameLog;
using selfplay::LoggedGame;

/// Which games belong to a server.
class ServedGames {
 public:
  ServedGames(const HostKind& kind, const HostSettings& settings)
      : is_page_(!kind.make),
        word_(kind.word),
        game_(kind.only_game ? kind.only_game(settings) : ""),
        players_(program_names(settings.commands, settings.opponent)) {
    // Kimble's clients choose their opponents.
    if (!kind.seats.empty() && !settings.opponent.empty()) players_.push_back(settings.opponent);
  }

  /// Why a game does not; "" if it does.
  std::string objection(const FinishedGame& game) const {
    const std::string name = game.game.name();
    if (is_page_) return objection_of_page(game);
    const std::string_view word = std::string_view(name).substr(0, name.find_first_of(":/"));
    if (game_.empty() ? word != word_ : name != game_)
      return "of " + name + ", and this server plays " + (game_.empty() ? word_ : game_);
    for (const std::string& player : players_)
      if (!plays(player, game)) return "of " + names(game) + ", and here " + player + " plays all";
    return "";
  }

 private:
  static std::string objection_of_page(const FinishedGame& game) {
    if (!engine::mnk_rules(game.start))
      return "of " + game.game.name() + ", and this page plays m,n,k boards";
    if (KinarowLevels::is_own(game)) return "";
    return "of " + names(game) + ", and this page keeps games of browsers against level:auto";
  }
  static bool plays(const std::string& player, const FinishedGame& game) {
    const std::string kept = engine::printable(player, 200);
    return std::find(game.players.begin(), game.players.end(), kept) != game.players.end();
  }
  static std::string names(const FinishedGame& game) {
    std::string text;
    for (const std::string& player : game.players)
      text += (text.empty() ? "" : " and ") + engine::printable(player);
    return text;
  }

  const bool is_page_;
  const std::string word_;
  const std::string game_;            // the only one; "" where there are several
  std::vector<std::string> players_;  // who take part in every game
};

/// Which numbers the games of a file have: each the one of its place. Behind the last place that is
/// wanted are games that were played again because an earlier place was damaged; where none is the
/// last there are no such games.
class TakenNumbers {
 public:
  /// 0: games without end.
  explicit TakenNumbers(std::uint64_t wanted) : wanted_(wanted > 0 ? wanted : kEndless) {}

  /// REQUIRES: ascending.
  void add(std::uint64_t index) {
    if (index >= wanted_) {
      ++again_;
      return;
    }
    leave_out(next_, index);
    next_ = index + 1;
  }

  GameNumbers missing() && {
    leave_out(next_, wanted_);
    auto first = gaps_.begin();
    for (; again_ > 0 && first != gaps_.end(); ++first) {
      const std::uint64_t taken = std::min(again_, first->last - first->first);
      first->first += taken;
      again_ -= taken;
      if (first->first < first->last) break;
    }
    gaps_.erase(gaps_.begin(), first);
    leave_out(wanted_, wanted_ + 1);  // and on from there
    return GameNumbers(std::move(gaps_));
  }

 private:
  /// Places `from` up to `to`; numbers begin with 1.
  void leave_out(std::uint64_t from, std::uint64_t to) {
    if (from < to) gaps_.push_back({from + 1, to + 1});
  }

  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;

  const std::uint64_t wanted_;
  std::uint64_t next_ = 0;
  std::uint64_t again_ = 0;
  std::vector<GameNumbers::Range> gaps_;
};

/// Whose results are told; where nobody is named, people may ask for level:auto.
std::string remembered_opponent(const HostSettings& settings) {
  return settings.opponent.empty() ? std::string(selfplay::kAutoLevel) : settings.opponent;
}

/// What level:auto learns from games that have ended.
class Lessons {
 public:
  Lessons(const HostKind& kind, const HostSettings& settings) {
    if (kind.make) opponent_.emplace(remembered_opponent(settings), scale_of(kind, settings));
  }
  void add(const FinishedGame& game) {
    if (!game.strength) return;
    if (!opponent_) return KinarowLevels::learn_again(of_page_, game);
    const auto& strength = *game.strength;
    opponent_->saw_end(strength.player, "level:" + strength.played, strength.score);
  }
  const KnownOpponents& known() const { return opponent_ ? opponent_->known() : of_page_; }

 private:
  std::optional<HostOpponent> opponent_;  // none of the page
  KnownOpponents of_page_;
};

}  // namespace

absl::StatusOr<EarlierGames> read_earlier_games(const std::string& path, std::uint64_t wanted,
                                                const HostKind& kind, const HostSettings& settings,
                                                HostResults& results) {
  if (access(path.c_str(), F_OK) != 0)
    return absl::InvalidArgumentError(
        engine::in_quotes(path, 200) +
        " does not exist, so there is nothing to resume; leave --resume out");
  EarlierGames earlier;
  TakenNumbers taken(wanted);
  if (!selfplay::file_exists(path)) return earlier;  // whoever created it was killed before the end
  const auto log = GameLog::open_to_read(path);
  if (!log.ok()) return log.status();
  const ServedGames served(kind, settings);
  Lessons lessons(kind, settings);
  const auto add = [&](const LoggedGame& logged) -> absl::Status {
    if (results.enough().stop_requested()) return absl::CancelledError("interrupted");
    if (const std::string why = served.objection(logged.game); !why.empty())
      return absl::InvalidArgumentError("cannot resume " + engine::in_quotes(path, 200) +
                                        ": game " + std::to_string(logged.index) + " is " + why +
                                        "; give --store a new file");
    results.add_earlier(logged.game);
    lessons.add(logged.game);
    taken.add(logged.index);
    ++earlier.games;
    return absl::OkStatus();
  };
  if (const absl::Status status = (*log)->for_each(add, earlier.damage.collector()); !status.ok())
    return status;
  earlier.numbers = std::move(taken).missing();
  earlier.known = lessons.known();
  return earlier;
}

}  // namespace gauntlet::tools
