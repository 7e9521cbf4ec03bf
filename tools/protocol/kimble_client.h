// A player on a Kimble server.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <optional>
#include <string>

#include "tools/protocol/client.h"
#include "tools/protocol/game_tracker.h"
#include "tools/protocol/idle_timer.h"
#include "tools/protocol/line_buffer.h"

namespace gauntlet::tools {

/// One game on a Kimble server: TCP, port 65430 or one of the next nine. We are always A.
///
///   we: v001bcd              a new game; b, c, d for the opponents: 0 nobody, 1 helppo, 2 vaikea
///   server: the token, a line for each turn played, END
///   we: the token and the rank of a piece, 0 the foremost
///   server: a line for each turn played, END     .. until a line says `Voittaja: X`
///
/// A line is 44 squares, who moves, and the die; the last one before END asks for our move. The
/// server never speaks first. When the connection breaks while an answer is due, we cannot know
/// whether our move was played. It is not sent again: a piece that could not move is named instead,
/// which makes the server repeat the position (where all four can move there is no such piece, and
/// the move is sent once more). A game that breaks before its first question is begun anew.
///
/// While an answer is due, what ends a silence is a line by which the game can have gone on, or a
/// question that is another than the one before. Only who plays can have won, and, if we could
/// follow the game to its last line, only by a move there: anything else has no result.
class KimbleClient final : public Client {
 public:
  struct Options {
    std::string opponents = "222";  ///< Digits 0 to 9 for B, C and D.
    bool rests = false;             ///< A connection for each request.
    Milliseconds allowance{1'000};  ///< For a move; a token dies after 120 s.
    Milliseconds idle{60'000};      ///< Silence after a request that means the server is gone.
  };

  explicit KimbleClient(Options options);

  void connected(Time now, ClientActions& actions) override;
  void received(Time now, std::string_view bytes, ClientActions& actions) override;
  void decided(Time now, engine::AnyMove move, ClientActions& actions) override;
  void disconnected(Time now, ClientActions& actions) override;
  void ticked(Time now, ClientActions& actions) override;

 private:
  static constexpr std::size_t kLongestLine = 256;
  static constexpr int kMostLines = 10'000;     ///< Of one answer.
  static constexpr int kMostRequests = 10'000;  ///< Of a game.

  void take_line(Time now, const std::string& line, ClientActions& actions);
  void take_position(Time now, const std::string& line);
  void take_winner(const std::string& letter, ClientActions& actions);
  bool follow_win(std::size_t seat);
  void follow(const std::string& line);
  bool follow_decision(const std::string& before_throw);
  void follow_chance(char outcome, const std::string& after);
  void begin_to_follow();
  void take_end(Time now, ClientActions& actions);
  void ask(Time now, ClientActions& actions);
  void name_piece(Time now, char rank, ClientActions& actions);
  void request(Time now, std::string text, ClientActions& actions);
  void send_request(Time now, ClientActions& actions);
  char piece_that_cannot_move() const;
  void end(Verdict verdict, std::string reason, ClientActions& actions);

  Options options_;
  engine::AnyGame game_;
  std::string letters_;  ///< Of those who play.
  LineBuffer lines_;
  bool is_connected_ = false;
  bool has_answered_ = false;  ///< On this connection.
  bool is_due_ = false;        ///< A request was sent, or is to be sent, and not answered.
  bool has_missed_ = false;    ///< An answer, or a part of one.
  std::string request_;        ///< The last one.
  int requests_ = 0;           ///< That were sent.
  IdleTimer idle_;             ///< Runs while an answer is due.
  std::string token_;
  GameTracker seen_;
  std::string followed_;             ///< The last line that seen_ has taken in.
  int answer_lines_ = 0;             ///< Lines of the current answer.
  std::string position_;             ///< Its last line that asks A for a move.
  std::string asked_text_;           ///< The position last asked about.
  absl::flat_hash_set<char> tried_;  ///< Ranks that were refused there.
  std::optional<Decision> asked_;
};

}  // namespace gauntlet::tools
