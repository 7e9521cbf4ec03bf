// A bot for `gauntlet host kimble`: ./kimble HOST PORT NAME [OPPONENTS]
#include <algorithm>
#include <string>
#include <vector>

#include "server.h"

/// The rank of the piece to move: 0 is the foremost of ours, .., and those at home are last.
/// line[s] is '0' or the letter of who stands on square s of our way. We are A: our pieces start on
/// square 0, go round to 27 and then into our goal, 28 to 31. line[45] is the die.
int choose(const std::string& line) {
  const int die = line[45] - '0';
  std::vector<int> targets;  // where each piece would go, by rank
  for (int s = 31; s >= 0; --s)
    if (line[s] == 'A') targets.push_back(s + die);
  if (die == 6 && targets.size() < 4) targets.push_back(0);  // a piece leaves home by a six only
  const auto worth = [&](int to) {              // capture, else leave home, else move the foremost
    if (to > 31 || line[to] == 'A') return -1;  // it cannot move
    return to < 28 && line[to] != '0' ? 2 : to == 0 ? 1 : 0;
  };
  const auto less = [&](int a, int b) { return worth(a) < worth(b); };
  return std::max_element(targets.begin(), targets.end(), less) - targets.begin();
}

/// The lines of the server's answer; it speaks only when it is asked.
std::vector<std::string> ask(Server& server, const std::string& request) {
  server.say(request);
  std::vector<std::string> answer;
  for (std::string line; (line = server.read()) != "END";) {
    answer.push_back(line);
    if (!line.starts_with("Virhe")) continue;
    std::puts(line.c_str());  // an error
    std::exit(1);
  }
  return answer;
}

int main(int argc, char** argv) {
  Server server(argc, argv);  // this protocol has no names
  // B, C and D, whom a tournament chooses itself.
  std::vector<std::string> answer = ask(server, std::string("v001") + (argc > 4 ? argv[4] : "222"));
  const std::string token = answer[0];
  while (!answer.back().starts_with("Voittaja")) {  // the winner
    const std::string asked = answer.back();
    for (const int rank : {choose(asked), 0, 1, 2, 3}) {
      answer = ask(server, token + std::to_string(rank));
      if (answer[0] != asked) break;  // else that piece cannot move
    }
  }
  std::puts(answer.back().c_str());
}
