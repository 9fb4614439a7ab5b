# A room is one folder under src/tread and one static library tread::<room>.
#
#   tread_room(contact USES core halfspace SOURCES normal.cpp HEADERS normal.hpp [LINKS lib...])
#
# USES are the rooms it may include, LINKS the outside libraries its headers need, PRIVATE_LINKS those only its sources need.
# Headers are compiled one by one on their own (target all_verify_interface_header_sets).
function(tread_room name)
  cmake_parse_arguments(ROOM "" "" "USES;SOURCES;HEADERS;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target tread_${name})
  add_library(${target} STATIC ${ROOM_SOURCES})
  add_library(tread::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/src FILES ${ROOM_HEADERS})
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(${target} PUBLIC tread::${used})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  tread_compile_options(${target} PUBLIC)
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
