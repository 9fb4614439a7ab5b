# A room is one folder under src/tread and one static library tread::<room>.
#
#   tread_room(contact USES core halfspace SOURCES normal.cpp HEADERS normal.hpp [LINKS lib...] [OPTIMISE -O1] [UNIT_SIZE 8])
#
# USES are the rooms it may include, LINKS the outside libraries its headers need, PRIVATE_LINKS those only its sources need.
# OPTIMISE is for rooms whose own loops take no time: they read, write and describe.
function(tread_room name)
  cmake_parse_arguments(ROOM "" "OPTIMISE;UNIT_SIZE" "USES;SOURCES;HEADERS;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target tread_${name})
  add_library(${target} STATIC ${ROOM_SOURCES})
  add_library(tread::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/src FILES ${ROOM_HEADERS})
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(${target} PUBLIC tread::${used})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  tread_compile_options(${target} PUBLIC)
  tread_compile_together(${target} ${ROOM_UNIT_SIZE})
  tread_optimise(${target} ${ROOM_OPTIMISE})
  install(TARGETS ${target} EXPORT treadTargets COMPONENT development FILE_SET HEADERS COMPONENT development)
  # For treadConfig.cmake: users of a static library link all that it links.
  set_property(GLOBAL APPEND PROPERTY TREAD_LINKS ${ROOM_LINKS} ${ROOM_PRIVATE_LINKS})
endfunction()

# The language level (with the given visibility) and our warnings (never passed on to users of the library).
function(tread_compile_options target visibility)
  target_compile_features(${target} ${visibility} cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${TREAD_WERROR}>:-Werror>
    # g++ 12 sees overlapping copies in std::string operations that are not there (gcc bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
endfunction()

# Compiles up to `size` sources of a target in one go (8 unless given): most of a compiler's time goes into headers, which a unit
# reads once. Names without linkage must then be unique in the whole target, which tests/architecture checks.
function(tread_compile_together target)
  set(size 8)
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TREAD_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
  if(TREAD_UNITY)
    # A type of an anonymous namespace inside another type is a fault in a header; g++ takes the sources of a unit for headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# Optimises a target less than -DCMAKE_BUILD_TYPE=Release says; debug builds stay as they are.
function(tread_optimise target)
  if(ARGC GREATER 1)
    # With -O1 g++ 12 takes values for uninitialised where it has not looked far enough; -O3 of the other rooms sees true ones.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${ARGV1}>
      $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>,$<STREQUAL:${ARGV1},-O1>>:-Wno-maybe-uninitialized>)
  endif()
endfunction()
