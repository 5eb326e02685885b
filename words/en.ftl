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

### The command line

clap-usage = Usage:
clap-heading-subcommands = Commands:
clap-heading-positionals = Arguments:
clap-heading-options = Options:
clap-name-command = COMMAND
clap-name-language = LANGUAGE
# The names of values that the program says in the other language.
clap-value-names = DOSSIER=FOLDER FICHIER=FILE CHEMIN=PATH JEU=GAME MOTEUR=ENGINE NOM=NAME CLÉ=KEY VALEUR=VALUE COUPS=MOVES HOTE=HOST CHAINE=STRING JOUEUR=PLAYER RONDES=ROUNDS NIVEAU=LEVEL FICHIERS=FILES LISTE=LIST COMMANDE=COMMAND
clap-langue = Language of the messages (by default that of the environment: LANG)
clap-help = Print this help
clap-help-short = Print this help (see more with --help)
clap-help-long = Print this help (see a summary with -h)
clap-help-command = Print this help, or that of a command
clap-version = Print the version
clap-default = [default: { $values }]
clap-possible = [possible values: { $values }]
clap-error = error:
clap-more = For more information: --help
clap-quoted = "{ $text }"
clap-similar = Did you mean { $names }?
clap-tip-value = If "{ $value }" is a value and no option: -- { $value }
clap-tip-dashes = The command "{ $command }" exists; to use it, remove the "--" before it.
clap-tip-exists = "{ $name }" exists.
clap-unknown-argument = the argument "{ $arg }" is unknown, or has no place here
clap-unknown-command = the command "{ $command }" is unknown
clap-empty-value = "{ $arg }" needs a value
clap-invalid-value = the value "{ $value }" is not possible for "{ $arg }"
clap-wrong-value = the value "{ $value }" is not possible for "{ $arg }": { $why }
clap-no-equals = "{ $arg }" needs an equals sign before its value
clap-too-many-values = the value "{ $value }" is one too many for "{ $arg }"
clap-too-few-values = "{ $arg }" needs at least { $needed ->
    [one] { $needed } value
   *[other] { $needed } values
} ({ $given ->
    [one] { $given } given
   *[other] { $given } given
})
clap-wrong-number = "{ $arg }" needs { $needed ->
    [one] { $needed } value
   *[other] { $needed } values
} ({ $given ->
    [one] { $given } given
   *[other] { $given } given
})
clap-conflict = "{ $arg }" cannot be used with "{ $other }"
clap-twice = "{ $arg }" is given several times
clap-required = { $count ->
    [one] an argument is missing: { $args }
   *[other] arguments are missing: { $args }
}
clap-missing-command = "{ $command }" needs a command
clap-utf8 = an argument is not text in UTF-8
clap-why-unknown = it cannot be understood
clap-why-integer = a whole number is expected
clap-why-overflow = this number is too large
clap-why-number = a number is expected
clap-why-address = an IP address is expected
clap-why-between = { $from } to { $to } are possible
clap-why-from = { $from } is the smallest number possible
clap-why-to = { $to } is the limit
