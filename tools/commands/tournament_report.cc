#include "tools/commands/tournament_report.h"

#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "engine/words.h"
#include "selfplay/statistics/ratings.h"
#include "tools/commands/elo_text.h"
#include "tools/commands/json_text.h"
#include "tools/commands/print.h"
#include "tools/commands/table.h"
#include "tools/commands/tally.h"
#include "tools/screen.h"

namespace gauntlet::tools {

using selfplay::EntrantRecord;
using selfplay::Ratings;
using selfplay::Tournament;
using selfplay::TournamentResult;
using selfplay::word_of;

namespace {

constexpr std::size_t kWidestName = 40;

Ratings ratings_of(const Tournament& tournament, const TournamentResult& result) {
  return selfplay::rate(static_cast<int>(tournament.entrants.size()), result.outcomes(), {});
}

const std::string& name_in(const Tournament& tournament, int entrant) {
  return tournament.entrants[static_cast<std::size_t>(entrant)].name;
}

/// Names in a store may be anything.
std::string shown_name(const Tournament& tournament, int entrant) {
  return shortened(name_in(tournament, entrant), kWidestName);
}

double seconds_left(const TournamentResult& so_far) {
  if (so_far.played == 0 || so_far.seconds <= 0) return -1;
  const double per_game = so_far.seconds / static_cast<double>(so_far.played);
  const std::uint64_t expected = std::max(so_far.expected_games, so_far.ended_games);
  return per_game * static_cast<double>(expected - so_far.ended_games);
}

std::string tournament_heading(const Tournament& tournament, const TournamentResult& result) {
  const std::uint64_t distinct = result.distinct_games();
  std::string text = tournament.game.name() + ", " + std::string(word_of(tournament.format.kind)) +
                     ", " + grouped(result.games()) + " of " +
                     counted(std::max(result.expected_games, result.games()), "game");
  if (distinct < result.games()) text += " (" + grouped(distinct) + " distinct)";
  if (const std::string told = selfplay::told(tournament.openings); !told.empty())
    text += ", " + told;
  return text + ", seed " + std::to_string(tournament.seed) + "\n";
}

Table standings_table(bool is_rated) {
  std::vector<Table::Column> columns = {{.heading = "", .width = 4, .gap = 0}, Table::names(2)};
  Tally::add_to(columns);
  columns.push_back(Table::scores());
  if (is_rated) {
    columns.push_back({.heading = "elo", .width = 7});
    columns.push_back(Table::intervals());
  }
  columns.push_back({.heading = "", .side = Table::Side::kLeft});  // forfeits
  return Table(std::move(columns));
}

Table::Cells cells_of(const Tournament& tournament, const TournamentResult& result,
                      const std::optional<Ratings>& ratings, int place, int entrant) {
  const EntrantRecord& record = result.records()[static_cast<std::size_t>(entrant)];
  Table::Cells cells = {std::to_string(place), name_in(tournament, entrant)};
  Tally{record.wins, record.draws, record.losses}.add_to(cells);
  cells.emplace_back(absl::StrFormat("%.4f", record.score()));
  if (ratings) {
    const selfplay::PlayerRating& rating = ratings->players()[static_cast<std::size_t>(entrant)];
    cells.emplace_back(rating.elo ? elo_cell(*rating.elo) : "open");
    cells.emplace_back(interval_cell(rating.low, rating.high));
  }
  if (record.forfeits > 0) cells.emplace_back(counted(record.forfeits, "forfeit"), Look::kBad);
  return cells;
}

/// Who can be compared with whom, where not everybody can.
std::string group_lines(const Tournament& tournament, const Ratings& ratings) {
  if (ratings.groups().size() == 1) return "";
  std::string text =
      "\nElo compares players of one group, and not those of different ones: between them no game "
      "was\nplayed, or one side won all.\n";
  for (std::size_t group = 0; group < ratings.groups().size(); ++group) {
    text += "group " + std::to_string(group + 1) + ":";
    std::string_view comma = " ";
    for (std::size_t entrant = 0; entrant < ratings.players().size(); ++entrant) {
      if (ratings.players()[entrant].group != static_cast<int>(group)) continue;
      text.append(comma).append(shown_name(tournament, static_cast<int>(entrant)));
      comma = ", ";
    }
    text += "\n";
  }
  return text;
}

/// What each player forfeited games by.
std::string verdict_lines(const Tournament& tournament, const TournamentResult& result,
                          const Colours& colours) {
  std::string text;
  for (const int entrant : result.ranking())
    for (const selfplay::Verdict& verdict : result.verdicts(entrant))
      text += shown_name(tournament, entrant) + " " +
              colours.bad("forfeited " + counted(verdict.games, "game")) + ": " +
              std::string(word_of(verdict.how)) +
              (verdict.reason.empty() ? "" : ", " + engine::printable(verdict.reason, 500)) + "\n";
  return text.empty() ? text : "\n" + text;
}

boost::json::array verdicts_json(const TournamentResult& result, int entrant) {
  boost::json::array verdicts;
  for (const selfplay::Verdict& verdict : result.verdicts(entrant))
    verdicts.push_back(
        {{"result", word_of(verdict.how)}, {"reason", verdict.reason}, {"games", verdict.games}});
  return verdicts;
}

boost::json::object standing_json(const Tournament& tournament, const TournamentResult& result,
                                  const Ratings& ratings, int entrant) {
  const EntrantRecord& record = result.records()[static_cast<std::size_t>(entrant)];
  const selfplay::PlayerRating& rating = ratings.players()[static_cast<std::size_t>(entrant)];
  return {{"player", name_in(tournament, entrant)},
          {"games", record.games},
          {"wins", record.wins},
          {"draws", record.draws},
          {"losses", record.losses},
          {"score", record.score()},
          {"elo", rating.elo ? boost::json::value(rounded_elo(*rating.elo)) : boost::json::value()},
          {"elo95", elo_bounds_json(rating.low, rating.high)},
          {"forfeits", record.forfeits},
          {"group", rating.group},
          {"points", record.points},
          {"verdicts", verdicts_json(result, entrant)}};
}

/// Games wait while the table is made.
bool can_rate_at_once(const Tournament& tournament, const TournamentResult& so_far) {
  constexpr std::size_t kFewPlayers = 50;
  constexpr std::uint64_t kFewGames = 50'000;
  return tournament.entrants.size() <= kFewPlayers && so_far.games() <= kFewGames;
}

}  // namespace

std::string standings_text(const Tournament& tournament, const TournamentResult& result,
                           bool is_rated, const Colours& colours) {
  std::optional<Ratings> ratings;
  if (is_rated) ratings = ratings_of(tournament, result);
  Table table = standings_table(is_rated);
  int place = 0;
  for (const int entrant : result.ranking()) {
    const bool leads = ++place == 1 && result.games() > 0;
    table.add(cells_of(tournament, result, ratings, place, entrant),
              leads ? Look::kBold : Look::kPlain);
  }
  std::string text = tournament_heading(tournament, result) + "\n" + table.text(colours);
  if (ratings) text += group_lines(tournament, *ratings);
  text += verdict_lines(tournament, result, colours);
  if (!result.remark.empty()) text += "\n" + result.remark + "\n";
  return text;
}

boost::json::object standings_json(const Tournament& tournament, const TournamentResult& result) {
  const Ratings ratings = ratings_of(tournament, result);
  boost::json::array standings;
  for (const int entrant : result.ranking())
    standings.push_back(standing_json(tournament, result, ratings, entrant));
  boost::json::object object{{"game", tournament.game.name()},
                             {"games", result.games()},
                             {"distinct_games", result.distinct_games()},
                             {"standings", std::move(standings)},
                             {"format", word_of(tournament.format.kind)},
                             {"rounds", tournament.format.rounds},
                             {"seed", tournament.seed}};
  if (!result.remark.empty()) object["remark"] = result.remark;
  return object;
}

std::string tournament_progress(const Tournament& tournament, const TournamentResult& so_far) {
  std::string text =
      absl::StrFormat("%s of %s", grouped(so_far.ended_games),
                      counted(std::max(so_far.expected_games, so_far.ended_games), "game"));
  const std::vector<int> ranking = so_far.ranking();
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ranking.size()); ++i)
    absl::StrAppendFormat(&text, "%s%s %.3f", i == 0 ? "  " : ", ",
                          shown_name(tournament, ranking[i]),
                          so_far.records()[static_cast<std::size_t>(ranking[i])].score());
  if (so_far.forfeits() > 0) text += "  " + counted(so_far.forfeits(), "forfeit");
  if (const double left = seconds_left(so_far); left >= 0) text += "  " + span_text(left) + " left";
  return text;
}

boost::json::object progress_json(const Tournament& tournament, const TournamentResult& so_far) {
  boost::json::object object{{"event", "progress"},
                             {"games", so_far.ended_games},
                             {"expected_games", so_far.expected_games},
                             {"forfeits", so_far.forfeits()},
                             {"seconds", so_far.seconds},
                             {"left_s", nullptr},
                             {"leader", name_in(tournament, so_far.ranking().front())}};
  if (const double left = seconds_left(so_far); left >= 0) object["left_s"] = left;
  return object;
}

void TournamentProgress::show(const Tournament& tournament, const TournamentResult& so_far) {
  const auto now = std::chrono::steady_clock::now();
  const bool has_news = so_far.ended_games != last_games_ || now - last_ > std::chrono::seconds(10);
  if (form_ == Form::kNone || !has_news || now - last_ < std::chrono::milliseconds(950)) return;
  last_ = now;
  last_games_ = so_far.ended_games;
  if (form_ == Form::kTable)
    return draw(standings_text(tournament, so_far, can_rate_at_once(tournament, so_far), colours_) +
                "\n" + colours_.faint(tournament_progress(tournament, so_far)) + "\n");
  std::fprintf(stderr, "%s\n",
               form_ == Form::kJson
                   ? json_text(progress_json(tournament, so_far)).c_str()
                   : colours_.faint(tournament_progress(tournament, so_far)).c_str());
}

/// As much of the table as fits the terminal, over the one before.
void TournamentProgress::draw(const std::string& table) {
  clear();
  const ScreenSize size = screen_size(STDOUT_FILENO);
  std::string shown;
  for (const std::string_view line : engine::split(table, '\n')) {
    if (lines_ + 1 == size.rows) break;
    shown += cut_to(line, size.columns - 1) + "\n";
    ++lines_;
  }
  std::fputs(shown.c_str(), stdout);
  std::fflush(stdout);
}

void TournamentProgress::clear() {
  if (lines_ > 0) std::fprintf(stdout, "\x1b[%zuA\x1b[J", lines_);
  lines_ = 0;
}

}  // namespace gauntlet::tools
