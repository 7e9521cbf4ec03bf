// Whether the tests run under AddressSanitizer, where some do less: what counts results, not
// memory, is slower there by far.
#pragma once

namespace gauntlet {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kIsChecked = true;
#else
inline constexpr bool kIsChecked = false;
#endif

// The same for ThreadSanitizer, under which everything takes ten times as long.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kIsRaced = true;
#else
inline constexpr bool kIsRaced = false;
#endif

/// What a long test divides its work by: builds with assertions do a tenth.
#ifdef NDEBUG
inline constexpr int kShare = 1;
#else
inline constexpr int kShare = 10;
#endif

}  // namespace gauntlet
