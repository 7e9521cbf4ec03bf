// One of the servers of `gauntlet host`, listening.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/thinking/pacer.h"
#include "tools/commands/host_kinds.h"
#include "tools/commands/host_results.h"
#include "tools/commands/options.h"
#include "tools/net/host_server.h"

namespace gauntlet::tools {

/// What the command line says about where a server listens.
struct HostPlaces {
  std::string listen = "127.0.0.1";       ///< REQUIRES: is_ip_address(listen).
  std::optional<std::uint16_t> port;      ///< The protocol's own if not given; 0 for any.
  std::optional<std::uint16_t> web_port;  ///< For browsers; so too.
  bool has_web = true;
  std::vector<std::string> origins;             ///< Whose pages may play.
  int threads = 1;                              ///< Of the built-in players.
  selfplay::Pace pace = selfplay::Pace::kFast;  ///< Theirs.
  std::size_t connections = kUsualConnections;  ///< Of one server, at the same time.
};

class HostService {
 public:
  /// Makes the host and listens; tells so on stderr. `results` must outlive the service. An invalid
  /// argument is the command line's fault, resource exhausted the machine's.
  static absl::StatusOr<std::unique_ptr<HostService>> start(const HostPlaces& places,
                                                            const HostKind& kind,
                                                            const HostSettings& settings,
                                                            HostResults& results);

  /// Serves until a stop is requested. Call it once.
  void run(std::stop_token stop) { server_->run(std::move(stop)); }

 private:
  HostService(std::unique_ptr<Host> host, std::unique_ptr<HostServer> server)
      : host_(std::move(host)), server_(std::move(server)) {}

  std::unique_ptr<Host> host_;  // outlives the server
  std::unique_ptr<HostServer> server_;
};

}  // namespace gauntlet::tools
