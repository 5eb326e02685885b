/*
 * A player as the students wrote theirs against the course's library: its header by the course's path, its variable `debug`
 * declared by hand. Plays one game, in which it does nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include "labyrinthAPI.h"

extern int debug;

int main(int argc, char **argv)
{
    char labName[50];
    char *labData;
    t_return_code ret = MOVE_OK;
    t_move move;
    int player, sizeX, sizeY;

    (void)argc;
    debug = atoi(argv[4]);
    connectToServer(argv[1], atoi(argv[2]), argv[3]);
    waitForLabyrinth("DO_NOTHING timeout=10", labName, &sizeX, &sizeY);
    labData = (char *)malloc(sizeX * sizeY);
    player = getLabyrinth(labData);
    while (ret == MOVE_OK) {
        if (player == 1)
            ret = getMove(&move);
        else {
            move.type = DO_NOTHING;
            move.value = -1;
            ret = sendMove(move);
        }
        player = 1 - player;
    }
    printf("debug %d, code %d\n", debug, ret);
    free(labData);
    closeConnection();
    return EXIT_SUCCESS;
}
