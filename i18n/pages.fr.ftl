# What the program says, and what all pages have.

tableau-open =
    pages : { $url }
    pour jouer : { $player }
    pour organiser : { $organiser }
tableau-cannot-listen = impossible d'écouter sur { $address } (un autre programme y est peut-être déjà : choisissez une autre adresse par --adresse, port 0 pour un port libre)
tableau-abandoned = « { $text } » : un nombre de minutes au-dessus de 0 et jusqu'à { $most } est attendu
tableau-public-address = « { $text } » : http:// ou https:// et un nom de machine sont attendus
tableau-tokens-not-kept = les jetons ne sont pas gardés, le prochain démarrage en affichera d'autres : { $why }
tableau-not-live = les parties en cours ne seront pas visibles : { $why }
tableau-not-read = pas encore lu
tableau-not-begun = { $store } n'est pas encore là : ce championnat n'a pas commencé
tableau-nav = Pages
tableau-nav-wall = En direct
tableau-nav-play = Jouer
tableau-nav-analysis = Analyser
tableau-nav-replay = Revoir
tableau-nav-organise = Organiser
tableau-theme = Couleurs
tableau-theme-light = Clair
tableau-theme-dark = Sombre
tableau-theme-system = Comme le système
tableau-skip = Aller au contenu
tableau-enter = Saisir un jeton
tableau-leave = Oublier mon jeton
pages-previous = Précédent
pages-next = Suivant
tableau-back-home = Retour à l'accueil

# A championship as files.

tableau-published = Publié le { $time } par Arbitre
contest-latest = Derniers résultats
contest-won-by = { $count ->
    [one] { $names } l'emporte avec
   *[other] { $names } sont à égalité en tête avec
} { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
contest-won-places = { $count ->
    [one] { $names } l'emporte.
   *[other] { $names } sont à égalité en tête.
}
contest-played-from = Joué du { $from } au { $to }.
publish-done = { $pages } pages, dont { $games } rencontres, { $size } Mo en { $time } s ; à ouvrir : { $page }
publish-progress = { $done } pages écrites, sur { $known } connues
publish-large = pour un site plus petit : --meilleurs N (seulement les rencontres des N premiers), ou --sans-parties
publish-exists = { $folder } existe déjà, et n'a pas été publié par Arbitre : choisissez un autre dossier, ou enlevez-le
publish-stopped = arrêté : rien n'a été publié
publish-page = la page { $page } n'a pas pu être écrite : { $why }

# Refusals.

tableau-no-page = Il n'y a pas de page à cette adresse.
tableau-no-method = Cette page n'accepte pas ce genre de requête.
tableau-late = La réponse a pris trop de temps ; essayez encore dans un moment.
tableau-other-host = Ces pages ont une autre adresse : ouvrez celle que le programme a affichée.
tableau-other-origin = La demande ne vient pas d'une de ces pages.
tableau-too-many = Trop de mauvais jetons ont été essayés ; attendez une minute.
tableau-too-many-viewers = Trop de pages ouvertes suivent déjà les parties en direct ; celle-ci réessaiera.
tableau-token-needed = Il faut un jeton : le programme l'affiche au démarrage.
tableau-bearer-needed = Il faut un jeton, ou votre code personnel, dans l'en-tête Authorization, après le mot Bearer.
tableau-token-why = Regarder est libre. Pour jouer ou organiser, saisissez le jeton que le programme a affiché en démarrant, ou suivez le lien affiché avec lui.
tableau-token = Jeton :
tableau-token-wrong = Ce jeton n'est pas le bon.

# The first page.

tableau-home = Championnats
tableau-no-contests = Aucun championnat pour l'instant : « { PROGRAM("serveur") } championnat » en lance un.
tableau-over = terminé
tableau-progress = { $played ->
    [one] { $played } rencontre sur { $expected }
   *[other] { $played } rencontres sur { $expected }
}
tableau-live = { $count ->
    [0] Aucune partie en cours
    [one] { $count } partie en cours
   *[other] { $count } parties en cours
}
tableau-lobby = Salon du Labyrinthe
tableau-records = Enregistrements
home-begin = Pour en lancer un, avec des moteurs intégrés :
home-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
home-live = Regarder et jouer
home-play = Jouer une partie
home-play-token = Regarder est libre ; pour jouer, il faut un jeton.
home-no-records = Aucun dossier d'enregistrements.
home-folder = dossier
home-count = enregistrements
home-newest = le dernier

# A championship (ranking, grid, bracket, schedule, charts, faults) and its contestants.

contest-waiting = pas commencé
contest-running = en cours
contest-begins = commence à { $time }
contest-gathering = { $all ->
    [one] { $there } sur { $all } est là
   *[other] { $there } sur { $all } sont là
}
contest-paused = en pause
contest-stopped = arrêté
contest-round-of = { $round } sur { $count }
contest-left = encore { $time }
contest-ends = fin à { $time } au plus tard
contest-not-counted = ne compte pas
contest-trouble = en pause : { $why }
contest-minute = environ une minute
contest-minutes = environ { $count } min
contest-hours = environ { $hours } h { $minutes }
contest-contestants = { $count ->
    [one] { $count } concurrent
   *[other] { $count } concurrents
}
contest-limit = { $time } par coup
contest-no-limit = sans limite de temps
contest-without-rules = sans la bibliothèque des règles : votre programme connaît le jeu par son propre code
contest-round-robin = { $count ->
    [one] chacun contre chacun
    [2] chacun contre chacun, aller et retour
   *[other] chacun contre chacun, { $count } fois
}
contest-swiss = { $count ->
    [one] système suisse, { $count } ronde
   *[other] système suisse, { $count } rondes
}
contest-swiss-finals = { $count ->
    [one] système suisse en { $count } ronde
   *[other] système suisse en { $count } rondes
}, puis les { $qualified } premiers par élimination
contest-pools = { $count ->
    [one] { $count } poule
   *[other] { $count } poules
}, puis { $qualified ->
    [one] le premier de chacune en élimination directe
   *[other] les { $qualified } premiers de chacune en élimination directe
}
contest-knockout = élimination directe
contest-gauntlet = { $name } contre chacun des autres
contest-download = Télécharger :
contest-there = là
contest-presence = Qui est là
contest-pages = Pages de { $name }
contest-ranking = Classement
contest-ranking-of = Classement de { $name }
contest-grid = Grille
contest-bracket = Tableau final
contest-programme = Programme
contest-curves = Courbes
contest-faults = Fautes
contest-column-games = parties
contest-column-counts = G · N · P
contest-strength = force
contest-strength-said = { $value }, entre { $low } et { $high }
contest-form = dernières
contest-counts = { $won ->
    [one] { $won } gagnée
   *[other] { $won } gagnées
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}, { $lost ->
    [one] { $lost } perdue
   *[other] { $lost } perdues
}
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
contest-ended = Vient de se terminer
contest-ended-none = Rien n'est encore terminé.
contest-all-decisions = { $count ->
    [one] la décision
   *[other] les { $count } décisions
}
contest-decisions = Décisions de l'organisateur
contest-left-out = Rencontres laissées de côté
contest-legend = Légende
contest-points-are = Points d'une partie : gagnée { $won }, nulle { $drawn }, perdue { $lost }, perdue par disqualification { $disqualified }.
contest-legend-strength = Force : 1500 en moyenne, 400 points de plus : 10 victoires sur 11 ; le trait est l'intervalle à 95 %.
contest-legend-form = Dernières rencontres, la plus récente à droite :
contest-legend-arrow = ▲ ▼ : places gagnées ou perdues depuis la ronde précédente.
contest-delay = Retard de l'arbitre sur { $count } coups : médiane { $median } ms, 99e centile { $most } ms, maximum { $max } ms.
contest-starved = Rejouées parce qu'un moteur en retard n'avait pas de processeur :
contest-grid-how = Chaque ligne montre les points d'un concurrent contre chacun des autres, dans l'ordre du classement ; une case mène à la rencontre.
contest-grid-first = Les { $count } premiers ; les autres ont leur page.
contest-grid-skip = Passer la grille
contest-grid-of = Points de chacun contre chacun dans { $name }
contest-heat-lost = tout perdu
contest-heat-equal = égal
contest-heat-won = tout gagné
contest-back-ranking = Retour au classement
contest-of = Les rencontres de
contest-everybody = tous
contest-round = Ronde
contest-show = Montrer
contest-rencontre = rencontre
contest-white = à domicile
contest-black = en visite
contest-parties = parties
contest-when = finie
contest-given-up = laissée de côté
contest-to-play = à jouer
contest-bye = { $name } est exempté.
contest-programme-none = Aucune rencontre n'est encore prévue.
contest-more-pages = Autres pages
contest-pools-round = poules, ronde { $number }
contest-playoffs = barrages
contest-faults-none = Personne n'a été disqualifié.
contest-faults-by = Disqualifications par concurrent et par motif
contest-faults-each = Une par une, les dernières d'abord
contest-all = toutes
contest-against = contre
contest-fault = faute
contest-why = pourquoi
contest-log = (journal)
contest-interruptions = Interruptions
contest-interruptions-why = Ce que le serveur a interrompu n'est la faute de personne : ces rencontres ont été rejouées, ou ne comptent pas.
contest-bracket-none = Il n'y a pas de tableau final dans ce championnat.
contest-bracket-later = Le tableau final sera tiré quand les poules seront finies.
contest-bracket-after-swiss = Le tableau final sera tiré après la dernière ronde.
contest-knockout-title = Élimination directe
contest-pools-title = Poules
contest-qualification = Qualification
contest-playoffs-title = Barrages
contest-winner = vainqueur
contest-nobody = exempté
contest-open = pas encore connu
contest-goes-on = passe
contest-by-faults = à égalité, départagés par les disqualifications
contest-by-seed = à égalité, le mieux placé à l'entrée passe
contest-by-rank = à égalité, le mieux classé avant passe
contest-by-lot = à égalité, départagés par tirage au sort
contest-curves-title = Points au fil des rondes
contest-curves-said = Points de chacun au fil des rondes ; le tableau à côté donne les chiffres.
contest-curves-table = Points après quelques rondes
contest-also = Montrer aussi
contest-best-only = les six premiers seulement
contestant-rank = { $rank ->
    [1] 1er sur { $count }
   *[other] { $rank }e sur { $count }
}
contestant-wins = { $share } de victoires
contestant-no-fault = aucune faute
contestant-faults = { $count } × { $kind }
contestant-records = ses parties (JSON Lines)
contestant-next = À regarder ensuite
contestant-next-fault = { $kind } contre { $name }
contestant-next-loss = la défaite contre { $name }, de rang { $rank }
contestant-next-long = { $time } pour le coup { $ply } contre { $name }
contestant-opponents = Résultats par adversaire
contestant-opponent = adversaire
contestant-rencontres = rencontres
contestant-thinking-title = Temps de réflexion
contestant-thinking = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
} : médiane { $median }, 99e centile { $most }, maximum { $longest }.
contestant-thinking-said = Nombre de coups par temps de réflexion, avec la limite
contestant-limit = limite { $time }
contestant-figures = Les chiffres
contestant-time = temps
contestant-moves = coups
contestant-no-moves = Aucun coup n'a encore été joué.
contestant-no-faults = Aucune faute.
contestant-more-faults = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
contestant-words = Fin du journal du moteur
contestant-log-why = Ce journal n'est pas public : seuls l'organisateur, et ce concurrent avec son secret, peuvent le lire.
contestant-log-secret = Secret :
contestant-log-wrong = Ce secret n'est pas le bon.
contestant-log-read = Lire
contestant-precision = Précision
contestant-precision-ask = Analyser ses coups
contestant-precision-working = L'analyse est en cours ; la page se recharge toute seule.
contestant-precision-busy = Une autre analyse est en cours, celle-ci viendra après ; la page se recharge toute seule.
contestant-precision-failed = L'analyse n'est pas possible : { $why }
contestant-precision-what = Un coup est juste s'il garde le résultat de la position : gain, nulle ou perte, d'après la solution du jeu.
contestant-not-solved = Ce jeu n'est pas résolu : la précision n'y est pas connue.
contestant-accuracy = { $share } de coups justes, sur { $moves } coups de { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}
contestant-accuracy-hard = Là où l'on pouvait se tromper ({ $count } coups) : { $share } ; { $wins ->
    [one] { $wins } gain gâché
   *[other] { $wins } gains gâchés
}, { $draws ->
    [one] { $draws } nulle gâchée
   *[other] { $draws } nulles gâchées
}.
contestant-thrown = coup { $ply } ({ $text }), { $partie }, contre { $name } : { $what }
contestant-thrown-win = un gain gâché
contestant-thrown-draw = une nulle gâchée
contestant-move = coup
contestant-should = il fallait jouer
ago-now = à l'instant
ago-seconds = il y a { $count } s
ago-minutes = il y a { $count } min
ago-hours = il y a { $count } h
ago-days = { $count ->
    [one] il y a { $count } jour
   *[other] il y a { $count } jours
}

# A game: replayed, live, side by side; records that are pasted.

game-live = en direct
game-missing = Il n'y a pas de partie à cette adresse.
game-too-long = trop long pour un enregistrement : { $mib } Mio au plus
game-contradicted = Les règles contredisent cet enregistrement : { $why }
game-overruled = Ce qui compte : { $result } ; { $decision }
game-agrees = Conforme aux règles : chaque coup et chaque verdict ont été vérifiés.
game-parties = Parties de la rencontre
game-together = Côte à côte
game-one = Une seule à la fois
game-under-way = En cours : { $count ->
    [0] aucun coup joué
    [one] { $count } coup joué
   *[other] { $count } coups joués
}
game-brief-live = en cours
game-move = Coup { $number } : { $name } joue { $move } ({ $time })
game-prefers = mieux : { $moves }
game-moves = Coups
game-number = numéro du premier coup de la ligne
game-no-moves = Aucun coup.
game-untold = Les coups de cette partie finie ne sont plus transmis ; l'enregistrement les aura tous.
game-more-moves = { $count ->
    [one] { $count } coup de plus n'est pas dans cette liste.
   *[other] { $count } coups de plus ne sont pas dans cette liste.
}
game-no-board = Pas de plateau : ce jeu est inconnu ici, ou la partie ne peut pas commencer de cette façon.
game-steps = Avancer et reculer
game-first = Début
game-back = Coup précédent
game-play = Faire défiler les coups
game-on = Coup suivant
game-last = Fin
game-turn = Tourner le plateau
game-share = Lien
game-sound = Son
game-around = Autour de cette partie
game-previous = Précédente
game-next = Suivante
game-image = Image du plateau (SVG)
game-copied = Lien copié
game-now = Revenir au direct
game-explore = Explorer cette position
game-machine = jouée sur { $name }
game-keys = Au clavier : flèches, début, fin ; espace fait défiler. Au doigt : glisser sur le plateau.
game-chart-times = Temps de réflexion
game-chart-delay = arbitre
game-chart-limit = limite { $time }
game-chart-values = Valeur des positions
game-figures = Les chiffres, coup par coup
game-head-player = Joueur
game-head-move = Coup
game-head-time = Réflexion
game-head-cpu = Processeur
game-head-waited = Attente d'un processeur
game-head-memory = Mémoire
game-mebibytes = { $count } Mio
game-log = Fin du journal du moteur de { $name }
game-records-count = { $count ->
    [0] Aucun enregistrement.
    [one] { $count } enregistrement.
   *[other] { $count } enregistrements, les plus récents d'abord.
}
game-record-contradicted = contredit par les règles
game-pages = Pages de la liste
game-newer = Plus récents
game-older = Plus anciens
replay-heading = Revoir une partie
replay-what = Déposez, choisissez ou collez l'enregistrement d'une rencontre ({ $mib } Mio au plus) : il est vérifié par les règles, puis rejoué coup par coup. Il n'est gardé qu'en mémoire, { $hours } heures au plus, à une adresse que vous seul connaissez.
replay-file = Un fichier (.json)
replay-text = Ou son texte
replay-drop = Le fichier peut aussi être déposé n'importe où sur cette page.
replay-show = Vérifier et rejouer
replay-nothing = Rien de lisible n'a été reçu : envoyez un seul enregistrement, de { $mib } Mio au plus.

# Analysis.

worth-heading = Analyse
worth-exact = Valeur exacte de chaque coup
worth-opinion = Demander son avis au meilleur moteur
worth-is-exact = Jeu résolu : la valeur de chaque coup est exacte.
worth-is-opinion = Avis du meilleur moteur : une estimation, non une valeur exacte.
worth-awaited = Le calcul est en cours ; la page le montrera dès qu'il est fini.
worth-busy = Trop d'analyses sont demandées en ce moment ; essayez dans une minute.
worth-short = L'analyse s'est arrêtée au bout de { $minutes } minutes : { $analysed } des { $games } parties sont analysées.
worth-again = Réessayer
worth-accuracy = { $share } de coups justes
worth-illegal = { $move } ne peut pas être joué ici : { $why }
worth-over = { $name } a gagné.
worth-side = Joueur { $number }
worth-beginning = Début
worth-path = Coups joués
worth-back = Reculer
worth-play-best = Le meilleur coup
worth-to-move = À jouer
worth-moves = Coups possibles
worth-legend = Touchez une case ou un coup pour le jouer. ★ : parmi les meilleurs. Sur le plateau : +5 gain en 5 coups, = nulle, −4 perte en 4 coups.
worth-best = parmi les meilleurs
worth-line = Le jeu parfait à partir d'ici
worth-line-opinion = La suite à laquelle le moteur s'attend
worth-seed = Graine du départ
worth-other = Autre départ

# The wall.

wall-title = Parties en direct
wall-full = Plein écran
wall-ranking = Classement
wall-quiet = Aucune partie ne se joue en ce moment.
wall-extent = { $first } à { $last } sur { $all }
wall-absent = absent
wall-all = Toutes les parties
wall-won = terminé : { $name } l'emporte

# The reveal of a ranking, from last to first.

reveal-title = Dévoiler le classement
reveal-waits = Le classement sera dévoilé quand tout sera joué.
reveal-leave = Organiser
reveal-next = Suite
reveal-back = Revenir
reveal-every = Avancer toutes les (secondes) :
reveal-rating = force { $value }
reveal-last = sa dernière rencontre, contre { $name }
reveal-unplayed = N'a joué aucune partie.
reveal-won-all = { $count ->
    [one] A gagné sa seule partie.
   *[other] A gagné ses { $count } parties.
}
reveal-unbeaten = Aucune défaite : { $won ->
    [one] { $won } partie gagnée
   *[other] { $won } parties gagnées
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}.
reveal-beat-one = A battu { $name }, mieux classé.
reveal-beat-several = A battu { $count } concurrents mieux classés.
reveal-best-win = Plus belle victoire : contre { $name }, de rang { $rank }.
reveal-no-fault = { $count ->
    [one] A joué { $count } partie sans une faute.
   *[other] A joué { $count } parties sans une faute.
}
reveal-played = { $count ->
    [one] A joué { $count } partie.
   *[other] A joué { $count } parties.
}

# Play.

here-link = jouer à deux sur cet écran, sans serveur
here-two = À deux
here-perfect = Contre la solution
here-values = Avec la valeur de chaque coup
here-explore = Explorer sans serveur
here-alone = Tout se calcule dans ce navigateur : la page continue sans réseau une fois chargée. Rien n'est enregistré.
here-no-script = Cette page a besoin de JavaScript.

play-title = Jouer
play-game = Jeu
play-against = Contre
play-strongest = le plus fort
play-by-link = une personne, avec un lien d'invitation
play-side = De quel côté
play-first = je commence
play-second = l'autre commence
play-drawn = au hasard
play-games = Parties
play-all-games = aller et retour
play-one-game = une seule
play-time = Temps par coup
play-no-limit = sans limite
play-ponders = le moteur réfléchit pendant mon tour
play-seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
play-begin = Jouer
play-token-needed = Pour jouer, il faut le jeton que le programme a affiché en démarrant.
play-more = Graine et paramètres du jeu
play-name = Votre nom
play-seed = Graine
play-drawn-seed = tirée au sort
play-board = Plateau
play-board-keys = Les flèches vont d'un endroit jouable à l'autre, Entrée le touche, Échap revient en arrière.
play-several = coups possibles
play-waiting = En attente de l'autre personne.
play-invited = { $name } vous invite à jouer : { $game }.
play-starting = La partie se prépare.
play-nothing = La partie n'a pas eu lieu.
play-rules = Règles
play-rules-of = Règles : { $game }
play-guest = invité
play-abandoned = La partie s'est arrêtée : vous n'étiez plus là depuis { $minutes } min.
play-failed = La partie n'a pas pu être jouée : { $why }.
play-unrecorded = La partie est terminée, mais elle n'a pas encore pu être enregistrée : { $why }.
play-recorded = La partie qui n'avait pas pu être enregistrée l'est à présent : { $path }
play-over = La partie est terminée.
play-mine = À vous de jouer.
play-theirs = { $name } réfléchit.
play-of-partie = { $partie } : { $said }
play-you-begin = vous commencez
play-other-begins = { $name } commence
play-send-link = Envoyez ce lien à l'autre personne ; la partie commence quand elle l'accepte.
play-copy = Copier
play-copied = Copié
play-cancel = Annuler
play-come = Jouer
play-decline = Refuser
play-your-move = Votre coup
play-others = { $count ->
    [one] Un autre coup
   *[other] Un des { $count } coups de la liste
}
play-play = Jouer ce coup
play-write = Écrire un coup
play-move = Coup
play-moves = Coups joués
play-grid = Touchez une case pour la changer : 0 libre, 1 mur, 2 entrée, 3 trésor.
play-public = Ce que les spectateurs voient
play-next = Jouer la partie suivante
play-stop = S'arrêter là
play-record = Revoir la partie
play-again = Rejouer
play-other-game = Un autre jeu
play-take-back = Reprendre mon coup
play-give-up = Abandonner
play-gone = Il n'y a pas, ou il n'y a plus, de partie à cette adresse.
play-accepted = Cette invitation a déjà été acceptée.
play-no-move = Ce n'est pas un coup.
play-many-pages = Cette partie est déjà ouverte dans trop de pages.
reason-left-page = a quitté la page
reason-play-full = trop de parties se jouent, ou attendent d'être enregistrées ({ $a0 }) ; essayez plus tard
reason-play-form = ce formulaire n'est pas d'une de ces pages
reason-play-no-random = la machine ne fournit pas de nombres au hasard

# The lobby of Labyrinthe.

salon-none = Ces pages ne connaissent pas de serveur de Labyrinthe : donnez sa socket de commande avec --labyrinthe.
salon-nobody = Le serveur de Labyrinthe n'est pas lancé, ou vient de s'arrêter.
salon-no-answer = Le serveur de Labyrinthe ne répond pas.
salon-wrong = Le serveur ne comprendrait pas cette demande : des noms et des nombres, sans espaces.
salon-begun = La partie commence.
salon-watch = Regarder la partie
salon-token = Pour lancer une partie, saisissez le jeton des joueurs.
salon-where = Les clients se connectent au port { $ports }.
salon-stopping = Le serveur s'arrête : aucune partie ne commence plus.
salon-empty = Personne n'est connecté.
salon-first-click = Choisissez un joueur qui attend une partie, puis son adversaire.
salon-second-click = Contre qui { $name } joue-t-il ?
salon-undo = Choisir un autre joueur
salon-choose = Choisir
salon-against = Contre { $name }
salon-training = ou un entraînement :
salon-train = { $name } contre
salon-parameters = Paramètres de la partie
salon-seed = Graine du labyrinthe
salon-time = Secondes par coup
salon-delay = Pause du joueur d'entraînement après chaque coup, en ms
salon-begins = Qui commence
salon-begins-first = le joueur choisi
salon-begins-second = l'adversaire
salon-does-nothing = connecté
salon-does-wait = attend une partie
salon-does-train = commence un entraînement
salon-does-tournament = dans le tournoi { $name }
salon-does-play = joue contre { $name }
salon-minutes = { $count ->
    [0] depuis moins d'une minute
    [one] depuis { $count } minute
   *[other] depuis { $count } minutes
}
salon-games = Parties en cours
salon-no-games = Aucune partie en cours.
salon-tournaments = Tournois
salon-entered = { $count ->
    [0] aucun inscrit
    [one] { $count } inscrit
   *[other] { $count } inscrits
}
salon-tournament-open = inscriptions ouvertes
salon-tournament-playing = une phase se joue
salon-tournament-between = entre deux phases
salon-tournament-stopped = interrompu, va reprendre
salon-tournament-over = terminé
salon-launch = Lancer la phase suivante
salon-new-tournament = Nouveau tournoi
salon-tournament-name = Nom
salon-tournament-format = Format
salon-create = Créer

# Organising.

manage-token = Pour organiser, il faut le jeton de l'organisateur : le programme l'affiche au démarrage.
manage-title = Organiser { $name }
manage-back = Le championnat
manage-again = Recharger
manage-no-answer = Le championnat est en cours et ne répond pas.
manage-no-source = Pour décider, il faut la description du championnat, ou ses résultats dans un fichier.
manage-no-description = Pour le lancer d'ici, donnez à « { PROGRAM("serveur") } tableau » sa description (FICHIER.toml).
manage-incomplete = Il manque quelque chose : ce qui est décidé, de qui ou de quoi, et par qui.
manage-no-rencontre = Il n'y a pas de rencontre { $key } au programme.
manage-not-running = Le championnat n'est pas en cours.
manage-runs = Le championnat est déjà en cours.
manage-started = Le championnat est lancé. Il continue même si ces pages s'arrêtent.
manage-stopping = Arrêt demandé : les rencontres en cours se terminent.
manage-failed = Il s'est arrêté de lui-même ; dernières lignes affichées :
manage-state-none = Pas en cours
manage-state-starting = Démarre
manage-state-running = En cours
manage-state-paused = En pause
manage-state-stopping = S'arrête
manage-start = Lancer
manage-start-without = Commencer sans { $names }
manage-begin = Commencer
manage-pause = Mettre en pause
manage-resume = Reprendre
manage-endless = dure bien plus longtemps que les autres ; pour l'arrêter :
manage-trouble = Le championnat s'est mis en pause : { $why }. Rien n'est perdu : reprenez-le une fois la cause levée ; sinon, il réessaiera tout seul.
manage-stop = Arrêter
manage-under-way = Rencontres en cours
manage-network = Concurrents par réseau
manage-absent = absent
manage-waiting = là, attend sa rencontre
manage-playing = joue
manage-awaited = attendu
manage-machines = Ordinateurs
manage-machine = ordinateur
manage-machine-state = ce qu'il fait
manage-machine-played = jouées
manage-machine-cores = cœurs
manage-machine-speed = vitesse
manage-machine-has = ce qu'il a
manage-on-machine = sur { $machine }
manage-about-contestant = Décider d'un concurrent
manage-about-rencontre = Décider d'une rencontre
manage-announce = Annoncer
manage-announce-text = Texte, montré à tous (vide : la retirer)
manage-time = Changer la durée
manage-time-value = Secondes par coup, ou nouvelle heure de fin (vide : plus d'heure de fin)
manage-late = Ajouter un concurrent en retard
manage-late-name = Son nom, le dernier de la description
manage-what = Décision
manage-who = Concurrent
manage-key = Rencontre (RONDE.NUMÉRO)
manage-why = Motif (si vous en donnez un)
manage-by = Qui décide
manage-look = Voir ce que cela fera
manage-act-retire = retirer
manage-act-annonce = annoncer
manage-act-temps = changer le temps par coup
manage-act-termine = terminer après cette ronde
manage-act-prolonge = jouer quand même le reste
manage-act-disqualifie = disqualifier
manage-act-reintegre = réintégrer
manage-act-forfait = déclarer forfait
manage-act-retablit = annuler un forfait
manage-act-rejoue = rejouer
manage-act-resultat = fixer le résultat
manage-confirm = Confirmer ?
manage-will-stop = Le championnat { $name } s'arrêtera quand les rencontres en cours seront finies. Relancé, il reprendra où il en était.
manage-will-forfait = La rencontre { $key } ({ $one } - { $other }) ne sera pas jouée : elle est perdue par forfait.
manage-will-retablit = Le forfait de la rencontre { $key } ({ $one } - { $other }) sera annulé : elle est à jouer.
manage-will-rejoue = La rencontre { $key } ({ $one } - { $other }) sera rejouée : son résultat ne comptera plus.
manage-will-resultat = La rencontre { $key } ({ $one } - { $other }) aura ce résultat, quoi qu'on y ait joué.
manage-because = Motif : { $why }
manage-both = les deux
manage-drawn = partie nulle
manage-who-loses = Qui perd par forfait
manage-who-wins = Qui gagne la partie { $number }
manage-do-it = Confirmer
manage-leave-it = Annuler
manage-decisions = Décisions prises
manage-no-decisions = Aucune décision.

# For programs: the interface in JSON, figures.

# A ladder: the pages for a class.

ladder-ladders = Échelles
ladder-unread = L'échelle n'a pas pu être lue ; essayez encore dans un moment.
ladder-token-needed = Cette échelle est réservée à sa classe.
ladder-how-in = Ouvrez le lien personnel que vous avez reçu, ou saisissez le code qui suit le signe # dans ce lien.
ladder-enter = Entrer
ladder-secret = Code personnel
ladder-secret-wrong = Ce code n'est pas le bon. Si votre lien a été renouvelé, l'ancien n'ouvre plus rien.
ladder-leave = Oublier mon code
ladder-own = Mes versions
ladder-not-yours = Ceci est réservé à l'étudiant à qui appartient cette version.
ladder-closes = dépôts jusqu'au { $time }
ladder-closed = fermée depuis le { $time }
ladder-frozen = Le classement est figé depuis le { $time } : les rencontres continuent, leurs résultats seront montrés à la fin.
ladder-frozen-for-others = Le classement est figé depuis le { $time } pour les étudiants ; vous voyez l'état actuel.
ladder-empty = Personne n'a encore de moteur sur cette échelle.
ladder-at = Classement du { $time }.
ladder-settled = Toutes les rencontres utiles sont jouées.
ladder-place = place
ladder-player = moteur
ladder-rating = niveau
ladder-parties = parties
ladder-score = score
ladder-faults = fautes
ladder-house = repère
ladder-you = (vous)
ladder-not-rated = pas encore joué
ladder-legend = Niveau : 400 points de plus, c'est dix victoires sur onze ; le signe ± donne l'intervalle à 95 %. Score : parties gagnées, les nulles comptent pour une demie. Les repères sont des moteurs fournis, sans place.
ladder-under-way = Rencontres en cours
ladder-none-under-way = Aucune rencontre en cours.
ladder-trial-game = essai
ladder-newest = Dernières rencontres
ladder-no-games = Aucune rencontre pour l'instant.
ladder-first = moteur
ladder-second = adversaire
ladder-result = résultat
ladder-fault = faute
ladder-ended = finie
ladder-hand-in = Déposer un moteur
ladder-hand-in-how = Choisissez des fichiers, une archive (.zip, .tar.gz) ou un dossier, ou collez votre code. Le dépôt est compilé, essayé, puis il joue à la place de votre version précédente.
ladder-files = Fichiers ou archive
ladder-folder = Ou un dossier entier
ladder-paste = Ou coller le code
ladder-paste-name = Nom du fichier
ladder-paste-code = Code
ladder-send = Déposer
ladder-drop = Vous pouvez aussi lâcher fichiers ou dossiers n'importe où sur cette page.
ladder-sending = Envoi en cours...
ladder-by-program = Déposer depuis un programme
ladder-code = VOTRE-CODE
ladder-over = Les dépôts sont fermés.
ladder-quota = { $count ->
    [one] { $most } Mio au plus, et un dépôt par heure.
   *[other] { $most } Mio au plus, et { $count } dépôts par heure.
}
ladder-versions = Mes versions
ladder-versions-of = Versions
ladder-version = version { $number }
ladder-no-versions = Vous n'avez encore rien déposé.
ladder-no-versions-yet = Aucune version admise pour l'instant.
ladder-plays = joue
ladder-again = Faire rejouer celle-ci
ladder-own-place = Vous êtes à la place { $place } sur { $all }.
ladder-has-place = Place { $place }
ladder-no-room = le disque du serveur est presque plein : prévenez l'organisateur
ladder-refresh = Actualiser
ladder-row-rests = au repos : { $why }
ladder-rests = Votre moteur est au repos : { $why }
ladder-arrived = arrivée le { $time }
ladder-arrived-in-time = arrivée le { $time }, à temps
ladder-arrived-late = arrivée le { $time }, trop tard : elle ne compte pas
ladder-waiting = Reçue ; en attente, place { $place } dans la file
ladder-waiting-return = La version { $number } doit rejouer ; en attente, place { $place } dans la file
ladder-compiled = Compilation en cours
ladder-tried = Essai en cours
ladder-games = Parties d'essai en cours
ladder-passed = Admise
ladder-refused = Refusée : { $why }
ladder-refused-trial = elle ne passe pas l'essai, le rapport dit pourquoi
ladder-refused-fault = elle a perdu par une faute contre { $opponent } ({ $why })
ladder-what-became = Verdict
ladder-see-lost = Voir la partie perdue, au dernier coup
ladder-compilers = Ce que le compilateur a dit
ladder-report = Rapport de l'essai
ladder-trial-games = Parties d'essai
ladder-trial-against = { $parties ->
    [one] contre { $opponent } : { $score } sur une partie
   *[other] contre { $opponent } : { $score } sur { $parties } parties
}
ladder-home = Le même essai chez vous
ladder-your-engine = VOTRE-MOTEUR
ladder-history = Niveau de version en version
ladder-changed = Ce qui a changé depuis la version { $before }
ladder-compare = Comparer avec :
ladder-changed-by = Niveau : { $by } points.
ladder-changed-none = Les deux versions n'ont pas encore d'adversaire commun.
ladder-opponent = adversaire
ladder-against = Résultats par adversaire
ladder-download = Télécharger ce qui a été déposé (.tar)
ladder-play = Jouer contre cette version
ladder-play-first = Qui commence
ladder-play-me = moi
ladder-play-it = le moteur
ladder-no-play = On ne peut pas jouer contre cette version : elle n'est pas admise, ou le classement est figé.
ladder-games-of = { $count ->
    [0] Aucune rencontre
    [one] Une rencontre
   *[other] { $count } rencontres
}
ladder-turns = Ce que { $name } a écrit, coup par coup
ladder-turn = { $partie }, coup { $number }
ladder-turn-before = avant le premier coup
ladder-active = { $all ->
    [one] { $active } étudiant sur 1 a déposé quelque chose.
   *[other] { $active } étudiants sur { $all } ont déposé quelque chose.
}
ladder-silent = Ceux qui n'ont rien déposé
ladder-addresses = Adresses
ladder-write = Leur écrire
ladder-same = Ceux qui ont le même programme
ladder-same-how = Les versions qui jouent sont comparées sans les commentaires, les espaces, ni les noms qu'elles choisissent ; ce n'est pas une preuve.
ladder-class = La classe
ladder-student = étudiant
ladder-mail = courriel
ladder-count-versions = versions
ladder-last = dernier dépôt
ladder-stage = étape
ladder-revoked = lien retiré
ladder-nothing-yet = rien
ladder-links = Renouveler un lien
ladder-links-how = L'ancien lien n'ouvre alors plus rien ; ce qui a été déposé continue de jouer.
ladder-slug = ÉTUDIANT
ladder-closed-since = Les dépôts sont fermés depuis le { $closes } ; le vôtre est arrivé le { $arrived }.
ladder-too-often = { $most ->
    [0] Cette échelle ne prend pas de dépôt.
    [one] Un seul dépôt par heure : le prochain sera possible à partir du { $again }.
   *[other] { $most } dépôts par heure au plus : le prochain sera possible à partir du { $again }.
}
ladder-busy = Un autre de vos dépôts est encore en route ; attendez qu'il soit arrivé.
ladder-too-large = Ce dépôt est trop gros : { $most } Mio au plus.
ladder-full = Toutes vos versions ensemble prendraient { $has } Mio : { $most } Mio au plus.
ladder-too-many-files = Ce dépôt a trop de fichiers : { $most } au plus. Déposez les sources seules, ou une archive.
ladder-odd-name = Le nom « { $name } » ne convient pas : il faut un nom de fichier, au besoin avec ses dossiers, sans « .. ».
ladder-deep-name = « { $name } » est dans trop de dossiers.
ladder-long-name = Le nom « { $name } » est trop long.
ladder-twice = Il y a deux fois « { $name } ».
ladder-nothing = Il n'y a pas de fichier dans ce dépôt.
ladder-nameless = Donnez un nom de fichier à votre code, comme joueur.py : sa fin dit le langage.
ladder-no-version = La version { $number } ne peut pas jouer : elle n'a pas été admise.
ladder-broken = Le dépôt n'est pas arrivé en entier ; essayez encore.
ladder-failed = Le dépôt n'a pas pu être gardé, prévenez l'organisateur : { $why }
