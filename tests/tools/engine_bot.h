// The engine's side of our line protocol as a program of a test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/rng.h"
#include "tools/protocol/engine_protocol.h"

namespace gauntlet::tools {

/// Answers each question at once, by a move at random.
class EngineBot {
 public:
  explicit EngineBot(EngineProtocol::Options options = {.name = "Gauntlet test", .seed = 1})
      : machine(options) {}

  std::string operator()(std::string_view bytes) {
    std::string out;
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      EngineActions actions;
      machine.received(*line, actions);
      out += actions.out;
      if (!actions.question) continue;
      asked = actions.question;
      EngineActions more;
      machine.answered(asked->number, selfplay::Choice{asked->view.random_move(rng_)}, more);
      out += more.out;
    }
    return out;
  }

  EngineProtocol machine;
  std::optional<EngineQuestion> asked;  ///< The last one.

 private:
  LineBuffer lines_{EngineProtocol::kLongestLine};
  engine::Rng rng_{7};
};

}  // namespace gauntlet::tools
