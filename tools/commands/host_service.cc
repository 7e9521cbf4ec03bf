#include "tools/commands/host_service.h"

#include <utility>

#include "absl/memory/memory.h"
#include "tools/commands/opponent_lines.h"
#include "tools/net/address.h"
#include "tools/net/descriptors.h"

namespace gauntlet::tools {

namespace {

using Listening = std::unique_ptr<HostServer>;

/// Listens on the port that was asked for, or on the first free one of the protocol's.
absl::StatusOr<Listening> listen_on_port(const HostPlaces& places, const HostKind& kind,
                                         HostServer::Options server, Host& host) {
  server.port = places.port.value_or(kind.port);
  const int ports = places.port ? 1 : kind.ports;
  for (int i = 1; i < ports; ++i, ++server.port)
    if (auto listening = HostServer::listen(server, host); listening.ok()) return listening;
  return HostServer::listen(std::move(server), host);
}

/// Does without browsers when the usual port for them is taken and nobody asked for it.
absl::StatusOr<Listening> listen(const HostPlaces& places, const HostKind& kind,
                                 const HostServer::Options& server, Host& host) {
  if (kind.web_port == 0 || !places.has_web) return listen_on_port(places, kind, server, host);
  HostServer::Options with_web = server;
  with_web.web = HostServer::Web{};
  with_web.web->port = places.web_port.value_or(kind.web_port);
  with_web.web->origins = places.origins;
  auto listening = listen_on_port(places, kind, with_web, host);
  if (!listening.ok() && !places.web_port) return listen_on_port(places, kind, server, host);
  return listening;
}

void tell_start(const HostPlaces& places, const HostKind& kind, const HostSettings& settings,
                const HostServer& server) {
  log_line(settings.game + ": listening on " + places.listen + ", port " +
           std::to_string(server.port()) + "; seed " + std::to_string(settings.seed) +
           "; Ctrl-C ends it");
  for (const std::string& line : opponent_lines(kind, settings)) log_line(line);
  if (const auto port = server.web_port())
    log_line("browsers: listening on " + places.listen + ", port " + std::to_string(*port));
  else if (kind.web_port != 0 && places.has_web)
    log_line("warning: port " + std::to_string(kind.web_port) +
             " is taken, so no browsers can play; --web-port names another");
}

}  // namespace

absl::StatusOr<std::unique_ptr<HostService>> HostService::start(const HostPlaces& places,
                                                                const HostKind& kind,
                                                                const HostSettings& settings,
                                                                HostResults& results) {
  auto host = kind.make(settings);
  if (!host.ok()) return host.status();
  HostServer::Options wanted;
  wanted.address = places.listen;
  wanted.threads = places.threads;
  wanted.pace = places.pace;
  wanted.connections = places.connections;
  allow_connections(places.connections);
  wanted.log = log_line;
  wanted.finished = [&results](const FinishedGame& game) { results.add(game); };
  wanted.program_ended = [&results](const ProgramReport& report) { results.add(report); };
  wanted.gave_up = [&results](const std::string& sentence) { results.give_up(sentence); };
  auto server = listen(places, kind, wanted, **host);
  if (!server.ok()) return server.status();
  tell_start(places, kind, settings, **server);
  return absl::WrapUnique(new HostService(std::move(*host), std::move(*server)));
}

}  // namespace gauntlet::tools
