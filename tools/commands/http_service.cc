#include "tools/commands/http_service.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "tools/commands/json_text.h"
#include "tools/commands/limited_log.h"
#include "tools/deadline_players.h"
#include "tools/net/address.h"
#include "tools/net/descriptors.h"
#include "tools/net/http_server.h"

namespace gauntlet::tools {

namespace {

/// Moves that are thought about at the same time: more than cores, so that one with much time does
/// not hold up those with little, and few, for each takes memory.
int tasks() {
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

void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait(lock, stop, [] { return false; });
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
  options.connections = options.waiting = service.connections;
  allow_connections(service.connections);
  options.tasks = static_cast<std::size_t>(tasks());
  options.refusal_headers = service.refusal_headers;
  LimitedLog rows(stdout, service.json ? LimitedLog::Form::kJson : LimitedLog::Form::kText,
                  LimitedLog::kOfAnswers);
  options.log = [&rows, json = service.json](const HttpEvent& event) {
    rows.write(json ? row_of(event) : line_of(event));
  };
  const auto server = HttpServer::start(options, service.handler);
  if (!server) return complain(Exit::kIo, server.error());
  if (!is_loopback(service.listen))
    std::fprintf(stderr,
                 "gauntlet: listening on %s, so whoever reaches this machine can make it think\n",
                 service.listen.c_str());
  service.started(url_of(service.listen, (*server)->port()), (*server)->port());
  wait_for(service.stop);
  return Exit::kDone;
}

KinarowBot::Think think_with(DeadlinePlayers& players) {
  return [&players](const KinarowQuestion& question, std::stop_token stop) {
    return players.choose({.game = question.game,
                           .spec = question.player,
                           .view = question.view,
                           .due = question.due,
                           .waiting = question.waiting,
                           .threads = tasks()},
                          std::move(stop));
  };
}

}  // namespace gauntlet::tools
