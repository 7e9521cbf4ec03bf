// A Two-Doku client that keeps what a test wants to know of it.
#pragma once

#include <string>
#include <vector>

#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

/// Passes everything on to a client, and keeps the bytes that it got and the decisions that it
/// wished for.
class RecordingTwoDoku final : public Client {
 public:
  explicit RecordingTwoDoku(const TwoDokuClient::Options& options = {}) : client_(options) {}

  void connected(Time now, Wishes& wishes) override { client_.connected(now, wishes); }
  void received(Time now, std::string_view bytes, Wishes& wishes) override {
    heard += bytes;
    client_.received(now, bytes, wishes);
    if (wishes.decision) decisions.push_back(*wishes.decision);
  }
  void decided(Time now, engine::AnyMove move, Wishes& wishes) override {
    client_.decided(now, move, wishes);
    sent.insert(sent.end(), wishes.sends.begin(), wishes.sends.end());
  }
  void disconnected(Time now, Wishes& wishes) override { client_.disconnected(now, wishes); }
  void ticked(Time now, Wishes& wishes) override { client_.ticked(now, wishes); }

  std::string heard;
  std::vector<std::string> sent;  ///< Answers, each with its LF.
  std::vector<Decision> decisions;

 private:
  TwoDokuClient client_;
};

}  // namespace gauntlet::tools
