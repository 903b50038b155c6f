/* The Node.js addon: the engine (core/src/engine.h) behind Node-API, called by js/backends/native.js and nobody else,
 * which is why arguments are trusted to have the right types.
 *
 * Every environment (main thread, worker) that loads the addon has an instance of its own for whole texts, freed with
 * it, and one for each stream, freed with the JavaScript object that holds it. Text is read where JavaScript has it.
 * Blocks are kept from call to call, and of a stream for the next one; `trim` gives back those that grew huge. */
#ifdef _WIN32
#define _CRT_RAND_S
#elif defined(__APPLE__)
#include <sys/random.h>
#endif

#include <node_api.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "../core/src/engine.h"
#include "utf16.h"

/* What the garbage collector is told that a stream has outside its heap. */
#define STREAM_BYTES 65536

typedef struct instance {
    jt_engine engine; /* first, so that an engine is its instance */
    uint8_t *tape;    /* a tape of our own, while the engine's lies in JavaScript's memory */
    size_t tape_size;
    bool lent; /* the engine's tape is JavaScript's */
} instance;

static bool reserve(jt_engine *e, jt_engine_block block, size_t size) {
    instance *self = (instance *)(void *)e;
    if (block == JT_ENGINE_TAPE && self->lent) {
        /* JavaScript's memory is too small: go on in our own. */
        size_t old = e->block[block].size;
        if (self->tape_size < size) {
            uint8_t *larger = realloc(self->tape, size);
            if (!larger) {
                return false;
            }
            self->tape = larger;
            self->tape_size = size;
        }
        memcpy(self->tape, e->block[block].data, old);
        e->block[block].data = self->tape;
        e->block[block].size = self->tape_size;
        self->lent = false;
        return true;
    }
    uint8_t *data = realloc(e->block[block].data, size);
    if (!data) {
        return false;
    }
    e->block[block].data = data;
    e->block[block].size = size;
    if (block == JT_ENGINE_TAPE) {
        self->tape = data;
        self->tape_size = size;
    }
    return true;
}

/* The engine's tape is our own again. */
static void take_back(instance *self) {
    self->lent = false;
    self->engine.block[JT_ENGINE_TAPE].data = self->tape;
    self->engine.block[JT_ENGINE_TAPE].size = self->tape_size;
}

static void lend(instance *self, void *words, size_t size) {
    self->lent = true;
    self->engine.block[JT_ENGINE_TAPE].data = words;
    self->engine.block[JT_ENGINE_TAPE].size = size;
}

/* ---- Node-API, shortened ---- */

#define ARGS(n)            \
    size_t argc = n;       \
    napi_value args[n];    \
    instance *self = NULL; \
    napi_get_cb_info(env, info, &argc, args, NULL, (void **)&self)

typedef struct bytes {
    uint8_t *data;
    size_t length; /* in bytes */
} bytes;

/* The memory of a Uint8Array, Uint32Array or Float64Array; NULL for undefined. */
static bytes view(napi_env env, napi_value value) {
    static uint8_t nothing;
    napi_typedarray_type type;
    size_t length;
    void *data;
    if (napi_get_typedarray_info(env, value, &type, &length, &data, NULL, NULL) != napi_ok) {
        return (bytes){NULL, 0};
    }
    if (!data) {
        data = &nothing; /* an empty array has none, and the library takes pointers that are not NULL */
    }
    size_t size = type == napi_uint8_array ? 1 : type == napi_float64_array ? 8 : 4;
    return (bytes){data, length * size};
}

static uint32_t integer(napi_env env, napi_value value) {
    uint32_t result = 0;
    napi_get_value_uint32(env, value, &result);
    return result;
}

static napi_value number(napi_env env, double value) {
    napi_value result = NULL;
    napi_create_double(env, value, &result);
    return result;
}

static napi_value string(napi_env env, const void *utf8, size_t length) {
    napi_value result = NULL;
    napi_create_string_utf8(env, utf8, length, &result);
    return result;
}

static double real(napi_env env, napi_value value) {
    double result = 0;
    napi_get_value_double(env, value, &result);
    return result;
}

/* ---- What js/backends/native.js calls ---- */

/* The instance of a stream; that for whole texts for undefined. */
static instance *stream_or(napi_env env, napi_value stream, instance *self) {
    void *found = NULL;
    return napi_get_value_external(env, stream, &found) == napi_ok ? found : self;
}

/* A Buffer with the output; NULL where there is no more memory. */
static napi_value output_buffer(napi_env env, instance *self) {
    napi_value result = NULL;
    void *text;
    const void *output = self->engine.block[JT_ENGINE_OUTPUT].data;
    return napi_create_buffer_copy(env, self->engine.output, output, &text, &result) == napi_ok ? result : NULL;
}

/* configure(stream | undefined, maxDepth, flags, maxTokenLength, maxLength): jt_engine_configure. */
static napi_value configure(napi_env env, napi_callback_info info) {
    ARGS(5);
    self = stream_or(env, args[0], self);
    jt_engine_configure(&self->engine, integer(env, args[1]), integer(env, args[2]), real(env, args[3]),
                        real(env, args[4]));
    return NULL;
}

/* tokenize(text, words | undefined): a jt_status, OK, INVALID or NEED_MEMORY. The tokens go to words as long as they
 * fit there. */
static napi_value tokenize(napi_env env, napi_callback_info info) {
    ARGS(2);
    bytes text = view(env, args[0]);
    bytes words = view(env, args[1]);
    if (words.length >= sizeof(jt_token)) {
        lend(self, words.data, words.length);
    }
    jt_status status = jt_engine_begin(&self->engine);
    if (status == JT_OK) {
        status = jt_engine_feed(&self->engine, text.data, text.length, true);
    }
    return number(env, status);
}

/* resume(text): after tokenize said INVALID, or resume did, where bad lines are skipped: the same again. */
static napi_value resume(napi_env env, napi_callback_info info) {
    ARGS(1);
    bytes text = view(env, args[0]);
    return number(env, jt_engine_feed(&self->engine, text.data, text.length, true));
}

static void release(instance *self) {
    for (int block = 0; block < JT_ENGINE_BLOCKS; block++) {
        free(self->engine.block[block].data);
        self->engine.block[block].data = NULL;
        self->engine.block[block].size = 0;
    }
    self->tape = NULL;
    self->tape_size = 0;
}

static void drop_stream(napi_env env, void *data, void *hint) {
    (void)hint;
    int64_t now;
    napi_adjust_external_memory(env, -STREAM_BYTES, &now);
    release(data);
    free(data);
}

/* stream(): an instance of its own, for one stream; undefined where there is no more memory. */
static napi_value stream(napi_env env, napi_callback_info info) {
    ARGS(1);
    instance *own = calloc(1, sizeof *own);
    napi_value result = NULL;
    if (!own) {
        return NULL;
    }
    own->engine.reserve = reserve;
    jt_engine_init(&own->engine);
    own->engine.options.seed = self->engine.options.seed;
    if (napi_create_external(env, own, drop_stream, NULL, &result) != napi_ok) {
        free(own);
        return NULL;
    }
    int64_t now;
    napi_adjust_external_memory(env, STREAM_BYTES, &now);
    return result;
}

/* begin(stream): a jt_status, OK or NEED_MEMORY. */
static napi_value begin(napi_env env, napi_callback_info info) {
    ARGS(1);
    self = stream_or(env, args[0], self);
    return number(env, jt_engine_begin(&self->engine));
}

/* feed(stream, chunk, last, report): a jt_status; report, a Float64Array, gets the numbers of jt_feed_number. */
static napi_value feed(napi_env env, napi_callback_info info) {
    ARGS(4);
    self = stream_or(env, args[0], self);
    bytes chunk = view(env, args[1]);
    bytes report = view(env, args[3]);
    bool last = false;
    napi_get_value_bool(env, args[2], &last);
    jt_status status = jt_engine_feed(&self->engine, chunk.data, chunk.length, last);
    if (report.length >= sizeof(double) * (self->engine.select.active ? JT_SELECT_NUMBERS : JT_FEED_NUMBERS)) {
        jt_engine_report(&self->engine, (double *)(void *)report.data);
    }
    return number(env, status);
}

static void copy(bytes target, const uint8_t *source) {
    if (target.length && source) {
        memcpy(target.data, source, target.length);
    }
}

/* take(stream, words, head | undefined, path | undefined): copies the tape of the last feed, its head and what is added
 * to the path, to arrays of the sizes that the report says. */
static napi_value take(napi_env env, napi_callback_info info) {
    ARGS(4);
    self = stream_or(env, args[0], self);
    copy(view(env, args[1]), self->engine.block[JT_ENGINE_TAPE].data);
    copy(view(env, args[2]), jt_engine_head(&self->engine));
    copy(view(env, args[3]), jt_engine_path(&self->engine));
    return NULL;
}

/* keys(stream, known): what jt_engine_keys gives; undefined where there is no more memory. */
static napi_value keys(napi_env env, napi_callback_info info) {
    ARGS(2);
    self = stream_or(env, args[0], self);
    return jt_engine_keys(&self->engine, integer(env, args[1])) == JT_OK ? output_buffer(env, self) : NULL;
}

/* select(stream, path, steps, stars, flags): after begin, jt_engine_select: OK, REFUSED or NEED_MEMORY. */
static napi_value select_path(napi_env env, napi_callback_info info) {
    ARGS(5);
    self = stream_or(env, args[0], self);
    bytes path = view(env, args[1]);
    return number(env, jt_engine_select(&self->engine, path.data, path.length, integer(env, args[2]),
                                        integer(env, args[3]), integer(env, args[4])));
}

/* takeMatches(stream, words, text | undefined): copies those of the last feed and their text to arrays of the sizes
 * that the report says. */
static napi_value take_matches(napi_env env, napi_callback_info info) {
    ARGS(3);
    self = stream_or(env, args[0], self);
    copy(view(env, args[1]), self->engine.block[JT_ENGINE_MATCHES].data);
    copy(view(env, args[2]), self->engine.block[JT_ENGINE_OUTPUT].data);
    return NULL;
}

/* tokens(): how many there are on the tape; negative where they lie in the words given to tokenize. */
static napi_value tokens(napi_env env, napi_callback_info info) {
    ARGS(1);
    double count = (double)self->engine.tokens;
    return number(env, self->lent && count > 0 ? -count : count);
}

/* words(target | undefined): ends the loan of words to tokenize. Before that, tokens that lie elsewhere are copied to
 * target, which must have room for them. */
static napi_value words(napi_env env, napi_callback_info info) {
    ARGS(1);
    bytes target = view(env, args[0]);
    size_t size = self->engine.tokens * sizeof(jt_token);
    if (!self->lent && size && target.length >= size) {
        memcpy(target.data, self->tape, size);
    }
    take_back(self);
    return NULL;
}

/* write(text, words | undefined, count, indent, indentChar, flags): a jt_status, OK, REFUSED or NEED_MEMORY. Writes
 * the tape of the last tokenize, or that in words. */
static napi_value write_tape(napi_env env, napi_callback_info info) {
    ARGS(6);
    bytes text = view(env, args[0]);
    bytes tape = view(env, args[1]);
    size_t count = self->engine.tokens;
    if (tape.data) {
        count = integer(env, args[2]);
        lend(self, tape.data, tape.length);
    }
    jt_status status = JT_REFUSED;
    if (count <= self->engine.block[JT_ENGINE_TAPE].size / sizeof(jt_token)) {
        status = jt_engine_write(&self->engine, text.data, text.length, count, integer(env, args[3]),
                                 (char)integer(env, args[4]), integer(env, args[5]));
    }
    take_back(self);
    return number(env, status);
}

/* buildBegin(stream | undefined, block, count, flags): jt_engine_build_begin. */
static napi_value build_begin(napi_env env, napi_callback_info info) {
    ARGS(4);
    self = stream_or(env, args[0], self);
    jt_engine_build_begin(&self->engine, view(env, args[1]).data, integer(env, args[2]), integer(env, args[3]));
    return NULL;
}

/* build(stream | undefined, block, text): jt_engine_build, of the tape of the last tokenize, or of the last feed of the
 * stream. */
static napi_value build(napi_env env, napi_callback_info info) {
    ARGS(3);
    self = stream_or(env, args[0], self);
    bytes block = view(env, args[1]);
    bytes text = view(env, args[2]);
    return number(env, jt_engine_build(&self->engine, block.data, text.data, text.length));
}

/* parse(block, text, flags): jt_engine_parse. */
static napi_value parse(napi_env env, napi_callback_info info) {
    ARGS(3);
    bytes block = view(env, args[0]);
    bytes text = view(env, args[1]);
    take_back(self);
    return number(env, jt_engine_parse(&self->engine, block.data, text.data, text.length, integer(env, args[2])));
}

/* accepts(text, maxDepth, isUtf8): jt_engine_accepts. */
static napi_value accepts(napi_env env, napi_callback_info info) {
    ARGS(3);
    (void)self;
    bytes text = view(env, args[0]);
    bool is_utf8 = false;
    napi_get_value_bool(env, args[2], &is_utf8);
    napi_value result = NULL;
    napi_get_boolean(env, jt_engine_accepts(text.data, text.length, integer(env, args[1]), is_utf8), &result);
    return result;
}

/* outputLength() */
static napi_value output_length(napi_env env, napi_callback_info info) {
    ARGS(1);
    return number(env, (double)self->engine.output);
}

/* output(target): copies the output there, as much of it as there is room for. */
static napi_value output(napi_env env, napi_callback_info info) {
    ARGS(1);
    bytes target = view(env, args[0]);
    size_t length = self->engine.output < target.length ? self->engine.output : target.length;
    if (length) {
        memcpy(target.data, self->engine.block[JT_ENGINE_OUTPUT].data, length);
    }
    return NULL;
}

/* reject(index, code): jt_engine_reject. */
static napi_value reject(napi_env env, napi_callback_info info) {
    ARGS(2);
    jt_engine_reject(&self->engine, integer(env, args[0]), (jt_error_code)integer(env, args[1]));
    return NULL;
}

/* describe(stream | undefined, report): after INVALID and before any other call, while the text stands: the message and
 * the JSON Pointer, one behind the other in UTF-8; undefined where there is no more memory. report, a Float64Array,
 * gets the numbers of jt_failure_number. */
static napi_value describe(napi_env env, napi_callback_info info) {
    ARGS(2);
    self = stream_or(env, args[0], self);
    bytes report = view(env, args[1]);
    bool good = report.length >= sizeof(double) * JT_FAILURE_NUMBERS &&
                jt_engine_describe(&self->engine, (double *)(void *)report.data) == JT_OK;
    return good ? output_buffer(env, self) : NULL;
}

/* trim(stream | undefined, bytes): frees the blocks that are larger. */
static napi_value trim(napi_env env, napi_callback_info info) {
    ARGS(2);
    self = stream_or(env, args[0], self);
    size_t keep = integer(env, args[1]);
    take_back(self);
    for (int block = 0; block < JT_ENGINE_BLOCKS; block++) {
        if (self->engine.block[block].size > keep) {
            free(self->engine.block[block].data);
            self->engine.block[block].data = NULL;
            self->engine.block[block].size = 0;
        }
    }
    self->tape = self->engine.block[JT_ENGINE_TAPE].data;
    self->tape_size = self->engine.block[JT_ENGINE_TAPE].size;
    return NULL;
}

/* recordsWrite(block, ops, doubles, text, flags), recordsResume(block), recordsLength(block), recordsDrain(block): see
 * engine.h. The block is a Uint8Array. */
static napi_value records_write(napi_env env, napi_callback_info info) {
    ARGS(5);
    (void)self;
    bytes block = view(env, args[0]);
    return number(env, jt_engine_records_write(block.data, block.length, integer(env, args[1]), integer(env, args[2]),
                                               integer(env, args[3]), integer(env, args[4])));
}

/* recordsText(block, text): the text of a batch, put where it goes as UTF-8. Returns its bytes above two bits of flags,
 * or -1 where it is too long. Its units lie behind the place of the bytes for the time. */
static napi_value records_text(napi_env env, napi_callback_info info) {
    ARGS(2);
    (void)self;
    const size_t most = JT_RECORDS_TEXT_CAPACITY / 3;
    bytes block = view(env, args[0]);
    if (block.length < JT_RECORDS_OUT_AT)
        return number(env, -1);
    uint8_t *text = block.data + JT_RECORDS_TEXT_AT, *from = text + JT_RECORDS_TEXT_CAPACITY - 2 * most;
    size_t units;
    if (napi_get_value_string_utf16(env, args[1], NULL, 0, &units) != napi_ok || units > most)
        return number(env, -1);
    napi_get_value_string_utf16(env, args[1], (char16_t *)(void *)from, units + 1, &units);
    bool lone;
    size_t length = utf16_to_utf8(from, units, text, &lone);
    uint32_t flags = length == units ? JT_RECORDS_ASCII : lone ? JT_RECORDS_SURROGATES : 0;
    return number(env, (double)(length << 2 | flags));
}

static napi_value records_resume(napi_env env, napi_callback_info info) {
    ARGS(1);
    (void)self;
    bytes block = view(env, args[0]);
    return number(env, jt_engine_records_resume(block.data, block.length));
}

static napi_value records_length(napi_env env, napi_callback_info info) {
    ARGS(1);
    (void)self;
    bytes block = view(env, args[0]);
    return number(env, jt_engine_records_length(block.data, block.length));
}

static napi_value records_drain(napi_env env, napi_callback_info info) {
    ARGS(1);
    (void)self;
    bytes block = view(env, args[0]);
    jt_engine_records_drain(block.data, block.length);
    return NULL;
}

/* ---- Loading ---- */

static void destroy(napi_env env, void *data, void *hint) {
    (void)env;
    (void)hint;
    instance *self = data;
    take_back(self);
    release(self);
    free(self);
}

/* A random number for the hash of the key table, from the system. false: it has none. */
static bool random_seed(uint64_t *seed) {
#ifdef _WIN32
    unsigned int half[2];
    if (rand_s(half) || rand_s(half + 1))
        return false;
    memcpy(seed, half, sizeof *seed);
    return true;
#else
    return getentropy(seed, sizeof *seed) == 0;
#endif
}

/* The instruction set is the process's: JSONTAPE_ISA is read when the first environment loads the addon. False where
 * it says what there is not. */
static bool choose_isa(void) {
    static atomic_int state; /* 0 new, 1 under way, 2 done, 3 refused */
    int expected = 0;
    if (atomic_compare_exchange_strong(&state, &expected, 1)) {
        const char *name = getenv("JSONTAPE_ISA");
        int isa = name && *name ? jt_isa_from_name(name) : JT_ISA_AUTO;
        bool known = isa >= 0 && jt_set_isa((jt_isa)isa) == JT_OK;
        atomic_store(&state, known ? 2 : 3);
    }
    while (atomic_load(&state) == 1) {
        /* Another thread is at it, for less than a microsecond. */
    }
    return atomic_load(&state) == 2;
}

NAPI_MODULE_INIT() {
    if (!choose_isa()) {
        char message[200];
        const char *name = getenv("JSONTAPE_ISA");
        snprintf(message, sizeof message,
                 "JSONTAPE_ISA is '%.64s': an instruction set that is unknown, or that this build or this processor "
                 "does not have",
                 name ? name : "");
        napi_throw_error(env, "JSONTAPE_ISA", message);
        return NULL;
    }
    instance *self = calloc(1, sizeof *self);
    uint64_t seed;
    if (!self || !random_seed(&seed)) {
        napi_throw_error(env, NULL, self ? "the system has no random numbers" : "out of memory");
        free(self);
        return NULL;
    }
    self->engine.reserve = reserve;
    jt_engine_init(&self->engine);
    self->engine.options.seed = seed;
    napi_set_instance_data(env, self, destroy, NULL);

    napi_property_descriptor properties[] = {
#define FUNCTION(name, function) {name, NULL, function, NULL, NULL, NULL, napi_default, self}
#define VALUE(name, value) {name, NULL, NULL, NULL, NULL, value, napi_enumerable, NULL}
        FUNCTION("configure", configure),
        FUNCTION("tokenize", tokenize),
        FUNCTION("resume", resume),
        FUNCTION("tokens", tokens),
        FUNCTION("words", words),
        FUNCTION("write", write_tape),
        FUNCTION("buildBegin", build_begin),
        FUNCTION("build", build),
        FUNCTION("parse", parse),
        FUNCTION("accepts", accepts),
        FUNCTION("outputLength", output_length),
        FUNCTION("output", output),
        FUNCTION("reject", reject),
        FUNCTION("describe", describe),
        FUNCTION("trim", trim),
        FUNCTION("stream", stream),
        FUNCTION("begin", begin),
        FUNCTION("feed", feed),
        FUNCTION("take", take),
        FUNCTION("keys", keys),
        FUNCTION("select", select_path),
        FUNCTION("takeMatches", take_matches),
        FUNCTION("recordsWrite", records_write),
        FUNCTION("recordsText", records_text),
        FUNCTION("recordsResume", records_resume),
        FUNCTION("recordsLength", records_length),
        FUNCTION("recordsDrain", records_drain),
        VALUE("version", string(env, jt_version(), NAPI_AUTO_LENGTH)),
        VALUE("tapeVersion", number(env, JT_TAPE_VERSION)),
        VALUE("isa", string(env, jt_isa_name(jt_get_isa()), NAPI_AUTO_LENGTH)),
    };
    napi_define_properties(env, exports, sizeof properties / sizeof *properties, properties);
    return exports;
}
