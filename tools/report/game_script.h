// Games as the page of a report steps through them.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "tools/report/report_source.h"

namespace gauntlet::tools {

/// One game as the page reads it (web/report/report.js), which knows no rules: who sat where, how
/// it ended, the position at the start as text, and for each move who made it, the move as text,
/// what it changed in the text of the position, what its player thought of its chances, and how
/// long it took. What is told of moves is joined to one text each, for that packs well:
///
///   {"n": its number in the file, "seats": [player ..], "returns": [..], "end": "played",
///    "why": reason, "start": position, "movers": "01c0..", "moves": "7,7|6,6|..",
///    "changes": "..|..", "win": "500,,..", "ms": "12,,.."}
///
/// "win" is in thousandths, and empty where nothing is known; so is "ms" where it is 0, and the
/// text of a move of chance where everybody sees what it changed. A change is a list of places and
/// the characters there; or, where the length changes, "!field,begin,count,text" for each of the
/// fields between blanks that are others: `count` of its characters are replaced; or "!*,text", all
/// of it. A place is one digit of kPlaceDigits, or two where the start is longer than
/// there are digits.
boost::json::object game_script(const ReportGame& game);

/// 0, 1, ..: none of them is escaped in JSON, and neither '|' nor '!' is among them.
inline constexpr std::string_view kPlaceDigits =
    "#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{}~";

}  // namespace gauntlet::tools
