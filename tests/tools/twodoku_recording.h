// A Two-Doku client that keeps what a test wants to know of it.
#pragma once

#include <string>
#include <vector>

#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

/// Passes everything on to a client, and keeps the bytes that it got and the decisions that it
/// asked for.
class RecordingTwoDoku final : public Client {
 public:
  explicit RecordingTwoDoku(const TwoDokuClient::Options& options = {}) : client_(options) {}

  void connected(Time now, ClientActions& actions) override { client_.connected(now, actions); }
  void received(Time now, std::string_view bytes, ClientActions& actions) override {
    heard += bytes;
    client_.received(now, bytes, actions);
    if (actions.decision) decisions.push_back(*actions.decision);
  }
  void decided(Time now, engine::AnyMove move, ClientActions& actions) override {
    client_.decided(now, move, actions);
    sent.insert(sent.end(), actions.sends.begin(), actions.sends.end());
  }
  void disconnected(Time now, ClientActions& actions) override {
    client_.disconnected(now, actions);
  }
  void ticked(Time now, ClientActions& actions) override { client_.ticked(now, actions); }

  std::string heard;
  std::vector<std::string> sent;  ///< Answers, each with its LF.
  std::vector<Decision> decisions;

 private:
  TwoDokuClient client_;
};

}  // namespace gauntlet::tools
