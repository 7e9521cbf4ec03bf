// A bot of the K-in-a-Row page as a player.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/mnk/mnk.h"
#include "engine/status.h"
#include "selfplay/players/player.h"
#include "tools/net/answer_clock.h"
#include "tools/net/http_client.h"
#include "tools/net/process_number.h"

namespace gauntlet::tools {

/// Asks the bot: one request, and its answer as HttpClient has it.
using KinarowAsk = std::function<absl::StatusOr<HttpResponse>(const HttpClient::Call&)>;
/// Makes a request by as many calls of `ask` as it likes, and says what the answer is: who wants to
/// listen, or to ask in other words.
using KinarowCaller =
    std::function<absl::StatusOr<HttpResponse>(const HttpClient::Call&, const KinarowAsk& ask)>;

/// Plays the page's part: asks the bot's /status before each game, and its /move for each move. The
/// answer is read as the page reads it, whatever its status and content type. What the bot does
/// wrong is a forfeit with a sentence:
///
///   kAbsent       before the game: no connection, no answer, or no 200 from /status
///   kGaveUp       418 from /status: it will not play
///   kOutOfTime    no answer in time (AnswerClock)
///   kCrashed      no connection any more, or closed without an answer
///   kNonsense     an answer that is no HTTP, too long, or no number
///   kIllegalMove  a number that is no empty square
class KinarowPlayer final : public selfplay::Player {
 public:
  struct Options {
    std::string url;  ///< http://HOST[:PORT][/PATH]
    /// What /status tells; and the limit of a move where nobody sets another, for the protocol
    /// needs one.
    std::chrono::milliseconds time_per_move{2'000};
    /// For /status, during which a bot that was just started may still refuse connections.
    std::chrono::milliseconds patience{5'000};
    /// The first answer may come so much later, as in ProgramSettings.
    std::chrono::milliseconds warm_up{1'000};
    /// Of the machine's own delay; null: there is no allowance for it.
    std::shared_ptr<LatenessRecord> lateness = {};
    /// Whether it is certain by now that it will never accept one; null: nobody can tell.
    std::function<bool()> has_gone = {};
    /// For a bot in a sandbox (HttpClient).
    HttpClient::MakeSocket make_socket = nullptr;
    /// Makes every request in our place, if it is not null.
    KinarowCaller caller = nullptr;
  };

  /// Fails with a sentence when the URL is none, or the bots cannot play `game`.
  static absl::StatusOr<std::unique_ptr<KinarowPlayer>> make(const engine::AnyGame& game,
                                                             Options options);

  std::string absence() const override { return selfplay::reason_of_absence(forfeit_); }
  void new_game(std::uint64_t seed, engine::Player seat) override;
  bool watches() const override { return true; }
  /// Blocks until /status has answered, or a stop is requested.
  void get_ready(const engine::AnyState& start, const std::stop_token& stop) override;
  selfplay::Choice choose(const engine::AnyState& view,
                          const selfplay::Allowance& allowance) override;
  std::string reason() const override { return forfeit_ ? forfeit_->reason : ""; }
  /// As Conversation writes it; all games of this player are of one process.
  selfplay::KeptConversation conversation() const override;

 private:
  KinarowPlayer(const engine::mnk::Rules& rules, HttpUrl url, Options options);

  absl::StatusOr<HttpResponse> call(const HttpClient::Call& request, HttpClient::Time deadline,
                                    const std::stop_token& stop);
  absl::StatusOr<HttpResponse> ask_status(const std::stop_token& stop);
  std::optional<selfplay::Forfeit> objection(const absl::StatusOr<HttpResponse>& status) const;
  selfplay::Choice read(const engine::AnyState& view, const absl::StatusOr<HttpResponse>& answer);
  selfplay::Choice fail(selfplay::Termination how, std::string reason);

  const engine::mnk::Rules rules_;
  const std::string place_;  // of the bot, for people
  const Options options_;
  const std::int64_t number_ = process_number();
  std::uint32_t games_ = 0;    // begun
  Conversation conversation_;  // of this game
  HttpClient client_;
  bool is_warm_ = false;                      // it was asked for a move
  std::optional<selfplay::Forfeit> forfeit_;  // of this game
};

}  // namespace gauntlet::tools
