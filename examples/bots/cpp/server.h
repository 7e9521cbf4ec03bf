// The connection to a game's server, for the bots of this folder: C++ itself has none.
#pragma once

#include <netdb.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

/// Lines in and lines out.
class Server {
 public:
  /// Of the command line `./bot HOST PORT NAME ..`. Ends the program if that is not what it says,
  /// or nobody listens there.
  Server(int argc, char** argv) {
    addrinfo hints{}, *places = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (argc < 4) fail("usage: ./bot HOST PORT NAME");
    if (getaddrinfo(argv[1], argv[2], &hints, &places) != 0) fail("there is no such host or port");
    for (const addrinfo* place = places; place && !in_; place = place->ai_next) {
      socket_ = socket(place->ai_family, SOCK_STREAM, 0);
      if (connect(socket_, place->ai_addr, place->ai_addrlen) == 0) in_ = fdopen(socket_, "r");
      if (!in_) close(socket_);
    }
    freeaddrinfo(places);
    if (!in_) fail("no server listens there");
  }

  /// The next line, without its end. When the server has hung up, the program ends.
  std::string read() {
    std::string line;
    for (int byte; (byte = std::getc(in_)) != '\n';) {
      if (byte == EOF) std::exit(0);
      if (byte != '\r') line += static_cast<char>(byte);
    }
    return line;
  }

  void say(const std::string& line) { dprintf(socket_, "%s\n", line.c_str()); }

 private:
  static void fail(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
  }

  int socket_ = -1;
  FILE* in_ = nullptr;
};
