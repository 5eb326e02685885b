/* Writes to the files that these words name, makes those that are not there, and looks for other ways to change them. */
#include "commun.h"

#include <sys/stat.h>
#include <utime.h>

static void mefait(void) {
    int changed = 0;
    for (int n = 0; n < nb; n++) {
        const char *path = args[n];
        char other[4200];
        int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (fd >= 0 && write(fd, "hostile\n", 8) == 8)
            dprintf(2, "[written: %s] ", path), changed++;
        if (truncate(path, 1) == 0)
            dprintf(2, "[cut: %s] ", path), changed++;
        if (chmod(path, 0777) == 0)
            dprintf(2, "[mode: %s] ", path), changed++;
        if (utime(path, NULL) == 0)
            dprintf(2, "[time: %s] ", path), changed++;
        snprintf(other, sizeof other, "%s.nouveau", path);
        if (rename(path, other) == 0)
            dprintf(2, "[renamed: %s] ", path), changed++;
    }
    if (changed > 0)
        reussi("%d changed", changed);
}
