# Installs a finished build into an empty prefix and builds and runs the project in downstream/ against it.
# Fails at the first step that fails. No compiler cache: the prefix is new each time.
cmake_minimum_required(VERSION 3.25)
set(ENV{CCACHE_DISABLE} 1)
set(prefix ${WORK_DIR}/prefix)
set(build ${WORK_DIR}/build)
file(REMOVE_RECURSE ${WORK_DIR})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} --config ${CONFIG}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS ${prefix}/bin/tread)
  message(FATAL_ERROR "the program was not installed as ${prefix}/bin/tread")
endif()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${DOWNSTREAM_DIR} -B ${build} -G ${GENERATOR}
    -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS}
    -D CMAKE_BUILD_TYPE=${CONFIG} -D CMAKE_PREFIX_PATH=${prefix} -D TREAD_VERSION=${VERSION}
  COMMAND_ERROR_IS_FATAL ANY)

# The package that was found must be the one just installed, not one that the system happens to have.
file(STRINGS ${build}/CMakeCache.txt found REGEX "^tread_DIR:")
string(FIND "${found}" "=${prefix}/" position)
if(position EQUAL -1)
  message(FATAL_ERROR "found another tread than the installed one: ${found}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --config ${CONFIG} COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND ${build}/downstream OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "downstream printed: ${output}")
# E* of steel on steel, E = 210 GPa and nu = 0.3: E / (2 (1 - nu^2)) = 210 / 1.82 = 115.38 GPa.
if(NOT output STREQUAL "contact modulus 115.38 GPa\n")
  message(FATAL_ERROR "expected 'contact modulus 115.38 GPa'")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
