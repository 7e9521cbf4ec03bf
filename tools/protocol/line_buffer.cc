#include "tools/protocol/line_buffer.h"

#include <algorithm>
#include <utility>

namespace gauntlet::tools {

void LineBuffer::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const bool ends = end != std::string_view::npos;
    append(bytes.substr(0, end));
    if (ends) finish();
    bytes.remove_prefix(ends ? end + 1 : bytes.size());
  }
}

void LineBuffer::append(std::string_view bytes) {
  const std::size_t room = longest_ + 1 - partial_.size();  // one more for a CR
  if (bytes.size() > room) is_cut_ = true;
  partial_.append(bytes.substr(0, room));
}

void LineBuffer::finish() {
  if (!is_cut_ && partial_.ends_with('\r')) partial_.pop_back();
  is_cut_ |= partial_.size() > longest_;
  partial_.resize(std::min(partial_.size(), longest_));
  lines_.push_back({std::exchange(partial_, {}), std::exchange(is_cut_, false)});
}

std::optional<Line> LineBuffer::next() {
  if (lines_.empty()) return std::nullopt;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

void LineBuffer::clear() {
  lines_.clear();
  partial_.clear();
  is_cut_ = false;
}

}  // namespace gauntlet::tools
