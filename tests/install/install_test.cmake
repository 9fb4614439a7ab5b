# Installs a finished build into an empty prefix and builds and runs other projects against it: one in C++, one in C, one in C
# by pkg-config alone. Fails at the first step that fails. No compiler cache: the prefix is new each time.
cmake_minimum_required(VERSION 3.25)
set(ENV{CCACHE_DISABLE} 1)
set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${WORK_DIR})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} --config ${CONFIG}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file IN ITEMS bin/tread include/tread/tread.h include/tread/core/grid.hpp share/tread/examples/train_bridge.toml
    share/doc/tread/README.md share/doc/tread/docs/conventions.md)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${prefix}/${file} was not installed")
  endif()
endforeach()

# E* of steel on steel, E = 210 GPa and nu = 0.3: E / (2 (1 - nu^2)) = 210 / 1.82 = 115.38 GPa.
function(expect_output program)
  execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "${program} printed: ${output}")
  if(NOT output STREQUAL "contact modulus 115.38 GPa\n")
    message(FATAL_ERROR "expected 'contact modulus 115.38 GPa'")
  endif()
endfunction()

function(build_project name)
  set(build ${WORK_DIR}/${name})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${DOWNSTREAM_DIR}/${name} -B ${build} -G ${GENERATOR} -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}
      -D CMAKE_BUILD_TYPE=${CONFIG} -D CMAKE_PREFIX_PATH=${prefix} -D TREAD_VERSION=${VERSION} ${ARGN}
    COMMAND_ERROR_IS_FATAL ANY)
  # The package that was found must be the one just installed, not one that the system happens to have.
  file(STRINGS ${build}/CMakeCache.txt found REGEX "^tread_DIR:")
  string(FIND "${found}" "=${prefix}/" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "found another tread than the installed one: ${found}")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --config ${CONFIG} COMMAND_ERROR_IS_FATAL ANY)
  expect_output(${build}/downstream)
endfunction()

build_project(downstream_cpp -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
build_project(downstream_c -D CMAKE_C_COMPILER=${C_COMPILER} -D CMAKE_C_FLAGS=${C_FLAGS})

file(GLOB pkgconfig_dir ${prefix}/lib*/pkgconfig ${prefix}/lib*/*/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "${pkgconfig_dir}")
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs tread_c OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
separate_arguments(sanitizer UNIX_COMMAND "${C_FLAGS}")
cmake_path(GET pkgconfig_dir PARENT_PATH library_dir)
execute_process(COMMAND ${C_COMPILER} -std=c99 -pedantic -Wall -Wextra -Werror ${sanitizer} ${DOWNSTREAM_DIR}/downstream_c/main.c
  ${flags} -Wl,-rpath,${library_dir} -o ${WORK_DIR}/by_pkg_config COMMAND_ERROR_IS_FATAL ANY)
expect_output(${WORK_DIR}/by_pkg_config)
file(REMOVE_RECURSE ${WORK_DIR})
