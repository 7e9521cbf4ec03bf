#include "tools/net/programs.h"

#include <csignal>
#include <string_view>
#include <utility>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr auto kGrace = 2s;
constexpr auto kGraceAfterTerm = 1s;

std::string replaced(std::string text, std::string_view word, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += by.size())
    text.replace(at, word.size(), by);
  return text;
}

}  // namespace

void Programs::set_place(std::string host, std::uint16_t port) {
  host_ = std::move(host);
  port_ = std::to_string(port);
}

std::string Programs::filled(std::string command) const {
  return replaced(replaced(std::move(command), "{host}", host_), "{port}", port_);
}

void Programs::start(Time now, const HostWishes::StartProgram& wish) {
  Entry& entry = entries_[wish.id];
  entry.started = now;
  entry.report.label = wish.label;
  entry.report.command = filled(wish.command);
  auto program = Program::start(io_, entry.report.command,
                                {"GAUNTLET_HOST=" + host_, "GAUNTLET_PORT=" + port_});
  if (program) {
    entry.program = std::move(*program);
  } else {
    entry.report.ending = program.error();
    entry.ended = now;
  }
}

void Programs::end(Time now, const HostWishes::EndProgram& wish) {
  const auto found = entries_.find(wish.id);
  if (found == entries_.end()) return;
  found->second.has_forfeited |= wish.has_forfeited;
  if (!found->second.unneeded) found->second.unneeded = now;
}

void Programs::end_all(Time now) {
  for (const auto& [id, entry] : entries_) end(now, {id, false});
}

std::vector<Programs::Ended> Programs::tick(Time now) {
  std::vector<Ended> ended;
  for (auto next = entries_.begin(); next != entries_.end();) {
    const auto found = next++;
    Entry& entry = found->second;
    if (!entry.ended) {
      look(now, entry);
      continue;
    }
    if (!std::exchange(entry.is_told, true)) ended.push_back({found->first, entry.report.ending});
    if (!entry.unneeded) continue;
    report(entry);
    entries_.erase(found);
  }
  return ended;
}

void Programs::look(Time now, Entry& entry) {
  if (!entry.program->has_ended()) return press(now, entry);
  entry.ended = now;
  entry.report.ending = entry.program->ending();
  if (entry.signal != 0) entry.report.ending += ", for it did not end by itself";
}

/// Makes one end that is needed no longer.
void Programs::press(Time now, Entry& entry) {
  if (!entry.unneeded) return;
  const auto late = now - *entry.unneeded;
  const int signal = late > kGrace + kGraceAfterTerm ? SIGKILL : late > kGrace ? SIGTERM : 0;
  if (signal == entry.signal) return;
  entry.signal = signal;
  entry.program->send(signal);
}

void Programs::report(Entry& entry) const {
  if (!tell_) return;
  entry.report.ran = *entry.ended - entry.started;
  entry.report.ended_well = entry.program && entry.program->ended_well() && !entry.has_forfeited;
  if (entry.program) entry.report.output = entry.program->output();
  tell_(entry.report);
}

}  // namespace gauntlet::tools
