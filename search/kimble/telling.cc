#include "search/kimble/telling.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "search/kimble/danger.h"
#include "search/kimble/tablebase/table_search.h"

namespace gauntlet::search::kimble {

namespace {

using engine::Kimble;

const Tablebase* table_of(const Judgement& judgement) {
  return dynamic_cast<const Tablebase*>(judgement.knowledge);
}

/// What a choice leads to.
struct Outlook {
  double danger;                ///< Of being hit before the next throw.
  std::optional<double> exact;  ///< The chance to win, by a table.

  Outlook(const Judgement& judgement, engine::AnyMove move) {
    const Kimble& before = judgement.view.as<Kimble>();
    const Kimble after = engine::child(before, engine::Kimble::Move::from_bits(move.bits()));
    danger = capture_risk(after, before.to_move());
    if (const auto* const table = table_of(judgement))
      exact = table_value(*table, after, before.to_move());
  }
};

Note note(std::string_view name, const std::optional<double>& value) {
  Note made{name, {}};
  if (value) made.second = *value;
  return made;
}

std::vector<Note> notes_of_move(const Judgement& judgement, const JudgedMove& move) {
  const Outlook outlook(judgement, move.move);
  return {note("error", move.error), note("hit", outlook.danger), note("exact", outlook.exact)};
}

std::vector<Note> notes_of_all(const Judgement& judgement) {
  const auto* const table = table_of(judgement);
  if (!table) return {};
  Note against{"exact_against", {}};
  if (!table->is_best_play()) against.second = std::string(table->rival());
  return {against};
}

/// "12.34", or a dash.
std::string percent(const std::optional<double>& chance, int digits) {
  return chance ? absl::StrFormat("%.*f", digits, 100 * *chance) : "-";
}

std::optional<double> half_width(const std::optional<double>& error) {
  return error ? std::optional(1.96 * *error) : std::nullopt;
}

std::string text(const Judgement& judgement) {
  const bool is_exact = table_of(judgement) != nullptr;
  std::string text = "choice    win %      +-     hit %";
  text += is_exact ? "   exact %\n" : "\n";
  for (const JudgedMove& move : judgement.moves) {
    const Outlook outlook(judgement, move.move);
    absl::StrAppendFormat(&text, "%6s%9s%8s%10s", judgement.view.format(move.move),
                          percent(move.win, 2), percent(half_width(move.error), 2),
                          percent(outlook.danger, 1));
    if (is_exact) absl::StrAppendFormat(&text, "%10s", percent(outlook.exact, 3));
    text += '\n';
  }
  return text +
         "+- covers 95 %; hit % is the chance that a piece is sent home before the mover's next\n"
         "throw, if the others capture where they can\n";
}

std::string knowledge_text(const Knowledge& knowledge) {
  const auto& table = dynamic_cast<const Tablebase&>(knowledge);
  return table.is_best_play()
             ? "exact values of best play"
             : absl::StrCat("exact values of the best response to ",
                            absl::string_view(table.rival().data(), table.rival().size()));
}

}  // namespace

const Telling kTelling{notes_of_move, notes_of_all, text, knowledge_text};

}  // namespace gauntlet::search::kimble
