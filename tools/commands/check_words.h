// What a check asks of a program, in the words of its protocol.
#pragma once

#include <string_view>

#include "engine/any_game.h"
#include "tools/commands/program_text.h"
#include "tools/protocol/odd_seat.h"

namespace gauntlet::tools {

/// Of one protocol; each is the end of a sentence about "the program" but for the titles. "" where
/// the protocol has nothing of the kind.
struct CheckWords {
  std::string_view start_title;  ///< "connects"
  std::string_view start;        ///< What it does at first.
  std::string_view ready_title;  ///< "names itself"
  std::string_view ready;        ///< What it says before the first move.
  std::string_view move;         ///< How it moves.
  std::string_view time;         ///< How it is told its time.
  std::string_view turns;        ///< What it may say, and when.
  std::string_view odd_title;    ///< "passes over chat"
  std::string_view odd;          ///< What it must put up with.
  std::string_view opening;      ///< How it is told of stones that lie there already.
  std::string_view result;       ///< How it is told of a game's end.
  std::string_view next_game;    ///< How the next game comes to it.
  std::string_view end;          ///< How it is told that there is none.
};

/// REQUIRES: there is no objection_to_program() of this kind.
const CheckWords& check_words(Speech speech, const engine::AnyGame& game);
/// Of a bot of the K-in-a-Row page that runs already: no command of it is known.
const CheckWords& check_words_of_url();
/// What a server of that protocol may say beside the usual.
OddSpeech odd_speech(Speech speech, const engine::AnyGame& game);

}  // namespace gauntlet::tools
