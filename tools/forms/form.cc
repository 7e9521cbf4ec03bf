#include "tools/forms/form.h"

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "tools/forms/game_csv.h"
#include "tools/forms/game_json.h"
#include "tools/forms/pgn.h"
#include "tools/forms/psq.h"
#include "tools/forms/sgf.h"

namespace gauntlet::tools {

namespace {

std::string no_heading() {
  return "";
}

}  // namespace

std::span<const Form> forms() {
  static constexpr Form kAll[] = {
      {"jsonl", "one JSON object per line, with all that is known", no_heading, to_json_line},
      {"csv", "a table of games", csv_heading, to_csv_line},
      {"csv-moves", "a table of all their moves", csv_moves_heading, to_csv_moves},
      {"pgn", "tags and moves in the manner of chess", no_heading, to_pgn},
      {"psq", "files of Piskvork and Gomocup, one a game", no_heading, to_psq, true, true},
      {"sgf", "for editors and viewers of games with stones", no_heading, to_sgf, true},
  };
  return kAll;
}

const Form* find_form(std::string_view name) {
  for (const Form& form : forms())
    if (form.name == name) return &form;
  return nullptr;
}

bool has_form(const Form& form, const std::string& game) {
  if (!form.is_of_stones) return true;
  engine::Rng rng(0);
  const engine::AnyGame rules = *engine::find_game(game);
  return engine::mnk_rules(rules.start(rng)).has_value();
}

std::string form_names(const std::string& game) {
  std::string names;
  for (const Form& form : forms())
    if (has_form(form, game)) names += (names.empty() ? "" : ", ") + std::string(form.name);
  return names;
}

}  // namespace gauntlet::tools
