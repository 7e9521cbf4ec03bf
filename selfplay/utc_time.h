// Moments as our files hold them.
#pragma once

#include <cstddef>
#include <string_view>

namespace gauntlet::selfplay {

/// Whether `text` is as in "2026-11-21 14:03:59", digit by digit.
inline bool is_utc_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00 00:00:00";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != kForm[i]) return false;
  return true;
}

}  // namespace gauntlet::selfplay
