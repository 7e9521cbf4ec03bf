#include "tools/commands/http_service.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>

#include "selfplay/thinking/player_recipe.h"
#include "selfplay/thinking/thinking_pool.h"
#include "selfplay/wait_for_stop.h"
#include "tools/commands/json_text.h"
#include "tools/commands/limited_log.h"
#include "tools/net/address.h"
#include "tools/net/descriptors.h"
#include "tools/net/http_server.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kMostKept = 8;  // players that rest between moves

/// Moves that are thought about at the same time: more than cores, so that one with much time does
/// not hold up those with little, and few, for each takes memory.
int thoughts() {
  return std::max(4 * static_cast<int>(std::thread::hardware_concurrency()), 4);
}

/// "14:05:09 POST /move 200, 871 ms: played 23 ..".
std::string line_of(const HttpEvent& event) {
  const std::string what = event.method.empty() ? "refused" : event.method + " " + event.target;
  return clock_time() + " " + what + " " + std::to_string(event.status) + ", " +
         std::to_string(event.duration.count()) + " ms: " + event.note + "\n";
}

std::string row_of(const HttpEvent& event) {
  return json_text(boost::json::object{{"event", "answer"},
                                       {"method", event.method},
                                       {"target", event.target},
                                       {"status", event.status},
                                       {"time_ms", event.duration.count()},
                                       {"note", event.note}}) +
         "\n";
}

std::string url_of(const std::string& address, std::uint16_t port) {
  const bool is_long = address.find(':') != std::string::npos;  // IPv6
  return "http://" + (is_long ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

}  // namespace

Exit serve_http(const HttpService& service) {
  std::signal(SIGPIPE, SIG_IGN);  // games go on when nobody reads the log any more
  HttpServer::Options options;
  options.address = service.listen;
  options.port = service.port;
  options.connections = options.tasks = service.connections;
  allow_connections(service.connections);
  options.refusal_headers = service.refusal_headers;
  LimitedLog rows(stdout, service.json ? LimitedLog::Form::kJson : LimitedLog::Form::kText,
                  LimitedLog::kOfAnswers);
  options.log = [&rows, json = service.json](const HttpEvent& event) {
    rows.write(json ? row_of(event) : line_of(event));
  };
  const auto server = HttpServer::start(options, service.handler);
  if (!server.ok()) return complain(server.status());
  if (!is_loopback(service.listen))
    std::fprintf(
        stderr,
        "gauntlet: listening on %s, so anyone who can reach this machine can make it compute\n",
        service.listen.c_str());
  service.started(url_of(service.listen, (*server)->port()), (*server)->port());
  selfplay::wait_for_stop(service.stop);
  return Exit::kDone;
}

KinarowBot::Think think_with(std::uint64_t seed, int threads, selfplay::Pace pace) {
  const auto pacer =
      pace == selfplay::Pace::kHuman ? std::make_shared<selfplay::Pacer>(seed) : nullptr;
  const auto pool = std::make_shared<selfplay::ThinkingPool>(selfplay::ThinkingPool::Options{
      .threads = thoughts(), .most_kept = kMostKept, .is_punctual = true, .steps_back = true});
  const auto asked = std::make_shared<std::atomic<std::uint64_t>>(seed);
  return
      [pacer, pool, asked, threads](const KinarowQuestion& question, std::stop_token stop,
                                    const std::function<void(const selfplay::Answer&)>& answered) {
        const selfplay::PlayerRecipe recipe{.player = question.player, .threads = threads};
        selfplay::Question whole{
            .game = question.game,
            .view = question.view,
            .mind = question.player + ' ' + question.game.name(),
            .make = [recipe](const auto& game) { return make_player(recipe, game); },
            .seed = (*asked)++,
            .due = question.due,
            .stop = std::move(stop),
            .answered = answered};
        if (!pool->ask(pacer ? pacer->paced(std::move(whole)) : std::move(whole))) answered({});
      };
}

}  // namespace gauntlet::tools
