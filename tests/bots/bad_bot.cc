// bad_bot PROTOCOL FAULT MARK [PORT]: a program that plays well but for one fault, which it commits
// where the file MARK does not exist, and then it does.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "tests/bots/good_bots.h"
#include "tests/bots/wire.h"
#include "tools/protocol/sudokill_referee.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

/// When a fault is committed.
enum class Moment { kStart, kConnected, kFirstMove, kSecondMove, kGameOver };

/// What a fault may meddle with.
struct Scene {
  std::string_view protocol;
  Wire wire;
  Words words = {};       ///< To be said now; "": nothing.
  std::string last = {};  ///< The move before.
  std::optional<Decision> asked = {};
  bool stays = false;  ///< It does not end.
};

struct Fault {
  std::string_view name;
  Moment moment;
  void (*commit)(Scene& scene);
};

void tell(const char* text) {
  std::fputs(text, stderr);
}

[[noreturn]] void sleep_on() {
  for (;;) pause();
}

[[noreturn]] void listen_on(const Scene& scene) {
  while (!scene.wire.read().empty()) continue;
  sleep_on();
}

[[noreturn]] void say_for_ever(const Scene& scene, const std::string& text) {
  std::string much;
  while (much.size() < 8'000) much += text;
  while (scene.wire.write(much)) continue;
  sleep_on();
}

/// A move that looks well and cannot be, as often as it takes where one is not enough.
std::string off_the_board(std::string_view protocol, const std::string& move) {
  if (protocol == "gomoku") return "99 99\n";
  if (protocol == "sudokill") return "9 9 9\n";
  if (protocol == "gomocup") return "99,99\n";
  if (protocol == "kinarow") return KinarowServerBot::response("99");
  if (protocol == "engine") return "move z99\n";
  const std::string line = protocol == "twodoku" ? "colour 9 9\n" : move.substr(0, 65) + "9\n";
  std::string lines;
  for (int i = 0; i < 150; ++i) lines += line;
  return lines;
}

std::string no_move(std::string_view protocol) {
  return protocol == "kinarow"  ? KinarowServerBot::response("resign")
         : protocol == "engine" ? "move resign\n"
                                : "resign\n";
}

/// A move of Sudokill to which its server says `what`.
std::string violating(const engine::AnyState& view, std::string_view what) {
  for (int square = 0; square < 81; ++square)
    for (int digit = 1; digit <= 9; ++digit) {
      const WrittenMove move = {square / 9, square % 9, digit};
      const auto error = violation(view.as<engine::Sudokill>(), move);
      if (error && error->find(what) != error->npos)
        return std::to_string(move[0]) + ' ' + std::to_string(move[1]) + ' ' +
               std::to_string(digit) + '\n';
    }
  return "";
}

/// Ten children that are replaced all the time.
void fork_on() {
  for (int i = 0; i < 10; ++i) {
    if (fork() != 0) continue;
    for (;;) {
      std::this_thread::sleep_for(50ms);
      if (fork() != 0) _exit(0);
    }
  }
}

constexpr Fault kFaults[] = {
    {"nothing", Moment::kStart, [](Scene&) {}},
    {"crashes_at_start", Moment::kStart,
     [](Scene&) {
       tell("no rules\n");
       _exit(7);
     }},
    {"never_comes", Moment::kStart,
     [](Scene&) {
       tell("waiting\n");
       sleep_on();
     }},
    {"says_nothing", Moment::kConnected, [](Scene& scene) { listen_on(scene); }},
    {"reads_nothing", Moment::kConnected, [](Scene&) { sleep_on(); }},
    {"is_garbage", Moment::kConnected,
     [](Scene& scene) { scene.wire.write(std::string("\0\xff\xfe\x80 \x1b[31m\n", 11)); }},
    {"speaks_http", Moment::kConnected,
     [](Scene& scene) { scene.wire.write("GET / HTTP/1.0\r\n\r\n"); }},
    {"answers_before_it_is_asked", Moment::kConnected,
     [](Scene& scene) {
       scene.wire.write(scene.protocol == "kinarow"   ? KinarowServerBot::response("0")
                        : scene.protocol == "gomocup" ? "0,0\n"
                        : scene.protocol == "engine"  ? "move a1\n"
                        : scene.protocol == "twodoku" ? "colour 0 0\n"
                                                      : "0 0\n1 0\n0 0\n");
     }},
    {"floods_from_the_start", Moment::kConnected,
     [](Scene& scene) { say_for_ever(scene, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"); }},
    {"crashes_when_asked", Moment::kFirstMove,
     [](Scene&) {
       tell("oh no\n");
       kill(getpid(), SIGKILL);
       sleep_on();
     }},
    {"stalls", Moment::kFirstMove,
     [](Scene&) {
       tell("thinking\n");
       sleep_on();
     }},
    {"is_late", Moment::kFirstMove, [](Scene&) { std::this_thread::sleep_for(2200ms); }},
    {"plays_off_the_board", Moment::kFirstMove,
     [](Scene& scene) { scene.words.text = off_the_board(scene.protocol, scene.words.text); }},
    {"says_what_is_no_move", Moment::kFirstMove,
     [](Scene& scene) { scene.words.text = no_move(scene.protocol); }},
    {"plays_elsewhere", Moment::kSecondMove,
     [](Scene& scene) { scene.words.text = violating(scene.asked->view, "Required placement"); }},
    {"breaks_the_rule", Moment::kSecondMove,
     [](Scene& scene) { scene.words.text = violating(scene.asked->view, "Constraint violation"); }},
    {"answers_twice", Moment::kFirstMove,
     [](Scene& scene) { scene.words.text += scene.words.text; }},
    {"plays_where_it_has_played", Moment::kSecondMove,
     [](Scene& scene) { scene.words.text = scene.last; }},
    {"floods_without_a_line_end", Moment::kFirstMove,
     [](Scene& scene) { say_for_ever(scene, "x"); }},
    {"floods_with_empty_lines", Moment::kFirstMove,
     [](Scene& scene) { say_for_ever(scene, "\n"); }},
    {"answers_for_ever", Moment::kFirstMove,
     [](Scene& scene) { say_for_ever(scene, scene.words.text); }},
    {"floods_stderr", Moment::kFirstMove,
     [](Scene&) {
       for (int i = 0; i < 2'000; ++i) tell(std::string(1'000, 'e').c_str());
     }},
    {"says_half_a_line_and_hangs_up", Moment::kFirstMove,
     [](Scene& scene) {
       scene.wire.write(scene.words.text.substr(0, scene.words.text.size() / 2));
       scene.wire.hang_up();
       sleep_on();
     }},
    {"says_half_a_line", Moment::kFirstMove,
     [](Scene& scene) {
       scene.wire.write(scene.words.text.substr(0, scene.words.text.size() / 2));
       sleep_on();
     }},
    {"hangs_up", Moment::kSecondMove,
     [](Scene& scene) {
       scene.wire.hang_up();
       sleep_on();
     }},
    {"exits_in_the_game", Moment::kSecondMove,
     [](Scene&) {
       tell("enough\n");
       _exit(0);
     }},
    {"leaves_a_child", Moment::kSecondMove,
     [](Scene&) {
       if (fork() == 0) sleep_on();
       tell("bye\n");
       _exit(0);
     }},
    {"forks", Moment::kFirstMove,
     [](Scene&) {
       fork_on();
       sleep_on();
     }},
    {"ignores_SIGTERM", Moment::kStart,
     [](Scene& scene) {
       signal(SIGTERM, SIG_IGN);
       scene.stays = true;
     }},
    {"writes_after_the_end", Moment::kGameOver,
     [](Scene& scene) {
       for (int i = 0; i < 50 && scene.wire.write(scene.last); ++i) continue;
     }},
};

class BadBot {
 public:
  BadBot(std::unique_ptr<GoodBot> bot, const Fault& fault, Scene& scene, std::string mark)
      : bot_(std::move(bot)), fault_(fault), scene_(scene), mark_(std::move(mark)) {}

  void run(std::uint16_t port) {
    come_to(Moment::kStart);
    const bool serves = scene_.protocol == "kinarow";
    if (port == 0) {
      scene_.wire.use_pipes();
    } else if (!(serves ? scene_.wire.listen(port) && scene_.wire.accept()
                        : scene_.wire.connect(port))) {
      std::exit(9);
    }
    do {
      talk();
    } while (serves ? scene_.wire.accept() : reconnects(port));
    if (scene_.stays) sleep_on();
  }

 private:
  bool reconnects(std::uint16_t port) {
    if (!bot_->wants_to_reconnect()) return false;
    scene_.wire.hang_up();
    return scene_.wire.connect(port);
  }
  /// Until the end of the connection.
  void talk() {
    const bool rests = scene_.protocol == "kimble-rest";
    come_to(Moment::kConnected);
    bot_->begin();
    say_all();
    while (!bot_->is_done()) {
      if (rests) scene_.wire.finish();
      const std::string heard = rests ? scene_.wire.read_all() : scene_.wire.read();
      if (heard.empty()) return;
      bot_->hear(heard);
      say_all();
    }
  }
  void say_all() {
    for (Words& words : bot_->take()) {
      if (words.ends_game) come_to(Moment::kGameOver);
      scene_.words = std::move(words);
      scene_.asked = bot_->asked();
      const std::string text = scene_.words.text;
      if (scene_.words.is_move && ++moves_ <= 2)
        come_to(moves_ == 1 ? Moment::kFirstMove : Moment::kSecondMove);
      if (!scene_.wire.write(scene_.words.text)) return;
      if (scene_.words.is_move) scene_.last = text;
    }
  }
  void come_to(Moment moment) {
    if (fault_.moment != moment || std::ifstream(mark_)) return;
    std::ofstream(mark_) << fault_.name;
    fault_.commit(scene_);
  }

  const std::unique_ptr<GoodBot> bot_;
  const Fault& fault_;
  Scene& scene_;
  const std::string mark_;
  int moves_ = 0;
};

int run(std::string_view protocol, std::string_view name, std::string mark, std::uint16_t port) {
  signal(SIGPIPE, SIG_IGN);
  auto bot = make_good_bot(protocol);
  for (const Fault& fault : kFaults) {
    if (fault.name != name || !bot) continue;
    Scene scene{.protocol = protocol, .wire = {}};
    BadBot(std::move(bot), fault, scene, std::move(mark)).run(port);
    return 0;
  }
  tell("bad_bot PROTOCOL FAULT MARK [PORT]\n");
  return 2;
}

}  // namespace

}  // namespace gauntlet::tools

int main(int count, char** arguments) {
  if (count < 4) return 2;
  return gauntlet::tools::run(arguments[1], arguments[2], arguments[3],
                              count > 4 ? static_cast<std::uint16_t>(std::atoi(arguments[4])) : 0);
}
