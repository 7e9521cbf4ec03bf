// The state types of all games: the one list in which a game must stand to be played. Rooms that
// have something of their own for each game go through it, so that a game they lack does not
// compile.
#pragma once

#include <type_traits>

namespace gauntlet::engine {

class Kimble;
template <int Words>
class Mnk;
class Sudokill;
class TwoDoku;

/// Types as a value, to choose among overloads and to unpack.
template <class... S>
struct Types {};

using StateTypes = Types<Mnk<1>, Mnk<4>, Mnk<8>, Mnk<16>, Sudokill, Kimble, TwoDoku>;

namespace detail {
template <class S, class List>
inline constexpr bool is_one_of = false;
template <class S, class... All>
inline constexpr bool is_one_of<S, Types<All...>> = (std::is_same_v<S, All> || ...);
}  // namespace detail

/// A state type of the list.
template <class S>
concept Listed = detail::is_one_of<S, StateTypes>;

}  // namespace gauntlet::engine
