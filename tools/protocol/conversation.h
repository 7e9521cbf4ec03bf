// All that was said between us and a program, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// The pieces of a conversation in their order. Bytes of the program are hostile; what is kept is
/// bounded. Transcript shows such things to people.
class Conversation {
 public:
  /// Of what the program is told: more than any real game takes.
  static constexpr std::size_t kMostTold = 4 * 1024 * 1024;
  static constexpr std::size_t kMostSaid = 64 * 1024;  ///< Of what it says.
  static constexpr std::size_t kMostPieces = 250'000;

  struct Piece {
    enum class Kind : std::uint8_t {
      kTold,        ///< It was handed to the system in one piece.
      kSaid,        ///< By the program, before it was told more.
      kConnection,  ///< What follows went by another connection; no bytes.
      kSilence,     ///< It was waited for in vain; no bytes.
    };
    Kind kind;
    std::string bytes = {};
    bool operator==(const Piece&) const = default;
  };

  void told(std::string_view bytes);
  void said(std::string_view bytes);
  void connected_anew() { mark(Piece::Kind::kConnection); }
  void stayed_silent() { mark(Piece::Kind::kSilence); }
  void clear() { *this = Conversation(); }

  const std::vector<Piece>& pieces() const { return pieces_; }
  /// Whether there was more than is kept, of which the beginning is there.
  bool is_cut() const { return is_cut_; }

  /// As stores keep it: a varint of the size of what follows, deflated: a byte, 1 where it is cut,
  /// and for each piece its kind, a varint of its size, and its bytes.
  std::string to_bytes() const;
  /// Nothing where the bytes are not such, or too many.
  static std::optional<Conversation> from_bytes(std::string_view bytes);

 private:
  void add(Piece::Kind kind, std::string_view bytes, std::size_t& left);
  void mark(Piece::Kind kind);

  std::vector<Piece> pieces_;
  std::size_t left_to_tell_ = kMostTold, left_to_say_ = kMostSaid;
  bool is_cut_ = false;
};

}  // namespace gauntlet::tools
