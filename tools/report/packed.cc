#include "tools/report/packed.h"

#include <absl/strings/escaping.h>

#include <boost/beast/zlib/deflate_stream.hpp>

namespace gauntlet::tools {

std::string packed(std::string_view text) {
  namespace zlib = boost::beast::zlib;
  zlib::deflate_stream stream;
  stream.reset(9, 15, 9, zlib::Strategy::normal);
  std::string bytes(stream.upper_bound(text.size()) + 64, '\0');
  zlib::z_params work{};
  work.next_in = text.data();
  work.avail_in = text.size();
  work.next_out = bytes.data();
  work.avail_out = bytes.size();
  boost::beast::error_code error;
  stream.write(work, zlib::Flush::finish, error);
  bytes.resize(work.total_out);
  return absl::Base64Escape(bytes);
}

}  // namespace gauntlet::tools
