// What was wrong, as absl::Status tells it, or a value, as absl::StatusOr<T>.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace gauntlet::engine {

/// The sentence of a status: what was wrong and what would be right, without a final full stop or
/// newline, safe to show; empty when all is well. All functions here that can fail return a status
/// with such a sentence and one of these codes (a program's exit code follows from it,
/// tools/commands/command.h):
///
///   kInvalidArgument    what was asked for, or a text, a name or a file that was given
///   kUnavailable        a peer that does not answer, or answers nonsense
///   kDataLoss           something kept on a disk is damaged or gone
///   kResourceExhausted  a disk, memory, descriptors or a permission was not to be had
///   kCancelled          the user stopped it; it can be resumed
inline std::string message_of(const absl::Status& status) {
  return std::string(status.message());
}
template <class T>
std::string message_of(const absl::StatusOr<T>& result) {
  return message_of(result.status());
}

}  // namespace gauntlet::engine
