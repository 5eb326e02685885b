/* Has no play. */
#define MON_PLAY
#include "commun.h"
