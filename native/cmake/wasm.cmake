# The WASM builds. The browser module and the WASI reactor have the same exports, import nothing, and leave the memory
# above their own data, which begins behind a stack, to whoever instantiates them. Of its stack the core uses 2 KB; the
# browser module has 4, so that an address of its data takes 2 bytes instead of 3 wherever code names it (1 KB in all).
add_compile_options(-msimd128 -mbulk-memory -mnontrapping-fptoint)
set(JSONTAPE_MEMORY_MAX 4294967296)
if(JSONTAPE_EMSCRIPTEN)
    set(JSONTAPE_STACK 4096)
else()
    set(JSONTAPE_STACK 65536)
endif()

# What every byte goes through is inlined, which emcc turns off at -Os: citm_catalog is tokenized in 0.68 of the time, and
# doubles are written in 0.52. The rest is made small.
set(JSONTAPE_HOT core/src/write/records.c core/src/number/format_f64.c)
set_source_files_properties(${JSONTAPE_HOT} PROPERTIES COMPILE_OPTIONS -finline-functions)
if(JSONTAPE_EMSCRIPTEN)
    file(GLOB JSONTAPE_COLD RELATIVE ${CMAKE_SOURCE_DIR} core/src/*.c core/src/read/*.c core/src/build/*.c wasm/*.c)
    set_source_files_properties(${JSONTAPE_COLD} PROPERTIES COMPILE_OPTIONS -Oz)
    # Small functions in line: values are built in 0.76 of the time, and the module is smaller.
    set_source_files_properties(core/src/build/build.c core/src/build/shapes.c core/src/build/arenas.c
        core/src/read/reader.c core/src/read/text.c
        PROPERTIES COMPILE_OPTIONS "-Oz;-finline-functions")
    set_source_files_properties(core/src/read/select.c PROPERTIES COMPILE_OPTIONS "-Os;-finline-functions")

    # The tokenizer for speed: canada.json 1.05.
    set_source_files_properties(core/src/simd/isa_wasm128.c PROPERTIES COMPILE_OPTIONS "-O2;-fno-unroll-loops")

    # Passes of LLVM's that copy code to make it faster, where it does not get faster by them: not in the tokenizer's
    # instance, in what builds values and in the loop that writes tapes. There are no loops that the compiler's vectors
    # make faster.
    set(JSONTAPE_PASSES -enable-pre=false -jump-threading-threshold=2 -replexitval=never)
    list(TRANSFORM JSONTAPE_PASSES PREPEND LINKER:-mllvm, OUTPUT_VARIABLE JSONTAPE_LINK_PASSES)
    list(APPEND JSONTAPE_LINK_PASSES LINKER:-mllvm,-inline-threshold=0 LINKER:-mllvm,-vectorize-slp=false
        LINKER:-mllvm,-vectorize-loops=false)
    file(GLOB JSONTAPE_LEAN RELATIVE ${CMAKE_SOURCE_DIR} core/src/*.c core/src/*/*.c wasm/*.c)
    list(FILTER JSONTAPE_LEAN EXCLUDE REGEX "isa_wasm128|/build/|read/text|write/document")
    list(JOIN JSONTAPE_PASSES " -mllvm " JSONTAPE_PASSES)
    set_property(SOURCE ${JSONTAPE_LEAN} PROPERTY COMPILE_FLAGS "-mllvm ${JSONTAPE_PASSES}")
    add_compile_options(-fno-vectorize -fno-slp-vectorize)
endif()

# The sources that are not the core's come first, and so does their data, which code names most.
function(jsontape_module target name)
    add_executable(${target} ${ARGN} ${JSONTAPE_CORE})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm)
    target_include_directories(${target} PRIVATE core/include)
    target_link_libraries(${target} PRIVATE jsontape-warnings)
endfunction()

# How many vector loads whitespace costs, on a core that is compiled to count them; a test of the structure runs it.
jsontape_module(whitespace-loads test/whitespace-loads test/structure/whitespace_loads.c)
set_target_properties(whitespace-loads PROPERTIES EXCLUDE_FROM_ALL ON)
target_compile_definitions(whitespace-loads PRIVATE JT_COUNT_VECTOR_LOADS)

# The ways to escape text, compared by bench-node/escape.js.
jsontape_module(bench-escape bench-escape test/escape/escape_ways.c)
set_target_properties(bench-escape PROPERTIES EXCLUDE_FROM_ALL ON)

if(JSONTAPE_EMSCRIPTEN)
    add_compile_options(-flto) # 5 % smaller
    set(JSONTAPE_REACTOR_OPTIONS -Oz -flto -sSUPPORT_ERRNO=0 --no-entry -sSTANDALONE_WASM -sFILESYSTEM=0
        -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=${JSONTAPE_MEMORY_MAX} -sTOTAL_STACK=${JSONTAPE_STACK}
        -sGLOBAL_BASE=${JSONTAPE_STACK} -sINITIAL_MEMORY=262144 LINKER:--stack-first)
    jsontape_module(jsontape-browser jsontape ${JSONTAPE_WASM_SOURCES})
    target_compile_definitions(jsontape-browser PRIVATE JT_TAPE_NUMBERS=0)
    target_link_options(jsontape-browser PRIVATE ${JSONTAPE_REACTOR_OPTIONS} ${JSONTAPE_LINK_PASSES})
    # emcc optimizes once, and inlines what is better called.
    find_program(JSONTAPE_WASM_OPT wasm-opt REQUIRED HINTS $ENV{EMSDK}/upstream/bin)
    find_program(JSONTAPE_NODE NAMES node nodejs REQUIRED)
    add_custom_command(TARGET jsontape-browser POST_BUILD
        COMMAND ${JSONTAPE_WASM_OPT} -Oz --converge --always-inline-max-function-size=5 --low-memory-unused
            --zero-filled-memory --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext
            --enable-mutable-globals $<TARGET_FILE:jsontape-browser> -o $<TARGET_FILE:jsontape-browser>
        COMMAND ${JSONTAPE_NODE} ${CMAKE_SOURCE_DIR}/wasm/shrink.js $<TARGET_FILE:jsontape-browser>)
else()
    set(JSONTAPE_REACTOR_OPTIONS -mexec-model=reactor LINKER:--stack-first
        LINKER:-z,stack-size=${JSONTAPE_STACK} LINKER:--initial-memory=262144
        LINKER:--max-memory=${JSONTAPE_MEMORY_MAX} LINKER:--strip-all)
    jsontape_module(jsontape-reactor jsontape-reactor ${JSONTAPE_WASM_SOURCES})
    target_compile_definitions(jsontape-reactor PRIVATE JT_TAPE_NUMBERS=0)
    target_link_options(jsontape-reactor PRIVATE ${JSONTAPE_REACTOR_OPTIONS})

    if(JSONTAPE_CLI)
        jsontape_module(jsontape-cli jsontape ${JSONTAPE_CLI_SOURCES})
        target_link_options(jsontape-cli PRIVATE LINKER:--stack-first LINKER:--max-memory=${JSONTAPE_MEMORY_MAX}
            LINKER:--strip-all)
    endif()
endif()
# The ways of skipping whitespace, a module each, compared by bench-node/whitespace.js and, in WASI, by bench-whitespace.
include(native/cmake/whitespace.cmake)
add_custom_target(bench-whitespace)
function(bench_whitespace_module target)
    set(room LINKER:--initial-memory=16777216)
    if(JSONTAPE_EMSCRIPTEN)
        set(room -sINITIAL_MEMORY=16777216)
    endif()
    add_executable(${target} EXCLUDE_FROM_ALL ${ARGN})
    set_target_properties(${target} PROPERTIES SUFFIX .wasm)
    target_link_options(${target} PRIVATE ${JSONTAPE_REACTOR_OPTIONS} ${room})
endfunction()
jsontape_whitespace_ways(bench_whitespace_module)
if(JSONTAPE_WASI)
    add_executable(whitespace EXCLUDE_FROM_ALL ${JSONTAPE_CORE} native/bench/method.c native/bench/program.c
        native/bench/report.c native/bench/statistics.c ${JSONTAPE_WHITESPACE}/whitespace_documents.c
        ${JSONTAPE_WHITESPACE}/bench_whitespace.c)
    set_target_properties(whitespace PROPERTIES SUFFIX .wasm)
    target_compile_definitions(whitespace PRIVATE _GNU_SOURCE)
    add_dependencies(bench-whitespace whitespace)
endif()

foreach(target whitespace-loads bench-escape)
    target_link_options(${target} PRIVATE ${JSONTAPE_REACTOR_OPTIONS})
endforeach()
