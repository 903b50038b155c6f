/* A plugin of qemu's user emulation that counts instructions: at each system call getppid, which programs of benchmarks
 * make before and behind what is counted, it says on stderr how many there were. Built and used by
 * bench-node/instructions.js: `cc -shared -fPIC count.c`. The declarations are those of qemu's plugin interface,
 * version 1, whose header Debian's packages lack. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

enum { PLUGIN_INTERFACE = 1, INLINE_ADD_U64 = 0 };
enum { GETPPID = 173 }; /* on aarch64 */

typedef uint64_t plugin_id;
typedef struct qemu_plugin_tb block; /* of translated code */

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id id, block *code));
void qemu_plugin_register_vcpu_tb_exec_inline(block *code, int operation, void *word, uint64_t operand);
size_t qemu_plugin_tb_n_insns(const block *code);
void qemu_plugin_register_vcpu_syscall_cb(plugin_id id,
                                          void (*called)(plugin_id id, unsigned cpu, int64_t number, uint64_t a1,
                                                         uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5,
                                                         uint64_t a6, uint64_t a7, uint64_t a8));

EXPORT int qemu_plugin_version = PLUGIN_INTERFACE;
EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);

static uint64_t executed;

static void translated(plugin_id id, block *code) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(code, INLINE_ADD_U64, &executed, qemu_plugin_tb_n_insns(code));
}

static void called(plugin_id id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                   uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    (void)id, (void)cpu, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == GETPPID)
        fprintf(stderr, "executed %" PRIu64 "\n", executed);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
