# What `cmake --install` installs, in two components: `program`, and `library` with the archives,
# their headers, the CMake package and gauntlet.pc. Nothing installed names a path of this build, so
# that an installed folder may be moved.
include(CMakePackageConfigHelpers)

install(TARGETS gauntlet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)

# ---- what the program says of itself: its manual page, and what shells complete ----
function(install_told file folder)
  set(path ${PROJECT_BINARY_DIR}/told/${file})
  install(CODE "file(MAKE_DIRECTORY [[${PROJECT_BINARY_DIR}/told]])
execute_process(COMMAND \"$<TARGET_FILE:gauntlet>\" ${ARGN} OUTPUT_FILE [[${path}]] COMMAND_ERROR_IS_FATAL ANY)"
          COMPONENT program)
  install(FILES ${path} DESTINATION ${folder} COMPONENT program)
endfunction()
install_told(gauntlet.1 ${CMAKE_INSTALL_MANDIR}/man1 man)
install_told(gauntlet ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completion bash)
install_told(_gauntlet ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completion zsh)

set(GAUNTLET_ROOMS engine search selfplay)
foreach(room ${GAUNTLET_ROOMS})
  # As gauntlet::engine everywhere; as libgauntlet_engine.a, for others have an engine too.
  set_target_properties(${room} PROPERTIES OUTPUT_NAME gauntlet_${room})
  add_library(gauntlet::${room} ALIAS ${room})
endforeach()
install(TARGETS ${GAUNTLET_ROOMS} EXPORT gauntletTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)

# ---- headers: as users include them, which is another name than here ----
set(GAUNTLET_STAGE ${PROJECT_BINARY_DIR}/installed_headers)
install(CODE "set(SOURCE [[${PROJECT_SOURCE_DIR}]])\nset(STAGE [[${GAUNTLET_STAGE}]])"
        COMPONENT library)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/stage_headers.cmake COMPONENT library)
install(DIRECTORY ${GAUNTLET_STAGE}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)

# ---- the CMake package ----
set(GAUNTLET_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/gauntlet)
configure_package_config_file(cmake/gauntletConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/gauntletConfig.cmake
                              INSTALL_DESTINATION ${GAUNTLET_PACKAGE}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gauntletConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)  # before 1.0 each may differ
install(EXPORT gauntletTargets NAMESPACE gauntlet:: DESTINATION ${GAUNTLET_PACKAGE}
        COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/gauntletConfig.cmake
              ${PROJECT_BINARY_DIR}/gauntletConfigVersion.cmake
        DESTINATION ${GAUNTLET_PACKAGE} COMPONENT library)

# ---- gauntlet.pc: what the rooms link, under the names that pkg-config has for it ----
set(GAUNTLET_REQUIRES)
foreach(room ${GAUNTLET_ROOMS})
  get_target_property(linked ${room} INTERFACE_LINK_LIBRARIES)
  list(APPEND GAUNTLET_REQUIRES ${linked})
endforeach()
list(REMOVE_ITEM GAUNTLET_REQUIRES NOTFOUND linked-NOTFOUND ${GAUNTLET_ROOMS} Threads::Threads)
list(TRANSFORM GAUNTLET_REQUIRES REPLACE "^absl::" "absl_")
list(TRANSFORM GAUNTLET_REQUIRES REPLACE "^TBB::tbb$" "tbb")
list(TRANSFORM GAUNTLET_REQUIRES REPLACE "^SQLite::SQLite3$" "sqlite3")
list(REMOVE_DUPLICATES GAUNTLET_REQUIRES)
if(GAUNTLET_REQUIRES MATCHES "::")
  message(FATAL_ERROR "cmake/install.cmake knows no pkg-config name for: ${GAUNTLET_REQUIRES}")
endif()
list(JOIN GAUNTLET_REQUIRES ", " GAUNTLET_REQUIRES)
set(GAUNTLET_PC_FOLDER ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH GAUNTLET_PC_TO_PREFIX /prefix/${GAUNTLET_PC_FOLDER} /prefix)
configure_file(cmake/gauntlet.pc.in ${PROJECT_BINARY_DIR}/gauntlet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gauntlet.pc DESTINATION ${GAUNTLET_PC_FOLDER}
        COMPONENT library)

# ---- the manual and the examples, in folders as here, so that its links hold ----
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
install(FILES docs/library.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT library)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
