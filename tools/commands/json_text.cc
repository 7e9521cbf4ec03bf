#include "tools/commands/json_text.h"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <cmath>

namespace gauntlet::tools {

namespace {

/// So many digits are enough for people, and too few to show how a machine rounds: 0.3, and not
/// 0.30000001192092896.
constexpr int kSignificant = 6;
constexpr int kMostAfterPoint = 20;
constexpr std::size_t kLongestNumber = 400;  // the largest double has 309 digits

void append(std::string& text, const boost::json::value& value);

void append(std::string& text, const boost::json::array& array) {
  text += '[';
  for (const boost::json::value& element : array) {
    if (&element != array.begin()) text += ',';
    append(text, element);
  }
  text += ']';
}

void append(std::string& text, const boost::json::object& object) {
  text += '{';
  for (const auto& member : object) {
    if (&member != object.begin()) text += ',';
    text += boost::json::serialize(member.key());
    text += ':';
    append(text, member.value());
  }
  text += '}';
}

void append(std::string& text, const boost::json::value& value) {
  if (const auto* const array = value.if_array()) return append(text, *array);
  if (const auto* const object = value.if_object()) return append(text, *object);
  const double* const number = value.if_double();
  text += number ? plain_number(*number) : boost::json::serialize(value);
}

}  // namespace

std::string plain_number(double value) {
  if (!std::isfinite(value)) return "null";
  if (value == 0) return "0";
  const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  const int after_point = std::clamp(kSignificant - before_point, 0, kMostAfterPoint);
  char digits[kLongestNumber];
  const auto written =
      std::to_chars(digits, digits + kLongestNumber, value, std::chars_format::fixed, after_point);
  std::string text(digits, written.ptr);
  if (after_point > 0) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string json_text(const boost::json::value& value) {
  std::string text;
  append(text, value);
  return text;
}

}  // namespace gauntlet::tools
