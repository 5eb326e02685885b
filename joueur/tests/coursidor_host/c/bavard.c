/*
 * Prints at each move, with printf and with write, lines that look like a protocol and bytes that look like none; plays
 * legally.
 */
#define MON_PLAY
#include <stdio.h>
#include <unistd.h>

#include "commun.h"

struct move_t play(const struct move_t previous_move) {
    static const char garbage[] = "move 3\nengine 1 menteur\n\0\xff\xfe\x1b[2Jwin\r\nmove";
    printf("move 3\nbye\nillegal\n%s\n", garbage);
    fprintf(stderr, "error\n");
    if (write(STDOUT_FILENO, garbage, sizeof garbage) < 0)
        perror("write");
    return jouer(previous_move);
}
