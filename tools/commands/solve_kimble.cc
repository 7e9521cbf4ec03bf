#include "tools/commands/solve_kimble.h"

#include <boost/json.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <string_view>

#include "engine/expected.h"
#include "engine/words.h"
#include "search/kimble/tablebase/solve_run.h"
#include "search/kimble/tablebase/tablebase.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/lab/tablebase_file.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using search::kimble::Policy;
using search::kimble::Tablebase;
using std::chrono::steady_clock;

constexpr double kTolerance = 1e-6;

/// What is to be done, once it is checked.
struct Order {
  Tablebase::Players players;
  int pieces;
  double tolerance;
  std::optional<int> bits;
};

Expected<Tablebase::Players> players_of(const KimbleSolveOptions& options) {
  const std::string seats = options.seats.value_or("A,C");
  std::string letters = seats;
  std::erase(letters, ',');
  if (letters.size() != 2 || letters.find_first_not_of("ABCD") != std::string::npos ||
      letters[0] == letters[1])
    return Error{"bad --seats '" + engine::printable(seats) +
                 "': two corners of A, B, C and D are needed, as in A,C"};
  Tablebase::Players players;
  for (std::size_t i = 0; i < 2; ++i) players[i].corner = letters[i] - 'A';
  if (!options.against) return players;
  if (const auto policy = search::kimble::simple_policy(*options.against)) {
    players[1].policy = *policy;
    return players;
  }
  return Error{"bad --against '" + engine::printable(*options.against) +
               "': it takes helppo, vaikea, capture or random"};
}

std::string letters_of(const Tablebase::Players& players) {
  return {static_cast<char>('A' + players[0].corner), ',',
          static_cast<char>('A' + players[1].corner)};
}

/// The command that goes on with an interrupted run.
std::string command_of(const KimbleSolveOptions& options) {
  std::string command = invoked_as() + " solve kimble";
  if (options.seats) command += " --seats " + *options.seats;
  if (options.pieces) command += " --pieces " + std::to_string(*options.pieces);
  if (options.against) command += " --against " + *options.against;
  if (options.bits) command += " --bits " + std::to_string(*options.bits);
  if (options.tolerance) {
    char text[32];
    std::snprintf(text, sizeof text, " --tolerance %g", *options.tolerance);
    command += text;
  }
  return command + " --out " + shell_quoted(*options.out);
}

/// "3.30 GB", "0.6 MB"
std::string size_of(std::uint64_t bytes) {
  const auto count = static_cast<double>(bytes);
  return count < 1e9 ? fixed(count / 1e6, 1) + " MB" : fixed(count / 1e9, 2) + " GB";
}

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return text;
}

/// Tells of a sweep, and when it ended.
class SweepLine {
 public:
  void operator()(const std::string& what, double change) const {
    const double seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
    std::fprintf(stderr, "%s: largest change %s, %s s\n", what.c_str(), scientific(change).c_str(),
                 fixed(seconds, 0).c_str());
  }

 private:
  steady_clock::time_point start_ = steady_clock::now();
};

void tell_result(const Tablebase& duel, const search::kimble::SolveState& state,
                 const std::string& checksum, bool json) {
  const auto& players = duel.players();
  const double first = duel.value(0, 0, 0), second = 1 - duel.value(1, 0, 0);
  const std::string one(1, static_cast<char>('A' + players[0].corner));
  const std::string two(1, static_cast<char>('A' + players[1].corner));
  if (json)
    return print_json({{"seats", letters_of(players)},
                       {"against", players[1].policy == Policy::kBest
                                       ? boost::json::value(nullptr)
                                       : boost::json::value(word_of(players[1].policy))},
                       {"pieces", duel.pieces()},
                       {"positions", duel.positions()},
                       {"first_seat_wins_when_it_starts", first},
                       {"first_seat_wins_when_the_other_starts", second},
                       {"first_seat_wins_when_the_starter_is_drawn", (first + second) / 2},
                       {"change", state.change},
                       {"residual", *state.residual},
                       {"bits", state.bits},
                       {"sweeps", state.updates},
                       {"checksum", checksum}});
  if (players[1].policy != Policy::kBest)
    print(one + " plays the best response to " + std::string(word_of(players[1].policy)) + "\n");
  print(one + " wins " + fixed(first, 6) + " when it starts, " + fixed(second, 6) + " when " + two +
        " does, " + fixed((first + second) / 2, 6) + " with the starter drawn\n" +
        counted(duel.positions(), "position") + ", " +
        counted(static_cast<std::uint64_t>(state.updates), "sweep") +
        " of a layer; the last of each changed none by more than " + scientific(state.change) +
        "\nkept in " + std::to_string(state.bits) + " bits, to " +
        scientific(std::ldexp(0.5, -state.bits)) +
        "; another sweep would change none by more than " + scientific(*state.residual) +
        "; checksum " + checksum + "\n");
}

/// What the run takes, before it takes it.
void tell_size(const Order& order, int threads, const TablebaseFile* file) {
  constexpr std::uint64_t kBeside = 130'000'000, kOfAThread = 2'000'000;  // bitmaps, steps; lists
  const std::uint64_t positions = Tablebase::positions_of(order.pieces, order.players);
  const std::uint64_t bytes = search::kimble::PackedValues::kBytes * positions + kBeside +
                              kOfAThread * static_cast<std::uint64_t>(threads);
  std::fprintf(stderr, "%s positions: at most %s of memory%s\n", grouped(positions).c_str(),
               size_of(bytes).c_str(),
               file ? (", " + size_of(file->bytes()) + " of disk").c_str() : "");
}

Exit run(const CommonOptions& common, const KimbleSolveOptions& options, const Order& order) {
  const Interrupt interrupt;
  std::unique_ptr<TablebaseFile> file;
  if (options.out) {
    auto opened = TablebaseFile::open(*options.out, order.pieces, order.players, order.bits);
    if (!opened) return complain(opened.failure());
    file = std::move(*opened);
  }
  const int threads = threads_of(common);
  tell_size(order, threads, file.get());
  const auto duel = std::make_unique<Tablebase>(order.pieces, order.players);
  if (file)
    if (const auto error = file->load(*duel)) return complain(*error);
  search::kimble::SolveState begun;
  if (file) begun = file->heading();
  search::kimble::SolveRun solve(
      *duel, begun, {.tolerance = order.tolerance, .threads = threads}, SweepLine(),
      [&](std::optional<search::kimble::Layer> layer, const search::kimble::SolveState& state) {
        return file ? file->save(layer, state) : std::nullopt;
      });
  if (const auto error = solve(interrupt.token())) return complain(*error);
  if (!solve.is_done())
    return complain(Exit::kInterrupted, options.out
                                            ? "interrupted; to go on: " + command_of(options)
                                            : "interrupted; with --out FILE a run can go on");
  const search::kimble::SolveState& end = solve.state();
  tell_result(*duel, end, file ? file->heading().checksum : checksum_of(*duel, end.is_narrow()),
              common.json);
  return Exit::kDone;
}

}  // namespace

void add_kimble_solve_options(CLI::App& command, KimbleSolveOptions& options) {
  command.add_option("--seats", options.seats, "Kimble: the two corners, A,C if not given")
      ->type_name("X,Y");
  add_number(command, "--pieces", {1, 4}, "Kimble: pieces of each player, 4 if not given",
             [&options](std::uint64_t pieces) { options.pieces = static_cast<int>(pieces); });
  command
      .add_option("--against", options.against,
                  "Kimble: the second corner plays this strategy, and the first the best response")
      ->type_name("NAME");
  command
      .add_option("--out", options.out, "Kimble: keep the values in this file, and go on with it")
      ->type_name("FILE");
  command
      .add_option_function<std::string>(
          "--tolerance",
          [&options](const std::string& text) {
            double value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc{} || end != text.data() + text.size() ||
                !(value >= 1e-7 && value <= 0.1))
              throw CLI::ValidationError("--tolerance takes a number from 1e-7 to 0.1, not '" +
                                         engine::printable(text) + "'");
            options.tolerance = value;
          },
          "Kimble: sweep until no value changes by more, 1e-6 if not given")
      ->type_name("X");
  command
      .add_option_function<std::string>(
          "--bits",
          [&options](const std::string& text) {
            if (text != "24" && text != "14")
              throw CLI::ValidationError("--bits takes 24 or 14, not '" + engine::printable(text) +
                                         "'");
            options.bits = text == "24" ? search::kimble::PackedValues::kBits
                                        : search::kimble::NarrowValues::kBits;
          },
          "Kimble: of a value in the file; 24 if not given, 14 where that needs more than 4 GB")
      ->type_name("N");
}

Exit solve_kimble(const CommonOptions& common, const KimbleSolveOptions& options) {
  const auto players = players_of(options);
  if (!players) return complain(Exit::kUsage, players.error());
  if (options.bits && !options.out)
    return complain(Exit::kUsage, "--bits is about the file: give --out FILE");
  try {
    return run(common, options,
               {*players, options.pieces.value_or(4), options.tolerance.value_or(kTolerance),
                options.bits});
  } catch (const std::bad_alloc&) {
    return complain(Exit::kIo,
                    "there is not enough memory for the values; fewer --pieces need "
                    "less");
  }
}

}  // namespace gauntlet::tools
