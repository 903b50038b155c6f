# Toolchain of the browser build: Emscripten's emcc, in the PATH.
#
# Debian's Emscripten drives clang 14. Where LLVM 19 is installed beside it, a configuration of our own makes it drive
# that one instead: its code is smaller and faster. JSONTAPE_EMSCRIPTEN_LLVM=debian keeps clang 14. An Emscripten SDK
# that is not Debian's is taken as it is.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(JSONTAPE_EMSCRIPTEN ON)

find_program(JSONTAPE_EMCC emcc REQUIRED)
set(CMAKE_C_COMPILER "${JSONTAPE_EMCC}")

set(JSONTAPE_EMSCRIPTEN_LLVM "newest" CACHE STRING "LLVM that Debian's Emscripten drives: newest or debian")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES JSONTAPE_EMSCRIPTEN_LLVM)

set(_debian /usr/share/emscripten)
if(EXISTS "${_debian}/emcc.py" AND NOT DEFINED ENV{EMSDK} AND NOT DEFINED ENV{EM_CONFIG})
    find_program(JSONTAPE_NODE NAMES node nodejs REQUIRED)
    set(_config "EMSCRIPTEN_ROOT = '${_debian}'\nBINARYEN_ROOT = '/usr'\nNODE_JS = '${JSONTAPE_NODE}'\nFROZEN_CACHE = True\n")
    set(_llvm /usr/lib/llvm-19/bin)
    if(JSONTAPE_EMSCRIPTEN_LLVM STREQUAL "newest" AND EXISTS "${_llvm}/clang" AND EXISTS "${_llvm}/wasm-ld")
        string(APPEND _config "LLVM_ROOT = '${_llvm}'\n")
        set(_name emscripten-19)
    else()
        string(APPEND _config "LLVM_ROOT = '/usr/bin'\nLLVM_ADD_VERSION = '14'\nCLANG_ADD_VERSION = '14'\n")
        set(_name emscripten-14)
    endif()
    get_filename_component(_file "${CMAKE_CURRENT_LIST_DIR}/../build/tools/${_name}.py" ABSOLUTE)
    file(CONFIGURE OUTPUT "${_file}" CONTENT "${_config}" @ONLY)

    # For CMake's own questions to the compiler, and for the build, whatever environment it is started in. Debian's
    # JavaScript packages are out of sight of a Node.js that is not Debian's.
    set(ENV{EM_CONFIG} "${_file}")
    set(ENV{NODE_PATH} /usr/share/nodejs)
    set(CMAKE_C_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;EM_CONFIG=${_file};NODE_PATH=/usr/share/nodejs")
    set(CMAKE_C_LINKER_LAUNCHER "${CMAKE_C_COMPILER_LAUNCHER}")
endif()
