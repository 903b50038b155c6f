# Toolchain of the WASI build: the wasi-sdk that WASI_SDK_PATH points to, or the same parts from Debian (clang-19,
# lld-19, wasi-libc, libclang-rt-19-dev-wasm32).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(JSONTAPE_WASI ON)

if(DEFINED ENV{WASI_SDK_PATH})
    set(CMAKE_C_COMPILER "$ENV{WASI_SDK_PATH}/bin/clang")
    set(CMAKE_SYSROOT "$ENV{WASI_SDK_PATH}/share/wasi-sysroot")
else()
    find_program(JSONTAPE_WASI_CLANG clang-19 REQUIRED)
    set(CMAKE_C_COMPILER "${JSONTAPE_WASI_CLANG}")
    set(CMAKE_SYSROOT /usr)
endif()
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
