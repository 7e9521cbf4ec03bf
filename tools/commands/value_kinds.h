// What the values of options and positionals are: the help, the manual page and the shells'
// completion take it from here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// A kind of value.
struct ValueKind {
  /// What shells offer beside `words`.
  enum class Offer : std::uint8_t { kNothing, kFiles, kFolders, kCommands };

  std::string_view name;  ///< "GAME": as the help has it.
  Offer offer = Offer::kNothing;
  std::vector<std::string> (*words)() = nullptr;  ///< Those that can be named; null: none.
  /// A value begins anew behind each ',' of a list, or behind the '=' of a name; "" where it is
  /// one piece.
  std::string_view begins_behind = {};
};

inline constexpr char kGameValue[] = "GAME";
inline constexpr char kGameOrFileValue[] = "GAME|F.toml";
inline constexpr char kPlayerValue[] = "PLAYER";
inline constexpr char kPlayersValue[] = "A,B,..";
inline constexpr char kEntrantValue[] = "[NAME=]PLAYER";
inline constexpr char kLevelValue[] = "1..10";
inline constexpr char kStoreValue[] = "F.db";
inline constexpr char kFileValue[] = "FILE";
inline constexpr char kFolderValue[] = "DIR";
inline constexpr char kPageValue[] = "F.html";
inline constexpr char kCommandValue[] = "COMMAND";
inline constexpr char kNamedCommandValue[] = "[NAME=]COMMAND";

/// All kinds for which a shell can offer something.
std::span<const ValueKind> value_kinds();

/// The type name of an option that takes one of `words`: "a|b|c".
std::string one_of(std::span<const std::string> words);

/// What an option takes. Its type name is that of a kind, a word to be typed as it is, or several
/// of these with | between them, as in "PORT|off".
struct Values {
  std::vector<const ValueKind*> kinds;
  std::vector<std::string> words;  ///< To be typed as they are.
};
Values values_of(std::string_view type_name);

}  // namespace gauntlet::tools
