// A bot of the K-in-a-Row page that we start ourselves.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "engine/any_game.h"
#include "selfplay/players/player.h"
#include "tools/net/kinarow_player.h"
#include "tools/net/own_descriptor.h"
#include "tools/net/sandbox.h"
#include "tools/net/talking_program.h"

namespace gauntlet::tools {

/// Its command, which serves at {host} {port}, is started before the first game, and again where it
/// has ended or forfeited one without a move; then it is played as by its URL (KinarowPlayer). What
/// it writes is read all the time.
class KinarowProgram final : public selfplay::Player {
 public:
  struct Settings {
    std::string name;                            ///< Of the player.
    std::string command;                         ///< As in ProgramCommand.
    std::chrono::milliseconds patience{10'000};  ///< Until it answers /status.
    std::function<void(const ProgramReport&)> tell =
        {};                                         ///< Called for each process that has ended.
    std::chrono::milliseconds warm_up{1'000};       ///< As in KinarowPlayer.
    std::shared_ptr<LatenessRecord> lateness = {};  ///< As in KinarowPlayer.
    std::shared_ptr<const Sandbox> sandbox = {};    ///< As in ProgramCommand.
    KinarowCaller caller = nullptr;                 ///< As in KinarowPlayer.
  };

  /// REQUIRES: bots of the page can play `game` (KinarowPlayer::make), which outlives it.
  KinarowProgram(const engine::AnyGame& game, Settings settings)
      : game_(game), settings_(std::move(settings)) {}
  ~KinarowProgram() override { end(); }

  void new_game(std::uint64_t seed, engine::Player seat) override;
  bool watches() const override { return true; }
  /// Blocks until /status has answered, the program has ended, patience ends, or a stop is
  /// requested.
  void get_ready(const engine::AnyState& start, const std::stop_token& stop) override;
  std::string absence() const override {
    return absence_ ? *absence_ : player_ ? player_->absence() : "";
  }
  selfplay::Choice choose(const engine::AnyState& view,
                          const selfplay::Allowance& allowance) override;
  std::string reason() const override;
  selfplay::KeptConversation conversation() const override {
    return player_ ? player_->conversation() : selfplay::KeptConversation();
  }

 private:
  void start();
  void end();
  std::optional<std::string> ending() const;
  std::optional<std::string> coming_end() const;
  OwnDescriptor make_socket();

  const engine::AnyGame& game_;
  const Settings settings_;
  mutable absl::Mutex mutex_;
  std::unique_ptr<TalkingProgram> program_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<KinarowPlayer> player_;  // null: it could not be started
  // Where the program's end says more than the bot's silence:
  std::optional<std::string> absence_;  // .. why it never came to this game
  std::optional<std::string> crash_;    // .. how it ended in this game
  bool has_forfeited_ = false;
  std::jthread listener_;  // last: it reads what the program writes
};

}  // namespace gauntlet::tools
