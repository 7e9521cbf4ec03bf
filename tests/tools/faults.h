// What servers and networks do wrong, and to which protocols.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/client.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

enum class Fault : std::uint8_t {
  kByteASecond,
  kSplit,           ///< Every byte comes alone.
  kGlued,           ///< What was sent within a moment comes in one piece.
  kHalfClose,       ///< After a question the server says that it will send nothing more.
  kReset,           ///< In the middle of a line.
  kGarbage,         ///< A line of random bytes before a question.
  kWrongOrder,      ///< The lines of a moment come in the opposite order.
  kRepeatedPrompt,  ///< A question comes twice, or once more in place of the next one.
  kSilence,         ///< Before the end of a question; the connection stays.
  kRestart,         ///< Gone in the middle of a line, back three seconds later.
  kRefuse,          ///< The first attempts to connect are refused.
  kPortMoved,       ///< Gone, and back on another port of the ten.
  kOtherProtocol,   ///< Another server has the port.
  kEndlessLine,     ///< Many bytes, then one a second, and never a line's end.
};
inline constexpr int kFaults = 14;
std::string_view name_of(Fault fault);

/// What the tests need to know of a protocol: a line of the table protocols().
struct Protocol {
  std::string_view name;
  std::string_view prompt;  ///< Stands in every message that asks for a move.
  bool resumes;             ///< A game outlives its connection.
  bool takes_chat;          ///< A line that means nothing does no harm.
  bool tells_all;     ///< Each question comes with the whole position, so that it may be repeated.
  bool speaks_first;  ///< The server does, so that another one is known by its first line.
  std::unique_ptr<Client> (*make_client)(Milliseconds idle);
  /// Everybody plays against built-in players, and no clock runs out.
  std::unique_ptr<Host> (*make_host)(std::uint64_t seed);
};
std::span<const Protocol> protocols();

/// A host of a protocol that none of ours speaks.
std::unique_ptr<Host> make_web_server();
/// A server of another protocol that speaks before it is spoken to.
std::unique_ptr<Host> make_other_host(const Protocol& protocol, std::uint64_t seed);

/// How a game may end; finished means with a result that the server knows too.
enum class FaultEffect : std::uint8_t { kFinished, kError, kEither };

/// What a fault leaves possible after it has struck; `has_lost_games` tells of a restart.
FaultEffect effect_of(Fault fault, const Protocol& protocol, bool has_lost_games);

/// Lets the built-in players of a host answer by random moves until nobody is asked any more.
void answer_questions(Host& host, Host::Time now, engine::Rng& rng, HostActions& actions);

/// Our share in a game that a host of protocols() has finished.
float score_of(const FinishedGame& game);

/// A piece of what a server sends, on its way to the client.
struct Delivery {
  enum class Then : std::uint8_t { kNothing, kHalfClose, kReset };
  Milliseconds after;  ///< The one before.
  std::string bytes;
  Then then = Then::kNothing;
};

/// Does one fault to what a server sends; those that strike once do so at one of the first
/// questions. The same seed does the same.
class FaultPipe {
 public:
  FaultPipe(const Protocol& protocol, Fault fault, std::uint64_t seed);

  /// What comes of a message to the client.
  std::vector<Delivery> from_server(const std::string& text);
  /// Whether what the client sends is lost; what comes instead of an answer is added.
  bool swallows(std::vector<Delivery>& instead);
  bool has_struck() const { return has_struck_; }
  /// Whether all that is sent in a moment is one message.
  bool glues() const { return fault_ == Fault::kGlued || fault_ == Fault::kWrongOrder; }

 private:
  std::vector<Delivery> strike(const std::string& text);
  std::string cut(const std::string& text);

  const Protocol& protocol_;
  const Fault fault_;
  engine::Rng rng_;
  std::uint32_t prompts_to_come_;
  std::atomic<bool> has_struck_ = false;  // the test asks while a server's thread sends
  bool is_silent_ = false;
  std::string swallowed_for_;  // the question whose answer will be lost
};

}  // namespace gauntlet::tools
