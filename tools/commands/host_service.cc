#include "tools/commands/host_service.h"

#include <utility>

#include "tools/net/address.h"
#include "tools/net/descriptors.h"

namespace gauntlet::tools {

namespace {

using Server = std::unique_ptr<HostServer>;
using engine::Expected;

/// Listens on the port that was asked for, or on the first free one of the protocol's.
Expected<Server> listen_on_port(const HostPlaces& places, const HostKind& kind,
                                HostServer::Options server, Host& host) {
  server.port = places.port.value_or(kind.port);
  const int ports = places.port ? 1 : kind.ports;
  for (int i = 1; i < ports; ++i, ++server.port)
    if (auto listening = HostServer::listen(server, host)) return listening;
  return HostServer::listen(std::move(server), host);
}

/// Does without browsers when the usual port for them is taken and nobody asked for it.
Expected<Server> listen(const HostPlaces& places, const HostKind& kind,
                        const HostServer::Options& server, Host& host) {
  if (kind.web_port == 0 || !places.has_web) return listen_on_port(places, kind, server, host);
  HostServer::Options with_web = server;
  with_web.web.emplace();
  with_web.web->port = places.web_port.value_or(kind.web_port);
  with_web.web->origins = places.origins;
  auto listening = listen_on_port(places, kind, with_web, host);
  if (!listening && !places.web_port) return listen_on_port(places, kind, server, host);
  return listening;
}

void tell_start(const HostPlaces& places, const HostKind& kind, const HostChoices& choices,
                const HostServer& server) {
  log_line(choices.game + ": listening on " + places.listen + ", port " +
           std::to_string(server.port()) + "; seed " + std::to_string(choices.seed) +
           "; Ctrl-C ends it");
  if (const auto port = server.web_port())
    log_line("browsers: listening on " + places.listen + ", port " + std::to_string(*port));
  else if (kind.web_port != 0 && places.has_web)
    log_line("warning: port " + std::to_string(kind.web_port) +
             " is taken, so no browsers can play; --web-port names another");
}

}  // namespace

std::optional<HostService::Failure> HostService::start(const HostPlaces& places,
                                                       const HostKind& kind,
                                                       const HostChoices& choices,
                                                       HostResults& results,
                                                       std::unique_ptr<HostService>& service) {
  auto host = kind.make(choices);
  if (!host) return Failure{host.error()};
  HostServer::Options wanted;
  wanted.address = places.listen;
  wanted.threads = places.threads;
  wanted.connections = places.connections;
  allow_connections(places.connections);
  wanted.log = log_line;
  wanted.finished = [&results](const FinishedGame& game) { results.add(game); };
  wanted.program_ended = [&results](const ProgramReport& report) { results.add(report); };
  wanted.gave_up = [&results](const std::string& sentence) { results.give_up(sentence); };
  auto server = listen(places, kind, wanted, **host);
  if (!server) return Failure{server.error(), true};
  tell_start(places, kind, choices, **server);
  service.reset(new HostService(std::move(*host), std::move(*server)));
  return std::nullopt;
}

}  // namespace gauntlet::tools
