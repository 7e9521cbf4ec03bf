// The page of K-in-a-Row as a program that serves it, and what its browsers send.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/tools/piped_process.h"

namespace gauntlet::tools {

/// `gauntlet host kinarow` on a free port.
class KinarowPage {
 public:
  explicit KinarowPage(std::vector<std::string> words = {})
      : process_(arguments(std::move(words))) {
    const auto line = process_.read_line();
    if (!line) return;
    const auto start = boost::json::parse(*line).as_object();
    port_ = start.at("port").to_number<std::uint16_t>();
    url_ = boost::json::value_to<std::string>(start.at("url"));
  }
  std::uint16_t port() const { return port_; }
  const std::string& url() const { return url_; }
  PipedProcess& process() { return process_; }
  /// The next line that tells of no answer: of a game, or of all at the end.
  boost::json::object read_result() {
    while (const auto line = process_.read_line())
      if (auto object = boost::json::parse(*line).as_object(); !object.contains("event"))
        return object;
    return {};
  }

 private:
  static std::vector<std::string> arguments(std::vector<std::string> words) {
    const std::vector<std::string> first = {GAUNTLET_BINARY, "host", "kinarow",
                                            "--port",        "0",    "--json"};
    words.insert(words.begin(), first.begin(), first.end());
    return words;
  }

  PipedProcess process_;
  std::uint16_t port_ = 0;
  std::string url_;
};

/// What a browser says of a game that the first player has won in five moves.
inline std::string end_of_game(const std::string& word, int seat, const std::string& level = "4",
                               const std::string& moves = "[0,3,1,4,2]") {
  return R"({"player":")" + word + R"(","width":3,"height":3,"k":3,"level":")" + level +
         R"(","seat":)" + std::to_string(seat) + R"(,"moves":)" + moves + "}";
}

}  // namespace gauntlet::tools
