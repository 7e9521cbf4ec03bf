// Parsed once for the files of tools, like standard.h.
#pragma once

#include "cmake/standard.h"

#include <boost/json.hpp>
