// Peers that go on saying what means nothing.
#pragma once

namespace gauntlet::tools {

/// The lines in a row of a connection that mean nothing: empty, not understood, refused, or too
/// fast to be read. All hosts hang up at the one beyond kMost.
class Nonsense {
 public:
  static constexpr int kMost = 100;

  /// One more. True when it is one too many.
  bool is_too_much() { return ++lines_ > kMost; }
  /// Whether the last one was the first in a row: more of them need not be told.
  bool is_first() const { return lines_ == 1; }
  /// A line meant something.
  void end() { lines_ = 0; }

 private:
  int lines_ = 0;
};

}  // namespace gauntlet::tools
