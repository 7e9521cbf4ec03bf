// A second set of Kimble's rules, as plain as can be, to test the bitboards against. It shares no
// code with them: every piece has a place as in the position text (0..27 ring, 28..43 goals).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace gauntlet::engine {

class KimbleReference {
 public:
  static constexpr int kHome = -1;
  static constexpr int kNowhere = -2;

  KimbleReference(std::string letters, int pieces) : letters_(std::move(letters)), count_(pieces) {
    for (std::size_t i = 0; i < letters_.size(); ++i)
      places_.push_back(std::vector<int>(static_cast<std::size_t>(pieces), kHome));
  }

  /// Reads a position text whose starter is drawn.
  static KimbleReference read(const std::string& text, int pieces) {
    KimbleReference game(text.substr(47, text.find(' ', 47) - 47), pieces);
    for (std::size_t p = 0; p < game.letters_.size(); ++p) {
      std::size_t next = 0;
      for (int place = 0; place < 44; ++place)
        if (text[static_cast<std::size_t>(place)] == game.letters_[p])
          game.places_[p][next++] = place;
    }
    game.turn_ = static_cast<int>(game.letters_.find(text[44]));
    game.die_ = text[45] - '0';
    return game;
  }

  std::string text() const {
    std::string text(44, '0');
    for (std::size_t p = 0; p < letters_.size(); ++p)
      for (const int place : places_[p])
        if (place != kHome) text[static_cast<std::size_t>(place)] = letters_[p];
    text += turn_ < 0 ? '-' : letters_[static_cast<std::size_t>(turn_)];
    return text + std::to_string(die_) + " " + letters_;
  }

  bool starter_is_drawn() const { return turn_ >= 0; }
  bool die_is_thrown() const { return die_ > 0; }
  bool is_over() const { return over_; }
  int turn() const { return turn_; }

  void draw_starter(int player) { turn_ = player; }

  void throw_die(int die) {
    die_ = die;
    if (movable().empty()) pass_on();
  }

  /// The places from which the mover has a legal move; home counts once.
  std::vector<int> movable() const {
    std::vector<int> from;
    for (const int place : own()) {
      const int target = destination(place);
      const bool known = std::find(from.begin(), from.end(), place) != from.end();
      const bool own_piece = std::find(own().begin(), own().end(), target) != own().end();
      if (target != kNowhere && !own_piece && !known) from.push_back(place);
    }
    return from;
  }

  void move(int from) {
    const int target = destination(from);
    for (std::size_t p = 0; p < places_.size(); ++p)
      for (int& place : places_[p])
        if (place == target) place = kHome;
    *std::find(own().begin(), own().end(), from) = target;
    over_ = std::all_of(own().begin(), own().end(), [](int place) { return place >= 28; });
    if (over_) {
      die_ = 0;
    } else {
      pass_on();
    }
  }

  /// How many of the mover's pieces are ahead of one at `from`.
  int rank(int from) const {
    return static_cast<int>(std::count_if(own().begin(), own().end(),
                                          [&](int place) { return walked(place) > walked(from); }));
  }

  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    if (over_) return 0;
    std::uint64_t leaves = 0;
    const auto add = [&](auto&& play) {
      KimbleReference next = *this;
      play(next);
      leaves += next.perft(depth - 1);
    };
    if (turn_ < 0) {
      for (int p = 0; p < static_cast<int>(letters_.size()); ++p)
        add([&](auto& next) { next.draw_starter(p); });
    } else if (die_ == 0) {
      for (int die = 1; die <= 6; ++die) add([&](auto& next) { next.throw_die(die); });
    } else {
      for (const int from : movable()) add([&](auto& next) { next.move(from); });
    }
    return leaves;
  }

 private:
  std::vector<int>& own() { return places_[static_cast<std::size_t>(turn_)]; }
  const std::vector<int>& own() const { return places_[static_cast<std::size_t>(turn_)]; }
  int corner() const { return letters_[static_cast<std::size_t>(turn_)] - 'A'; }

  /// One square on for the mover.
  int next_square(int place) const {
    if (place == kNowhere) return kNowhere;
    const int goal = 28 + 4 * corner();
    if (place < 28) return (place + 1) % 28 == 7 * corner() ? goal : (place + 1) % 28;
    return place + 1 < goal + count_ ? place + 1 : kNowhere;
  }

  int destination(int place) const {
    if (place == kHome) return die_ == 6 ? 7 * corner() : kNowhere;
    for (int step = 0; step < die_; ++step) place = next_square(place);
    return place;
  }

  /// Squares walked since leaving home, that of home being -1.
  int walked(int place) const {
    if (place == kHome) return -1;
    int steps = 0;
    for (int at = 7 * corner(); at != place; at = next_square(at)) ++steps;
    return steps;
  }

  void pass_on() {
    if (die_ != 6) turn_ = (turn_ + 1) % static_cast<int>(letters_.size());
    die_ = 0;
  }

  std::string letters_;
  int count_;
  std::vector<std::vector<int>> places_;
  int turn_ = -1;
  int die_ = 0;
  bool over_ = false;
};

}  // namespace gauntlet::engine
