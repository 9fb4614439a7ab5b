# find_package(tread) for other projects.
include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tread)
install(EXPORT treadTargets NAMESPACE tread:: DESTINATION ${config_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/treadConfig.cmake.in
  ${PROJECT_BINARY_DIR}/treadConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/treadConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/treadConfig.cmake ${PROJECT_BINARY_DIR}/treadConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindFFTW.cmake ${PROJECT_SOURCE_DIR}/cmake/FindSundials.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindCholmod.cmake ${PROJECT_SOURCE_DIR}/cmake/FindHdf5Serial.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindMatio.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindHttplib.cmake
  DESTINATION ${config_dir})
