/* Plays legally, and does nothing else. */
#include "commun.h"
