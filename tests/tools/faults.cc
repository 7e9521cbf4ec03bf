#include "tests/tools/faults.h"

#include <algorithm>

#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/twodoku_client.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Then = Delivery::Then;

constexpr std::chrono::hours kForever{10'000};

std::unique_ptr<Client> gomoku_client(Milliseconds idle) {
  return std::make_unique<GomokuClient>(GomokuClient::Options{.idle = idle});
}
std::unique_ptr<Host> gomoku_host(std::uint64_t seed) {
  return std::make_unique<GomokuHost>(
      GomokuHost::Options{.size = 6,
                          .time_per_move = kForever,
                          .opponent = "random",
                          .opponent_seat = static_cast<engine::Player>(seed % 2),
                          .seed = seed});
}
std::unique_ptr<Client> sudokill_client(Milliseconds idle) {
  SudokillClient::Options options;
  options.starts_game = true;
  options.idle = idle;
  return std::make_unique<SudokillClient>(options);
}
std::unique_ptr<Host> sudokill_host(std::uint64_t seed) {
  SudokillHost::Options options;
  options.seed = seed;
  options.clock = kForever;
  options.opponent = "random";
  return std::make_unique<SudokillHost>(options);
}
std::unique_ptr<Client> twodoku_client(Milliseconds idle) {
  TwoDokuClient::Options options;
  options.idle = idle;
  return std::make_unique<TwoDokuClient>(options);
}
std::unique_ptr<Host> twodoku_host(std::uint64_t seed) {
  TwoDokuHost::Options options;
  options.seed = seed;
  options.clock = Milliseconds{1'000'000'000};  // as long as the protocol can tell
  options.opponent = "random";
  return std::make_unique<TwoDokuHost>(options);
}
std::unique_ptr<Client> kimble_client(Milliseconds idle) {
  return std::make_unique<KimbleClient>(KimbleClient::Options{.opponents = "120", .idle = idle});
}
std::unique_ptr<Client> kimble_rest_client(Milliseconds idle) {
  return std::make_unique<KimbleClient>(
      KimbleClient::Options{.opponents = "120", .rests = true, .idle = idle});
}
std::unique_ptr<Host> kimble_host(std::uint64_t seed) {
  KimbleHost::Options options;
  options.seed = seed;
  options.token_life = kForever;
  return std::make_unique<KimbleHost>(options);
}

/// Answers whatever connects as web servers do.
class WebServer final : public Host {
 public:
  void opened(Time, ConnectionId from, HostActions& actions) override {
    actions.sends.push_back({from, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n"});
    actions.hang_ups.push_back(from);
  }
  void received(Time, ConnectionId, std::string_view, HostActions&) override {}
  void half_closed(Time, ConnectionId, HostActions&) override {}
  void closed(Time, ConnectionId, HostActions&) override {}
  void decided(Time, BotId, engine::AnyMove, HostActions&) override {}
  void ticked(Time, HostActions&) override {}
};

std::string in_opposite_order(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  std::string turned;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) turned += *line;
  return turned;
}

std::vector<Delivery> byte_by_byte(const std::string& text, Milliseconds each) {
  std::vector<Delivery> all;
  for (const char byte : text) all.push_back({each, std::string(1, byte)});
  return all;
}

}  // namespace

std::string_view name_of(Fault fault) {
  static constexpr std::string_view kNames[kFaults] = {
      "a byte a second", "split",       "glued",   "half close",     "reset",
      "garbage",         "wrong order", "repeat",  "silence",        "restart",
      "refuse",          "port moved",  "another", "an endless line"};
  return kNames[static_cast<std::size_t>(fault)];
}

std::span<const Protocol> protocols() {
  static const Protocol kAll[] = {
      {"gomoku", "CONTINUING", false, false, true, true, gomoku_client, gomoku_host},
      {"sudokill", "ADD|", false, true, true, true, sudokill_client, sudokill_host},
      {"twodoku", "?\n", false, true, false, true, twodoku_client, twodoku_host},
      {"kimble", "END", true, false, true, false, kimble_client, kimble_host},
      {"kimble --rest", "END", true, false, true, false, kimble_rest_client, kimble_host},
  };
  return kAll;
}

std::unique_ptr<Host> make_web_server() {
  return std::make_unique<WebServer>();
}

std::unique_ptr<Host> make_other_host(const Protocol& protocol, std::uint64_t seed) {
  const auto all = protocols();
  const Protocol& other = all[seed % all.size()];
  const bool is_same = other.make_host == protocol.make_host;
  return is_same || !other.speaks_first ? make_web_server() : other.make_host(seed * 2 + 1);
}

FaultEffect effect_of(Fault fault, const Protocol& protocol, bool has_lost_games) {
  switch (fault) {
    case Fault::kByteASecond:
    case Fault::kSplit:
    case Fault::kGlued:
    case Fault::kRefuse:
      return FaultEffect::kFinished;
    case Fault::kRepeatedPrompt:
      return protocol.tells_all ? FaultEffect::kFinished : FaultEffect::kEither;
    case Fault::kHalfClose:
    case Fault::kReset:
    case Fault::kPortMoved:
      return protocol.resumes ? FaultEffect::kFinished : FaultEffect::kError;
    case Fault::kRestart:
      return has_lost_games ? FaultEffect::kError : FaultEffect::kFinished;
    case Fault::kGarbage:
      return protocol.takes_chat ? FaultEffect::kFinished : FaultEffect::kError;
    case Fault::kWrongOrder:
      return protocol.takes_chat ? FaultEffect::kEither : FaultEffect::kError;
    case Fault::kSilence:
    case Fault::kOtherProtocol:
    case Fault::kEndlessLine:
      return FaultEffect::kError;
  }
  return FaultEffect::kEither;
}

void answer_questions(Host& host, Host::Time now, engine::Rng& rng, HostActions& actions) {
  for (std::size_t i = 0; i < actions.questions.size(); ++i) {
    const HostActions::Question question = actions.questions[i];
    host.decided(now, question.bot, question.view.random_move(rng), actions);
  }
}

float score_of(const FinishedGame& game) {
  const auto is_ours = [](const std::string& name) { return name != "random"; };
  const auto seat = std::find_if(game.players.begin(), game.players.end(), is_ours);
  return game.returns[static_cast<std::size_t>(seat - game.players.begin())];
}

FaultPipe::FaultPipe(const Protocol& protocol, Fault fault, std::uint64_t seed)
    : protocol_(protocol),
      fault_(fault),
      rng_(seed, static_cast<std::uint64_t>(fault)),
      // A silence from the very beginning is an opponent who has not come yet.
      prompts_to_come_((fault == Fault::kSilence ? 1 : 0) + rng_.below(3)) {}

std::vector<Delivery> FaultPipe::from_server(const std::string& text) {
  if (is_silent_) return {};
  if (fault_ == Fault::kByteASecond) return byte_by_byte(text, 1s);
  if (fault_ == Fault::kSplit) return byte_by_byte(text, 0s);
  const bool is_prompt = text.find(protocol_.prompt) != std::string::npos;
  if (!is_prompt || has_struck_ || prompts_to_come_-- > 0) return {{0s, text}};
  return strike(text);
}

/// A part of `text` that ends within a line.
std::string FaultPipe::cut(const std::string& text) {
  std::string part = text.substr(0, rng_.below(static_cast<std::uint32_t>(text.size() - 1)));
  if (part.empty() || part.back() == '\n') part = text.substr(0, part.size() + 1);
  return part;
}

std::vector<Delivery> FaultPipe::strike(const std::string& text) {
  has_struck_ = true;
  switch (fault_) {
    case Fault::kHalfClose:
      return {{0s, text, Then::kHalfClose}};
    case Fault::kReset:
    case Fault::kRestart:
    case Fault::kPortMoved:
      return {{0s, cut(text), Then::kReset}};
    case Fault::kGarbage: {
      std::string line;
      for (std::uint32_t size = 1 + rng_.below(200); size > 0; --size)
        line += static_cast<char>('\x0b' + rng_.below(245));
      return {{0s, line + '\n'}, {0s, text}};
    }
    case Fault::kWrongOrder:
      return {{0s, in_opposite_order(text)}};
    case Fault::kRepeatedPrompt:
      if (rng_.below(2) == 0) return {{0s, text}, {0s, text}};
      swallowed_for_ = text;
      return {{0s, text}};
    case Fault::kSilence:
      is_silent_ = true;
      return {{0s, rng_.below(2) == 0 ? cut(text) : std::string()}};
    case Fault::kEndlessLine: {
      is_silent_ = true;
      std::vector<Delivery> all = byte_by_byte(std::string(10'000, 'y'), 1s);
      all.insert(all.begin(), {0s, std::string(rng_.below(100'000), 'x')});
      return all;
    }
    default:
      has_struck_ = false;
      return {{0s, text}};
  }
}

bool FaultPipe::swallows(std::vector<Delivery>& instead) {
  if (swallowed_for_.empty()) return false;
  instead.push_back({0s, swallowed_for_});
  swallowed_for_.clear();
  return true;
}

}  // namespace gauntlet::tools
