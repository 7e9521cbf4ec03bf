#include "tools/commands/check_words.h"

#include "engine/kimble/kimble.h"
#include "engine/sudokill/sudokill.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kConnects =
    "it connects, within 10 s, to 127.0.0.1 at the port that stands for {port} in its command and "
    "in "
    "the environment's GAUNTLET_PORT";
constexpr std::string_view kStays =
    "it reads lines on its stdin until that ends, and stays till then";
constexpr std::string_view kUntold =
    "its protocol does not tell it, so a program must keep the limit by itself";
constexpr std::string_view kNextProcess =
    "each game has a new process, which is started and connects as the first one did";
constexpr std::string_view kHangsUp =
    "its connection is closed after the game; it then ends by itself within 2 s";

constexpr CheckWords kGomokuWords = {
    .start_title = "connects",
    .start = kConnects,
    .ready_title = "",
    .ready = "",
    .move =
        "it answers each message that begins with CONTINUING by one line, 'ROW COLUMN', of an "
        "empty square; both count from 0 at the top left",
    .time = kUntold,
    .turns = "it says one line for each message that begins with CONTINUING, and nothing else",
    .odd_title = "",
    .odd = "",
    .opening =
        "stones may lie on the first board that it is shown: it takes the position from the "
        "message, not from what it remembers",
    .result =
        "the last message begins with WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME, and asks "
        "for nothing",
    .next_game = kNextProcess,
    .end = kHangsUp,
};

constexpr CheckWords kSudokillWords = {
    .start_title = "connects",
    .start = kConnects,
    .ready_title = "names itself",
    .ready = "its first line is its name, of printable characters",
    .move =
        "it answers each ADD by one line, 'ROW COLUMN DIGIT' with single blanks: an empty square "
        "of the row or the column of the last move (anywhere when both are full), rows and "
        "columns from 0, and a digit that its row, its column and its block lack",
    .time = kUntold,
    .turns = "it sends a move only after ADD; PLAY, and chat, are harmless",
    .odd_title = "passes over chat",
    .odd =
        "a line that is no WAIT, READY, START, ADD, move or GAME OVER is chat: it passes over it",
    .opening = "",
    .result = "a line 'GAME OVER|..' ends the game, and asks for nothing",
    .next_game = kNextProcess,
    .end = kHangsUp,
};

constexpr CheckWords kKimbleWords = {
    .start_title = "connects",
    .start = kConnects,
    .ready_title = "asks for a game",
    .ready = "its first line is 'v001222': v001 and a digit for each of B, C and D",
    .move =
        "it answers each END, but after a winner, by one line: the token, and right behind it "
        "the rank of a piece that can move, 0 for its foremost one to 3",
    .time = kUntold,
    .turns =
        "each request is v001 and three digits, once, or the token and a rank, and comes after "
        "the END of the answer before it",
    .odd_title = "",
    .odd = "",
    .opening = "",
    .result =
        "a line 'Voittaja: X' and END end the game; 'Virhe: ..' and END end one that somebody "
        "has left",
    .next_game = kNextProcess,
    .end = kHangsUp,
};

constexpr CheckWords kTwoDokuWords = {
    .start_title = "connects",
    .start = kConnects,
    .ready_title = "names itself",
    .ready = "its first line is 'name X', X being 1 to 60 printable ASCII characters",
    .move =
        "it answers each line that ends in '?' by one line that the rules allow there: 'colour R "
        "C', 'hide R C', 'play R C D', 'take pot', 'pass', ..",
    .time = "the line 'clock' tells it before every question",
    .turns =
        "it answers lines that end in '?', and speaks at no other time; what is answered by "
        "'error' was wrong, and the sentence there says why",
    .odd_title = "passes over unknown lines",
    .odd = "lines that begin with a word that it does not know are to be passed over",
    .opening = "",
    .result = "a line 'over red S1 blue S2 ..' ends the game, and asks for nothing",
    .next_game = kNextProcess,
    .end = kHangsUp,
};

constexpr CheckWords kGomocupWords = {
    .start_title = "starts",
    .start = kStays,
    .ready_title = "takes the board",
    .ready = "it answers 'START 15' (or 'RECTSTART 20,15') by OK, and flushes its output",
    .move =
        "it answers BEGIN, TURN X,Y and BOARD .. DONE by one line, 'X,Y': the column and the row "
        "of an empty square, from 0",
    .time = "'INFO timeout_turn' tells it, in milliseconds",
    .turns =
        "its lines are OK, moves, or begin with MESSAGE, DEBUG, UNKNOWN or ERROR; what is for "
        "people goes behind MESSAGE, or to stderr",
    .odd_title = "reads CR LF and unknown INFO",
    .odd =
        "managers end their lines in CR LF, and keys of INFO that it does not know are to be "
        "passed over",
    .opening =
        "BOARD, lines 'X,Y,1' (its own stones) and 'X,Y,2', and DONE tell it what lies there; "
        "it is to move then",
    .result = "it is not told of the result: START begins the next game",
    .next_game = "START begins another game, in the same process, which forgets the one before",
    .end = "it is told END, and its stdin ends; it then ends by itself within 2 s",
};

constexpr CheckWords kEngineWords = {
    .start_title = "starts",
    .start = kStays,
    .ready_title = "names itself",
    .ready = "it answers 'hello 1' by 'hello NAME', and flushes its output",
    .move =
        "it answers each 'go' by one line, 'move M', where M is one of those that the last line "
        "'moves' has listed",
    .time = "the line 'time' tells it, in milliseconds",
    .turns =
        "its lines begin with hello, move, refuse, win, nodes, id, error or #, and 'move' comes "
        "only after 'go'; what is for people goes behind # or to stderr",
    .odd_title = "reads CR LF and unknown lines",
    .odd =
        "lines may end in CR LF; empty ones, and those that begin with # or with a word that it "
        "does not know, are to be passed over",
    .opening = "'position' tells it where the game starts, which need not be the usual start",
    .result = "a line 'over ..' ends the game, and asks for nothing",
    .next_game = "'hello 1' begins another game, in the same process, which forgets the one before",
    .end = "its stdin ends; it then ends by itself within 2 s",
};

constexpr CheckWords kKinarowWords = {
    .start_title = "connects",
    .start =
        "it serves HTTP, within 10 s, on 127.0.0.1 at the port that stands for {port} in its "
        "command and in the environment's GAUNTLET_PORT",
    .ready_title = "says that it plays",
    .ready = "GET /status?width=W&height=H&k=K&timePerMove=T is answered with status 200",
    .move = "POST /move is answered by the number of an empty square, from 0, row by row",
    .time = "'timePerMove' tells it, in seconds, and all of the exchange must fit in it",
    .turns = "",
    .odd_title = "passes over unknown fields",
    .odd =
        "what it does not know is to be passed over, in the query, in the headers and in the "
        "JSON, and a connection may end with its answer ('Connection: close')",
    .opening = "'cells' tells it the position, whatever was asked before",
    .result = "",
    .next_game = "the same process answers for game after game",
    .end = "SIGTERM ends it within 1 s",
};

constexpr CheckWords kUrlWords = [] {
  CheckWords words = kKinarowWords;
  words.start = "it serves HTTP at that URL, and answers within 10 s";
  return words;
}();

}  // namespace

const CheckWords& check_words(Speech speech, const engine::AnyGame& game) {
  switch (speech) {
    case Speech::kGomocup:
      return kGomocupWords;
    case Speech::kEngine:
      return kEngineWords;
    case Speech::kKinarow:
      return kKinarowWords;
    case Speech::kServer:
      break;
  }
  if (game.holds<engine::Sudokill>()) return kSudokillWords;
  if (game.holds<engine::Kimble>()) return kKimbleWords;
  return game.holds<engine::TwoDoku>() ? kTwoDokuWords : kGomokuWords;
}

const CheckWords& check_words_of_url() {
  return kUrlWords;
}

OddSpeech odd_speech(Speech speech, const engine::AnyGame& game) {
  if (speech == Speech::kGomocup)
    return {.ends_in_crlf = true, .chatter = "INFO gauntlet_check 1\n"};
  if (speech == Speech::kEngine)
    return {.ends_in_crlf = true, .chatter = "# a remark\n\nweather cloudy with sun\n"};
  if (speech == Speech::kServer && game.holds<engine::Sudokill>())
    return {.chatter = "opponent said: good luck\r\n"};
  if (speech == Speech::kServer && game.holds<engine::TwoDoku>())
    return {.chatter = "weather cloudy with sun\n"};
  return {};
}

}  // namespace gauntlet::tools
