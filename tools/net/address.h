// Addresses of this machine, as the command line writes them.
#pragma once

#include <string_view>

namespace gauntlet::tools {

/// Whether `text` is an address that a server can listen on, such as 127.0.0.1, ::1 or 0.0.0.0.
bool is_ip_address(std::string_view text);
/// Whether only programs of this machine reach it. REQUIRES: is_ip_address(text).
bool is_loopback(std::string_view text);

}  // namespace gauntlet::tools
