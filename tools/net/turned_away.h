// Peers for whom there is no room.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tools/net/link.h"
#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// Tells connections beyond a limit one thing, and closes them. They cannot take a server's room in
/// turn: each stays until it has read its answer and closed its end, but for a second at most, and
/// while there are many of them the next ones are closed at once after their answer, which some may
/// then not see. One thread, that of the io_context.
class TurnedAway {
 public:
  /// What is told over HTTP.
  static constexpr std::string_view kSentence = "too many connections; try again in a second";

  /// Each is told `answer`, of a few hundred bytes at most.
  TurnedAway(boost::asio::io_context& io, std::string answer)
      : io_(io), answer_(std::move(answer)), lingering_(std::make_shared<std::size_t>(0)) {}

  /// What speaks HTTP gets 503, Retry-After, one sentence and these headers.
  static std::string over_http(const HttpHeaders& headers);

  /// Takes over the socket.
  void add(Descriptor socket);

 private:
  class Peer;

  boost::asio::io_context& io_;
  const std::string answer_;
  std::shared_ptr<std::size_t> lingering_;
};

}  // namespace gauntlet::tools
