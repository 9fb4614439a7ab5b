# The package for Debian, made by scripts/package: program, C library with header, examples, manual. What programs in C++ need
# (component development) is not in it: its static libraries hang on a dozen development packages; build those from source.
set(TREAD_MAINTAINER "The tread authors <tread-authors@example.org>" CACHE STRING "Who answers for packages of tread")
mark_as_advanced(TREAD_MAINTAINER)

string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/packaging/changelog.in ${PROJECT_BINARY_DIR}/packaging/changelog @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/packaging/shlibs.in ${PROJECT_BINARY_DIR}/packaging/shlibs @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/packaging/changelog ${PROJECT_SOURCE_DIR}/packaging/copyright
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
  RENAME tread COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tread)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${TREAD_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "wheel-rail contact and train-bridge dynamics")
set(CPACK_PACKAGE_DESCRIPTION "Finds where wheel and rail touch, how hard they press, where they stick
and slip, and what forces come of it (Kalker's theory, as in the program
CONTACT); lets vehicles run along tracks and trains cross bridges as one
coupled problem; checks the outcome against the norms.
.
The package holds the program, the C library for multibody programs with
its header, and examples.")
set(CPACK_COMPONENTS_ALL tread debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/compress.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME tread)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# With the trigger that Debian asks for where a library is installed, which CPack does not write.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${PROJECT_BINARY_DIR}/packaging/shlibs ${PROJECT_SOURCE_DIR}/packaging/triggers)
# Meshes wheels and rails as elastic bodies, as a program of its own; all else works without it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gmsh)
include(CPack)
