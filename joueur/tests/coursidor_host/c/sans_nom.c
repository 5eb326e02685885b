/* Has no get_player_name; plays legally. */
#define MON_NOM
#include "commun.h"
