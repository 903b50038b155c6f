# The native build: static and shared library, command line program, Node.js addon, C tests, installation.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# ---- Library ----

add_library(jsontape-static STATIC ${JSONTAPE_CORE})
add_library(jsontape SHARED ${JSONTAPE_CORE})
add_library(jsontape::jsontape ALIAS jsontape)
add_library(jsontape::jsontape-static ALIAS jsontape-static)

foreach(target jsontape-static jsontape)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:jsontape-warnings>)
endforeach()

# Position-independent, so that the addon and other shared objects can take it in.
set_target_properties(jsontape-static PROPERTIES OUTPUT_NAME jsontape POSITION_INDEPENDENT_CODE ON)
target_compile_definitions(jsontape PRIVATE JT_SHARED)
set_target_properties(jsontape PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

# ---- Command line program ----

if(JSONTAPE_CLI)
    add_executable(jsontape-cli ${JSONTAPE_CLI_SOURCES})
    set_target_properties(jsontape-cli PROPERTIES OUTPUT_NAME jsontape)
    target_link_libraries(jsontape-cli PRIVATE jsontape-static jsontape-warnings)
    install(TARGETS jsontape-cli)
endif()

# ---- Node.js addon ----

if(JSONTAPE_ADDON)
    # The headers from npm's node-api-headers, or those that lie beside the Node.js that runs.
    find_program(JSONTAPE_NODE NAMES node nodejs)
    if(JSONTAPE_NODE)
        execute_process(COMMAND ${JSONTAPE_NODE} -p "require('node:path').resolve(process.execPath, '../../include/node')"
            OUTPUT_VARIABLE JSONTAPE_NODE_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    find_path(NODE_API_INCLUDE node_api.h REQUIRED NO_DEFAULT_PATH
        PATHS ${PROJECT_SOURCE_DIR}/node_modules/node-api-headers/include ${JSONTAPE_NODE_INCLUDE} /usr/include/node)

    add_library(jsontape-addon MODULE native/addon.c native/utf16.c)
    set_target_properties(jsontape-addon PROPERTIES OUTPUT_NAME jsontape PREFIX "" SUFFIX ".node")
    target_include_directories(jsontape-addon SYSTEM PRIVATE ${NODE_API_INCLUDE})
    target_link_libraries(jsontape-addon PRIVATE jsontape-static jsontape-warnings)
    if(APPLE)
        target_link_options(jsontape-addon PRIVATE -undefined dynamic_lookup)
    endif()
endif()

# ---- Tests: every test/c/test_*.c is a program of its own ----

if(JSONTAPE_TESTS)
    enable_testing()
    set(JSONTAPE_CORPUS "${PROJECT_SOURCE_DIR}/../shared/corpus" CACHE PATH "Folder of documents that the tests read")
    set(arguments)
    if(EXISTS "${JSONTAPE_CORPUS}")
        set(arguments --corpus "${JSONTAPE_CORPUS}")
    endif()

    function(jsontape_test name source library)
        add_executable(${name} ${source})
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
        target_link_libraries(${name} PRIVATE ${library} jsontape-warnings m)
        target_include_directories(${name} PRIVATE core/src)
        target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
        add_test(NAME ${name} COMMAND ${name} ${arguments} ${ARGN})
        set_tests_properties(${name} PROPERTIES TIMEOUT 300)
    endfunction()

    file(GLOB sources CONFIGURE_DEPENDS test/c/test_*.c)
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/test/c/test_differential.c)
    foreach(source ${sources})
        get_filename_component(name ${source} NAME_WE)
        jsontape_test(${name} ${source} jsontape-static)
    endforeach()

    # This one three times, with a core for each way of skipping whitespace (policy.h). Fewer cases where it is emulated.
    set(cases)
    if(CMAKE_CROSSCOMPILING)
        set(cases --count 50000)
    endif()
    foreach(strategy 1 2 3)
        add_library(core-ws${strategy} OBJECT ${JSONTAPE_CORE})
        target_compile_definitions(core-ws${strategy} PUBLIC JT_WS=${strategy})
        jsontape_test(test_differential_ws${strategy} test/c/test_differential.c core-ws${strategy} ${cases})
    endforeach()
endif()

if(JSONTAPE_TESTS OR JSONTAPE_FUZZ)
    add_subdirectory(test/fuzz)
endif()

# How many vector loads whitespace costs, on a core that is compiled to count them; a test of the structure runs it.
add_executable(whitespace-loads EXCLUDE_FROM_ALL ${JSONTAPE_CORE} test/structure/whitespace_loads.c)
set_target_properties(whitespace-loads PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
target_compile_definitions(whitespace-loads PRIVATE JT_COUNT_VECTOR_LOADS)
target_link_libraries(whitespace-loads PRIVATE jsontape-warnings)

if(JSONTAPE_BENCH OR JSONTAPE_TESTS)
    add_subdirectory(native/bench)
endif()

# ---- Installation: header, both libraries, CMake package, pkg-config file ----

install(FILES core/include/jsontape.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS jsontape jsontape-static EXPORT jsontape)
set(JSONTAPE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/jsontape)
install(EXPORT jsontape FILE jsontape-targets.cmake NAMESPACE jsontape:: DESTINATION ${JSONTAPE_PACKAGE_DIR})
configure_package_config_file(native/cmake/jsontape-config.cmake.in jsontape-config.cmake
    INSTALL_DESTINATION ${JSONTAPE_PACKAGE_DIR})
write_basic_package_version_file(jsontape-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/jsontape-config.cmake ${PROJECT_BINARY_DIR}/jsontape-config-version.cmake
    DESTINATION ${JSONTAPE_PACKAGE_DIR})

# The prefix may be another one at installation (cmake --install --prefix): the file is written then.
install(CODE "
    set(PROJECT_VERSION ${PROJECT_VERSION})
    foreach(name INCLUDEDIR LIBDIR)
        set(dir \"${CMAKE_INSTALL_INCLUDEDIR}\")
        if(name STREQUAL LIBDIR)
            set(dir \"${CMAKE_INSTALL_LIBDIR}\")
        endif()
        if(NOT IS_ABSOLUTE \"\${dir}\")
            set(dir \"\\\${prefix}/\${dir}\")
        endif()
        set(JSONTAPE_PC_\${name} \"\${dir}\")
    endforeach()
    configure_file(\"${PROJECT_SOURCE_DIR}/native/cmake/jsontape.pc.in\" \"${PROJECT_BINARY_DIR}/jsontape.pc\" @ONLY)
")
install(FILES ${PROJECT_BINARY_DIR}/jsontape.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
