/* Talks to whoever listens where its words say: `tcp PORT`, `udp PORT`, `unix PATH`, `tableau PATH`
 * (datagrams), `abstrait NAME`. */
#include "commun.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static void mefait(void) {
    const char *how = mot(0, ""), *where = mot(1, "");
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_un un;
    } to;
    socklen_t length = sizeof to.in;
    memset(&to, 0, sizeof to);
    int local = strcmp(how, "tcp") && strcmp(how, "udp"), stream = strcmp(how, "udp") && strcmp(how, "tableau");
    if (local) {
        int abstract = !strcmp(how, "abstrait");
        to.un.sun_family = AF_UNIX;
        snprintf(to.un.sun_path + abstract, sizeof to.un.sun_path - 1, "%s", where);
        length = offsetof(struct sockaddr_un, sun_path) + strlen(where) + 1;
    } else {
        to.in.sin_family = AF_INET;
        to.in.sin_port = htons(atoi(where));
        to.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    int fd = socket(local ? AF_UNIX : AF_INET, stream ? SOCK_STREAM : SOCK_DGRAM, 0);
    if (fd < 0 || connect(fd, &to.any, length) < 0 || write(fd, "hostile\n", 8) != 8)
        return;
    /* A datagram that nobody takes comes back as an error. */
    if (!stream) {
        usleep(20000);
        if (write(fd, "hostile\n", 8) != 8)
            return;
    }
    reussi("said");
}
