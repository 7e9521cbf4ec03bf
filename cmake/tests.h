// Parsed once for the tests, like standard.h.
#pragma once

#include "cmake/tools.h"

#include <gtest/gtest.h>
