#include "search/kimble/tablebase/solve_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gauntlet::search::kimble {

SolveRun::SolveRun(Tablebase& tablebase, const SolveState& state, const Options& options,
                   Progress progress, Checkpoint checkpoint)
    : options_(options),
      progress_(std::move(progress)),
      checkpoint_(std::move(checkpoint)),
      workers_(options.threads),
      iteration_(tablebase, workers_),
      layers_(layers(tablebase.pieces())),
      state_(state) {}

absl::Status SolveRun::operator()(const std::stop_token& stop) {
  while (!stop.stop_requested() && !is_done()) {
    if (has_all_layers() && !is_good()) refine();
    if (const absl::Status status = has_all_layers() ? certify(stop) : update(stop); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

/// A sweep changes no value by more than the one before it, but for what is rounded away; so more
/// is left to do only where the values that were kept are not those that a run has found.
bool SolveRun::is_good() const {
  const double residual = state_.residual.value_or(0);
  return state_.change <= options_.tolerance &&
         residual <= 2 * options_.tolerance + std::ldexp(4, -state_.bits);
}

/// Sweeps all layers again, from the values they have.
void SolveRun::refine() {
  state_.refines = true;
  state_.layers = 0;
  state_.change = 0;
  state_.residual.reset();
}

void SolveRun::finish_layer(double change) {
  ++state_.layers;
  state_.sweeps = 0;
  state_.change = std::max(state_.change, change);
}

/// One sweep of the layer that is its turn.
absl::Status SolveRun::update(const std::stop_token& stop) {
  constexpr double kCoarse = 1e-3;  // so large that what is rounded away does not matter
  const Layer layer = layers_[static_cast<std::size_t>(state_.layers)];
  if (state_.sweeps == 0 && !state_.refines) iteration_.begin(layer);
  const auto change = iteration_.update(layer, stop);
  if (!change) return absl::OkStatus();
  ++state_.sweeps;
  ++state_.updates;
  progress_("layer " + std::to_string(state_.layers + 1) + " of " + std::to_string(layers_.size()) +
                ", sweep " + std::to_string(state_.sweeps),
            *change);
  const bool is_solved = *change <= options_.tolerance;
  if (is_solved) finish_layer(*change);
  // Narrow values go on from what is kept of them, so that a run that was killed does too.
  const bool can_save = !state_.is_narrow() || is_solved || *change > kCoarse;
  if (state_.is_narrow() && can_save) iteration_.narrow(layer);
  const auto now = std::chrono::steady_clock::now();
  if (!can_save || (!is_solved && now < saved_ + options_.save_every)) return absl::OkStatus();
  auto error = checkpoint_(layer, state_);
  saved_ = std::chrono::steady_clock::now();
  return error;
}

/// Looks at every position once more, and tells what is still wrong.
absl::Status SolveRun::certify(const std::stop_token& stop) {
  double largest = 0;
  for (const Layer layer : layers_) {
    const auto residual = iteration_.residual(layer, stop);
    if (!residual) return absl::OkStatus();
    largest = std::max(largest, *residual);
  }
  progress_("all layers checked once more", largest);
  state_.residual = largest;
  state_.refines = false;
  return checkpoint_(std::nullopt, state_);
}

}  // namespace gauntlet::search::kimble
