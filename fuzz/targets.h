// Every parser of text from outside, as a function of bytes.
#pragma once

#include <span>
#include <string_view>

namespace gauntlet::fuzz {

/// Reads `input` and aborts when something does not hold that must hold whatever the bytes are.
/// Corpus and dictionary of a target are fuzz/corpus/NAME/ and fuzz/dict/NAME.dict, where it has
/// one.
struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};

/// The corpora are text: what stands for itself in most targets is escaped with '~' where events
/// are to be told from bytes; see script.h.
std::span<const Target> targets();

/// Null when there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace gauntlet::fuzz
