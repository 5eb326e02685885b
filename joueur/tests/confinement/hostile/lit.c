/* Reads what these words name: files, or the names in folders. */
#include "commun.h"

#include <dirent.h>

static int lisible(const char *path, char *bytes, size_t most) {
    DIR *folder = opendir(path);
    if (folder) {
        struct dirent *entry;
        while ((entry = readdir(folder))) {
            if (entry->d_name[0] != '.') {
                snprintf(bytes, most, "%.40s", entry->d_name);
                closedir(folder);
                return 1;
            }
        }
        closedir(folder);
        return 0;
    }
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    /* The memory of a process has nothing at 0: who may open it may read it. */
    ssize_t read_ = strstr(path, "/mem") ? snprintf(bytes, most, "memory") : read(fd, bytes, most - 1);
    close(fd);
    if (read_ <= 0)
        return 0;
    bytes[read_] = 0;
    return 1;
}

static void mefait(void) {
    char bytes[64];
    int read_ = 0;
    for (int n = 0; n < nb; n++) {
        if (lisible(args[n], bytes, sizeof bytes)) {
            dprintf(2, "[%s: %s] ", args[n], bytes);
            read_++;
        }
    }
    if (read_ > 0)
        reussi("%d read", read_);
}
