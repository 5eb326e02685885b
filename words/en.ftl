# What Arbitre says in English. The same ids stand in fr.ftl, with the same variables.
# In a reason (reason-*), $a0, $a1... are the arguments, $all all of them, $count their number.

### What is counted

count-plain = { $count }
count-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
count-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
count-rencontres = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}
count-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}

### Languages

language-unknown = unknown language: "{ $name }" (fr or en)

### Reasons: the rules of Colonnes

reason-pawns-in-hand = all pawns must be placed before the first shift
reason-no-pawn-in-hand = no pawn is left to place
reason-full = the cell { $a0 } already holds three pawns
reason-empty = there is no pawn on { $a0 }
reason-not-own-pawn = the top pawn of { $a0 } is the opponent's
reason-not-neighbours = the cells { $a0 } and { $a1 } are not neighbours
reason-can-move = a player who can move a pawn may not pass
reason-wrong-colour = the pawn has the opponent's colour
reason-field = the field { $a0 } holds { $a1 }, which it cannot

### Reasons: the rules of Labyrinthe

reason-form = the move is not of the form "type value"
reason-type = there is no such type of move
reason-line = { $count ->
    [0] there is no such line
   *[other] there is no line { $a0 }
}
reason-column = { $count ->
    [0] there is no such column
   *[other] there is no column { $a0 }
}
reason-wall = { $count ->
    [0] there is a wall in this direction
   *[other] there is a wall at { $a0 }
}
reason-energy = { $count ->
    [0] not enough energy for a rotation
    [1] not enough energy for a rotation: { $a0 ->
        [one] { $a0 } unit is left
       *[other] { $a0 } units are left
    }
   *[other] not enough energy for a rotation: { $a0 } left, { $a1 } needed
}
reason-late = out of time

### Reasons: all games

reason-text = { $all }
reason-game-over = the game is over
reason-not-your-turn = it is not this player's turn
reason-not-a-move = { $count ->
    [0] this is no move
   *[other] "{ $a0 }" is no move
}
