#include "tools/protocol/engine_protocol.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/bits.h"
#include "engine/blanks.h"
#include "engine/guide.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "search/clock.h"
#include "tools/protocol/line_words.h"

namespace gauntlet::tools {

namespace {

using engine::in_quotes;
using engine::printable;
using std::chrono::milliseconds;

constexpr std::uint64_t kMostMilliseconds = 1'000'000'000;  // eleven days
constexpr std::uint64_t kMostThreads = 256;
constexpr std::size_t kLongestId = 100;
constexpr milliseconds kUsualTime{100};  // of a search that nothing limits

/// What the player to move may know of `state`, which was read from `text`; or why nobody can think
/// about it.
absl::StatusOr<engine::AnyState> view_of(const engine::AnyState& state, std::string_view text) {
  const engine::Player mover = state.to_move();
  if (mover == engine::kNobody)
    return absl::InvalidArgumentError("the game is over in this position");
  if (const std::string passed = engine::why_passed(state, text); !passed.empty())
    return absl::InvalidArgumentError(passed);
  if (mover == engine::kChance)
    return absl::InvalidArgumentError(
        "chance moves next in this position, so there is no move to find; give the position after "
        "it");
  if (state.observer() != engine::kNobody && state.observer() != mover)
    return absl::InvalidArgumentError(
        "this is the view of player " + std::to_string(state.observer() + 1) + ", and player " +
        std::to_string(mover + 1) + " is to move; give the mover's view, or the whole position");
  return state.redacted(mover);
}

/// The limit of work, for players who can be given one.
absl::Status limit(selfplay::PlayerSpec& spec, std::uint64_t nodes) {
  const bool takes_nodes = spec.method && spec.method->counts != search::Counts::kNothing;
  if (!takes_nodes)
    return absl::InvalidArgumentError(spec.text +
                                      " cannot be limited by nodes: that is for players who "
                                      "search, such as expert, ab and mcts");
  spec.nodes = std::min(spec.nodes, nodes);
  return absl::OkStatus();
}

}  // namespace

const EngineProtocol::Command EngineProtocol::kCommands[] = {
    {"hello", &EngineProtocol::hello},     {"game", &EngineProtocol::game},
    {"player", &EngineProtocol::player},   {"seed", &EngineProtocol::seed},
    {"threads", &EngineProtocol::threads}, {"seat", &EngineProtocol::seat},
    {"played", &EngineProtocol::played},   {"over", &EngineProtocol::over},
    {"id", &EngineProtocol::id},           {"position", &EngineProtocol::position},
    {"moves", &EngineProtocol::moves},     {"time", &EngineProtocol::time},
    {"clock", &EngineProtocol::clock},     {"nodes", &EngineProtocol::nodes},
    {"go", &EngineProtocol::go},           {"quit", &EngineProtocol::quit},
};

// ---- lines ----

void EngineProtocol::received(const Line& line, EngineActions& actions) {
  const std::string_view text = engine::trimmed(line.text);
  if (is_ending_ || text.empty() || text.front() == '#') return;
  if (line.is_cut)
    return spoil("a line has at most " + std::to_string(kLongestLine) + " characters, and " +
                     in_quotes(text, 20) + " goes on longer",
                 actions);
  const auto [word, rest] = first_word(text, engine::kBlanks);
  for (const Command& command : kCommands)
    if (command.word == word) return (this->*command.execute)(engine::trimmed(rest), actions);
  std::vector<std::string_view> words;
  for (const Command& command : kCommands) words.push_back(command.word);
  complain(in_quotes(word, 40) + " is no word of this protocol" +
               engine::did_you_mean(word.substr(0, 40), words),
           actions);
}

/// Behind what waits for an answer.
void EngineProtocol::say(std::string text, EngineActions& actions) {
  if (waiting_.empty()) {
    actions.out += text;
  } else {
    waiting_.back().after += text;
    waiting_bytes_ += text.size();
  }
}

void EngineProtocol::complain(const std::string& sentence, EngineActions& actions) {
  say("error " + sentence + '\n', actions);
}

/// The next question cannot be answered.
void EngineProtocol::spoil(const std::string& sentence, EngineActions& actions) {
  if (draft_.mistake.empty()) draft_.mistake = sentence;
  complain(sentence, actions);
}

std::optional<std::uint64_t> EngineProtocol::number(std::string_view word, std::string_view text,
                                                    std::uint64_t least, std::uint64_t most,
                                                    EngineActions& actions) {
  const auto value = engine::parse_whole(text, most);
  if (value && *value >= least) return value;
  spoil(std::string(word) + " needs a whole number from " + std::to_string(least) + " to " +
            std::to_string(most) + ", and " + in_quotes(text, 40) + " is none",
        actions);
  return std::nullopt;
}

// ---- what holds until it is told otherwise ----

void EngineProtocol::hello(std::string_view rest, EngineActions& actions) {
  if (rest != std::to_string(kVersion))
    return complain("this is version " + std::to_string(kVersion) + " of the protocol: 'hello " +
                        std::to_string(kVersion) + "', not 'hello " + printable(rest, 40) + "'",
                    actions);
  terms_ = Terms(options_);
  draft_ = {};
  say("hello " + options_.name + '\n', actions);
}

void EngineProtocol::game(std::string_view rest, EngineActions& actions) {
  const auto game = engine::find_game(rest);
  terms_.is_playing = false;
  terms_.game.reset();
  if (!game.ok()) return spoil(engine::message_of(game), actions);
  terms_.game = *game;
}

/// Whether it fits the game is seen when it is to move.
void EngineProtocol::player(std::string_view rest, EngineActions& actions) {
  if (rest.empty())
    return spoil("player needs who is to think, as in 'player level:3' or 'player ab'", actions);
  terms_.player = rest;
}

void EngineProtocol::seed(std::string_view rest, EngineActions& actions) {
  if (const auto seed = number("seed", rest, 0, UINT64_MAX, actions)) terms_.seed = *seed;
}

void EngineProtocol::threads(std::string_view rest, EngineActions& actions) {
  if (const auto threads = number("threads", rest, 1, kMostThreads, actions))
    terms_.threads = static_cast<int>(*threads);
}

void EngineProtocol::seat(std::string_view rest, EngineActions& actions) {
  if (!terms_.game) return spoil("seat comes after the game, as in 'game gomoku:15'", actions);
  const auto players = static_cast<std::uint64_t>(terms_.game->players());
  if (!number("seat", rest, 1, players, actions)) return;
  terms_.is_playing = true;
  terms_.round = ++rounds_;
  ++games_;
}

/// For bots who follow the game by themselves: we are shown each position.
void EngineProtocol::played(std::string_view rest, EngineActions& actions) {
  const auto [who, move] = first_word(rest, engine::kBlanks);
  const bool is_player = engine::parse_int(who, 1, engine::kMaxPlayers).has_value();
  if ((is_player || who == "chance") && !engine::trimmed(move).empty()) return;
  complain("played needs who and the move, as in 'played 1 7,7' or 'played chance 3', not " +
               in_quotes(rest, 40),
           actions);
}

void EngineProtocol::over(std::string_view, EngineActions&) {
  terms_.is_playing = false;
}

// ---- what holds for the next question ----

void EngineProtocol::id(std::string_view rest, EngineActions& actions) {
  if (rest.empty() || printable(rest, kLongestId) != rest)
    return spoil("an id is 1 to " + std::to_string(kLongestId) + " printable ASCII characters",
                 actions);
  draft_.id = rest;
}

void EngineProtocol::position(std::string_view rest, EngineActions&) {
  draft_.position = rest;
}

/// For bots who do not know the rules.
void EngineProtocol::moves(std::string_view, EngineActions&) {}

void EngineProtocol::time(std::string_view rest, EngineActions& actions) {
  if (const auto time = number("time", rest, 0, kMostMilliseconds, actions)) draft_.time = time;
}

void EngineProtocol::clock(std::string_view rest, EngineActions& actions) {
  if (const auto time = number("clock", rest, 0, kMostMilliseconds, actions)) draft_.clock = time;
}

void EngineProtocol::nodes(std::string_view rest, EngineActions& actions) {
  if (const auto nodes = number("nodes", rest, 1, selfplay::kMostNodes, actions))
    draft_.nodes = nodes;
}

// ---- questions and answers ----

void EngineProtocol::go(std::string_view rest, EngineActions& actions) {
  if (!rest.empty())
    return complain(
        "go stands alone; 'id " + printable(rest, 40) + "' before it names the question", actions);
  const Draft draft = std::exchange(draft_, Draft());
  const std::string head = draft.id.empty() ? "" : "id " + draft.id + '\n';
  auto asked = question(draft);
  if (!asked.ok()) return say(head + "refuse " + engine::message_of(asked) + '\n', actions);
  waiting_.push_back({asked->number, asked->game, asked->view, head});
  ++unanswered_;
  actions.question = std::move(*asked);
}

absl::StatusOr<EngineQuestion> EngineProtocol::question(const Draft& draft) {
  if (!draft.mistake.empty()) return absl::InvalidArgumentError(draft.mistake);
  if (!terms_.game)
    return absl::InvalidArgumentError("no game was named; 'game gomoku:15' names one");
  if (!draft.position)
    return absl::InvalidArgumentError("no position was given; 'position TEXT' goes before each go");
  const auto state = terms_.game->from_text(*draft.position);
  if (!state.ok()) return state.status();
  const auto view = view_of(*state, *draft.position);
  if (!view.ok()) return view.status();
  auto player = player_for(draft);
  if (!player.ok()) return player.status();
  std::optional<search::MoveTime> time;
  if (draft.clock) time = search::move_time(*view, milliseconds(*draft.clock));
  if (draft.time) {
    const auto most = search::MoveTime::fixed(milliseconds(*draft.time));
    time = time.value_or(most).within(most);
  }
  return EngineQuestion{.number = ++questions_,
                        .game = *terms_.game,
                        .view = *view,
                        .player = std::move(*player),
                        .threads = terms_.threads,
                        .seed = seed_of_game(),
                        .round = terms_.is_playing ? terms_.round : ++rounds_,
                        .time = time ? std::optional(time->usual) : std::nullopt,
                        .longest_time = time ? std::optional(time->longest) : std::nullopt};
}

absl::StatusOr<selfplay::PlayerSpec> EngineProtocol::player_for(const Draft& draft) const {
  auto spec = selfplay::parse_deadline_player(terms_.player, *terms_.game);
  if (!spec.ok()) return spec;
  if (draft.nodes)
    if (const absl::Status status = limit(*spec, *draft.nodes); !status.ok()) return status;
  const bool searches = spec->kind == selfplay::PlayerSpec::Kind::kSearcher;
  const bool is_limited = spec->is_limited || draft.nodes || draft.time || draft.clock;
  if (searches && !is_limited) spec->time = kUsualTime;
  return spec;
}

/// Each game of ours has luck of its own; questions of no game are alike whenever they come.
std::uint64_t EngineProtocol::seed_of_game() const {
  return terms_.is_playing ? engine::mix(terms_.seed ^ engine::mix(games_)) : terms_.seed;
}

void EngineProtocol::answered(std::uint64_t number, const absl::StatusOr<selfplay::Choice>& choice,
                              EngineActions& actions) {
  const auto asked = std::ranges::find(waiting_, number, &Waiting::number);
  if (asked == waiting_.end() || !asked->answer.empty()) return;
  --unanswered_;
  if (!choice.ok()) {
    asked->answer = "refuse " + engine::message_of(choice) + '\n';
  } else {
    if (choice->win) asked->answer += absl::StrFormat("win %.4f\n", *choice->win);
    if (choice->nodes > 0) asked->answer += "nodes " + std::to_string(choice->nodes) + '\n';
    asked->answer += "move " + asked->view.format(choice->move) + '\n';
  }
  write_answered(actions);
}

void EngineProtocol::write_answered(EngineActions& actions) {
  while (!waiting_.empty() && !waiting_.front().answer.empty()) {
    const Waiting& first = waiting_.front();
    actions.out += first.head + first.answer + first.after;
    waiting_bytes_ -= first.after.size();
    waiting_.pop_front();
  }
}

void EngineProtocol::quit(std::string_view, EngineActions&) {
  is_ending_ = true;
}

}  // namespace gauntlet::tools
