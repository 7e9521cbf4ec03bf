#include "tools/net/address.h"

#include <boost/asio/ip/address.hpp>
#include <string>

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

bool is_ip_address(std::string_view text) {
  error_code error;
  asio::ip::make_address(std::string(text), error);
  return !error;
}

bool is_loopback(std::string_view text) {
  error_code error;
  return asio::ip::make_address(std::string(text), error).is_loopback();
}

}  // namespace gauntlet::tools
