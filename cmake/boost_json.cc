// Boost.JSON itself, for the standard library that this build uses: Debian's is compiled for GCC's.
#include <boost/json/src.hpp>
