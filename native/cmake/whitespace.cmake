# The ways of skipping whitespace that are compared (policy.h), each a core whose instances have that way: targets
# whitespace-NAME, for which `add` is called with the target's name and sources; bench-whitespace waits for all of them.
set(JSONTAPE_WHITESPACE ${CMAKE_CURRENT_LIST_DIR}/../../test/whitespace)

function(jsontape_whitespace_ways add)
    set(instances ${JSONTAPE_CORE})
    list(FILTER instances INCLUDE REGEX "/isa_[a-z0-9_]+\\.c$")
    set(rest ${JSONTAPE_CORE})
    list(REMOVE_ITEM rest ${instances})
    add_library(whitespace-rest OBJECT EXCLUDE_FROM_ALL ${rest} ${JSONTAPE_WHITESPACE}/whitespace_documents.c)
    foreach(way scalar:1:16 vector:2:16 hybrid4:3:4 hybrid8:3:8 hybrid16:3:16 hybrid32:3:32 hybrid64:3:64)
        string(REPLACE ":" ";" parts ${way})
        list(GET parts 0 name)
        list(GET parts 1 strategy)
        list(GET parts 2 promote)
        cmake_language(CALL ${add} whitespace-${name} ${instances} ${JSONTAPE_WHITESPACE}/whitespace_way.c
            $<TARGET_OBJECTS:whitespace-rest>)
        target_compile_definitions(whitespace-${name} PRIVATE JT_WS=${strategy} JT_WS_PROMOTE=${promote})
        add_dependencies(bench-whitespace whitespace-${name})
    endforeach()
endfunction()
