/* Has a name of 10,000 bytes with newlines, control characters, escape sequences and invalid UTF-8; plays legally. */
#define MON_NOM
#include "commun.h"

char const *get_player_name(void) {
    static const char dirt[] = "\n\r\t\x1b[31m\x07\xff\xc3(\xed\xa0\x80\"\\<b>%s\x7f\xe2\x80\xae";
    static char name[10001];
    for (size_t k = 0; k + 1 < sizeof name; k++)
        name[k] = dirt[k % (sizeof dirt - 1)];
    return name;
}
