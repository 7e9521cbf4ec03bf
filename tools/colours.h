// Colour for people, where they see it and want it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// How a word looks. The colours are the terminal's own, so that they fit its background.
enum class Look : std::uint8_t {
  kPlain,
  kBold,
  kFaint,
  kGood,   ///< Green.
  kBad,    ///< Red.
  kFirst,  ///< The player in the first seat, and so on.
  kSecond,
  kThird,
  kFourth,
};

/// Dresses words for one stream, or leaves them as they are. What a colour says is always said by
/// words as well. Dressed words must not be dressed again, and columns are padded before. A value.
class Colours {
 public:
  /// None.
  Colours() = default;
  static Colours all() { return Colours(true); }
  /// What the environment wants of a stream: none with NO_COLOR (https://no-color.org), all with
  /// CLICOLOR_FORCE or FORCE_COLOR, if they are set and not empty (or 0); else all where
  /// is_screen().
  static Colours of(int descriptor);

  bool are_shown() const { return are_shown_; }

  /// `text`, which is empty or without colour, in `look`; `is_marked` turns it inside out.
  std::string dressed(Look look, std::string_view text, bool is_marked = false) const;

  std::string bold(std::string_view text) const { return dressed(Look::kBold, text); }
  std::string faint(std::string_view text) const { return dressed(Look::kFaint, text); }
  std::string good(std::string_view text) const { return dressed(Look::kGood, text); }
  std::string bad(std::string_view text) const { return dressed(Look::kBad, text); }

 private:
  explicit Colours(bool are_shown) : are_shown_(are_shown) {}

  bool are_shown_ = false;
};

/// The first `width` characters of a line that may have been dressed; its colours end with it.
std::string cut_to(std::string_view line, std::size_t width);

}  // namespace gauntlet::tools
