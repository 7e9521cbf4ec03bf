#include "tools/human_player.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestLine = 200;

class HumanPlayer final : public selfplay::Player {
 public:
  HumanPlayer(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  void new_game(std::uint64_t, engine::Player seat) override {
    seat_ = seat;
    out_ << "\nA new game; you are player " << seat + 1 << ". 'help' tells what you can type.\n";
  }

  selfplay::Choice choose(const engine::AnyState& view) override {
    out_ << '\n' << view.drawn();
    for (;;) {
      out_ << "Your move, player " << view.to_move() + 1 << ": " << std::flush;
      const auto line = read_line();
      if (!line) out_ << '\n';
      if (!line || *line == "quit") return {.move = {}, .nodes = 0, .has_given_up = true};
      if (const auto move = obey(view, *line)) return {*move};
    }
  }

  bool watches() const override { return true; }

  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    const engine::Player mover = before.to_move();
    if (mover == seat_) return;
    if (mover == engine::kChance) {
      out_ << before.format(move) << '\n';
    } else {
      out_ << "Player " << mover + 1 << " plays " << before.format(move) << '\n';
    }
  }

  void saw_end(const engine::AnyState& end, const std::string& how) override {
    out_ << '\n' << end.drawn() << "The end: " << how << ".\n" << std::flush;
  }

 private:
  /// The next line without blanks round it; nothing at the end of the input.
  std::optional<std::string> read_line() {
    std::string line;
    bool has_any = false;
    for (char c = 0; in_.get(c); has_any = true) {
      if (c == '\n') break;
      if (line.size() <= kLongestLine) line += c;
    }
    if (!has_any && !in_) return std::nullopt;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return "";
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
  }

  std::optional<engine::AnyMove> obey(const engine::AnyState& view, const std::string& line) {
    if (line.empty()) return std::nullopt;
    if (line == "help") {
      help(view);
    } else if (line == "moves") {
      list(view);
    } else if (line.size() > kLongestLine) {
      out_ << "That line is too long for a move.\n";
    } else if (const auto move = view.parse(line)) {
      return *move;
    } else {
      out_ << engine::printable(move.error(), 300) << ".\n";
    }
    return std::nullopt;
  }

  void help(const engine::AnyState& view) {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    out_ << "Type a move, for example " << view.format(moves[0])
         << "; 'moves' lists them all, 'quit' gives the game up.\n";
  }

  void list(const engine::AnyState& view) {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    for (const engine::AnyMove move : moves) out_ << view.format(move) << ' ';
    out_ << '\n';
  }

  std::istream& in_;
  std::ostream& out_;
  engine::Player seat_ = 0;
};

}  // namespace

std::unique_ptr<selfplay::Player> make_human_player(std::istream& in, std::ostream& out) {
  return std::make_unique<HumanPlayer>(in, out);
}

InterruptibleInput::int_type InterruptibleInput::underflow() {
  constexpr int kMilliseconds = 100;
  while (!stop_.stop_requested()) {
    pollfd ready{descriptor_, POLLIN, 0};
    const int count = poll(&ready, 1, kMilliseconds);
    if (count == 0 || (count < 0 && errno == EINTR)) continue;
    const ssize_t size = count < 0 ? -1 : read(descriptor_, buffer_, sizeof buffer_);
    if (size <= 0) break;
    setg(buffer_, buffer_, buffer_ + size);
    return traits_type::to_int_type(buffer_[0]);
  }
  return traits_type::eof();
}

}  // namespace gauntlet::tools
