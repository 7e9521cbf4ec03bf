// Results on stdout: text for people, JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "engine/words.h"

namespace gauntlet::tools {

/// Writes `text` to stdout as it is. A failed write is reported when the process ends.
void print(std::string_view text);

/// Writes `object` as one line and flushes, so that a reader in a pipe sees it at once.
void print_json(const boost::json::object& object);

/// On stderr: whoever gives a seed wants the same games again, and who is limited by time does not
/// play them.
void tell_timed_games_differ();

/// A time that passes, as people say it: "90 s", "5 min", "3 h".
std::string span_text(double seconds);

/// `text` with its control characters, but for the ends of lines, as \xNN: what must never reach a
/// terminal, whoever wrote it. Other letters than ASCII's stay, as in the names of files.
std::string harmless(std::string_view text);

using engine::counted;
using engine::grouped;

/// The words of `text` in lines of at most `width` characters, all but the first of which begin
/// with `indent` blanks; each ends with a newline. `begun` characters of the first are there
/// already. Longer words get a line of their own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                    std::size_t begun = 0);

}  // namespace gauntlet::tools
