# Writes the headers of the library from SOURCE into STAGE as users include them: "engine/game.h"
# becomes "gauntlet/engine/game.h". Users have folders called engine and search themselves, and an
# include by such a name would find whichever stands first.
#
# All headers of the three rooms but what is inside a search (its folders, and what includes them)
# and the two doors to TBB, which look different in a build for ThreadSanitizer.
file(REMOVE_RECURSE ${STAGE})
file(GLOB headers RELATIVE ${SOURCE} ${SOURCE}/engine/*.h ${SOURCE}/search/*.h)
file(GLOB_RECURSE selfplay RELATIVE ${SOURCE} ${SOURCE}/selfplay/*.h)
foreach(header ${headers} ${selfplay})
  file(READ ${SOURCE}/${header} text)
  if(text MATCHES "#include (\"search/[a-z_]+/|<(tbb|oneapi)/)")
    continue()
  endif()
  string(REGEX REPLACE "#include \"(engine|search|selfplay)/" "#include \"gauntlet/\\1/" text
                       "${text}")
  file(WRITE ${STAGE}/gauntlet/${header} "${text}")
endforeach()
