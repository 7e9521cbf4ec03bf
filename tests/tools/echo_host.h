// A host that says everything back.
#pragma once

#include <string>

#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Sends back what it gets, many times; knows of every event.
class EchoHost final : public Host {
 public:
  explicit EchoHost(std::size_t times) : times_(times) {}

  void opened(Time, ConnectionId, HostActions& actions) override {
    actions.log.push_back("open " + std::to_string(++open_));
  }
  void received(Time, ConnectionId from, std::string_view bytes, HostActions& actions) override {
    for (std::size_t i = 0; i < times_; ++i) actions.sends.push_back({from, std::string(bytes)});
  }
  void half_closed(Time, ConnectionId from, HostActions& actions) override {
    actions.log.push_back("half-closed");
    actions.sends.push_back({from, "goodbye"});
    actions.hang_ups.push_back(from);
    --open_;
  }
  void closed(Time, ConnectionId, HostActions& actions) override {
    actions.log.push_back("gone, open " + std::to_string(--open_));
  }
  void decided(Time, BotId, engine::AnyMove, HostActions&) override {}
  void ticked(Time, HostActions&) override {}

 private:
  std::size_t times_;
  int open_ = 0;
};

}  // namespace gauntlet::tools
