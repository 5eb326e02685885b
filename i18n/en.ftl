# What Arbitre says in English. The same ids stand in fr.ftl, with the same variables.
# In a reason (reason-*), $a0, $a1... are the arguments, $all all of them, $count their number.

## What is counted

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

## Languages

language-unknown = unknown language: "{ $name }" (fr or en)

## Reasons: the rules of Colonnes

reason-pawns-in-hand = all pawns must be placed before the first shift
reason-must-place = a player who still has pawns to place may not pass
reason-no-pawn-in-hand = no pawn is left to place
reason-full = the cell { $a0 } already holds three pawns
reason-empty = there is no pawn on { $a0 }
reason-not-own-pawn = the top pawn of { $a0 } is the opponent's
reason-not-neighbours = the cells { $a0 } and { $a1 } are not neighbours
reason-can-move = a player who can move a pawn may not pass
reason-wrong-colour = the pawn has the opponent's colour
reason-field = the field { $a0 } has the impossible value { $a1 }

## Reasons: the rules of Labyrinthe

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

## Reasons: 7 couleurs

reason-no-such-colour = the game has no colour { $a0 } (A to { $a1 })
reason-board-row = row { $a0 } of the board has { $a1 } cells, the first one { $a2 }
reason-board-size = a board of { $a0 } × { $a1 } cells is not possible (2 to { $a2 } on a side)
reason-board-letter = "{ $a0 }" in row { $a1 } of the board is neither a colour of the game nor v, ^ or #
reason-board-corner = "{ $a0 }" is not in its corner (v at the bottom left, ^ at the top right)
reason-board-other-size = the board that was given has { $a0 }
reason-board-over = on this board the game is over before the first move
reason-player-unknown = unknown player: "{ $a0 }" (possible: { $a1 })
reason-player-option = the player { $a0 } has no option "{ $a1 }", or its value is missing
reason-player-value = "{ $a0 }" is not a possible value of this option

## Reasons: the rules of Coursidor

reason-no-vertex = the board has no vertex { $a0 }
reason-stay = the pawn is already on { $a0 }
reason-occupied = the opponent's pawn is on { $a0 }
reason-unreachable = the pawn cannot go to { $a0 }: too far with its momentum, or something is in the way
reason-no-wall-left = no wall is left to place
reason-different-from = the two edges of a wall begin at the same vertex, not at { $a0 } and { $a1 }
reason-no-edge = the board has no edge { $a0 }
reason-not-consecutive = the edges { $a0 } and { $a1 } are not consecutive
reason-overlap = a wall already closes the edge { $a0 }
reason-blocks = with a wall on { $a0 } and { $a1 }, a player could no longer reach an objective or the start
reason-move-colour = the move has the colour c={ $a0 }, which is not the player's
reason-move-type = the move is neither MOVE nor WALL (t={ $a0 })
reason-no-such-board = there is no board { $a0 } of size { $a1 } (T: 2 to 32; C: 3 to 32; H: 6 to 30, a multiple of 3)
reason-objective-count = { $a0 } objectives are not possible: { $a1 } vertices are free, 64 objectives at most, and an odd number needs a vertex in the middle
reason-objective-place = { $a0 } cannot be an objective: it is not on the board, a player starts there, or it is given twice
reason-objective-lopsided = the objective { $a0 } requires the objective { $a1 } too: otherwise the two players would have different routes
reason-objective-other-count = number of objectives given: { $a0 }

## Reasons: the rules of Sphinx

reason-grid-side = { $a0 } is too much: a side has { $a1 } cells at most, so that a grid fits in one line of the engine protocol
reason-grid-sides = a grid of { $a0 } × { $a1 } cells is not possible (sides from 1 to { $a2 })
reason-grid-one-cell = one cell is not enough for an entry and a treasure
reason-grid-too-many-walls = { $a0 } walls leave no room for entry and treasure: { $a1 } at most
reason-grid-size = the grid does not have { $a0 } rows of { $a1 } cells
reason-grid-value = the cell { $a0 }:{ $a1 } of the grid is { $a2 }, not 0, 1, 2 or 3
reason-grid-walls = number of walls in the grid: { $a0 } instead of { $a1 }
reason-grid-entries = number of entries in the grid: { $a0 } instead of 1
reason-grid-treasures = number of treasures in the grid: { $a0 } instead of 1
reason-grid-path = in the grid no path leads from the entry to the treasure
reason-grid-due = a grid is expected now, not a question
reason-grid-given = the grid has already been given
reason-sphinx-answer = "{ $a0 }" cannot be the answer
reason-sphinx-told = "{ $a0 }" is no possible information on the opponent's move
reason-sphinx-both-found = both players have found their treasure
reason-most-moves = the limit of { $a0 } moves is reached
reason-sphinx-limit = both players have asked all their questions
reason-sphinx-grids = neither grid follows the rules

## Reasons: the rules of Morpion

reason-taken = the cell { $a0 } is already taken

## Reasons: all games

reason-text = { $all }
reason-game-over = the game is over
reason-not-your-turn = it is not this player's turn
reason-not-a-move = { $count ->
    [0] this is not a move
   *[other] "{ $a0 }" is not a move
}

## The command line

clap-usage = Usage:
clap-heading-subcommands = Commands:
clap-heading-positionals = Arguments:
clap-heading-options = Options:
clap-name-command = COMMAND
clap-name-language = LANGUAGE
# The names of values that the program says in the other language.
clap-value-names = DOSSIER=FOLDER FICHIER=FILE CHEMIN=PATH JEU=GAME MOTEUR=ENGINE NOM=NAME CLÉ=KEY VALEUR=VALUE COUPS=MOVES HOTE=HOST CHAINE=STRING JOUEUR=PLAYER RONDES=ROUNDS NIVEAU=LEVEL FICHIERS=FILES LISTE=LIST COMMANDE=COMMAND TEXTE=TEXT HEURE=TIME
clap-langue = Language of the messages (by default from the environment: LANG)
clap-help = Print this help
clap-help-short = Print this help (see more with --help)
clap-help-long = Print this help (see a summary with -h)
clap-help-command = Print this help, or that of a command
clap-completion = Print a script that makes a shell complete the commands
clap-completion-shell = bash, zsh, fish, elvish or powershell
clap-manual = Write the manual pages, one for each command, to a folder
clap-manual-folder = Folder, created if need be
clap-manual-written = manual pages in { $folder }: man -l { $folder }/{ $program }.1
clap-name-folder = FOLDER
clap-version = Print the version
clap-default = [default: { $values }]
clap-possible = [possible values: { $values }]
clap-error = error:
clap-more = For more information: --help
clap-quoted = "{ $text }"
clap-similar = Did you mean { $names }?
clap-unknown-argument = the argument "{ $arg }" is unknown, or has no place here
clap-unknown-command = the command "{ $command }" is unknown
clap-empty-value = "{ $arg }" needs a value
clap-invalid-value = the value "{ $value }" is not possible for "{ $arg }"
clap-wrong-value = the value "{ $value }" is not possible for "{ $arg }": { $why }
clap-conflict = "{ $arg }" cannot be used with "{ $other }"
clap-twice = "{ $arg }" is given several times
clap-required = { $count ->
    [one] an argument is missing: { $args }
   *[other] arguments are missing: { $args }
}
clap-missing-command = "{ $command }" needs a command
clap-why-integer = a whole number is expected
clap-why-overflow = this number is too large
clap-why-number = a number is expected
clap-why-address = an IP address is expected
clap-why-socket = an IP address and a port from 0 to 65535 are expected, such as 127.0.0.1:8088

## Reasons: players and their engines

reason-timeout = out of time
reason-closed = { $count ->
    [0] the connection was closed
   *[other] the connection was closed: { $all }
}
reason-no-reader = it no longer reads what it is sent
reason-id-request = { $count ->
    [0] wrong idRequest
   *[other] idRequest { $a0 } has no place here
}
reason-partie-in-mid-game = PARTIE request in mid-game
reason-out-of-turn = { $count ->
    [0] spoke out of turn
   *[other] spoke out of turn: { $all }
}
reason-absent = { $count ->
    [0] absent
   *[other] absent: { $all }
}
reason-not-back = has not come back for the next game
reason-engine-ended = { $count ->
    [0] the engine has ended
   *[other] the engine has ended: { $all }
}
reason-engine-silent = { $count ->
    [0] the engine does not answer
   *[other] the engine does not answer: { $all }
}
reason-engine-instead = { $count ->
    [1] exit code { $a0 }, without having introduced itself
    [3] exit code { $a0 }, without having introduced itself: { $a2 }; its standard error: "{ $a1 }"
   *[other] exit code { $a0 }, without having introduced itself: { $a1 }
}
reason-engine-exit = { $count ->
    [1] { $a0 ->
        [0] exit code 0 (exit, halt or the end of the program, without waiting for "quit")
       *[other] exit code { $a0 }
    }
   *[other] exit code { $a0 }, "{ $a1 }"
}
reason-engine-killed = { $count ->
    [1] killed by { $a0 }
   *[other] killed by { $a0 }, "{ $a1 }"
}
signal-SIGSEGV = forbidden memory: a null pointer, an index out of an array, or endless recursion
signal-SIGBUS = forbidden memory
signal-SIGFPE = integer division by zero
signal-SIGABRT = abort: an assertion, an uncaught exception, memory freed twice...
signal-SIGILL = an instruction this machine does not know
reason-engine-network = { $count ->
    [0] it tried to use the network, which the confinement forbids
   *[other] it tried to use the network, which the confinement forbids ({ $all })
}
reason-engine-output-closed = its output is closed
reason-engine-log = "{ $all }"
reason-engine-unasked = { $count ->
    [0] it wrote a line without being asked
   *[other] it wrote "{ $all }" without being asked
}
reason-engine-no-message = { $count ->
    [0] it wrote a line that is not part of the protocol (debug output goes to stderr)
   *[other] it wrote a line that is not part of the protocol: "{ $all }" (debug output goes to stderr)
}
reason-engine-crlf = { $count ->
    [1] { $a0 } has Windows line endings (CR LF): sed -i 's/\r//' { $a0 }
   *[other] { $a0 } has Windows line endings (CR LF): sed -i 's/\r//' { $a0 } ({ $a1 })
}
reason-engine-quotes = { $count ->
    [1] the file name { $a0 } contains a space: write it in quotes, pipe:'{ $a0 }', inside those of the shell
   *[other] the file name { $a0 } contains a space: write it in quotes, pipe:'{ $a0 }', inside those of the shell ({ $a1 })
}
reason-engine-interpreter = { $count ->
    [2] the first line of { $a0 } names { $a1 }, which is not installed
   *[other] the first line of { $a0 } names { $a1 }, which is not installed ({ $a2 })
}
reason-engine-here = { $count ->
    [1] { $a0 } is in this folder: write ./{ $a0 }
   *[other] { $a0 } is in this folder: write ./{ $a0 } ({ $a1 })
}
reason-engine-no-file = { $count ->
    [1] there is no file { $a0 }
   *[other] there is no file { $a0 } ({ $a1 })
}
reason-engine-no-program = { $count ->
    [1] the program { $a0 } is not installed
   *[other] the program { $a0 } is not installed ({ $a1 })
}
reason-engine-folder = { $count ->
    [1] { $a0 } is a folder, not a program
   *[other] { $a0 } is a folder, not a program ({ $a1 })
}
reason-engine-not-executable = { $count ->
    [1] { $a0 } is not executable: chmod +x { $a0 }
   *[other] { $a0 } is not executable: chmod +x { $a0 } ({ $a1 })
}
reason-engine-wrong-format = { $count ->
    [1] { $a0 } is neither a program for this machine nor a script that begins with a line "#!..."
   *[other] { $a0 } is neither a program for this machine nor a script that begins with a line "#!..." ({ $a1 })
}
reason-place-form = "{ $a0 }" does not name a move of a recorded rencontre: write FILE:MOVE or FILE:GAME:MOVE; for a championship, mai.sqlite#1.1:MOVE
reason-place-no-record = this is not the record of a rencontre
reason-place-no-game = there is no game { $a0 }
reason-place-no-move = there is no move { $a0 }: { $a1 } were made
reason-java = the Java virtual machine reports "{ $all }"
reason-engine-meant = { $count ->
    [0] it wrote a line that is not part of the protocol
   *[other] it wrote "{ $a0 }", which is not part of the protocol: did you mean "{ $a1 }"?
}
reason-engine-unfinished = { $count ->
    [0] its line is not finished
   *[other] its line "{ $a0 }" is not finished (end it with a newline, and flush)
}
reason-engine-unflushed = { $count ->
    [0] it wrote a line and did not send it
   *[other] it wrote "{ $a0 }" and did not send it (flush the output after each line)
}
reason-engine-reads = { $count ->
    [0] it is waiting for the next line; is its answer still in a buffer (flush)?
   *[other] it is waiting for the next line; its log says "{ $all }"
}
reason-engine-idle = { $count ->
    [0] it neither computes nor reads its input: is it waiting for something else (sleep, network, lock)?
   *[other] it neither computes nor reads its input; its log says "{ $all }"
}
pascal-error = { $number ->
    [200] division by zero
    [201] index or value out of its declared range
    [202] stack overflow
    [203] out of memory
    [204] invalid pointer
    [215] arithmetic overflow
    [216] memory access violation
   *[other] runtime error
}
reason-engine-computes = { $count ->
    [0] it is still computing
   *[other] it is still computing; its log says "{ $all }"
}
reason-java-stuck = the engine has not returned from { $a0 }, called with "{ $a2 }" { $a1 } s ago
reason-java-mute = recevoir has returned, but emettre gives no line
reason-java-constructor-stuck = the engine does not return from its constructor
reason-java-exit = the engine called System.exit, which ends the whole virtual machine (to end, return null from emettre)
reason-java-over = the engine called System.exit: it cannot be started again
reason-java-threw = exception in { $a0 }: { $a1 }
reason-java-method = the class { $a0 } has no method "public { $a1 }"
reason-java-constructor = the class { $a0 } has no constructor without parameters
reason-java-class = which class of { $a0 } is the engine? Name it: "java:{ $a0 } CLASS"
reason-java-no-class = there is no class { $a0 } in { $a1 }
reason-java-source = { $a0 } is a source file: compile it first (javac -encoding UTF-8 { $a0 }), then give java:{ $a1 }.class
reason-rules-brought = { $a0 } has the library of the rules in it, which is forbidden here (regles = "non")
reason-rules-word = regles: "{ $a0 }": it takes "oui" (yes) or "non" (no)
reason-rules-unconfined = regles = "non" needs a confinement: without it, engines see the library of the rules
rules-visible = regles = "non": this machine cannot hide { $path } from engines ("{ PROGRAM("serveur") } confinement" says why); uninstall this library of the rules before playing
reason-engine-version = { $count ->
    [0] the engine speaks another version of the protocol
   *[other] the engine speaks version { $a0 } of the protocol
}
reason-engine-said = { $count ->
    [0] the engine reports an error
   *[other] the engine reports: { $all }
}
reason-unknown-message = unknown message, ignored: "{ $a0 }"
reason-bad-message = message not understood: "{ $a0 }"
reason-bad-argument = an argument is missing or impossible
reason-not-json = JSON that cannot be read: { $a0 }
reason-game-with-secrets = the players of { $a0 } have secrets: a view is needed
reason-internal = a fault of the library
reason-line-too-long = a line of more than { $a0 } bytes
reason-line-not-text = { $count ->
    [0] a line that is not text in UTF-8
   *[other] a line that is not text in UTF-8: "{ $all }"
}
reason-message-without-game = { $a0 } before any game was announced
reason-message-out-of-place = it is not the time for { $a0 }
reason-game-setup = parameter { $a0 }: { $a1 }
reason-game-moves = move { $a0 } of those already made: { $a1 }
reason-unplayable = the move "{ $a0 }" cannot be played: { $a1 }
reason-no-move = no move found
reason-engine-missing = { $count ->
    [0] the engine cannot be found
    [1] the engine cannot be found: { $a0 }
   *[other] { $a0 } is missing ({ $a1 }): build it first
}
reason-engine-start = { $count ->
    [0] the engine does not start
    [1] the engine { $a0 } does not start
   *[other] the engine { $a0 } does not start: { $a1 }
}
reason-engine-folder-shared = { $count ->
    [2] in the folder { $a0 }, which also holds { $a1 }, the engine sees only the files named in its command (give it a folder of its own, or add the others to "lecture")
   *[other] { $a2 } (in the folder { $a0 }, which also holds { $a1 }, the engine sees only the files named in its command: give it a folder of its own, or add the others to "lecture")
}
reason-engine-file-linked = { $count ->
    [2] { $a0 } is a link out of the engine's folder to { $a1 }, which the engine does not see (add it to "lecture")
   *[other] { $a2 } ({ $a0 } is a link out of the engine's folder to { $a1 }, which the engine does not see: add it to "lecture")
}
reason-engine-file-hidden = { $count ->
    [1] the engine does not see { $a0 }
   *[other] { $a1 } (the engine does not see { $a0 })
}
reason-engine-out-of-turn = the engine computed during the opponent's turn
reason-engine-of-other-game = { $count ->
    [0] this engine plays another game
    [1] the engine { $a0 } plays another game
    [2] the engine { $a0 } does not play { $a1 }
    [3] the engine { $a0 } does not play { $a1 } (possible engines: { $a2 })
   *[other] the engine { $a0 } does not play { $a1 }; did you mean { $a3 }? (possible engines: { $a2 })
}
reason-no-opening = no opening of { $a0 } random moves leaves the game unfinished
reason-no-openings = { $a0 }: no random opening moves in a game with hidden information; its seed already makes the games differ
reason-engine-unnamed = the engine's name is missing
reason-engine-gone = the engine is gone
reason-starts-failed = { $count ->
    [1] { $a0 } failed starts in a row
   *[other] { $a0 } failed starts in a row; the last one: { $a1 }
}
reason-trial-late = { $count ->
    [1] no move after { $a0 } s
   *[other] no move after { $a0 } s: { $a1 }
}
reason-trial-silent = { $count ->
    [1] it started but did not introduce itself within { $a0 } s
   *[other] it started but did not introduce itself within { $a0 } s: { $a1 }
}
reason-trial-illegal = { $count ->
    [1] illegal move "{ $a0 }"
   *[other] illegal move "{ $a0 }": { $a1 }
}
reason-trial-at = move { $a1 } ({ $a0 }): { $a2 }
reason-program-lost = cannot find this program's own folder: { $a0 }
reason-library-ended = { $count ->
    [1] the library stopped in { $a0 }
   *[other] the library stopped in { $a0 }: { $a1 }
}
reason-library-silent = { $count ->
    [1] the library does not return from { $a0 }
   *[other] the library does not return from { $a0 }: { $a1 }
}
reason-library-stopped = the library, which did not return from { $a0 }, was stopped
reason-library-abi = the fields of the move are in the order of the subject's text, not of the school's header files: use "--abi sujet"
reason-grid-resized = the grid no longer has { $a0 } rows of { $a1 } cells: it was resized
reason-library-symbol = { $a0 } does not define the function { $a1 }
reason-library-load = { $a0 } cannot be loaded: { $a1 }
reason-library-other-file = { $a0 } is not a shared library ({ $a1 }): compile it (C: cc -shared -fPIC; Pascal: fpc)
reason-library-machine = { $a0 } is compiled for another machine ({ $a1 }): compile it here
reason-library-program = { $a0 } is a program, not a library ({ $a1 }): compile with -shared -fPIC (C), or begin with "library" (Pascal)
reason-library-gsl = { $a0 } needs the GSL library, which is missing ({ $a1 }): install the package libgsl-dev, or give the folder of the GSL in GSL_PATH or LD_LIBRARY_PATH
reason-library-from-the-beginning = a library cannot take up a game under way
reason-gsl-version = version { $a0 } of the GSL lacks what is needed to build the board

## Reasons: engines that are confined

reason-memory-exceeded = { $count ->
    [0] too much memory
    [1] memory: more than { $a0 } MiB
   *[other] memory: more than { $a0 } MiB, "{ $a1 }"
}
reason-processes-exceeded = { $count ->
    [0] too many processes
    [1] processes: more than { $a0 }
   *[other] processes: more than { $a0 }, "{ $a1 }"
}
reason-decided = the organiser has decided otherwise
reason-disk-exceeded = { $count ->
    [0] disk full
    [1] disk: more than { $a0 } MiB
   *[other] disk: more than { $a0 } MiB, "{ $a1 }"
}
reason-output-exceeded = { $count ->
    [0] it writes too much
    [1] output: more than { $a0 } MiB (1 MB per second in the long run)
   *[other] output: more than { $a0 } MiB (1 MB per second in the long run), "{ $a1 }"
}
reason-call-forbidden = { $count ->
    [0] forbidden call
    [1] forbidden call: { $a0 }
   *[other] forbidden call: { $a0 }, "{ $a1 }"
}
reason-keeper-ended = { $count ->
    [0] the process that watches the engine ended before the engine, killed from outside
   *[other] the process that watches the engine ended before the engine, killed from outside, "{ $all }"
}
reason-launcher-failed = { $count ->
    [0] the engine could not be confined
   *[other] the engine could not be confined: { $all }
}
reason-confinement-missing = { $count ->
    [0] strict confinement is impossible on this machine
   *[other] strict confinement is impossible on this machine, which lacks: { $all } ("{ PROGRAM("serveur") } confinement" says what is needed)
}
reason-confinement-unknown = { $count ->
    [0] unknown confinement
    [1] unknown confinement: "{ $a0 }"
   *[other] unknown confinement: "{ $a0 }" (possible: { $a1 })
}
reason-userns-refused = { $count ->
    [0] user namespaces are refused here
   *[other] user namespaces are refused here ({ $all })
}; needed: user.max_user_namespaces above 0, kernel.unprivileged_userns_clone=1 where there is that setting, and on Ubuntu 24.04 kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile for this program (sysctl, by root)
reason-namespace-refused = { $count ->
    [0] this namespace is refused here
   *[other] this namespace is refused here ({ $all })
}; needed: a kernel that has it, and a limit above 0 for it (sysctl user.max_pid_namespaces, max_net_namespaces, max_mnt_namespaces...)
reason-mount-refused = { $count ->
    [0] mounting a root folder of its own is refused here
   *[other] mounting a root folder of its own is refused here ({ $all })
}; in a container, /proc is masked: start the container with --security-opt systempaths=unconfined
reason-landlock-missing = the kernel has no Landlock, or does not use it; needed: Linux 5.13 or newer, with CONFIG_SECURITY_LANDLOCK and "landlock" in the list lsm= of its command line
reason-landlock-old = { $count ->
    [0] Landlock is too old
    [1] Landlock is too old, version { $a0 }
   *[other] Landlock has version { $a0 }, version { $a1 } is needed
} (rules on TCP: version 4, Linux 6.7; rules on signals: version 6, Linux 6.12)
reason-seccomp-missing = { $count ->
    [0] no filter of system calls
   *[other] no filter of system calls ({ $all })
}; needed: a kernel with CONFIG_SECCOMP_FILTER, and in a container a profile that allows it
reason-cgroup-missing = no cgroup v2; needed: the cgroup2 hierarchy mounted on /sys/fs/cgroup (Linux 4.15 or newer, systemd.unified_cgroup_hierarchy=1)
reason-cgroup-not-delegated = { $count ->
    [0] the control group of this program is not delegated to it
   *[other] the control group { $a0 } is not delegated to this program
}; start the program with "systemd-run --user --scope -p Delegate=yes { PROGRAM("serveur") } championnat ..."
reason-cgroup-controllers = { $count ->
    [0] the control group does not have memory and pids
    [1] the control group { $a0 } does not have memory and pids
   *[other] the control group { $a0 } does not have memory and pids, only: { $a1 }
}; they must be delegated to it ("systemd-run --user --scope -p Delegate=yes ...", or cgroup.subtree_control of the groups above)
reason-cgroup-shared = { $count ->
    [0] other programs are in the same control group
   *[other] other programs are in the same control group { $a0 }
}; this program needs one of its own: start it with "systemd-run --user --scope -p Delegate=yes ..."

## Reasons: asking for a game

reason-left-before-asking = has left before asking for a game
reason-command = { $count ->
    [0] this command has no place here
   *[other] this command has no place here: { $all }
}
reason-play-move-out-of-turn = PLAY_MOVE out of turn
reason-get-move-on-own-turn = GET_MOVE on its own turn
reason-never-asked = has not asked for the data of the game
reason-unanswered = has not received its answer
reason-no-name = has not given its name in time
reason-left = has left
reason-left-while-playing = has left during its game
reason-message-too-long = a message of { $a0 } bytes is too long for this protocol
reason-refused = refused
reason-no-partie = no complete PARTIE request in time, dropped
reason-not-partie = idRequest { $a0 } instead of PARTIE (ERR_TYP)
reason-coups-before-partie = { $a0 } COUP before PARTIE, dropped
reason-request-size = no request has { $a0 } bytes
reason-bytes-say = the bytes say { $a0 }, the text something else
reason-no-room = no room for more connections: { $a0 }
reason-name-empty = the name is empty
reason-name-too-long = { $a0 } bytes, at most { $a1 }
reason-name-too-long-characters = the name has more than { $a0 } characters
reason-name-character = the name contains "{ $a0 }": only letters, digits and _ are allowed
reason-name-characters = it contains characters that names may not have
reason-name-blank = empty, or with spaces around it
reason-title-characters = control and invisible characters are not allowed
reason-title-too-long = more than { $a0 } characters
reason-name-hash = # and control characters are not allowed
reason-name-formula = = + - @ are not allowed at the beginning: a spreadsheet would make a formula of it
reason-no-network = { $a0 } is not played over the network
reason-already-here = a player of this name is already here
reason-not-admitted = you are not admitted
reason-unknown-form = unknown form: "{ $a0 }"
reason-port-taken = port { $a0 } is already taken by another program; stop it or choose another port
reason-port-reserved = port { $a0 } is reserved for the system; choose a port from 1024 up
reason-cannot-listen = cannot listen on { $a0 }: { $a1 }

## Reasons: the referee itself

reason-interrupted = { $count ->
    [0] interrupted
   *[other] interrupted: { $all }
}
reason-stopped-here = stopped by Ctrl-C or a signal
reason-stopped = the server was stopped
reason-all-interrupted = something seems wrong with the machine: { $a0 } rencontres in a row were interrupted, the last one: { $a1 }
reason-unrecorded = a result could not be recorded: { $a0 }
reason-no-worker = cannot start a referee process: { $a0 }
reason-late-move = { $count ->
   *[other] { $a0 } ms
}
reason-late-engine = { $count ->
   *[other] { $a0 } ms, of which { $a1 } ms on a processor and { $a2 } ms waiting for one
}
reason-late-doing = { $count ->
   *[other] { $a0 } ms: { $a1 }
}
reason-starved = { $count ->
   *[other] the machine is overloaded: during its turn the engine had a processor for { $a0 } ms and waited { $a1 } ms for one
}
reason-overloaded = { $count ->
    [0] the machine is overloaded
   *[other] the machine is overloaded: the referee was { $a0 } ms late
}
reason-poll = { $count ->
    [0] waiting failed
   *[other] waiting failed: { $all }
}
reason-abandoned = nobody was left at the game
reason-interrupted-exit-code = the referee ended with exit code { $a0 }
reason-exit-code = exit code { $a0 }
reason-ended = ended
reason-killed = killed by { $a0 }
reason-interrupted-signal = the referee was killed by signal { $a0 }
reason-suspended = suspended by { $a0 }
reason-given-up = { $a0 ->
    [one] after { $a0 } attempt
   *[other] after { $a0 } attempts
}: { $a1 }
reason-not-recorded = the rencontre was not recorded
reason-channel-gone = the other process has ended
reason-channel-silent = the other process no longer answers
reason-channel-nonsense = the other process sends nonsense
reason-connection-missing = a connection is missing
reason-connection-lost = the connection is lost
reason-file = { $a0 }: { $a1 }
reason-unpack-path = the name "{ $a0 }" leads outside the folder
reason-unpack-name = the name "{ $a0 }" is too long
reason-unpack-deep = folders nested more than { $a0 } levels deep
reason-unpack-many = too many files
reason-unpack-large = too large when unpacked
reason-unpack-twice = "{ $a0 }" is in it twice
reason-unpack-kind = "{ $a0 }" cannot be unpacked: only .zip, .tar and .tar.gz can
reason-unpack-password = the archive has a password
reason-unpack-zip = not a readable .zip: { $a0 }
reason-unpack-broken = unreadable archive: { $a0 }
reason-unpack-cut = damaged or incomplete
reason-submission-nothing = nothing to start; an arbitre.toml can say what
reason-submission-unsure = several possible programs: { $a0 }; an arbitre.toml can say which one
reason-submission-network = a network player (moteur = "reseau"), not an engine; an arbitre.toml can say how to start its engine
reason-submission-word = arbitre.toml: { $a0 }
reason-submission-outside = arbitre.toml names { $a0 }, outside of its folder
reason-build-slow = not compiled within { $a0 } s
reason-build-failed = does not compile
reason-build-ended = compiling was stopped: { $a0 }
reason-file-name-text = the name of the file is not text
reason-too-many-old-files = too many .ancien files
reason-os = { $count ->
    [0] system error
    [1] { $a0 }
   *[other] { $a0 }, "{ $a1 }"
}
reason-system = { $count ->
    [0] system error
   *[other] { $all }
}

## Reasons: parameters of a game

reason-unknown-player = unknown player: "{ $a0 }"
reason-unknown-game = { $count ->
    [0] unknown game
    [1] unknown game: "{ $a0 }"
   *[other] unknown game: "{ $a0 }" (the games are: { $a1 })
}
reason-unknown-parameter = this game has no such parameter
reason-not-in-range = a number from { $a0 } to { $a1 } is expected
reason-not-in-steps = a number from { $a0 } to { $a1 }, in steps of { $a2 }, is expected
reason-not-one-of = possible values: { $all }
reason-not-a-number = "{ $a0 }" is not a number
reason-missing = it is missing
reason-impossible = it is impossible
reason-other-start = the seed gives another start
reason-always-judged = this game cannot be played without validation

## Reasons: records that the rules contradict

reason-record-colour = { $a0 } should have the colour { $a1 }
reason-record-parties = these games do not make a rencontre: { $a0 }
reason-record-after-interruption = a game follows the one that was interrupted
reason-record-complete-but-interrupted = complete rencontre ({ $a0 ->
    [one] { $a0 } game
   *[other] { $a0 } games
}), yet marked as interrupted
reason-record-incomplete = incomplete rencontre ({ $a0 ->
    [one] { $a0 } game
   *[other] { $a0 } games
}), yet not marked as interrupted
reason-record-first = player { $a0 } should not begin
reason-record-setup = the start is impossible: { $a0 }: { $a1 }
reason-record-move-after-end = move { $a0 } was played after the end
reason-record-other-player = move { $a0 }: it is the other player's turn
reason-record-bytes = move { $a0 }: its bytes are unreadable or say something else
reason-record-no-move = move { $a0 }: { $a1 }
reason-record-told = move { $a0 }: what the players were told does not follow from the rules
reason-record-verdict = move { $a0 } ({ $a1 }): { $a2 } { $a3 } recorded, { $a4 } { $a5 } by the rules
reason-record-why = the game ends for another reason than the recorded one: { $a0 }
reason-record-rule = the broken rule is another one: { $a0 }
reason-record-end-unseen = the moves do not lead to the end { $a0 }
reason-record-nobody-charged = a fault charged to nobody
reason-record-result = recorded result: { $a0 }, winner { $a1 }; by the rules: { $a2 }, winner { $a3 }
reason-record-other-game = a record of another game: { $a0 } instead of { $a1 }
reason-record-other-rencontre = the record { $a0 } is not that of the scheduled rencontre
reason-record-not-scheduled = this is not the record of a rencontre of a championship
reason-record-unjudged = played without validation
reason-record-name = its name is empty, too long or cannot be read
reason-record-id = its identifier cannot be the name of a file
reason-record-length = { $a0 } bytes
reason-record-number = { $a0 ->
    [one] { $a0 } game
   *[other] { $a0 } games
} instead of { $a1 }
reason-record-same-name = another rencontre has the same name

## The system: what failed

system-not-found = not found
system-permission-denied = permission denied
system-connection-refused = connection refused: nothing listens there
system-connection-reset = connection reset by the other side
system-connection-aborted = connection aborted
system-not-connected = not connected
system-addr-in-use = address already in use
system-addr-not-available = this machine does not have this address
system-host-unreachable = host unreachable
system-network-unreachable = network unreachable
system-broken-pipe = the reader has gone
system-already-exists = already exists
system-would-block = resource temporarily unavailable
system-not-a-directory = not a folder
system-is-a-directory = it is a folder
system-directory-not-empty = folder not empty
system-read-only = read-only file system
system-storage-full = disk full
system-quota = disk quota exceeded
system-too-large = file too large
system-invalid-input = invalid argument
system-invalid-data = invalid data
system-timed-out = timed out
system-interrupted = interrupted
system-unexpected-eof = unexpected end
system-out-of-memory = out of memory
system-unsupported = not possible on this system
system-no-descriptors = too many open files or connections
system-no-executable = not a program for this machine
system-io = input/output error
system-address-unknown = unknown host name
system-other = system error { $number }

## Programs: what they say above an error

program-error = { $program }: { $why }
cause = { $what }: { $why }
file = { $path }: { $why }
labelled = { $label }: { $text }
colon = { ":" }
unknown-word = "{ $word }" is unknown (expected: { $expected })
out-standard = standard output
in-standard = standard input
stop-signals = signals
port-number = a port number is expected
seconds-expected = a number of seconds is expected
seconds-above-zero = a number of seconds above 0 is expected
seconds-not-below-zero = a number of seconds, 0 or more, is expected
probability-expected = a number from 0 to 1 is expected
edition-unknown = unknown edition: "{ $name }" (2017 or 2025)
engine-unknown = unknown engine for { $game }: "{ $name }" (possible: { $possible })
engine-not-built = { $what } is missing ({ $path }): build it first
engine-java = the Java engine
engine-built-in = the program moteur
companion-ended = the web pages have stopped ({ $why }): everything else goes on without them
companion-missing = { $why }; everything else goes on without it
program-missing = the program { $program } is missing ({ $path }); to build it: { $command }
manual-folder = manual pages in { $folder }

## Reports of rencontres

report-rencontre = rencontre { $id }: { $one } against { $other }
report-player = { $name } ({ $color })
report-confinement = confinement of { $name }: { $level }, { $layers }
report-confinement-bare = confinement of { $name }: { $level }
report-partie = { $name }: { $ending } in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}; thinking: { $one }, { $other }
report-thinking = { $name } { $total } (max { $most })
report-thinking-cpu = { $name } { $total } (max { $most }, processor { $cpu })
coursidor-board = board { $shape } { $size }, objectives { $objectives }, seed { $seed }; { $name } begins
sphinx-board = seed { $seed }; { $name } begins
page-open = open { $url } in a browser of this machine
page-person = --page does nothing when a person plays at this terminal
page-stays = the page stays open; press Enter or Ctrl-C to end
report-begins = { $partie }: { $name } begins
report-begins-unnamed = { $name } begins
report-move = { $number }. { $name } plays { $move }: { $verdict } { $property }
report-move-colour = { $number }. { $name } ({ $letter }) plays { $move }: { $verdict } { $property }
report-answer = answer: { $answer }
report-hidden = hidden from the opponent, who saw: { $shown }
outcome-won = { $end ->
    [triche] { $winner } wins, TRICHE by { $loser }
    [timeout] { $winner } wins, TIMEOUT of { $loser }
    [disconnected] { $winner } wins, { $loser } has left
    [absent] { $winner } wins, { $loser } is absent
    [excluded] { $winner } wins, { $loser } is excluded
    [gave-up] { $winner } wins, { $loser } gave up
    [malformed] { $winner } wins, malformed request from { $loser }
    [crash] { $winner } wins, the engine of { $loser } failed
   *[win] { $winner } wins
}
outcome-you-won = { $end ->
    [triche] you win, TRICHE by { $loser }
    [timeout] you win, TIMEOUT of { $loser }
    [disconnected] you win, { $loser } has left
    [absent] you win, { $loser } is absent
    [excluded] you win, { $loser } is excluded
    [gave-up] you win, { $loser } gave up
    [malformed] you win, malformed request from { $loser }
    [crash] you win, the engine of { $loser } failed
   *[win] you win against { $loser }
}
outcome-you-lost = { $end ->
    [triche] you lose, TRICHE
    [timeout] you lose, TIMEOUT
    [disconnected] you lose, you left
    [absent] you lose, you were absent
    [excluded] you lose, you are excluded
    [gave-up] you gave up
    [malformed] you lose, malformed request
    [crash] you lose, your engine failed
   *[win] you lose against { $winner }
}
outcome-drawn = drawn
outcome-both-absent = both players are absent
outcome-cut = interrupted
outcome-opponent = the opponent
outcome-late = { $time }, of which { $cpu } on a processor and { $waited } waiting for one
outcome-late-why = { $late }: { $why }
engine-odd = { $what }{ $count ->
    [one] {""}
   *[other] {" "}({ $count } lines in all)
}
outcome-because = { $text } ({ $why })
outcome-in-moves = { $text } in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
report-interrupted = rencontre interrupted: { $why }
report-tally = tally: { $one } { $wins }, { $other } { $losses }, draws { $draws }
finale-partie = { $name }: { $ending } in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
finale-won = { $winner } wins the rencontre against { $loser }, { $wins } to { $losses }{ $draws ->
    [0] .
    [1] , and one game drawn.
   *[other] , and { $draws } games drawn.
}
finale-level = { $one } and { $other } drew{ $wins ->
    [0] {""}
    [one] , { $wins } win each
   *[other] , { $wins } wins each
}{ $draws ->
    [0] .
    [1] , one game drawn.
   *[other] , { $draws } games drawn.
}
finale-interrupted = The rencontre was interrupted.
report-recorded = recorded: { $path }
report-not-recorded = { $why }; the rencontre follows as JSON on standard output
report-unreadable-start = unreadable start: { $why }
series-rencontre = { $number }/{ $all }  { $parties }   { $one } to { $other }
series-partie = { $partie }: { $how } in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
series-why = { $name }: { $why }
series-columns = player points won drawn lost moving-first moving-second longest faults
series-alike = { $different ->
    [one] All rencontres are the same, move for move: --debuts 4 makes them begin differently.
   *[other] { $different } different rencontres out of { $count }: the others repeat them move for move; --debuts 4 makes them begin differently.
}
nouveau-exists = { $folder } already exists: give another name
nouveau-made = Your engine: { $file }; "VOTRE IDÉE ICI" marks the place for your idea. Next:
essai-watches = Waiting for a source file to be saved; Ctrl-C ends.
duels-none = no duel in { $path }
duels-pair = { $how } ({ $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
})
duel-unstarted = { $name } does not start, and loses: { $why }
duel-last = See the last rencontre again: { PROGRAM("serveur") } rejoue { $path }
duel-last-not-won = And the last one that the first player did not win: { PROGRAM("serveur") } rejoue { $path }
duel-person = "personne" does not play in duels: { PROGRAM("serveur") } joue { $game }
elo-beats = { $better } beats { $worse } by { $value } ± { $half } Elo points
elo-at-least = { $better } beats { $worse } by at least { $least } Elo points
elo-open = { $one } and { $other } are too close to tell: { $value } ± { $half } Elo points for { $one }
elo-unknown = { $one } and { $other } are too close to tell
sprt-expected = two numbers of Elo points, the smaller one first: 0:50
sprt-stronger = Decided, at a risk of 5%: { $one } is stronger{ $low ->
    [0] .
   *[other] , by more than { $low } Elo points.
}
sprt-not-stronger = Decided, at a risk of 5%: { $one } is not stronger by { $high } Elo points or more.
sprt-open = Not decided: more rencontres would tell (-n).

## Confinement: the layers, and by what they hold

layer-life = life
layer-files = files
layer-network = network
layer-calls = system calls
layer-resources = resources
layer-user = user
layer-by = { $layer } ({ $means })
means-pid-namespace = PID namespace
means-keeper = keeper
means-root = root folder of its own
means-landlock = Landlock
means-landlock-tcp = Landlock for TCP
means-landlock-scope = Landlock for signals
means-network-namespace = network namespace
means-seccomp = seccomp
means-cgroup = cgroup
means-pids-cgroup = pids cgroup (version 1)
means-rlimits = limits of single processes
means-watcher = the keeper's sums
means-user-namespace = user namespace
means-asked-for = allowed by the description
confine-holds = { $layer }: in place ({ $means })
confine-lacks = { $layer }: not in place (it needs one of these: { $means })
confine-processes-kernel = number of processes: limited by the kernel
confine-processes-keeper = number of processes: limited by the keeper, which allows each start (here the kernel does not count an engine's processes apart)
confine-processes-counted = number of processes: counted by the keeper every 10 to 100 ms (here neither the kernel nor the keeper can refuse a start)
confine-needs = What is missing here:
confine-missing = { $means }: { $why }
confine-usable = { $level }: can be used
confine-partly = { $level }: can be used, but lacks: { $layers }
confine-refused = { $level }: cannot be used, lacks: { $layers }
confine-within = { $name }: { $file } is in { $folder }, which engines do not see; keep the records elsewhere, or choose the confinement "aucun"

## Marks by the solution of the game

notes-partie = marks of the game { $name }:
reason-notes-unsolved = the game { $a0 } has no solution: no marks
reason-notes-strange = the program moteur gives no marks
reason-notes-refused = { $a0 }
notes-player = { $name }: { $kept } of { $moves } { $moves ->
    [one] move
   *[other] moves
} { $kept ->
    [one] keeps
   *[other] keep
} the value ({ $passed } of { $tested } where a mistake was possible), { $wins } { $wins ->
    [one] win
   *[other] wins
} and { $draws } { $draws ->
    [one] draw
   *[other] draws
} thrown away.
notes-blunder = move { $number }, { $name }: { $played }, { $after } instead of { $before } ({ $keeping })
notes-head-accuracy = accuracy
notes-head-moves = moves
notes-head-kept = right
notes-head-hard = hard
notes-head-wins = wins
notes-head-draws = draws
notes-legend = (hard: the share of right moves where a mistake was possible; wins, draws: thrown away)
value-win = win in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
value-draw = draw
value-lost = lost
value-loss = loss in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
value-throws-win = throws the win away
value-throws-draw = throws the draw away

## Analysis of a position

reason-analysis-none = positions of { $a0 } cannot be evaluated
reason-analysis-request = this is not an analysis request
reason-analysis-too-long = the analysis request is too long
reason-analysis-late = the analysis did not arrive in time
reason-analysis-strange = the program moteur gives no analysis
reason-analysis-ended = the analysis has stopped: { $a0 }
reason-analysis-move = move { $a0 } ({ $a1 }): { $a2 }
reason-analysis-over = move { $a0 }: the game is already over
analysis-win-thrown = a win thrown away
analysis-draw-thrown = a draw thrown away
analysis-should = { $moves } should have been played
analysis-prefers = { $engine } prefers { $moves }
analysis-or = { $moves } or { $last }
analysis-opinion = opinion of { $engine }
analysis-opinion-depth = opinion of { $engine }, depth { $depth }
analysis-score-none = score { $score }
analysis-score-cells = { $score } { $count ->
   *[other] cells
}
analysis-score-steps = { $score } { $count ->
   *[other] steps
}
analysis-score-plies = { $score } { $count ->
   *[other] moves
}
analysis-score-chance = { $score } chance
analysis-sure-win = announces a win
analysis-sure-draw = announces a draw
analysis-sure-loss = announces a loss
analysis-sure-win-in = announces a win in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
analysis-sure-loss-in = announces a loss in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}

## rejoue

replay-agrees = { $path }: agrees with the rules
replay-unreadable = unreadable file
replay-no-record = this is not a record
replay-schema = record of schema { $found }; this program knows { $known }
replay-line = line { $number }
replay-line-heading = line { $number }:
replay-partie = game { $name }
replay-move = move { $number }
replay-unknown-move = unknown move: { $text }
replay-rules-verdict = move { $number }: { $verdict } { $property } by the rules
replay-rules-cell = cell { $cell }: { $pawns } by the rules
replay-vector-field = the field { $name } is missing or unreadable
replay-not-played = the rencontre { $key } has not been played yet
replay-no-such-game = there is no rencontre { $key }: the schedule goes from { $from } to { $to }
replay-no-games = there is no rencontre { $key }: the schedule is empty
replay-of = rencontre { $key } in { $store }: { $why }; to rebuild the database from the records: { PROGRAM("serveur") } championnat ... --reconstruire

## Listening and taking in

listen-address = listening address
lobby-listening = server listening on port { $port }
lobby-listening-labyrinthe = Labyrinthe server, edition { $edition }, listening on port { $port }
lobby-no-folder = cannot write in the folder { $folder }; choose another one with --parties, or use --sans-parties
lobby-connected = { $who }: connected
lobby-refused = connection refused: { $why }
lobby-accept = cannot accept connections: { $why }; trying again soon
lobby-asks = { $name } ({ $from }) asks for a game
lobby-no-request = { $from }: no complete PARTIE request within { $time }, dropped
lobby-gone = { $from }: { $why }
lobby-left-early = { $name } ({ $from }) has left before its rencontre
lobby-coup-early = { $from }: COUP before PARTIE, refused (ERR_COUP)
lobby-name-refused = { $from }: refused (ERR_PARTIE): { $why }
lobby-starts = rencontre { $id }: { $one } (BLANC) against { $other } (NOIR)
lobby-cannot-start = cannot start a rencontre, trying again soon: { $why }
lobby-interrupted = the rencontre { $id } was interrupted: { $why }
lobby-recorded-interrupted = recorded as interrupted: { $path }
lobby-stopping = stop requested: no new rencontre, { $count } under way (again to stop { $count ->
    [one] it
   *[other] them
})
lobby-stopped = stopping { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
} at once
ended-exit-code = exit code { $code }

## The server of Labyrinthe

laby-here = { $name } ({ $from }) is here
laby-waits = { $name } waits for a game
laby-closed = { $name } ({ $from }): { $why }
laby-refusal = { $from }: refused: { $why }
laby-close-cut = its game was interrupted
laby-close-stop = stop
laby-close-tournament-over = the tournament is over
laby-close-no-game = no game could be started
laby-close-interrupted = interrupted
laby-gone-name = { $name } (gone)
laby-starts = game { $name } ({ $id }): { $one } against { $other }
laby-trainer = training player { $name }
laby-cannot-start = cannot start a game: { $why }
laby-process = game of the process { $pid }: { $why }
laby-interrupted = the game { $id } was interrupted: { $why }
laby-stopping = stop requested: no new game, { $count } under way (again to stop { $count ->
    [one] it
   *[other] them
})
laby-stopped = stopping { $count ->
    [one] { $count } game
   *[other] { $count } games
} at once
laby-name-taken = the name "{ $name }" is already taken
laby-sequence = { $command } is expected
laby-command = command not allowed in a game: { $text }
laby-no-tournament = tournament "{ $name }": { $why }
laby-string-form = the string is not of the form "NAME key=value ..."
laby-string-player = there is no training player "{ $name }"
laby-string-value = the value of the option "{ $key }={ $value }" is wrong
control-nobody = no Labyrinthe server on port { $port } of this machine ({ $path })
control-no-answer = the server does not answer
control-socket = control socket { $path } (see --controle)
control-folder = { $path } belongs to another user or is open to others; make it private (chmod 700), or choose another socket with --controle
control-stranger = the program that listens at { $path } is another user's (uid { $uid })
control-answering = answer to the organiser: { $why }
control-unknown = unknown request: { $text }
organise-no-tournament = there is no tournament { $name }
organise-tournament-exists = there is already a tournament { $name }
organise-seed = unreadable seed: { $text }
organise-absent = { $name } is not connected
organise-busy = { $name } is not waiting for a game
organise-same = two different players are needed
organise-started = game { $name }: { $one } against { $other }
organise-trainer = { $name } is not a training player: { $all }
organise-first = { $name } does not play this game, it is { $one } against { $other }
organise-option = impossible value: { $text }
organise-not-started = the game could not begin
client-connected = connected
client-waiting = waiting for a game
client-waiting-tournament = waiting for a tournament game
client-playing = playing
tournament-entered = tournament { $name }: entered: { $players }
tournament-over = tournament { $name }: over
tournament-ongoing = tournament { $name }: under way
tournament-is-over = the tournament { $name } is over
tournament-phase = tournament { $name }, phase { $number }
tournament-pairing = { $key }: { $one } against { $other }
tournament-pairing-waits = { $key }: { $one } against { $other } waits for its players
tournament-pairing-plays = { $key }: { $one } against { $other } is being played
tournament-phase-unfinished = the phase is not over: { $count ->
    [one] { $count } game
   *[other] { $count } games
} left; see classement and forfait
tournament-no-waiting = no game waits for { $player }
tournament-forfeit = { $player } loses { $count ->
    [one] { $count } game
   *[other] { $count } games
} by forfeit
tournament-by-network = tournament players connect over the network

## Championships: the file or the command line

config-at = { $source }:{ $line }:{ $column }: { $problem }
config-in = { $source }: { $problem }
config-command-line = command line
config-nothing = a championship file is needed, or --jeu and some --moteur
config-game = { $why }
config-parameter = parameter { $key }: { $why }
config-parameter-type = parameter { $key }: a string, a number, true or false is needed
config-parameter-form = parameter "{ $text }": not of the form key=value
config-twice = two contestants are called "{ $name }"
config-twice-case = two contestants' names differ only in capitals: "{ $other }" and "{ $name }"
config-order = unknown order: "{ $text }" (tirage or liste)
config-engines = moteurs: "{ $text }" (neufs or gardes)
config-logs = journaux: "{ $text }" (prives or publics)
config-results = resultats: { $why }
config-results-location = neither a file, nor sqlite:FILE, nor postgres://...
config-results-name = the name of a file is needed, or postgres://...
config-records = parties: the name of a folder is needed
config-name = name "{ $name }": { $why }
config-name-sent = name "{ $name }": { $why }; add an "identifiant" that fits: the protocol then carries the identifiant, and everybody sees the name
config-login = identifiant "{ $login }": { $why }
config-login-twice = "{ $other }" and "{ $name }" would both be called "{ $told }" for network players: give one of them an "identifiant" of its own
config-title = title "{ $title }": { $why }
config-name-empty = empty, or with spaces around it
config-name-characters = # and control characters are not allowed
config-name-long = more than { $most } characters
config-name-bytes = { $bytes } bytes, at most { $most }
config-engine = engine of "{ $name }": { $why }
config-engine-unknown = "{ $text }" is unknown
config-network-only = adresses is only for network contestants (moteur = "reseau")
config-address = "{ $text }" is neither an IP address nor a network (10.1.0.0/16)
config-secret = secret of "{ $name }": empty or with control characters
config-secret-text = secret of "{ $name }": a text in quotes is expected
config-secret-sent = secret of "{ $name }", sent as name#secret: { $why }
config-confinement = { $why }
config-readable = lecture: "{ $text }": { $why }
config-rules = { $why }
config-engine-only = memoire, processus, disque and reseau are only for engines that the server starts (with moteur = "reseau", the engine runs on the contestant's machine)
config-per = par: "{ $text }" (partie or rencontre)
config-tie-break = unknown tie-break: "{ $text }" ({ $all })
config-tie-break-twice = the tie-break "{ $text }" is given twice
config-points = points: { $worse } ({ $less }) is worth more than { $better } ({ $more })
config-points-level = points: { $worse } ({ $less }) is worth as much as { $better } ({ $more })
config-format = unknown format: "{ $text }" (aller-retour, aller-simple, suisse, poules, elimination or defi)
config-format-key = the key { $key } is not used with the format { $format } (possible keys: { $keys })
config-format-pools = format poules: the key poules, the number of pools, is needed
config-format-champion = format defi: the key champion, a contestant's name, is needed
config-format-option = format: "{ $text }" is not of the form key=value
config-format-unknown-key = format: unknown key "{ $key }"
config-format-wrong = format: { $why }
config-champion = the champion "{ $name }" is not one of the contestants
config-range = { $key } = { $number }: a number from { $from } to { $to } is expected
config-moment = { $key }: "{ $text }" is not a time (14:00, or 2026-12-18T14:00)
config-end-format = fin: in pools and knock-outs each round depends on the others, and the championship cannot end before the last one; give less time per move, or change it during play ({ PROGRAM("serveur") } decision ... temps)
config-end-before = fin: this time is before debut
config-port = port: a port (4242), with the form of the protocol if needed ("1235:2025"), or a list
config-port-form = port: { $why }
config-seconds = { $key } = { $number }: from 0 to { $most } seconds are expected
config-unreadable = unreadable: { $why }
config-too-long = more than { $most } bytes: this is not the description of a championship
config-utf8 = this is not text in UTF-8
config-no-file = no file
config-toml = refused by the TOML reader: "{ $why }"
config-unknown-key = unknown key "{ $key }"; did you mean "{ $meant }"?
format-two = at least two contestants are needed
format-contestants = { $count ->
    [one] { $count } contestant
   *[other] { $count } contestants
}: at most { $most } are possible
format-meetings = the number of rencontres between two contestants must be at least 1
format-legs = a knockout match is played in 1 or 2 rencontres, not in { $count }
format-rounds = a Swiss tournament has at least one round
format-champion = the champion is not one of the contestants
format-pools = { $pools ->
    [one] { $pools } pool
   *[other] { $pools } pools
} for { $count } contestants: at least one is needed, and at least two contestants in each
format-qualified = { $count ->
    [one] { $count } qualifier
   *[other] { $count } qualifiers
} from each pool: from 1 to { $most } are possible
format-qualified-swiss = { $count ->
    [one] { $count } qualifier
   *[other] { $count } qualifiers
}: from 2 to { $most } are possible
format-two-qualified = at least two qualifiers are needed for a knockout
format-too-many = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}: at most { $most } are possible
compare-place = { $place }, { $one } here, { $other } there
compare-only = played in { $source } only
compare-result = the result is not the same
compare-rank = { $rank }. { $name } ({ $points })
compare-ranking = ranking: { $one } here, { $other } there
compare-same = { $count ->
    [0] no rencontre
    [one] { $count } rencontre: the same, but for times
   *[other] { $count } rencontres: the same, but for times
}
compare-differing = { $differing ->
    [0] no rencontre differs
    [one] { $differing } rencontre differs
   *[other] { $differing } rencontres differ
}, of { $count }
bundle-uncounted = does not count
export-archives = { $count ->
    [one] { $count } archive in { $folder }
   *[other] { $count } archives in { $folder }
}
export-archive-of-whom = an archive belongs to a contestant: give a name, or no name for all of them
export-readme-name = README.txt
export-readme =
    { $name }, championship of { $game }{ $titled ->
        [0] { "" }
       *[other] {" \""}{ $title }{"\""}
    }: number { $rank } of { $all }.

    resultats.csv    your results, one rencontre on each line: open it with a spreadsheet
    parties/         { $games ->
        [one] the record of your rencontre
       *[other] the records of your { $games } rencontres
    }: step through one with "bin/serveur rejoue parties/1.1.json", or on the page "Replay" of "bin/serveur tableau"
    { $log }
    { $accuracy }
export-readme-log = journal.txt      what your engine wrote to stderr, one rencontre after the other
export-readme-no-log = (no log: the engine wrote nothing, or played over the network)
export-readme-accuracy = precision.txt    your moves judged by the solution of the game: accuracy, and what you should have played
day = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
pdf-legend = W, D, L, F: games won, drawn, lost, disqualifications
pdf-page = Arbitre · { $page } / { $count }
pdf-played = { $count ->
    [one] { $count } rencontre played
   *[other] { $count } rencontres played
}
pdf-incomplete = letters missing from the font, shown as a square or without their accent: { $names }
pdf-terminal = a PDF is not shown on a terminal: add >{ $file }
diploma-heading = Certificate
diploma-contest = Championship of { $game } "{ $title }"
diploma-place = { $rank ->
    [1] First place
    [2] Second place
    [3] Third place
   *[other] Place { $rank }
} of { $count }
diploma-reached = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $won } won, { $drawn } drawn, { $lost } lost
ranking-form = unknown form: "{ $text }" (table, json, csv, md, pdf or diplomes)
key-pattern = "{ $text }" does not name any rencontres (expected: ROUND.NUMBER, where * means all, for example 3.2, 3.*, *, or *#dupont for those of dupont)
key-form = "{ $text }" does not name a rencontre (expected: ROUND.NUMBER, for example 3.2)
import-at = { $path }: line { $line }: { $said }
import-blank-line = empty, ignored
import-csv = this is not CSV: { $why }
import-quotes = a quotation mark opens in this line, and nothing closes it before the end of the list
import-too-long = more than { $most } bytes: this is not the list of a class
import-nobody = this list is empty
import-no-name = no column "nom" (name): the first line gives the titles of the columns (nom, prénom, e-mail, moteur), and this one has: { $found }
import-twice = "{ $name }" is already in line { $line }
import-twice-case = "{ $name }" differs only in capitals from "{ $other }", in line { $line }
import-twice-same = "{ $name }" is already in line { $line }, with the same address; suggestion: ignore this line
import-known-case = "{ $name }" differs only in capitals from "{ $other }", who is already in the description
import-no-room = "{ $name }": { $bytes } bytes, at most { $most }, so that the protocol can carry a secret after it
import-proposal = { $why }; suggestion: "{ $name }"
import-login-twice = "{ $login }" is already the identifier of line { $line }
import-login-known = "{ $login }" is already the identifier of "{ $other }" in the description
import-login-proposal = { $why }; suggestion: identifier "{ $login }"
import-two-lists = --liste goes with a folder of submissions; { $path } is already a list
import-refused = nothing is written: correct the list
import-refused-proposed = nothing is written: correct the list, or accept the suggestions with --accepter
import-exists = { $path } already exists and is not replaced: --ajouter adds to it, --vers writes elsewhere
import-other-game = { $path } is a championship of { $game }
import-random = the system provides no random numbers: { $why }
import-about =
    Championship from the list { $list }.
    The secrets are also in { $handout }, to be handed out: keep these files secret.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } importe { $list } --vers { $description } --ajouter

    The first line plays the championship, or resumes it; the last one adds those who are missing.
import-format = { $count ->
    [one] { $format }: { $count } rencontre
   *[other] { $format }: { $count } rencontres
}
import-written = { $path }: { $added ->
    [one] { $added } contestant added
   *[other] { $added } contestants added
}{ $kept ->
    [0] { "" }
   *[other] {", "}{ $kept } already there
}
import-no-secrets = the protocol of { $game } carries no secret: anyone who knows a name can play under it, unless the key adresses forbids it
import-your-command = YOUR COMMAND
import-handout = { $path }, to be handed out: what each contestant types, with their own command instead of YOUR COMMAND
import-next = to check it and play it: { PROGRAM("serveur") } championnat { $path }

## Championships: the submissions of a class

submission-about =
    Championship from the submissions in { $list }, stored in { $engines }.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } importe { $list } --vers { $description } --moteurs { $engines } --ajouter

    The first line plays the championship, or resumes it; the last one adds the submissions that have arrived since. The engines' commands start in the folder where you type the first line.
submission-left-out = { $name }: left out: { $why }
submission-folder = The submission is in { $folder }.
submission-here = { $path }: give the name of the folder of submissions
submission-ladder = { $path }: these are the settings of a ladder, not a submission; the command { PROGRAM("serveur") } echelle championnat describes the championship of a ladder
submission-nobody = no submission in { $path }
submission-no-engine = no submission can play: nothing is written
submission-left = { $count ->
    [one] one submission is left out: complete it in { $path }, where it is a comment
   *[other] { $count } submissions are left out: complete them in { $path }, where they are comments
}
submission-more = { $name }: and { $count ->
    [one] one line
   *[other] { $count } lines
} more
submission-links = { $name }: { $count ->
    [one] one link left out
   *[other] { $count } links left out
}
submission-replaced = { $name }: new submission; the earlier one is in { $path }
submission-name = name
submission-language = language
submission-compiled = compiled
submission-engine = engine
submission-yes = yes
submission-same = unchanged
submission-out = left out: { $why }
submission-number = not a number of seconds
submission-other-assignment = Moodle's numbers are all new: this is another assignment, and everybody is recognised by name
submission-namesake = "{ $name }": somebody else, with another Moodle number, has this name without the number or with a different one
submission-ambiguous = the submission "{ $name }" may belong to several people in { $list }: { $people }; it keeps its name
submission-several = several submissions seem to belong to "{ $name }": { $submissions }; each keeps its name
submission-strangers = { $count ->
    [one] { $count } submission belongs to nobody in { $list } and keeps its name:
   *[other] { $count } submissions belong to nobody in { $list } and keep their names:
}
submission-absent = { $count ->
    [one] { $count } person in { $list } has submitted nothing:
   *[other] { $count } people in { $list } have submitted nothing:
}
submission-ask-title = Title (empty: the name of the file):
submission-ask-time = Seconds per move [{ $default }]:
submission-ask-format = Format: aller-retour, aller-simple, suisse:rondes=5... [{ $default }]:

## Championships: who connects

access-unknown = "{ $name }" is not one of the contestants
access-engine = "{ $name }" is played by the server, not over the network
access-address = "{ $name }" may not connect from { $address }
access-no-secret = "{ $name }" must give its secret (name#secret)
access-wrong-secret = "{ $name }" has given a wrong secret
access-too-many = "{ $name }": too many wrong secrets came from this address; it may come again in { $seconds } s
access-waiting = this name is already waiting for its opponent
access-playing = this name is playing at the moment
access-not-network = this is not a network contestant

## Championships: the store of results

store-locked = { $store }: this championship is already under way in another process
store-locked-by = { $store }: this championship is already under way in another process ({ $who })
store-full = { $store }: the disk is full
store-read-only = { $store }: read-only; nothing of what is finished is lost
store-open = { $store }: cannot be opened: { $why }
store-io = { $store }: input/output error: { $why }
store-damaged = { $store }: damaged or foreign file ({ $why }); the same command with --reconstruire rebuilds it from the records
store-none = { $store }: holds no championship
store-newer = { $store }: written by a newer version (schema { $found }, this one knows { $known })
store-older = { $store }: written by an older version (schema { $found }); the command championnat updates it
store-other = { $store }: another championship was begun there; what differs: { $differences }. To resume the other one, use its own command; for this one choose another name: --resultats OTHER.sqlite (in a file: resultats and parties)
differs-game = the game
differs-parameters = the parameters of the game
differs-time = the time for each move
differs-contestants = the contestants
differs-format = the format
differs-order = the order of entry
differs-seed = the seed
differs-points = the points
store-other-schedule = { $store }: in its schedule the rencontre { $key } is not the one that the regulations give
store-not-scheduled = the recorded rencontre { $id } ({ $key }, { $white } - { $black }) is not in the schedule
store-bad-record = the recorded rencontre { $id } cannot be used: { $why }
store-silent = { $store }: no answer after { $time }
store-failed = { $store }: { $why }
plan-unknown = the rencontre { $key } is not in the schedule, or not between these contestants
plan-cores = { $count ->
    [one] { $count } core
   *[other] { $count } cores
} for two engines that think at the same time: without reflexion, or with simultanees, they may share a core
record-contradiction = the record { $id } contradicts the rules: { $why }
record-contradiction-partie = the record { $id } contradicts the rules, game { $partie }: { $why }

## Championships: while they are played

champ-file-aside = file ignored: { $why }
champ-unreadable-known = unreadable record: { $path } ({ $why }); its result is known and counts; to write the file again: { PROGRAM("serveur") } exporte { $store } { $key } > { $path }
champ-unreadable-lost = unreadable record: { $path } ({ $why }); no result is known under this name: put the file back from a backup and start again with --reconstruire, or let the rencontre be played again
champ-game-aside = game ignored: { $why }
champ-duplicate = the game { $id } is a duplicate: { $kept } counts
champ-written-out = { $count ->
    [one] { $count } record
   *[other] { $count } records
} written again from { $store }
champ-taken-in = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
} read from files
champ-confinement = confinement of the engines: { $level }
champ-confinement-partly = confinement of the engines: { $level }, without what this machine lacks: { $layers } ("{ PROGRAM("serveur") } confinement" says what it would need)
champ-paused = championship paused: { $count ->
    [0] no rencontre is under way
    [one] one rencontre under way will finish
   *[other] { $count } rencontres under way will finish
}
moment-date = { $time } on { $date }
champ-gathering = the championship begins when all network contestants are there
champ-gathering-until = the championship begins at { $time }
champ-begin-now = { $when }; to begin earlier: { PROGRAM("serveur") } decision { $file } commence
champ-begins = the championship begins{ $absent ->
    [0] {""}
    [one] {""}; one absent contestant has { $seconds } s to connect
   *[other] {""}; { $absent } absent contestants have { $seconds } s to connect
}
champ-begun = the championship has already begun
champ-goes-on = the championship goes on
champ-stopping = stop requested: { $count ->
    [0] nothing is running
    [one] { $count } rencontre is being finished; again to interrupt it
   *[other] { $count } rencontres are being finished; again to interrupt them
}
champ-stopped = stopping at once: { $count ->
    [0] nothing is running
    [one] { $count } rencontre interrupted
   *[other] { $count } rencontres interrupted
}
champ-no-folder = cannot write into the folder { $folder }
champ-waits = { $name } ({ $from }) is waiting for a rencontre
champ-short-secrets = secrets so short that they can be guessed (at least 6 characters are advised): { $names }
champ-cut-name = "{ $name }": network opponents see it as "{ $told }"; with a shorter "identifiant" beside the name, nothing would be cut
champ-left = { $name } has left
champ-refused = { $from }: refused: { $why }
champ-dropped = { $who }: { $count ->
    [one] { $count } more line left out
   *[other] { $count } more lines left out
}
champ-out = { $name } is out ({ $why }): its remaining games are lost without being played
fault-turn = { $partie }, move { $ply }
champ-fault = rencontre { $key }, { $partie }, move { $ply }, { $name }: { $why }
champ-odd = rencontre { $key }, { $name }: { $what }
champ-replayed = rencontre { $key }, { $one } - { $other }, interrupted ({ $why }): it will be played again
champ-isolated = { $name } was playing at each of the last { $count } interruptions, and nobody else was: it may be disturbing the others, and from now on it plays alone on the machine
champ-endless = the rencontre { $key } has lasted { $minutes } min, far longer than the others; to end it: { $command }
champ-ending = { PROGRAM("serveur") } decision { $file } resultat { $key } { $result } --motif "endless"
champ-machine = paused: { $why }. Nothing is lost: once the cause is removed, the championship goes on by itself when it tries again, in { $minutes } min, or at once with "{ PROGRAM("serveur") } decision { $file } reprend"
champ-pages-stay = the pages stay open; Ctrl-C closes them
champ-given-up = rencontre { $key }, { $one } - { $other }, interrupted too often ({ $why }): it does not count
champ-see-record = see its record
champ-worker-silent = the other process no longer answers
champ-not-begun = the rencontre has not begun
decision-line = decision no. { $number } ({ $date }, { $who }): { $what }; reason: { $why }
decision-line-without-reason = decision no. { $number } ({ $date }, { $who }): { $what }
decision-announced = announcement: "{ $text }"
decision-silent = the announcement is withdrawn
decision-ended = the championship has ended after round { $round } of { $count }
decision-ended-by-clock = the championship has ended after round { $round } of { $count }: the next one could not end by { $time }
decision-ended-before = the championship has ended at { $time }, before the end of the first round: nothing counts
decision-plays-on = the rest of the championship is played, whatever the time
decision-plays-on-until = the rest of the championship is played, until { $time } at the latest
decision-time = { $seconds } s per move from round { $round } on
decision-time-unlimited = no time limit from round { $round } on
decision-time-effect = { $count ->
    [one] the rencontre concerned would take about { $after } min instead of { $before } min
   *[other] the { $count } rencontres concerned would take about { $after } min instead of { $before } min
}
decision-not-counted = { $count ->
    [one] one result of the unfinished round does not count
   *[other] { $count } results of unfinished rounds do not count
}
decision-counted-again = { $count ->
    [one] one result of the unfinished round counts again
   *[other] { $count } results of unfinished rounds count again
}
decision-no-end = this championship cannot end early: in pools and knock-outs each round depends on the others ("temps" shortens the rest)
decision-ended-already = the championship has already ended ("prolonge" plays the rest)
decision-last-round = the last round, number { $count }, is already under way or played
decision-nothing-played = nothing has been played yet
decision-end-past = this end is in the past
decision-time-range = time per move: 0 (no limit), or from { $least } to { $most } s
decision-time-late = no round is left to begin
decision-withdrawn = { $name } is withdrawn and loses every rencontre that has not begun
decision-disqualified = { $name } is disqualified
decision-reinstated = { $name } takes part again
decision-given-back = { $count ->
    [one] one forfeited rencontre is restored and will be played
   *[other] { $count } forfeited rencontres are restored and will be played
}: { $keys }
decision-counts-again = { $count ->
    [one] one result counts again
   *[other] { $count } results count again
}: { $keys }
decision-stays-lost = { $count ->
    [one] one forfeit stands, because further rencontres have been drawn or played since
   *[other] { $count } forfeits stand, because further rencontres have been drawn or played since
}: { $keys }
decision-annuls = fewer than half of the { $count } rencontres have been played: none counts in the ranking
decision-forfeits = { $count ->
    [one] one rencontre is forfeited
   *[other] { $count } rencontres are forfeited
}
decision-preview = preview: nothing is decided
decision-added = { $name } takes part in the championship
decision-forfeited = rencontre { $key } is lost by { $name }, by forfeit
decision-forfeited-both = rencontre { $key } is lost by both, by forfeit
decision-restored = the forfeit of rencontre { $key } is cancelled, it is to be played
decision-replayed = rencontre { $key } is to be played again
decision-set = the result of rencontre { $key } is set ({ $winners })
decision-won = { $name } wins
decision-drawn = draw
decision-text = who decides, and the reason if there is one: a text of at most { $most } characters, without control characters
decision-too-late = too late: this would change who plays rencontres that have been played or are under way ({ $keys })
decision-over = the championship is over: nothing is left to be played
decision-gone = { $name } is already withdrawn or disqualified
decision-not-drawn = { $name } was not drawn with the others: too late to come back to this championship
decision-not-drawn-now = nothing has been played yet: the draw is made without this contestant
decision-not-gone = { $name } is neither withdrawn nor disqualified
decision-there = { $name } already takes part in the championship
decision-no-late = pools and knock-outs take no late contestants
decision-no-late-finals = the last round is drawn: nobody can be added before the knock-out any more
decision-has-result = rencontre { $key } already has a result ("resultat" sets another one, "rejoue" replays it)
decision-no-result = rencontre { $key } has no result yet
decision-no-forfeit = rencontre { $key } is not a forfeit
decision-no-game = no rencontre { $key } in this championship, or not yet
decision-nobody = { $name } is not a contestant of this championship: { $all }
decision-name = { $name }
decision-not-his = { $name } does not play rencontre { $key }, it is { $one } against { $other }
decision-parties = rencontre { $key } has { $count ->
    [one] one game: it takes a winner, or "nul"
   *[other] { $count } games: it takes a winner for each, or "nul"
}
decision-no-description = a contestant is added to the description of the championship, a .toml file: this one was started without a description
decision-not-last = the description must name { $name } after all the other contestants, who must stay the same
decision-other = everything else in the description must stay the same: { $differences }
decision-source = { $source }: neither the description of a championship (.toml) nor results (.sqlite)
decision-later = the championship is stopped: the decision is recorded, and takes effect when the championship is started
decision-not-recorded = the decision could not be recorded, and is not taken
decision-no-answer = the championship that is running does not answer
decision-no-such-games = no such rencontre has a result that this would change
decision-not-running = the championship is not running
decision-unknown = this is not a decision
decision-deaf = the championship will not receive the organiser's decisions (serveur decision): { $why }
decision-referee = the referee
decision-organiser = the organiser
journal-line = { $path }, line { $line }: not a decision, or one is missing before it
champ-latency = the referee's delay over { $count ->
    [one] { $count } move
   *[other] { $count } moves
}: median { $median }, 99th percentile { $percentile }, maximum { $most }
champ-overloaded = the machine is overloaded: fewer rencontres at a time (simultanees) would be fairer
champ-unfinished = championship stopped before its end: the same command resumes it
champ-kept = results in { $store }, records in { $records }
champ-resumed = championship resumed where it was: { $done ->
    [one] { $done } rencontre already played
   *[other] { $done } rencontres already played
}
champ-already = { $store }: this championship is finished, there is nothing left to play; to play a new one with the same contestants, give another --graine, or --resultats OTHER.sqlite (in a file: graine, resultats)
champ-next = Next:
    {"  "}{ PROGRAM("serveur") } classement { $store }
    {"  "}{ PROGRAM("serveur") } rejoue { $store }#1.1
    {"  "}{ PROGRAM("serveur") } exporte { $store }
champ-blocked = championship finished without the rencontres that were interrupted too often: { $keys }
champ-left-out = { $key } { $one } - { $other }: interrupted, does not count ({ $why })
champ-finished = { $key } { $one } - { $other }: { $parties }
champ-bar = { $done }/{ $all } rencontres, { $time } left
champ-gathers = not begun: waiting for network contestants
champ-held = paused: no rencontre begins
champ-running = under way: { $names }
champ-awaited = waiting for: { $names }
champ-apart = rehearsal: the results are kept apart, in { $store }
champ-end-past = the end ({ $time }) is in the past: change fin in the description, or give --fin
champ-ended = { $said }; to play the rest: { PROGRAM("serveur") } decision { $file } prolonge
champ-out-names = out: { $names }
champ-trying = trying the engines before the first rencontre: { $count } to go
trial-network = { $name }: over the network
trial-plays = { $name } ({ $engine }) plays { $move }
trial-does-not = { $name } ({ $engine }) does not play: { $why }
trial-failed-of = { $count ->
    [one] { $count } engine of { $all } does not play
   *[other] { $count } engines of { $all } do not play
}
trial-failed = { $count ->
    [one] { $count } engine of { $all } does not play
   *[other] { $count } engines of { $all } do not play
}, the championship does not begin: fix them, begin without them with --sans-les-defaillants, or skip this check with --sans-essai
trial-plays-games = { $name } ({ $engine }) plays { $moves } moves, { $finished ->
    [one] { $finished } finished game of { $parties }
   *[other] { $finished } finished games of { $parties }
}; median move { $median } s, longest { $longest } s; start { $start } s
trial-logged = { $name }, last lines of its error output (the rest is in { $path }):
trial-same = these contestants have the same program: { $names }
trial-similar = { $one } and { $other } look alike: { $share } of the shorter one is also in the other, ignoring names and comments (worth a look, no proof)
trial-similar-more = { $count ->
    [one] one more pair looks alike: see the report
   *[other] { $count } more pairs look alike: see the report
}
trial-report = results of the trial in { $path }
trial-columns = contestant; plays; cause; last error lines; e-mail; engine; code; start in s; finished games; moves; median move in s; longest move in s; most memory in MiB; same program as; similar to; log
trial-yes = yes
trial-no = no
trial-length = "{ $text }": write coup (a move) or partie (a game)
trial-motive = does not play in the trial: { $why }
trial-left-out = without { $name }: { $why }
trial-champion = { $name }, the champion of this gauntlet, does not play
trial-too-few = fewer than two contestants would be left
trial-begin-without = Begin without { $names }? [y/N]
plan-hour = "{ $text }" is not a time in the future: write 17:00, or 2026-12-18T17:00
plan-playing = some rencontres are played to measure them (at least { $count })...
plan-without = Left out, because they do not play in the trial: { $names }.
plan-what = { $contestants } contestants, { $format }: { $rencontres ->
    [one] { $rencontres } rencontre
   *[other] { $rencontres } rencontres
} of { $parties ->
    [one] { $parties } game
   *[other] { $parties } games
} in { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}, { $once } at once
plan-network = { $count ->
    [one] { $count } network contestant is not measured, and is assumed to think as long as the others.
   *[other] { $count } network contestants are not measured, and are assumed to think as long as the others.
}
plan-measured = Measured in { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}: { $moves } moves per game (at most { $most }), { $thought } s per move.
plan-likely = Likely duration: { $time }, ends at about { $end }.
plan-unmeasured = No rencontre could be measured: no likely duration.
plan-worst = At worst: { $time }, ends at { $end }, if each move takes { $seconds } s and each game { $moves } moves.
plan-no-worst = Without a time limit, nothing bounds the duration.
plan-table = Likely end
plan-before = Over by { $time }?
plan-no-limit = no limit
plan-at-latest = at worst { $end }
plan-unknown-end = –
plan-yes = yes
plan-likely-yes = likely
plan-perhaps = perhaps
plan-no = no
plan-home-and-away = home and away
plan-round-robin = { $count ->
    [1] single round robin
   *[other] everybody against everybody, { $count } times
}
plan-swiss = Swiss, { $count ->
    [one] { $count } round
   *[other] { $count } rounds
}
plan-swiss-finals = { $count ->
    [one] Swiss, { $count } round, then knock-out
   *[other] Swiss, { $count } rounds, then knock-out
}
plan-knockout = knock-out
plan-gauntlet = gauntlet
plan-pools = { $count } pools, then a knock-out
trial-stopped = trial of the engines stopped: the championship has not begun
logbook-rencontre = --- rencontre { $key } against { $other }, { $time }
logbook-trial = --- trial before the first rencontre
logbook-dropped = [{ $count ->
    [one] { $count } byte left out
   *[other] { $count } bytes left out
}]
word-white = white
word-black = black
word-triche = TRICHE
word-timeout = TIMEOUT
word-disconnected = left
word-malformed = malformed request
word-crash = engine failed
word-excluded = excluded by the organiser
word-absent-one = absent
word-win = won
word-draw = drawn
word-interrupted = interrupted

## Rankings: the headings of columns

ranking-rank = rank
ranking-place = place
ranking-contestant = contestant
ranking-points = points
ranking-rencontres = renc.
ranking-won = W
ranking-drawn = D
ranking-lost = L
ranking-faults = F
ranking-byes = byes
ranking-sonneborn = SB
ranking-buchholz = Bu
ranking-rating = rating (95%)
ranking-rating-value-only = rating
ranking-accuracy = accuracy
ranking-rating-value = { $value } [{ $low }; { $high }]
ranking-decisions = decisions of the organiser:
ranking-withdrawn = withdrawn
ranking-annulled = withdrawn, no rencontre counts
ranking-disqualified = disqualified
ranking-machines = machines: games won by the better ranked of the two, and the 95% interval:
ranking-machine = { $name }: { $share }% [{ $low }; { $high }] in { $rencontres ->
    [one] { $rencontres } rencontre
   *[other] { $rencontres } rencontres
}; lost by time: { $late }
ranking-machines-alike = chance explains these differences (chi-square, 5%): it did not matter which machine played
ranking-machines-differ = chance does not explain these differences (chi-square, 5%): look at the machine that stands apart
ranking-last-faults = last fault of each:
ranking-fault = { $name }, { $place }: { $what }
word-lost-by-rules = lost by the rules
word-rencontre = rencontre { $key }
word-reason = { $why }
ranking-waits = engines waiting for a processor:
ranking-wait = { $name }: { $total } in all, max { $most } for a move
ranking-wait-more = { $count ->
    [one] one other: max { $most }
   *[other] { $count } others: max { $most }
}
ranking-starved = { $count ->
    [one] replayed because a late engine had no processor: { $keys }
   *[other] replayed because late engines had no processor: { $keys }
}
ranking-interrupted = interrupted, outside the ranking:
ranking-legend-separator = {"; "}
ranking-legend-place = place: in the knock-out
ranking-legend-rencontres = renc.: finished rencontres, including forfeits
ranking-legend-won = W, D, L: games won, drawn, lost
ranking-legend-faults = F: lost by disqualification (absence, TIMEOUT, TRICHE, failure)
ranking-legend-byes = byes: rounds without an opponent, counted in the points, but not in renc. or W
ranking-legend-sonneborn = SB: Sonneborn-Berger (points of each opponent beaten, half of them for a draw)
ranking-legend-buchholz = Bu: Buchholz (points of all opponents, one's own for a bye)
ranking-legend-rating = rating: 1500 on average, 400 points more: 10 wins in 11
ranking-legend-ties = level on points: { $criteria }
ranking-ties = tie-breaks:
ranking-tie = { $one } before { $other } ({ $points } points): { $by }: { $before }-{ $behind }
ranking-equal = rank { $rank } ({ $points } points), equal on all criteria:
tie-encounters = direct encounter
tie-encounters-among = direct encounters among the { $count } tied contestants
tie-wins = games won
tie-sonneborn-berger = Sonneborn-Berger
tie-faults = disqualifications
tie-buchholz = Buchholz
tie-playoff = play-off
ranking-pool-open = { $name }, under way
ranking-goes-on = qualified
ranking-goes-on-sure = yes
ranking-goes-on-drawn = yes, by lot
ranking-goes-on-listed = yes, by order of entry
ranking-goes-on-so-far = so far
ranking-by-lot = { $count ->
    [0] level, settled by lot:
    [one] still level after a play-off, settled by lot:
   *[other] still level after { $count } play-offs, settled by lot:
}
ranking-by-order = { $count ->
    [0] level, settled by the order of entry:
    [one] still level after a play-off, settled by the order of entry:
   *[other] still level after { $count } play-offs, settled by the order of entry:
}
ranking-playoffs = play-offs (outside the points of the ranking):
ranking-playoff = { $name }:
ranking-knockout = knock-out
ranking-nobody = (bye)
ranking-small-final = match for third place: { $match }
ranking-level-faults = { $match }: level, { $name } advances with fewer disqualifications
ranking-level-seed = { $match }: level, { $name } advances as the better seed
ranking-level-ranked = { $match }: level, { $name } advances, ranked higher before
ranking-level-lot = { $match }: level, { $name } advances by lot
ranking-grid-too-wide = (the grid of { $count } contestants is too wide for this terminal; --format csv has all of it)
stage-knockout =
    { $places ->
        [2] final
        [4] semi-finals
        [8] quarter-finals
        [16] round of 16
        [32] round of 32
        [64] round of 64
       *[other] round of { $places }
    }
stage-small-final = match for third place
stage-leg = { $stage }, leg { $number }
stage-extra = { $stage }, extra game { $number }
stage-playoff = { $stage }, play-off { $number }
stage-playoff-pool = { $number ->
    [1] play-off of pool { $name }
   *[other] play-off { $number } of pool { $name }
}
stage-playoff-qualification = { $number ->
    [1] play-off for qualification
   *[other] play-off { $number } for qualification
}
stage-playoff-first = { $number ->
    [1] play-off for first place
   *[other] play-off { $number } for first place
}
stage-round = round { $number }
stage-swiss = Swiss rounds
stage-pool = pool { $name }
stage-game = { $key } ({ $stage })

## joueur

player-connected = { $name }: connected (engine { $engine })
player-waits = { $name }: waiting for an opponent (engine { $engine })
player-rencontre = Rencontre against { $opponent }: you play { $color }
player-rencontre-over = Rencontre against { $opponent }: won { $won }, drawn { $drawn }, lost { $lost }
player-championship-over = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
} played: games won { $won }, drawn { $drawn }, lost { $lost }
player-server-gone = { $why }; trying again for { $limit } s at most
player-server-back = the server is back
player-server-lost = the server has not come back within { $limit } s
player-games-over = Games won { $won }, lost { $lost }
player-tournament-over = The tournament { $name } is over
player-no-tournament = --jusqu-a-la-fin: until the end of which tournament? Name it: --entrainement "TOURNAMENT name"
player-partie = Game { $name }: { $how }
player-won-rules = won, by the rules
player-lost-rules = lost, by the rules
player-labyrinthe = Game { $name }: labyrinth { $width } x { $height }, you begin
player-labyrinthe-second = Game { $name }: labyrinth { $width } x { $height }, the opponent begins
player-we-play = you play { $move }
player-they-play = { $name } plays { $move }
player-opponent = opponent
player-opponent-plays = the opponent plays { $move }
player-engine-illegal = engine: illegal move { $move }: { $why }
player-engine-error = engine: { $why }
player-engine-late = engine: no move after { $time }
player-engine-late-why = engine: no move after { $time }: { $why }
player-limit-lower = TIMEOUT after { $measured } s, earlier than the expected { $limit }: from now on the player keeps to { $measured } s per move (to set it beforehand: --temps)
player-limit-found = TIMEOUT after { $measured } s: from now on the player keeps to { $measured } s per move (to set it beforehand: --temps)
player-margin = the margin ({ $margin }) leaves nothing of the time per move ({ $time }): set --marge and --temps
player-engine-restart = engine: starting it again
player-engine-given-up = the engine failed { $count ->
    [one] { $count } time
   *[other] { $count } times
} in a row without a move: it is not started again, the player makes fallback moves
player-fallback = fallback move: { $move }
player-no-fallback = --sans-secours: the player leaves the server ({ $why })
player-replaced = { $count ->
    [one] { $count } of { $moves } moves was a fallback
   *[other] { $count } of { $moves } moves were fallbacks
}: your engine had none
player-nothing-left = no move left to play, and the server expects one
player-stopped = interrupted
player-interrupted = interrupted; what remains is lost
player-journal = player: > sent, < received
player-journal-engine = engine
player-journal-server = server
player-journal-unfinished = line without an end:
player-journal-full = the journal is full: the rest is not in it
player-journal-lost = the journal ends here: { $why }
player-needs-three = hostServeur, portServeur and nomJoueur are needed
player-secret-file = the secret cannot be read from { $path }
player-secret-empty = { $path }: the first line is empty, a secret is expected there
player-secret-twice = the secret already follows the name: do not give { $path } too
player-engine-start = the engine { $engine } does not start
player-java-none = no Java virtual machine ("{ $why }"); install a JDK 11 or newer (sh outils/installer.sh), set JAVA_HOME, or choose another engine: --moteur alphabeta
player-java-unconfined = the engine java runs in the process of the player and cannot be confined; with --confinement { $level }, choose --moteur java-pipe
player-java-start = the Java engine does not start: { $why }
player-java = Java engine: { $why }

## joueur essai

essai-begins = Trial of { $engine } in the game { $game }
essai-required = Required
essai-manners = Good manners: failing these loses no game
essai-sum = required: { $good } of { $required }; good manners: { $polite } of { $manners }
essai-sum-required = required: { $good } of { $required }
essai-ends = All is well; { $sum }
essai-good = {"  "}ok     { $title }
essai-good-note = {"  "}ok     { $title }: { $note }
essai-wrong = {"  "}WRONG  { $title }: { $came }
essai-unknown-by = {"  "}-      not checked because of "{ $by }": { $titles }
essai-unseen = {"  "}-      { $title }: this machine cannot check it
essai-not-applicable = {"  "}-      { $title }: not applicable to a shared library
essai-sent = {"           "}sent      { $line }
essai-sent-next = {"                     "}{ $line }
essai-log = {"                     "}| { $line }
essai-expected = {"           "}expected  { $what }
essai-remedy = {"           "}to do     { $what }
essai-line = "{ $line }"
essai-move = move { $move } after { $time }
essai-picture = {"           "}          { $line }
essai-paste = {"           "}position  { $line }
essai-came-most = { $came }; { $time } at most
essai-came-meant = { $line }; did you mean { $meant }?
essai-input-closed = (end of the input)
essai-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
essai-came-late = { $line } after { $took }; { $time } at most
essai-came-after-stop = { $line }, { $took } after "stop"
essai-came-kept = nothing for { $took }; then, as soon as its input had ended, { $line }: the line was written, but not sent
essai-came-why = nothing in { $took }; { $why }
essai-reads = it is waiting for the next line
essai-came-nothing = nothing in { $took }
essai-came-illegal = { $line }: { $why }
essai-came-ponders = nothing, but it computes without a pause during the opponent's turn
essai-came-stays = nothing; it is still running after { $time }
essai-start-title = starts and introduces itself
essai-start-expected = "engine 1 NAME" in answer to "hello 1"
essai-start-remedy = read a line from standard input; at "hello 1" write "engine 1 NAME", and nothing before it (any other message goes to standard error)
essai-flush-title = sends each line at once
essai-flush-expected = the answer at once, without waiting for another line from the host
essai-flush-remedy = flush the output after each line. Python: print(..., flush=True); C: fflush(stdout) after printf, or setvbuf(stdout, NULL, _IOLBF, 0) at the beginning; C++: cout << endl, or cout << flush; Java: System.out.flush() (a PrintStream made with true flushes at each println); JavaScript: process.stdout.write, without a buffer of your own; Rust: stdout().flush()
essai-legal-title = legal moves, on either side
essai-legal-expected = "move MOVE", a legal move in the position
essai-legal-remedy = keep the position up to date: your move is made when "verdict VALID ..." comes, the opponent's with "opponent MOVE"; "game" starts everything over
essai-time-title = answers in time
essai-time-expected = "move MOVE" before the end of the time that "go MS" gives, in milliseconds
essai-time-remedy = read MS in "go MS" and keep a margin; answer every "go"
essai-lines-title = writes nothing but messages of the protocol
essai-lines-expected = lines in UTF-8 that begin with engine, move, info or error
essai-lines-remedy = your debug messages go to standard error (Python: print(..., file=sys.stderr); C: fprintf(stderr, ...)), or begin with "info"
essai-turn-title = moves only after "go", and once
essai-turn-expected = nothing, or a single "move" for each "go"
essai-turn-remedy = write "move" only in answer to "go"; "game", "opponent" and "verdict" have no answer
essai-alive-title = does not end by itself
essai-alive-expected = it runs until "quit", game after game
essai-alive-remedy = fix the error shown above; after "end" read the next line
essai-again-title = plays several rencontres in a row, also as the other player
essai-again-expected = legal moves in each new game, even if the one before was interrupted
essai-again-remedy = at "game" start everything over: the position, the side (first or second), the parameters
essai-stop-title = answers "stop"
essai-stop-expected = "move MOVE" at once: the best move found so far
essai-stop-remedy = read the input while you think (a thread of its own), or think for less time
essai-crossed-title = answers nothing to a "stop" that comes too late
essai-crossed-expected = nothing: no "go" waits for an answer
essai-crossed-remedy = ignore "stop" if you have already answered
essai-dropped-title = finishes an abandoned turn before the next game
essai-dropped-expected = one "move" for each "go", even if the game is over, and a legal move in the next game
essai-dropped-remedy = answer each "go" once, before you deal with the lines that follow
essai-moves-title = resumes a game under way (moves=)
essai-moves-alike = in this game it cannot be seen whether an engine reads them
essai-moves-expected = a legal move after the moves of "moves="
essai-moves-remedy = at "game" first make the moves of the parameter moves, separated by commas (%XX is a byte there); the rules say whose each one is
essai-unknown-title = refuses an unknown game
essai-unknown-expected = "error ..." in answer to "go", then legal moves in a game of the right kind
essai-unknown-remedy = read the first word after "game"; if it is not your game, answer "error unknown game" to the "go" that follows, and wait for the next game
essai-ignored-title = ignores what it does not know
essai-ignored-expected = nothing in answer to an unknown message, and a normal game in spite of an unknown parameter
essai-ignored-remedy = handle only the messages and parameters that you know, and ignore the others without an error
essai-long-title = reads long lines
essai-long-expected = a legal move after an announcement of more than 60,000 bytes
essai-long-remedy = a line may have 65,536 bytes: make your input buffer larger
essai-ponder-title = does not think during the opponent's turn with ponder=no
essai-ponder-expected = an idle processor until the next line
essai-ponder-remedy = with ponder=no in "game", wait for the next line by reading it, without a busy loop
essai-quit-title = ends at "quit"
essai-quit-expected = the end of the program within a second
essai-quit-remedy = at "quit", leave the reading loop and the program, with all of its threads
essai-eof-title = ends at the end of its input
essai-eof-expected = the end of the program within a second
essai-eof-remedy = when there is no line left to read, leave the program
server-unknown-host = unknown host: { $host } (check hostServeur)
server-no-address = host without an address: { $host }
server-nobody = nothing listens on port { $port } of { $host }: is the server running, and on this port?
server-connecting = connection to the server
server-unreachable = cannot connect to { $address }
server-not-reading = the server no longer reads what it is sent
server-cut = the server has broken the connection
server-closed = the server has closed the connection
server-ends-game = the server ends the game: { $message }
server-refuses = the server refuses "{ $command }": { $message }
server-refuses-partie = the server refuses the PARTIE request: { $code }
refused-causes = Possible causes, the likeliest first:
refused-cut = the name and the secret take { $length } bytes, but the protocol carries only { $most }: the end is missing
refused-secret = the secret given is not that of { $name }
refused-no-secret = no secret is given; if { $name } has one, the name is written '{ $name }#secret'
refused-unknown = no contestant is called { $name } (capitals and accents count)
refused-here = { $name } is already waiting or playing, started elsewhere
refused-elsewhere = { $name } is admitted only from other addresses, or is an engine of the server
refused-log = The server's log says which: ask the organiser.
server-refuses-over = the championship is over: nothing is left to be played
server-refuses-here = the server already has a { $name } waiting or playing: only one at a time
server-strange-partie = unreadable answer to the PARTIE request; is this the server of Colonnes?
server-strange = unreadable answer from the server
server-start = parameter { $parameter } of the game: { $why }
server-says = the server reports { $code }
server-judges-nothing = the server judges a move that the player has not made
server-strange-move = the server passes on an unreadable move: { $text }
server-illegal-move = the server passes on an illegal move: { $move }
server-empty = empty answer: does the server speak edition { $edition } of the protocol?
server-other-edition = unreadable message: does the server speak edition { $edition } of the protocol?
server-size = unreadable size of a labyrinth: { $text }
server-who-begins = it is not clear who begins: { $text }
server-move-code = unreadable code of a move: { $text }

## moteur

engine-host-gone = dialogue with the host interrupted
engine-no-record = this is not a record
engine-other-record = this is not a rencontre of { $game }
engine-no-parties = without games
engine-no-moves = without moves
engine-wrong-move = move { $number } ({ $move }): { $why }
engine-player = player { $number }
engine-won = Game won by player { $number }.
engine-drawn = Game drawn after { $count ->
    [one] { $count } move
   *[other] { $count } moves
}.
engine-to-move = Move { $number } of { $all }, player { $player } to move: { $value }.
engine-searched = depth { $depth }, score { $score }
engine-searched-nodes = depth { $depth }, score { $score }, { $nodes } positions
optimal-proven = result proven: { $sign ->
    [1] win
    [0] draw
   *[other] loss
}, { $nodes } positions
optimal-estimated = nothing proven: depth { $depth }, margin estimated at { $score }, { $nodes } positions
optimal-too-large = board too large to be solved
optimal-other-rules = rules unknown to the search
size-expected = a size is expected: a side or WxH, from 2 to 150
values-title = Boards { $width } x { $height }, { $colours } colours: what the player who begins gets if both play perfectly
values-boards = { $kind ->
    [equitable] fair
   *[other] random
}: { $all ->
    [yes] all, { $count } up to renaming of the colours
   *[other] sample, { $count } solved
}, { $unsolved } not solved
values-shares = wins { $wins }, draws { $draws }, loses { $losses }
values-margin = mean margin { $margin } cells
values-times = time for a board (ms): median { $median }, 95% { $most }, longest { $longest }
values-nodes = positions for a board: median { $median }, 95% { $most }, most { $longest }; { $speed } per second and core
values-hard = { $hard } of { $positions } positions where a useful colour can give the result away; it is kept by:
values-kept = { $name }: { $share } [{ $low } - { $high }]
perfect-only = the only good move
perfect-trap = a trap, { $expected } expected, { $count ->
    [one] { $count } move
   *[other] { $count } moves
} ahead
perfect-any = at random among the best
perfect-blunder = a mistake on purpose
table-progress = computing the table: { $percent }%
table-rebuilt = the saved table has been recomputed: { $why }
table-not-saved = the table could not be saved: { $why }
table-wrong = the table is wrong
table-unlimited-wrong = the table without limit is wrong
table-times = Computed in { $solving }, verified in { $verifying }.
table-saved = Table saved in { $time }: { $path } ({ $size } MB).
table-unsaved = Table not saved: neither MOTEUR_TABLE nor a cache folder.
facts-legend-positions = Positions without a complete column of three; with 16 pawns, either player is to move.
facts-legend-shares = The shares are those of all positions, seen by the player to move,
facts-legend-rule = with the rule of 40 moves (24 moves left at 16 pawns).
facts-pawns = pawns
facts-positions = positions
facts-distinct = distinct
facts-won = won
facts-drawn = drawn
facts-lost = lost
facts-total = total
facts-limited = rule of 40 moves
facts-unlimited = without limit
facts-start = start position
facts-longest = longest forced win
facts-longest-placed = with all pawns placed
facts-with-rule = with the rule of 40 moves
facts-first-move = first move { $move }
facts-forced = Win forced in { $count ->
    [one] { $count } move
   *[other] { $count } moves
}, { $title }, by player { $player } ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}):

## The person at the terminal

person-begins = { $game }, { $partie ->
    [partie] one game
   *[other] game { $partie }
}, against { $opponent }: { $first ->
    [yes] you begin
   *[no] the opponent begins
}{ $colour ->
    [none] {""}
    [BLANC] , you play white (BLANC)
    [NOIR] , you play black (NOIR)
   *[other] , you play { $colour }
}
person-you = you
person-unnamed = human
person-turn = Your turn: a move ("?" shows the possible moves, "!" gives up)
person-moves = possible moves: { $moves }
person-refused = { $move }: { $why }
person-opponent = { $name } plays { $move }
parameter-expected = a parameter is expected, of the form key=value
parameter-wrong = parameter { $name }
replay-bad-record = not a record (line { $line })
reason-panic = the program stopped on an internal error
reason-tournament-over = the tournament is over
reason-stacked = three pawns in a stack
reason-treasure = treasure reached
reason-gave-up = has given up

## 7 couleurs at the terminal

couleurs-file-too-long = the file is too long for a board
couleurs-file-not-text = the file is not UTF-8 text
couleurs-too-many-names = { $names } names for { $people ->
    [0] nobody
    [one] one person
   *[other] { $people } people
}
couleurs-undo-refused = in a championship, moves cannot be taken back
couleurs-undo-nothing = there is no move to take back
couleurs-undone = { $count ->
    [one] one move taken back
   *[other] { $count } moves taken back
}
couleurs-person = Player
couleurs-begins = 7 couleurs: { $low } (v, at the bottom left) against { $high } (^, at the top right); { $first } begins
couleurs-turn = { $name } ({ $side }) to move ("?": help)
couleurs-thinks = { $name } ({ $side }) is thinking...
couleurs-gains = gains: { $gains }
couleurs-occupation = { $side } { $name }: { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
}, { $share }
couleurs-move = { $number }. { $name } ({ $side }) plays { $colour }: +{ $won }
couleurs-bomb = a bomb has fallen
couleurs-ended-golden = { $name } has a golden cell
couleurs-ended-majority = { $name } has more than half of the cells
couleurs-ended-full = neither side can grow any more
couleurs-ended-useless = { $count } moves in a row won nothing
couleurs-help-lines = a letter: play that colour; "u" or "<": take your last move back; "!": give up; "q" or the end of the input: leave (where q or u are colours, the letter plays)
couleurs-help-screen = 7 COULEURS

    a letter         play that colour: all its cells that touch your zone
    u, < or Backspace  take your last move back (and an engine's reply)
    !                give up
    q or Ctrl-C      leave (where q and u are colours: Ctrl-C and <)
    arrows, Page     scroll the board
    space . + -      between engines: pause, one move, faster, slower
    Ctrl-L           redraw

    v is at the bottom left, ^ at the top right; + marks the cells that the last move has won, * a golden cell, # a wall.
    More than half of the cells wins, or most of them at the end. "?": back to the game.
couleurs-too-small = Make the terminal larger: it takes at least { $columns } columns and { $rows } lines.
couleurs-part = lines { $from } to { $to } of { $rows } (↑ ↓)
couleurs-pace = { $paused ->
    [yes] paused
   *[no] { $delay } s per move
}
couleurs-keys = "?" help, "{ $quit }" leave
couleurs-sure-quit = The game would be interrupted: "q" again to leave.
couleurs-sure-give-up = "!" again to give up.
couleurs-next = Enter: next game; "q": leave.
couleurs-leave = Enter: leave.
couleurs-no-engine = the program moteur knows no engine of this game
couleurs-contest-game = Championship: game { $number } of { $games } against { $engine }{ $moves ->
    [0] {""}
    [one] , resumed after one move
   *[other] , resumed after { $moves } moves
}
couleurs-contest-busy = this championship is being played elsewhere ({ $folder })
couleurs-contest-unreadable = this is not the description of a championship
couleurs-contest-other = the championship of { $folder } was begun with other settings ({ $what }): give the same command again, or another name (--noms) or folder (--parties)
couleurs-contest-record = this record is not that of this game of the championship, or the rules contradict it; to play this game again: mv { $path } { $path }.refuse
couleurs-standing = { $name }, against:
couleurs-standing-line = { $engine }: won { $won }, drawn { $drawn }, lost { $lost }; left { $left }
reason-left-between = the next game was not begun
reason-left-table = the game was left before its end

## moteur: the command line

moteur = The game engines of Arbitre
moteur-form = An engine reads lines on its standard input and answers on its standard output (protocol/MOTEUR.md). It is given to joueur or to serveur, for example --moteur 'pipe:moteur colonnes alphabeta'.
moteur-liste = Print the names of the engines, one per line
moteur-liste-jeu = Only those of this game
moteur-hasard = Plays a legal move at random
moteur-glouton = Looks one move ahead: wins if it can, otherwise prevents the opponent from winning
moteur-alphabeta = Searches as far as the time allows (alpha-beta)
moteur-parfait = Plays by the solution of the game, never gives anything away, and sets traps
moteur-astar = Takes a shortest path to the goal, and makes no other move
moteur-sphinx-hasard = Asks a random question that tells something new
moteur-sphinx-profondeur = Searches depth-first, towards the treasure first
moteur-sphinx-stratege = Tries its questions on the grids that are still possible, and builds grids that are hard to search
moteur-minmax = Searches among all moves, as far as the time allows
moteur-utile = Plays at random a colour that wins at least one cell
moteur-sept-couleurs-glouton = Plays the colour that wins the most cells
moteur-hegemonique = Plays the colour that gives its zone the longest perimeter
moteur-prevoyant = Plays the first of several moves in a row that win the most together
moteur-hybride = Plays the colour after which it will have the most cells before the opponent
moteur-sept-couleurs-alphabeta = Searches among the moves of both players, as far as the time allows
moteur-chemin = Runs to its objectives and back by a shortest path, and never builds a wall
moteur-stratege = Searches the useful steps and walls of both players as far as the time allows
moteur-perimetre = What counts as the perimeter
moteur-prevoyance = How many of its own moves it looks ahead
moteur-optimal = Plays perfectly if the game can be solved within the time for a move, and says whether it could
moteur-valeurs = Solve all boards of a size, or a sample, and say what the first move is worth
moteur-taille = Size of the boards: a side, or width x height: 4, 3x4
moteur-couleurs = Number of colours
moteur-echantillon = Boards of each kind, if there are too many to solve them all
moteur-graine-plateaux = Seed of the first board of the sample; the next boards have the next seeds
moteur-secondes = Maximum time for each board, in seconds
moteur-sans-ecart = Find only who wins, not by how much: faster
moteur-valeurs-joueurs = Also say how often the simple players keep the value of positions of perfect games
moteur-monde = Fair boards (a half-turn swaps the players), or every cell at random
moteur-voisins = Number of neighbours of a cell: 4, 6 (hexagons) or 8
moteur-tore = A world without borders
moteur-murs = Share of the cells that are walls, in percent
moteur-or = A golden cell in the middle: the first to take it wins
moteur-bombe = A bomb falls every ten moves
moteur-plateau = Play all games on the board of this file
moteur-minimax = Looks at everything that can follow, and never loses
moteur-resoudre = Solve the game, verify and save the table, and print what it says about the game
moteur-analyse = Show the exact value of a position and of each move, and the mistakes of the game that leads there
moteur-analyse-lignes = For programs: give the value, or an engine's opinion, of each position read from standard input, one JSON request per line
moteur-preparer = Compute and save what is needed in advance, print where, and stop
moteur-notes = Mark the players of the records read from standard input, one per line, in JSON
moteur-graine = Seed of the randomness: the same seed gives the same moves again (by default, drawn at random)
moteur-temps = Maximum time for each move, in milliseconds (by default, all the time that the host allows)
moteur-profondeur = Maximum search depth, in plies
moteur-echantillons = Number of possible grids in which each question is tried
moteur-table = File (or folder) of the table; by default MOTEUR_TABLE, else the user's cache folder
moteur-fautes = For training: probability of a move that gives something away, from 0 to 1
moteur-sans-pieges = Choose at random among the best moves, without setting traps
moteur-coups = The moves from the start, for example "B2 A1 C3"; without them, the start position
moteur-partie = Record of a rencontre (JSON): the mistakes of each of its games, instead of a position
tournament-plays = the phase is not over: the tournament { $name } is under way
tournament-stopped = tournament { $name } interrupted: { $why }; it goes on as soon as it can
tournament-withdrawn = { $player } forfeits all remaining games
organise-name = "{ $name }" is not a tournament name (at most 20 characters: letters, digits, _)
config-rencontre = rencontre: "{ $word }" (only "simple" is possible, in games that allow it)
reason-record-timeout-without-limit = a TIMEOUT although time was not limited
moteur-tournoi = Play everybody against everybody, on both sides of each board and in both orders
moteur-question = Run the experiment that a question of the subject asks for
moteur-pire = Search for a fair board on which a player does badly
moteur-variantes = Play the championship with the variants of section 8, and say whether the ranking changes
moteur-joueurs = Two players or more, each with its options: glouton 'prevoyant --coups 3'
moteur-plateaux = Number of boards; each pair plays four games on each
moteur-graine-tournoi = Seed of the randomness: the same seed gives the same results again
moteur-temps-coup = Time for each move in milliseconds, for players that think
moteur-coeurs = Number of games at once (by default, the number of processors); it does not change the results
moteur-donnees = Also write the results to this file, in JSON
moteur-donnees-dossier = Also write the results to this folder, in JSON
moteur-question-numero = Number of the question, from 1 to 14
moteur-question-parties = Number of games of each championship (by default 100, then 10000)
moteur-question-taille = Side of the board
moteur-question-joueur = Question 14: the player who is to beat the others
moteur-pire-joueur = The player who is to do badly
moteur-pire-contre = Its opponent
moteur-pire-taille = Side of the board
moteur-pire-pas = Number of changes tried in each search
moteur-pire-essais = Number of searches; the best one counts
moteur-variantes-joueurs = The players (by default the strategies of the subject)

## 7 couleurs: championships and questions of the subject

colours-player = player "{ $text }"
colours-progress = { $done } games of { $all }
colours-pair = players (A - B)
colours-games = games
colours-won = won by A
colours-drawn = drawn
colours-lost = won by B
colours-win-rate = wins of A
colours-by-games = 95% (games)
colours-score = score of A
colours-by-boards = 95% (boards)
colours-area = area A - B
colours-plies = moves
colours-ranking = Ranking by mean score (a draw is worth a half):
colours-legend = The intervals by games are those of Wilson, as if all games were independent. The { $games } games of a board are not: the intervals by boards take the board as the unit (Wilson, with as many games as the variance between boards allows to count as independent).
colours-time = { $games } games in { $time }, { $rate } moves per second.

variant-base = Rules of the subject
variant-colours = 9 colours
variant-torus = Torus
variant-eight = 8 neighbours
variant-hexagons = Hexagonal cells
variant-walls = Labyrinth (20% walls)
variant-golden = Golden cell
variant-bomb = Bomb every ten moves
variant-random = Random boards, without symmetry
variant-same = The same ranking as with the rules of the subject.
variant-before = { $one } comes before { $other }{ $sure ->
    [yes] {""}
   *[no] {" "}(within the uncertainty)
}
variant-other = The ranking changes: { $places }

worst-nothing = no board: at least one search is needed
worst-title = ▷ { $player }, beaten by { $opponent }
worst-result = { $player } against { $opponent }, { $games } games (on both sides, in both orders): score { $score }, area { $share }
worst-why-shells = All cells at the same distance from a corner have the same colour, and the next distance another: at each move only one colour in seven wins anything. Random play advances one step every seven moves; a player that looks at what it wins advances at every move.
worst-why-confetti = The distances are of colour A or B, but every other row is sown with the five other colours: nearly every move wins some cells, but only one moves the whole zone forward. The random useful player finds it one time in six, the greedy player always.
worst-why-gate = An island of more than half the world lies behind a gate of a single cell. Beside it lies bait of six cells: the greedy player eats one after the other. The opponent opens the gate, then takes everything.
worst-why-comb = Each half of the world is a comb of A with B between its teeth. Once the comb is taken the perimeter is as long as it can be, and filling the gaps would make it shorter: the hegemonic player to the letter never takes them, the opponent takes its own and wins.
worst-why-gate-hegemonic = The gate of the worst world of the greedy player: opening it gives one more free cell around the zone, the bait gives more. The hegemonic player turns its back on the island that decides the game.
worst-why-gate-foresighted = The gate has two cells of two colours: the island takes three moves, and looking two moves ahead does not show it. A player that looks at three wins; a gate of n cells deceives a player that looks n moves ahead in the same way.
worst-why-found = Found by simulated annealing among the fair boards (moteur sept-couleurs pire).

question-title = Question { $number } of the subject
question-time = Time taken: { $time }.
question-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
} (side, colour, cells won), of which { $useless } won nothing. The game is played by: serveur joue sept-couleurs
question-1 = Each cell has a random colour, except for the two corners; the seed gives the same board again.
question-1-colours = Cells of each colour: { $counts }
question-2 = The subject's method: go over the whole world as long as a pass changes anything. It is verified against a second method and on recorded games. The worst case is a snake of A. A pass follows it to the right and downwards; each step to the left or upwards waits for the next pass. In rows the snake takes half of the cells, half of them the wrong way: about n²/4 passes. In stairs along the diagonals it takes two thirds: about n²/3 passes over n² cells. A path that does not touch itself can hardly take more, and about half of its steps must come back.
question-2-side = side
question-2-rows = passes (rows)
question-2-stairs = passes (stairs)
question-2-every = All boards of side { $side }: at most { $passes } passes (the worse of both snakes: { $snake }), for example { $board }
question-2-ordinary = On { $boards } random boards of side { $side }, everybody playing any useful colour until the end, by the number of colours:
question-2-colours = colours
question-2-mean = passes, on average
question-2-most = passes, at most
question-3 = The fast method: the world is cut into islands once; a move touches only the islands won and their shores. Both methods play the same random games, and each move is compared cell by cell.
question-3-boards = boards
question-3-moves = moves compared
question-3-slow-cells = cells read, slow
question-3-fast-cells = cells read, fast
question-3-slow = slow, each move
question-3-fast = fast, each move
question-3-world = islands, each board
question-3-ratio = ratio
question-3-same = After each move both methods give the same world.
question-3-differs = the two methods do not give the same world (side { $side }, board { $number })
question-4 = Two people play at the terminal by: 7couleurs personne personne. One letter per move, upper or lower case; anything that is not a colour is refused and asked for again; "u" takes back one's last move. Limits: one keyboard for two, at most 26 colours, and 150 cells on a side.
question-5 = Sufficient condition: a player has more than half of the cells, or nobody can win anything any more. What it saves, since the game would otherwise go on until everything is taken (everybody then taking as much as possible):
question-5-player = player
question-5-decided = moves until decided
question-5-full = moves until full
question-5-saved = saved
question-6 = The player "hasard" picks any colour at random, useful or not:
question-7 = The player "utile" picks at random a colour that wins at least one cell:
question-8 = The player "glouton" takes the colour that wins the most cells:
question-9 = What the side and the first move are worth: the score of side v and of the player who begins, over all games, and the share of boards on which one side wins all four games, whoever plays it and whoever begins.
question-9-players = players
question-9-boards = boards
question-9-side = side v
question-9-begins = first mover
question-9-decided = one side wins all
question-9-answer = A random board favours a corner; a board that a half-turn leaves unchanged favours nobody, but beginning is still an advantage. Between unequal players it does not show: the stronger one wins everywhere. So games are played on fair boards, each board four times: on both sides and in both orders.
question-10 = Championship of the greedy player against the random player (question 6), then against the random useful player (question 7), on fair boards:
question-10-why = What a move of each wins, in { $games } games against the greedy player, and how many colours would have won it something:
question-11 = Championship of the greedy player against the hegemonic one, in each reading of the perimeter: to the letter (litteral), among useful colours (utile), without what the opponent cannot reach any more (exterieur), the zone with the free cells that touch it (emprise), the zone with all islands that touch it (iles).
question-11-why = Why the letter is weak, over { $games } games against the greedy player:
question-11-moves = moves made
question-11-gained = cells per move
question-11-colours = useful colours
question-11-idle = win nothing
question-11-shrinking = every gain shortens
question-11-refused = of those that win nothing
question-11-answer = Taking a free cell that touches the zone takes it from the perimeter: filling a gap makes it shorter, and the player to the letter then rather wins nothing. Where the zone counts together with the cells that touch it, a cell that is taken still counts, and only what is new beyond it makes a difference.
question-12 = Championship of the foresighted greedy player (two moves) against the others:
question-12-deeper = Against itself with one, three and four moves:
question-12-cost = What a move costs, over { $positions } positions of games of greedy players:
question-12-bound = bound 7ⁿ
question-12-mean = sequences, mean
question-12-most = sequences, most
question-12-time = time for a move
question-12-answer = All sequences of n colours: 7ⁿ, each in time proportional to what it wins. A colour that wins nothing only puts off the others, and the same colour twice in a row wins nothing the second time: at most 7 × 6ⁿ⁻¹ are left.
question-13 = Worlds that a half-turn leaves unchanged, and that are therefore fair, but on which a strategy still loses on both sides and in both orders.
question-14 = Championship of the player { $player } against each of the others:

## Other computers

reason-machine-failed = the computer { $a0 }: { $a1 }
reason-machine-engine = { $a0 } does not play on it: { $a1 }
reason-machine-version = its programs are of version { $a0 }, those of the organiser of version { $a1 }: use the same
reason-machine-speed = its speed is { $a0 }% of that of the others; at most { $a1 }% of difference is allowed
reason-machines-lost = { $a0 } computers were lost while they played it
reason-record-long = its record is longer than the queue allows
reason-machines-key = this is not the key of a computer
reason-machines-full = the room is full: { $a0 } computers
reason-bundle-deep = { $a0 }: too many folders within each other
reason-bundle-special = { $a0 } is neither a file nor a folder
reason-bundle-large = the files of an engine exceed { $a0 } MiB or { $a1 } files
reason-bundle-sum = the files of an engine arrived changed ({ $a0 })
reason-bundle-entry = the files of an engine contain what they may not: { $a0 }
reason-bundle-gone = the organiser no longer has the files of an engine ({ $a0 })
machines-found = { $name }: { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}, { $processor }, { $memory } GiB, speed { $speed }; { $programs }
machines-joined = { $name } has joined: { $places ->
    [one] { $places } rencontre
   *[other] { $places } rencontres
} at once. Ctrl-C: finish and leave; twice: leave at once
machines-refused = no rencontres for this computer: { $why }
machines-ready = this computer plays again
machines-rests = no rencontres here for 30 seconds: { $why }
machines-organiser-silent = the organiser's computer does not answer: waiting
machines-leaving = { $count ->
    [0] leaving
    [one] leaving after { $count } rencontre; Ctrl-C again: leave at once
   *[other] leaving after { $count } rencontres; Ctrl-C again: leave at once
}
machines-finished = everything is played
machines-left = { $count ->
    [one] left after { $count } rencontre
   *[other] left after { $count } rencontres
}
machines-token = { $address } refuses the token: copy the line that the championship prints
machines-nobody = { $address } answers, but no championship uses it yet: waiting
machines-unreachable = { $address } cannot be reached ({ $why }): is the championship running, with --machines? Waiting
machines-no-home = the home folder is not known: name a folder with --dossier
machines-folder = { $path }: its name may contain only letters, digits, "-", "_" and "."; choose another one with --dossier
machines-twice = "{ $name }" is already running on this computer: give this one another name with --nom
machines-no-server = nats-server is not installed: sudo apt-get install nats-server
machines-port = the port { $port } is in use: choose another one (--machines 4223)
machines-line = Type this on each computer of the room:
    { $command }
machines-line-other = Type this on each computer of the room, with its user name and password in the address:
    machines rejoindre { $address }
machines-published-again = { $task } was lost on the way: it will be played again
machines-not-its-job = { $subject }: an answer about { $task } from a computer that was not given it; it does not count
machines-too-late = { $task }: more than a thousand answers came too late or twice; this one was thrown away
machines-other-organiser = another championship uses { $address }: one championship for each server
machines-queue = "{ $text }": a port, or the address of a NATS server (nats://HOST:4222)
bridge-ended = the link to the other computers has ended ({ $why }): it is started again
bridge-broken = without the link to the other computers nothing can be played; without --machines this computer plays everything
machine-plays = { $name } plays: { $places ->
    [one] { $places } rencontre
   *[other] { $places } rencontres
} at once
machine-refused = { $name } plays nothing: { $why }
machine-fault = { $name }: { $why }
machine-leaves = { $name } is leaving
machine-silent = { $name } does not respond: its rencontres go to other computers
machine-no-travel = { $name } cannot play on other computers: { $why }
machine-lost = { $key }: { $machine } does not respond; another computer will play it
machine-again = { $key }: { $machine } plays it now, { $after } after the other computer was last heard of
machine-late = { $id }: the result from { $machine } came too late or twice, and was put aside
machines-none = no computer has joined
machines-all = { $count ->
    [one] { $count } computer
   *[other] { $count } computers
}, { $places ->
    [one] { $places } place
   *[other] { $places } places
}, { $playing ->
    [one] { $playing } rencontre under way
   *[other] { $playing } rencontres under way
}
machines-unreachable-now = { $address } cannot be reached ({ $why })
machines-nobody-now = { $address } answers, but no championship uses it now
machine-line = { $name }: { $state }; { $played } played; { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}, { $memory } GiB, speed { $speed }, { $processor }; version { $version }; { $programs }
machine-has = { $processor }, { $memory } GiB; { $programs }
machine-state-plays = plays { $count } of { $places }
machine-state-refused = plays nothing: { $why }
machine-state-leaves = is leaving
machine-state-silent = does not respond
machine-state-fault = last fault: { $why }

## Ladders

reason-ladder-none = there is no ladder here
reason-ladder-unreadable = { $a0 } cannot be read: { $a1 }
reason-ladder-settings = { $a0 }: { $a1 }
reason-ladder-line = line { $a0 }, "{ $a1 }": { $a2 }
reason-ladder-parameter = parameter { $a0 }: { $a1 }
reason-ladder-moment = { $a0 } is not a date like 2026-12-18T18:00
reason-ladder-confinement = { $a0 } is not a level of confinement (aucun, ordinaire, strict)
reason-ladder-house = { $a0 } cannot be the name of a built-in engine
reason-ladder-trial = the trial has stopped: { $a0 }
reason-ladder-trial-broken = this submission cannot be read
reason-ladder-trial-long = the trial had not ended after { $a0 } s
reason-ladder-late = arrived after the closing
reason-ladder-rests = at fault in { $a0 } of its last ten rencontres
reason-ladder-no-version = version { $a0 } is missing
reason-ladder-fault = lost by a fault
ladder-open = Ladder { $name }, { $title }: { $count ->
    [one] one student
   *[other] { $count } students
}
ladder-links-file = The personal links are in { $path }: give each one to its student alone.
ladder-other-game = the ladder { $name } plays { $game } ({ $path }): give the new one another name, with --nom
ladder-kept = the ladder { $name } exists already, { $option } changes nothing in it: this setting is in { $path }
ladder-no-ladder = no ladder in { $folder }; to begin one: bin/serveur echelle --jeu colonnes --eleves class.csv
ladder-nobody = { $list } names nobody
ladder-listed-twice = "{ $name }" is in the list twice, without addresses to tell two people apart, and has only one link; if they are two, give each an address, or another name
ladder-class-locked = the class of the ladder { $name } is being changed; try again
ladder-name = { $name } cannot be the name of a ladder: small letters without accents, digits and hyphens
ladder-unknown = there is no ladder { $name }; there is { $known }
ladder-no-student = { $name } is not a student of this ladder; there is { $known }
ladder-runs = another program already plays the ladders of this folder
ladder-unknown-house = { $name } is not a built-in engine of { $game }: it will not play
ladder-stranger = a submission in the name of { $name }, who is not in the class, is left out
ladder-stays-here = { $names }: for an hour only on this computer, not on those of the room ({ $why })
ladder-alone = without a link to the computers of the room, this computer plays everything; the link is tried again
ladder-interrupted = nothing begins for a while: { $why }
ladder-stopping = { $count ->
    [0] Stopping.
    [one] Stopping: a rencontre or a trial ends first; Ctrl-C again to interrupt it.
   *[other] Stopping: { $count } rencontres or trials end first; Ctrl-C again to interrupt them.
}
ladder-stopped = Stopped at once: what is interrupted begins again at the next start.
ladder-too-few = too few versions play in { $name } for a championship: { $count }
ladder-still-waiting = { $count ->
    [one] one submission has not been tried yet: it is not included
   *[other] { $count } submissions have not been tried yet: they are not included
}
ladder-contest = Championship of { $count } contestants in { $path }. To play it: bin/serveur championnat { $path }
ladder-contest-path = { $path }: choose a path of letters without accents, digits and hyphens, without spaces
ladder-contest-exists = { $path } exists already and is not replaced: give the description another name
ladder-contest-about =
    Championship of the versions that play on the ladder { $ladder }, copied to { $engines }.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } echelle championnat { $ladder } OTHER.toml --dossier { $root }

    The first line plays the championship, or resumes it; the last one describes that of later versions, in another file. The commands of the engines start from the folder in which you type the first line.
ladder-no-version-yet = nothing handed in
ladder-version-tried = being tried
ladder-version-plays = plays
ladder-version-refused = refused
ladder-last-version = version { $number }, { $time }, { $stage }
ladder-no-mail = without an address: { $names }
essai-limit = { $limit } is not a limit: memoire=MIB, processus=N, disque=MIB or regles=non
depose-link = your personal link is needed, such as http://salle-12:8088/echelle/colonnes-l3/entrer#0123...: --lien LINK, or the variable ARBITRE_LIEN
depose-nothing = there is no file to hand in
depose-answer = what answers at this address is no ladder
depose-taken = { $count ->
    [one] One file handed in.
   *[other] { $count } files handed in.
}
depose-stage = Version { $number }: { $said }
depose-long = no verdict after a quarter of an hour; your page will tell
depose-many = more than { $count } files: hand in an archive of what is needed
depose-name = { $path }: this name cannot be sent (UTF-8, without line breaks)
depose-curl = curl is missing (package curl)
depose-refused = refused ({ $status }): { $why }
