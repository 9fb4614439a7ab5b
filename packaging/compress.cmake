# Run by CPack before it makes the package: manual page and changelog compressed, and modes of files, as Debian wants them.
find_program(GZIP gzip REQUIRED)
file(GLOB_RECURSE texts ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/share/man/*.1
  ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/share/doc/tread/changelog)
foreach(text IN LISTS texts)
  execute_process(COMMAND ${GZIP} -9n ${text} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
