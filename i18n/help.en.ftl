# The English texts of the command lines. The French ones stand in the programs, beside what they describe.
# A message for each command, an attribute for each of its arguments. Paragraphs are separated by an empty line; the
# first one is the short help.

## serveur

help-serveur =
    Referee server of Colonnes de trois.

    Without a command: waits for players on PORT, pairs them in the order of their PARTIE requests (the first one
    plays white) and referees each rencontre, aller and retour, in its own process.

    SIGTERM or Ctrl-C: no new rencontre, but those under way finish; again: they stop, recorded as interrupted.
    .port = TCP port to listen on; 0 for a free port, announced on standard output
    .no_valid = Accept every well-formed COUP, without validation; each game stops after its 40th move
    .no_timeout = Set no time limit for moves
    .time = Time for each move in seconds (TIME_MAX)
    .once = Referee a single rencontre, then quit
    .records = Folder of the records, a JSON file for each rencontre (created if need be)
    .no_records = Record nothing
    .handshake_time = Seconds to send a complete PARTIE request after connecting
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .verbose = Show the board after each move in the report (-vv: messages for debugging)
help-serveur-rejoue = Check records (or JSONL vectors) against the rules and replay them move by move
    .files = Records of a rencontre (.json), one of a championship (mai.toml#3.2: round 3, game 2), or validation or position vectors (.jsonl)
    .discret = Verify without showing the moves
    .fin = Show only the last board of each game and the winner
    .notes = Grade each Colonnes player against the solved game: right moves, wins and draws thrown away
    .table = Solution table, for --notes; by default $MOTEUR_TABLE, else the user's cache folder
help-serveur-joue =
    Play a rencontre on this machine.

    A player is an engine (alphabeta, "hasard --graine 7", a file, pipe:COMMAND...), or "personne": you, at the terminal. If
    you name no player, you face the game's usual engine. To compare two engines: duel.
    .game = Game
    .first = First player: personne, or an engine
    .second = Second player [default: the usual engine of the game]
    .parameters = Parameter of the game; may be repeated
    .seed = Seed for what is drawn at the start [default: drawn]
    .time = Time for each move in seconds [default: that of the game for two engines, no limit with a person]
    .ponder = Let an engine think on the person's turn
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all this machine can do), or strict (refuses to play if a layer is missing)
    .boards = Show the board after each move in the report
help-serveur-duel =
    Play two engines against each other on this machine, with no server: one rencontre with boards, or several with a table.

    A player is a file (my_engine.py, ./my_engine, Engine.class, player.so), pipe:COMMAND, or a built-in engine (alphabeta,
    "hasard --graine 7"...). The last rencontre, and the last one that the first player did not win, stay in duels/.
    .first = First player
    .second = Second player
    .count = Number of rencontres [default: 1, or at most 1000 with --sprt]
    .game = Game
    .parameters = Parameter of the game; may be repeated
    .seed = Seed for what is drawn at the start [default: drawn]
    .opening = Random moves to open each rencontre, the same in both games: otherwise two deterministic engines would keep playing the same rencontre
    .from = Start just before this move of a recorded rencontre, such as a lost game: parties/a.json:7, parties/a.json:retour:7, or mai.sqlite#1.1:7 of a championship
    .time = Time for each move in seconds [default: that of the game]
    .at_once = Rencontres played at once: no more than cores, if the engines use all their time
    .sprt = Stop once it is clear, with a 5% risk of error, whether the first player is stronger by at least B Elo points, or not stronger than A
    .records = Folder for the record of every rencontre (created if need be)
    .no_records = Leave nothing in duels/
    .confinement = Confinement of the engines: aucun (none), ordinaire (as in a championship, as far as this machine can), or strict
    .boards = Show the board after each move, even in several rencontres
    .quiet = Show only the table
    .summary = Show how the engines that met here compare: who beats whom, by how much
help-serveur-coursidor =
    Game server of Coursidor.

    A player is a shared library (player.so), made with the school's header files or with those of joueur/coursidor/src; or an engine:
    stratege, "hasard --graine 7", pipe:COMMAND, so:FILE, or "personne". Options can go anywhere.
    .one = Player 1; chance decides who begins
    .other = Player 2
    .shape = Board shape: T (triangular), C (cyclic) or H (holey)
    .size = Mesh size
    .plies = The game is a draw after NB moves by both players together [default: 100000, virtually never]
    .objectives = Number of objectives
    .bases = The objectives themselves, such as 18-26-64-72, instead of drawing them
    .seed = Seed for the draw [default: drawn and shown]
    .first = Who begins: player 1, player 2, or chance ("sort")
    .both = Play two games; each player begins one
    .abi = Binary layout of .so players: from the school's header files, or from the subject's text
    .time = Time for each move in seconds [default: 5]
    .no_timeout = Set no time limit for moves
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all this machine can do), or strict (refuses to play if a layer is missing)
    .boards = Show every move and the board during the game
    .on_page = Draw the game on a page of this machine, to open in a browser
    .quiet = Show only the result
help-serveur-sphinx =
    Referee of Sphinx.

    A bot is a Free Pascal shared library (libbot.so), built from the subject's template; or an engine: stratege,
    "hasard --graine 7", pipe:COMMAND, so:FILE, or "personne".
    .one = Player 1; chance decides who begins
    .other = Player 2
    .height = Height of the grids
    .width = Width of the grids
    .walls = Number of walls
    .pause = Pause after each move, in milliseconds
    .seed = Seed for the draw [default: drawn and shown]
    .first = Who begins: player 1, player 2, or chance ("sort")
    .both = Play two games; each player begins one
    .integers = Size of the integers of .so bots, in bits: 16 (default mode of Free Pascal) or 32 [default: detected]
    .time = Time for each move in seconds [default: 5]
    .no_timeout = Set no time limit for moves
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all this machine can do), or strict (refuses to play if a layer is missing)
    .on_page = Draw the match on a page of this machine, to open in a browser (judge_graphic)
    .quiet = Show only the result
help-serveur-confinement = Show how this machine can confine engines, layer by layer, and what the missing layers would need
    .strict = Exit code 1 if a layer is missing

## serveur labyrinthe

help-serveur-labyrinthe =
    Game server of Labyrinthe.

    Without a command: waits for clients to play training players or each other. The commands
    talk to a server running on this machine.
    .ports = TCP port, with the protocol edition if it is not that of --edition (1235:2025); may be repeated. 0: a free port, announced on standard output
    .edition = Protocol edition: 2017 (the subject's) or 2025
    .time = Time for each move in seconds [default: 10, or 60 for edition 2025]
    .seed = Seed for the games' labyrinths, in the order the games begin
    .pair = Pair two clients as soon as both are waiting for a game
    .records = Folder of the records, a JSON file for each game (created if need be)
    .no_records = Record nothing
    .name_time = Seconds to give a name after connecting
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .control = Control socket [default: arbitre-labyrinthe-PORT.sock in XDG_RUNTIME_DIR, or in a private temporary folder]
    .board = Also show clients and games on web pages, at this address (program tableau)
    .verbose = Show the board after each move in the report (-vv: messages for debugging)
help-serveur-labyrinthe-rencontre = Pair two clients waiting for a game; the first one begins
    .first = Client that begins
    .second = The other one
    .seed = Seed of the labyrinth [default: drawn]
    .time = Time for each move in seconds [default: that of the server]
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-entraine = Pair a waiting client with a training player
    .client = The client
    .trainer = The training player: DO_NOTHING, PLAY_RANDOM, ASTAR or MINMAX
    .seed = Seed of the labyrinth [default: drawn]
    .time = Time for each move in seconds [default: that of the server]
    .first = Who begins: the client or the training player, by name [default: drawn]
    .delay = Pause of the training player after each move, in milliseconds
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-etat = Print clients and games as a line of JSON
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-tournoi = Create a tournament, which clients join with WAIT_GAME TOURNAMENT NAME
    .name = Name of the tournament (at most 20 characters: letters, digits, _)
    .format = Format, as for `serveur championnat`: aller-retour, aller-simple, suisse, poules, elimination, defi, with their options (suisse:rondes=5)
    .order = Order of entry: tirage (drawn), or liste (as registered)
    .seed = Seed of the draw
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-lance = Start the next phase of a tournament: each game begins once both players are waiting
    .name = Name of the tournament
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-classement = Ranking and pending games of a tournament
    .name = Name of the tournament
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-forfait = Forfeit the pending games of an absent player
    .name = Name of the tournament
    .player = The player
    .port = Port of the server
    .control = The server's control socket, if not in the usual place
help-serveur-labyrinthe-joueurs = Show connected clients and their activity
    .port = Port of the server
    .control = The server's control socket, if not in the usual place

## serveur championnat, classement, importe, exporte, compare, decision, sept-couleurs: handed on to the programs beside

help-serveur-championnat = Play a whole championship, or resume it (program championnat)
    .arguments = Arguments of the program
help-serveur-classement = Ranking of a championship, finished or under way (program championnat)
    .arguments = Arguments of the program
help-serveur-importe = Describe a championship from a class list (CSV), with a secret for each student, or from submissions (program championnat)
    .arguments = Arguments of the program
help-serveur-exporte = Export all games of a championship: one JSON record per line, or an archive per contestant (program championnat)
    .arguments = Arguments of the program
help-serveur-compare = Say whether two championships went alike, but for times (program championnat)
    .arguments = Arguments of the program
help-serveur-decision = Rule on a championship: withdraw, disqualify or add a contestant; forfeit, replay or set a rencontre (program championnat)
    .arguments = Arguments of the program
help-serveur-sept-couleurs = 7 couleurs in full screen: two people, against an engine, or a championship against all (program 7couleurs)
    .arguments = Arguments of the program
help-serveur-publie = Publish a championship as a folder of web pages, with or without a server (program tableau)
    .arguments = Arguments of the program
help-serveur-echelle = A ladder: students hand in engines in a browser, and the last versions play each other (program echelle)
    .arguments = Arguments of the program
help-serveur-tableau = Show championships and games on web pages, live (program tableau)
    .arguments = Arguments of the program

## championnat

help-championnat = Championships between engines and network players, in all games of Arbitre.
help-championnat-jouer =
    Play a whole championship, or resume it.

    The TOML file names the game, the contestants, the format, the time, the points. Options override it, and --moteur and --reseau
    add contestants: if they change the rules, it is a rehearsal, whose results are kept apart. Without a file, the options are
    enough: serveur championnat --jeu colonnes --moteur alphabeta --moteur java --moteur 'pipe:python3 bot.py'

    Before the first rencontre each engine is started and plays one move; if one cannot, the championship does not begin.

    Exit codes: 0, finished; 1, not begun; 3, stopped before the end; 4, finished except for rencontres interrupted too often.
    .file = Description of the championship (TOML)
    .game = Game
    .title = Title of the championship, shown everywhere instead of its file name
    .engines = Contestant played by the server: an engine, with a name if you like; may be repeated
    .network = Network contestant, with a secret if you like; may be repeated
    .parameters = Parameter of the game; may be repeated
    .format = Format: aller-retour, aller-simple, suisse, poules, elimination, defi, with its options (suisse:rondes=5,qualifies=4)
    .order = Order of the contestants: tirage (drawn) or liste
    .time = Time for each move in seconds
    .seed = Seed of the draw
    .simultaneous = Rencontres at once, even if engines must share a core
    .ponder = Let the engines think on the opponent's turn
    .begins = Time of the first rencontre (14:00, or 2026-12-18T14:00)
    .ends = Latest time for the championship to end, after a full round
    .grace = Seconds granted to an absent contestant before the first forfeit
    .replays = Maximum replays of a rencontre interrupted by nobody's fault
    .start_bound = Seconds an engine has to start, or restart after a failure (by default 30)
    .failed_starts = Failed starts in a row before an engine forfeits its remaining games (default 3; 0: never)
    .engines_kept = Keep the engines from one rencontre to the next, instead of starting fresh ones for each
    .results = Store of the results: a file, or postgres://...
    .records = Folder of the recorded games
    .confinement = Confinement of the engines: aucun (none), ordinaire (by default: all this machine can do), or strict (refuses to play if a layer is missing)
    .memory = Memory of each engine and all it starts, in MiB (by default 1024)
    .processes = Processes and threads of each engine (by default 128)
    .disk = Most each engine may write to its working folder, in MiB (by default 64)
    .ports = TCP port for network contestants (by default the description's, or 4242), with the protocol edition if the game has several (1235:2025); may be repeated
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .handshake_time = Seconds to ask for a game after connecting
    .board = Show the championship on web pages too, at this address (program tableau)
    .at_once = Begin at once, without waiting for network contestants or for the "debut" time
    .discret = Show only the final ranking
    .untried = Do not try the engines before the first rencontre
    .trial = What each engine plays in the trial: a move (coup), or a whole game against random moves (partie) [default: a move; a game for --verifier, --plan and --sans-les-defaillants]
    .without_failing = Begin without the engines that fail the trial: they are withdrawn, and "reintegre" brings them back
    .verify = Only check the description and try each engine, without playing; exit with code 1 if one fails
    .report = Also write the trial results to this file, one contestant per line: .csv for a spreadsheet, or .json
    .plan = Only try each engine, play some rencontres, and estimate the length of the championship
    .before = With --plan: say which formats and times per move end before this time (17:00)
    .reconstruire = Rebuild the results store from the recorded games, then go on
    .machines = Have other computers play the rencontres between engines (program machines): nats-server is started here on this port (4222), or the one at this address is used
    .band = With --machines: by how many percent the speeds of the computers may differ
    .certificate = With --machines: certificate (PEM) of this computer, for encrypted connections
    .certificate_key = Key of that certificate (PEM)
    .authority = With --certificat: certificate (PEM) of the authority that signed it, unless it is signed by itself
help-championnat-classement = Ranking of a championship, finished or under way
    .source = Description of the championship (.toml), store of results, or postgres://...
    .format = Format: table, json, csv, md, pdf or diplomes (one certificate per page, in PDF)
    .first = Certificates of the first N only
    .title = In PDF: the name of the championship; by default its title, or the name of the file
    .signed = Who signs the certificates
    .sans_grille = Hide the table of results between contestants; by default it appears if it is useful and fits the terminal
    .spreadsheet = In csv: for a French spreadsheet (fr: ";" and a decimal comma) or an English one (en: "," and a point); default: by language
    .width = The width in columns; by default the terminal's, unlimited in a pipe or file
    .notes = Add each contestant's accuracy, where the game is solved
help-championnat-exporte = Export all games of a championship: one JSON record per line, or an archive per contestant
    .source = Description of the championship (.toml), store of results, or postgres://...
    .what = Only the rencontre with this key (ROUND.NUMBER), or this contestant's
    .archives = Instead write to this folder a .zip archive for each contestant or NAME: the games, the log of the engine, the results, the accuracy if the game is solved
help-championnat-compare = Say whether two championships went alike, but for times
    .one = Description of a championship (.toml), store of results, or postgres://...
    .other = The other one, likewise

help-championnat-decision = Rule on a championship, running or not; each decision is logged with who, when and why.
    .source = Description of the championship (.toml), or its results (.sqlite)
help-championnat-decision-retire = Withdraw a contestant, who loses what has not begun
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-disqualifie = Disqualify a contestant: withdrawn and, except in knock-outs, losing everything already played
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-reintegre = Reinstate a withdrawn or disqualified contestant, who plays what is left and what was lost by leaving
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-ajoute = Add a late contestant, the last one of the description; not in pools or knock-outs
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-forfait = Forfeit a rencontre without a result, for the contestant named or for both
    .key = Rencontre (ROUND.NUMBER)
    .names = Who loses it: one name, or both
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-retablit = Cancel forfeits, so the rencontres get played
    .games = Rencontres: ROUND.NUMBER, where * means all, then #NAME for those of one contestant only (1.*, *#dupont)
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-rejoue = Replay rencontres that have a result or were interrupted too often
    .games = Rencontres: ROUND.NUMBER, where * means all, then #NAME for those of one contestant only (1.*, *#dupont)
    .interrupted = Only rencontres interrupted too often; without CLÉ, all of those
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-resultat = Set the result of a rencontre, whatever was played
    .key = Rencontre (ROUND.NUMBER)
    .winners = The winner of each game of the rencontre: a name, or "nul"
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-annonce = Show everybody an announcement, on the pages and the wall, until the next one
    .text = Text; empty ("") to withdraw the announcement
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-temps = Change the time per move, from the next round on
    .time = Seconds per move; 0: no limit
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-termine = End the championship after the current round; not in pools or knock-outs
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-prolonge = Play the rest of a championship that this command or the time of "fin" has ended
    .end = New end time (14:00, or 2026-12-18T14:00); without it, no end time
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Only show what the decision would change
help-championnat-decision-liste = Show the decisions taken
help-championnat-decision-commence = Begin a championship waiting for its network contestants or its start time
help-championnat-decision-pause = Pause a running championship: no new rencontre begins, those under way finish
help-championnat-decision-reprend = Resume a paused championship
help-championnat-decision-etat = Print the status of a running championship as a line of JSON
help-championnat-importe =
    Describe a championship from a class list, or from the students' submissions.

    The list is a CSV file from a spreadsheet, with a header line: nom (name), prénom (first name), e-mail, moteur (engine), in any order; only
    the name is needed; contestants without an engine play by network. This writes two files beside it: the description (.toml), with a secret for
    each, and what to hand out (.secrets.csv): name, secret, command to type. No file is replaced. Mistakes
    in the list are shown line by line, with a suggestion.

    The submissions are a folder, or Moodle's archive: a folder, an archive (.zip, .tar, .tar.gz) or a file for each contestant. Each
    gets its own folder; its language is recognised, and it is compiled, confined. What cannot play is listed with the reason, and stays as a
    comment in the description (exit code 4). A terminal asks for title, time and format. With --liste, names come from the class
    list; those who submitted nothing, and submissions from nobody on the list, are shown at the end.
    .list = Class list (.csv), or folder or archive of submissions
    .title = Title of the championship; by default none
    .class = Submissions: class list, for names and identifiers; submissions are matched by name, identifier, e-mail address or Moodle's number
    .time = Submissions: seconds per move; by default those of the game
    .format = Submissions: format, such as suisse:rondes=5; by default aller-retour
    .engines = Submissions: folder for the engines; by default SUBMISSIONS-moteurs
    .description = Description to write; by default LIST.toml
    .game = Game; by default colonnes, or that of the extended description
    .add = Add to an existing description: those in it keep their secrets, a new submission replaces the earlier one, nothing else changes
    .accept = Accept the suggestions for invalid names
    .host = Host of the server, in the command to type; by default this machine's name, or the host in the commands already handed out (the usual command)
    .port = Port of the server, in the description and in the command to type; by default 4242, or that of the extended description
    .command = Command to type, in which {"{hote}"}, {"{port}"}, {"{nom}"}, {"{jeu}"} and {"{moteur}"} are replaced; by default sh joueur.sh {"{hote}"} {"{port}"} {"{nom}"} --moteur {"{moteur}"} --insiste
help-championnat-verifie = Check the description of a championship and try each engine, without playing anything
    .file = Description of the championship (.toml)
    .untried = Only the description: start no engine
    .trial = What each engine plays in the trial: a move (coup), or a whole game against random moves (partie) [default: a game]
    .report = Also write the trial results to this file, one contestant per line: .csv for a spreadsheet, or .json

## joueur

help-joueur =
    Player: connects a game engine to a referee server.

    Without a command: a rencontre (aller and retour) of Colonnes de trois.
    .host = Host of the server
    .port = Port of the server
    .name = Name of the player, followed by #secret in a championship that asks for one (at most 30 bytes in all)
    .secret = File whose first line is the secret, rather than on the command line, which ps shows; or variable ARBITRE_SECRET
    .engine = Engine: java (in this process, by JNI, and so not confined), java-pipe, java:CLASS (your own: Engine.class, engine.jar or "FOLDER package.Engine"), pipe:COMMAND, or a built-in engine (alphabeta, glouton, hasard... with its options in quotes: "hasard --graine 7")
    .time = The server's time for each move, in seconds (TIME_MAX); 0: no limit. The course's own grants only 5; after an earlier TIMEOUT the player sticks to what it measured
    .insist = Play a whole championship, one rencontre after another, and reconnect if the server restarts, until the end
    .patience = With --insiste: how long to wait for a missing server, in seconds
    .margin = Safety margin on the time left, in seconds; less than the time for a move
    .most = Maximum thinking time for each move, in seconds (by default all the time left, less the margin)
    .no_ponder = Do not think on the opponent's turn
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, as far as this machine can), or strict; java, which runs in the process of the player, is not confined: use java-pipe
    .start = Time for the engine to start, in seconds
    .no_fallback = No fallback moves: if the engine gives no move, or an illegal one, the player leaves the server
    .journal = Append to this file everything exchanged with the engine and the server (without the secret)
    .verbose = Show the moves and the boards (-vv: the messages of the engine too)
help-joueur-labyrinthe = Player of Labyrinthe
    .host = Host of the server
    .port = Port of the server
    .name = Name of the player (at most 20 characters: letters, digits, _)
    .training = Game to ask for: nothing for another client, "PLAY_RANDOM timeout=10" or another training player
    .games = Number of games to play on this connection
    .to_the_end = In a tournament (--entrainement "TOURNAMENT name"): play game after game until the server says that the tournament is over
    .edition = Edition of the server's protocol: 2017 or 2025
    .engine = Engine: pipe:COMMAND, or a built-in engine (minmax, astar, hasard)
    .time = The server's time for each move, in seconds; 0: no limit
    .insist = Play a whole championship, one rencontre after another, and reconnect if the server restarts, until the end
    .patience = With --insiste: how long to wait for a missing server, in seconds
    .margin = Safety margin on the time left, in seconds; less than the time for a move
    .most = Maximum thinking time for each move, in seconds (by default all the time left, less the margin)
    .no_ponder = Do not think on the opponent's turn
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, as far as this machine can), or strict; java, which runs in the process of the player, is not confined: use java-pipe
    .start = Time for the engine to start, in seconds
    .no_fallback = No fallback moves: if the engine gives no move, or an illegal one, the player leaves the server
    .journal = Append to this file everything exchanged with the engine and the server (without the secret)
    .verbose = Show the moves and the boards (-vv: the messages of the engine too)
help-joueur-essai =
    Try an engine without a server, through the whole engine protocol, and show line by line what is wrong.

    Exit status: 0 all is well, 1 something is wrong.
    .engine = Engine: a file, pipe:COMMAND, java, so:FILE, or a built-in engine
    .from = Ask only for this move of a recorded rencontre, and show the position: parties/a.json:7, parties/a.json:retour:7, or mai.sqlite#1.1:7 of a championship
    .verbose = Show what the engine writes to its standard error
    .watched = Try again whenever a source file of the engine is saved, until Ctrl-C
    .before = With --surveille: a command to run first, such as a compiler; if it fails, nothing is tried
    .game = Game
    .parameters = Parameter of the game; may be repeated
    .seed = Seed for the random choices: the trial games are the same each time
    .time = The engine's time for each move, in seconds
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, as far as this machine can), or strict
    .limits = A limit of the confined engine: memoire=MIB, processus=N, disque=MIB, or regles=non: without the library of the rules; may be repeated
    .start = Time for the engine to start, in seconds
help-joueur-nouveau = Create a folder with an engine that already plays every game, and say how to try it
    .language = Programming language
    .folder = Folder to create
help-joueur-depose =
    Hand in an engine on a ladder, and wait for the verdict (by curl).

    The exit code is 0 if the version plays, 1 if it is refused or nothing was handed in.
    .link = Your personal link, as the organiser gave it to you (default: the variable ARBITRE_LIEN)
    .files = Files of the engine, a folder, or an archive
    .at_once = Do not wait for the verdict
help-joueur-duel = Play two engines on this machine: one rencontre with its boards, or several (-n) with a table, and which one is stronger (program serveur)
    .arguments = Arguments of the program
help-joueur-hote-sphinx = Turn a Sphinx bot (a Free Pascal shared library) into an engine: reads and writes the lines of the engine protocol
    .library = The player's library
    .memory = Memory the library may use, in mebibytes
    .loading = Seconds the library may take to load
    .integers = Size of the bot's integers, in bits: 16 (default mode of Free Pascal) or 32 (objfpc, delphi) [default: detected]
help-joueur-hote-coursidor = Turn a Coursidor player (a C shared library) into an engine: reads and writes the lines of the engine protocol
    .abi = Binary layout of the player: from the school's header files, or from the subject's text
    .library = The player's library
    .memory = Memory the library may use, in mebibytes
    .loading = Seconds the library may take to load

## 7couleurs

help-7couleurs =
    7 couleurs in the terminal.

    A player is "personne" (you, at the keyboard) or an engine (glouton, prevoyant, "hasard --graine 7", pipe:COMMAND...); the first
    one is "v", at the bottom left, the second "^", at the top right. If you name no player, you face the game's usual engine.

    A letter plays its colour; ? explains the keys. In a pipe or with --lignes, one line per move. Exit codes: 0, finished; 3, left
    early; 1, error.
    .first = First player, "v": personne, or an engine
    .second = Second player, "^" [default: the usual engine of the game]
    .names = Names of the people, in player order, separated by commas
    .board = File to read the board from: a line per row, colour letters, v, ^, and # for a wall
    .size = Side of the random board [default: 30]
    .colours = Number of colours [default: 7]
    .seed = Seed for the board and bombs [default: drawn]
    .world = How the board is drawn [default: equitable, the same for both players]
    .begins = Who begins [default: v]
    .neighbours = Neighbours of a cell: 4, 6 (hexagons) or 8 [default: 4]
    .torus = A world without borders
    .walls = Walls, as a percentage of the cells
    .golden = A golden cell in the middle: the first to take it wins
    .bombs = A bomb every ten moves
    .time = Engines' time for each move, in seconds; people have no limit
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all this machine can do), or strict (refuses to play if a layer is missing)
    .championship = Championship of one person: this many games against each engine, half on each side; the same command resumes it
    .against = Championship engines, comma-separated [default: all of the game's]
    .no_colour = No colours, only letters; or set the variable NO_COLOR
    .lines = One line per move, even on a terminal
    .boards = In lines: show the board after each move

help-tableau =
    The contest on web pages: watch, replay, analyse and play.

    Without an argument: the championships of the folder championnats/ and the records of the folder parties/, if they exist.
    The addresses to open are shown at the start; those with a token let you play, or organise.
    .address = Address and port to listen on; port 0: a free port. Other machines only see the pages at this machine's address
    .files = Description of a championship (.toml)
    .stores = Store of the results of a championship, or postgres://...; may be repeated
    .folders = Folder of records; may be repeated
    .lobby = Organiser's socket of a server of Labyrinthe, for its lobby
    .ladders = Folder of ladders: their pages are for their students, who hand in their engines there
    .played = Folder for games played on the pages (created if need be)
    .abandoned = Minutes before an abandoned game played on the pages ends; decimals allowed
    .open = Let anyone play without a token
    .public = Public address of the pages, when behind a proxy
    .proxies = Address of a proxy: a visitor's is then the last in its X-Forwarded-For header; may be repeated
help-tableau-publie =
    Publish a championship as a folder of pages to open directly or put on any web server.

    Ranking, grid or bracket, contestants, and each rencontre to step through move by move. Nothing private: no secrets, and
    no logs (unless `journaux = "publics"`). A published folder is replaced at once; no other is touched.
    .source = Description of the championship (.toml), store of its results, or postgres://...
    .folder = Folder to write [default: beside the file, ending in .site]
    .without_games = Leave out the rencontre pages
    .best = Only the rencontres of the top N

## machines

help-machines = One championship on several computers.
help-machines-rejoindre =
    Play rencontres for an organiser, on this computer.

    The engines come from the organiser; what they need (python3, java...) must be installed here. Ctrl-C lets the rencontres
    under way end, a second one hands them back to the organiser.
    .address = Address of the organiser, as the championship prints it (nats://HOST:PORT); several, separated by commas, if the championship may move to another computer
    .token = Token of the room, as the organiser gives it (default: the variable ARBITRE_JETON)
    .name = Name of this computer (default: the system's)
    .places = Rencontres at once (default: one for each core)
    .authority = Certificate (PEM) of the authority that vouches for the organiser: the connection is encrypted then
    .folder = Folder of the engines received (default: ~/.cache/arbitre)
help-machines-etat =
    The computers of the room: what they have, what they play, and why one does not play.
    .address = Address of the organiser, as the championship prints it (nats://HOST:PORT); several, separated by commas, if the championship may move to another computer
    .token = Token of the room, as the organiser gives it (default: the variable ARBITRE_JETON)
    .authority = Certificate (PEM) of the authority that vouches for the organiser: the connection is encrypted then

## echelle

help-echelle =
    A ladder: students hand in their engines in a browser, and the last versions play each other until the closing.

    With --jeu and --eleves, a new ladder is begun in the folder of ladders, with a personal link for each student. Without them,
    the ladders of that folder go on where they were. Ctrl-C lets the rencontres under way end; a second one stops them.
    .folder = Folder of the ladders
    .game = Game of a new ladder
    .class = Class list (.csv) with a line of titles: nom (name), prénom (first name), e-mail
    .name = Name of the new ladder, for its folder and addresses (default: that of game and list)
    .title = Title of the new ladder (default: that of the game)
    .time = Seconds for each move in the new ladder (default: those of the game)
    .closes = Closing of the new ladder, such as 2026-12-18T18:00: what arrives later does not count
    .freezes = Freeze of the new ladder's public ranking, such as 2026-12-18T12:00
    .address = Address and port of the pages
    .public = Public address of the pages, in links (default: that of this machine)
    .proxies = Address of a proxy in front of the pages; may be repeated
    .without_pages = Without pages: only play what was handed in
    .at_once = Rencontres and trials at the same time (default: one for each core)
    .machines = Have other computers play the rencontres between engines (program machines): nats-server is started here on this port (4222), or the one at this address is used
    .band = With --machines: by how many percent the speeds of the computers may differ
    .certificate = With --machines: certificate (PEM) of this computer, for encrypted connections
    .certificate_key = Key of that certificate (PEM)
    .authority = With --certificat: certificate (PEM) of the authority that signed it, unless it is signed by itself
help-echelle-liens =
    Write the personal links of a ladder, add students, take back or replace a link.
    .name = Name of the ladder
    .folder = Folder of the ladders
    .class = Add the students of this list (.csv) that are missing
    .renewed = Give this student a new link: the old one is no longer valid
    .revoked = Take back this student's link: nothing more can be handed in, what was handed in plays on
    .public = Public address of the pages, in links (default: that of the last start)
help-echelle-etat =
    The state of a ladder: ranking, last versions, and who has the same program as whom.
    .name = Name of the ladder
    .folder = Folder of the ladders
help-echelle-rappels =
    The addresses of those of whom nothing plays yet.
    .name = Name of the ladder
    .folder = Folder of the ladders
help-echelle-championnat =
    Describe the championship of the last versions of a ladder: the description (.toml) and, beside it, the folder of engines.
    .name = Name of the ladder
    .folder = Folder of the ladders
    .description = Description to write
    .format = Format, such as suisse:rondes=5 (default: aller-retour)
