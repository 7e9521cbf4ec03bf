#include "tools/report/shown_games.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "engine/utf8.h"
#include "tools/report/game_script.h"
#include "tools/report/packed.h"

namespace gauntlet::tools {

namespace {

/// Numbers the players of some games anew, from 0.
class SeatedPlayers {
 public:
  explicit SeatedPlayers(std::size_t name_bytes) : name_bytes_(name_bytes) {}

  boost::json::array numbered(const boost::json::array& seats, const ReportFacts& facts) {
    boost::json::array now;
    for (const boost::json::value& seat : seats) {
      const auto player = seat.to_number<std::size_t>();
      const auto [known, is_new] = numbers_.try_emplace(player, names_.size());
      if (is_new) names_.emplace_back(engine::legible(facts.players[player], name_bytes_));
      now.emplace_back(known->second);
    }
    return now;
  }
  const boost::json::array& names() const { return names_; }

 private:
  const std::size_t name_bytes_;
  absl::flat_hash_map<std::size_t, std::size_t> numbers_;
  boost::json::array names_;
};

/// Which of `all` comes as number `i` of `chosen`: the first and the last are among them.
std::size_t evenly(std::size_t i, std::size_t chosen, std::size_t all) {
  return chosen < 2 ? 0 : i * (all - 1) / (chosen - 1);
}

std::string text_of(const std::string& game, const boost::json::array& players,
                    const std::string& games) {
  return "{\"game\":" + boost::json::serialize(boost::json::value(game)) +
         ",\"players\":" + boost::json::serialize(players) + ",\"games\":[" + games + "]}";
}

}  // namespace

void ShownGames::add(const ReportGame& game) {
  if (seen_++ % every_ != 0) return;
  if (scripts_.size() == 2 * kMost) {  // every other one stays, and this one is the next
    for (std::size_t i = 1; i < kMost; ++i) scripts_[i] = std::move(scripts_[2 * i]);
    scripts_.resize(kMost);
    every_ *= 2;
  }
  scripts_.push_back(game_script(game));
}

PackedGames ShownGames::packed_games(const ReportFacts& facts, std::size_t name_bytes,
                                     std::size_t most_bytes) const {
  const auto pack = [&](std::size_t games, bool has_moves) {
    SeatedPlayers players(name_bytes);
    std::string texts;
    for (std::size_t i = 0; i < games; ++i) {
      boost::json::object script = scripts_[evenly(i, games, scripts_.size())];
      script["seats"] = players.numbered(script.at("seats").as_array(), facts);
      if (!has_moves) script["moves"] = "";
      texts += (i > 0 ? "," : "") + boost::json::serialize(script);
    }
    return PackedGames{packed(text_of(facts.game.name(), players.names(), texts)), games};
  };
  const std::size_t wanted = std::min(scripts_.size(), kMost);
  PackedGames found = pack(wanted, true);
  if (found.piece.size() > most_bytes) found = pack(wanted, false);
  while (found.piece.size() > most_bytes && found.games > 0)
    found = pack(found.games * most_bytes / found.piece.size(), false);
  return found.games > 0 ? found : PackedGames();
}

}  // namespace gauntlet::tools
