#include "tools/human_player.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/blanks.h"
#include "engine/guide.h"
#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "tools/drawn_board.h"
#include "tools/hint.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestLine = 200;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_separator(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == ',';
}

class HumanPlayer final : public selfplay::Player {
 public:
  HumanPlayer(const engine::AnyGame& game, Terminal terminal)
      : game_(game),
        guide_(*engine::family_of(game.name()).guide),
        title_(game.name()),
        names_(engine::seat_names(game)),
        in_(terminal.in),
        out_(terminal.out),
        leave_(std::move(terminal.leave)),
        colours_(terminal.colours) {}

  void new_game(std::uint64_t, engine::Player seat) override {
    seat_ = seat;
    shown_.reset();
    out_ << "\nA new game of " << title_ << "; you are " << name(seat)
         << ". The players: " << guide_.seats
         << "\n"
            "'help' lists what you can type.\n";
  }

  selfplay::Choice choose(const engine::AnyState& view, const selfplay::Allowance&) override {
    out_ << '\n' << drawn_board(view, shown_ ? &*shown_ : nullptr, colours_);
    shown_ = view;
    for (;;) {
      out_ << "Your move, " << name(view.to_move()) << " (as in " << example(view)
           << "): " << std::flush;
      const auto line = read_line();
      if (!line) out_ << '\n' << std::flush;
      if (!line && leave_) leave_();
      if (!line || *line == "quit") return {.move = {}, .forfeit = selfplay::Termination::kGaveUp};
      if (const auto move = execute(view, *line)) return {*move};
    }
  }

  bool watches() const override { return true; }

  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    const engine::Player mover = before.to_move();
    if (mover == seat_) return;
    if (mover == engine::kChance) {
      out_ << chance_line(before, move) << '\n';
    } else {
      out_ << name(mover) << " plays " << before.format(move) << '\n';
    }
  }

  void saw_end(const engine::AnyState& end, const selfplay::GameEnding& how) override {
    out_ << '\n'
         << drawn_board(end, shown_ ? &*shown_ : nullptr, colours_) << "The end: " << how.words
         << ".\n"
         << std::flush;
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
    return std::string(engine::trimmed(line, " \t\r"));
  }

  std::optional<engine::AnyMove> execute(const engine::AnyState& view, const std::string& line) {
    if (line.empty()) return std::nullopt;
    if (line == "help") {
      help(view);
    } else if (line == "moves") {
      list(view);
    } else if (line == "hint") {
      out_ << hint(game_, view);
    } else if (line.size() > kLongestLine) {
      out_ << "That line is too long for a move.\n";
    } else if (const auto move = view.parse(typed_move(line)); move.ok()) {
      return *move;
    } else {
      out_ << engine::printable(engine::message_of(move), 300) << ".\n";
    }
    return std::nullopt;
  }

  const std::string& name(engine::Player seat) const {
    return names_[static_cast<std::size_t>(seat)];
  }

  /// "A throws 5", or what the notation has for what else was drawn.
  std::string chance_line(const engine::AnyState& before, engine::AnyMove move) const {
    const auto drawn = engine::Kimble::Move::from_bits(move.bits());
    if (!game_.holds<engine::Kimble>() || drawn.kind() != engine::Kimble::Move::kThrow)
      return before.format(move);
    return name(before.as<engine::Kimble>().turn()) + " throws " + std::to_string(drawn.number());
  }

  /// A move that can be made, from the middle of the list: often from the middle of the board.
  static std::string example(const engine::AnyState& view) {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    return view.format(moves[moves.size() / 2]);
  }

  void help(const engine::AnyState& view) {
    out_ << guide_.moves << " Blanks do as well as commas.\nType a move, for example "
         << example(view)
         << "; 'moves' lists them all, 'hint' helps, 'quit' gives this game up, Ctrl-D or Ctrl-C "
            "ends all games.\n";
  }

  void list(const engine::AnyState& view) {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    for (const engine::AnyMove move : moves) out_ << view.format(move) << ' ';
    out_ << '\n';
  }

  const engine::AnyGame game_;
  const engine::GameGuide& guide_;
  const std::string title_;
  const std::vector<std::string> names_;  // by seat
  std::istream& in_;
  std::ostream& out_;
  const std::function<void()> leave_;
  const Colours colours_;
  std::optional<engine::AnyState> shown_;  // the last board
  engine::Player seat_ = 0;
};

}  // namespace

std::string typed_move(std::string_view line) {
  std::string move;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_separator(line[i])) {
      move += line[i];
      continue;
    }
    while (i + 1 < line.size() && is_separator(line[i + 1])) ++i;
    const bool is_inside = !move.empty() && i + 1 < line.size();
    if (is_inside) move += is_digit(move.back()) && is_digit(line[i + 1]) ? ',' : ' ';
  }
  return move;
}

std::unique_ptr<selfplay::Player> make_human_player(const engine::AnyGame& game,
                                                    Terminal terminal) {
  return std::make_unique<HumanPlayer>(game, std::move(terminal));
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
