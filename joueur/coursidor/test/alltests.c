/*
 * alltests.c - all tests of the folder, one file of them after the other.
 */
#include "test.h"

int main(void) {
    essayer_abi();
    essayer_graphe();
    essayer_plateau();
    essayer_position();
    essayer_tour();
    essayer_joueurs();
    return conclure();
}
