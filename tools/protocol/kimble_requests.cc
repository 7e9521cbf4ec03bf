#include "tools/protocol/kimble_requests.h"

#include <algorithm>
#include <utility>

#include "tools/protocol/kimble_line.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kStartBytes = 7;  // v001bcd
constexpr std::string_view kLineEnds = "\r\n";

bool has_only_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

KimbleRequest request_of(std::string text) {
  using Kind = KimbleRequest::Kind;
  const bool is_whole = text.size() == (text[0] == 'v' ? kStartBytes : kTokenBytes + 1);
  if (is_whole && text[0] == 't') return {Kind::kRank, std::move(text)};
  if (is_whole && text.starts_with("v001") && has_only_digits(text.substr(4)))
    return {Kind::kNewGame, std::move(text)};
  const bool is_other_version = is_whole && text[0] == 'v' && !text.starts_with("v001");
  return {Kind::kRefused, std::move(text),
          is_other_version ? kKimbleOtherVersion : kKimbleNotUnderstood};
}

}  // namespace

void KimbleRequests::take(std::string_view& piece) {
  if (std::exchange(is_in_junk_, false))
    piece.remove_prefix(std::min(piece.find_first_of(kLineEnds), piece.size()));
  const std::size_t taken = std::min(piece.size(), kTokenBytes + 1);
  bytes_.append(piece.substr(0, taken));
  piece.remove_prefix(taken);
}

std::optional<KimbleRequest> KimbleRequests::next(Nonsense& nonsense) {
  if (!skip_line_ends(nonsense)) return KimbleRequest{.why = kKimbleNotUnderstood};
  std::string text = take_line();
  if (text.empty()) return std::nullopt;
  return request_of(std::move(text));
}

/// Takes line ends from the front. False when there were too many empty lines.
bool KimbleRequests::skip_line_ends(Nonsense& nonsense) {
  const std::size_t size = std::min(bytes_.find_first_not_of(kLineEnds), bytes_.size());
  bool is_fine = true;
  for (std::size_t i = 0; i < size && is_fine; ++i) {
    const char byte = bytes_[i];
    const bool is_half = byte == '\n' && last_ == '\r';
    last_ = byte;
    if (is_half || std::exchange(owes_line_end_, false)) continue;
    is_fine = !nonsense.is_too_much();
  }
  bytes_.erase(0, size);
  return is_fine;
}

/// A request, or what comes instead of one; "" when that is not whole yet. A line that is too
/// short, or begins with something else, is taken whole; one without an end as far as it has come.
std::string KimbleRequests::take_line() {
  if (bytes_.empty()) return "";
  const std::size_t line_end = bytes_.find_first_of(kLineEnds);
  const std::size_t wanted = bytes_[0] == 'v' ? kStartBytes : kTokenBytes + 1;
  const bool fits = (bytes_[0] == 'v' || bytes_[0] == 't') && line_end >= wanted;
  if (fits && bytes_.size() < wanted) return "";
  std::string line = bytes_.substr(0, fits ? wanted : std::min(line_end, bytes_.size()));
  bytes_.erase(0, line.size());
  last_ = line.back();
  owes_line_end_ = true;
  is_in_junk_ = !fits && line_end == bytes_.npos;
  return line;
}

}  // namespace gauntlet::tools
