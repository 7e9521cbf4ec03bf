// Which pages may talk to a server by way of somebody's browser.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"

namespace gauntlet::tools {

/// Whether `text` is an origin as browsers write it: http://example.org, https://[::1]:8443.
bool is_origin(std::string_view text);

/// Whether requests to a server that is called `host` are answered: it is an address, localhost or
/// the name of an `allowed` origin. Behind a foreign name may be a page whose owner
/// has pointed that name at this machine.
absl::Status host_objection(std::string_view host, const std::vector<std::string>& allowed);

/// Whether a browser may connect. `origin` is the header of that name, the page's
/// own; programs send none, which is fine. `host` is what the page calls this server. A page may
/// come from this machine, or from the host that the server itself is called by, which
/// host_objection() must allow; others must be `allowed` origins.
absl::Status origin_objection(std::string_view origin, std::string_view host,
                              const std::vector<std::string>& allowed);

}  // namespace gauntlet::tools
