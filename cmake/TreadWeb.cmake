# The pages of report and viewer: bundled from web/ by Node.js while tread is built; nothing of Node.js is needed to run tread.
#
# Gives the target tread_web, whose outputs are ${TREAD_WEB_BUNDLE}/tread.js and tread.css.
find_program(NODE_PROGRAM NAMES node nodejs DOC "Node.js, 18 or later")
find_program(NPM_PROGRAM npm DOC "npm, which comes with Node.js")
if(NOT NODE_PROGRAM OR NOT NPM_PROGRAM)
  message(FATAL_ERROR "Node.js (18 or later) and npm bundle the pages of the report, and are not there. "
    "Install them: scripts/setup does, or apt-get install nodejs npm")
endif()
execute_process(COMMAND ${NODE_PROGRAM} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX REPLACE "^v" "" node_version "${node_version}")
if(node_version VERSION_LESS 18)
  message(FATAL_ERROR "Node.js is ${node_version}, the pages of the report need 18 or later: apt-get install nodejs")
endif()

set(TREAD_WEB_BUNDLE ${PROJECT_BINARY_DIR}/web)
set(web ${PROJECT_SOURCE_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css)

# What tests need besides (browser driver, type checker) is fetched with tests only.
set(modules ${TREAD_WEB_BUNDLE}/modules.stamp)
set(web_purpose $<IF:$<BOOL:${TREAD_TESTS}>,test,build>)
add_custom_command(OUTPUT ${modules}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${TREAD_WEB_BUNDLE}
  COMMAND ${NODE_PROGRAM} ${web}/install.mjs ${web_purpose} ${NPM_PROGRAM}
  COMMAND ${CMAKE_COMMAND} -E touch ${modules}
  DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/install.mjs
  COMMENT "Packages of the pages" VERBATIM)
add_custom_command(OUTPUT ${TREAD_WEB_BUNDLE}/tread.js ${TREAD_WEB_BUNDLE}/tread.css
  COMMAND ${NODE_PROGRAM} ${web}/build.mjs --out ${TREAD_WEB_BUNDLE}
  DEPENDS ${modules} ${web}/build.mjs ${web_sources}
  COMMENT "Bundling the pages" VERBATIM)
add_custom_target(tread_web DEPENDS ${TREAD_WEB_BUNDLE}/tread.js ${TREAD_WEB_BUNDLE}/tread.css)
