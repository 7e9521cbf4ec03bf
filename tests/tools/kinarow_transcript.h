// All that the real K-in-a-Row page asked of three bots in one visit, a browser's requests byte for
// byte, and what the bots answered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

struct KinarowTerms {
  int width;
  int height;
  int k;
  int seconds;
};

/// A request to the bot at `port`, and the body of its answer. A move is asked for in a position: x
/// is player 0.
struct KinarowExchange {
  enum class Kind : std::uint8_t { kStatus, kPreflight, kMove };

  int port;
  Kind kind;
  KinarowTerms terms;
  std::string_view position;
  std::string_view answer;
};

/// The body of a request for a move.
inline std::string body_of(const KinarowExchange& exchange) {
  std::string cells;
  int turn = 0;
  for (const char square : exchange.position) {
    if (square == '/') continue;
    cells += cells.empty() ? "" : ",";
    cells += square == 'x' ? "0" : square == 'o' ? "1" : "null";
    turn += square == 'x' ? 1 : square == 'o' ? -1 : 0;
  }
  const KinarowTerms& terms = exchange.terms;
  return R"({"width":)" + std::to_string(terms.width) + R"(,"height":)" +
         std::to_string(terms.height) + R"(,"cells":[)" + cells + R"(],"k":)" +
         std::to_string(terms.k) + R"(,"turn":)" + std::to_string(turn) + R"(,"timePerMove":)" +
         std::to_string(terms.seconds) + "}";
}

/// The first line of a request.
inline std::string first_line(const KinarowExchange& exchange) {
  if (exchange.kind == KinarowExchange::Kind::kPreflight) return "OPTIONS /move HTTP/1.1\r\n";
  if (exchange.kind == KinarowExchange::Kind::kMove) return "POST /move HTTP/1.1\r\n";
  const KinarowTerms& terms = exchange.terms;
  return "GET /status?width=" + std::to_string(terms.width) +
         "&height=" + std::to_string(terms.height) + "&k=" + std::to_string(terms.k) +
         "&timePerMove=" + std::to_string(terms.seconds) + " HTTP/1.1\r\n";
}

/// The request as Chromium 156 sent it.
inline std::string request_bytes(const KinarowExchange& exchange) {
  const std::string agent =
      "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
      "HeadlessChrome/156.0.0.0 Safari/537.36\r\n";
  const std::string origin = "Origin: http://127.0.0.1:1234\r\n";
  const std::string end =
      "Sec-Fetch-Dest: empty\r\nReferer: http://127.0.0.1:1234/\r\n"
      "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\n\r\n";
  const std::string begin = first_line(exchange) +
                            "Host: 127.0.0.1:" + std::to_string(exchange.port) +
                            "\r\nConnection: keep-alive\r\n";
  if (exchange.kind == KinarowExchange::Kind::kPreflight)
    return begin +
           "Accept: */*\r\nAccess-Control-Request-Method: POST\r\n"
           "Access-Control-Request-Headers: content-type\r\n" +
           origin + agent + "Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-site\r\n" + end;
  const bool is_move = exchange.kind == KinarowExchange::Kind::kMove;
  const std::string body = is_move ? body_of(exchange) : "";
  return begin + (is_move ? "Content-Length: " + std::to_string(body.size()) + "\r\n" : "") +
         "sec-ch-ua-platform: \"Linux\"\r\n" + agent +
         "sec-ch-ua: \"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\"\r\n" +
         (is_move ? "Content-Type: application/json\r\n" : "") +
         "sec-ch-ua-mobile: ?0\r\nAccept: */*\r\n" + origin +
         "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n" + end + body;
}

// clang-format off
inline constexpr KinarowExchange kKinarowVisit[] = {
    {7002, KinarowExchange::Kind::kStatus, {4, 4, 3, 2}, {}, "ok"},
    {7001, KinarowExchange::Kind::kStatus, {4, 4, 3, 2}, {}, "ok"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "..../..../..../....", "8"},
    {7002, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "..../..../x.../....", "6"},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "..../..o./x.../....", "5"},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "..../.xo./x.../....", "0"},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "o.../.xo./x.../....", "13"},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "o.../.xo./x.../.x..", "4"},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "o.../oxo./x.../.x..", "1"},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "ox../oxo./x.../.x..", "15"},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "ox../oxo./x.../.x.o", "14"},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "ox../oxo./x.../.xxo", "2"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "oxo./oxo./x.../.xxo", "7"},
    {7002, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7002, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "oxo./oxox/x.../.xxo", "12"},
    {7001, KinarowExchange::Kind::kMove, {4, 4, 3, 2}, "oxo./oxox/x.../oxxo", "10"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".../.../.x.", "1"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "xo./.../.x.", "6"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "xo./.x./ox.", "8"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "xo./.xx/oxo", "2"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "x../.../...", "2"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".../.../..x", "1"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".o./.../x.x", "2"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".../x../...", "2"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "..o/x.x/...", "8"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".../..x/...", "4"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, ".../.ox/..x", "0"},
    {7003, KinarowExchange::Kind::kMove, {3, 3, 3, 1}, "o../xox/..x", "7"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7003, KinarowExchange::Kind::kStatus, {3, 3, 3, 1}, {}, "ok"},
    {7001, KinarowExchange::Kind::kStatus, {7, 6, 4, 1}, {}, "ok"},
    {7001, KinarowExchange::Kind::kStatus, {7, 6, 4, 1}, {}, "ok"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "......./......./......./......./......./.......", "34"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "......./......./......./......./......x/.......", "24"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "......./......./......./...o.../......x/.......", "30"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "......./......./......./...o.../..x...x/.......", "1"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./......./...o.../..x...x/.......", "16"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./..x..../...o.../..x...x/.......", "17"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./..xo.../...o.../..x...x/.......", "23"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./..xo.../..xo.../..x...x/.......", "27"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./..xo.../..xo..o/..x...x/.......", "31"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../......./..xo.../..xo..o/..xx..x/.......", "8"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../.o...../..xo.../..xo..o/..xx..x/.......", "29"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../.o...../..xo.../..xo..o/.xxx..x/.......", "26"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../.o...../..xo.../..xo.oo/.xxx..x/.......", "10"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../.o.x.../..xo.../..xo.oo/.xxx..x/.......", "7"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../oo.x.../..xo.../..xo.oo/.xxx..x/.......", "33"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../oo.x.../..xo.../..xo.oo/.xxx.xx/.......", "19"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../oo.x.../..xo.o./..xo.oo/.xxx.xx/.......", "22"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../oo.x.../..xo.o./.xxo.oo/.xxx.xx/.......", "38"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, ".o...../oo.x.../..xo.o./.xxo.oo/.xxx.xx/...o...", "0"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xo...../oo.x.../..xo.o./.xxo.oo/.xxx.xx/...o...", "11"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xo...../oo.xo../..xo.o./.xxo.oo/.xxx.xx/...o...", "20"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xo...../oo.xo../..xo.ox/.xxo.oo/.xxx.xx/...o...", "2"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xo../..xo.ox/.xxo.oo/.xxx.xx/...o...", "12"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxo.oo/.xxx.xx/...o...", "32"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxo.oo/.xxxoxx/...o...", "35"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxo.oo/.xxxoxx/x..o...", "36"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxo.oo/.xxxoxx/xo.o...", "25"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxoxoo/.xxxoxx/xo.o...", "37"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxoxoo/.xxxoxx/xooo...", "39"},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxoxoo/.xxxoxx/xooox..", "41"},
    {7001, KinarowExchange::Kind::kPreflight, {}, {}, {}},
    {7001, KinarowExchange::Kind::kMove, {7, 6, 4, 1}, "xoo..../oo.xox./..xo.ox/.xxoxoo/.xxxoxx/xooox.o", "28"},
};
// clang-format on

}  // namespace gauntlet::tools
