// Sudokill's rules and positions for tests, made from the few things that a test cares about.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "engine/sudokill/sudokill.h"

namespace gauntlet::engine {

/// Boards that start with so many percent of their squares filled.
inline Sudokill::Rules filled_to(int percent) {
  Sudokill::Rules rules;
  rules.filled = static_cast<std::uint8_t>(percent);
  return rules;
}

inline Sudokill position_of(const std::string& text) {
  const auto state = Sudokill::from_text({}, text);
  EXPECT_TRUE(state.ok()) << text << ": " << message_of(state);
  return *state;
}

}  // namespace gauntlet::engine
