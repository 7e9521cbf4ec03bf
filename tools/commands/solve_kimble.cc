#include "tools/commands/solve_kimble.h"

#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "engine/expected.h"
#include "engine/words.h"
#include "search/kimble/duel/duel.h"
#include "search/kimble/duel/sweep.h"
#include "search/parallel.h"
#include "tools/commands/duel_file.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using search::DuelLayer;
using search::KimbleDuel;
using search::KimblePolicy;
using std::chrono::steady_clock;

constexpr double kTolerance = 1e-6;

/// What is to be done, once it is checked.
struct Order {
  KimbleDuel::Players players;
  int pieces;
  double tolerance;
  std::optional<int> bits;
};

Expected<KimbleDuel::Players> players_of(const KimbleSolveOptions& options) {
  const std::string seats = options.seats.value_or("A,C");
  std::string letters = seats;
  std::erase(letters, ',');
  if (letters.size() != 2 || letters.find_first_not_of("ABCD") != std::string::npos ||
      letters[0] == letters[1])
    return Error{"bad --seats '" + engine::printable(seats) +
                 "': two corners of A, B, C and D are needed, as in A,C"};
  KimbleDuel::Players players;
  for (std::size_t i = 0; i < 2; ++i) players[i].corner = letters[i] - 'A';
  if (!options.against) return players;
  if (const auto policy = search::simple_policy(*options.against)) {
    players[1].policy = *policy;
    return players;
  }
  return Error{"bad --against '" + engine::printable(*options.against) +
               "': it takes helppo, vaikea, capture or random"};
}

std::string letters_of(const KimbleDuel::Players& players) {
  return {static_cast<char>('A' + players[0].corner), ',',
          static_cast<char>('A' + players[1].corner)};
}

/// The command that goes on with an interrupted run.
std::string command_of(const KimbleSolveOptions& options) {
  std::string command = "gauntlet solve kimble";
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

std::string gigabytes(std::uint64_t bytes) {
  return fixed(static_cast<double>(bytes) / 1e9, 2) + " GB";
}

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return text;
}

/// Sweeps a duel's layers one after the other, and keeps what it has in a file if there is one.
class DuelRun {
 public:
  DuelRun(KimbleDuel& duel, DuelFile* file, const Order& order, int threads)
      : duel_(duel),
        file_(file),
        tolerance_(order.tolerance),
        workers_(threads),
        sweep_(duel, workers_),
        layers_(search::duel_layers(duel.pieces())) {
    if (file_) state_ = file_->heading();
  }

  /// Until all is solved, or `stop` is requested, or the file cannot be written.
  std::optional<Error> operator()(const std::stop_token& stop) {
    while (!stop.stop_requested() && !is_done()) {
      if (has_all_layers() && state_.change > tolerance_) refine();
      if (auto error = has_all_layers() ? certify(stop) : update(stop)) return error;
    }
    return std::nullopt;
  }

  /// How far it has come.
  const DuelHeading& state() const { return state_; }
  bool is_done() const { return state_.residual && state_.change <= tolerance_; }

 private:
  bool has_all_layers() const { return state_.layers == static_cast<int>(layers_.size()); }
  void refine();
  void finish_layer(double change);
  std::optional<Error> update(const std::stop_token& stop);
  std::optional<Error> certify(const std::stop_token& stop);
  void tell(const std::string& what, double change);

  KimbleDuel& duel_;
  DuelFile* const file_;
  const double tolerance_;
  search::Workers workers_;
  search::DuelSweep sweep_;
  const std::vector<DuelLayer> layers_;
  DuelHeading state_;
  bool refines_ = false;  ///< What an earlier run has found with a larger tolerance.
  const steady_clock::time_point start_ = steady_clock::now();
  steady_clock::time_point saved_ = start_;
};

/// Sweeps all layers again, from the values they have.
void DuelRun::refine() {
  refines_ = true;
  state_.layers = 0;
  state_.change = 0;
  state_.residual.reset();
}

void DuelRun::finish_layer(double change) {
  ++state_.layers;
  state_.sweeps = 0;
  state_.change = std::max(state_.change, change);
}

/// One sweep of the layer that is its turn.
std::optional<Error> DuelRun::update(const std::stop_token& stop) {
  constexpr auto kSavedEvery = std::chrono::seconds(30);
  constexpr double kCoarse = 1e-3;  // so large that what is rounded away does not matter
  const DuelLayer layer = layers_[static_cast<std::size_t>(state_.layers)];
  if (state_.sweeps == 0 && !refines_) sweep_.begin(layer);
  const auto change = sweep_.update(layer, stop);
  if (!change) return std::nullopt;
  ++state_.sweeps;
  ++state_.updates;
  tell("layer " + std::to_string(state_.layers + 1) + " of " + std::to_string(layers_.size()) +
           ", sweep " + std::to_string(state_.sweeps),
       *change);
  const bool is_solved = *change <= tolerance_;
  if (is_solved) finish_layer(*change);
  // Narrow values go on from what the file has of them, so that a run that was killed does too.
  const bool can_save = !state_.is_narrow() || is_solved || *change > kCoarse;
  if (state_.is_narrow() && can_save) sweep_.narrow(layer);
  if (!file_ || !can_save || (!is_solved && steady_clock::now() < saved_ + kSavedEvery))
    return std::nullopt;
  auto error = file_->save(layer, state_);
  saved_ = steady_clock::now();
  return error;
}

/// Looks at every position once more, and tells what is still wrong.
std::optional<Error> DuelRun::certify(const std::stop_token& stop) {
  double largest = 0;
  for (const DuelLayer layer : layers_) {
    const auto residual = sweep_.residual(layer, stop);
    if (!residual) return std::nullopt;
    largest = std::max(largest, *residual);
  }
  tell("all layers looked at once more", largest);
  state_.residual = largest;
  state_.checksum = checksum_of(duel_, state_.is_narrow());
  return file_ ? file_->save(state_) : std::nullopt;
}

void DuelRun::tell(const std::string& what, double change) {
  const double seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
  std::fprintf(stderr, "%s: largest change %s, %s s\n", what.c_str(), scientific(change).c_str(),
               fixed(seconds, 0).c_str());
}

void tell_result(const KimbleDuel& duel, const DuelHeading& state, bool json) {
  const auto& players = duel.players();
  const double first = duel.value(0, 0, 0), second = 1 - duel.value(1, 0, 0);
  const std::string one(1, static_cast<char>('A' + players[0].corner));
  const std::string two(1, static_cast<char>('A' + players[1].corner));
  if (json)
    return print_json({{"seats", letters_of(players)},
                       {"pieces", duel.pieces()},
                       {"positions", duel.positions()},
                       {"first_seat_wins_when_it_starts", first},
                       {"first_seat_wins_when_the_other_starts", second},
                       {"change", state.change},
                       {"residual", *state.residual},
                       {"bits", state.bits},
                       {"sweeps", state.updates},
                       {"checksum", state.checksum}});
  print(one + " wins " + fixed(first, 6) + " when it starts, " + fixed(second, 6) + " when " + two +
        " does, " + fixed((first + second) / 2, 6) + " with the starter drawn\n" +
        grouped(duel.positions()) + " positions, " + grouped(state.updates) +
        " sweeps of a layer; the last of each changed none by more than " +
        scientific(state.change) + "\nkept in " + std::to_string(state.bits) + " bits, to " +
        scientific(std::ldexp(0.5, -state.bits)) +
        "; another sweep would change none by more than " + scientific(*state.residual) +
        "; checksum " + state.checksum + "\n");
}

/// What the run takes, before it takes it.
void tell_size(const Order& order, const DuelFile* file) {
  constexpr std::uint64_t kBeside = 120'000'000;  // bitmaps, steps and threads
  const std::uint64_t positions = KimbleDuel::positions_of(order.pieces, order.players);
  std::fprintf(stderr, "%s positions: at most %s of memory%s\n", grouped(positions).c_str(),
               gigabytes(search::PackedValues::kBytes * positions + kBeside).c_str(),
               file ? (", " + gigabytes(file->bytes()) + " of disk").c_str() : "");
}

Exit run(const CommonOptions& common, const KimbleSolveOptions& options, const Order& order) {
  const Interrupt interrupt;
  std::unique_ptr<DuelFile> file;
  if (options.out) {
    auto opened = DuelFile::open(*options.out, order.pieces, order.players, order.bits);
    if (!opened) return complain(opened.failure());
    file = std::move(*opened);
  }
  tell_size(order, file.get());
  const auto duel = std::make_unique<KimbleDuel>(order.pieces, order.players);
  if (file)
    if (const auto error = file->load(*duel)) return complain(*error);
  DuelRun solve(*duel, file.get(), order, threads_of(common));
  if (const auto error = solve(interrupt.token())) return complain(*error);
  if (!solve.is_done())
    return complain(Exit::kInterrupted, options.out
                                            ? "interrupted; to go on: " + command_of(options)
                                            : "interrupted; with --out FILE a run can go on");
  tell_result(*duel, solve.state(), common.json);
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
            options.bits = text == "24" ? search::PackedValues::kBits : search::NarrowValues::kBits;
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
