#include "fuzz/targets.h"

#include <boost/crc.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "fuzz/check.h"
#include "fuzz/script.h"
#include "search/fit/network_text.h"
#include "search/kimble/fit/model.h"
#include "search/sudokill/fit/label_line.h"
#include "selfplay/openings.h"
#include "selfplay/players/player_spec.h"
#include "selfplay/varint.h"
#include "tools/forms/form.h"
#include "tools/forms/game_file.h"
#include "tools/lab/tablebase_heading.h"
#include "tools/protocol/engine_protocol.h"
#include "tools/protocol/engine_seat.h"
#include "tools/protocol/gomocup.h"
#include "tools/protocol/gomocup_seat.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/http_url.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/kimble_seat.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/kinarow_call.h"
#include "tools/protocol/kinarow_host.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/sudokill_seat.h"
#include "tools/protocol/twodoku_client.h"
#include "tools/protocol/twodoku_host.h"
#include "tools/protocol/twodoku_save.h"
#include "tools/protocol/twodoku_seat.h"

namespace gauntlet::fuzz {

namespace {

using namespace tools;

// ---- clients and hosts ----

void gomoku_client(std::string_view input) {
  GomokuClient client{GomokuClient::Options{}};
  drive(client, input);
}

void sudokill_client(std::string_view input) {
  SudokillClient::Options options;
  options.starts_game = true;
  SudokillClient client(options);
  drive(client, input);
}

/// The first byte says how: "r" a connection for each request.
void kimble_client(std::string_view input) {
  KimbleClient::Options options;
  options.rests = input.starts_with('r');
  KimbleClient client(options);
  drive(client, input.substr(std::min<std::size_t>(1, input.size())));
}

/// "b": against a built-in player.
void gomoku_host(std::string_view input) {
  GomokuHost::Options options;
  options.size = 5;
  if (input.starts_with('b')) options.opponent = "random";
  GomokuHost host(options);
  drive(host, input.substr(std::min<std::size_t>(1, input.size())));
}

/// "b": against a built-in player.
void sudokill_host(std::string_view input) {
  SudokillHost::Options options;
  if (input.starts_with('b')) options.opponent = "random";
  SudokillHost host(options);
  drive(host, input.substr(std::min<std::size_t>(1, input.size())));
}

void kimble_host(std::string_view input) {
  KimbleHost::Options options;
  options.most_games = 8;
  int tokens = 0;
  options.make_token = [&tokens] {
    std::string token = std::to_string(++tokens);
    return 't' + std::string(64 - token.size(), '0') + token;
  };
  KimbleHost host(options);
  drive(host, input);
}

void twodoku_client(std::string_view input) {
  TwoDokuClient client{TwoDokuClient::Options{}};
  drive(client, input);
}

/// "b": against a built-in player.
void twodoku_host(std::string_view input) {
  TwoDokuHost::Options options;
  if (input.starts_with('b')) options.opponent = "random";
  TwoDokuHost host(options);
  drive(host, input.substr(std::min<std::size_t>(1, input.size())));
}

// ---- seats: the first byte says in which one the program sits ----

/// "2": the second seat.
template <const char* kGame>
void drive_seat(Seat& seat, std::string_view input) {
  static const engine::AnyGame game = *engine::find_game(kGame);
  drive(seat, game, input.starts_with('2') ? 1 : 0,
        input.substr(std::min<std::size_t>(1, input.size())));
}

constexpr char kEmptySudokill[] = "sudokill/fill=0";
constexpr char kKimbleOfThree[] = "kimble:ABD";
constexpr char kTwodoku[] = "twodoku";

void sudokill_seat(std::string_view input) {
  SudokillSeat seat;
  drive_seat<kEmptySudokill>(seat, input);
}

void kimble_seat(std::string_view input) {
  KimbleSeat seat('t' + std::string(64, '0'));
  drive_seat<kKimbleOfThree>(seat, input);
}

void twodoku_seat(std::string_view input) {
  TwoDokuSeat seat;
  drive_seat<kTwodoku>(seat, input);
}

// ---- the other protocols ----

void check_actions(const GomocupActions& actions) {
  for (const std::string& line : actions.lines) check_sentence(line);
  if (!actions.search) return;
  check(!actions.search->view.is_over(), "a search has moves");
}

/// Lines; the event 'd' ends the search under way.
void gomocup(std::string_view input) {
  Gomocup brain;
  LineBuffer lines(Gomocup::kLongestLine);
  Gomocup::Time now{};
  engine::Rng rng(1);
  std::optional<GomocupSearch> search;
  const auto take = [&](const GomocupActions& actions) {
    check_actions(actions);
    if (actions.search) search = actions.search;
  };
  read_script(
      input,
      [&](std::string_view piece) {
        lines.add(piece);
        while (const auto line = lines.next()) {
          const bool was_ending = brain.is_ending();
          GomocupActions actions;
          brain.received(now, *line, actions);
          check(!was_ending || (actions.lines.empty() && !actions.search && !actions.stop),
                "nothing after END matters");
          take(actions);
        }
      },
      [&](char event) {
        now += std::chrono::seconds(1);
        if (event != 'd' || !search) return;
        GomocupActions actions;
        const GomocupSearch asked = *search;
        brain.decided(now, asked.number, asked.view.random_move(rng), rng.uniform(), actions);
        take(actions);
      });
}

/// Whole lines, each of which any terminal shows.
void check_lines(std::string_view text) {
  check(text.empty() || text.back() == '\n', "what is said ends its line");
  for (const std::string_view line : engine::split(text, '\n'))
    if (!line.empty()) check_sentence(line, 2'000);
}

/// Lines; the event 'd' answers the oldest question.
void engine_protocol(std::string_view input) {
  EngineProtocol machine({.name = "Gauntlet", .player = "expert", .seed = 1});
  LineBuffer lines(EngineProtocol::kLongestLine);
  engine::Rng rng(1);
  std::deque<EngineQuestion> questions;
  read_script(
      input,
      [&](std::string_view piece) {
        lines.add(piece);
        while (const auto line = lines.next()) {
          if (!machine.has_room()) continue;
          const bool was_ending = machine.is_ending();
          EngineActions actions;
          machine.received(*line, actions);
          check_lines(actions.out);
          check(!was_ending || (actions.out.empty() && !actions.question),
                "nothing after quit matters");
          if (!actions.question) continue;
          check(actions.question->view.to_move() >= 0, "a question has moves");
          questions.push_back(*actions.question);
          check(machine.unanswered() == questions.size(), "questions are counted");
        }
      },
      [&](char event) {
        if (event != 'd' || questions.empty()) return;
        const EngineQuestion asked = questions.front();
        questions.pop_front();
        EngineActions actions;
        machine.answered(
            asked.number,
            selfplay::Choice{
                .move = asked.view.random_move(rng), .nodes = rng.below(3), .win = rng.uniform()},
            actions);
        check_lines(actions.out);
        check(actions.out.find("move ") != std::string::npos,
              "the oldest question's answer leaves");
      });
}

/// What a program says at a seat; the event 'd' lets the next move be played, by it or its
/// opponent.
void drive_seat(Seat& seat, const engine::AnyGame& game, std::string_view input) {
  engine::Rng rng(1);
  std::string out;
  engine::AnyState state = game.start(rng);
  seat.begin(state, 0, out);
  std::optional<engine::AnyMove> answered;
  bool is_asked = false, has_forfeited = false;
  const auto take = [&](const std::optional<SeatAnswer>& answer) {
    if (!answer) return;
    if (answer->forfeit != selfplay::Termination::kPlayed) {
      has_forfeited = true;
      return check_sentence(answer->reason, 400);
    }
    check(std::exchange(is_asked, false), "an answer has its question");
    check(state.is_playable(answer->move), "an answer can be played");
    answered = answer->move;
  };
  const auto play = [&](engine::AnyMove move) {
    seat.saw(state, move, out);
    state.apply(move);
  };
  read_script(
      input,
      [&](std::string_view piece) {
        if (!has_forfeited) take(seat.received(piece, out));
      },
      [&](char event) {
        if (event != 'd' || has_forfeited || state.is_over() || !seat.is_ready()) return;
        if (state.to_move() == 1) return play(state.random_move(rng));
        if (answered) return play(*std::exchange(answered, std::nullopt));
        if (!std::exchange(is_asked, true)) take(seat.ask(state, {}, out));
      });
  if (state.is_over()) seat.end(state, std::nullopt, selfplay::Termination::kPlayed, out);
  check_lines(out);
}

void engine_seat(std::string_view input) {
  static const engine::AnyGame game = *engine::find_game("mnk:3x3x3");
  EngineSeat seat;
  drive_seat(seat, game, input);
  if (seat.is_ready()) check_sentence(seat.name(), 300);
}

void gomocup_seat(std::string_view input) {
  static const engine::AnyGame game = *engine::find_game("gomoku:5");
  GomocupSeat seat({});
  drive_seat(seat, game, input);
}

/// Asks a server for what is asked: a line "METHOD /target", then the body.
template <class Server>
HttpResponse ask(const Server& server, std::string_view input) {
  const std::size_t line_end = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, line_end);
  const std::size_t blank = std::min(line.find(' '), line.size());
  HttpRequest request;
  request.method = line.substr(0, blank);
  request.target = line.substr(std::min(blank + 1, line.size()));
  request.headers = {{"Content-Type", "application/json"}};
  request.body = input.substr(std::min(line_end + 1, input.size()));
  const HttpAnswer answer = server.answer(request);
  const auto* task = std::get_if<HttpTask>(&answer);
  HttpResponse response;
  if (task)
    (*task)({}, [&response](HttpResponse reply) { response = std::move(reply); });
  else
    response = std::get<HttpResponse>(answer);
  check(!task || response.status == 200, "a question that is read is answered");
  check_sentence(response.note);
  return response;
}

void first_move(const KinarowQuestion& question, std::stop_token,
                const std::function<void(const selfplay::Answer&)>& answered) {
  check(!question.view.is_over(), "a question has moves");
  engine::AnyMoves moves;
  question.view.legal_moves(moves);
  answered({selfplay::Choice{moves[0]}});
}

void kinarow(std::string_view input) {
  const KinarowBot bot({}, first_move);
  const HttpResponse response = ask(bot, input);
  check(find_header(response.headers, "Access-Control-Allow-Origin").has_value(),
        "pages of any origin may read the answer");
  if (response.status != 204) check_sentence(response.body);
}

void kinarow_page(std::string_view input) {
  const KinarowHost host("expert", first_move);
  ask(host, input);
}

/// What is read is written, and read again as the same.
void http_url(std::string_view input) {
  const auto url = parse_http_url(input);
  if (!url.ok()) return check_sentence(engine::message_of(url));
  check_sentence("http://" + url->authority() + url->path);
  const auto again = parse_http_url("http://" + url->authority() + url->path);
  check(again.ok() && *again == *url, "a URL that is written is read");
}

/// The body of an answer to /move.
void kinarow_answer(std::string_view input) {
  static const engine::AnyGame game = *engine::find_game("mnk:4x3x3");
  static const engine::AnyState view = *game.from_text("xo../..../....");
  const auto move = read_kinarow_move(view, input);
  if (!move.ok()) return check_sentence(engine::message_of(move));
  check(view.is_playable(*move), "a move that is read can be played");
}

// ---- texts ----

void check_moves(const engine::AnyState& state) {
  if (state.is_over() || state.to_move() == engine::kChance) return;
  engine::AnyMoves moves;
  state.legal_moves(moves);
  check(!moves.empty(), "who is to move has a move");
  for (const engine::AnyMove move : moves) {
    const auto read = state.parse(state.format(move));
    check(read.ok() && *read == move, "a move that is written is read");
  }
}

/// Positions: what is read is written, and read again as the same.
template <const char* kGame>
void position(std::string_view input) {
  static const engine::AnyGame game = *engine::find_game(kGame);
  const auto state = game.from_text(input);
  if (!state.ok()) return check_sentence(engine::message_of(state));
  const auto again = game.from_text(state->to_text());
  check(again.ok() && *again == *state, "a position that is written is read");
  check(again->hash() == state->hash(), "equal positions have equal hashes");
  check_moves(*state);
}

constexpr char kGomoku[] = "gomoku:15";
constexpr char kMnk[] = "mnk:3x5x3/page";
constexpr char kSudokill[] = "sudokill";
constexpr char kKimble[] = "kimble:ABCD";

/// What is read of a file is a position that the engine reads, or there is a sentence.
void twodoku_save(std::string_view input) {
  static const engine::AnyGame game = *engine::find_game(kTwoDokuSaveGame);
  const auto save = read_twodoku_save(input);
  if (!save.ok()) return check_sentence(engine::message_of(save));
  const auto text = position_text(*save);
  if (!text.ok()) return check_sentence(engine::message_of(text));
  const auto state = game.from_text(*text);
  if (!state.ok()) return check_sentence(engine::message_of(state));
  check(state->to_text() == *text, "a position that is read of a file is written as it is");
  check_moves(*state);
}

void game_name(std::string_view input) {
  const auto game = engine::find_game(input);
  if (!game.ok()) return check_sentence(engine::message_of(game));
  const auto again = engine::find_game(game->name());
  check(again.ok() && again->name() == game->name(), "a name that is told is known");
}

/// A line with the game's name, then a spec.
void player_spec(std::string_view input) {
  const std::size_t line_end = std::min(input.find('\n'), input.size());
  const auto game = engine::find_game(input.substr(0, line_end));
  if (!game.ok()) return;
  const auto spec =
      selfplay::parse_player(input.substr(std::min(line_end + 1, input.size())), *game);
  if (!spec.ok()) return check_sentence(engine::message_of(spec));
  const auto again = selfplay::parse_player(spec->text, *game);
  check(again.ok() && again->text == spec->text, "a spec that is written is read");
}

/// A line with the game's name, then openings as a file or a store has them.
void openings(std::string_view input) {
  const std::size_t line_end = std::min(input.find('\n'), input.size());
  const auto game = engine::find_game(input.substr(0, line_end));
  if (!game.ok()) return;
  const std::string_view text = input.substr(std::min(line_end + 1, input.size()));
  for (const auto& read :
       {selfplay::read_openings(text, *game), selfplay::openings_from_text(text, *game)}) {
    if (!read.ok()) {
      check_sentence(engine::message_of(read));
      continue;
    }
    const auto again = selfplay::openings_from_text(selfplay::to_text(*read), *game);
    check(again.ok() && *again == *read, "openings that are written are read");
  }
}

/// A line with the game's name, then the moves as stores keep them.
void record(std::string_view input) {
  const std::size_t line_end = std::min(input.find('\n'), input.size());
  const auto game = engine::find_game(input.substr(0, line_end));
  if (!game.ok()) return;
  std::string_view bytes = input.substr(std::min(line_end + 1, input.size()));
  engine::Rng rng(1);
  engine::AnyState state = game->start(rng);
  while (const auto bits = selfplay::take_varint(bytes)) {
    const engine::AnyMove move(*bits);
    if (!state.is_playable(move)) return;
    check_sentence(state.format(move));
    state.apply(move);
  }
}

// ---- files of games ----

/// What was read, as one that was kept.
StoredGame stored(const selfplay::FinishedGame& game, const std::string& ended) {
  StoredGame stored{.game = game.game,
                    .start = game.start,
                    .players = game.players,
                    .result = {},
                    .ended = ended};
  stored.result.moves = game.moves;
  stored.result.reason = game.reason;
  stored.result.summary.returns = game.returns;
  stored.result.summary.plies = static_cast<std::uint32_t>(game.moves.size());
  return stored;
}

std::vector<StoredGame> games_of(const GameReader& reader, std::string_view text) {
  std::vector<StoredGame> games;
  const GameVisitor visitor{[&](const selfplay::FinishedGame& game, const std::string& ended) {
                              games.push_back(stored(game, ended));
                              return absl::OkStatus();
                            },
                            [](std::size_t line, const std::string& what) {
                              check(line > 0, "lines count from 1");
                              check_sentence(what);
                            }};
  check(reader.read(text, "", visitor).ok(), "only the visitor ends a reading");
  return games;
}

void check_playable(const StoredGame& game) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.result.moves) {
    check(!state.is_over() && state.is_playable(move), "a game that is read can be played");
    state.apply(move);
  }
  for (const std::string& player : game.players)
    check(engine::is_legible(player) && player.size() <= 200, "a name is shown as it is");
}

/// The reader with that number. What is read is written in its form, and read again as the same.
template <std::size_t kReader>
void game_file(std::string_view input) {
  const GameReader& reader = game_readers()[kReader];
  const Form& form = *find_form(reader.name);
  for (const StoredGame& game : games_of(reader, input)) {
    check_playable(game);
    const std::string text = form.text(game);
    const std::vector<StoredGame> again = games_of(reader, text);
    check(again.size() == 1, "a game that is written is read");
    check(form.text(again[0]) == text, "a game that is read again is the same");
  }
}

void label_line(std::string_view input) {
  const auto family = search::sudokill::read_label_line(input);
  if (!family.ok()) return check_sentence(engine::message_of(family));
  const std::string written = search::sudokill::label_line(*family);
  const auto again = search::sudokill::read_label_line(written);
  check(again.ok() && search::sudokill::label_line(*again) == written,
        "a label that is written is read");
}

/// What a header of as few bytes as inputs have would lack: '~' stands for the numbers of the three
/// networks.
void fitted_weights(std::string_view input) {
  static const auto model = std::make_unique<search::kimble::Model>(search::kimble::first_model());
  static const std::string written = search::kimble::model_header(*model, "fuzz"),
                           written_policy = search::numbers_text(model->policies[0]);
  std::string header(input);
  if (const std::size_t at = header.find('~'); at != header.npos) {
    std::string numbers;
    for (int i = 0; i < 3 * search::kimble::ValueNetwork::kParameters; ++i) numbers += "0,";
    header.replace(at, 1, numbers);
  }
  const auto policies = search::kimble::read_policies(header);
  if (!policies.ok()) return check_sentence(engine::message_of(policies));
  std::string again = written;  // its policies are all the same
  std::size_t at = 0;
  for (const search::kimble::PolicyWeights& policy : *policies) {
    for (const std::int32_t weight : policy)
      check(std::abs(weight) <= search::kimble::kMostWeight, "no weight is larger than it may be");
    const std::string text = search::numbers_text(policy);
    at = again.find(written_policy, at);
    again.replace(at, written_policy.size(), text);
    at += text.size();
  }
  const auto read = search::kimble::read_policies(again);
  check(read.ok() && *read == *policies, "weights that are written are read");
}

void read_heading(std::string_view text) {
  const auto heading = TablebaseHeading::parse(text);
  if (!heading.ok()) return check_sentence(engine::message_of(heading));
  check(heading->to_text() == text, "a heading that is read is written");
  for (const auto& player : heading->players) {
    check(player.corner >= 0 && player.corner < engine::Kimble::kCorners, "there are four corners");
    check(player.policy != search::kimble::Policy::kFitted, "a table can be solved");
  }
  check(search::kimble::Tablebase::positions_of(heading->pieces, heading->players) > 0,
        "a table has positions");
  check(!heading->residual || (*heading->residual >= 0 && *heading->residual <= 1),
        "what is left is a change of a chance");
}

/// Cut or filled up to the size of a heading; then once more with the checksum put right, without
/// which nothing that was changed is read.
void tablebase_heading(std::string_view input) {
  const auto filled = [](std::string text) {
    if (text.size() < TablebaseHeading::kBytes)
      text += std::string(TablebaseHeading::kBytes - 1 - text.size(), ' ') + "\n";
    return text.substr(0, TablebaseHeading::kBytes);
  };
  std::string text(input);
  read_heading(filled(text));
  const std::size_t end = text.find("heading ");
  if (end == text.npos) return;
  text.resize(end);
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  char checked[32];
  std::snprintf(checked, sizeof checked, "heading %08x\n", static_cast<unsigned>(crc.checksum()));
  read_heading(filled(text + checked));
}

}  // namespace

std::span<const Target> targets() {
  static constexpr Target kAll[] = {
      {"gomoku_client", gomoku_client},
      {"gomoku_host", gomoku_host},
      {"sudokill_client", sudokill_client},
      {"sudokill_host", sudokill_host},
      {"kimble_client", kimble_client},
      {"kimble_host", kimble_host},
      {"twodoku_client", twodoku_client},
      {"twodoku_host", twodoku_host},
      {"sudokill_seat", sudokill_seat},
      {"kimble_seat", kimble_seat},
      {"twodoku_seat", twodoku_seat},
      {"twodoku_save", twodoku_save},
      {"gomocup", gomocup},
      {"gomocup_seat", gomocup_seat},
      {"engine_protocol", engine_protocol},
      {"engine_seat", engine_seat},
      {"http_url", http_url},
      {"kinarow_answer", kinarow_answer},
      {"kinarow", kinarow},
      {"kinarow_page", kinarow_page},
      {"position_gomoku", position<kGomoku>},
      {"position_mnk", position<kMnk>},
      {"position_sudokill", position<kSudokill>},
      {"position_kimble", position<kKimble>},
      {"position_twodoku", position<kTwodoku>},
      {"game_name", game_name},
      {"player_spec", player_spec},
      {"openings", openings},
      {"record", record},
      {"game_jsonl", game_file<0>},
      {"game_pgn", game_file<1>},
      {"game_psq", game_file<2>},
      {"game_sgf", game_file<3>},
      {"label_line", label_line},
      {"kimble_weights", fitted_weights},
      {"tablebase_heading", tablebase_heading},
  };
  return kAll;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : targets())
    if (target.name == name) return &target;
  return nullptr;
}

}  // namespace gauntlet::fuzz
