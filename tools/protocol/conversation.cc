#include "tools/protocol/conversation.h"

#include <algorithm>

#include "selfplay/varint.h"
#include "tools/protocol/deflate.h"

namespace gauntlet::tools {

void Conversation::told(std::string_view bytes) {
  add(Piece::Kind::kTold, bytes, left_to_tell_);
}

void Conversation::said(std::string_view bytes) {
  add(Piece::Kind::kSaid, bytes, left_to_say_);
}

void Conversation::mark(Piece::Kind kind) {
  is_cut_ |= pieces_.size() == kMostPieces;
  if (pieces_.size() < kMostPieces) pieces_.push_back({kind});
}

/// What a program says comes in pieces as chance has it, which are joined.
void Conversation::add(Piece::Kind kind, std::string_view bytes, std::size_t& left) {
  if (bytes.empty()) return;
  const bool continues =
      kind == Piece::Kind::kSaid && !pieces_.empty() && pieces_.back().kind == kind;
  const bool has_room = continues || pieces_.size() < kMostPieces;
  const std::string_view kept = bytes.substr(0, has_room ? left : 0);
  is_cut_ |= kept.size() < bytes.size();
  left -= kept.size();
  if (kept.empty()) return;
  if (!continues) pieces_.push_back({kind});
  pieces_.back().bytes += kept;
}

std::string Conversation::to_bytes() const {
  std::string bytes(1, is_cut_ ? '\1' : '\0');
  for (const Piece& piece : pieces_) {
    bytes += static_cast<char>(piece.kind);
    selfplay::append_varint(bytes, static_cast<std::uint32_t>(piece.bytes.size()));
    bytes += piece.bytes;
  }
  std::string kept;
  selfplay::append_varint(kept, static_cast<std::uint32_t>(bytes.size()));
  return kept + deflated(bytes);
}

std::optional<Conversation> Conversation::from_bytes(std::string_view bytes) {
  constexpr std::size_t kMost = kMostTold + kMostSaid + 6 * kMostPieces + 1;
  const auto size_of_all = selfplay::take_varint(bytes);
  if (!size_of_all || *size_of_all > kMost) return std::nullopt;
  const auto whole = inflated(bytes, *size_of_all);
  if (!whole || whole->empty() || static_cast<unsigned char>(whole->front()) > 1)
    return std::nullopt;
  Conversation conversation;
  conversation.is_cut_ = whole->front() == '\1';
  std::string_view left = std::string_view(*whole).substr(1);
  while (!left.empty()) {
    const auto kind = static_cast<unsigned char>(left.front());
    left.remove_prefix(1);
    const auto size = selfplay::take_varint(left);
    if (kind > static_cast<unsigned char>(Piece::Kind::kSilence) || !size || *size > left.size() ||
        conversation.pieces_.size() == kMostPieces)
      return std::nullopt;
    conversation.pieces_.push_back(
        {static_cast<Piece::Kind>(kind), std::string(left.substr(0, *size))});
    left.remove_prefix(*size);
  }
  return conversation;
}

}  // namespace gauntlet::tools
