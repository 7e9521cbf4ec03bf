// What programs ask a Kimble server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/kimble_token.h"
#include "tools/protocol/nonsense.h"

namespace gauntlet::tools {

/// A request, or a line that is none.
struct KimbleRequest {
  enum class Kind : std::uint8_t {
    kNewGame,  ///< v001 and a digit for each of B, C and D.
    kRank,     ///< A token and the rank of a piece, which may be any byte.
    kRefused,  ///< Nothing of that.
  };
  Kind kind = Kind::kRefused;
  std::string text = {};
  std::string_view why = {};  ///< Of kRefused: what is wrong with it.

  /// Of kNewGame: three digits.
  std::string_view opponents() const { return std::string_view(text).substr(4); }
  // Of kRank:
  std::string_view token() const { return std::string_view(text).substr(0, kTokenBytes); }
  char rank() const { return text.back(); }
};

/// Requests out of a stream of bytes that comes in pieces of any size. They are told apart by
/// their lengths, 7 and 66, so a line end is welcome but not needed.
class KimbleRequests {
 public:
  /// Takes some bytes off the front of a piece. Requests are then to be taken with next() until
  /// there is none; and so on until the piece is empty.
  void take(std::string_view& piece);
  /// The piece was all that has come by now.
  void end_piece() { is_in_junk_ = false; }
  /// The next request, if it is whole. Each empty line counts in `nonsense`; where they become too
  /// much, that is one more to be refused.
  std::optional<KimbleRequest> next(Nonsense& nonsense);

 private:
  bool skip_line_ends(Nonsense& nonsense);
  std::string take_line();

  std::string bytes_;           // of a request that is not whole yet
  bool owes_line_end_ = false;  // of the last request: it may come, and is no empty line
  bool is_in_junk_ = false;     // the rest of a line that is none follows
  char last_ = '\n';            // byte that was taken
};

}  // namespace gauntlet::tools
