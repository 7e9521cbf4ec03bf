// A host that says everything back.
#pragma once

#include <string>

#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Sends back what it gets, many times; knows of every event.
class EchoHost final : public Host {
 public:
  explicit EchoHost(std::size_t times) : times_(times) {}

  void opened(Time, ConnectionId, HostWishes& wishes) override {
    wishes.log.push_back("open " + std::to_string(++open_));
  }
  void received(Time, ConnectionId from, std::string_view bytes, HostWishes& wishes) override {
    for (std::size_t i = 0; i < times_; ++i) wishes.sends.push_back({from, std::string(bytes)});
  }
  void half_closed(Time, ConnectionId from, HostWishes& wishes) override {
    wishes.log.push_back("half-closed");
    wishes.sends.push_back({from, "goodbye"});
    wishes.hang_ups.push_back(from);
    --open_;
  }
  void closed(Time, ConnectionId, HostWishes& wishes) override {
    wishes.log.push_back("gone, open " + std::to_string(--open_));
  }
  void decided(Time, BotId, engine::AnyMove, HostWishes&) override {}
  void ticked(Time, HostWishes&) override {}

 private:
  std::size_t times_;
  int open_ = 0;
};

}  // namespace gauntlet::tools
