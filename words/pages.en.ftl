# What the program says, and what all pages have.

tableau-open =
    pages: { $url }
    to play: { $player }
    to organise: { $organiser }
tableau-cannot-listen = cannot listen on { $address } (perhaps another program is there already: choose another address by --adresse, port 0 for a free port)
tableau-not-live = games under way will not be seen: { $why }
tableau-not-read = not read yet
tableau-nav = Pages
tableau-nav-wall = Live
tableau-nav-play = Play
tableau-nav-analysis = Analyse
tableau-nav-replay = Replay
tableau-skip = Skip to the content
tableau-enter = Enter a token
tableau-leave = Forget my token
tableau-back-home = Back to the first page

# Refusals.

tableau-no-page = There is no page at this address.
tableau-late = The answer has taken too long; try again in a moment.
tableau-other-host = This address is not that of these pages: open the one that the program has shown.
tableau-other-origin = The request does not come from one of these pages.
tableau-too-many = Too many wrong tokens were tried; wait for a minute.
tableau-token-needed = This takes a token: the program shows it when it starts.
tableau-token-why = Looking on takes nothing. Playing and organising take the token that the program showed when it started; the link that is shown with it brings it along.
tableau-token = Token:
tableau-token-wrong = This token is not the right one.

# The first page.

tableau-home = Championships
tableau-no-contests = No championship yet: "serveur championnat" begins one.
tableau-over = finished
tableau-progress = { $played } of { $expected } rencontres
tableau-live = { $count ->
    [0] No game under way
    [one] { $count } game under way
   *[other] { $count } games under way
}
tableau-lobby = Lobby of Labyrinthe
tableau-records = Records

# A championship (ranking, grid, bracket, schedule, charts, faults) and its contestants.

# A game: replayed, live, side by side; records that are pasted.

# Analysis.

# The wall.

# Play.

# The lobby of Labyrinthe.

# Organising.

# For programs: the interface in JSON, figures.
