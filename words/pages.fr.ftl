# What the program says, and what all pages have.

tableau-open =
    pages : { $url }
    pour jouer : { $player }
    pour organiser : { $organiser }
tableau-cannot-listen = impossible d'écouter sur { $address } (un autre programme y est peut-être déjà : choisissez une autre adresse par --adresse, port 0 pour un port libre)
tableau-not-live = les parties en cours ne se verront pas : { $why }
tableau-not-read = pas encore lu
tableau-nav = Pages
tableau-nav-wall = En direct
tableau-nav-play = Jouer
tableau-nav-analysis = Analyser
tableau-nav-replay = Rejouer
tableau-skip = Aller au contenu
tableau-enter = Donner un jeton
tableau-leave = Oublier mon jeton
tableau-back-home = Retour à l'accueil

# Refusals.

tableau-no-page = Il n'y a pas de page à cette adresse.
tableau-late = La réponse a pris trop de temps ; essayez encore dans un moment.
tableau-other-host = Cette adresse n'est pas celle de ces pages : ouvrez celle que le programme a affichée.
tableau-other-origin = La demande ne vient pas d'une de ces pages.
tableau-too-many = Trop de jetons faux ont été essayés ; attendez une minute.
tableau-token-needed = Pour cela il faut un jeton : le programme l'affiche quand il démarre.
tableau-token-why = Regarder ne demande rien. Pour jouer ou pour organiser, il faut le jeton que le programme a affiché en démarrant ; le lien affiché avec lui le donne tout seul.
tableau-token = Jeton :
tableau-token-wrong = Ce jeton n'est pas le bon.

# The first page.

tableau-home = Championnats
tableau-no-contests = Aucun championnat pour l'instant : « serveur championnat » en commence un.
tableau-over = terminé
tableau-progress = { $played } rencontres sur { $expected }
tableau-live = { $count ->
    [0] Aucune partie en cours
    [one] { $count } partie en cours
   *[other] { $count } parties en cours
}
tableau-lobby = Salon du Labyrinthe
tableau-records = Enregistrements

# A championship (ranking, grid, bracket, schedule, charts, faults) and its contestants.

# A game: replayed, live, side by side; records that are pasted.

# Analysis.

# The wall.

# Play.

# The lobby of Labyrinthe.

# Organising.

# For programs: the interface in JSON, figures.
