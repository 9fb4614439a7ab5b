# CHOLMOD with the BLAS that it runs on: target Cholmod::cholmod.
find_path(Cholmod_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(Cholmod_LIBRARY cholmod)
find_path(Cholmod_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES x86_64-linux-gnu)
find_library(Cholmod_BLAS_LIBRARY openblas)
mark_as_advanced(Cholmod_INCLUDE_DIR Cholmod_LIBRARY Cholmod_CBLAS_INCLUDE_DIR Cholmod_BLAS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cholmod
  REQUIRED_VARS Cholmod_LIBRARY Cholmod_INCLUDE_DIR Cholmod_BLAS_LIBRARY Cholmod_CBLAS_INCLUDE_DIR)
if(Cholmod_FOUND AND NOT TARGET Cholmod::cholmod)
  add_library(Cholmod::cholmod UNKNOWN IMPORTED)
  set_target_properties(Cholmod::cholmod PROPERTIES IMPORTED_LOCATION ${Cholmod_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${Cholmod_INCLUDE_DIR};${Cholmod_CBLAS_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES ${Cholmod_BLAS_LIBRARY})
endif()
