#include "tools/commands/solve_kimble.h"

#include <absl/strings/charconv.h>
#include <absl/strings/str_format.h>

#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <string_view>

#include "engine/kimble/kimble.h"
#include "engine/status.h"
#include "engine/words.h"
#include "search/kimble/tablebase/solve_run.h"
#include "search/kimble/tablebase/tablebase.h"
#include "tools/commands/kimble_value.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/commands/timed_stop.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/tablebase_file.h"

namespace gauntlet::tools {

namespace {

using search::kimble::Policy;
using search::kimble::Tablebase;
using std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr double kTolerance = 1e-6;

/// What is to be done, once it is checked.
struct Order {
  Tablebase::Players players;
  int pieces;
  double tolerance;
  std::optional<int> bits;
  Position position;  ///< Told of, once there are values.
};

absl::StatusOr<Tablebase::Players> players_of(const KimbleSolveOptions& options) {
  const std::string seats = options.seats.value_or("A,C");
  std::string letters = seats;
  std::erase(letters, ',');
  if (letters.size() != 2 || letters.find_first_not_of("ABCD") != std::string::npos ||
      letters[0] == letters[1])
    return absl::InvalidArgumentError("bad --seats " + engine::in_quotes(seats) +
                                      ": two corners of A, B, C and D are needed, as in A,C");
  Tablebase::Players players;
  for (std::size_t i = 0; i < 2; ++i) players[i].corner = letters[i] - 'A';
  if (!options.against) return players;
  if (const auto policy = search::kimble::simple_policy(*options.against)) {
    players[1].policy = *policy;
    return players;
  }
  return absl::InvalidArgumentError("bad --against " + engine::in_quotes(*options.against) +
                                    ": it takes helppo, vaikea, capture or random");
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
  if (options.tolerance) absl::StrAppendFormat(&command, " --tolerance %g", *options.tolerance);
  if (options.position) command += " --position " + shell_quoted(*options.position);
  if (options.time) command += " --time " + std::to_string(options.time->count()) + "ms";
  return command + " --out " + shell_quoted(*options.out);
}

/// "3.30 GB", "0.6 MB"
std::string size_of(std::uint64_t bytes) {
  const auto count = static_cast<double>(bytes);
  return count < 1e9 ? absl::StrFormat("%.1f MB", count / 1e6)
                     : absl::StrFormat("%.2f GB", count / 1e9);
}

/// Tells of a sweep, and when it ended.
class SweepLine {
 public:
  void operator()(const std::string& what, double change) const {
    const double seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
    absl::FPrintF(stderr, "%s: largest change %.1e, %.0f s\n", what, change, seconds);
  }

 private:
  steady_clock::time_point start_ = steady_clock::now();
};

/// What a table says, and how it came to it. Refers to its arguments: for use on the spot.
struct Told {
  const Order& order;
  const Tablebase& tablebase;
  const search::kimble::SolveState& state;
  const std::string& checksum;
  Milliseconds elapsed;
};

/// The fields that all games have; the value is null when limits came first.
boost::json::object common_json(const Order& order, const std::optional<KimbleValue>& found,
                                Milliseconds elapsed) {
  boost::json::value value, best;
  boost::json::array pv;
  if (found) value = found->value;
  if (found && found->best) {
    best = *found->best;
    pv.emplace_back(*found->best);
  }
  return {{"game", order.position.game.name()},
          {"position", order.position.state.to_text()},
          {"value", std::move(value)},
          {"best", std::move(best)},
          {"pv", std::move(pv)},
          {"nodes", Tablebase::positions_of(order.pieces, order.players)},
          {"time_ms", elapsed.count()}};
}

void print_solved_json(const Told& told, const KimbleValue& found) {
  const auto& players = told.tablebase.players();
  const double first = told.tablebase.value(0, 0, 0), second = 1 - told.tablebase.value(1, 0, 0);
  boost::json::object object = common_json(told.order, found, told.elapsed);
  const boost::json::object of_kimble = {
      {"seats", letters_of(players)},
      {"against", players[1].policy == Policy::kBest
                      ? boost::json::value(nullptr)
                      : boost::json::value(word_of(players[1].policy))},
      {"pieces", told.tablebase.pieces()},
      {"positions", told.tablebase.positions()},
      {"first_seat_wins_when_it_starts", first},
      {"first_seat_wins_when_the_other_starts", second},
      {"first_seat_wins_when_the_starter_is_drawn", (first + second) / 2},
      {"change", told.state.change},
      {"residual", *told.state.residual},
      {"bits", told.state.bits},
      {"sweeps", told.state.updates},
      {"checksum", told.checksum}};
  object.insert(of_kimble.begin(), of_kimble.end());
  print_json(object);
}

/// "C, who is to move, wins 0.607145; best 1", with the position.
std::string position_text(const engine::AnyState& position, const KimbleValue& found) {
  const auto& state = position.as<engine::Kimble>();
  return absl::StrFormat("%s%c, who is to %s, wins %.6f%s\n\n", position.drawn(),
                         'A' + state.corner(state.turn()), found.best ? "move" : "throw",
                         found.value, found.best ? "; best " + *found.best : "");
}

void print_solved(const Told& told) {
  const Tablebase& tablebase = told.tablebase;
  const search::kimble::SolveState& state = told.state;
  const auto& players = tablebase.players();
  const double first = tablebase.value(0, 0, 0), second = 1 - tablebase.value(1, 0, 0);
  const std::string one(1, static_cast<char>('A' + players[0].corner));
  const std::string two(1, static_cast<char>('A' + players[1].corner));
  if (players[1].policy != Policy::kBest)
    print(one + " plays the best response to " + std::string(word_of(players[1].policy)) + "\n");
  print(absl::StrFormat(
      "%s wins %.6f when it starts, %.6f when %s does, %.6f when the starter is drawn\n"
      "%s, %s of a layer; the last one of each changed no value by more than %.1e\n"
      "values of %d bits, exact to %.1e; another sweep would change none by more than %.1e; "
      "checksum %s\n",
      one, first, second, two, (first + second) / 2, counted(tablebase.positions(), "position"),
      counted(static_cast<std::uint64_t>(state.updates), "sweep"), state.change, state.bits,
      std::ldexp(0.5, -state.bits), *state.residual, told.checksum));
}

/// The most memory that the run takes, in bytes.
std::uint64_t memory_of(const Order& order, int threads) {
  constexpr std::uint64_t kBeside = 130'000'000, kOfAThread = 2'000'000;  // bitmaps, steps; lists
  return search::kimble::PackedValues::kBytes *
             Tablebase::positions_of(order.pieces, order.players) +
         kBeside + kOfAThread * static_cast<std::uint64_t>(threads);
}

/// Whether it can be done in the memory that it was given.
absl::Status memory_objection(const Order& order, const KimbleSolveOptions& options, int threads) {
  const std::uint64_t bytes = memory_of(order, threads);
  if (!options.memory_mb || bytes >> 20 < *options.memory_mb) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "solving takes up to " + size_of(bytes) + " of memory, more than --memory " +
      std::to_string(*options.memory_mb) + " MB; fewer --pieces need less");
}

/// What the run takes, before it takes it.
void tell_size(const Order& order, int threads, const TablebaseFile* file) {
  std::fprintf(stderr, "%s: at most %s of memory%s\n",
               counted(Tablebase::positions_of(order.pieces, order.players), "position").c_str(),
               size_of(memory_of(order, threads)).c_str(),
               file ? (", " + size_of(file->bytes()) + " of disk").c_str() : "");
}

/// The end of a run that has no values for its position.
Exit tell_unsolved(const CommonOptions& common, const KimbleSolveOptions& options,
                   const Order& order, Milliseconds elapsed, bool was_interrupted) {
  const std::string resume =
      options.out ? "to go on: " + command_of(options) : "with --out FILE a run can be continued";
  if (was_interrupted) return complain(Exit::kInterrupted, "interrupted; " + resume);
  if (common.json) {
    print_json(common_json(order, std::nullopt, elapsed));
  } else {
    print("not solved within the limits\n");
  }
  return complain(Exit::kDone, "not solved within --time; " + resume);
}

Exit run(const CommonOptions& common, const KimbleSolveOptions& options, const Order& order) {
  const auto start = steady_clock::now();
  const TimedStop stop(options.time);
  std::unique_ptr<TablebaseFile> file;
  if (options.out) {
    auto opened = TablebaseFile::open(*options.out, order.pieces, order.players, order.bits);
    if (!opened.ok()) return complain(opened.status());
    file = std::move(*opened);
  }
  const int threads = threads_of(common);
  tell_size(order, threads, file.get());
  const auto tablebase = std::make_unique<Tablebase>(order.pieces, order.players);
  if (file)
    if (const absl::Status status = file->load(*tablebase); !status.ok()) return complain(status);
  search::kimble::SolveState begun;
  if (file) begun = file->heading();
  search::kimble::SolveRun solve(
      *tablebase, begun, {.tolerance = order.tolerance, .threads = threads}, SweepLine(),
      [&](std::optional<search::kimble::Layer> layer, const search::kimble::SolveState& state) {
        return file ? file->save(layer, state) : absl::OkStatus();
      });
  if (const absl::Status status = solve(stop.token()); !status.ok()) return complain(status);
  const auto elapsed = std::chrono::duration_cast<Milliseconds>(steady_clock::now() - start);
  if (!solve.is_done())
    return tell_unsolved(common, options, order, elapsed, stop.was_interrupted());
  const search::kimble::SolveState& end = solve.state();
  const std::string checksum =
      file ? file->heading().checksum : checksum_of(*tablebase, end.is_narrow());
  const Told told{order, *tablebase, end, checksum, elapsed};
  const KimbleValue found = value_in(order.position.state.as<engine::Kimble>(), *tablebase);
  if (common.json) {
    print_solved_json(told, found);
  } else {
    if (options.position) print(position_text(order.position.state, found));
    print_solved(told);
  }
  return Exit::kDone;
}

}  // namespace

void add_kimble_solve_options(CLI::App& command, KimbleSolveOptions& options) {
  command.add_option("--seats", options.seats, "Kimble: the two corners, A,C if omitted")
      ->type_name("X,Y");
  add_number(command, "--pieces", {1, 4}, "Kimble: pieces of each player, 4 if omitted",
             [&options](std::uint64_t pieces) { options.pieces = static_cast<int>(pieces); });
  command
      .add_option("--against", options.against,
                  "Kimble: the second corner plays this strategy, and the first the best response")
      ->type_name("NAME");
  command
      .add_option("--out", options.out,
                  "Kimble: keep the values in this file, and continue from it")
      ->type_name(kFileValue);
  command
      .add_option_function<std::string>(
          "--tolerance",
          [&options](const std::string& text) {
            double value = 0;
            const auto [end, error] =
                absl::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc{} || end != text.data() + text.size() ||
                !(value >= 1e-7 && value <= 0.1))
              throw CLI::ValidationError("--tolerance takes a number from 1e-7 to 0.1, not " +
                                         engine::in_quotes(text));
            options.tolerance = value;
          },
          "Kimble: sweep until no value changes by more, 1e-6 if omitted; Two-Doku: iterate until "
          "no more can be won from it, 1e-4 if omitted")
      ->type_name("X");
  const auto store = [&options](const std::string& word) {
    options.bits =
        word == "24" ? search::kimble::PackedValues::kBits : search::kimble::NarrowValues::kBits;
  };
  add_choice(
      command, "--bits", {"24", "14"},
      "Kimble: bits per value in the file; 24 if omitted, 14 where that needs more than 4 GB",
      store);
}

Exit solve_kimble(const CommonOptions& common, const KimbleSolveOptions& options) {
  const auto players = players_of(options);
  if (!players.ok()) return complain(players.status());
  if (options.bits && !options.out)
    return complain(Exit::kUsage, "--bits is for the values in a file; give --out FILE");
  const int pieces = options.pieces.value_or(4);
  auto position = read_kimble_position(options.position, pieces, *players);
  if (!position.ok()) return complain(position.status());
  const Order order{*players, pieces, options.tolerance.value_or(kTolerance), options.bits,
                    std::move(*position)};
  if (const absl::Status status = memory_objection(order, options, threads_of(common));
      !status.ok())
    return complain(status);
  try {
    return run(common, options, order);
  } catch (const std::bad_alloc&) {
    return complain(Exit::kIo,
                    "there is not enough memory for the values; fewer --pieces need "
                    "less");
  }
}

}  // namespace gauntlet::tools
