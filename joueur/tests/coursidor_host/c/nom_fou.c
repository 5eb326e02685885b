/* Has for a name a pointer to nowhere; plays legally. */
#define MON_NOM
#include "commun.h"

char const *get_player_name(void) {
    return (const char *)16;
}
