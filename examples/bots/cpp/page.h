// Answers K-in-a-Row pages by HTTP: for the bot of this folder.
#pragma once

#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "position.h"

/// One request: GET /status, may we play that?; OPTIONS /move, may a page from elsewhere POST
/// there?; or POST /move. What is no position is answered by -1.
inline void answer(int connection, int (*choose)(const Position&)) {
  FILE* in = fdopen(connection, "r");
  char line[1024] = "";
  std::size_t length = 0;
  const bool is_move = std::fgets(line, sizeof line, in) && line[0] == 'P';
  while (std::fgets(line, sizeof line, in) && line[0] != '\r')  // until an empty line
    if (strncasecmp(line, "Content-Length:", 15) == 0)
      length = std::strtoul(line + 15, nullptr, 10);
  std::string body(std::min<std::size_t>(length, 65'536), ' ');
  body.resize(std::fread(body.data(), 1, body.size(), in));
  const std::string text = is_move ? std::to_string(choose(read(body))) : "yes";
  dprintf(connection,
          "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n"
          "Access-Control-Allow-Headers: Content-Type\r\nConnection: close\r\n"
          "Content-Length: %zu\r\n\r\n%s",
          text.size(), text.c_str());
  std::fclose(in);
}

/// Answers pages at the port of the command line `./bot PORT`, until the program is ended.
inline int serve(int argc, char** argv, int (*choose)(const Position&)) {
  std::signal(SIGPIPE, SIG_IGN);  // a page may leave at any time
  const int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  place.sin_port = htons(static_cast<std::uint16_t>(argc == 2 ? std::atoi(argv[1]) : 0));
  if (argc != 2 || bind(listener, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0 ||
      listen(listener, 64) != 0) {
    std::fprintf(stderr, "usage: ./bot PORT, which nobody else has\n");
    return 1;
  }
  for (;;) {  // each at once, for browsers open connections on which they say nothing yet
    const int connection = accept(listener, nullptr, nullptr);
    if (connection >= 0) std::thread(answer, connection, choose).detach();
  }
}
