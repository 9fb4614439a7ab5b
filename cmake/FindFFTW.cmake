# FFTW in double and single precision: targets FFTW::double and FFTW::single, each with the library that makes its planner safe
# to call from several threads.
find_path(FFTW_INCLUDE_DIR fftw3.h)
find_library(FFTW_DOUBLE_LIBRARY fftw3)
find_library(FFTW_SINGLE_LIBRARY fftw3f)
find_library(FFTW_DOUBLE_THREADS_LIBRARY fftw3_threads)
find_library(FFTW_SINGLE_THREADS_LIBRARY fftw3f_threads)
mark_as_advanced(FFTW_INCLUDE_DIR FFTW_DOUBLE_LIBRARY FFTW_SINGLE_LIBRARY FFTW_DOUBLE_THREADS_LIBRARY
  FFTW_SINGLE_THREADS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW REQUIRED_VARS FFTW_DOUBLE_LIBRARY FFTW_SINGLE_LIBRARY FFTW_DOUBLE_THREADS_LIBRARY
  FFTW_SINGLE_THREADS_LIBRARY FFTW_INCLUDE_DIR)
if(FFTW_FOUND)
  foreach(precision IN ITEMS double single)
    if(NOT TARGET FFTW::${precision})
      string(TOUPPER ${precision} upper)
      # The threads' library comes first: it uses the other one, which matters where both are static.
      add_library(FFTW::${precision} UNKNOWN IMPORTED)
      set_target_properties(FFTW::${precision} PROPERTIES
        IMPORTED_LOCATION ${FFTW_${upper}_THREADS_LIBRARY} INTERFACE_LINK_LIBRARIES ${FFTW_${upper}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${FFTW_INCLUDE_DIR})
    endif()
  endforeach()
endif()
