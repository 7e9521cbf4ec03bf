#include "tools/net/programs.h"

#include <absl/strings/str_replace.h>

#include <utility>

namespace gauntlet::tools {

void Programs::set_place(std::string host, std::uint16_t port) {
  host_ = std::move(host);
  port_ = std::to_string(port);
}

std::string Programs::filled(const std::string& command) const {
  return absl::StrReplaceAll(command, {{"{host}", host_}, {"{port}", port_}});
}

void Programs::start(Time now, const HostActions::StartProgram& request) {
  Entry& entry = entries_[request.id];
  entry.started = now;
  entry.report.label = request.label;
  entry.report.command = filled(request.command);
  auto program = Program::start(io_, entry.report.command,
                                {"GAUNTLET_HOST=" + host_, "GAUNTLET_PORT=" + port_});
  if (program.ok()) {
    entry.program = std::move(*program);
  } else {
    entry.report.ending = engine::message_of(program);
    entry.ended = now;
  }
}

void Programs::end(Time now, const HostActions::EndProgram& request) {
  const auto found = entries_.find(request.id);
  if (found == entries_.end()) return;
  found->second.has_forfeited |= request.has_forfeited;
  if (!found->second.dismissal) found->second.dismissal = Dismissal(now);
}

void Programs::end_all(Time now) {
  for (const auto& [id, entry] : entries_) end(now, {id, false});
}

std::vector<Programs::Ended> Programs::tick(Time now) {
  std::vector<Ended> ended;
  absl::erase_if(entries_, [&](auto& next) {
    auto& [id, entry] = next;
    if (!entry.ended) {
      look(now, entry);
      return false;
    }
    if (!std::exchange(entry.is_told, true)) ended.push_back({id, entry.report.ending});
    if (entry.dismissal) report(entry);
    return entry.dismissal.has_value();
  });
  return ended;
}

void Programs::look(Time now, Entry& entry) {
  auto& dismissal = entry.dismissal;
  if (entry.program->has_ended()) {
    entry.ended = now;
    entry.report.ending = dismissal ? dismissal->ending(*entry.program) : entry.program->ending();
    entry.report.sent = dismissal ? dismissal->signal() : 0;
  } else if (dismissal) {
    dismissal->press(now, *entry.program);
  }
}

void Programs::report(Entry& entry) const {
  if (!tell_) return;
  entry.report.ran = *entry.ended - entry.started;
  entry.report.ended_well = entry.program && entry.program->ended_well() && !entry.has_forfeited;
  if (entry.program) entry.report.output = entry.program->output();
  tell_(entry.report);
}

}  // namespace gauntlet::tools
