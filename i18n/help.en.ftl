# The English texts of the command lines. The French ones stand in the programs, beside what they describe.
# A message for each command, an attribute for each of its arguments. Paragraphs are separated by an empty line; the
# first one is the short help.

## serveur

help-serveur =
    Referee server of Colonnes de trois.

    Without a command: waits for the players on PORT, pairs them in the order of their PARTIE requests (the first one
    has the whites) and referees each rencontre, aller and retour, in a process of its own.

    SIGTERM or Ctrl-C: no new rencontre, those under way end; a second time: they stop, and are recorded as interrupted.
    .port = TCP port to listen on; 0 for a free port, announced on standard output
    .no_valid = Accept every well-formed COUP, without validation; each game stops after its 40th move
    .no_timeout = Wait for the moves without limit of time
    .time = Time for each move in seconds (TIME_MAX)
    .once = Referee a single rencontre, then quit
    .records = Folder of the records, a JSON file for each rencontre (created if need be)
    .no_records = Record nothing
    .handshake_time = Time in seconds to send a complete PARTIE request after connecting
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .verbose = Show the board after each move in the report (-vv: messages for debugging)
help-serveur-rejoue = Read records back (or vectors in JSONL), verify them with the rules and show them move by move
    .files = Records of a rencontre (.json), one of a championship (mai.toml#3.2: round 3, game 2), or vectors of validation or of positions (.jsonl)
    .discret = Verify without showing the moves
    .fin = Show only the last board of each game and the winner
    .notes = Mark each player of Colonnes by the solution of the game: right moves, wins and draws thrown away
    .table = Table of the solution, for --notes; by default $MOTEUR_TABLE, else the user's cache folder
help-serveur-joue =
    Play a rencontre on this machine.

    A player is an engine (alphabeta, "hasard --graine 7", a file, pipe:COMMAND...), or "personne": you, at the terminal. Without
    a player named: you against the usual engine of the game. To compare two engines: duel.
    .game = Game
    .first = First player: personne, or an engine
    .second = Second player [default: the usual engine of the game]
    .parameters = Parameter of the game; may be repeated
    .seed = Seed of what is drawn at the beginning [default: drawn]
    .time = Time for each move in seconds [default: that of the game for two engines, without limit with a person]
    .ponder = Let an engine think on the turn of the person
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all that this machine can do), or strict (refuses to play if a layer is missing)
    .boards = Show the board after each move in the report
help-serveur-duel =
    Play between two engines on this machine, without a server to start: one rencontre with its boards, or several with a table.

    A player is a file (my_engine.py, ./my_engine, Engine.class, player.so), pipe:COMMAND, or a built-in engine (alphabeta,
    "hasard --graine 7"...). The last rencontre, and the last one that the first player did not win, stay in duels/.
    .first = First player
    .second = Second player
    .count = Number of rencontres [default: 1, or at most 1000 with --sprt]
    .game = Game
    .parameters = Parameter of the game; may be repeated
    .seed = Seed of what is drawn at the beginning [default: drawn]
    .opening = Moves drawn at random at the beginning of each rencontre, the same ones in both games: two engines that always answer alike would play the same one for ever
    .from = Begin before this move of a recorded rencontre, that of a game that was lost for example: parties/a.json:7, or parties/a.json:retour:7
    .time = Time for each move in seconds [default: that of the game]
    .at_once = Rencontres played at once: no more than cores, if the engines think to the end of their time
    .sprt = Stop as soon as it is decided, at a risk of 5%, whether the first player is stronger by at least B Elo points, or not stronger than A
    .records = Folder to keep the record of every rencontre (created if need be)
    .no_records = Leave nothing in duels/
    .confinement = Confinement of the engines: aucun (none), ordinaire (as in a championship, by what this machine can do), or strict
    .boards = Show the board after each move, even of several rencontres
    .quiet = Show only the table
    .summary = Show how the engines stand that met here: who beats whom, and by how much
help-serveur-coursidor =
    Game server of Coursidor.

    A player is a shared library (player.so), made with the school's header files or with those of joueur/coursidor/src; or an engine:
    stratege, "hasard --graine 7", pipe:COMMAND, so:FILE, or "personne". Options stand wherever one likes.
    .one = First player given; chance decides who begins
    .other = Second player given
    .shape = Form of the board: T (triangular), C (cyclic) or H (holey)
    .size = Size of the mesh
    .plies = The game is drawn after NB moves, those of both players counted [default: 100000, as good as never]
    .objectives = Number of objectives
    .bases = The objectives themselves, such as 18-26-64-72, instead of drawing them
    .seed = Seed of what is drawn [default: drawn, and said]
    .first = Who begins: player 1, player 2, or chance ("sort")
    .both = Play two games, which each player begins in turn
    .abi = Binary layout of .so players: that of the school's header files, or that of the subject's text
    .time = Time for each move in seconds [default: 5]
    .no_timeout = Wait for the moves without limit of time
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all that this machine can do), or strict (refuses to play if a layer is missing)
    .boards = Show every move and the board during the game
    .on_page = Show the game in drawings, on a page of this machine to be opened in a browser
    .quiet = Show nothing but the result
help-serveur-sphinx =
    Referee of Sphinx.

    A bot is a shared library of Free Pascal (libbot.so), made with the subject's template; or an engine: stratege,
    "hasard --graine 7", pipe:COMMAND, so:FILE, or "personne".
    .one = First player given; chance decides who begins
    .other = Second player given
    .height = Height of the grids
    .width = Width of the grids
    .walls = Number of walls
    .pause = Pause after each move, in milliseconds
    .seed = Seed of what is drawn [default: drawn, and said]
    .first = Who begins: player 1, player 2, or chance ("sort")
    .both = Play two games, which each player begins in turn
    .integers = Size of the integers of .so bots, in bits: 16 (default mode of Free Pascal) or 32 [default: found]
    .time = Time for each move in seconds [default: 5]
    .no_timeout = Wait for the moves without limit of time
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all that this machine can do), or strict (refuses to play if a layer is missing)
    .on_page = Show the match in drawings, on a page of this machine to be opened in a browser (judge_graphic)
    .quiet = Show nothing but the result
help-serveur-confinement = Say what this machine can do to confine engines, layer by layer, and what it would need for what is missing
    .strict = Exit code 1 where a layer is missing

## serveur labyrinthe

help-serveur-labyrinthe =
    Game server of Labyrinthe.

    Without a command: waits for the clients, lets them play against the training players or each other. The commands
    speak to a server that runs on this machine.
    .ports = TCP port, with the edition of the protocol if it is not that of --edition (1235:2025); may be repeated. 0: a free port, announced on standard output
    .edition = Edition of the protocol: 2017, that of the subject, or 2025
    .time = Time for each move in seconds [default: 10, or 60 for edition 2025]
    .seed = Fixes the labyrinths of the games, in the order in which they begin
    .pair = Let two clients play each other as soon as they wait for a game
    .records = Folder of the records, a JSON file for each game (created if need be)
    .no_records = Record nothing
    .name_time = Time in seconds to give a name after connecting
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .control = Control socket [default: arbitre-labyrinthe-PORT.sock in XDG_RUNTIME_DIR, or in a private folder of the temporary one]
    .board = Show the clients and the games on web pages too, at this address (program tableau)
    .verbose = Show the board after each move in the report (-vv: messages for debugging)
help-serveur-labyrinthe-rencontre = Let two clients who wait for a game play each other; the first one begins
    .first = The one who begins
    .second = The other one
    .seed = Seed of the labyrinth [default: drawn]
    .time = Time for each move in seconds [default: that of the server]
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-entraine = Let a client who waits for a game play against a training player
    .client = The client
    .trainer = The training player: DO_NOTHING, PLAY_RANDOM, ASTAR or MINMAX
    .seed = Seed of the labyrinth [default: drawn]
    .time = Time for each move in seconds [default: that of the server]
    .first = Who begins: the client or the training player, by name [default: drawn]
    .delay = Pause of the training player after each move, in milliseconds
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-etat = Print clients and games as a line of JSON
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-tournoi = Create a tournament, which the clients join by WAIT_GAME TOURNAMENT NAME
    .name = Name of the tournament (at most 20 characters: letters, digits, _)
    .format = Format, as for `serveur championnat`: aller-retour, aller-simple, suisse, poules, elimination, defi, with their options (suisse:rondes=5)
    .order = Order of entry: tirage (drawn), or liste (that of the entries)
    .seed = Seed of the draw
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-lance = Start the next phase of a tournament: each game begins when both of its players wait
    .name = Name of the tournament
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-classement = Ranking of a tournament, and games that wait
    .name = Name of the tournament
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-forfait = Declare lost the games that wait for an absent player
    .name = Name of the tournament
    .player = The player
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place
help-serveur-labyrinthe-joueurs = Show the connected clients and what they do
    .port = Port of the server
    .control = Control socket of the server, if it is not in the usual place

## serveur championnat, classement, importe, exporte, decision, sept-couleurs: handed on to the programs beside

help-serveur-championnat = Play a whole championship, or resume it (program championnat)
    .arguments = Arguments of the program
help-serveur-classement = Ranking of a championship, finished or under way (program championnat)
    .arguments = Arguments of the program
help-serveur-importe = Describe a championship from the list of a class (CSV), with a secret for everybody, or from its submissions (program championnat)
    .arguments = Arguments of the program
help-serveur-exporte = All games of a championship, a JSON record on each line, or an archive for each contestant (program championnat)
    .arguments = Arguments of the program
help-serveur-decision = Decide about a championship: withdraw, disqualify, add a contestant; forfeit, replay or result of a rencontre (program championnat)
    .arguments = Arguments of the program
help-serveur-sept-couleurs = 7 couleurs on the whole screen: two people, against an engine, or a championship against all (program 7couleurs)
    .arguments = Arguments of the program
help-serveur-publie = Publish a championship as a folder of web pages, for any web server or none (program tableau)
    .arguments = Arguments of the program
help-serveur-tableau = Show championships and games on web pages, live (program tableau)
    .arguments = Arguments of the program

## championnat

help-championnat = Championships between engines and players by network, of all games of Arbitre.
help-championnat-jouer =
    Play a whole championship, or resume it.

    The TOML file names the game, the contestants, the format, the time, the points. Options replace what it says, and --moteur and --reseau
    add contestants: if they change the regulations, it is a rehearsal, whose results are kept apart. Without a file, the options will
    do: serveur championnat --jeu colonnes --moteur alphabeta --moteur java --moteur 'pipe:python3 bot.py'

    Before the first rencontre each engine is started and plays one move; if one cannot, the championship does not begin.

    It ends with 0, finished; 1, not begun; 3, stopped before the end; 4, finished without the rencontres that were interrupted too often.
    .file = Description of the championship (TOML)
    .game = Game
    .title = Title of the championship, shown everywhere instead of the name of its file
    .engines = Contestant played by the server: an engine, with a name if you like; may be repeated
    .network = Contestant by network, with a secret if you like; may be repeated
    .parameters = Parameter of the game; may be repeated
    .format = Format: aller-retour, aller-simple, suisse, poules, elimination, defi, with its options (suisse:rondes=5,qualifies=4)
    .order = Order of the contestants: tirage (drawn) or liste
    .time = Time for each move in seconds
    .seed = Seed of the draw
    .simultaneous = Rencontres at a time, even if engines must then share a core
    .ponder = Let the engines think on the opponent's turn
    .begins = Time of the first rencontre (14:00, or 2026-12-18T14:00)
    .ends = Time when the championship ends at the latest, after a whole round
    .grace = Seconds granted to an absent contestant before the first forfeit
    .replays = How often a rencontre interrupted by nobody's fault is replayed at most
    .start_bound = Seconds granted to an engine to start, or to restart after a failure (by default 30)
    .failed_starts = After so many failed starts in a row an engine forfeits its remaining games (default 3; 0: never)
    .engines_kept = Keep the engines from one rencontre to the next, instead of starting fresh ones for each
    .results = Store of the results: a file, or postgres://...
    .records = Folder of the recorded games
    .confinement = Confinement of the engines: aucun (none), ordinaire (by default: all that this machine can do), or strict (refuses to play if a layer is missing)
    .memory = Memory of each engine, with all that it starts, in MiB (by default 1024)
    .processes = Processes and threads of each engine (by default 128)
    .disk = What each engine may write in its working folder, in MiB (by default 64)
    .ports = TCP port for the contestants by network (without it: the one of the description, or 4242), with the form of the protocol where the game has several (1235:2025); may be repeated
    .address = Address to listen on (by default all, IPv6 and IPv4)
    .handshake_time = Time in seconds to ask for a game after connecting
    .board = Show the championship on web pages too, at this address (program tableau)
    .at_once = Begin at once, without waiting for network contestants or for the time of "debut"
    .discret = Show only the final ranking
    .untried = Do not try the engines before the first rencontre
    .trial = What each engine plays in the trial: a move (coup), or a whole game against random moves (partie) [default: a move; a game for --verifier, --plan and --sans-les-defaillants]
    .without_failing = Begin without the engines that do not play in the trial: they are withdrawn, and "reintegre" takes them back
    .verify = Only check the description and try each engine, without playing anything; it ends with 1 if one does not play
    .report = Also write the outcome of the trial into this file, a contestant per line: .csv for a spreadsheet, or .json
    .plan = Only try each engine, play some rencontres, and say how long the championship would take
    .before = With --plan: say which formats and times per move end before this time (17:00)
    .reconstruire = Rebuild the store of the results from the recorded games, then go on
help-championnat-classement = Ranking of a championship, finished or under way
    .source = Description of the championship (.toml), store of results, or postgres://...
    .format = Form: table, json, csv, md, pdf or diplomes (a certificate on each page, in PDF)
    .first = Only the certificates of the first N
    .title = In PDF: the name of the championship; by default its title, or the name of the file
    .signed = Who signs the certificates
    .sans_grille = Do not show the table of results between contestants; by default it is shown if it is useful and fits the terminal
    .spreadsheet = In csv: for a French spreadsheet (fr: ";" and a decimal comma) or an English one (en: "," and a point); by default by language
    .width = The width in columns; by default the terminal's, and unlimited into a pipe or a file
    .notes = Add the accuracy of each contestant by the solution of the game, where it is solved
help-championnat-exporte = All games of a championship, a JSON record on each line, or an archive for each contestant
    .source = Description of the championship (.toml), store of results, or postgres://...
    .what = Only the rencontre of this key (ROUND.NUMBER), or those of this contestant
    .archives = Write into this folder instead, for each contestant or for NAME, a .zip archive: the games, the log of the engine, the results, the accuracy if the game is solved

help-championnat-decision = Decide about a championship, running or stopped: each decision is noted with who, when and why.
    .source = Description of the championship (.toml), or its results (.sqlite)
help-championnat-decision-retire = Withdraw a contestant, who loses what is still to begin
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-disqualifie = Disqualify a contestant: withdrawn, and outside of knock-outs everything that was played is lost
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-reintegre = Take a contestant back who was withdrawn or disqualified: what is left is played, and what was lost by leaving
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-ajoute = Add a contestant who comes late, the last one of the description; not in pools and knock-outs
    .name = Name of the contestant
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-forfait = Declare a rencontre without a result forfeited by the contestant named, or by both
    .key = Rencontre (ROUND.NUMBER)
    .names = Who loses it: one name, or both
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-retablit = Cancel forfeits: the rencontres are to be played
    .games = Rencontres: ROUND.NUMBER, where * means all, then #NAME for those of one contestant only (1.*, *#dupont)
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-rejoue = Play rencontres again that have a result, or were interrupted too often
    .games = Rencontres: ROUND.NUMBER, where * means all, then #NAME for those of one contestant only (1.*, *#dupont)
    .interrupted = Only the rencontres that were interrupted too often; all of those, without CLÉ
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-resultat = Set the result of a rencontre, whatever was played
    .key = Rencontre (ROUND.NUMBER)
    .winners = The winner of each game of the rencontre: a name, or "nul"
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-annonce = Announce something to everybody who looks, on the pages and the wall, until the next announcement
    .text = Text; empty ("") to withdraw the announcement
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-temps = Change the time per move, from the next round that begins
    .time = Seconds per move; 0: no limit
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-termine = End the championship after the current round; not in pools and knock-outs
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-prolonge = Play the rest of a championship that this command or the time of "fin" has ended
    .end = New time of the end (14:00, or 2026-12-18T14:00); without it, none any more
    .why = Why
    .who = Who decides [default: who runs the command]
    .preview = Say what the decision would change, without taking it
help-championnat-decision-liste = Show the decisions that were taken
help-championnat-decision-commence = Begin a championship that waits for its network contestants, or for its time
help-championnat-decision-pause = Pause a running championship: no rencontre begins any more, those under way end
help-championnat-decision-reprend = Resume a paused championship
help-championnat-decision-etat = Print the status of a running championship as a line of JSON
help-championnat-importe =
    Describe a championship from the list of a class, or from the submissions of its students.

    The list is a CSV file of a spreadsheet, with a line of titles: nom (name), prénom (first name), e-mail, moteur (engine), in any order; only
    the name is needed, and without an engine one plays by network. Two files are written beside it: the description (.toml), with a secret drawn for
    everybody, and what is to be handed out (.secrets.csv): name, secret, command to type. No file is replaced. What is wrong
    in the list is said line by line, with a proposal.

    The submissions are a folder, or the archive that Moodle gives: a folder, an archive (.zip, .tar, .tar.gz) or a file for each contestant. Each
    is put in a folder of its own, its language is recognised, and it is compiled, confined. What cannot play is said, with the reason, and stays as a
    comment in the description (exit code 4). On a terminal, title, time and format are asked. With --liste, names come from the list
    of the class; who has submitted nothing, and which submissions are nobody's of the list, is said at the end.
    .list = List of the class (.csv), or folder or archive of the submissions
    .title = Title of the championship; by default none
    .class = Submissions: list of the class, which gives names and identifiers; a submission is found in it by name, identifier, e-mail address or Moodle's number
    .time = Submissions: seconds per move; by default those of the game
    .format = Submissions: format, such as suisse:rondes=5; by default aller-retour
    .engines = Submissions: folder for the engines; by default SUBMISSIONS-moteurs
    .description = Description to write; by default LIST.toml
    .game = Game; by default colonnes, or that of the description that is added to
    .add = Add to a description written before: those who are in it keep their secrets, a new submission replaces the earlier one, nothing else changes
    .accept = Accept the names proposed for impossible ones
    .host = Machine of the server, in the command to type; by default the name of this one
    .port = Port of the server, in the description and in the command to type; by default 4242, or that of the description that is added to
    .command = Command to type, in which {"{hote}"}, {"{port}"}, {"{nom}"}, {"{jeu}"} and {"{moteur}"} are replaced; by default sh joueur.sh {"{hote}"} {"{port}"} {"{nom}"} --moteur {"{moteur}"} --insiste
help-championnat-verifie = Check the description of a championship and try each engine, without playing anything
    .file = Description of the championship (.toml)
    .untried = The description only: start no engine
    .trial = What each engine plays in the trial: a move (coup), or a whole game against random moves (partie) [default: a game]
    .report = Also write the outcome of the trial into this file, a contestant per line: .csv for a spreadsheet, or .json

## joueur

help-joueur =
    Player: puts a game engine behind a referee server.

    Without a command: a rencontre (aller and retour) of Colonnes de trois.
    .host = Host of the server
    .port = Port of the server
    .name = Name of the player, followed by #secret in a championship that asks for one (at most 30 bytes in all)
    .secret = File whose first line is the secret, rather than on the command line, which ps shows; or variable ARBITRE_SECRET
    .engine = Engine: java (in this process, by JNI, and so not confined), java-pipe, java:CLASS (your own: Engine.class, engine.jar or "FOLDER package.Engine"), pipe:COMMAND, or a built-in engine (alphabeta, glouton, hasard... with its options in quotes: "hasard --graine 7")
    .time = Time for each move granted by the server, in seconds (TIME_MAX); 0: without limit. The course's own grants 5 only; after an earlier TIMEOUT the player keeps to what it has measured
    .insist = Play a whole championship: one rencontre after the other, and come back when the server was started again, up to the end
    .patience = With --insiste: how long to wait for a server that is not there, in seconds
    .margin = Margin kept of the time that is left, in seconds; smaller than the time for a move
    .most = Thinking time for each move at most, in seconds (by default all the time that is left, less the margin)
    .no_ponder = Do not think on the opponent's turn
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, by what this machine can do), or strict; java, which runs in the process of the player, is not confined: take java-pipe
    .start = Time granted to the engine to start, in seconds
    .no_fallback = No fallback moves: where the engine gives no move, or one that cannot be played, the player leaves the server
    .journal = Write down in this file, after what is there, all that is said with the engine and with the server (without the secret)
    .verbose = Show the moves and the boards (-vv: the messages of the engine too)
help-joueur-labyrinthe = Player of Labyrinthe
    .host = Host of the server
    .port = Port of the server
    .name = Name of the player (at most 20 characters: letters, digits, _)
    .training = Game that is asked for: nothing for another client, "PLAY_RANDOM timeout=10" or another training player
    .games = Number of games to play on this connection
    .to_the_end = In a tournament (--entrainement "TOURNAMENT name"): play game after game until the server says that the tournament is over
    .edition = Edition of the server's protocol: 2017 or 2025
    .engine = Engine: pipe:COMMAND, or a built-in engine (minmax, astar, hasard)
    .time = Time for each move granted by the server, in seconds; 0: without limit
    .insist = Play a whole championship: one rencontre after the other, and come back when the server was started again, up to the end
    .patience = With --insiste: how long to wait for a server that is not there, in seconds
    .margin = Margin kept of the time that is left, in seconds; smaller than the time for a move
    .most = Thinking time for each move at most, in seconds (by default all the time that is left, less the margin)
    .no_ponder = Do not think on the opponent's turn
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, by what this machine can do), or strict; java, which runs in the process of the player, is not confined: take java-pipe
    .start = Time granted to the engine to start, in seconds
    .no_fallback = No fallback moves: where the engine gives no move, or one that cannot be played, the player leaves the server
    .journal = Write down in this file, after what is there, all that is said with the engine and with the server (without the secret)
    .verbose = Show the moves and the boards (-vv: the messages of the engine too)
help-joueur-essai =
    Try an engine, without a server: through the whole engine protocol, and say line by line what is wrong.

    Exit status: 0 all is well, 1 something is wrong.
    .engine = Engine: a file, pipe:COMMAND, java, so:FILE, or a built-in engine
    .from = Ask for one move only, this one of a recorded rencontre, and show the position: parties/a.json:7, or parties/a.json:retour:7
    .verbose = Show what the engine writes to its standard error
    .watched = Start again each time a source file of the engine is saved, until Ctrl-C
    .before = With --surveille: a command to run before, such as a compilation; if it fails, nothing is tried
    .game = Game
    .parameters = Parameter of the game; may be repeated
    .seed = Seed of what is drawn by lot: the games of the trials are the same each time
    .time = Time for each move granted to the engine, in seconds
    .confinement = Confinement of the engine: aucun (none), ordinaire (as in a championship, by what this machine can do), or strict
    .start = Time granted to the engine to start, in seconds
help-joueur-nouveau = Create a folder with an engine that already plays, at every game, and say how to try it
    .language = Programming language
    .folder = Folder to create
help-joueur-duel = Play between two engines on this machine: one rencontre with its boards, or several (-n) with a table, and which one is stronger (program serveur)
    .arguments = Arguments of the program
help-joueur-hote-sphinx = Make an engine of a bot of Sphinx (a shared library of Free Pascal): reads and writes the lines of the engine protocol
    .library = The player's library
    .memory = Memory that the library may take, in mebibytes
    .loading = Time in seconds that the library may take to load
    .integers = Size of the bot's integers, in bits: 16 (default mode of Free Pascal) or 32 (objfpc, delphi) [default: found]
help-joueur-hote-coursidor = Make an engine of a player of Coursidor (a shared library in C): reads and writes the lines of the engine protocol
    .abi = Binary layout of the player: that of the school's header files, or that of the subject's text
    .library = The player's library
    .memory = Memory that the library may take, in mebibytes
    .loading = Time in seconds that the library may take to load

## 7couleurs

help-7couleurs =
    7 couleurs at the terminal.

    A player is "personne" (you, at the keyboard) or an engine (glouton, prevoyant, "hasard --graine 7", pipe:COMMAND...); the first
    one is "v", at the bottom left, the second "^", at the top right. Without a player named: you against the usual engine of the game.

    A letter plays its colour; ? explains the keys. On a pipe or with --lignes, a line for each move. Exit codes: 0, finished; 3, left
    before the end; 1, an error.
    .first = First player, "v": personne, or an engine
    .second = Second player, "^" [default: the usual engine of the game]
    .names = Names of the people, in the order of the players, with commas
    .board = Board to read from a file: a line for each row, letters of the colours, v, ^ and # for a wall
    .size = Side of the board that is drawn [default: 30]
    .colours = Number of colours [default: 7]
    .seed = Seed of the board and of the bombs [default: drawn]
    .world = How the board is drawn [default: equitable, the same for both players]
    .begins = Who begins [default: v]
    .neighbours = Neighbours of a cell: 4, 6 (hexagons) or 8 [default: 4]
    .torus = A world without borders
    .walls = Walls, on this share of the cells in percent
    .golden = A golden cell in the middle: the first one to have it wins
    .bombs = A bomb every ten moves
    .time = Time of the engines for each move, in seconds; people have all their time
    .records = Folder of the records (created if need be)
    .no_records = Record nothing
    .confinement = Confinement of the engines: aucun (none), ordinaire (all that this machine can do), or strict (refuses to play if a layer is missing)
    .championship = Championship of a person: so many games against each engine, half of them on each side; the same command resumes it
    .against = Engines of the championship, with commas [default: all those of the game]
    .no_colour = Without colours, the letters alone; or the variable NO_COLOR
    .lines = A line for each move, without the screen, on a terminal too
    .boards = In lines: show the board after each move

help-tableau =
    The contest on pages: watch, replay, analyse and play in a browser.

    Without an argument: the championships of the folder championnats/ and the records of the folder parties/, if they are there.
    The addresses to open are shown at the start; those with a token allow to play, or to organise.
    .address = Address and port to listen on; port 0: a free port. Other machines only see the pages at an address of this one
    .files = Description of a championship (.toml)
    .stores = Store of the results of a championship, or postgres://...; may be repeated
    .folders = Folder of records; may be repeated
    .lobby = Organiser's socket of a server of Labyrinthe, for its lobby
    .played = Folder where games played on the pages are kept (created if need be)
    .abandoned = Minutes without anybody at a game played on the pages, after which it ends; decimals count
    .open = Let everybody play without a token
    .public = Address of the pages for browsers, when a proxy is in front of them
    .proxies = Address of a proxy: that of a visitor is then the last one of its header X-Forwarded-For; may be repeated
help-tableau-publie =
    Publish a championship: a folder of pages to open as they are, or to put on any web server.

    Ranking, grid or bracket, contestants, and each rencontre to step through move by move. Nothing private: no secrets, and
    no logs (unless `journaux = "publics"`). A folder that was published is replaced at once; no other one is touched.
    .source = Description of the championship (.toml), store of its results, or postgres://...
    .folder = Folder to write [default: beside the file, ending in .site]
    .without_games = Without the pages of rencontres
    .best = Only the rencontres of the first N of the ranking
