#include "tools/report/game_script.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <string>

#include "engine/utf8.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

/// A place in a text.
std::string place_text(std::size_t place, bool is_wide) {
  const std::size_t base = kPlaceDigits.size();
  return (is_wide ? std::string(1, kPlaceDigits[place / base]) : "") + kPlaceDigits[place % base];
}

/// What lies between the common beginning of two versions of a field and their common end.
std::string replaced(std::size_t field, std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t begin = 0, end = 0;
  while (begin < shorter && before[begin] == after[begin]) ++begin;
  while (end < shorter - begin && before[before.size() - 1 - end] == after[after.size() - 1 - end])
    ++end;
  return absl::StrCat("!", field, ",", begin, ",", before.size() - begin - end, ",",
                      std::string(after.substr(begin, after.size() - begin - end)));
}

std::string replaced_fields(std::string_view before, std::string_view after) {
  const auto old = engine::split(before, ' '), now = engine::split(after, ' ');
  if (old.size() != now.size()) return "!*," + std::string(after);
  std::string all;
  for (std::size_t field = 0; field < old.size(); ++field)
    if (old[field] != now[field]) all += replaced(field, old[field], now[field]);
  return all;
}

std::string change(std::string_view before, std::string_view after, bool is_wide) {
  if (before.size() != after.size()) return replaced_fields(before, after);
  std::string places;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != after[i]) places += place_text(i, is_wide) + after[i];
  return places;
}

/// "a", "b", .. as "a|b|..".
void join(std::string& all, char separator, const std::string& one, bool is_first) {
  if (!is_first) all += separator;
  all += one;
}

/// What is told of moves, in the forms of the page.
struct MovesTold {
  std::string movers, moves, changes, wins, times;
};

MovesTold told_of(const ReportGame& game) {
  MovesTold told;
  engine::AnyState state = game.start;
  std::string before = state.to_text();
  const bool is_wide = before.size() > kPlaceDigits.size();
  const bool is_hidden = state.game().is_hidden();
  for (std::size_t i = 0; i < game.result.moves.size(); ++i) {
    const engine::AnyMove move = game.result.moves[i];
    const bool is_chance = state.to_move() < 0;
    told.movers += is_chance ? 'c' : static_cast<char>('0' + state.to_move());
    join(told.moves, '|', is_chance && !is_hidden ? "" : state.format(move), i == 0);
    state.apply(move);
    std::string after = state.to_text();
    join(told.changes, '|', change(before, after, is_wide), i == 0);
    before = std::move(after);
    if (i >= game.result.notes.size()) continue;
    const selfplay::MoveNote& note = game.result.notes[i];
    join(told.wins, ',', note.win == selfplay::MoveNote::kNoWin ? "" : absl::StrCat(note.win),
         i == 0);
    join(told.times, ',', note.milliseconds == 0 ? "" : absl::StrCat(note.milliseconds), i == 0);
  }
  return told;
}

}  // namespace

boost::json::object game_script(const ReportGame& game) {
  const selfplay::MatchResult& result = game.result;
  boost::json::array seats, returns;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    seats.emplace_back(game.seats[seat]);
    returns.emplace_back(result.summary.returns[seat]);
  }
  const MovesTold told = told_of(game);
  return {{"n", game.number},
          {"seats", std::move(seats)},
          {"returns", std::move(returns)},
          {"end", word_of(result.summary.termination)},
          {"why", engine::legible(result.reason, 300)},
          {"start", game.start.to_text()},
          {"movers", told.movers},
          {"moves", told.moves},
          {"changes", told.changes},
          {"win", told.wins},
          {"ms", told.times}};
}

}  // namespace gauntlet::tools
