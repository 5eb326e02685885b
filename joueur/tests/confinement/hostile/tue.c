/*
 * Kills everything that it can: whoever it sees, its parents, the referee (first word), its opponent (third word). The second word is
 * the number of the referee's PID namespace: where it is in the same one it only asks whether it could, for who is there is not all
 * of a test.
 */
#include "commun.h"

#include <sys/stat.h>

#include "trouve.h"

static void mefait(void) {
    struct stat here;
    pid_t referee = atoi(mot(0, "0")), opponent = trouve(mot(2, "?"));
    int apart = stat("/proc/self/ns/pid", &here) == 0 && here.st_ino != strtoul(mot(1, "0"), NULL, 10);
    if (!apart) {
        if (referee > 0 && kill(referee, 0) == 0)
            reussi("the referee");
        if (opponent > 0 && kill(opponent, 0) == 0)
            reussi("the opponent");
        return;
    }
    const int signals[] = {SIGSTOP, SIGTERM, SIGABRT, SIGKILL};
    for (unsigned n = 0; n < sizeof signals / sizeof *signals; n++) {
        kill(-1, signals[n]);
        for (pid_t pid = 1; pid < 65536; pid++) {
            if (pid != getpid())
                kill(pid, signals[n]);
        }
        kill(referee, signals[n]);
    }
    if (!strcmp(mot(3, ""), "groupe"))
        kill(0, SIGKILL);
}
