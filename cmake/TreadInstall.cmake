# What is installed beside program and libraries, and find_package(tread) for other projects.
include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tread)

# The packages that users of the static libraries must find: what the rooms link, the C++ library of which is named like its package.
get_property(links GLOBAL PROPERTY TREAD_LINKS)
set(packages ${links})
list(FILTER packages INCLUDE REGEX "^[A-Za-z0-9_]+::")
list(TRANSFORM packages REPLACE "::.*" "")
list(REMOVE_DUPLICATES packages)
list(SORT packages)
set(least_Eigen3 " 3.4")
set(TREAD_DEPENDENCIES "")
foreach(package IN LISTS packages)
  string(APPEND TREAD_DEPENDENCIES "  find_dependency(${package}${least_${package}})\n")
  set(module ${PROJECT_SOURCE_DIR}/cmake/Find${package}.cmake)
  if(EXISTS ${module})
    install(FILES ${module} DESTINATION ${config_dir} COMPONENT development)
  endif()
endforeach()

install(EXPORT treadTargets NAMESPACE tread:: DESTINATION ${config_dir} COMPONENT development)
install(EXPORT treadCTargets NAMESPACE tread:: DESTINATION ${config_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/treadConfig.cmake.in
  ${PROJECT_BINARY_DIR}/treadConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/treadConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/treadConfig.cmake ${PROJECT_BINARY_DIR}/treadConfigVersion.cmake
  DESTINATION ${config_dir})

if(PROJECT_IS_TOP_LEVEL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tread/examples)
  install(FILES CHANGELOG.md CITATION.cff NOTICE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.svg)
endif()
