#include "tools/protocol/deflate.h"

#include <algorithm>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>

namespace gauntlet::tools {

namespace zlib = boost::beast::zlib;

std::string deflated(std::string_view bytes) {
  zlib::deflate_stream stream;
  stream.reset(9, 15, 9, zlib::Strategy::normal);
  std::string small(stream.upper_bound(bytes.size()) + 64, '\0');
  zlib::z_params work{};
  work.next_in = bytes.data();
  work.avail_in = bytes.size();
  work.next_out = small.data();
  work.avail_out = small.size();
  boost::beast::error_code error;
  stream.write(work, zlib::Flush::finish, error);
  small.resize(work.total_out);
  return small;
}

std::optional<std::string> inflated(std::string_view bytes, std::size_t size) {
  // Beast 1.81 wants to see some bytes behind the end before it believes in it.
  constexpr std::size_t kPadding = 8;
  const std::string padded = std::string(bytes) + std::string(kPadding, '\0');
  std::string whole(size + 1, '\0');  // so that one that is too long shows
  zlib::inflate_stream stream;
  zlib::z_params work{};
  work.next_in = padded.data();
  work.avail_in = padded.size();
  work.next_out = whole.data();
  work.avail_out = whole.size();
  boost::beast::error_code error;
  stream.write(work, zlib::Flush::sync, error);
  if (error != zlib::error::end_of_stream || work.avail_in > kPadding || work.total_out != size)
    return std::nullopt;
  whole.resize(size);
  return whole;
}

}  // namespace gauntlet::tools
