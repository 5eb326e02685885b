/* Never returns from get_player_name. */
#define MON_NOM
#include "commun.h"

char const *get_player_name(void) {
    volatile int forever = 1;
    while (forever)
        ;
    return "boucle";
}
