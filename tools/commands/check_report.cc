#include "tools/commands/check_report.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "engine/words.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kNameWidth = 34, kVerdictWidth = 13;
constexpr std::size_t kNumberWidth = 5;
constexpr std::size_t kShownLines = 24;  // of a conversation, for people

Look look_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::kPassed:
      return Look::kGood;
    case StepVerdict::kFailed:
      return Look::kBad;
    case StepVerdict::kNotSeen:
    case StepVerdict::kNotReached:
      break;
  }
  return Look::kFaint;
}

std::string shown_transcript(const std::vector<std::string>& lines) {
  const std::string indent(kNumberWidth + 4, ' ');
  std::string text;
  const std::size_t shown = std::min(lines.size(), kShownLines);
  if (shown < lines.size())
    text += indent + "  (" + engine::counted(lines.size() - shown, "line") + " before: --json)\n";
  for (std::size_t i = lines.size() - shown; i < lines.size(); ++i)
    text += indent + lines[i] + '\n';
  return text;
}

/// Number, name, verdict and detail; a long one of a failure has lines of its own.
std::string heading_of(const CheckedStep& step, const Colours& colours) {
  const std::string& detail = step.finding.detail;
  const std::string word(word_of(step.finding.verdict));
  const std::string begun =
      absl::StrFormat("%3d  %-*s%s", step.number, static_cast<int>(kNameWidth), step.step.name,
                      colours.dressed(look_of(step.finding.verdict), word));
  if (detail.empty()) return begun + "\n";
  const std::size_t column = kNumberWidth + kNameWidth + kVerdictWidth;
  if (step.finding.verdict == StepVerdict::kFailed && detail.size() + column > kWidth)
    return begun + "\n" + std::string(kNumberWidth, ' ') +
           wrapped(detail, kWidth, kNumberWidth, kNumberWidth);
  return begun + std::string(kVerdictWidth - word.size(), ' ') +
         wrapped(detail, kWidth, column, column);
}

}  // namespace

std::string text_of(const CheckedStep& step, const Colours& colours) {
  const Finding& finding = step.finding;
  std::string text = heading_of(step, colours);
  if (finding.verdict != StepVerdict::kFailed) return text;
  text += shown_transcript(finding.transcript);
  const std::string right = "right would be: ";
  return text + std::string(kNumberWidth, ' ') + colours.bold(right) +
         wrapped(finding.right + ".", kWidth, kNumberWidth, kNumberWidth + right.size());
}

boost::json::object json_of(const CheckedStep& step) {
  const Finding& finding = step.finding;
  boost::json::object object{
      {"step", step.number},      {"name", step.step.name},
      {"asks", step.step.asks},   {"verdict", std::string(word_of(finding.verdict))},
      {"detail", finding.detail}, {"seconds", step.seconds.count()}};
  if (finding.verdict == StepVerdict::kFailed) object["verdict"] = "failed";
  if (!finding.transcript.empty())
    object["transcript"] = boost::json::array(finding.transcript.begin(), finding.transcript.end());
  if (!finding.right.empty()) object["right"] = finding.right;
  return object;
}

void CheckSummary::count(StepVerdict verdict) {
  passed += verdict == StepVerdict::kPassed;
  failed += verdict == StepVerdict::kFailed;
  not_seen += verdict == StepVerdict::kNotSeen;
  not_reached += verdict == StepVerdict::kNotReached;
}

std::string text_of(const CheckSummary& summary, const Colours& colours) {
  const std::string passed =
      absl::StrFormat("%d of %d steps passed", summary.passed,
                      summary.passed + summary.failed + summary.not_seen + summary.not_reached);
  std::string text = summary.game + ": " + (summary.is_ok() ? colours.good(passed) : passed);
  const auto add = [&](int steps, const char* what, Look look) {
    if (steps > 0) text += ", " + colours.dressed(look, absl::StrFormat("%d %s", steps, what));
  };
  add(summary.failed, "failed", Look::kBad);
  add(summary.not_seen, "not seen", Look::kFaint);
  add(summary.not_reached, "not reached", Look::kFaint);
  absl::StrAppendFormat(&text, ", in %.1f s: %s", summary.seconds.count(), summary.program);
  return text + "\n";
}

boost::json::object json_of(const CheckSummary& summary) {
  return {{"game", summary.game},
          {"program", summary.program},
          {"ok", summary.is_ok()},
          {"passed", summary.passed},
          {"failed", summary.failed},
          {"not_seen", summary.not_seen},
          {"not_reached", summary.not_reached},
          {"seconds", summary.seconds.count()},
          {"sandbox", summary.has_sandbox}};
}

}  // namespace gauntlet::tools
