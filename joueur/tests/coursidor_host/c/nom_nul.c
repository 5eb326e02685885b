/* Has NULL for a name; plays legally. */
#define MON_NOM
#include "commun.h"

char const *get_player_name(void) {
    return NULL;
}
