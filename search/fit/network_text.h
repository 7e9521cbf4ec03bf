// Numbers and networks as the text of a C++ program, exactly.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>

#include "search/fit/logistic_network.h"

namespace gauntlet::search {

inline std::string number_text(float value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  return std::string(digits, end.ptr) + "f";
}
inline std::string number_text(std::int32_t value) {
  return std::to_string(value);
}

/// "{1e+00f, 2e+00f}", eight numbers a line.
template <class Numbers>
std::string numbers_text(const Numbers& values) {
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : i % 8 == 0 ? ",\n" : ", ") + number_text(values[i]);
  return text + "}";
}

/// An initialiser.
template <int kInputs, int kHidden>
std::string network_text(const LogisticNetwork<kInputs, kHidden>& network) {
  std::string text = "{{{";
  for (std::size_t i = 0; i < network.to_hidden.size(); ++i)
    text += (i == 0 ? "" : ",\n") + numbers_text(network.to_hidden[i]);
  return text + "}},\n" + numbers_text(network.hidden_bias) + ",\n" +
         numbers_text(network.from_hidden) + ",\n" + numbers_text(network.direct) + ",\n" +
         number_text(network.bias) + "}";
}

}  // namespace gauntlet::search
