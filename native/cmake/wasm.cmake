# The WASM builds. The browser module and the WASI reactor have the same exports, import nothing, and leave the memory
# above their own data, which begins behind a stack of 64 KB, to whoever instantiates them.
add_compile_options(-msimd128 -mbulk-memory -mnontrapping-fptoint)
set(JSONTAPE_MEMORY_MAX 4294967296)
set(JSONTAPE_STACK 65536)

function(jsontape_module target)
    add_executable(${target} ${JSONTAPE_CORE} ${JSONTAPE_WASM_SOURCES})
    target_include_directories(${target} PRIVATE core/include)
    target_link_libraries(${target} PRIVATE jsontape-warnings)
endfunction()

if(JSONTAPE_EMSCRIPTEN)
    jsontape_module(jsontape-browser)
    set_target_properties(jsontape-browser PROPERTIES OUTPUT_NAME jsontape)
    target_link_options(jsontape-browser PRIVATE -O3 --no-entry -sSTANDALONE_WASM -sFILESYSTEM=0
        -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=${JSONTAPE_MEMORY_MAX} -sTOTAL_STACK=${JSONTAPE_STACK}
        -sGLOBAL_BASE=${JSONTAPE_STACK} -sINITIAL_MEMORY=262144 LINKER:--stack-first LINKER:--strip-all)
else()
    jsontape_module(jsontape-reactor)
    target_link_options(jsontape-reactor PRIVATE -mexec-model=reactor -nostartfiles LINKER:--no-entry
        LINKER:--stack-first LINKER:-z,stack-size=${JSONTAPE_STACK} LINKER:--initial-memory=262144
        LINKER:--max-memory=${JSONTAPE_MEMORY_MAX} LINKER:--strip-all)

    if(JSONTAPE_CLI)
        add_executable(jsontape-cli ${JSONTAPE_CORE} ${JSONTAPE_CLI_SOURCES})
        set_target_properties(jsontape-cli PROPERTIES OUTPUT_NAME jsontape)
        target_include_directories(jsontape-cli PRIVATE core/include)
        target_link_libraries(jsontape-cli PRIVATE jsontape-warnings)
        target_link_options(jsontape-cli PRIVATE LINKER:--stack-first LINKER:--max-memory=${JSONTAPE_MEMORY_MAX}
            LINKER:--strip-all)
    endif()
endif()
