#include "tools/protocol/transcript.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

bool Transcript::Entry::is_same(const Entry& other) const {
  return side == other.side && has_end == other.has_end && size == other.size && text == other.text;
}

void Transcript::add(Side side, std::string_view bytes) {
  if (bytes.empty()) return;
  if (open_.side != side && open_.side != Side::kNobody) finish(false);
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    begin_or_extend(side, bytes.substr(0, end));
    if (end == bytes.npos) return;
    finish(true);
    bytes.remove_prefix(end + 1);
  }
}

void Transcript::begin_or_extend(Side side, std::string_view piece) {
  open_.side = side;
  open_.size += piece.size();
  open_.text.append(
      piece.substr(0, kLongestLine + 1 - std::min(kLongestLine + 1, open_.text.size())));
}

void Transcript::finish(bool has_end) {
  Entry entry = std::exchange(open_, {Side::kNobody, false, {}});
  entry.has_end = has_end;
  if (!entries_.empty() && entries_.back().is_same(entry)) {
    ++entries_.back().times;
    return;
  }
  bytes_ += entry.text.size();
  entries_.push_back(std::move(entry));
  drop_what_is_too_much();
}

void Transcript::drop_what_is_too_much() {
  while (entries_.size() > kMostLines || bytes_ > kMostBytes) {
    bytes_ -= entries_.front().text.size();
    dropped_ += entries_.front().times;
    entries_.pop_front();
  }
}

void Transcript::remark(std::string_view text) {
  if (open_.side != Side::kNobody) finish(false);
  begin_or_extend(Side::kNobody, text);
  finish(true);
}

std::string Transcript::shown(const Entry& entry) {
  const std::string_view mark = entry.side == Side::kUs        ? "> "
                                : entry.side == Side::kProgram ? "< "
                                                               : "  ";
  std::string_view text = entry.text;
  // Some end their lines in CR LF, which is worth a line of nobody's attention.
  if (entry.has_end && text.ends_with('\r') && entry.size == text.size()) text.remove_suffix(1);
  return absl::StrCat(std::string(mark), engine::printable(text, kLongestLine),
                      entry.has_end ? "" : std::string(kNoEnd),
                      entry.times > 1 ? "  (" + engine::grouped(entry.times) + " times)" : "");
}

std::vector<std::string> Transcript::lines() const {
  std::vector<std::string> lines;
  if (dropped_ > 0) lines.push_back("  (" + engine::counted(dropped_, "line") + " before)");
  for (const Entry& entry : entries_) lines.push_back(shown(entry));
  if (open_.side != Side::kNobody) lines.push_back(shown(open_));
  return lines;
}

}  // namespace gauntlet::tools
