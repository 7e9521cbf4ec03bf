// What the K-in-a-Row bot adds to a search: from a request to the move's text.
#include <benchmark/benchmark.h>

#include <string>

#include "tools/protocol/kinarow_bot.h"

namespace gauntlet {
namespace {

using tools::HttpRequest;
using tools::HttpTask;
using tools::KinarowBot;
using tools::KinarowQuestion;

/// A board of `side` squares a side whose even rows are full, both players in turn.
std::string body_of(int side) {
  std::string cells;
  int stones = 0;
  for (int square = 0; square < side * side; ++square) {
    const bool is_empty = square / side % 2 == 1;
    cells += square == 0 ? "" : ",";
    cells += is_empty ? "null" : std::to_string(stones++ % 2);
  }
  return R"({"width":)" + std::to_string(side) + R"(,"height":)" + std::to_string(side) +
         R"(,"cells":[)" + cells + R"(],"k":)" + std::to_string(side) + R"(,"turn":)" +
         std::to_string(stones % 2) + R"(,"timePerMove":1})";
}

/// A request is answered by the first empty square, so that nothing of a search is counted.
void bot_answers(benchmark::State& bench) {
  const KinarowBot bot({},
                       [](const KinarowQuestion&, const std::stop_token&, const auto& answered) {
                         answered({selfplay::Choice{engine::AnyMove(1)}});
                       });
  const HttpRequest request{std::chrono::steady_clock::now(),
                            "POST",
                            "/move",
                            {{"Host", "127.0.0.1:5005"}, {"Content-Type", "application/json"}},
                            body_of(static_cast<int>(bench.range(0)))};
  for (auto _ : bench) {
    const auto answer = bot.answer(request);
    const auto* task = std::get_if<HttpTask>(&answer);
    if (!task) return bench.SkipWithError(std::get<tools::HttpResponse>(answer).body.c_str());
    (*task)({}, [](tools::HttpResponse response) { benchmark::DoNotOptimize(response); });
  }
}

BENCHMARK(bot_answers)->Arg(7)->Arg(19)->Arg(32);

}  // namespace
}  // namespace gauntlet
