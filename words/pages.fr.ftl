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

contest-waiting = pas commencé
contest-running = en cours
contest-stopped = arrêté
contest-round-of = { $round } sur { $count }
contest-left = encore { $time }
contest-minute = environ une minute
contest-minutes = environ { $count } min
contest-hours = environ { $hours } h { $minutes }
contest-contestants = { $count ->
    [one] { $count } concurrent
   *[other] { $count } concurrents
}
contest-limit = { $time } par coup
contest-no-limit = sans limite de temps
contest-round-robin = { $count ->
    [one] chacun contre chacun
    [2] chacun contre chacun, aller et retour
   *[other] chacun contre chacun, { $count } fois
}
contest-swiss = { $count ->
    [one] système suisse, { $count } ronde
   *[other] système suisse, { $count } rondes
}
contest-pools = { $count ->
    [one] { $count } poule
   *[other] { $count } poules
}, puis { $qualified ->
    [one] le premier de chacune en élimination directe
   *[other] les { $qualified } premiers de chacune en élimination directe
}
contest-knockout = élimination directe
contest-gauntlet = { $name } contre chacun des autres
contest-pages = Pages de { $name }
contest-ranking = Classement
contest-ranking-of = Classement de { $name }
contest-grid = Grille
contest-bracket = Tableau final
contest-programme = Programme
contest-curves = Courbes
contest-faults = Fautes
contest-column-counts = gagn. · nul. · perd.
contest-strength = force
contest-strength-said = { $value }, entre { $low } et { $high }
contest-form = dernières
contest-counts = { $won } gagnées, { $drawn } nulles, { $lost } perdues
contest-up = { $count ->
    [one] { $count } place gagnée
   *[other] { $count } places gagnées
}
contest-down = { $count ->
    [one] { $count } place perdue
   *[other] { $count } places perdues
}
contest-won = gagnée
contest-drawn = nulle
contest-lost = perdue
contest-faulty = perdue par disqualification
contest-now = En ce moment
contest-now-none = Rien ne se joue en ce moment.
contest-now-over = Tout est joué.
contest-now-more = { $count ->
    [one] et { $count } autre partie en cours
   *[other] et { $count } autres parties en cours
}
contest-ended = Vient de finir
contest-ended-none = Rien n'est encore fini.
contest-decisions = Décisions de l'organisateur
contest-left-out = Rencontres laissées de côté
contest-legend = Légende
contest-points-are = Points d'une partie : gagnée { $won }, nulle { $drawn }, perdue { $lost }, perdue par disqualification { $disqualified }.
contest-legend-strength = Force : 1500 en moyenne, 400 de plus gagnent dix fois sur onze ; le trait est l'intervalle à 95 %.
contest-legend-form = Dernières rencontres, la plus récente à droite :
contest-legend-arrow = ▲ ▼ : places gagnées ou perdues depuis la ronde précédente.
contest-delay = Retard de l'arbitre sur { $count } coups : { $median } ms au milieu, { $most } ms pour 99 %, { $max } ms au plus.
contest-grid-how = Dans la ligne d'un concurrent, ses points contre chacun des autres, dans l'ordre du classement ; une case mène à la rencontre.
contest-grid-first = Les { $count } premiers ; les autres ont leur page.
contest-grid-skip = Passer la grille
contest-grid-of = Points de chacun contre chacun dans { $name }
contest-heat-lost = tout perdu
contest-heat-equal = égal
contest-heat-won = tout gagné
contest-back-ranking = Retour au classement
contest-of = Les rencontres de
contest-everybody = tous
contest-show = Montrer
contest-rounds = Rondes
contest-rencontre = rencontre
contest-white = à domicile
contest-black = en visite
contest-parties = parties
contest-when = finie
contest-given-up = laissée de côté
contest-to-play = à jouer
contest-bye = { $name } est exempté.
contest-programme-none = Rien n'est encore au programme.
contest-more-pages = Autres pages
contest-pools-round = poules, ronde { $number }
contest-faults-none = Personne n'a été disqualifié.
contest-faults-by = Disqualifications par concurrent et par motif
contest-faults-each = Une par une, les dernières d'abord
contest-all = toutes
contest-against = contre
contest-fault = faute
contest-why = règle enfreinte
contest-interruptions = Interruptions
contest-interruptions-why = Ce que le serveur a interrompu n'est la faute de personne : ces rencontres ont été rejouées, ou ne comptent pas.
contest-bracket-none = Il n'y a pas de tableau final dans ce championnat.
contest-bracket-later = Le tableau final sera tiré quand les poules seront finies.
contest-knockout-title = Élimination directe
contest-pools-title = Poules
contest-winner = vainqueur
contest-nobody = exempté
contest-open = pas encore connu
contest-goes-on = passe
contest-by-faults = à égalité, départagés par les disqualifications
contest-by-seed = à égalité, passe le mieux placé à l'entrée
contest-curves-title = Points au fil des rondes
contest-curves-said = Points de chacun au fil des rondes ; le tableau à côté donne les chiffres.
contest-curves-table = Points après quelques rondes
contest-also = Montrer aussi
contest-best-only = les six premiers seulement
ago-now = à l'instant
ago-seconds = il y a { $count } s
ago-minutes = il y a { $count } min
ago-hours = il y a { $count } h
ago-days = { $count ->
    [one] il y a { $count } jour
   *[other] il y a { $count } jours
}

# A game: replayed, live, side by side; records that are pasted.

# Analysis.

# The wall.

# Play.

# The lobby of Labyrinthe.

# Organising.

# For programs: the interface in JSON, figures.
