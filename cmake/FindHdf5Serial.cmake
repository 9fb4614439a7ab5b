# The C library of HDF5, built without MPI: target Hdf5Serial::hdf5. CMake's own FindHDF5 asks for a C compiler, which projects that use
# tread may not have, and links everything the library itself was linked with.
find_path(Hdf5Serial_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(Hdf5Serial_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(Hdf5Serial_INCLUDE_DIR Hdf5Serial_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hdf5Serial REQUIRED_VARS Hdf5Serial_LIBRARY Hdf5Serial_INCLUDE_DIR)
if(Hdf5Serial_FOUND AND NOT TARGET Hdf5Serial::hdf5)
  add_library(Hdf5Serial::hdf5 UNKNOWN IMPORTED)
  set_target_properties(Hdf5Serial::hdf5 PROPERTIES
    IMPORTED_LOCATION ${Hdf5Serial_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Hdf5Serial_INCLUDE_DIR})
endif()
