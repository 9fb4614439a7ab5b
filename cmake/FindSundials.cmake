# SUNDIALS' CVODE and ARKODE , which hold serial vectors and dense matrices as well: targets Sundials::cvode and Sundials::arkode. Its own package file asks for
# everything SUNDIALS was built with (PETSc, MPI, Trilinos); these two need none of it.
find_path(Sundials_INCLUDE_DIR cvode/cvode.h)
set(Sundials_names cvode arkode)
foreach(name IN LISTS Sundials_names)
  find_library(Sundials_${name}_LIBRARY sundials_${name})
  mark_as_advanced(Sundials_${name}_LIBRARY)
endforeach()
mark_as_advanced(Sundials_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sundials
  REQUIRED_VARS Sundials_cvode_LIBRARY Sundials_arkode_LIBRARY Sundials_INCLUDE_DIR)
if(Sundials_FOUND)
  foreach(name IN LISTS Sundials_names)
    if(NOT TARGET Sundials::${name})
      add_library(Sundials::${name} UNKNOWN IMPORTED)
      set_target_properties(Sundials::${name} PROPERTIES
        IMPORTED_LOCATION ${Sundials_${name}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Sundials_INCLUDE_DIR})
    endif()
  endforeach()
endif()
