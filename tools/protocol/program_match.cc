#include "tools/protocol/program_match.h"

#include <absl/strings/str_format.h>

#include <utility>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 10s;
constexpr int kMostAbsences = 3;

}  // namespace

void ProgramMatch::ticked(Time now, HostActions& actions) {
  if (stage_ == Stage::kOver && all_have_ended()) return begin(now, actions);
  Place* place = awaited();
  if (!place || now - started_ <= kPatience) return;
  fail(*place, "program did not connect within 10 s", actions);
  gather(now, actions);
}

void ProgramMatch::begin(Time now, HostActions& actions) {
  number_ = numbers_.take();
  const std::size_t turn = number_ % 2 == 0 ? 1 : 0;
  places_ = {};
  if (entrants_.size() == 2) {
    places_ = {Place{turn, {}, {}, "", false}, Place{1 - turn, {}, {}, "", false}};
  } else {
    const std::size_t opponent =
        opponent_seat_ ? static_cast<std::size_t>(*opponent_seat_) : 1 - turn;
    places_[1 - opponent] = Place{0, {}, {}, "", false};
  }
  stage_ = Stage::kGathering;
  gather(now, actions);
}

/// Starts the next program as soon as nobody else can come in its place.
void ProgramMatch::gather(Time now, HostActions& actions) {
  if (stage_ != Stage::kGathering || awaited()) return;
  bool may_come = false;  // one that has failed
  for (std::size_t seat = 0; seat < places_.size(); ++seat) {
    if (!places_[seat]) continue;
    if (!places_[seat]->program) {
      if (!may_come) start(now, seat, actions);
      return;
    }
    may_come |= !places_[seat]->failure.empty() && places_[seat]->is_running;
  }
  stage_ = Stage::kReady;
}

void ProgramMatch::start(Time now, std::size_t seat, HostActions& actions) {
  Place& place = *places_[seat];
  const Entrant& entrant = entrants_[place.entrant];
  place.program = ++last_program_;
  place.is_running = true;
  started_ = now;
  actions.starts.push_back(
      {*place.program, entrant.command,
       absl::StrFormat("game-%06d-%s-%s", number_, seats_[seat], entrant.name)});
}

/// The program whose connection is the next one.
ProgramMatch::Place* ProgramMatch::awaited() {
  if (stage_ != Stage::kGathering) return nullptr;
  for (auto& place : places_)
    if (place && place->program && !place->connection && place->failure.empty()) return &*place;
  return nullptr;
}

bool ProgramMatch::connected(Time now, ConnectionId who, HostActions& actions) {
  Place* place = awaited();
  if (!place) return false;
  place->connection = who;
  gather(now, actions);
  return true;
}

void ProgramMatch::fail(Place& place, std::string_view how, HostActions& actions) {
  const std::size_t seat = places_[0] && &place == &*places_[0] ? 0 : 1;
  place.failure.append(seats_[seat]).append("'s ").append(how);
  actions.ends.push_back({*place.program, true});
}

void ProgramMatch::left(Time now, ConnectionId who, std::string_view how, HostActions& actions) {
  if (stage_ != Stage::kGathering) return;
  for (auto& place : places_)
    if (place && place->connection == who && place->failure.empty())
      fail(*place, "program " + std::string(how) + " before the game began", actions);
  gather(now, actions);
}

void ProgramMatch::program_ended(Time now, ProgramId program, const std::string& how,
                                 HostActions& actions) {
  Place* const is_awaited = awaited();
  for (auto& place : places_) {
    if (!place || place->program != program) continue;
    place->is_running = false;
    if (is_awaited == &*place) fail(*place, "program ended before it connected: " + how, actions);
  }
  gather(now, actions);
}

bool ProgramMatch::all_have_ended() const {
  for (const auto& place : places_)
    if (place && place->is_running) return false;
  return true;
}

void ProgramMatch::end(const std::array<bool, 2>& forfeits, HostActions& actions) {
  stage_ = Stage::kOver;
  for (std::size_t seat = 0; seat < places_.size(); ++seat) {
    if (!places_[seat]) continue;
    actions.ends.push_back({*places_[seat]->program, forfeits[seat]});
    count_absence(*places_[seat], actions);
  }
}

void ProgramMatch::count_absence(const Place& place, HostActions& actions) {
  int& absences = absences_[place.entrant];
  absences = place.connection ? 0 : absences + 1;
  if (absences == kMostAbsences && actions.give_up.empty())
    actions.give_up = entrants_[place.entrant].name +
                      " has not connected in three games in a row, so there is nobody to play with";
}

}  // namespace gauntlet::tools
