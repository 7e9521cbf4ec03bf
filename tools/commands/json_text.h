// JSON as text: the one place where the commands write it.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace gauntlet::tools {

/// `value` in plain decimal notation, as people write it: six significant digits, all those before
/// the point, and no needless zeroes. 0.518, 1234568, 1.
std::string plain_number(double value);

/// `value` on one line, its numbers as plain_number() writes them; what is no number is null.
std::string json_text(const boost::json::value& value);

}  // namespace gauntlet::tools
