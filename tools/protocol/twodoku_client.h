// A player on a Two-Doku server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/protocol/client.h"
#include "tools/protocol/idle_timer.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/twodoku_line.h"
#include "tools/protocol/twodoku_view.h"

namespace gauntlet::tools {

/// One game on a Two-Doku server: TCP, port 17090, lines that end in LF; all of them are described
/// in docs/twodoku-protocol.md.
///
///   referee                                   we
///   twodoku 1, game NAME                      name X
///   seat red|blue
///   clock MS
///   colour? hide? turn?                       a move
///   move .., result .., reveal .., deal ..
///   over red S1 blue S2 REASON, and hangs up
///
/// What we know of the position is put together from these lines alone, see TwoDokuView; a line
/// that cannot be true ends the game, with an unknown result. Lines with a first word that is not
/// known are passed over, for later servers may have more to tell; they end no silence, nor does
/// anything else that changes nothing. When the referee refuses an answer it asks again, and we
/// think again, but not for ever: then our rules and its rules differ.
class TwoDokuClient final : public Client {
 public:
  struct Options {
    std::string name = "Gauntlet";          ///< 1 to 60 printable characters.
    std::optional<Milliseconds> clock;      ///< For all our moves; else what the referee tells.
    std::optional<Milliseconds> allowance;  ///< For each decision; else planned from the clock.
    /// Silence during a game that means the server is gone; else a minute more than the clock that
    /// it told, which is the other player's too: at least three minutes, at most an hour.
    std::optional<Milliseconds> idle;
    Milliseconds wait{kUsualWait};  ///< For an opponent.
  };

  explicit TwoDokuClient(Options options);

  void connected(Time now, ClientActions& actions) override;
  void received(Time now, std::string_view bytes, ClientActions& actions) override;
  void decided(Time now, engine::AnyMove move, ClientActions& actions) override;
  void disconnected(Time now, ClientActions& actions) override;
  void ticked(Time now, ClientActions& actions) override;

 private:
  void take_line(Time now, const std::string& line, ClientActions& actions);
  void take_greeting(Time now, const std::string& line, ClientActions& actions);
  void take_game(std::string_view name, ClientActions& actions);
  void take_seat(Time now, std::string_view word, ClientActions& actions);
  void take_clock(std::string_view text, ClientActions& actions);
  void take_error(std::string_view sentence, ClientActions& actions);
  void take_over(std::string_view rest, ClientActions& actions);
  void tell_view(Time now, const std::string& line, ClientActions& actions);
  void ask(Time now, std::string_view prompt, ClientActions& actions);
  Milliseconds allowance() const;
  Milliseconds patience() const;
  void end(std::string reason, ClientActions& actions);

  Options options_;
  LineBuffer lines_{kLongestTwoDokuMessage};
  bool is_greeted_ = false;
  engine::AnyGame game_;             ///< As the referee has announced it.
  std::optional<TwoDokuView> view_;  ///< Once we are seated.
  engine::Player seat_ = 0;
  std::optional<Decision> asked_;  ///< Not answered yet.
  std::string asked_text_;         ///< The position last asked about.
  Milliseconds told_;              ///< What is left of our clock, as the referee said last.
  Milliseconds longest_told_{0};
  Milliseconds spent_{0};        ///< Of our clock, by our own reckoning.
  Milliseconds spent_since_{0};  ///< Of told_.
  int refusals_ = 0;
  Time asked_at_{};
  IdleTimer idle_;  ///< Stands still while we are asked.
};

}  // namespace gauntlet::tools
