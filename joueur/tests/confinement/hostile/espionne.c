/* Traces the program that its first word names: its opponent. If it does not see it, it traces whoever started it. */
#include "commun.h"

#include <sys/ptrace.h>

#include "trouve.h"

static void mefait(void) {
    pid_t who = trouve(mot(0, "?"));
    if (who == 0)
        who = getppid();
    if (ptrace(PTRACE_SEIZE, who, NULL, NULL) == 0)
        reussi("traced");
}
