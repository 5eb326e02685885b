# What the program says, and what all pages have.

tableau-open =
    pages: { $url }
    to play: { $player }
    to organise: { $organiser }
tableau-cannot-listen = cannot listen on { $address } (perhaps another program is there already: choose another address by --adresse, port 0 for a free port)
tableau-abandoned = "{ $text }": a number of minutes above 0 and up to { $most } is expected
tableau-public-address = "{ $text }": http:// or https:// and a host name are expected
tableau-tokens-not-kept = the tokens are not kept, the next start will print others: { $why }
tableau-not-live = games under way will not be visible: { $why }
tableau-not-read = not read yet
tableau-not-begun = { $store } is not there yet: this championship has not begun
tableau-nav = Pages
tableau-nav-wall = Live
tableau-nav-play = Play
tableau-nav-analysis = Analyse
tableau-nav-replay = Replay
tableau-nav-organise = Organise
tableau-theme = Colours
tableau-theme-light = Light
tableau-theme-dark = Dark
tableau-theme-system = Same as the system
tableau-skip = Skip to the content
tableau-enter = Enter a token
tableau-leave = Forget my token
pages-previous = Previous
pages-next = Next
tableau-back-home = Back to the home page

# A championship as files.

tableau-published = Published on { $time } by Arbitre
contest-latest = Latest results
contest-won-by = { $count ->
    [one] { $names } wins with
   *[other] { $names } share first place with
} { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
contest-won-places = { $count ->
    [one] { $names } wins.
   *[other] { $names } share first place.
}
contest-played-from = Played from { $from } to { $to }.
publish-done = { $pages } pages, { $games } of them rencontres, { $size } MB in { $time } s; open { $page }
publish-progress = { $done } pages written of { $known } known
publish-large = for a smaller site: --meilleurs N (only the rencontres of the first N), or --sans-parties
publish-exists = { $folder } exists already, and was not published by Arbitre: choose another folder, or remove it
publish-stopped = stopped: nothing was published
publish-page = the page { $page } could not be written: { $why }

# Refusals.

tableau-no-page = There is no page at this address.
tableau-no-method = This page does not accept this kind of request.
tableau-late = The answer has taken too long; try again in a moment.
tableau-other-host = These pages have another address: open the one that the program printed.
tableau-other-origin = The request does not come from one of these pages.
tableau-too-many = Too many wrong tokens were tried; wait a minute.
tableau-too-many-viewers = Too many open pages are already following live; this one will try again.
tableau-token-needed = This needs a token: the program prints it when it starts.
tableau-bearer-needed = A token is needed, or your personal code, in the header Authorization, after the word Bearer.
tableau-token-why = Anyone can watch. To play or organise, enter the token printed when the program started, or follow the link printed with it.
tableau-token = Token:
tableau-token-wrong = This token is not the right one.

# The first page.

tableau-home = Championships
tableau-no-contests = No championship yet: "{ PROGRAM("serveur") } championnat" starts one.
tableau-over = finished
tableau-progress = { $expected ->
    [one] { $played } of { $expected } rencontre
   *[other] { $played } of { $expected } rencontres
}
tableau-live = { $count ->
    [0] No game under way
    [one] { $count } game under way
   *[other] { $count } games under way
}
tableau-lobby = Lobby of Labyrinthe
tableau-records = Records
home-begin = To start one with built-in engines:
home-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
home-live = Watch and play
home-play = Play a game
home-play-token = Anyone can watch; to play you need a token.
home-no-records = No folder of records.
home-folder = folder
home-count = records
home-newest = the latest

# A championship (ranking, grid, bracket, schedule, charts, faults) and its contestants.

contest-waiting = not begun
contest-running = running
contest-begins = begins at { $time }
contest-gathering = { $all ->
    [one] { $there } of { $all } is there
   *[other] { $there } of { $all } are there
}
contest-paused = paused
contest-stopped = stopped
contest-round-of = { $round } of { $count }
contest-left = { $time } left
contest-ends = ends at { $time } at the latest
contest-not-counted = does not count
contest-trouble = paused: { $why }
contest-minute = about a minute
contest-minutes = about { $count } min
contest-hours = about { $hours } h { $minutes }
contest-contestants = { $count ->
    [one] { $count } contestant
   *[other] { $count } contestants
}
contest-limit = { $time } per move
contest-no-limit = no time limit
contest-without-rules = without the library of the rules: your program knows the game by its own code
contest-round-robin = { $count ->
    [one] everybody meets everybody
    [2] everybody meets everybody, home and away
   *[other] everybody meets everybody, { $count } times
}
contest-swiss = { $count ->
    [one] Swiss system, { $count } round
   *[other] Swiss system, { $count } rounds
}
contest-swiss-finals = { $count ->
    [one] Swiss system, { $count } round
   *[other] Swiss system, { $count } rounds
}, then the first { $qualified } in a knock-out
contest-pools = { $count ->
    [one] { $count } pool
   *[other] { $count } pools
}, then { $qualified ->
    [one] the first of each in a knock-out
   *[other] the first { $qualified } of each in a knock-out
}
contest-knockout = knock-out
contest-gauntlet = { $name } against each of the others
contest-download = Download:
contest-there = here
contest-presence = Who is there
contest-pages = Pages of { $name }
contest-ranking = Ranking
contest-ranking-of = Ranking of { $name }
contest-grid = Grid
contest-bracket = Bracket
contest-programme = Schedule
contest-curves = Curves
contest-faults = Faults
contest-column-games = games
contest-column-counts = W · D · L
contest-strength = rating
contest-strength-said = { $value }, between { $low } and { $high }
contest-form = latest
contest-counts = { $won } won, { $drawn } drawn, { $lost } lost
contest-up = { $count ->
    [one] { $count } place up
   *[other] { $count } places up
}
contest-down = { $count ->
    [one] { $count } place down
   *[other] { $count } places down
}
contest-won = won
contest-drawn = drawn
contest-lost = lost
contest-faulty = lost by disqualification
contest-now = Right now
contest-now-none = Nothing is being played right now.
contest-now-over = Everything has been played.
contest-now-more = { $count ->
    [one] and { $count } more game under way
   *[other] and { $count } more games under way
}
contest-ended = Just ended
contest-ended-none = Nothing has ended yet.
contest-all-decisions = { $count ->
    [one] the decision
   *[other] all { $count } decisions
}
contest-decisions = Decisions of the organiser
contest-left-out = Rencontres left out
contest-legend = Legend
contest-points-are = Points of a game: won { $won }, drawn { $drawn }, lost { $lost }, lost by disqualification { $disqualified }.
contest-legend-strength = Rating: 1500 on average, 400 points more: 10 wins in 11; the line is the 95% interval.
contest-legend-form = Latest rencontres, the most recent one on the right:
contest-legend-arrow = ▲ ▼: places climbed or fallen since the round before.
contest-delay = The referee's delay over { $count } moves: median { $median } ms, 99th percentile { $most } ms, maximum { $max } ms.
contest-starved = Replayed because a late engine had no processor:
contest-grid-how = Each row shows a contestant's points against each of the others, in the order of the ranking; a cell leads to the rencontre.
contest-grid-first = The first { $count }; the others have their pages.
contest-grid-skip = Skip the grid
contest-grid-of = Points of everybody against everybody in { $name }
contest-heat-lost = all lost
contest-heat-equal = even
contest-heat-won = all won
contest-back-ranking = Back to the ranking
contest-of = Rencontres of
contest-everybody = everybody
contest-round = Round
contest-show = Show
contest-rencontre = rencontre
contest-white = home
contest-black = away
contest-parties = games
contest-when = ended
contest-given-up = left out
contest-to-play = to be played
contest-bye = { $name } has a bye.
contest-programme-none = Nothing is scheduled yet.
contest-more-pages = Other pages
contest-pools-round = pools, round { $number }
contest-playoffs = play-offs
contest-faults-none = Nobody was disqualified.
contest-faults-by = Disqualifications by contestant and kind
contest-faults-each = One by one, the latest first
contest-all = all
contest-against = against
contest-fault = fault
contest-why = why
contest-log = (log)
contest-interruptions = Interruptions
contest-interruptions-why = Interruptions by the server are nobody's fault: these rencontres were replayed, or do not count.
contest-bracket-none = There is no bracket in this championship.
contest-bracket-later = The bracket will be drawn when the pools are over.
contest-bracket-after-swiss = The bracket will be drawn after the last round.
contest-knockout-title = Knock-out
contest-pools-title = Pools
contest-qualification = Qualification
contest-playoffs-title = Play-offs
contest-winner = winner
contest-nobody = bye
contest-open = not known yet
contest-goes-on = advances
contest-by-faults = level, decided by disqualifications
contest-by-seed = level, the better seed advances
contest-by-rank = level, the one ranked higher before advances
contest-by-lot = level, decided by lot
contest-curves-title = Points round by round
contest-curves-said = Points of everybody round by round; the table beside it has the figures.
contest-curves-table = Points after some rounds
contest-also = Show as well
contest-best-only = only the first six
contestant-rank = { $rank ->
    [1] first of { $count }
   *[other] number { $rank } of { $count }
}
contestant-wins = { $share } won
contestant-no-fault = no fault
contestant-faults = { $count } × { $kind }
contestant-records = the games (JSON Lines)
contestant-next = What to look at next
contestant-next-fault = { $kind } against { $name }
contestant-next-loss = the loss against { $name }, of rank { $rank }
contestant-next-long = { $time } for move { $ply } against { $name }
contestant-opponents = Results by opponent
contestant-opponent = opponent
contestant-rencontres = rencontres
contestant-thinking-title = Thinking time
contestant-thinking = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}: median { $median }, 99th percentile { $most }, maximum { $longest }.
contestant-thinking-said = Number of moves by thinking time, with the limit
contestant-limit = limit { $time }
contestant-figures = The figures
contestant-time = time
contestant-moves = moves
contestant-no-moves = No move has been played yet.
contestant-no-faults = No fault.
contestant-more-faults = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
contestant-words = The end of the engine's log
contestant-log-why = This log is not public: only the organiser, and this contestant with its secret, can read it.
contestant-log-secret = Secret:
contestant-log-wrong = This secret is not the right one.
contestant-log-read = Read
contestant-precision = Accuracy
contestant-precision-ask = Analyse the moves
contestant-precision-working = The analysis is under way; the page reloads by itself.
contestant-precision-busy = Another analysis is under way, this one comes after it; the page reloads by itself.
contestant-precision-failed = The analysis is not possible: { $why }
contestant-precision-what = A move is right if it keeps the result of the position: win, draw or loss, by the solution of the game.
contestant-not-solved = This game is not solved: accuracy is not known.
contestant-accuracy = { $share } right, of { $moves } moves in { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}
contestant-accuracy-hard = Where a mistake was possible ({ $count } moves): { $share }; { $wins ->
    [one] { $wins } win thrown away
   *[other] { $wins } wins thrown away
}, { $draws ->
    [one] { $draws } draw thrown away
   *[other] { $draws } draws thrown away
}.
contestant-thrown = move { $ply } ({ $text }), { $partie }, against { $name }: { $what }
contestant-thrown-win = a win thrown away
contestant-thrown-draw = a draw thrown away
contestant-move = move
contestant-should = should have been
ago-now = just now
ago-seconds = { $count } s ago
ago-minutes = { $count } min ago
ago-hours = { $count } h ago
ago-days = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
}

# A game: replayed, live, side by side; records that are pasted.

game-live = live
game-missing = There is no game at this address.
game-too-long = too long for a record: { $mib } MiB at most
game-contradicted = The rules contradict this record: { $why }
game-overruled = What counts: { $result }; { $decision }
game-agrees = In accordance with the rules: each move and each verdict has been verified.
game-parties = Games of the rencontre
game-together = Side by side
game-one = One at a time
game-under-way = Under way: { $count ->
    [0] no move played
    [one] { $count } move played
   *[other] { $count } moves played
}
game-brief-live = under way
game-move = Move { $number }: { $name } plays { $move } ({ $time })
game-prefers = better: { $moves }
game-moves = Moves
game-number = number of the first move of the row
game-no-moves = No moves.
game-untold = The moves of this finished game are no longer sent; the record will have them all.
game-more-moves = { $count ->
    [one] { $count } more move is not in this list.
   *[other] { $count } more moves are not in this list.
}
game-no-board = No board: this game is unknown here, or it cannot begin this way.
game-steps = Forward and back
game-first = Beginning
game-back = Previous move
game-play = Play the moves
game-on = Next move
game-last = End
game-turn = Turn the board
game-share = Link
game-sound = Sound
game-around = Around this game
game-previous = Previous
game-next = Next
game-image = Picture of the board (SVG)
game-copied = Link copied
game-now = Back to live
game-explore = Explore this position
game-machine = played on { $name }
game-keys = By keyboard: arrows, home, end; space plays the moves. By touch: swipe on the board.
game-chart-times = Thinking time
game-chart-delay = referee
game-chart-limit = limit { $time }
game-chart-values = Value of the positions
game-figures = The figures, move by move
game-head-player = Player
game-head-move = Move
game-head-time = Thinking
game-head-cpu = Processor
game-head-waited = Waiting for a processor
game-head-memory = Memory
game-mebibytes = { $count } MiB
game-log = End of the log of { $name }'s engine
game-records-count = { $count ->
    [0] No records.
    [one] { $count } record.
   *[other] { $count } records, the newest first.
}
game-record-contradicted = contradicted by the rules
game-pages = Pages of the list
game-newer = Newer
game-older = Older
replay-heading = Replay a game
replay-what = Drop, choose or paste the record of a rencontre ({ $mib } MiB at most): it is verified by the rules, then replayed move by move. It is kept in memory only, for { $hours } hours at most, at an address that only you know.
replay-file = A file (.json)
replay-text = Or its text
replay-drop = The file can also be dropped anywhere on this page.
replay-show = Verify and replay
replay-nothing = Nothing readable was received: send one record, of { $mib } MiB at most.

# Analysis.

worth-heading = Analysis
worth-exact = Exact value of each move
worth-opinion = Ask the best engine for its opinion
worth-is-exact = Solved game: the value of each move is exact.
worth-is-opinion = Opinion of the best engine: an estimate, not exact.
worth-awaited = The computation is under way; the page will show it as soon as it is done.
worth-busy = Too many analyses are being requested right now; try again in a minute.
worth-short = The analysis ended after { $minutes } minutes: { $analysed } of { $games } games are analysed.
worth-again = Try again
worth-accuracy = { $share } of moves right
worth-illegal = { $move } cannot be played here: { $why }
worth-over = { $name } has won.
worth-side = Player { $number }
worth-beginning = Beginning
worth-path = Moves played
worth-back = Back
worth-play-best = The best move
worth-to-move = To move
worth-moves = Possible moves
worth-legend = Touch a cell or a move to play it. ★: among the best. On the board: +5 win in 5 moves, = draw, −4 loss in 4 moves.
worth-best = among the best
worth-line = Perfect play from here
worth-line-opinion = How the engine expects the game to go on
worth-seed = Seed of the start
worth-other = Another start

# The wall.

wall-title = Live games
wall-full = Full screen
wall-ranking = Ranking
wall-quiet = No game is being played at the moment.
wall-extent = { $first } to { $last } of { $all }
wall-absent = absent
wall-all = All games
wall-won = finished: { $name } has won

# The reveal of a ranking, from last to first.

reveal-title = Reveal the ranking
reveal-waits = The ranking will be revealed when everything has been played.
reveal-leave = Organise
reveal-next = Next
reveal-back = Back
reveal-every = Go on every (seconds):
reveal-rating = rating { $value }
reveal-last = its last rencontre, against { $name }
reveal-unplayed = Has not played a game.
reveal-won-all = { $count ->
    [one] Won its only game.
   *[other] Won all { $count } games.
}
reveal-unbeaten = Unbeaten: { $won } won, { $drawn } drawn.
reveal-beat-one = Beat { $name }, who is ranked higher.
reveal-beat-several = Beat { $count } contestants ranked higher.
reveal-best-win = Best win: against { $name }, ranked { $rank }.
reveal-no-fault = { $count ->
    [one] Played { $count } game without a fault.
   *[other] Played { $count } games without a fault.
}
reveal-played = { $count ->
    [one] Played { $count } game.
   *[other] Played { $count } games.
}

# Play.

here-link = two players at this screen, without the server
here-two = Two players
here-perfect = Against the solution
here-values = With the value of each move
here-explore = Explore without the server
here-alone = Everything is computed in this browser: once loaded, the page goes on without a network. Nothing is recorded.
here-no-script = This page needs JavaScript.

play-title = Play
play-game = Game
play-against = Against
play-strongest = the strongest
play-by-link = a person, with an invitation link
play-side = Which side
play-first = I begin
play-second = the other begins
play-drawn = at random
play-games = Games
play-all-games = aller and retour
play-one-game = only one
play-time = Time per move
play-no-limit = no limit
play-ponders = the engine thinks during my turn
play-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
play-begin = Play
play-token-needed = To play, you need the token that the program printed when it started.
play-more = Seed and parameters of the game
play-name = Your name
play-seed = Seed
play-drawn-seed = drawn at random
play-board = Board
play-board-keys = The arrow keys move from one playable place to the next, Enter touches it, Escape goes back.
play-several = possible moves
play-waiting = Waiting for the other person.
play-invited = { $name } invites you to play: { $game }.
play-starting = The game is being prepared.
play-nothing = The game was not played.
play-rules = Rules
play-rules-of = Rules: { $game }
play-guest = guest
play-abandoned = The game has ended: you had been away for { $minutes } min.
play-failed = The game could not be played: { $why }.
play-unrecorded = The game is over, but could not be recorded yet: { $why }.
play-recorded = The game that could not be recorded is recorded now: { $path }
play-over = The game is over.
play-mine = It is your move.
play-theirs = { $name } is thinking.
play-of-partie = { $partie }: { $said }
play-you-begin = you begin
play-other-begins = { $name } begins
play-send-link = Send this link to the other person; the game begins when it is accepted.
play-copy = Copy
play-copied = Copied
play-cancel = Cancel
play-come = Play
play-decline = Decline
play-your-move = Your move
play-others = { $count ->
    [one] Another move
   *[other] One of the { $count } moves of the list
}
play-play = Play this move
play-write = Write a move
play-move = Move
play-moves = Moves made
play-grid = Touch a cell to change it: 0 free, 1 wall, 2 entry, 3 treasure.
play-public = What spectators see
play-next = Play the next game
play-stop = Stop here
play-record = See the game again
play-again = Play again
play-other-game = Another game
play-take-back = Take back my move
play-give-up = Give up
play-gone = There is no game at this address, or it is gone.
play-accepted = This invitation has already been accepted.
play-no-move = This is not a move.
play-many-pages = This game is already open in too many pages.
reason-left-page = left the page
reason-play-full = too many games are being played, or wait to be recorded ({ $a0 }); try again later
reason-play-form = this form is not from one of these pages
reason-play-no-random = the machine provides no random numbers

# The lobby of Labyrinthe.

salon-none = These pages know of no Labyrinthe server: give its control socket with --labyrinthe.
salon-nobody = The Labyrinthe server is not running, or has just stopped.
salon-no-answer = The Labyrinthe server does not answer.
salon-wrong = The server would not understand this request: names and numbers, without spaces.
salon-begun = The game begins.
salon-watch = Watch it
salon-token = To start a game, enter the players' token.
salon-where = Clients connect to port { $ports }.
salon-stopping = The server is stopping: no new game begins.
salon-empty = No player is connected.
salon-first-click = Choose a player who waits for a game, then the opponent.
salon-second-click = Against whom does { $name } play?
salon-undo = Choose another player
salon-choose = Choose
salon-against = Against { $name }
salon-training = or training:
salon-train = { $name } against
salon-parameters = Parameters of the game
salon-seed = Seed of the labyrinth
salon-time = Seconds per move
salon-delay = Pause of the training player after each move, in ms
salon-begins = Who begins
salon-begins-first = the chosen player
salon-begins-second = the opponent
salon-does-nothing = connected
salon-does-wait = waiting for a game
salon-does-train = starting a training game
salon-does-tournament = in the tournament { $name }
salon-does-play = playing against { $name }
salon-minutes = { $count ->
    [0] for less than a minute
    [one] for { $count } minute
   *[other] for { $count } minutes
}
salon-games = Games under way
salon-no-games = No game under way.
salon-tournaments = Tournaments
salon-entered = { $count ->
    [0] nobody entered
    [one] { $count } player
   *[other] { $count } players
}
salon-tournament-open = players enter
salon-tournament-playing = a phase is being played
salon-tournament-between = between two phases
salon-tournament-stopped = interrupted, will go on
salon-tournament-over = finished
salon-launch = Start the next phase
salon-new-tournament = New tournament
salon-tournament-name = Name
salon-tournament-format = Format
salon-create = Create

# Organising.

manage-token = To organise, you need the organiser's token: the program prints it when it starts.
manage-title = Organise { $name }
manage-back = The championship
manage-again = Reload
manage-no-answer = The championship is running and does not answer.
manage-no-source = Decisions need the description of the championship, or its results in a file.
manage-no-description = To start it from here, give its description (FILE.toml) to "{ PROGRAM("serveur") } tableau".
manage-incomplete = Something is missing: what is decided, about whom or what, and by whom.
manage-no-rencontre = There is no rencontre { $key } in the schedule.
manage-not-running = The championship is not running.
manage-runs = The championship is already running.
manage-started = The championship has been started. It goes on even if these pages stop.
manage-stopping = Stop requested: the rencontres under way will finish.
manage-failed = It ended by itself; the last lines it printed:
manage-state-none = Not running
manage-state-starting = Starting
manage-state-running = Running
manage-state-paused = Paused
manage-state-stopping = Stopping
manage-start = Start
manage-start-without = Begin without { $names }
manage-begin = Begin
manage-pause = Pause
manage-resume = Resume
manage-endless = lasts far longer than the others; to end it:
manage-trouble = The championship has paused by itself: { $why }. Nothing is lost: resume it when the cause is removed; otherwise it tries again by itself.
manage-stop = Stop
manage-under-way = Rencontres under way
manage-network = Network contestants
manage-absent = absent
manage-waiting = here, waiting for its rencontre
manage-playing = playing
manage-awaited = awaited
manage-machines = Machines
manage-machine = machine
manage-machine-state = what it does
manage-machine-played = played
manage-machine-cores = cores
manage-machine-speed = speed
manage-machine-has = what it has
manage-on-machine = on { $machine }
manage-about-contestant = Decide about a contestant
manage-about-rencontre = Decide about a rencontre
manage-announce = Announce
manage-announce-text = Text, shown to everybody (empty: withdraw it)
manage-time = Change how long it takes
manage-time-value = Seconds per move, or new end (empty: no end any more)
manage-late = Add a contestant who is late
manage-late-name = The name, the last one of the description
manage-what = Decision
manage-who = Contestant
manage-key = Rencontre (ROUND.NUMBER)
manage-why = Reason (if you give one)
manage-by = Who decides
manage-look = See what it will do
manage-act-retire = withdraw
manage-act-annonce = announce
manage-act-temps = change the time per move
manage-act-termine = end after this round
manage-act-prolonge = play the rest after all
manage-act-disqualifie = disqualify
manage-act-reintegre = reinstate
manage-act-forfait = declare a forfeit
manage-act-retablit = cancel a forfeit
manage-act-rejoue = play again
manage-act-resultat = set the result
manage-confirm = Confirm?
manage-will-stop = The championship { $name } will stop when the rencontres under way have finished. Started again, it resumes where it was.
manage-will-forfait = The rencontre { $key } ({ $one } - { $other }) will not be played: it is lost by forfeit.
manage-will-retablit = The forfeit of the rencontre { $key } ({ $one } - { $other }) will be cancelled: it is to be played.
manage-will-rejoue = The rencontre { $key } ({ $one } - { $other }) will be played again: its result will no longer count.
manage-will-resultat = The rencontre { $key } ({ $one } - { $other }) will have this result, whatever was played.
manage-because = Reason: { $why }
manage-both = both
manage-drawn = a draw
manage-who-loses = Who loses by forfeit
manage-who-wins = Who wins game { $number }
manage-do-it = Confirm
manage-leave-it = Cancel
manage-decisions = Decisions taken
manage-no-decisions = No decision.

# For programs: the interface in JSON, figures.

# A ladder: the pages for a class.

ladder-ladders = Ladders
ladder-unread = The ladder could not be read; try again in a moment.
ladder-token-needed = This ladder is for its class only.
ladder-how-in = Open the personal link you were sent, or type the code that follows the # in that link.
ladder-enter = Enter
ladder-secret = Personal code
ladder-secret-wrong = This code is not the right one. If your link was renewed, the old one no longer works.
ladder-leave = Forget my code
ladder-own = My versions
ladder-not-yours = Only the student who owns this version may see this.
ladder-closes = submissions until { $time }
ladder-closed = closed since { $time }
ladder-frozen = The ranking has been frozen since { $time }: play continues, and the results will be shown at the end.
ladder-frozen-for-others = The ranking has been frozen for students since { $time }; you see it as it is now.
ladder-empty = Nobody has an engine on this ladder yet.
ladder-at = Ranking of { $time }.
ladder-settled = All useful rencontres have been played.
ladder-place = place
ladder-player = engine
ladder-rating = rating
ladder-parties = games
ladder-score = score
ladder-faults = faults
ladder-house = reference
ladder-you = (you)
ladder-not-rated = not played yet
ladder-legend = Rating: 400 points more means 10 wins in 11; ± is the 95 % interval. Score: games won, draws count as half. References are built-in engines, without a place.
ladder-under-way = Rencontres under way
ladder-none-under-way = No rencontre under way.
ladder-trial-game = trial
ladder-newest = Latest rencontres
ladder-no-games = No rencontre yet.
ladder-first = engine
ladder-second = opponent
ladder-result = result
ladder-fault = fault
ladder-ended = ended
ladder-hand-in = Submit an engine
ladder-hand-in-how = Choose files, an archive (.zip, .tar.gz) or a folder, or paste your code. It is compiled, tried, and then plays instead of your previous version.
ladder-files = Files or an archive
ladder-folder = Or a whole folder
ladder-paste = Or paste the code
ladder-paste-name = File name
ladder-paste-code = Code
ladder-send = Submit
ladder-drop = You can also drop files or folders anywhere on this page.
ladder-sending = Sending...
ladder-by-program = Submit from a program
ladder-code = YOUR-CODE
ladder-over = Submissions are closed.
ladder-quota = { $count ->
    [one] At most { $most } MiB, and one submission an hour.
   *[other] At most { $most } MiB, and { $count } submissions an hour.
}
ladder-versions = My versions
ladder-versions-of = Versions
ladder-version = version { $number }
ladder-no-versions = You have not submitted anything yet.
ladder-no-versions-yet = No version has been accepted yet.
ladder-plays = plays
ladder-again = Play this one again
ladder-own-place = You are in place { $place } of { $all }.
ladder-has-place = Place { $place }
ladder-no-room = the disk of the server is nearly full: tell the organiser
ladder-refresh = Refresh
ladder-row-rests = resting: { $why }
ladder-rests = Your engine is resting: { $why }
ladder-arrived = arrived { $time }
ladder-arrived-in-time = arrived { $time }, in time
ladder-arrived-late = arrived { $time }, too late: it does not count
ladder-waiting = Received; waiting, number { $place } in the queue
ladder-waiting-return = Version { $number } is to play again; waiting, number { $place } in the queue
ladder-compiled = Being compiled
ladder-tried = Being tried
ladder-games = Playing its trial games
ladder-passed = Accepted
ladder-refused = Refused: { $why }
ladder-refused-trial = it does not pass the trial, the report says why
ladder-refused-fault = it lost by a fault against { $opponent } ({ $why })
ladder-what-became = Verdict
ladder-see-lost = See the lost game, at its last move
ladder-compilers = What the compiler said
ladder-report = Report of the trial
ladder-trial-games = Trial games
ladder-trial-against = { $parties ->
    [one] against { $opponent }: { $score } of one game
   *[other] against { $opponent }: { $score } of { $parties } games
}
ladder-home = The same trial on your machine
ladder-your-engine = YOUR-ENGINE
ladder-history = Rating from version to version
ladder-changed = What has changed since version { $before }
ladder-compare = Compare with:
ladder-changed-by = Rating: { $by } points.
ladder-changed-none = The two versions have no opponent in common yet.
ladder-opponent = opponent
ladder-against = Results by opponent
ladder-download = Download what was submitted (.tar)
ladder-play = Play against this version
ladder-play-first = Who begins
ladder-play-me = me
ladder-play-it = the engine
ladder-no-play = You cannot play against this version: it was not accepted, or the ranking is frozen.
ladder-games-of = { $count ->
    [0] No rencontre
    [one] One rencontre
   *[other] { $count } rencontres
}
ladder-turns = What { $name } wrote, move by move
ladder-turn = { $partie }, move { $number }
ladder-turn-before = before the first move
ladder-active = { $all ->
    [one] { $active } of 1 student has submitted something.
   *[other] { $active } of { $all } students have submitted something.
}
ladder-silent = Those who have not submitted anything
ladder-addresses = Addresses
ladder-write = Write to them
ladder-same = Those who have the same program
ladder-same-how = The versions that play are compared without comments, spaces and the names that they choose; this is no proof.
ladder-class = The class
ladder-student = student
ladder-mail = mail
ladder-count-versions = versions
ladder-last = last submission
ladder-stage = stage
ladder-revoked = link withdrawn
ladder-nothing-yet = nothing
ladder-links = Renew a link
ladder-links-how = The old link then no longer works; what was submitted plays on.
ladder-slug = STUDENT
ladder-closed-since = Submissions have been closed since { $closes }; yours arrived { $arrived }.
ladder-too-often = { $most ->
    [0] This ladder takes no submissions.
    [one] Only one submission an hour: the next one is possible from { $again } on.
   *[other] At most { $most } submissions an hour: the next one is possible from { $again } on.
}
ladder-busy = Another submission of yours is still on its way; wait until it has arrived.
ladder-too-large = This submission is too large: at most { $most } MiB.
ladder-full = All your versions together would take { $has } MiB: at most { $most } MiB.
ladder-too-many-files = This submission has too many files: at most { $most }. Submit only the sources, or an archive.
ladder-odd-name = The name "{ $name }" cannot be used: a file name is needed, with its folders if it has any, without "..".
ladder-deep-name = "{ $name }" is in too many folders.
ladder-long-name = The name "{ $name }" is too long.
ladder-twice = "{ $name }" is there twice.
ladder-nothing = There is no file in this submission.
ladder-nameless = Give your code a file name, such as joueur.py: its ending tells the language.
ladder-no-version = Version { $number } cannot play: it was not accepted.
ladder-broken = The submission did not arrive as a whole; try again.
ladder-failed = The submission could not be stored, tell the organiser: { $why }
