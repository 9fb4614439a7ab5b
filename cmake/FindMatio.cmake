# matio, which writes files of Matlab: target Matio::matio.
find_path(Matio_INCLUDE_DIR matio.h)
find_library(Matio_LIBRARY matio)
mark_as_advanced(Matio_INCLUDE_DIR Matio_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Matio REQUIRED_VARS Matio_LIBRARY Matio_INCLUDE_DIR)
if(Matio_FOUND AND NOT TARGET Matio::matio)
  add_library(Matio::matio UNKNOWN IMPORTED)
  set_target_properties(Matio::matio PROPERTIES
    IMPORTED_LOCATION ${Matio_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Matio_INCLUDE_DIR})
endif()
