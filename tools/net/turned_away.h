// Peers for whom there is no room.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tools/net/link.h"
#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// Answers connections beyond a limit with 503, Retry-After and one sentence, and closes them. They
/// cannot take a server's room in turn: each stays for a second at most, until it has read its
/// answer and hung up, and while there are many of them the next ones are closed at once after
/// their answer, which some may then not see. One thread, that of the io_context.
class TurnedAway {
 public:
  static constexpr std::string_view kSentence = "too many connections; try again in a second";

  /// `headers` go with every answer.
  TurnedAway(boost::asio::io_context& io, const HttpHeaders& headers);

  /// Takes over the socket.
  void add(Descriptor socket);

 private:
  class Peer;

  boost::asio::io_context& io_;
  const std::string answer_;
  std::shared_ptr<std::size_t> lingering_;
};

}  // namespace gauntlet::tools
