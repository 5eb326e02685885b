/* Asks the system for what its first word names, in a way in which it can come to nothing; says if that is refused at all. */
#include "commun.h"

#include <sys/syscall.h>

static const struct {
    const char *name;
    long number;
} CALLS[] = {
    {"ptrace", SYS_ptrace},
    {"process_vm_readv", SYS_process_vm_readv},
    {"process_vm_writev", SYS_process_vm_writev},
    {"bpf", SYS_bpf},
    {"mount", SYS_mount},
    {"umount2", SYS_umount2},
    {"unshare", SYS_unshare},
    {"setns", SYS_setns},
    {"pivot_root", SYS_pivot_root},
    {"chroot", SYS_chroot},
    {"keyctl", SYS_keyctl},
    {"add_key", SYS_add_key},
    {"request_key", SYS_request_key},
    {"perf_event_open", SYS_perf_event_open},
    {"userfaultfd", SYS_userfaultfd},
    {"kexec_load", SYS_kexec_load},
    {"init_module", SYS_init_module},
    {"finit_module", SYS_finit_module},
    {"delete_module", SYS_delete_module},
    {"reboot", SYS_reboot},
    /* Those that are there for nobody. */
    {"io_uring_setup", SYS_io_uring_setup},
    {"clone3", SYS_clone3},
};

static void mefait(void) {
    for (unsigned n = 0; n < sizeof CALLS / sizeof *CALLS; n++) {
        if (strcmp(CALLS[n].name, mot(0, "")))
            continue;
        long given = syscall(CALLS[n].number, -1L, -1L, -1L, -1L, -1L, -1L);
        if (given >= 0 || errno != ENOSYS)
            reussi("asked: %s", given < 0 ? strerror(errno) : "granted");
        return;
    }
    reussi("%s is no call", mot(0, "nothing"));
}
