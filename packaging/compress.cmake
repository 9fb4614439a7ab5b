# Run by CPack before it makes the package: manual page and changelog compressed, as Debian wants them.
find_program(GZIP gzip REQUIRED)
file(GLOB_RECURSE texts ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*)
list(FILTER texts INCLUDE REGEX "/share/(man/.*\\.1|doc/tread/changelog)$")
foreach(text IN LISTS texts)
  execute_process(COMMAND ${GZIP} -9n ${text} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
