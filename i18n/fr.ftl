# Ce qu'Arbitre dit en français. Les mêmes identifiants sont dans en.ftl, avec les mêmes variables.
# Dans une raison (reason-*), $a0, $a1... sont les arguments, $all tous, $count leur nombre.

## Ce qui se compte

count-plain = { $count }
count-moves = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
count-games = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
count-rencontres = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}
count-players = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}

## Les langues

language-unknown = langue inconnue : « { $name } » (fr ou en)

## Raisons : les règles de Colonnes

reason-pawns-in-hand = tous les pions doivent être posés avant le premier déplacement
reason-must-place = un joueur qui a encore des pions à poser ne peut pas passer
reason-no-pawn-in-hand = il ne reste plus de pion à poser
reason-full = la case { $a0 } porte déjà trois pions
reason-empty = la case { $a0 } est vide
reason-not-own-pawn = le pion du dessus de { $a0 } est à l'adversaire
reason-not-neighbours = les cases { $a0 } et { $a1 } ne sont pas voisines
reason-can-move = un joueur qui peut déplacer un pion ne peut pas passer
reason-wrong-colour = le pion est de la couleur de l'adversaire
reason-field = le champ { $a0 } vaut { $a1 }, ce qui est impossible

## Raisons : les règles de Labyrinthe

reason-form = le coup n'est pas de la forme « type valeur »
reason-type = ce type de coup n'existe pas
reason-line = { $count ->
    [0] cette ligne n'existe pas
   *[other] la ligne { $a0 } n'existe pas
}
reason-column = { $count ->
    [0] cette colonne n'existe pas
   *[other] la colonne { $a0 } n'existe pas
}
reason-wall = { $count ->
    [0] il y a un mur dans cette direction
   *[other] il y a un mur en { $a0 }
}
reason-energy = { $count ->
    [0] pas assez d'énergie pour une rotation
    [1] pas assez d'énergie pour une rotation : il en reste { $a0 }
   *[other] pas assez d'énergie pour une rotation : il en reste { $a0 }, il en faut { $a1 }
}
reason-late = temps dépassé

## Raisons : les 7 couleurs

reason-no-such-colour = la couleur { $a0 } n'existe pas dans ce jeu (A à { $a1 })
reason-board-row = la ligne { $a0 } du plateau a { $a1 } cases, la première { $a2 }
reason-board-size = un plateau de { $a0 } × { $a1 } cases n'est pas possible (de 2 à { $a2 } de côté)
reason-board-letter = « { $a0 } » à la ligne { $a1 } du plateau n'est ni une couleur du jeu, ni v, ^ ou #
reason-board-corner = « { $a0 } » n'est pas dans son coin (v en bas à gauche, ^ en haut à droite)
reason-board-other-size = le plateau donné en a { $a0 }
reason-board-over = sur ce plateau, la partie est finie avant le premier coup
reason-player-unknown = joueur inconnu : « { $a0 } » (possibles : { $a1 })
reason-player-option = le joueur { $a0 } n'a pas l'option « { $a1 } », ou il y manque une valeur
reason-player-value = « { $a0 } » n'est pas une valeur possible de cette option

## Raisons : les règles de Coursidor

reason-no-vertex = le plateau n'a pas de sommet { $a0 }
reason-stay = le pion est déjà sur { $a0 }
reason-occupied = le pion de l'adversaire est sur { $a0 }
reason-unreachable = le pion ne peut pas aller en { $a0 } : trop loin avec son élan, ou quelque chose barre le passage
reason-no-wall-left = il ne reste aucun mur à placer
reason-different-from = les deux arêtes d'un mur partent du même sommet, non de { $a0 } et de { $a1 }
reason-no-edge = le plateau n'a pas d'arête { $a0 }
reason-not-consecutive = les arêtes { $a0 } et { $a1 } ne sont pas consécutives
reason-overlap = un mur ferme déjà l'arête { $a0 }
reason-blocks = avec un mur sur { $a0 } et { $a1 }, un joueur ne pourrait plus atteindre un objectif ou son départ
reason-move-colour = le coup porte la couleur c={ $a0 }, qui n'est pas celle du joueur
reason-move-type = le coup n'est ni MOVE ni WALL (t={ $a0 })
reason-no-such-board = il n'y a pas de plateau { $a0 } de taille { $a1 } (T : de 2 à 32 ; C : de 3 à 32 ; H : de 6 à 30, multiple de 3)
reason-objective-count = { $a0 } objectifs ne sont pas possibles : { $a1 } sommets sont libres, 64 objectifs au plus, et un nombre impair demande un sommet au centre
reason-objective-place = { $a0 } ne peut pas être un objectif : il n'est pas sur le plateau, un joueur en part, ou il est donné deux fois
reason-objective-lopsided = l'objectif { $a0 } demande aussi l'objectif { $a1 } : sinon, les deux joueurs auraient des chemins différents
reason-objective-other-count = nombre d'objectifs donnés : { $a0 }

## Raisons : les règles de Sphinx

reason-grid-side = { $a0 }, c'est trop : un côté a { $a1 } cases au plus, pour qu'une grille tienne dans une ligne du protocole des moteurs
reason-grid-sides = une grille de { $a0 } × { $a1 } cases n'est pas possible (de 1 à { $a2 } de côté)
reason-grid-one-cell = une case ne suffit pas à l'entrée et au trésor
reason-grid-too-many-walls = { $a0 } murs ne laissent pas de place à l'entrée et au trésor : { $a1 } au plus
reason-grid-size = la grille n'a pas { $a0 } lignes de { $a1 } cases
reason-grid-value = la case { $a0 }:{ $a1 } de la grille vaut { $a2 }, et non 0, 1, 2 ou 3
reason-grid-walls = nombre de murs de la grille : { $a0 }, au lieu de { $a1 }
reason-grid-entries = nombre d'entrées de la grille : { $a0 }, au lieu de 1
reason-grid-treasures = nombre de trésors de la grille : { $a0 }, au lieu de 1
reason-grid-path = dans la grille, aucun chemin ne mène de l'entrée au trésor
reason-grid-due = une grille est attendue maintenant, pas une question
reason-grid-given = la grille a déjà été donnée
reason-sphinx-answer = « { $a0 } » ne peut pas être la réponse
reason-sphinx-told = « { $a0 } » n'est pas une information possible sur le coup de l'adversaire
reason-sphinx-both-found = les deux joueurs ont trouvé leur trésor
reason-most-moves = la limite de { $a0 } coups est atteinte
reason-sphinx-limit = les deux joueurs ont posé toutes leurs questions
reason-sphinx-grids = aucune des deux grilles ne suit les règles

## Raisons : les règles du morpion

reason-taken = la case { $a0 } est déjà prise

## Raisons : tous les jeux

reason-text = { $all }
reason-game-over = la partie est finie
reason-not-your-turn = ce n'est pas le tour de ce joueur
reason-not-a-move = { $count ->
    [0] ce n'est pas un coup
   *[other] « { $a0 } » n'est pas un coup
}

## La ligne de commande

clap-usage = Usage :
clap-heading-subcommands = Commandes :
clap-heading-positionals = Arguments :
clap-heading-options = Options :
clap-name-command = COMMANDE
clap-name-language = LANGUE
# Les noms de valeurs que le programme dit dans l'autre langue.
clap-value-names = FIRST=PREMIER SECOND=SECOND NAME=NOM PLAYER=JOUEUR EDITION=ÉDITION ORDER=ORDRE SEED=GRAINE FOLDER=DOSSIER FILE=FICHIER FILES=FICHIERS GAME=JEU ENGINE=MOTEUR
clap-langue = Langue des messages (par défaut, celle de l'environnement : LANG)
clap-help = Afficher cette aide
clap-help-short = Afficher cette aide (plus de détails avec --help)
clap-help-long = Afficher cette aide (un résumé avec -h)
clap-help-command = Afficher cette aide, ou celle d'une commande
clap-completion = Afficher un script qui permet à un shell de compléter les commandes
clap-completion-shell = bash, zsh, fish, elvish ou powershell
clap-manual = Écrire les pages de manuel, une par commande, dans un dossier
clap-manual-folder = Dossier, créé au besoin
clap-manual-written = pages de manuel dans { $folder } : man -l { $folder }/{ $program }.1
clap-name-folder = DOSSIER
clap-version = Afficher la version
clap-default = [défaut : { $values }]
clap-possible = [valeurs possibles : { $values }]
clap-error = erreur :
clap-more = Pour en savoir plus : --help
clap-quoted = « { $text } »
clap-similar = Vouliez-vous dire { $names } ?
clap-unknown-argument = l'argument « { $arg } » est inconnu, ou n'a pas sa place ici
clap-unknown-command = la commande « { $command } » est inconnue
clap-empty-value = « { $arg } » demande une valeur
clap-invalid-value = la valeur « { $value } » n'est pas possible pour « { $arg } »
clap-wrong-value = la valeur « { $value } » n'est pas possible pour « { $arg } » : { $why }
clap-conflict = « { $arg } » ne s'emploie pas avec « { $other } »
clap-twice = « { $arg } » est donné plusieurs fois
clap-required = { $count ->
    [one] il manque un argument : { $args }
   *[other] il manque des arguments : { $args }
}
clap-missing-command = « { $command } » demande une commande
clap-why-integer = un nombre entier est attendu
clap-why-overflow = ce nombre est trop grand
clap-why-number = un nombre est attendu
clap-why-address = une adresse IP est attendue
clap-why-socket = une adresse IP et un port de 0 à 65535 sont attendus, comme 127.0.0.1:8088

## Raisons : les joueurs et leurs moteurs

reason-timeout = temps dépassé
reason-closed = { $count ->
    [0] la connexion a été coupée
   *[other] la connexion a été coupée : { $all }
}
reason-no-reader = il ne lit plus ce qu'on lui envoie
reason-id-request = { $count ->
    [0] idRequest incorrect
   *[other] idRequest { $a0 } n'a pas sa place ici
}
reason-partie-in-mid-game = requête PARTIE en pleine partie
reason-out-of-turn = { $count ->
    [0] il a parlé hors de son tour
   *[other] il a parlé hors de son tour : { $all }
}
reason-absent = { $count ->
    [0] absent
   *[other] absent : { $all }
}
reason-not-back = n'est pas revenu pour la partie suivante
reason-engine-ended = { $count ->
    [0] le moteur s'est arrêté
   *[other] le moteur s'est arrêté : { $all }
}
reason-engine-silent = { $count ->
    [0] le moteur ne répond pas
   *[other] le moteur ne répond pas : { $all }
}
reason-engine-instead = { $count ->
    [1] code de sortie { $a0 }, sans s'être présenté
    [3] code de sortie { $a0 }, sans s'être présenté : { $a2 } ; sa sortie d'erreur : « { $a1 } »
   *[other] code de sortie { $a0 }, sans s'être présenté : { $a1 }
}
reason-engine-exit = { $count ->
    [1] { $a0 ->
        [0] code de sortie 0 (exit, halt ou fin du programme, sans attendre « quit »)
       *[other] code de sortie { $a0 }
    }
   *[other] code de sortie { $a0 }, « { $a1 } »
}
reason-engine-killed = { $count ->
    [1] tué par { $a0 }
   *[other] tué par { $a0 }, « { $a1 } »
}
signal-SIGSEGV = mémoire interdite : pointeur nul, indice hors du tableau, ou récursion sans fin
signal-SIGBUS = mémoire interdite
signal-SIGFPE = division entière par zéro
signal-SIGABRT = abort : assertion, exception non rattrapée, mémoire libérée deux fois...
signal-SIGILL = instruction inconnue de cette machine
reason-engine-network = { $count ->
    [0] il a voulu se servir du réseau, que le confinement interdit
   *[other] il a voulu se servir du réseau, que le confinement interdit ({ $all })
}
reason-engine-output-closed = sa sortie est fermée
reason-engine-log = « { $all } »
reason-engine-unasked = { $count ->
    [0] il a écrit une ligne sans qu'on la lui demande
   *[other] il a écrit « { $all } » sans qu'on le lui demande
}
reason-engine-no-message = { $count ->
    [0] il a écrit une ligne qui ne fait pas partie du protocole (vos messages de mise au point vont sur la sortie d'erreur)
   *[other] il a écrit une ligne qui ne fait pas partie du protocole : « { $all } » (vos messages de mise au point vont sur la sortie d'erreur)
}
reason-engine-crlf = { $count ->
    [1] { $a0 } a les fins de ligne de Windows (CR LF) : sed -i 's/\r//' { $a0 }
   *[other] { $a0 } a les fins de ligne de Windows (CR LF) : sed -i 's/\r//' { $a0 } ({ $a1 })
}
reason-engine-quotes = { $count ->
    [1] le nom du fichier { $a0 } contient un espace : écrivez-le entre guillemets, pipe:'{ $a0 }', à l'intérieur de ceux du shell
   *[other] le nom du fichier { $a0 } contient un espace : écrivez-le entre guillemets, pipe:'{ $a0 }', à l'intérieur de ceux du shell ({ $a1 })
}
reason-engine-interpreter = { $count ->
    [2] la première ligne de { $a0 } nomme { $a1 }, qui n'est pas installé
   *[other] la première ligne de { $a0 } nomme { $a1 }, qui n'est pas installé ({ $a2 })
}
reason-engine-here = { $count ->
    [1] { $a0 } est dans ce dossier : écrivez ./{ $a0 }
   *[other] { $a0 } est dans ce dossier : écrivez ./{ $a0 } ({ $a1 })
}
reason-engine-no-file = { $count ->
    [1] il n'y a pas de fichier { $a0 }
   *[other] il n'y a pas de fichier { $a0 } ({ $a1 })
}
reason-engine-no-program = { $count ->
    [1] le programme { $a0 } n'est pas installé
   *[other] le programme { $a0 } n'est pas installé ({ $a1 })
}
reason-engine-folder = { $count ->
    [1] { $a0 } est un dossier, pas un programme
   *[other] { $a0 } est un dossier, pas un programme ({ $a1 })
}
reason-engine-not-executable = { $count ->
    [1] { $a0 } n'est pas exécutable : chmod +x { $a0 }
   *[other] { $a0 } n'est pas exécutable : chmod +x { $a0 } ({ $a1 })
}
reason-engine-wrong-format = { $count ->
    [1] { $a0 } n'est ni un programme pour cette machine, ni un script qui commence par une ligne « #!... »
   *[other] { $a0 } n'est ni un programme pour cette machine, ni un script qui commence par une ligne « #!... » ({ $a1 })
}
reason-place-form = « { $a0 } » ne nomme pas un coup d'une rencontre enregistrée : écrivez FICHIER:COUP ou FICHIER:PARTIE:COUP ; pour un championnat, mai.sqlite#1.1:COUP
reason-place-no-record = ce n'est pas l'enregistrement d'une rencontre
reason-place-no-game = il n'y a pas de partie { $a0 }
reason-place-no-move = il n'y a pas de coup { $a0 } : { $a1 } ont été joués
reason-java = la machine virtuelle Java signale « { $all } »
reason-engine-meant = { $count ->
    [0] il a écrit une ligne qui ne fait pas partie du protocole
   *[other] il a écrit « { $a0 } », qui ne fait pas partie du protocole : vouliez-vous dire « { $a1 } » ?
}
reason-engine-unfinished = { $count ->
    [0] sa ligne n'est pas terminée
   *[other] sa ligne « { $a0 } » n'est pas terminée (finissez-la par un saut de ligne, et videz le tampon)
}
reason-engine-unflushed = { $count ->
    [0] il a écrit une ligne et ne l'a pas envoyée
   *[other] il a écrit « { $a0 } » et ne l'a pas envoyé (videz le tampon après chaque ligne)
}
reason-engine-reads = { $count ->
    [0] il attend la ligne suivante ; sa réponse est-elle restée dans un tampon (flush) ?
   *[other] il attend la ligne suivante ; son journal dit « { $all } »
}
reason-engine-idle = { $count ->
    [0] il ne calcule pas et ne lit pas son entrée : attend-il autre chose (sleep, réseau, verrou) ?
   *[other] il ne calcule pas et ne lit pas son entrée ; son journal dit « { $all } »
}
pascal-error = { $number ->
    [200] division par zéro
    [201] indice ou valeur hors de l'intervalle déclaré
    [202] débordement de pile
    [203] mémoire épuisée
    [204] pointeur invalide
    [215] dépassement arithmétique
    [216] accès interdit à la mémoire
   *[other] erreur à l'exécution
}
reason-engine-computes = { $count ->
    [0] il calcule encore
   *[other] il calcule encore ; son journal dit « { $all } »
}
reason-java-stuck = le moteur ne revient pas de { $a0 }, qui a reçu « { $a2 } » il y a { $a1 } s
reason-java-mute = recevoir a rendu la main, mais emettre ne donne pas de ligne
reason-java-constructor-stuck = le moteur ne revient pas de son constructeur
reason-java-exit = le moteur a appelé System.exit, qui arrête toute la machine virtuelle (pour finir, rendez null dans emettre)
reason-java-over = le moteur a appelé System.exit : il ne peut pas être relancé
reason-java-threw = exception dans { $a0 } : { $a1 }
reason-java-method = la classe { $a0 } n'a pas de méthode « public { $a1 } »
reason-java-constructor = la classe { $a0 } n'a pas de constructeur sans paramètre
reason-java-class = quelle classe de { $a0 } est le moteur ? Nommez-la : « java:{ $a0 } CLASSE »
reason-java-no-class = il n'y a pas de classe { $a0 } dans { $a1 }
reason-java-source = { $a0 } est un fichier source : compilez-le d'abord (javac -encoding UTF-8 { $a0 }), puis donnez java:{ $a1 }.class
reason-rules-brought = { $a0 } contient la bibliothèque des règles, qui est interdite ici (regles = "non")
reason-rules-word = regles : « { $a0 } » : il faut « oui » ou « non »
reason-rules-unconfined = regles = "non" demande un confinement : sans lui, les moteurs voient la bibliothèque des règles
rules-visible = regles = "non" : cette machine ne peut pas cacher { $path } aux moteurs (« { PROGRAM("serveur") } confinement » dit pourquoi) ; désinstallez cette bibliothèque des règles avant de jouer
reason-engine-version = { $count ->
    [0] le moteur parle une autre version du protocole
   *[other] le moteur parle la version { $a0 } du protocole
}
reason-engine-said = { $count ->
    [0] le moteur signale une erreur
   *[other] le moteur signale : { $all }
}
reason-unknown-message = message inconnu, ignoré : « { $a0 } »
reason-bad-message = message incompris : « { $a0 } »
reason-bad-argument = argument manquant ou impossible
reason-not-json = JSON illisible : { $a0 }
reason-game-with-secrets = les joueurs de { $a0 } ont des secrets : il faut une vue
reason-internal = faute de la bibliothèque
reason-line-too-long = une ligne de plus de { $a0 } octets
reason-line-not-text = { $count ->
    [0] une ligne qui n'est pas du texte en UTF-8
   *[other] une ligne qui n'est pas du texte en UTF-8 : « { $all } »
}
reason-message-without-game = { $a0 } avant toute annonce de partie
reason-message-out-of-place = ce n'est pas le moment pour { $a0 }
reason-game-setup = paramètre { $a0 } : { $a1 }
reason-game-moves = coup { $a0 }, parmi ceux déjà joués : { $a1 }
reason-unplayable = le coup « { $a0 } » ne peut pas être joué : { $a1 }
reason-no-move = aucun coup trouvé
reason-engine-missing = { $count ->
    [0] le moteur est introuvable
    [1] le moteur est introuvable : { $a0 }
   *[other] { $a0 } manque ({ $a1 }) : compilez-le d'abord
}
reason-engine-start = { $count ->
    [0] le moteur ne démarre pas
    [1] le moteur { $a0 } ne démarre pas
   *[other] le moteur { $a0 } ne démarre pas : { $a1 }
}
reason-engine-folder-shared = { $count ->
    [2] dans le dossier { $a0 }, où se trouve aussi { $a1 }, le moteur ne voit que les fichiers nommés dans sa commande (donnez-lui un dossier à lui, ou ajoutez les autres à « lecture »)
   *[other] { $a2 } (dans le dossier { $a0 }, où se trouve aussi { $a1 }, le moteur ne voit que les fichiers nommés dans sa commande : donnez-lui un dossier à lui, ou ajoutez les autres à « lecture »)
}
reason-engine-file-linked = { $count ->
    [2] { $a0 } est un lien qui mène hors du dossier du moteur, à { $a1 }, que le moteur ne voit pas (ajoutez-le à « lecture »)
   *[other] { $a2 } ({ $a0 } est un lien qui mène hors du dossier du moteur, à { $a1 }, que le moteur ne voit pas : ajoutez-le à « lecture »)
}
reason-engine-file-hidden = { $count ->
    [1] le moteur ne voit pas { $a0 }
   *[other] { $a1 } (le moteur ne voit pas { $a0 })
}
reason-engine-out-of-turn = le moteur a calculé pendant le tour de l'adversaire
reason-engine-of-other-game = { $count ->
    [0] ce moteur joue à un autre jeu
    [1] le moteur { $a0 } joue à un autre jeu
    [2] le moteur { $a0 } ne joue pas à { $a1 }
    [3] le moteur { $a0 } ne joue pas à { $a1 } (moteurs possibles : { $a2 })
   *[other] le moteur { $a0 } ne joue pas à { $a1 } ; vouliez-vous dire { $a3 } ? (moteurs possibles : { $a2 })
}
reason-no-opening = aucune ouverture de { $a0 } coups au hasard ne laisse la partie inachevée
reason-no-openings = { $a0 } : pas d'ouverture au hasard dans un jeu à information cachée ; sa graine rend déjà les parties différentes
reason-engine-unnamed = il manque le nom du moteur
reason-engine-gone = le moteur n'est plus là
reason-starts-failed = { $count ->
    [1] { $a0 } démarrages manqués d'affilée
   *[other] { $a0 } démarrages manqués d'affilée ; le dernier : { $a1 }
}
reason-trial-late = { $count ->
    [1] pas de coup après { $a0 } s
   *[other] pas de coup après { $a0 } s : { $a1 }
}
reason-trial-silent = { $count ->
    [1] il a démarré, mais ne s'est pas présenté en { $a0 } s
   *[other] il a démarré, mais ne s'est pas présenté en { $a0 } s : { $a1 }
}
reason-trial-illegal = { $count ->
    [1] coup illégal « { $a0 } »
   *[other] coup illégal « { $a0 } » : { $a1 }
}
reason-trial-at = coup { $a1 } ({ $a0 }) : { $a2 }
reason-program-lost = impossible de trouver le dossier de ce programme : { $a0 }
reason-library-ended = { $count ->
    [1] la bibliothèque s'est arrêtée dans { $a0 }
   *[other] la bibliothèque s'est arrêtée dans { $a0 } : { $a1 }
}
reason-library-silent = { $count ->
    [1] la bibliothèque ne revient pas de { $a0 }
   *[other] la bibliothèque ne revient pas de { $a0 } : { $a1 }
}
reason-library-stopped = la bibliothèque, qui ne revenait pas de { $a0 }, a été arrêtée
reason-library-abi = les champs du coup sont dans l'ordre du texte du sujet, et non des en-têtes de l'école : utilisez « --abi sujet »
reason-grid-resized = la grille n'a plus { $a0 } lignes de { $a1 } cases : elle a été redimensionnée
reason-library-symbol = { $a0 } ne définit pas la fonction { $a1 }
reason-library-load = { $a0 } ne peut pas être chargé : { $a1 }
reason-library-other-file = { $a0 } n'est pas une bibliothèque partagée ({ $a1 }) : compilez-la (C : cc -shared -fPIC ; Pascal : fpc)
reason-library-machine = { $a0 } est compilée pour une autre machine ({ $a1 }) : compilez-la ici
reason-library-program = { $a0 } est un programme, pas une bibliothèque ({ $a1 }) : compilez avec -shared -fPIC (C), ou commencez par « library » (Pascal)
reason-library-gsl = { $a0 } demande la bibliothèque GSL, qui manque ({ $a1 }) : installez le paquet libgsl-dev, ou donnez le dossier de la GSL dans GSL_PATH ou LD_LIBRARY_PATH
reason-library-from-the-beginning = une bibliothèque ne peut pas reprendre une partie en cours
reason-gsl-version = la version { $a0 } de la GSL ne permet pas de construire le plateau

## Raisons : moteurs confinés

reason-memory-exceeded = { $count ->
    [0] mémoire dépassée
    [1] mémoire : plus de { $a0 } Mio
   *[other] mémoire : plus de { $a0 } Mio, « { $a1 } »
}
reason-processes-exceeded = { $count ->
    [0] trop de processus
    [1] processus : plus de { $a0 }
   *[other] processus : plus de { $a0 }, « { $a1 } »
}
reason-decided = l'organisateur en a décidé autrement
reason-disk-exceeded = { $count ->
    [0] disque plein
    [1] disque : plus de { $a0 } Mio
   *[other] disque : plus de { $a0 } Mio, « { $a1 } »
}
reason-output-exceeded = { $count ->
    [0] il écrit trop
    [1] sortie : plus de { $a0 } Mio (1 Mo par seconde à la longue)
   *[other] sortie : plus de { $a0 } Mio (1 Mo par seconde à la longue), « { $a1 } »
}
reason-call-forbidden = { $count ->
    [0] appel interdit
    [1] appel interdit : { $a0 }
   *[other] appel interdit : { $a0 }, « { $a1 } »
}
reason-keeper-ended = { $count ->
    [0] le processus qui surveille le moteur s'est arrêté avant lui, tué de l'extérieur
   *[other] le processus qui surveille le moteur s'est arrêté avant lui, tué de l'extérieur, « { $all } »
}
reason-launcher-failed = { $count ->
    [0] le moteur n'a pas pu être confiné
   *[other] le moteur n'a pas pu être confiné : { $all }
}
reason-confinement-missing = { $count ->
    [0] le confinement strict est impossible sur cette machine
   *[other] le confinement strict est impossible sur cette machine, il y manque : { $all } (« { PROGRAM("serveur") } confinement » dit ce qu'il faudrait)
}
reason-confinement-unknown = { $count ->
    [0] confinement inconnu
    [1] confinement inconnu : « { $a0 } »
   *[other] confinement inconnu : « { $a0 } » (possibles : { $a1 })
}
reason-userns-refused = { $count ->
    [0] les espaces de noms d'utilisateurs sont refusés ici
   *[other] les espaces de noms d'utilisateurs sont refusés ici ({ $all })
} ; il faudrait user.max_user_namespaces supérieur à 0, kernel.unprivileged_userns_clone=1 là où ce réglage existe, et sur Ubuntu 24.04 kernel.apparmor_restrict_unprivileged_userns=0 ou un profil AppArmor pour ce programme (sysctl, par root)
reason-namespace-refused = { $count ->
    [0] cet espace de noms est refusé ici
   *[other] cet espace de noms est refusé ici ({ $all })
} ; il faudrait que le noyau l'ait, et que sa limite (sysctl user.max_pid_namespaces, max_net_namespaces, max_mnt_namespaces...) ne soit pas 0
reason-mount-refused = { $count ->
    [0] monter une racine à part est refusé ici
   *[other] monter une racine à part est refusé ici ({ $all })
} ; dans un conteneur /proc est masqué, il faudrait le lancer avec --security-opt systempaths=unconfined
reason-landlock-missing = le noyau n'a pas Landlock, ou ne l'utilise pas ; il faudrait Linux 5.13 ou plus récent, avec CONFIG_SECURITY_LANDLOCK et « landlock » dans la liste lsm= de sa ligne de commande
reason-landlock-old = { $count ->
    [0] Landlock est trop ancien
    [1] Landlock est trop ancien, version { $a0 }
   *[other] Landlock est en version { $a0 }, il faudrait la version { $a1 }
} (règles sur TCP : version 4, Linux 6.7 ; règles sur les signaux : version 6, Linux 6.12)
reason-seccomp-missing = { $count ->
    [0] pas de filtre des appels système
   *[other] pas de filtre des appels système ({ $all })
} ; il faudrait un noyau avec CONFIG_SECCOMP_FILTER, et dans un conteneur un profil qui le permette
reason-cgroup-missing = pas de cgroup v2 ; il faudrait que la hiérarchie cgroup2 soit montée sur /sys/fs/cgroup (Linux 4.15 ou plus récent, systemd.unified_cgroup_hierarchy=1)
reason-cgroup-not-delegated = { $count ->
    [0] le groupe de contrôle de ce programme ne lui est pas délégué
   *[other] le groupe de contrôle { $a0 } n'est pas délégué à ce programme
} ; il faudrait le lancer par « systemd-run --user --scope -p Delegate=yes { PROGRAM("serveur") } championnat ... »
reason-cgroup-controllers = { $count ->
    [0] le groupe de contrôle n'a pas memory et pids
    [1] le groupe de contrôle { $a0 } n'a pas memory et pids
   *[other] le groupe de contrôle { $a0 } n'a pas memory et pids, seulement : { $a1 }
} ; il faudrait qu'ils lui soient délégués (« systemd-run --user --scope -p Delegate=yes ... », ou cgroup.subtree_control des groupes au-dessus)
reason-cgroup-shared = { $count ->
    [0] d'autres programmes sont dans le même groupe de contrôle
   *[other] d'autres programmes sont dans le même groupe de contrôle { $a0 }
} ; il en faudrait un pour ce programme seul : lancez-le par « systemd-run --user --scope -p Delegate=yes ... »

## Raisons : demander une partie

reason-left-before-asking = parti avant d'avoir demandé une partie
reason-command = { $count ->
    [0] cette commande n'a pas sa place ici
   *[other] cette commande n'a pas sa place ici : { $all }
}
reason-play-move-out-of-turn = PLAY_MOVE hors de son tour
reason-get-move-on-own-turn = GET_MOVE pendant son propre tour
reason-never-asked = n'a pas demandé les données de la partie
reason-unanswered = n'a pas reçu sa réponse
reason-no-name = n'a pas donné son nom à temps
reason-left = parti
reason-left-while-playing = parti pendant sa partie
reason-message-too-long = un message de { $a0 } octets est trop long pour ce protocole
reason-refused = refusé
reason-no-partie = pas de requête PARTIE complète à temps, écarté
reason-not-partie = idRequest { $a0 } au lieu de PARTIE (ERR_TYP)
reason-coups-before-partie = { $a0 } COUP avant PARTIE, écarté
reason-request-size = aucune requête ne fait { $a0 } octets
reason-bytes-say = les octets disent { $a0 }, le texte autre chose
reason-no-room = plus de place pour d'autres connexions : { $a0 }
reason-name-empty = le nom est vide
reason-name-too-long = { $a0 } octets, { $a1 } au plus
reason-name-too-long-characters = le nom a plus de { $a0 } caractères
reason-name-character = le nom contient « { $a0 } » : seuls les lettres, les chiffres et _ sont permis
reason-name-characters = il contient des caractères interdits dans les noms
reason-name-blank = vide, ou entouré d'espaces
reason-title-characters = les caractères de contrôle et les caractères invisibles sont interdits
reason-title-too-long = plus de { $a0 } caractères
reason-name-hash = # et les caractères de contrôle sont interdits
reason-name-formula = = + - @ sont interdits au début : un tableur en ferait une formule
reason-no-network = { $a0 } ne se joue pas par réseau
reason-already-here = quelqu'un est déjà là sous ce nom
reason-not-admitted = vous n'êtes pas admis
reason-unknown-form = forme inconnue : « { $a0 } »
reason-port-taken = le port { $a0 } est déjà pris par un autre programme ; arrêtez-le ou choisissez un autre port
reason-port-reserved = le port { $a0 } est réservé au système ; choisissez un port à partir de 1024
reason-cannot-listen = impossible d'écouter sur { $a0 } : { $a1 }

## Raisons : l'arbitre lui-même

reason-interrupted = { $count ->
    [0] interrompu
   *[other] interrompu : { $all }
}
reason-stopped-here = arrêtée par Ctrl-C ou un signal
reason-stopped = le serveur a été arrêté
reason-all-interrupted = la machine semble en cause : { $a0 } rencontres de suite ont été interrompues, la dernière : { $a1 }
reason-unrecorded = un résultat n'a pas pu être enregistré : { $a0 }
reason-no-worker = impossible de lancer un processus arbitre : { $a0 }
reason-late-move = { $count ->
   *[other] { $a0 } ms
}
reason-late-engine = { $count ->
   *[other] { $a0 } ms, dont { $a1 } ms de processeur et { $a2 } ms à en attendre un
}
reason-late-doing = { $count ->
   *[other] { $a0 } ms : { $a1 }
}
reason-starved = { $count ->
   *[other] la machine est surchargée : pendant son tour, le moteur a eu un processeur pendant { $a0 } ms et en a attendu un pendant { $a1 } ms
}
reason-overloaded = { $count ->
    [0] la machine est surchargée
   *[other] la machine est surchargée : l'arbitre avait { $a0 } ms de retard
}
reason-poll = { $count ->
    [0] l'attente a échoué
   *[other] l'attente a échoué : { $all }
}
reason-abandoned = plus personne devant la partie
reason-interrupted-exit-code = l'arbitre s'est arrêté avec le code de sortie { $a0 }
reason-exit-code = code de sortie { $a0 }
reason-ended = terminé
reason-killed = tué par { $a0 }
reason-interrupted-signal = l'arbitre a été tué par le signal { $a0 }
reason-suspended = suspendu par { $a0 }
reason-given-up = { $a0 ->
    [one] après { $a0 } essai
   *[other] après { $a0 } essais
} : { $a1 }
reason-not-recorded = la rencontre n'a pas été enregistrée
reason-channel-gone = l'autre processus s'est arrêté
reason-channel-silent = l'autre processus ne répond plus
reason-channel-nonsense = l'autre processus dit n'importe quoi
reason-connection-missing = une connexion manque
reason-connection-lost = la connexion est perdue
reason-file = { $a0 } : { $a1 }
reason-unpack-path = le nom « { $a0 } » mène hors du dossier
reason-unpack-name = le nom « { $a0 } » est trop long
reason-unpack-deep = des dossiers emboîtés sur plus de { $a0 } niveaux
reason-unpack-many = trop de fichiers
reason-unpack-large = trop grand une fois décompressé
reason-unpack-twice = « { $a0 } » y est deux fois
reason-unpack-kind = « { $a0 } » ne peut pas être décompressé : seuls .zip, .tar et .tar.gz le peuvent
reason-unpack-password = l'archive a un mot de passe
reason-unpack-zip = ce n'est pas un .zip lisible : { $a0 }
reason-unpack-broken = archive illisible : { $a0 }
reason-unpack-cut = abîmée ou incomplète
reason-submission-nothing = rien à lancer ; un arbitre.toml peut dire quoi
reason-submission-unsure = plusieurs programmes possibles : { $a0 } ; un arbitre.toml peut dire lequel
reason-submission-network = joueur par réseau (moteur = "reseau"), pas un moteur ; un arbitre.toml peut dire comment lancer son moteur
reason-submission-word = arbitre.toml : { $a0 }
reason-submission-outside = arbitre.toml nomme { $a0 }, hors de son dossier
reason-build-slow = compilation inachevée après { $a0 } s
reason-build-failed = la compilation échoue
reason-build-ended = compilation interrompue : { $a0 }
reason-file-name-text = le nom du fichier n'est pas du texte
reason-too-many-old-files = trop de fichiers .ancien
reason-os = { $count ->
    [0] erreur du système
    [1] { $a0 }
   *[other] { $a0 }, « { $a1 } »
}
reason-system = { $count ->
    [0] erreur du système
   *[other] { $all }
}

## Raisons : paramètres d'un jeu

reason-unknown-player = joueur inconnu : « { $a0 } »
reason-unknown-game = { $count ->
    [0] jeu inconnu
    [1] jeu inconnu : « { $a0 } »
   *[other] jeu inconnu : « { $a0 } » (les jeux sont : { $a1 })
}
reason-unknown-parameter = ce jeu n'a pas ce paramètre
reason-not-in-range = il faut un nombre de { $a0 } à { $a1 }
reason-not-in-steps = il faut un nombre de { $a0 } à { $a1 }, de { $a2 } en { $a2 }
reason-not-one-of = valeurs possibles : { $all }
reason-not-a-number = « { $a0 } » n'est pas un nombre
reason-missing = il manque
reason-impossible = c'est impossible
reason-other-start = la graine donne un autre début
reason-always-judged = ce jeu ne se joue pas sans validation

## Raisons : enregistrements que les règles contredisent

reason-record-colour = { $a0 } devrait avoir la couleur { $a1 }
reason-record-parties = ces parties ne font pas une rencontre : { $a0 }
reason-record-after-interruption = une partie suit celle qui est interrompue
reason-record-complete-but-interrupted = rencontre complète ({ $a0 ->
    [one] { $a0 } partie
   *[other] { $a0 } parties
}), mais marquée comme interrompue
reason-record-incomplete = rencontre incomplète ({ $a0 ->
    [one] { $a0 } partie
   *[other] { $a0 } parties
}), mais non marquée comme interrompue
reason-record-first = le joueur { $a0 } ne devrait pas commencer
reason-record-setup = le début est impossible : { $a0 } : { $a1 }
reason-record-move-after-end = coup { $a0 } joué après la fin
reason-record-other-player = coup { $a0 } : c'est à l'autre joueur
reason-record-bytes = coup { $a0 } : ses octets sont illisibles ou disent autre chose
reason-record-no-move = coup { $a0 } : { $a1 }
reason-record-told = coup { $a0 } : ce qui a été dit aux joueurs ne découle pas des règles
reason-record-verdict = coup { $a0 } ({ $a1 }) : { $a2 } { $a3 } enregistré, { $a4 } { $a5 } selon les règles
reason-record-why = la partie finit pour une autre raison que celle qui est enregistrée : { $a0 }
reason-record-rule = la règle violée est une autre : { $a0 }
reason-record-end-unseen = les coups ne mènent pas à la fin { $a0 }
reason-record-nobody-charged = une faute qui n'est attribuée à personne
reason-record-result = résultat enregistré : { $a0 }, gagnant { $a1 } ; selon les règles : { $a2 }, gagnant { $a3 }
reason-record-other-game = enregistrement d'un autre jeu : { $a0 } au lieu de { $a1 }
reason-record-other-rencontre = l'enregistrement { $a0 } n'est pas celui de la rencontre prévue
reason-record-not-scheduled = ce n'est pas l'enregistrement d'une rencontre de championnat
reason-record-unjudged = partie jouée sans validation
reason-record-name = son nom est vide, trop long ou illisible
reason-record-id = son identifiant ne peut pas être un nom de fichier
reason-record-length = { $a0 } octets
reason-record-number = { $a0 ->
    [one] { $a0 } partie
   *[other] { $a0 } parties
} au lieu de { $a1 }
reason-record-same-name = une autre rencontre porte le même nom

## Le système : ce qui a échoué

system-not-found = introuvable
system-permission-denied = accès refusé
system-connection-refused = connexion refusée : personne n'écoute
system-connection-reset = connexion coupée par l'autre côté
system-connection-aborted = connexion abandonnée
system-not-connected = pas de connexion
system-addr-in-use = adresse déjà prise
system-addr-not-available = cette machine n'a pas cette adresse
system-host-unreachable = machine injoignable
system-network-unreachable = réseau injoignable
system-broken-pipe = plus personne ne lit
system-already-exists = existe déjà
system-would-block = ressource momentanément indisponible
system-not-a-directory = ce n'est pas un dossier
system-is-a-directory = c'est un dossier
system-directory-not-empty = dossier non vide
system-read-only = système de fichiers en lecture seule
system-storage-full = disque plein
system-quota = quota du disque dépassé
system-too-large = fichier trop grand
system-invalid-input = paramètre incorrect
system-invalid-data = données incorrectes
system-timed-out = délai dépassé
system-interrupted = interrompu
system-unexpected-eof = fin inattendue
system-out-of-memory = mémoire épuisée
system-unsupported = impossible sur ce système
system-no-descriptors = trop de fichiers ou de connexions ouverts
system-no-executable = ce n'est pas un programme pour cette machine
system-io = erreur d'entrée-sortie
system-address-unknown = nom de machine inconnu
system-other = erreur n° { $number } du système

## Les programmes : ce qu'ils disent au-dessus d'une erreur

program-error = { $program } : { $why }
cause = { $what } : { $why }
file = { $path } : { $why }
labelled = { $label } : { $text }
colon = { " :" }
unknown-word = « { $word } » est inconnu (attendu : { $expected })
out-standard = sortie standard
in-standard = entrée standard
stop-signals = signaux
port-number = un numéro de port est attendu
seconds-expected = un nombre de secondes est attendu
seconds-above-zero = un nombre de secondes supérieur à 0 est attendu
seconds-not-below-zero = un nombre de secondes positif ou nul est attendu
probability-expected = un nombre de 0 à 1 est attendu
edition-unknown = édition inconnue : « { $name } » (2017 ou 2025)
engine-unknown = moteur inconnu pour { $game } : « { $name } » (possibles : { $possible })
engine-not-built = { $what } manque ({ $path }) : compilez-le d'abord
engine-java = le moteur Java
engine-built-in = le programme moteur
companion-ended = les pages web se sont arrêtées ({ $why }) : le reste continue sans elles
companion-missing = { $why } ; le reste continue sans lui
program-missing = le programme { $program } manque ({ $path }) ; pour le compiler : { $command }
manual-folder = pages de manuel dans { $folder }

## Comptes rendus de rencontre

report-rencontre = rencontre { $id } : { $one } contre { $other }
report-player = { $name } ({ $color })
report-confinement = confinement de { $name } : { $level }, { $layers }
report-confinement-bare = confinement de { $name } : { $level }
report-partie = { $name } : { $ending } en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
} ; réflexion : { $one }, { $other }
report-thinking = { $name } { $total } (max { $most })
report-thinking-cpu = { $name } { $total } (max { $most }, processeur { $cpu })
coursidor-board = plateau { $shape } { $size }, objectifs { $objectives }, graine { $seed } ; { $name } commence
sphinx-board = graine { $seed } ; { $name } commence
page-open = ouvrez { $url } dans un navigateur de cette machine
page-person = --page est sans effet quand une personne joue à ce terminal
page-stays = la page reste ouverte ; appuyez sur Entrée ou Ctrl-C pour terminer
report-begins = { $partie } : { $name } commence
report-begins-unnamed = { $name } commence
report-move = { $number }. { $name } joue { $move } : { $verdict } { $property }
report-move-colour = { $number }. { $name } ({ $letter }) joue { $move } : { $verdict } { $property }
report-answer = réponse : { $answer }
report-hidden = caché à l'adversaire, qui a vu : { $shown }
outcome-won = { $end ->
    [triche] { $winner } gagne, TRICHE de { $loser }
    [timeout] { $winner } gagne, TIMEOUT de { $loser }
    [disconnected] { $winner } gagne, { $loser } est parti
    [absent] { $winner } gagne, { $loser } est absent
    [excluded] { $winner } gagne, { $loser } est exclu
    [gave-up] { $winner } gagne, { $loser } a abandonné
    [malformed] { $winner } gagne, requête incorrecte de { $loser }
    [crash] { $winner } gagne, le moteur de { $loser } a échoué
   *[win] { $winner } gagne
}
outcome-you-won = { $end ->
    [triche] vous gagnez, TRICHE de { $loser }
    [timeout] vous gagnez, TIMEOUT de { $loser }
    [disconnected] vous gagnez, { $loser } est parti
    [absent] vous gagnez, { $loser } est absent
    [excluded] vous gagnez, { $loser } est exclu
    [gave-up] vous gagnez, { $loser } a abandonné
    [malformed] vous gagnez, requête incorrecte de { $loser }
    [crash] vous gagnez, le moteur de { $loser } a échoué
   *[win] vous gagnez contre { $loser }
}
outcome-you-lost = { $end ->
    [triche] vous perdez, TRICHE
    [timeout] vous perdez, TIMEOUT
    [disconnected] vous perdez, vous êtes parti
    [absent] vous perdez, vous étiez absent
    [excluded] vous perdez, vous êtes exclu
    [gave-up] vous avez abandonné
    [malformed] vous perdez, requête incorrecte
    [crash] vous perdez, votre moteur a échoué
   *[win] vous perdez contre { $winner }
}
outcome-drawn = partie nulle
outcome-both-absent = les deux joueurs sont absents
outcome-cut = partie interrompue
outcome-opponent = l'adversaire
outcome-late = { $time }, dont { $cpu } de processeur et { $waited } à en attendre un
outcome-late-why = { $late } : { $why }
engine-odd = { $what }{ $count ->
    [one] {""}
   *[other] {" "}({ $count } lignes en tout)
}
outcome-because = { $text } ({ $why })
outcome-in-moves = { $text } en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
report-interrupted = rencontre interrompue : { $why }
report-tally = bilan : { $one } { $wins }, { $other } { $losses }, nulles { $draws }
finale-partie = { $name } : { $ending } en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
finale-won = { $winner } gagne la rencontre contre { $loser }, { $wins } à { $losses }{ $draws ->
    [0] .
    [1] , et une partie nulle.
   *[other] , et { $draws } parties nulles.
}
finale-level = { $one } et { $other } se quittent à égalité, { $wins ->
    [0] sans victoire
   *[other] { $wins } partout
}{ $draws ->
    [0] .
    [1] , une partie nulle.
   *[other] , { $draws } parties nulles.
}
finale-interrupted = La rencontre a été interrompue.
report-recorded = enregistrée : { $path }
report-not-recorded = { $why } ; la rencontre suit en JSON sur la sortie standard
report-unreadable-start = début illisible : { $why }
series-rencontre = { $number }/{ $all }  { $parties }   { $one } à { $other }
series-partie = { $partie } : { $how } en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
series-why = { $name } : { $why }
series-columns = joueur points gagnées nulles perdues en-premier en-second max fautes
series-alike = { $different ->
    [one] Toutes les rencontres sont identiques, coup pour coup : --debuts 4 les fait commencer autrement.
   *[other] { $different } rencontres différentes sur { $count } : les autres les répètent coup pour coup ; --debuts 4 les fait commencer autrement.
}
nouveau-exists = { $folder } existe déjà : donnez un autre nom
nouveau-made = Votre moteur : { $file } ; « VOTRE IDÉE ICI » y marque la place de votre idée. Ensuite :
essai-watches = En attente de l'enregistrement d'un fichier source ; Ctrl-C pour finir.
duels-none = aucun duel dans { $path }
duels-pair = { $how } ({ $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
})
duel-unstarted = { $name } ne démarre pas, et perd : { $why }
duel-last = Revoir la dernière rencontre : { PROGRAM("serveur") } rejoue { $path }
duel-last-not-won = Et la dernière que le premier n'a pas gagnée : { PROGRAM("serveur") } rejoue { $path }
duel-person = « personne » ne joue pas en duel : { PROGRAM("serveur") } joue { $game }
elo-beats = { $better } bat { $worse } de { $value } ± { $half } points Elo
elo-at-least = { $better } bat { $worse } de { $least } points Elo au moins
elo-open = { $one } et { $other } ne sont pas départagés : { $value } ± { $half } points Elo pour { $one }
elo-unknown = { $one } et { $other } ne sont pas départagés
sprt-expected = deux nombres de points Elo, le plus petit d'abord : 0:50
sprt-stronger = Décidé, au risque de 5 % : { $one } est plus fort{ $low ->
    [0] .
   *[other] , de plus de { $low } points Elo.
}
sprt-not-stronger = Décidé, au risque de 5 % : { $one } n'est pas plus fort d'au moins { $high } points Elo.
sprt-open = Non décidé : davantage de rencontres trancheraient (-n).

## Confinement : les couches, et par quoi elles tiennent

layer-life = vie
layer-files = fichiers
layer-network = réseau
layer-calls = appels système
layer-resources = ressources
layer-user = utilisateur
layer-by = { $layer } ({ $means })
means-pid-namespace = espace de processus
means-keeper = gardien
means-root = racine à part
means-landlock = Landlock
means-landlock-tcp = Landlock pour TCP
means-landlock-scope = Landlock pour les signaux
means-network-namespace = espace de réseau
means-seccomp = seccomp
means-cgroup = cgroup
means-pids-cgroup = cgroup pids (version 1)
means-rlimits = limites par processus
means-watcher = comptes du gardien
means-user-namespace = espace d'utilisateurs
means-asked-for = permis par la description
confine-holds = { $layer } : en place ({ $means })
confine-lacks = { $layer } : pas en place (il faudrait un de ces moyens : { $means })
confine-processes-kernel = nombre de processus : limité par le noyau
confine-processes-keeper = nombre de processus : limité par le gardien, qui permet chaque lancement (ici, le noyau ne compte pas à part les processus d'un moteur)
confine-processes-counted = nombre de processus : compté par le gardien toutes les 10 à 100 ms (ici, ni le noyau ni le gardien ne peuvent refuser un lancement)
confine-needs = Ce qui manque ici :
confine-missing = { $means } : { $why }
confine-usable = { $level } : utilisable
confine-partly = { $level } : utilisable, mais il manque : { $layers }
confine-refused = { $level } : inutilisable, il manque : { $layers }
confine-within = { $name } : { $file } est dans { $folder }, que les moteurs ne voient pas ; gardez les parties ailleurs, ou choisissez le confinement « aucun »

## Notes d'après la solution du jeu

notes-partie = notes de la partie { $name } :
reason-notes-unsolved = le jeu { $a0 } n'a pas de solution : pas de notes
reason-notes-strange = le programme moteur ne donne pas de notes
reason-notes-refused = { $a0 }
notes-player = { $name } : { $kept } { $kept ->
    [one] coup
   *[other] coups
} sur { $moves } { $kept ->
    [one] garde
   *[other] gardent
} la valeur ({ $passed } sur { $tested } là où l'on pouvait se tromper), { $wins } { $wins ->
    [one] gain
   *[other] gains
} et { $draws } { $draws ->
    [one] nulle
   *[other] nulles
} gâchés.
notes-blunder = coup { $number }, { $name } : { $played }, { $after } au lieu de { $before } ({ $keeping })
notes-head-accuracy = précision
notes-head-moves = coups
notes-head-kept = justes
notes-head-hard = difficiles
notes-head-wins = gains
notes-head-draws = nulles
notes-legend = (difficiles : la part des coups justes là où l'on pouvait se tromper ; gains, nulles : gâchés)
value-win = gain en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
value-draw = nulle
value-lost = perdu
value-loss = perte en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
value-throws-win = gâche le gain
value-throws-draw = gâche la nulle

## Analyse d'une position

reason-analysis-none = les positions de { $a0 } ne peuvent pas être évaluées
reason-analysis-request = ce n'est pas une demande d'analyse
reason-analysis-too-long = la demande d'analyse est trop longue
reason-analysis-late = l'analyse n'est pas arrivée à temps
reason-analysis-strange = le programme moteur ne donne pas d'analyse
reason-analysis-ended = l'analyse s'est arrêtée : { $a0 }
reason-analysis-move = coup { $a0 } ({ $a1 }) : { $a2 }
reason-analysis-over = coup { $a0 } : la partie est déjà finie
analysis-win-thrown = un gain gâché
analysis-draw-thrown = une nulle gâchée
analysis-should = il fallait jouer { $moves }
analysis-prefers = { $engine } préfère { $moves }
analysis-or = { $moves } ou { $last }
analysis-opinion = avis de { $engine }
analysis-opinion-depth = avis de { $engine }, profondeur { $depth }
analysis-score-none = score { $score }
analysis-score-cells = { $score } { $count ->
    [one] case
   *[other] cases
}
analysis-score-steps = { $score } { $count ->
   *[other] pas
}
analysis-score-plies = { $score } { $count ->
    [one] coup
   *[other] coups
}
analysis-score-chance = { $score } de chances
analysis-sure-win = annonce un gain
analysis-sure-draw = annonce une nulle
analysis-sure-loss = annonce une perte
analysis-sure-win-in = annonce un gain en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
analysis-sure-loss-in = annonce une perte en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}

## rejoue

replay-agrees = { $path } : conforme aux règles
replay-unreadable = fichier illisible
replay-no-record = ce n'est pas un enregistrement
replay-schema = enregistrement de schéma { $found } ; ce programme connaît { $known }
replay-line = ligne { $number }
replay-line-heading = ligne { $number } :
replay-partie = partie { $name }
replay-move = coup { $number }
replay-unknown-move = coup inconnu : { $text }
replay-rules-verdict = coup { $number } : { $verdict } { $property } selon les règles
replay-rules-cell = case { $cell } : { $pawns } selon les règles
replay-vector-field = le champ { $name } manque ou est illisible
replay-not-played = la rencontre { $key } n'a pas encore été jouée
replay-no-such-game = il n'y a pas de rencontre { $key } : le calendrier va de { $from } à { $to }
replay-no-games = il n'y a pas de rencontre { $key } : le calendrier est vide
replay-of = rencontre { $key } dans { $store } : { $why } ; pour reconstruire la base à partir des parties enregistrées : { PROGRAM("serveur") } championnat ... --reconstruire

## Écouter et accueillir

listen-address = adresse d'écoute
lobby-listening = serveur à l'écoute sur le port { $port }
lobby-listening-labyrinthe = serveur de Labyrinthe, édition { $edition }, à l'écoute sur le port { $port }
lobby-no-folder = impossible d'écrire dans le dossier { $folder } ; choisissez-en un autre avec --parties, ou donnez --sans-parties
lobby-connected = { $who } : connecté
lobby-refused = connexion refusée : { $why }
lobby-accept = impossible d'accepter des connexions : { $why } ; nouvel essai bientôt
lobby-asks = { $name } ({ $from }) demande une partie
lobby-no-request = { $from } : pas de requête PARTIE complète en { $time }, écarté
lobby-gone = { $from } : { $why }
lobby-left-early = { $name } ({ $from }) est parti avant sa rencontre
lobby-coup-early = { $from } : COUP avant PARTIE, refusé (ERR_COUP)
lobby-name-refused = { $from } : refusé (ERR_PARTIE) : { $why }
lobby-starts = rencontre { $id } : { $one } (BLANC) contre { $other } (NOIR)
lobby-cannot-start = impossible de lancer une rencontre, nouvel essai bientôt : { $why }
lobby-interrupted = la rencontre { $id } a été interrompue : { $why }
lobby-recorded-interrupted = enregistrée comme interrompue : { $path }
lobby-stopping = arrêt demandé : plus de nouvelle rencontre, { $count } en cours (encore une fois pour { $count ->
    [one] l'arrêter
   *[other] les arrêter
})
lobby-stopped = arrêt immédiat de { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
}
ended-exit-code = code de sortie { $code }

## Le serveur de Labyrinthe

laby-here = { $name } ({ $from }) est là
laby-waits = { $name } attend une partie
laby-closed = { $name } ({ $from }) : { $why }
laby-refusal = { $from } : refus : { $why }
laby-close-cut = sa partie a été interrompue
laby-close-stop = arrêt
laby-close-tournament-over = le tournoi est terminé
laby-close-no-game = aucune partie n'a pu commencer
laby-close-interrupted = interrompu
laby-gone-name = { $name } (parti)
laby-starts = partie { $name } ({ $id }) : { $one } contre { $other }
laby-trainer = joueur d'entraînement { $name }
laby-cannot-start = impossible de lancer une partie : { $why }
laby-process = partie du processus { $pid } : { $why }
laby-interrupted = la partie { $id } a été interrompue : { $why }
laby-stopping = arrêt demandé : plus de nouvelle partie, { $count } en cours (encore une fois pour { $count ->
    [one] l'arrêter
   *[other] les arrêter
})
laby-stopped = arrêt immédiat de { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
laby-name-taken = le nom « { $name } » est déjà pris
laby-sequence = { $command } est attendu
laby-command = commande interdite pendant une partie : { $text }
laby-no-tournament = tournoi « { $name } » : { $why }
laby-string-form = la chaîne n'est pas de la forme « NOM clé=valeur ... »
laby-string-player = il n'y a pas de joueur d'entraînement « { $name } »
laby-string-value = la valeur de l'option « { $key }={ $value } » est incorrecte
control-nobody = pas de serveur de Labyrinthe sur le port { $port } de cette machine ({ $path })
control-no-answer = le serveur ne répond pas
control-socket = socket de commande { $path } (voir --controle)
control-folder = { $path } appartient à un autre utilisateur ou est ouvert à d'autres ; rendez-le privé (chmod 700), ou choisissez une autre socket avec --controle
control-stranger = le programme qui écoute à { $path } est celui d'un autre utilisateur (uid { $uid })
control-answering = réponse à l'organisateur : { $why }
control-unknown = requête inconnue : { $text }
organise-no-tournament = il n'y a pas de tournoi { $name }
organise-tournament-exists = il y a déjà un tournoi { $name }
organise-seed = graine incompréhensible : { $text }
organise-absent = { $name } n'est pas connecté
organise-busy = { $name } n'attend pas de partie
organise-same = il faut deux joueurs différents
organise-started = partie { $name } : { $one } contre { $other }
organise-trainer = { $name } n'est pas un joueur d'entraînement : { $all }
organise-first = { $name } ne joue pas cette partie, c'est { $one } contre { $other }
organise-option = valeur impossible : { $text }
organise-not-started = la partie n'a pas pu commencer
client-connected = connecté
client-waiting = attend une partie
client-waiting-tournament = attend une partie de tournoi
client-playing = joue
tournament-entered = tournoi { $name } : inscrits : { $players }
tournament-over = tournoi { $name } : terminé
tournament-ongoing = tournoi { $name } : en cours
tournament-is-over = le tournoi { $name } est terminé
tournament-phase = tournoi { $name }, phase { $number }
tournament-pairing = { $key } : { $one } contre { $other }
tournament-pairing-waits = { $key } : { $one } contre { $other } attend ses joueurs
tournament-pairing-plays = { $key } : { $one } contre { $other } se joue
tournament-phase-unfinished = la phase n'est pas finie : il reste { $count ->
    [one] { $count } partie
   *[other] { $count } parties
} ; voir classement et forfait
tournament-no-waiting = aucune partie n'attend { $player }
tournament-forfeit = { $player } perd { $count ->
    [one] { $count } partie
   *[other] { $count } parties
} par forfait
tournament-by-network = les joueurs d'un tournoi se connectent par le réseau

## Championnats : le fichier ou la ligne de commande

config-at = { $source }:{ $line }:{ $column } : { $problem }
config-in = { $source } : { $problem }
config-command-line = ligne de commande
config-nothing = il faut un fichier de championnat, ou --jeu et des --moteur
config-game = { $why }
config-parameter = paramètre { $key } : { $why }
config-parameter-type = paramètre { $key } : il faut une chaîne, un nombre, true ou false
config-parameter-form = paramètre « { $text } » : pas de la forme clé=valeur
config-twice = deux concurrents s'appellent « { $name } »
config-twice-case = les noms de deux concurrents ne diffèrent que par les majuscules : « { $other } » et « { $name } »
config-order = ordre inconnu : « { $text } » (tirage ou liste)
config-engines = moteurs : « { $text } » (neufs ou gardes)
config-logs = journaux : « { $text } » (prives ou publics)
config-results = resultats : { $why }
config-results-location = ni un fichier, ni sqlite:FICHIER, ni postgres://...
config-results-name = il faut le nom d'un fichier, ou postgres://...
config-records = parties : il faut le nom d'un dossier
config-name = nom « { $name } » : { $why }
config-name-sent = nom « { $name } » : { $why } ; ajoutez un « identifiant » qui convienne : c'est lui que le protocole transmet alors, et tous voient le nom
config-login = identifiant « { $login } » : { $why }
config-login-twice = « { $other } » et « { $name } » s'appelleraient tous deux « { $told } » pour les joueurs par réseau : donnez à l'un des deux un « identifiant » à lui
config-title = titre « { $title } » : { $why }
config-name-empty = vide, ou entouré d'espaces
config-name-characters = # et les caractères de contrôle sont interdits
config-name-long = plus de { $most } caractères
config-name-bytes = { $bytes } octets, { $most } au plus
config-engine = moteur de « { $name } » : { $why }
config-engine-unknown = « { $text } » est inconnu
config-network-only = adresses ne concerne que les concurrents par réseau (moteur = "reseau")
config-address = « { $text } » n'est ni une adresse IP ni un réseau (10.1.0.0/16)
config-secret = secret de « { $name } » : vide ou avec des caractères de contrôle
config-secret-text = secret de « { $name } » : un texte entre guillemets est attendu
config-secret-sent = secret de « { $name } », envoyé comme nom#secret : { $why }
config-confinement = { $why }
config-readable = lecture : « { $text } » : { $why }
config-rules = { $why }
config-engine-only = memoire, processus, disque et reseau ne concernent que les moteurs lancés par le serveur (avec moteur = "reseau", le moteur tourne sur la machine du concurrent)
config-per = par : « { $text } » (partie ou rencontre)
config-tie-break = départage inconnu : « { $text } » ({ $all })
config-tie-break-twice = le départage « { $text } » est donné deux fois
config-points = points : { $worse } ({ $less }) vaut plus que { $better } ({ $more })
config-points-level = points : { $worse } ({ $less }) vaut autant que { $better } ({ $more })
config-format = format inconnu : « { $text } » (aller-retour, aller-simple, suisse, poules, elimination ou defi)
config-format-key = la clé { $key } ne s'emploie pas avec le format { $format } (clés possibles : { $keys })
config-format-pools = format poules : il faut la clé poules, le nombre de poules
config-format-champion = format defi : il faut la clé champion, le nom d'un concurrent
config-format-option = format : « { $text } » n'est pas de la forme clé=valeur
config-format-unknown-key = format : clé inconnue « { $key } »
config-format-wrong = format : { $why }
config-champion = le champion « { $name } » n'est pas un des concurrents
config-range = { $key } = { $number } : il faut un nombre de { $from } à { $to }
config-moment = { $key } : « { $text } » n'est pas une heure (14:00, ou 2026-12-18T14:00)
config-end-format = fin : en poules et à élimination, chaque ronde dépend des autres, et le championnat ne peut pas se terminer avant la dernière ; donnez moins de temps par coup, ou changez-le en cours de route ({ PROGRAM("serveur") } decision ... temps)
config-end-before = fin : cette heure précède celle de debut
config-port = port : un port (4242), avec la forme du protocole s'il le faut ("1235:2025"), ou une liste
config-port-form = port : { $why }
config-seconds = { $key } = { $number } : il faut de 0 à { $most } secondes
config-unreadable = illisible : { $why }
config-too-long = plus de { $most } octets : ce n'est pas la description d'un championnat
config-utf8 = ce n'est pas du texte en UTF-8
config-no-file = pas de fichier
config-toml = refusé par le lecteur TOML : « { $why } »
config-unknown-key = clé inconnue « { $key } » ; vouliez-vous dire « { $meant } » ?
format-two = il faut au moins deux concurrents
format-contestants = { $count ->
    [one] { $count } concurrent
   *[other] { $count } concurrents
} : { $most } au plus
format-meetings = le nombre de rencontres entre deux concurrents doit être au moins 1
format-legs = un match par élimination se joue en 1 ou 2 rencontres, pas en { $count }
format-rounds = un tournoi suisse a au moins une ronde
format-champion = le champion n'est pas un des concurrents
format-pools = { $pools ->
    [one] { $pools } poule
   *[other] { $pools } poules
} pour { $count } concurrents : il en faut au moins une, et au moins deux concurrents par poule
format-qualified = { $count ->
    [one] { $count } qualifié
   *[other] { $count } qualifiés
} par poule : il en faut de 1 à { $most }
format-qualified-swiss = { $count ->
    [one] { $count } qualifié
   *[other] { $count } qualifiés
} : il en faut de 2 à { $most }
format-two-qualified = il faut au moins deux qualifiés pour une élimination
format-too-many = { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
} : { $most } au plus
compare-place = { $place }, { $one } d'un côté, { $other } de l'autre
compare-only = jouée seulement dans { $source }
compare-result = le résultat n'est pas le même
compare-rank = { $rank }. { $name } ({ $points })
compare-ranking = classement : { $one } d'un côté, { $other } de l'autre
compare-same = { $count ->
    [0] aucune rencontre
    [one] { $count } rencontre : la même, aux durées près
   *[other] { $count } rencontres : les mêmes, aux durées près
}
compare-differing = { $differing ->
    [0] aucune rencontre ne diffère
    [one] { $differing } rencontre diffère
   *[other] { $differing } rencontres diffèrent
}, sur { $count }
bundle-uncounted = ne compte pas
export-archives = { $count ->
    [one] { $count } archive dans { $folder }
   *[other] { $count } archives dans { $folder }
}
export-archive-of-whom = une archive est celle d'un concurrent : donnez un nom, ou aucun pour les avoir toutes
export-readme-name = LISEZMOI.txt
export-readme =
    { $name }, championnat de { $game }{ $titled ->
        [0] { "" }
       *[other] {" « "}{ $title }{" »"}
    } : { $rank }e sur { $all }.

    resultats.csv    vos résultats, une rencontre par ligne : à ouvrir avec un tableur
    parties/         { $games ->
        [one] l'enregistrement de votre rencontre
       *[other] les enregistrements de vos { $games } rencontres
    } : à revoir coup par coup par « bin/serveur rejoue parties/1.1.json », ou sur la page « Revoir » de « bin/serveur tableau »
    { $log }
    { $accuracy }
export-readme-log = journal.txt      ce que votre moteur a écrit sur sa sortie d'erreur, une rencontre après l'autre
export-readme-no-log = (pas de journal : le moteur n'a rien écrit, ou il a joué par réseau)
export-readme-accuracy = precision.txt    vos coups jugés d'après la solution du jeu : précision, et ce qu'il fallait jouer
day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
} { $year }
pdf-legend = G, N, P, D : parties gagnées, nulles, perdues, disqualifications
pdf-page = Arbitre · { $page } / { $count }
pdf-played = { $count ->
    [one] { $count } rencontre jouée
   *[other] { $count } rencontres jouées
}
pdf-incomplete = lettres absentes de la police, remplacées par un carré ou sans leur accent : { $names }
pdf-terminal = un PDF ne s'affiche pas dans le terminal : ajoutez >{ $file }
diploma-heading = Diplôme
diploma-contest = Championnat de { $game } « { $title } »
diploma-place = { $rank ->
    [1] 1re place
   *[other] { $rank }e place
} sur { $count }
diploma-reached = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $won ->
    [one] { $won } gagnée
   *[other] { $won } gagnées
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}, { $lost ->
    [one] { $lost } perdue
   *[other] { $lost } perdues
}
ranking-form = forme inconnue : « { $text } » (table, json, csv, md, pdf ou diplomes)
key-pattern = « { $text } » ne désigne pas de rencontres (attendu : RONDE.NUMÉRO, où * veut dire tous, par exemple 3.2, 3.*, *, ou *#dupont pour celles de dupont)
key-form = « { $text } » ne désigne pas une rencontre (attendu : RONDE.NUMÉRO, par exemple 3.2)
import-at = { $path } : ligne { $line } : { $said }
import-blank-line = vide, ignorée
import-csv = ce n'est pas du CSV : { $why }
import-quotes = des guillemets s'ouvrent dans cette ligne, et rien ne les ferme jusqu'à la fin de la liste
import-too-long = plus de { $most } octets : ce n'est pas la liste d'une classe
import-nobody = cette liste est vide
import-no-name = pas de colonne « nom » : la première ligne donne les titres des colonnes (nom, prénom, e-mail, moteur), et celle-ci a : { $found }
import-twice = « { $name } » est déjà à la ligne { $line }
import-twice-case = « { $name } » ne diffère que par les majuscules de « { $other } », à la ligne { $line }
import-twice-same = « { $name } » est déjà à la ligne { $line }, avec la même adresse ; proposition : ignorer cette ligne
import-known-case = « { $name } » ne diffère que par les majuscules de « { $other } », qui est déjà dans la description
import-no-room = « { $name } » : { $bytes } octets, { $most } au plus, pour que le protocole puisse transmettre un secret à la suite
import-proposal = { $why } ; proposition : « { $name } »
import-login-twice = « { $login } » est déjà l'identifiant de la ligne { $line }
import-login-known = « { $login } » est déjà l'identifiant de « { $other } », dans la description
import-login-proposal = { $why } ; proposition : identifiant « { $login } »
import-two-lists = --liste accompagne un dossier de rendus ; { $path } est déjà une liste
import-refused = rien n'est écrit : corrigez la liste
import-refused-proposed = rien n'est écrit : corrigez la liste, ou acceptez les propositions avec --accepter
import-exists = { $path } existe déjà et n'est pas remplacé : --ajouter le complète, --vers écrit ailleurs
import-other-game = { $path } est un championnat de { $game }
import-random = le système ne fournit pas de nombres au hasard : { $why }
import-about =
    Championnat d'après la liste { $list }.
    Les secrets sont aussi dans { $handout }, à distribuer : ne montrez ces fichiers à personne.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } importe { $list } --vers { $description } --ajouter

    La première ligne joue le championnat, ou le reprend ; la dernière ajoute ceux qui manquent.
import-format = { $count ->
    [one] { $format } : { $count } rencontre
   *[other] { $format } : { $count } rencontres
}
import-written = { $path } : { $added ->
    [one] { $added } concurrent ajouté
   *[other] { $added } concurrents ajoutés
}{ $kept ->
    [0] { "" }
   *[other] {", "}{ $kept } déjà là
}
import-no-secrets = le protocole de { $game } ne transmet pas de secret : quiconque connaît un nom peut jouer sous ce nom, sauf si la clé adresses l'interdit
import-your-command = VOTRE COMMANDE
import-handout = { $path }, à distribuer : ce que chacun tape, avec sa commande à la place de VOTRE COMMANDE
import-next = pour le vérifier et le jouer : { PROGRAM("serveur") } championnat { $path }

## Championnats : les rendus d'une classe

submission-about =
    Championnat d'après les rendus de { $list }, rangés dans { $engines }.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } importe { $list } --vers { $description } --moteurs { $engines } --ajouter

    La première ligne joue le championnat, ou le reprend ; la dernière ajoute les rendus arrivés depuis. Les commandes des moteurs partent du dossier où vous tapez la première ligne.
submission-left-out = { $name } : laissé de côté : { $why }
submission-folder = Le rendu est dans { $folder }.
submission-here = { $path } : donnez le dossier des rendus par son nom
submission-ladder = { $path } : ce sont les réglages d'une échelle, pas un rendu ; la commande { PROGRAM("serveur") } echelle championnat décrit le championnat d'une échelle
submission-nobody = aucun rendu dans { $path }
submission-no-engine = aucun rendu ne peut jouer : rien n'est écrit
submission-left = { $count ->
    [one] un rendu est laissé de côté : complétez-le dans { $path }, où il est en commentaire
   *[other] { $count } rendus sont laissés de côté : complétez-les dans { $path }, où ils sont en commentaire
}
submission-more = { $name } : et { $count ->
    [one] une ligne
   *[other] { $count } lignes
} de plus
submission-links = { $name } : { $count ->
    [one] un lien laissé de côté
   *[other] { $count } liens laissés de côté
}
submission-replaced = { $name } : nouveau rendu ; l'ancien est dans { $path }
submission-name = nom
submission-language = langage
submission-compiled = compilé
submission-engine = moteur
submission-yes = oui
submission-same = inchangé
submission-out = laissé de côté : { $why }
submission-number = ce n'est pas un nombre de secondes
submission-other-assignment = les numéros de Moodle sont tous nouveaux : c'est un autre devoir, chacun est reconnu par son nom
submission-namesake = « { $name } » : quelqu'un d'autre, dont le numéro de Moodle est différent, porte ce nom sans le numéro, ou avec un autre
submission-ambiguous = le rendu « { $name } » peut être celui de plusieurs personnes de { $list } : { $people } ; il garde son nom
submission-several = plusieurs rendus semblent être de « { $name } » : { $submissions } ; chacun garde son nom
submission-strangers = { $count ->
    [one] { $count } rendu n'appartient à personne de { $list } et garde son nom :
   *[other] { $count } rendus n'appartiennent à personne de { $list } et gardent leurs noms :
}
submission-absent = { $count ->
    [one] { $count } personne de { $list } n'a rien rendu :
   *[other] { $count } personnes de { $list } n'ont rien rendu :
}
submission-ask-title = Titre (vide : le nom du fichier) :
submission-ask-time = Secondes par coup [{ $default }] :
submission-ask-format = Format : aller-retour, aller-simple, suisse:rondes=5... [{ $default }] :

## Championnats : qui se connecte

access-unknown = « { $name } » n'est pas un des concurrents
access-engine = « { $name } » est joué par le serveur, pas par réseau
access-address = « { $name } » ne peut pas se connecter depuis { $address }
access-no-secret = « { $name } » doit donner son secret (nom#secret)
access-wrong-secret = « { $name } » a donné un mauvais secret
access-too-many = « { $name } » : trop de mauvais secrets sont venus de cette adresse ; il peut revenir dans { $seconds } s
access-waiting = ce nom attend déjà son adversaire
access-playing = ce nom est en train de jouer
access-not-network = ce concurrent n'est pas attendu par réseau

## Championnats : la base des résultats

store-locked = { $store } : ce championnat est déjà en cours dans un autre processus
store-locked-by = { $store } : ce championnat est déjà en cours dans un autre processus ({ $who })
store-full = { $store } : le disque est plein
store-read-only = { $store } : en lecture seule ; rien de ce qui est terminé n'est perdu
store-open = { $store } : impossible d'y accéder : { $why }
store-io = { $store } : erreur d'entrée-sortie : { $why }
store-damaged = { $store } : fichier endommagé ou étranger ({ $why }) ; la même commande avec --reconstruire le refait à partir des parties enregistrées
store-none = { $store } : ne contient pas de championnat
store-newer = { $store } : écrit par une version plus récente (schéma { $found }, celle-ci connaît { $known })
store-older = { $store } : écrit par une version plus ancienne (schéma { $found }) ; la commande championnat le met à jour
store-other = { $store } : un autre championnat y est commencé ; ce qui diffère : { $differences }. Pour reprendre l'autre, utilisez sa propre commande ; pour celui-ci, choisissez un autre nom : --resultats AUTRE.sqlite (dans un fichier : resultats et parties)
differs-game = le jeu
differs-parameters = les paramètres du jeu
differs-time = le temps par coup
differs-contestants = les concurrents
differs-format = le format
differs-order = l'ordre d'entrée
differs-seed = la graine
differs-points = les points
store-other-schedule = { $store } : dans son calendrier, la rencontre { $key } n'est pas celle que donne le règlement
store-not-scheduled = la rencontre enregistrée { $id } ({ $key }, { $white } - { $black }) n'est pas au calendrier
store-bad-record = la rencontre enregistrée { $id } est inutilisable : { $why }
store-silent = { $store } : pas de réponse après { $time }
store-failed = { $store } : { $why }
plan-unknown = la rencontre { $key } n'est pas au calendrier, ou pas entre ces concurrents
plan-cores = { $count ->
    [one] { $count } cœur
   *[other] { $count } cœurs
} pour deux moteurs qui réfléchissent en même temps : sans reflexion, ou avec simultanees, ils peuvent se partager un cœur
record-contradiction = l'enregistrement { $id } contredit les règles : { $why }
record-contradiction-partie = l'enregistrement { $id } contredit les règles, partie { $partie } : { $why }

## Championnats : pendant le jeu

champ-file-aside = fichier ignoré : { $why }
champ-unreadable-known = enregistrement illisible : { $path } ({ $why }) ; son résultat est connu et compte ; pour réécrire le fichier : { PROGRAM("serveur") } exporte { $store } { $key } > { $path }
champ-unreadable-lost = enregistrement illisible : { $path } ({ $why }) ; aucun résultat n'est connu sous ce nom : remettez le fichier d'une sauvegarde et relancez avec --reconstruire, ou laissez la rencontre se rejouer
champ-game-aside = partie ignorée : { $why }
champ-duplicate = la partie { $id } est en double : c'est { $kept } qui compte
champ-written-out = { $count ->
    [one] { $count } enregistrement réécrit
   *[other] { $count } enregistrements réécrits
} à partir de { $store }
champ-taken-in = { $count ->
    [one] { $count } rencontre lue
   *[other] { $count } rencontres lues
} dans les fichiers
champ-confinement = confinement des moteurs : { $level }
champ-confinement-partly = confinement des moteurs : { $level }, sans ce qui manque à cette machine : { $layers } (« { PROGRAM("serveur") } confinement » dit ce qu'il faudrait)
champ-paused = championnat en pause : { $count ->
    [0] aucune rencontre en cours
    [one] une rencontre en cours se termine
   *[other] { $count } rencontres en cours se terminent
}
moment-date = { $time } le { $date }
champ-gathering = le championnat commencera quand tous les concurrents par réseau seront là
champ-gathering-until = le championnat commence à { $time }
champ-begin-now = { $when } ; pour commencer avant : { PROGRAM("serveur") } decision { $file } commence
champ-begins = le championnat commence{ $absent ->
    [0] {""}
    [one] {""} ; un absent a { $seconds } s pour se connecter
   *[other] {""} ; { $absent } absents ont { $seconds } s pour se connecter
}
champ-begun = le championnat a déjà commencé
champ-goes-on = le championnat reprend
champ-stopping = arrêt demandé : { $count ->
    [0] rien n'est en cours
    [one] { $count } rencontre se termine ; encore une fois pour l'interrompre
   *[other] { $count } rencontres se terminent ; encore une fois pour les interrompre
}
champ-stopped = arrêt immédiat : { $count ->
    [0] rien n'est en cours
    [one] { $count } rencontre interrompue
   *[other] { $count } rencontres interrompues
}
champ-no-folder = impossible d'écrire dans le dossier { $folder }
champ-waits = { $name } ({ $from }) attend sa rencontre
champ-short-secrets = secrets si courts qu'on peut les deviner (au moins 6 caractères sont conseillés) : { $names }
champ-cut-name = « { $name } » : ses adversaires par réseau lisent « { $told } » ; avec un « identifiant » plus court, à côté du nom, rien ne serait coupé
champ-left = { $name } est parti
champ-refused = { $from } : refusé : { $why }
champ-dropped = { $who } : { $count ->
    [one] { $count } ligne de plus laissée de côté
   *[other] { $count } lignes de plus laissées de côté
}
champ-out = { $name } est hors concours ({ $why }) : ce qui lui reste à jouer est perdu sans être joué
fault-turn = { $partie }, coup { $ply }
champ-fault = rencontre { $key }, { $partie }, coup { $ply }, { $name } : { $why }
champ-odd = rencontre { $key }, { $name } : { $what }
champ-replayed = rencontre { $key }, { $one } - { $other }, interrompue ({ $why }) : elle sera rejouée
champ-isolated = { $name } jouait à chacune des { $count } dernières interruptions, et lui seul : il gêne peut-être les autres, et jouera désormais seul sur la machine
champ-endless = la rencontre { $key } dure depuis { $minutes } min, bien plus que les autres ; pour l'arrêter : { $command }
champ-ending = { PROGRAM("serveur") } decision { $file } resultat { $key } { $result } --motif "sans fin"
champ-machine = pause : { $why }. Rien n'est perdu : une fois la cause levée, le championnat reprendra de lui-même à son prochain essai, dans { $minutes } min, ou tout de suite par « { PROGRAM("serveur") } decision { $file } reprend »
champ-pages-stay = les pages restent ouvertes ; Ctrl-C pour les fermer
champ-given-up = rencontre { $key }, { $one } - { $other }, interrompue trop souvent ({ $why }) : elle ne compte pas
champ-see-record = voir son enregistrement
champ-worker-silent = l'autre processus ne répond plus
champ-not-begun = la rencontre n'a pas commencé
decision-line = décision n° { $number } ({ $date }, { $who }) : { $what } ; motif : { $why }
decision-line-without-reason = décision n° { $number } ({ $date }, { $who }) : { $what }
decision-announced = annonce : « { $text } »
decision-silent = l'annonce est retirée
decision-ended = le championnat est terminé après la ronde { $round } sur { $count }
decision-ended-by-clock = le championnat est terminé après la ronde { $round } sur { $count } : la suivante ne pouvait pas finir à { $time }
decision-ended-before = le championnat s'est terminé à { $time }, avant la fin de la première ronde : rien ne compte
decision-plays-on = le reste du championnat est joué, quelle que soit l'heure
decision-plays-on-until = le reste du championnat est joué, jusqu'à { $time } au plus tard
decision-time = { $seconds } s par coup à partir de la ronde { $round }
decision-time-unlimited = plus de limite de temps à partir de la ronde { $round }
decision-time-effect = { $count ->
    [one] la rencontre concernée prendrait environ { $after } min au lieu de { $before } min
   *[other] les { $count } rencontres concernées prendraient environ { $after } min au lieu de { $before } min
}
decision-not-counted = { $count ->
    [one] un résultat de la ronde inachevée ne compte pas
   *[other] { $count } résultats de rondes inachevées ne comptent pas
}
decision-counted-again = { $count ->
    [one] un résultat de la ronde inachevée compte de nouveau
   *[other] { $count } résultats de rondes inachevées comptent de nouveau
}
decision-no-end = ce championnat ne peut pas se terminer avant la fin : en poules et à élimination, chaque ronde dépend des autres (« temps » raccourcit ce qui reste)
decision-ended-already = le championnat est déjà terminé (« prolonge » joue le reste)
decision-last-round = la dernière ronde, la { $count }e, est déjà en cours ou jouée
decision-nothing-played = rien n'est encore joué
decision-end-past = cette heure de fin est passée
decision-time-range = temps par coup : 0 (sans limite), ou de { $least } à { $most } s
decision-time-late = il ne reste plus de ronde à commencer
decision-withdrawn = { $name } est retiré et perd les rencontres qui n'ont pas commencé
decision-disqualified = { $name } est disqualifié
decision-reinstated = { $name } reprend part au championnat
decision-given-back = { $count ->
    [one] une rencontre perdue par forfait est rétablie et sera jouée
   *[other] { $count } rencontres perdues par forfait sont rétablies et seront jouées
} : { $keys }
decision-counts-again = { $count ->
    [one] un résultat compte de nouveau
   *[other] { $count } résultats comptent de nouveau
} : { $keys }
decision-stays-lost = { $count ->
    [one] un forfait est maintenu, car d'autres rencontres ont été tirées ou jouées depuis
   *[other] { $count } forfaits sont maintenus, car d'autres rencontres ont été tirées ou jouées depuis
} : { $keys }
decision-annuls = moins de la moitié de ses { $count } rencontres sont jouées : aucune ne compte au classement
decision-forfeits = { $count ->
    [one] une rencontre est perdue par forfait
   *[other] { $count } rencontres sont perdues par forfait
}
decision-preview = aperçu : rien n'est décidé
decision-added = { $name } prend part au championnat
decision-forfeited = la rencontre { $key } est perdue par { $name }, par forfait
decision-forfeited-both = la rencontre { $key } est perdue par les deux, par forfait
decision-restored = le forfait de la rencontre { $key } est annulé, elle est à jouer
decision-replayed = la rencontre { $key } est à rejouer
decision-set = le résultat de la rencontre { $key } est fixé ({ $winners })
decision-won = { $name } gagne
decision-drawn = nul
decision-text = qui décide, et le motif s'il y en a un : un texte d'au plus { $most } caractères, sans caractère de contrôle
decision-too-late = trop tard : cela changerait qui joue des rencontres déjà jouées ou en cours ({ $keys })
decision-over = le championnat est fini : il ne reste rien à jouer
decision-gone = { $name } est déjà retiré ou disqualifié
decision-not-drawn = { $name } n'a pas été tiré au sort avec les autres : trop tard pour revenir dans ce championnat
decision-not-drawn-now = rien n'est encore joué : le tirage se fait sans lui
decision-not-gone = { $name } n'est ni retiré ni disqualifié
decision-there = { $name } prend déjà part au championnat
decision-no-late = en poules et à élimination, personne ne peut plus être ajouté
decision-no-late-finals = la dernière ronde est tirée : personne ne peut plus être ajouté avant le tableau final
decision-has-result = la rencontre { $key } a déjà un résultat (« resultat » en fixe un autre, « rejoue » la fait rejouer)
decision-no-result = la rencontre { $key } n'a pas encore de résultat
decision-no-forfeit = la rencontre { $key } n'est pas un forfait
decision-no-game = pas de rencontre { $key } dans ce championnat, ou pas encore
decision-nobody = { $name } n'est pas un concurrent de ce championnat : { $all }
decision-name = { $name }
decision-not-his = { $name } ne joue pas la rencontre { $key }, c'est { $one } contre { $other }
decision-parties = la rencontre { $key } a { $count ->
    [one] une partie : il faut un gagnant, ou « nul »
   *[other] { $count } parties : il faut un gagnant pour chacune, ou « nul »
}
decision-no-description = un concurrent s'ajoute à la description du championnat, un fichier .toml : celui-ci a été lancé sans description
decision-not-last = la description doit nommer { $name } après tous les autres concurrents, qui doivent rester les mêmes
decision-other = la description doit rester la même pour le reste : { $differences }
decision-source = { $source } : ni une description de championnat (.toml), ni une base de résultats (.sqlite)
decision-later = le championnat est arrêté : la décision est enregistrée, et prendra effet au prochain lancement
decision-not-recorded = la décision n'a pas pu être enregistrée, et n'est pas prise
decision-no-answer = le championnat qui est en cours ne répond pas
decision-no-such-games = aucune rencontre de ce genre n'a de résultat à changer
decision-not-running = le championnat n'est pas en cours
decision-unknown = ce n'est pas une décision
decision-deaf = le championnat ne recevra pas les décisions de l'organisateur (serveur decision) : { $why }
decision-referee = l'arbitre
decision-organiser = l'organisateur
journal-line = { $path }, ligne { $line } : ce n'est pas une décision, ou il en manque une avant elle
champ-latency = retard de l'arbitre sur { $count ->
    [one] { $count } coup
   *[other] { $count } coups
} : médiane { $median }, 99e centile { $percentile }, maximum { $most }
champ-overloaded = la machine est surchargée : moins de rencontres à la fois (simultanees) seraient plus justes
champ-unfinished = championnat arrêté avant la fin : la même commande le reprend
champ-kept = résultats dans { $store }, parties dans { $records }
champ-resumed = championnat repris où il en était : { $done ->
    [one] { $done } rencontre déjà jouée
   *[other] { $done } rencontres déjà jouées
}
champ-already = { $store } : ce championnat est terminé, il n'y a plus rien à jouer ; pour en jouer un nouveau avec les mêmes concurrents, donnez une autre --graine, ou --resultats AUTRE.sqlite (dans un fichier : graine, resultats)
champ-next = À voir ensuite :
    {"  "}{ PROGRAM("serveur") } classement { $store }
    {"  "}{ PROGRAM("serveur") } rejoue { $store }#1.1
    {"  "}{ PROGRAM("serveur") } exporte { $store }
champ-blocked = championnat terminé sans les rencontres interrompues trop souvent : { $keys }
champ-left-out = { $key } { $one } - { $other } : interrompue, ne compte pas ({ $why })
champ-finished = { $key } { $one } - { $other } : { $parties }
champ-bar = { $done }/{ $all } rencontres, reste { $time }
champ-gathers = pas commencé : les concurrents par réseau sont attendus
champ-held = en pause : aucune rencontre ne commence
champ-running = en cours : { $names }
champ-awaited = attendus : { $names }
champ-apart = répétition : les résultats sont gardés à part, dans { $store }
champ-end-past = l'heure de fin ({ $time }) est passée : changez fin dans la description, ou donnez --fin
champ-ended = { $said } ; pour jouer le reste : { PROGRAM("serveur") } decision { $file } prolonge
champ-out-names = hors concours : { $names }
champ-trying = essai des moteurs avant la première rencontre : encore { $count }
trial-network = { $name } : par réseau
trial-plays = { $name } ({ $engine }) joue { $move }
trial-does-not = { $name } ({ $engine }) ne joue pas : { $why }
trial-failed-of = { $count ->
    [one] { $count } moteur sur { $all } ne joue pas
   *[other] { $count } moteurs sur { $all } ne jouent pas
}
trial-failed = { $count ->
    [one] { $count } moteur sur { $all } ne joue pas
   *[other] { $count } moteurs sur { $all } ne jouent pas
}, le championnat ne commence pas : corrigez-les, commencez sans eux avec --sans-les-defaillants, ou passez cet essai avec --sans-essai
trial-plays-games = { $name } ({ $engine }) joue { $moves } coups, { $finished ->
    [one] { $finished } partie finie sur { $parties }
   *[other] { $finished } parties finies sur { $parties }
} ; coup médian { $median } s, le plus long { $longest } s ; démarrage { $start } s
trial-logged = { $name }, dernières lignes de sa sortie d'erreur (la suite est dans { $path }) :
trial-same = ces concurrents ont le même programme : { $names }
trial-similar = { $one } et { $other } se ressemblent : { $share } du plus court est aussi dans l'autre, noms et commentaires mis à part (à regarder, ce n'est pas une preuve)
trial-similar-more = { $count ->
    [one] une autre paire se ressemble : voir le rapport
   *[other] { $count } autres paires se ressemblent : voir le rapport
}
trial-report = résultat de l'essai dans { $path }
trial-columns = concurrent ; joue ; cause ; dernières lignes d'erreur ; e-mail ; moteur ; code ; démarrage en s ; parties finies ; coups ; coup médian en s ; coup le plus long en s ; mémoire maximale en Mio ; même programme que ; ressemble à ; journal
trial-yes = oui
trial-no = non
trial-length = « { $text } » : écrivez coup ou partie
trial-motive = ne joue pas à l'essai : { $why }
trial-left-out = sans { $name } : { $why }
trial-champion = { $name }, le champion de ce défi, ne joue pas
trial-too-few = il resterait moins de deux concurrents
trial-begin-without = Commencer sans { $names } ? [o/N]
plan-hour = « { $text } » n'est pas une heure à venir : écrivez 17:00, ou 2026-12-18T17:00
plan-playing = quelques rencontres sont jouées pour les mesurer ({ $count } au moins)...
plan-without = Laissés de côté, car ils ne jouent pas à l'essai : { $names }.
plan-what = { $contestants } concurrents, { $format } : { $rencontres ->
    [one] { $rencontres } rencontre
   *[other] { $rencontres } rencontres
} de { $parties ->
    [one] { $parties } partie
   *[other] { $parties } parties
} en { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
}, { $once } à la fois
plan-network = { $count ->
    [one] { $count } concurrent par réseau n'est pas mesuré : on suppose qu'il réfléchit aussi longtemps que les autres.
   *[other] { $count } concurrents par réseau ne sont pas mesurés : on suppose qu'ils réfléchissent aussi longtemps que les autres.
}
plan-measured = Mesuré sur { $count ->
    [one] { $count } rencontre
   *[other] { $count } rencontres
} : { $moves } coups par partie (au plus { $most }), { $thought } s par coup.
plan-likely = Durée probable : { $time }, fin vers { $end }.
plan-unmeasured = Aucune rencontre n'a pu être mesurée : pas de durée probable.
plan-worst = Au pire : { $time }, fin à { $end }, si chaque coup prend { $seconds } s et chaque partie { $moves } coups.
plan-no-worst = Sans limite de temps, rien ne limite la durée.
plan-table = Fin probable
plan-before = Fini avant { $time } ?
plan-no-limit = sans limite
plan-at-latest = au pire { $end }
plan-unknown-end = –
plan-yes = oui
plan-likely-yes = probable
plan-perhaps = peut-être
plan-no = non
plan-home-and-away = aller-retour
plan-round-robin = { $count ->
    [1] aller simple
   *[other] chacun contre chacun, { $count } fois
}
plan-swiss = suisse, { $count ->
    [one] { $count } ronde
   *[other] { $count } rondes
}
plan-swiss-finals = { $count ->
    [one] suisse, { $count } ronde, puis élimination
   *[other] suisse, { $count } rondes, puis élimination
}
plan-knockout = élimination
plan-gauntlet = défi
plan-pools = { $count } poules, puis élimination
trial-stopped = essai des moteurs arrêté : le championnat n'a pas commencé
logbook-rencontre = --- rencontre { $key } contre { $other }, { $time }
logbook-trial = --- essai avant la première rencontre
logbook-dropped = [{ $count ->
    [one] { $count } octet omis
   *[other] { $count } octets omis
}]
word-white = blanc
word-black = noir
word-triche = TRICHE
word-timeout = TIMEOUT
word-disconnected = parti
word-malformed = requête incorrecte
word-crash = moteur en panne
word-excluded = exclu par l'organisateur
word-absent-one = absent
word-win = gagnée
word-draw = nulle
word-interrupted = interrompue

## Classements : les titres des colonnes

ranking-rank = rang
ranking-place = place
ranking-contestant = concurrent
ranking-points = points
ranking-rencontres = renc.
ranking-won = G
ranking-drawn = N
ranking-lost = P
ranking-faults = D
ranking-byes = ex.
ranking-sonneborn = SB
ranking-buchholz = Bu
ranking-rating = force (95 %)
ranking-rating-value-only = force
ranking-accuracy = précision
ranking-rating-value = { $value } [{ $low } ; { $high }]
ranking-decisions = décisions de l'organisateur :
ranking-withdrawn = retiré
ranking-annulled = retiré, ses rencontres ne comptent pas
ranking-disqualified = disqualifié
ranking-machines = ordinateurs : parties gagnées par le mieux classé des deux, et intervalle à 95 % :
ranking-machine = { $name } : { $share } % [{ $low } ; { $high }] en { $rencontres ->
    [one] { $rencontres } rencontre
   *[other] { $rencontres } rencontres
} ; perdues au temps : { $late }
ranking-machines-alike = le hasard explique ces écarts (khi-deux, 5 %) : l'ordinateur qui jouait n'a pas compté
ranking-machines-differ = le hasard n'explique guère ces écarts (khi-deux, 5 %) : regardez l'ordinateur qui se distingue
ranking-last-faults = dernière faute de chacun :
ranking-fault = { $name }, { $place } : { $what }
word-lost-by-rules = perdue par les règles
word-rencontre = rencontre { $key }
word-reason = { $why }
ranking-waits = attente d'un processeur par les moteurs :
ranking-wait = { $name } : { $total } en tout, max { $most } pour un coup
ranking-wait-more = { $count ->
    [one] un autre : max { $most }
   *[other] { $count } autres : max { $most }
}
ranking-starved = { $count ->
    [one] rejouée parce qu'un moteur en retard n'avait pas de processeur : { $keys }
   *[other] rejouées parce qu'un moteur en retard n'avait pas de processeur : { $keys }
}
ranking-interrupted = interrompues, hors classement :
ranking-legend-separator = {" ; "}
ranking-legend-place = place : dans l'élimination
ranking-legend-rencontres = renc. : rencontres terminées, forfaits compris
ranking-legend-won = G, N, P : parties gagnées, nulles, perdues
ranking-legend-faults = D : perdues par disqualification (absence, TIMEOUT, TRICHE, panne)
ranking-legend-byes = ex. : exemptions (rondes sans adversaire), comptées dans les points, mais ni dans renc. ni dans G
ranking-legend-sonneborn = SB : Sonneborn-Berger (points de chaque adversaire battu, moitié si nulle)
ranking-legend-buchholz = Bu : Buchholz (points de tous les adversaires, les siens pour une exemption)
ranking-legend-rating = force : 1500 en moyenne, 400 points de plus : 10 victoires sur 11
ranking-legend-ties = à égalité de points : { $criteria }
ranking-ties = départages :
ranking-tie = { $one } devant { $other } ({ $points } points) : { $by } : { $before }-{ $behind }
ranking-equal = rang { $rank } ({ $points } points), à égalité sur tous les critères :
tie-encounters = confrontation directe
tie-encounters-among = confrontations directes des { $count } à égalité
tie-wins = parties gagnées
tie-sonneborn-berger = Sonneborn-Berger
tie-faults = disqualifications
tie-buchholz = Buchholz
tie-playoff = barrage
ranking-pool-open = { $name }, en cours
ranking-goes-on = qualifié
ranking-goes-on-sure = oui
ranking-goes-on-drawn = oui, au tirage
ranking-goes-on-listed = oui, à l'ordre d'entrée
ranking-goes-on-so-far = provisoire
ranking-by-lot = { $count ->
    [0] à égalité, départagés par tirage au sort :
    [one] encore à égalité après un barrage, départagés par tirage au sort :
   *[other] encore à égalité après { $count } barrages, départagés par tirage au sort :
}
ranking-by-order = { $count ->
    [0] à égalité, départagés par l'ordre d'entrée :
    [one] encore à égalité après un barrage, départagés par l'ordre d'entrée :
   *[other] encore à égalité après { $count } barrages, départagés par l'ordre d'entrée :
}
ranking-playoffs = barrages (hors des points du classement) :
ranking-playoff = { $name } :
ranking-knockout = élimination
ranking-nobody = (exempté)
ranking-small-final = petite finale : { $match }
ranking-level-faults = { $match } : à égalité, { $name } passe avec moins de disqualifications
ranking-level-seed = { $match } : à égalité, { $name } passe, mieux placé à l'entrée
ranking-level-ranked = { $match } : à égalité, { $name } passe, mieux classé avant
ranking-level-lot = { $match } : à égalité, { $name } passe par tirage au sort
ranking-grid-too-wide = (grille des { $count } concurrents trop large pour ce terminal ; elle est entière dans --format csv)
stage-knockout =
    { $places ->
        [2] finale
        [4] demi-finales
        [8] quarts de finale
        [16] huitièmes de finale
        [32] seizièmes de finale
        [64] trente-deuxièmes de finale
       *[other] tour à { $places }
    }
stage-small-final = petite finale
stage-leg = { $stage }, manche { $number }
stage-extra = { $stage }, prolongation { $number }
stage-playoff = { $stage }, barrage { $number }
stage-playoff-pool = { $number ->
    [1] barrage de la poule { $name }
   *[other] barrage { $number } de la poule { $name }
}
stage-playoff-qualification = { $number ->
    [1] barrage de qualification
   *[other] barrage de qualification { $number }
}
stage-playoff-first = { $number ->
    [1] barrage pour la première place
   *[other] barrage { $number } pour la première place
}
stage-round = ronde { $number }
stage-swiss = rondes suisses
stage-pool = poule { $name }
stage-game = { $key } ({ $stage })

## joueur

player-connected = { $name } : connecté (moteur { $engine })
player-waits = { $name } : en attente d'un adversaire (moteur { $engine })
player-rencontre = Rencontre contre { $opponent } : vous jouez { $color }
player-rencontre-over = Rencontre contre { $opponent } : gagnées { $won }, nulles { $drawn }, perdues { $lost }
player-championship-over = { $count ->
    [one] { $count } rencontre jouée
   *[other] { $count } rencontres jouées
} : parties gagnées { $won }, nulles { $drawn }, perdues { $lost }
player-server-gone = { $why } ; nouveaux essais pendant { $limit } s au plus
player-server-back = le serveur est de nouveau là
player-server-lost = le serveur n'est pas revenu en { $limit } s
player-games-over = Parties gagnées { $won }, perdues { $lost }
player-tournament-over = Le tournoi { $name } est fini
player-no-tournament = --jusqu-a-la-fin : jusqu'à la fin de quel tournoi ? Nommez-le : --entrainement "TOURNAMENT nom"
player-partie = Partie { $name } : { $how }
player-won-rules = gagnée, par les règles
player-lost-rules = perdue, par les règles
player-labyrinthe = Partie { $name } : labyrinthe { $width } x { $height }, vous commencez
player-labyrinthe-second = Partie { $name } : labyrinthe { $width } x { $height }, l'adversaire commence
player-we-play = vous jouez { $move }
player-they-play = { $name } joue { $move }
player-opponent = adversaire
player-opponent-plays = l'adversaire joue { $move }
player-engine-illegal = moteur : coup illégal { $move } : { $why }
player-engine-error = moteur : { $why }
player-engine-late = moteur : pas de coup après { $time }
player-engine-late-why = moteur : pas de coup après { $time } : { $why }
player-limit-lower = TIMEOUT après { $measured } s, plus tôt que les { $limit } attendues : le joueur s'en tient désormais à { $measured } s par coup (pour le dire d'avance : --temps)
player-limit-found = TIMEOUT après { $measured } s : le joueur s'en tient désormais à { $measured } s par coup (pour le dire d'avance : --temps)
player-margin = la marge ({ $margin }) ne laisse rien du temps par coup ({ $time }) : réglez --marge et --temps
player-engine-restart = moteur : nouveau départ
player-engine-given-up = le moteur a échoué { $count ->
    [one] { $count } fois
   *[other] { $count } fois
} de suite sans jouer : il n'est plus relancé, le joueur joue des coups de secours
player-fallback = coup de secours : { $move }
player-no-fallback = --sans-secours : le joueur quitte le serveur ({ $why })
player-replaced = { $count ->
    [one] { $count } coup sur { $moves } est un coup de secours
   *[other] { $count } coups sur { $moves } sont des coups de secours
} : votre moteur n'en avait pas
player-nothing-left = plus de coup à jouer, et le serveur en attend un
player-stopped = interrompu
player-interrupted = interrompu ; la suite est perdue
player-journal = joueur : > envoyé, < reçu
player-journal-engine = moteur
player-journal-server = serveur
player-journal-unfinished = ligne non terminée :
player-journal-full = journal plein : la suite n'y est pas
player-journal-lost = le journal s'arrête là : { $why }
player-needs-three = il faut hostServeur, portServeur et nomJoueur
player-secret-file = impossible de lire le secret dans { $path }
player-secret-empty = { $path } : la première ligne est vide, un secret y est attendu
player-secret-twice = le secret suit déjà le nom : ne donnez pas aussi { $path }
player-engine-start = le moteur { $engine } ne démarre pas
player-java-none = pas de machine virtuelle Java (« { $why } ») ; installez un JDK 11 ou plus récent (sh outils/installer.sh), réglez JAVA_HOME, ou choisissez un autre moteur : --moteur alphabeta
player-java-unconfined = le moteur java tourne dans le processus du joueur et ne peut pas être confiné ; avec --confinement { $level }, choisissez --moteur java-pipe
player-java-start = le moteur Java ne démarre pas : { $why }
player-java = moteur Java : { $why }

## joueur essai

essai-begins = Essai de { $engine } au jeu { $game }
essai-required = Obligatoire
essai-manners = Bonnes manières : y manquer ne fait pas perdre de partie
essai-sum = obligatoire : { $good } sur { $required } ; bonnes manières : { $polite } sur { $manners }
essai-sum-required = obligatoire : { $good } sur { $required }
essai-ends = Tout va bien ; { $sum }
essai-good = {"  "}ok    { $title }
essai-good-note = {"  "}ok    { $title } : { $note }
essai-wrong = {"  "}FAUX  { $title } : { $came }
essai-unknown-by = {"  "}-     non vérifié, à cause de « { $by } » : { $titles }
essai-unseen = {"  "}-     { $title } : cette machine ne permet pas de le vérifier
essai-not-applicable = {"  "}-     { $title } : sans objet pour une bibliothèque
essai-sent = {"          "}envoyé   { $line }
essai-sent-next = {"                   "}{ $line }
essai-log = {"                   "}| { $line }
essai-expected = {"          "}attendu  { $what }
essai-remedy = {"          "}à faire  { $what }
essai-line = « { $line } »
essai-move = coup { $move } en { $time }
essai-picture = {"           "}          { $line }
essai-paste = {"           "}position  { $line }
essai-came-most = { $came } ; { $time } au plus
essai-came-meant = { $line } ; vouliez-vous dire { $meant } ?
essai-input-closed = (fin de l'entrée)
essai-moves = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
essai-came-late = { $line } après { $took } ; { $time } au plus
essai-came-after-stop = { $line }, { $took } après « stop »
essai-came-kept = rien pendant { $took } ; puis, dès la fin de son entrée, { $line } : la ligne était écrite, mais pas envoyée
essai-came-why = rien en { $took } ; { $why }
essai-reads = il attend la ligne suivante
essai-came-nothing = rien en { $took }
essai-came-illegal = { $line } : { $why }
essai-came-ponders = rien, mais il calcule sans cesse pendant le tour de l'adversaire
essai-came-stays = rien ; il tourne encore après { $time }
essai-start-title = démarre et se présente
essai-start-expected = « engine 1 NOM » en réponse à « hello 1 »
essai-start-remedy = lisez une ligne sur l'entrée standard ; à « hello 1 », écrivez « engine 1 NOM » et rien avant (tout autre message va sur la sortie d'erreur)
essai-flush-title = envoie chaque ligne aussitôt
essai-flush-expected = la réponse aussitôt, sans attendre une autre ligne de l'hôte
essai-flush-remedy = videz la sortie après chaque ligne. Python : print(..., flush=True) ; C : fflush(stdout) après printf, ou setvbuf(stdout, NULL, _IOLBF, 0) au début ; C++ : cout << endl, ou cout << flush ; Java : System.out.flush() (un PrintStream créé avec true vide à chaque println) ; JavaScript : process.stdout.write, sans tampon à vous ; Rust : stdout().flush()
essai-legal-title = coups légaux, d'un côté et de l'autre
essai-legal-expected = « move COUP », un coup légal dans la position
essai-legal-remedy = tenez la position à jour : votre coup est joué quand « verdict VALID ... » arrive, celui de l'adversaire avec « opponent COUP » ; « game » fait tout recommencer
essai-time-title = répond dans le temps
essai-time-expected = « move COUP » avant la fin du temps que « go MS » donne, en millisecondes
essai-time-remedy = lisez MS dans « go MS » et gardez une marge ; répondez à chaque « go »
essai-lines-title = n'écrit que des messages du protocole
essai-lines-expected = des lignes en UTF-8 qui commencent par engine, move, info ou error
essai-lines-remedy = vos messages de mise au point vont sur la sortie d'erreur (Python : print(..., file=sys.stderr) ; C : fprintf(stderr, ...)), ou commencent par « info »
essai-turn-title = ne joue qu'après « go », et une seule fois
essai-turn-expected = rien, ou un seul « move » pour chaque « go »
essai-turn-remedy = n'écrivez « move » qu'en réponse à « go » ; « game », « opponent » et « verdict » n'ont pas de réponse
essai-alive-title = ne s'arrête pas de lui-même
essai-alive-expected = il tourne jusqu'à « quit », partie après partie
essai-alive-remedy = corrigez l'erreur affichée ci-dessus ; après « end », lisez la ligne suivante
essai-again-title = joue plusieurs rencontres de suite, aussi à l'autre place
essai-again-expected = des coups légaux dans chaque nouvelle partie, même si la précédente a été interrompue
essai-again-remedy = à « game », recommencez tout : la position, le côté (first ou second), les paramètres
essai-stop-title = répond à « stop »
essai-stop-expected = « move COUP » aussitôt : le meilleur coup trouvé jusque-là
essai-stop-remedy = lisez l'entrée pendant que vous réfléchissez (un fil d'exécution à part), ou réfléchissez moins longtemps
essai-crossed-title = ne répond rien à un « stop » arrivé trop tard
essai-crossed-expected = rien : aucun « go » n'attend de réponse
essai-crossed-remedy = ignorez « stop » si vous avez déjà répondu
essai-dropped-title = finit un tour abandonné avant la partie suivante
essai-dropped-expected = un « move » pour chaque « go », même si la partie est finie, et un coup légal dans la partie suivante
essai-dropped-remedy = répondez à chaque « go » une fois, avant de traiter les lignes qui suivent
essai-moves-title = reprend une partie commencée (moves=)
essai-moves-alike = à ce jeu, on ne peut pas voir si un moteur les lit
essai-moves-expected = un coup légal après les coups de « moves= »
essai-moves-remedy = à « game », jouez d'abord les coups du paramètre moves, séparés par des virgules (%XX y est un octet) ; les règles disent à qui est chacun
essai-unknown-title = refuse un jeu inconnu
essai-unknown-expected = « error ... » en réponse à « go », puis des coups légaux dans une partie du bon jeu
essai-unknown-remedy = lisez le premier mot après « game » ; si ce n'est pas votre jeu, répondez « error jeu inconnu » au « go » qui suit, et attendez la partie suivante
essai-ignored-title = ignore ce qu'il ne connaît pas
essai-ignored-expected = rien en réponse à un message inconnu, et une partie normale malgré un paramètre inconnu
essai-ignored-remedy = ne traitez que les messages et les paramètres que vous connaissez, et ignorez les autres, sans erreur
essai-long-title = lit de longues lignes
essai-long-expected = un coup légal après une annonce de plus de 60 000 octets
essai-long-remedy = une ligne peut avoir 65 536 octets : agrandissez votre tampon de lecture
essai-ponder-title = ne réfléchit pas pendant le tour de l'adversaire avec ponder=no
essai-ponder-expected = un processeur au repos jusqu'à la ligne suivante
essai-ponder-remedy = avec ponder=no dans « game », attendez la ligne suivante en la lisant, sans boucle d'attente
essai-quit-title = s'arrête à « quit »
essai-quit-expected = la fin du programme en une seconde
essai-quit-remedy = à « quit », quittez la boucle de lecture et le programme, avec tous ses fils d'exécution
essai-eof-title = s'arrête à la fin de l'entrée
essai-eof-expected = la fin du programme en une seconde
essai-eof-remedy = quand il n'y a plus de ligne à lire, quittez le programme
server-unknown-host = machine inconnue : { $host } (vérifiez hostServeur)
server-no-address = machine sans adresse : { $host }
server-nobody = personne n'écoute sur le port { $port } de { $host } : le serveur est-il lancé, et sur ce port ?
server-connecting = connexion au serveur
server-unreachable = connexion à { $address } impossible
server-not-reading = le serveur ne lit plus ce qu'on lui envoie
server-cut = le serveur a coupé la connexion
server-closed = le serveur a fermé la connexion
server-ends-game = le serveur met fin à la partie : { $message }
server-refuses = le serveur refuse « { $command } » : { $message }
server-refuses-partie = le serveur refuse la requête PARTIE : { $code }
refused-causes = Causes possibles, la plus probable d'abord :
refused-cut = le nom et le secret font { $length } octets, le protocole n'en transmet que { $most } : la fin manque
refused-secret = le secret donné n'est pas celui de { $name }
refused-no-secret = aucun secret n'est donné ; si { $name } en a un, le nom s'écrit '{ $name }#secret'
refused-unknown = personne n'est inscrit sous le nom { $name } (majuscules et accents comptent)
refused-here = { $name } attend ou joue déjà, lancé ailleurs
refused-elsewhere = { $name } n'est admis que depuis d'autres adresses, ou est un moteur du serveur
refused-log = Le journal du serveur dit laquelle : demandez à l'organisateur.
server-refuses-over = le championnat est terminé : il n'y a plus rien à jouer
server-refuses-here = le serveur connaît déjà un { $name }, qui attend ou joue : un seul à la fois
server-strange-partie = réponse incompréhensible à la requête PARTIE ; est-ce bien le serveur de Colonnes ?
server-strange = réponse incompréhensible du serveur
server-start = paramètre { $parameter } de la partie : { $why }
server-says = le serveur signale { $code }
server-judges-nothing = le serveur juge un coup que le joueur n'a pas joué
server-strange-move = le serveur transmet un coup incompréhensible : { $text }
server-illegal-move = le serveur transmet un coup illégal : { $move }
server-empty = réponse vide : le serveur parle-t-il l'édition { $edition } du protocole ?
server-other-edition = message incompréhensible : le serveur parle-t-il l'édition { $edition } du protocole ?
server-size = taille de labyrinthe incompréhensible : { $text }
server-who-begins = on ne sait pas qui commence : { $text }
server-move-code = code de coup incompréhensible : { $text }

## moteur

engine-host-gone = dialogue avec l'hôte interrompu
engine-no-record = ce n'est pas un enregistrement
engine-other-record = ce n'est pas une rencontre de { $game }
engine-no-parties = sans parties
engine-no-moves = sans coups
engine-wrong-move = coup { $number } ({ $move }) : { $why }
engine-player = joueur { $number }
engine-won = Partie gagnée par le joueur { $number }.
engine-drawn = Partie nulle après { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}.
engine-to-move = Coup { $number } sur { $all }, au joueur { $player } : { $value }.
engine-searched = profondeur { $depth }, score { $score }
engine-searched-nodes = profondeur { $depth }, score { $score }, { $nodes } positions
optimal-proven = résultat prouvé : { $sign ->
    [1] gain
    [0] nulle
   *[other] perte
}, { $nodes } positions
optimal-estimated = rien de prouvé : profondeur { $depth }, écart estimé { $score }, { $nodes } positions
optimal-too-large = plateau trop grand pour être résolu
optimal-other-rules = règles que la recherche ne connaît pas
size-expected = une taille est attendue : un côté ou LxH, de 2 à 150
values-title = Plateaux { $width } x { $height }, { $colours } couleurs : ce qu'obtient le joueur qui commence si tous deux jouent parfaitement
values-boards = { $kind ->
    [equitable] équitables
   *[other] au hasard
} : { $all ->
    [yes] tous, { $count } aux noms des couleurs près
   *[other] échantillon, { $count } résolus
}, { $unsolved } non résolus
values-shares = gagne { $wins }, nulle { $draws }, perd { $losses }
values-margin = écart moyen { $margin } cases
values-times = temps par plateau (ms) : médiane { $median }, 95 % { $most }, maximum { $longest }
values-nodes = positions par plateau : médiane { $median }, 95 % { $most }, maximum { $longest } ; { $speed } par seconde et par cœur
values-hard = { $hard } positions sur { $positions } où une couleur utile peut laisser échapper le résultat ; il est gardé par :
values-kept = { $name } : { $share } [{ $low } - { $high }]
perfect-only = seul bon coup
perfect-trap = piège, { $expected } attendu, { $count ->
    [one] { $count } coup
   *[other] { $count } coups
} en avant
perfect-any = au hasard parmi les meilleurs
perfect-blunder = faute voulue
table-progress = calcul de la table : { $percent } %
table-rebuilt = la table enregistrée a été recalculée : { $why }
table-not-saved = la table n'a pas pu être enregistrée : { $why }
table-wrong = la table est fausse
table-unlimited-wrong = la table sans limite est fausse
table-times = Calcul { $solving }, vérification { $verifying }.
table-saved = Table enregistrée en { $time } : { $path } ({ $size } Mo).
table-unsaved = Table non enregistrée : ni MOTEUR_TABLE, ni dossier de cache.
facts-legend-positions = Positions sans colonne de trois achevée ; avec 16 pions, l'un ou l'autre joueur a le trait.
facts-legend-shares = Les parts sont celles de toutes les positions, vues par le joueur qui a le trait,
facts-legend-rule = avec la règle des 40 coups (24 coups restants à 16 pions).
facts-pawns = pions
facts-positions = positions
facts-distinct = distinctes
facts-won = gagnées
facts-drawn = nulles
facts-lost = perdues
facts-total = total
facts-limited = règle des 40 coups
facts-unlimited = sans limite
facts-start = position de départ
facts-longest = plus long gain forcé
facts-longest-placed = tous les pions étant posés
facts-with-rule = avec la règle des 40 coups
facts-first-move = premier coup { $move }
facts-forced = Gain forcé en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}, { $title }, du joueur { $player } ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}) :

## La personne au terminal

person-begins = { $game }, { $partie ->
    [partie] une partie
   *[other] partie { $partie }
}, contre { $opponent } : { $first ->
    [yes] vous commencez
   *[no] l'adversaire commence
}{ $colour ->
    [none] {""}
   *[other] , vous avez les pions { $colour }
}
person-you = vous
person-unnamed = humain
person-turn = À vous : un coup (« ? » montre les coups possibles, « ! » abandonne)
person-moves = coups possibles : { $moves }
person-refused = { $move } : { $why }
person-opponent = { $name } joue { $move }
parameter-expected = un paramètre est attendu, de la forme clé=valeur
parameter-wrong = paramètre { $name }
replay-bad-record = ce n'est pas un enregistrement (ligne { $line })
reason-panic = le programme s'est arrêté sur une erreur interne
reason-tournament-over = le tournoi est terminé
reason-stacked = trois pions en pile
reason-treasure = trésor atteint
reason-gave-up = a abandonné

## Les 7 couleurs au terminal

couleurs-file-too-long = le fichier est trop long pour un plateau
couleurs-file-not-text = le fichier n'est pas un texte en UTF-8
couleurs-too-many-names = { $names } noms pour { $people ->
    [0] aucune personne
    [one] une personne
   *[other] { $people } personnes
}
couleurs-undo-refused = dans un championnat, les coups ne se reprennent pas
couleurs-undo-nothing = il n'y a pas de coup à reprendre
couleurs-undone = { $count ->
    [one] un coup repris
   *[other] { $count } coups repris
}
couleurs-person = Joueur
couleurs-begins = 7 couleurs : { $low } (v, en bas à gauche) contre { $high } (^, en haut à droite) ; { $first } commence
couleurs-turn = à { $name } ({ $side }) de jouer (« ? » : aide)
couleurs-thinks = { $name } ({ $side }) réfléchit...
couleurs-gains = gains : { $gains }
couleurs-occupation = { $side } { $name } : { $cells ->
    [one] { $cells } case
   *[other] { $cells } cases
}, { $share }
couleurs-move = { $number }. { $name } ({ $side }) joue { $colour } : +{ $won }
couleurs-bomb = une bombe est tombée
couleurs-ended-golden = { $name } a une case en or
couleurs-ended-majority = { $name } a plus de la moitié des cases
couleurs-ended-full = plus personne ne peut s'étendre
couleurs-ended-useless = { $count } coups de suite n'ont rien rapporté
couleurs-help-lines = une lettre : jouer cette couleur ; « u » ou « < » : reprendre son dernier coup ; « ! » : abandonner ; « q » ou la fin de l'entrée : quitter (si q ou u est une couleur, la lettre joue)
couleurs-help-screen = LES 7 COULEURS

    une lettre      jouer cette couleur : toutes ses cases qui touchent la zone
    u, < ou Retour  reprendre son dernier coup (et la réponse d'un moteur)
    !               abandonner
    q ou Ctrl-C     quitter (si q et u sont des couleurs : Ctrl-C et <)
    flèches, Page   faire défiler le plateau
    espace . + -    entre moteurs : pause, un coup, plus vite, moins vite
    Ctrl-L          redessiner

    v est en bas à gauche, ^ en haut à droite ; + marque les cases que le dernier coup a prises, * une case en or, # un mur.
    Pour gagner : plus de la moitié des cases, ou le plus de cases à la fin. « ? » : retour au jeu.
couleurs-too-small = Agrandissez le terminal : il faut au moins { $columns } colonnes et { $rows } lignes.
couleurs-part = lignes { $from } à { $to } sur { $rows } (↑ ↓)
couleurs-pace = { $paused ->
    [yes] en pause
   *[no] { $delay } s par coup
}
couleurs-keys = « ? » aide, « { $quit } » quitter
couleurs-sure-quit = La partie serait interrompue : « q » encore pour quitter.
couleurs-sure-give-up = « ! » encore pour abandonner.
couleurs-next = Entrée : partie suivante ; « q » : quitter.
couleurs-leave = Entrée : terminer.
couleurs-no-engine = le programme moteur ne connaît aucun moteur de ce jeu
couleurs-contest-game = Championnat : partie { $number } sur { $games } contre { $engine }{ $moves ->
    [0] {""}
    [one] , reprise après un coup
   *[other] , reprise après { $moves } coups
}
couleurs-contest-busy = ce championnat est déjà en cours ailleurs ({ $folder })
couleurs-contest-unreadable = ce n'est pas la description d'un championnat
couleurs-contest-other = le championnat de { $folder } a été commencé autrement ({ $what }) : redonnez la même commande, ou un autre nom (--noms) ou dossier (--parties)
couleurs-contest-record = cet enregistrement n'est pas celui de cette partie du championnat, ou les règles le contredisent ; pour rejouer cette partie : mv { $path } { $path }.refuse
couleurs-standing = { $name }, contre :
couleurs-standing-line = { $engine } : gagnées { $won }, nulles { $drawn }, perdues { $lost } ; reste { $left }
reason-left-between = la partie suivante n'a pas été commencée
reason-left-table = la partie a été quittée avant sa fin

## moteur : la ligne de commande

moteur = Moteurs de jeu d'Arbitre
moteur-form = Un moteur lit des lignes sur son entrée standard et répond sur sa sortie standard (protocol/MOTEUR.md). On le donne à joueur ou à serveur, par exemple --moteur 'pipe:moteur colonnes alphabeta'.
moteur-liste = Afficher les noms des moteurs, un par ligne
moteur-liste-jeu = Ceux de ce jeu seulement
moteur-hasard = Joue un coup légal au hasard
moteur-glouton = Regarde un coup en avant : gagne s'il le peut, sinon empêche l'adversaire de gagner
moteur-alphabeta = Cherche aussi loin que le temps le permet (alpha-bêta)
moteur-parfait = Joue d'après la solution du jeu, sans jamais rien laisser échapper, et tend des pièges
moteur-astar = Va au but par un plus court chemin, sans jouer d'autre coup
moteur-sphinx-hasard = Pose au hasard une question qui apprend quelque chose
moteur-sphinx-profondeur = Cherche en profondeur, d'abord du côté du trésor
moteur-sphinx-stratege = Essaie ses questions dans des grilles encore possibles, et construit des grilles où chercher est difficile
moteur-minmax = Cherche parmi tous les coups, aussi loin que le temps le permet
moteur-utile = Joue au hasard une couleur qui gagne au moins une case
moteur-sept-couleurs-glouton = Joue la couleur qui gagne le plus de cases
moteur-hegemonique = Joue la couleur qui donne le plus long périmètre à sa zone
moteur-prevoyant = Joue le premier de plusieurs coups d'affilée qui ensemble gagnent le plus
moteur-hybride = Joue la couleur après laquelle le plus de cases seront à lui avant l'adversaire
moteur-sept-couleurs-alphabeta = Cherche parmi les coups des deux joueurs, aussi loin que le temps le permet
moteur-chemin = Court à ses objectifs et revient par un plus court chemin, sans jamais poser de mur
moteur-stratege = Cherche parmi les pas et les murs utiles des deux joueurs, aussi loin que le temps le permet
moteur-perimetre = Ce qui compte comme périmètre
moteur-prevoyance = Nombre de ses propres coups qu'il prévoit
moteur-optimal = Joue parfaitement si la partie peut être résolue dans le temps du coup, et dit si c'est le cas
moteur-valeurs = Résoudre tous les plateaux d'une taille, ou un échantillon, et dire ce que vaut le premier coup
moteur-taille = Taille des plateaux, un côté ou largeur x hauteur : 4, 3x4
moteur-couleurs = Nombre de couleurs
moteur-echantillon = Plateaux de chaque sorte, quand il y en a trop pour les résoudre tous
moteur-graine-plateaux = Graine du premier plateau de l'échantillon ; les suivants ont les suivantes
moteur-secondes = Temps maximal par plateau en secondes
moteur-sans-ecart = Chercher seulement qui gagne, et non de combien : plus rapide
moteur-valeurs-joueurs = Dire aussi combien de fois les joueurs simples gardent la valeur des positions de parties parfaites
moteur-monde = Plateaux équitables (le demi-tour échange les joueurs), ou chaque case au hasard
moteur-voisins = Nombre de voisins d'une case : 4, 6 (hexagones) ou 8
moteur-tore = Un monde sans bords
moteur-murs = Part des cases qui sont des murs, en pour cent
moteur-or = Une case en or au milieu : le premier qui la prend gagne
moteur-bombe = Une bombe tombe tous les dix coups
moteur-plateau = Jouer toutes les parties sur le plateau de ce fichier
moteur-minimax = Regarde tout ce qui peut suivre, et ne perd jamais
moteur-resoudre = Résoudre le jeu, vérifier la table, l'enregistrer et afficher ce qu'elle dit du jeu
moteur-analyse = Donner la valeur exacte d'une position et de chaque coup, et les fautes de la partie qui y mène
moteur-analyse-lignes = Donner, pour des programmes, la valeur ou l'avis d'un moteur sur chaque position lue sur l'entrée standard, une demande JSON par ligne
moteur-preparer = Calculer et enregistrer d'avance ce qu'il faut, dire où, et s'arrêter
moteur-notes = Noter les joueurs des enregistrements lus sur l'entrée standard, un par ligne, en JSON
moteur-graine = Graine du hasard : la même graine redonne les mêmes coups (par défaut, tirée au sort)
moteur-temps = Temps maximal par coup en millisecondes (par défaut, tout le temps donné par l'hôte)
moteur-profondeur = Profondeur maximale de la recherche en demi-coups
moteur-echantillons = Nombre de grilles possibles où chaque question est essayée
moteur-table = Fichier (ou dossier) de la table ; par défaut MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
moteur-fautes = Pour l'entraînement : probabilité de jouer un coup qui laisse échapper quelque chose, de 0 à 1
moteur-sans-pieges = Choisir au hasard parmi les meilleurs coups, sans tendre de pièges
moteur-coups = Les coups depuis le début, par exemple « B2 A1 C3 » ; sans eux, la position de départ
moteur-partie = Enregistrement d'une rencontre (JSON) : les fautes de chacune de ses parties, au lieu d'une position
tournament-plays = la phase n'est pas finie : le tournoi { $name } est en cours
tournament-stopped = tournoi { $name } interrompu : { $why } ; il reprend dès que possible
tournament-withdrawn = { $player } perd par forfait toutes les parties qui lui restent
organise-name = « { $name } » n'est pas un nom de tournoi (20 caractères au plus : lettres, chiffres, _)
config-rencontre = rencontre : « { $word } » (seul « simple » est possible, dans les jeux qui le permettent)
reason-record-timeout-without-limit = un TIMEOUT alors que le temps n'était pas limité
moteur-tournoi = Faire jouer tous contre tous, sur chaque plateau des deux côtés et dans les deux ordres
moteur-question = Refaire l'expérience que demande une question du sujet
moteur-pire = Chercher un plateau équitable sur lequel un joueur joue mal
moteur-variantes = Refaire le championnat avec les variantes de la section 8, et dire si le classement change
moteur-joueurs = Deux joueurs ou plus, chacun avec ses options : glouton 'prevoyant --coups 3'
moteur-plateaux = Nombre de plateaux ; chaque paire joue quatre parties sur chacun
moteur-graine-tournoi = Graine du hasard : la même graine redonne les mêmes résultats
moteur-temps-coup = Temps par coup en millisecondes, pour les joueurs qui réfléchissent
moteur-coeurs = Nombre de parties à la fois (par défaut, celui des processeurs) ; les résultats n'en dépendent pas
moteur-donnees = Écrire aussi les résultats en JSON dans ce fichier
moteur-donnees-dossier = Écrire aussi les résultats en JSON dans ce dossier
moteur-question-numero = Numéro de la question, de 1 à 14
moteur-question-parties = Nombre de parties de chaque championnat (par défaut 100, puis 10000)
moteur-question-taille = Côté du plateau
moteur-question-joueur = Question 14 : le joueur qui doit battre les autres
moteur-pire-joueur = Le joueur qui doit mal jouer
moteur-pire-contre = Son adversaire
moteur-pire-taille = Côté du plateau
moteur-pire-pas = Nombre de changements essayés par recherche
moteur-pire-essais = Nombre de recherches ; la meilleure compte
moteur-variantes-joueurs = Les joueurs (par défaut, les stratégies du sujet)

## 7 couleurs : championnats et questions du sujet

colours-player = joueur « { $text } »
colours-progress = { $done } parties sur { $all }
colours-pair = joueurs (A - B)
colours-games = parties
colours-won = gagnées par A
colours-drawn = nulles
colours-lost = gagnées par B
colours-win-rate = victoires de A
colours-by-games = 95 % (parties)
colours-score = score de A
colours-by-boards = 95 % (plateaux)
colours-area = surface A - B
colours-plies = coups
colours-ranking = Classement, par score moyen (une nulle vaut un demi) :
colours-legend = Les intervalles « parties » sont ceux de Wilson, comme si toutes les parties étaient indépendantes. Les { $games } parties d'un plateau ne le sont pas : les intervalles « plateaux » prennent le plateau pour unité (Wilson, avec le nombre de parties que la variance entre plateaux laisse compter comme indépendantes).
colours-time = { $games } parties en { $time }, { $rate } coups par seconde.

variant-base = Règles du sujet
variant-colours = 9 couleurs
variant-torus = Monde torique
variant-eight = 8 voisins
variant-hexagons = Cases hexagonales
variant-walls = Labyrinthe (20 % de murs)
variant-golden = Case en or
variant-bomb = Bombe tous les dix coups
variant-random = Plateaux au hasard, sans symétrie
variant-same = Même classement qu'avec les règles du sujet.
variant-before = { $one } passe devant { $other }{ $sure ->
    [yes] {""}
   *[no] {" "}(dans l'incertitude)
}
variant-other = Le classement change : { $places }

worst-nothing = aucun plateau : il faut au moins une recherche
worst-title = ▷ { $player }, battu par { $opponent }
worst-result = { $player } contre { $opponent }, { $games } parties (des deux côtés, dans les deux ordres) : score { $score }, surface { $share }
worst-why-shells = Toutes les cases à la même distance d'un coin ont la même couleur, et la distance suivante une autre : à chaque coup, une seule couleur sur sept gagne quelque chose. Le joueur au hasard avance d'un pas tous les sept coups ; celui qui regarde ce qu'il gagne avance à chaque coup.
worst-why-confetti = Les distances sont de couleur A ou B, mais une ligne sur deux est semée des cinq autres couleurs : presque tous les coups gagnent quelques cases, un seul fait avancer toute la zone. Le hasard utile le trouve une fois sur six, le glouton toujours.
worst-why-gate = Un îlot de plus de la moitié du monde est derrière une porte d'une seule case. À côté, des appâts de six cases : le glouton les mange l'un après l'autre. L'adversaire ouvre la porte, puis prend tout.
worst-why-comb = Chaque moitié du monde est un peigne de A dont les dents sont séparées par du B. Une fois le peigne pris, le périmètre est le plus long qui soit, et remplir les creux le raccourcirait : l'hégémonique à la lettre ne les prend jamais, l'adversaire prend les siens et gagne.
worst-why-gate-hegemonic = La porte du pire monde du glouton : l'ouvrir ne donne qu'une case libre de plus autour de la zone, les appâts en donnent davantage. L'hégémonique tourne le dos à l'îlot qui décide de la partie.
worst-why-gate-foresighted = La porte a deux cases, de deux couleurs : il faut trois coups pour prendre l'îlot, et deux coups d'avance ne le montrent pas. Celui qui en regarde trois gagne ; une porte de n cases trompe de même celui qui regarde n coups.
worst-why-found = Trouvé par recuit simulé parmi les plateaux équitables (moteur sept-couleurs pire).

question-title = Question { $number }
question-time = Durée : { $time }.
question-moves = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
} (côté, couleur, cases gagnées), dont { $useless } sans rien gagner. La partie se joue par : serveur joue sept-couleurs
question-1 = Chaque case est tirée au hasard parmi les couleurs, sauf les deux coins ; la graine redonne le même plateau.
question-1-colours = Cases de chaque couleur : { $counts }
question-2 = Méthode du sujet : parcourir tout le monde tant qu'un parcours change quelque chose. On la vérifie contre une seconde méthode et sur des parties enregistrées. Pire cas : un serpent de A. Un parcours le suit vers la droite et vers le bas ; chaque pas vers la gauche ou vers le haut attend le parcours suivant. Par lignes, le serpent prend la moitié des cases, dont la moitié à contresens : environ n²/4 parcours. En escaliers le long des diagonales, il en prend les deux tiers : environ n²/3 parcours de n² cases. Un chemin qui ne se touche pas ne peut guère en prendre davantage, et la moitié de ses pas à peu près doit revenir.
question-2-side = côté
question-2-rows = parcours (lignes)
question-2-stairs = parcours (escaliers)
question-2-every = Tous les plateaux de côté { $side } : au plus { $passes } parcours (le pire des deux serpents : { $snake }), par exemple { $board }
question-2-ordinary = Sur { $boards } plateaux au hasard de côté { $side }, chacun jouant au hasard une couleur utile jusqu'au bout, selon le nombre de couleurs :
question-2-colours = couleurs
question-2-mean = parcours, en moyenne
question-2-most = parcours, au plus
question-3 = Méthode rapide : le monde est découpé une fois en îlots ; un coup ne touche que les îlots gagnés et leurs rives. Les deux méthodes jouent les mêmes parties au hasard, et chaque coup est comparé case par case.
question-3-boards = plateaux
question-3-moves = coups comparés
question-3-slow-cells = cases lues, lente
question-3-fast-cells = cases lues, rapide
question-3-slow = lente, par coup
question-3-fast = rapide, par coup
question-3-world = îlots, par plateau
question-3-ratio = rapport
question-3-same = Après chaque coup, les deux méthodes donnent le même monde.
question-3-differs = les deux méthodes ne donnent pas le même monde (côté { $side }, plateau { $number })
question-4 = Deux personnes jouent au terminal par : 7couleurs personne personne. Une lettre par coup, majuscule ou minuscule ; ce qui n'est pas une couleur est refusé et redemandé ; « u » reprend son dernier coup. Limites : un seul clavier pour deux, au plus 26 couleurs et 150 cases de côté.
question-5 = Condition suffisante : un joueur a plus de la moitié des cases, ou plus personne ne peut rien gagner. Ce qu'elle épargne, puisque la partie continuerait sinon jusqu'à ce que tout soit pris (chacun prenant alors le plus possible) :
question-5-player = joueur
question-5-decided = coups jusqu'à la décision
question-5-full = coups jusqu'au bout
question-5-saved = épargnés
question-6 = Le joueur « hasard » tire une couleur parmi toutes, utile ou non :
question-7 = Le joueur « utile » tire une couleur parmi celles qui gagnent au moins une case :
question-8 = Le joueur « glouton » prend la couleur qui gagne le plus de cases :
question-9 = Ce que valent le côté et le trait : score du côté v et de celui qui commence, toutes parties ensemble, et part des plateaux dont un côté gagne les quatre parties, quels que soient celui qui y joue et celui qui commence.
question-9-players = joueurs
question-9-boards = plateaux
question-9-side = côté v
question-9-begins = qui commence
question-9-decided = un côté gagne tout
question-9-answer = Un plateau au hasard avantage un coin ; un plateau que le demi-tour laisse tel quel n'avantage personne, mais commencer reste un avantage. Entre inégaux cela ne se voit pas : le plus fort gagne partout. On joue donc sur des plateaux équitables, chaque plateau quatre fois : des deux côtés et dans les deux ordres.
question-10 = Championnat du glouton contre le hasard (question 6), puis contre le hasard utile (question 7), sur des plateaux équitables :
question-10-why = Ce que gagne un coup de chacun, sur { $games } parties contre le glouton, et combien de couleurs lui auraient rapporté quelque chose :
question-11 = Championnat du glouton contre l'hégémonique, dans chaque lecture du périmètre : à la lettre (litteral), parmi les couleurs utiles (utile), sans ce que l'adversaire ne peut plus atteindre (exterieur), la zone avec les cases libres qui la touchent (emprise), la zone avec tous les îlots qui la touchent (iles).
question-11-why = Pourquoi la lettre est faible, sur { $games } parties contre le glouton :
question-11-moves = coups
question-11-gained = cases par coup
question-11-colours = couleurs utiles
question-11-idle = ne gagnent rien
question-11-shrinking = tout gain raccourcit
question-11-refused = dont parmi ceux qui ne gagnent rien
question-11-answer = Prendre une case libre qui touche la zone l'ôte du périmètre : remplir un creux le raccourcit, et le joueur à la lettre préfère alors ne rien gagner. En comptant la zone avec les cases qui la touchent, une case prise reste comptée, et seul compte ce qui est nouveau au-delà.
question-12 = Championnat du glouton prévoyant (deux coups) contre les autres :
question-12-deeper = Contre lui-même avec un, trois et quatre coups :
question-12-cost = Ce que coûte un coup, sur { $positions } positions de parties de gloutons :
question-12-bound = borne 7ⁿ
question-12-mean = suites, en moyenne
question-12-most = suites, au plus
question-12-time = temps par coup
question-12-answer = Toutes les suites de n couleurs : 7ⁿ, chacune en temps proportionnel à ce qu'elle gagne. Une couleur qui ne gagne rien ne fait que retarder les autres, et la même couleur deux fois de suite ne gagne rien la seconde : il en reste au plus 7 × 6ⁿ⁻¹.
question-13 = Des mondes que le demi-tour laisse tels quels, donc équitables, et sur lesquels une stratégie perd pourtant des deux côtés et dans les deux ordres.
question-14 = Championnat du joueur { $player } contre chacun des autres :

## D'autres ordinateurs

reason-machine-failed = l'ordinateur { $a0 } : { $a1 }
reason-machine-engine = { $a0 } n'y joue pas : { $a1 }
reason-machine-version = ses programmes sont de la version { $a0 }, ceux de l'organisateur de la version { $a1 } : employez les mêmes
reason-machine-speed = sa vitesse vaut { $a0 } % de celle des autres ; l'écart permis est de { $a1 } %
reason-machines-lost = { $a0 } ordinateurs ont été perdus pendant qu'ils la jouaient
reason-record-long = son enregistrement est plus long que la file d'attente ne le permet
reason-machines-key = ce n'est pas la clé d'un ordinateur
reason-machines-full = la salle est pleine : { $a0 } ordinateurs
reason-bundle-deep = { $a0 } : trop de dossiers les uns dans les autres
reason-bundle-special = { $a0 } n'est ni un fichier ni un dossier
reason-bundle-large = les fichiers d'un moteur dépassent { $a0 } Mio ou { $a1 } fichiers
reason-bundle-sum = les fichiers d'un moteur sont arrivés changés ({ $a0 })
reason-bundle-entry = les fichiers d'un moteur contiennent ce qu'ils ne doivent pas contenir : { $a0 }
reason-bundle-gone = l'organisateur n'a plus les fichiers d'un moteur ({ $a0 })
machines-found = { $name } : { $cores ->
    [one] { $cores } cœur
   *[other] { $cores } cœurs
}, { $processor }, { $memory } Gio, vitesse { $speed } ; { $programs }
machines-joined = { $name } a rejoint la salle : { $places ->
    [one] { $places } rencontre
   *[other] { $places } rencontres
} à la fois. Ctrl-C : finir et partir ; deux fois : partir tout de suite
machines-refused = pas de rencontres pour cet ordinateur : { $why }
machines-ready = cet ordinateur joue de nouveau
machines-rests = pas de rencontres ici pendant 30 secondes : { $why }
machines-organiser-silent = l'ordinateur de l'organisateur ne répond pas : on attend
machines-leaving = { $count ->
    [0] départ
    [one] départ après { $count } rencontre ; encore Ctrl-C : partir tout de suite
   *[other] départ après { $count } rencontres ; encore Ctrl-C : partir tout de suite
}
machines-finished = tout est joué
machines-left = { $count ->
    [one] parti après { $count } rencontre
   *[other] parti après { $count } rencontres
}
machines-token = { $address } refuse le jeton : copiez la ligne que le championnat affiche
machines-nobody = { $address } répond, mais aucun championnat ne l'emploie encore : on attend
machines-unreachable = { $address } est injoignable ({ $why }) : le championnat tourne-t-il, avec --machines ? On attend
machines-no-home = le dossier personnel est inconnu : nommez un dossier avec --dossier
machines-folder = { $path } : son nom ne peut contenir que des lettres sans accent, des chiffres, « - », « _ » et « . » ; choisissez-en un autre avec --dossier
machines-twice = « { $name } » tourne déjà sur cet ordinateur : donnez un autre nom avec --nom
machines-no-server = nats-server n'est pas installé : sudo apt-get install nats-server
machines-port = le port { $port } est pris : choisissez-en un autre (--machines 4223)
machines-line = À taper sur chaque ordinateur de la salle :
    { $command }
machines-line-other = À taper sur chaque ordinateur de la salle, avec son nom d'utilisateur et son mot de passe dans l'adresse :
    machines rejoindre { $address }
machines-published-again = { $task } s'est perdue en route : elle sera rejouée
machines-not-its-job = { $subject } : une réponse au sujet de { $task }, d'un ordinateur qui ne l'a pas reçue ; elle ne compte pas
machines-too-late = { $task } : plus de mille réponses sont arrivées trop tard ou deux fois ; celle-ci est jetée
machines-other-organiser = un autre championnat utilise { $address } : un seul championnat par serveur
machines-queue = « { $text } » : un port, ou l'adresse d'un serveur NATS (nats://HÔTE:4222)
bridge-ended = la liaison avec les autres ordinateurs s'est arrêtée ({ $why }) : elle est relancée
bridge-broken = sans liaison avec les autres ordinateurs, rien ne peut être joué ; sans --machines, cet ordinateur joue tout
machine-plays = { $name } joue : { $places ->
    [one] { $places } rencontre
   *[other] { $places } rencontres
} à la fois
machine-refused = { $name } ne joue rien : { $why }
machine-fault = { $name } : { $why }
machine-leaves = { $name } s'en va
machine-silent = { $name } ne répond plus : ses rencontres passent à d'autres
machine-no-travel = { $name } ne peut pas jouer sur d'autres ordinateurs : { $why }
machine-lost = { $key } : { $machine } ne répond plus ; un autre ordinateur la jouera
machine-again = { $key } : { $machine } la joue maintenant, { $after } après le dernier signe de l'autre ordinateur
machine-late = { $id } : le résultat de { $machine } est arrivé trop tard ou deux fois, et a été mis à part
machines-none = aucun ordinateur n'a rejoint la salle
machines-all = { $count ->
    [one] { $count } ordinateur
   *[other] { $count } ordinateurs
}, { $places ->
    [one] { $places } place
   *[other] { $places } places
}, { $playing ->
    [one] { $playing } rencontre en cours
   *[other] { $playing } rencontres en cours
}
machines-unreachable-now = { $address } est injoignable ({ $why })
machines-nobody-now = { $address } répond, mais aucun championnat ne l'emploie à présent
machine-line = { $name } : { $state } ; { $played ->
    [one] { $played } jouée
   *[other] { $played } jouées
} ; { $cores ->
    [one] { $cores } cœur
   *[other] { $cores } cœurs
}, { $memory } Gio, vitesse { $speed }, { $processor } ; version { $version } ; { $programs }
machine-has = { $processor }, { $memory } Gio ; { $programs }
machine-state-plays = joue { $count } sur { $places }
machine-state-refused = ne joue rien : { $why }
machine-state-leaves = s'en va
machine-state-silent = ne répond plus
machine-state-fault = dernière panne : { $why }

## Échelles

reason-ladder-none = il n'y a pas d'échelle à cet endroit
reason-ladder-unreadable = { $a0 } est illisible : { $a1 }
reason-ladder-settings = { $a0 } : { $a1 }
reason-ladder-line = ligne { $a0 }, « { $a1 } » : { $a2 }
reason-ladder-parameter = paramètre { $a0 } : { $a1 }
reason-ladder-moment = { $a0 } n'est pas une date comme 2026-12-18T18:00
reason-ladder-confinement = { $a0 } n'est pas un niveau de confinement (aucun, ordinaire, strict)
reason-ladder-house = { $a0 } ne peut pas être le nom d'un moteur intégré
reason-ladder-trial = l'essai s'est arrêté : { $a0 }
reason-ladder-trial-broken = ce dépôt ne peut pas être lu
reason-ladder-trial-long = l'essai n'était pas fini après { $a0 } s
reason-ladder-late = arrivé après la fermeture
reason-ladder-rests = en faute dans { $a0 } de ses dix dernières rencontres
reason-ladder-no-version = la version { $a0 } manque
reason-ladder-fault = perdu par une faute
ladder-open = Échelle { $name }, { $title } : { $count ->
    [one] un étudiant
   *[other] { $count } étudiants
}
ladder-links-file = Les liens personnels sont dans { $path } : chacun ne le donne qu'à son étudiant.
ladder-other-game = l'échelle { $name } joue à { $game } ({ $path }) : donnez un autre nom à la nouvelle, avec --nom
ladder-kept = l'échelle { $name } existe déjà, { $option } n'y change rien : ce réglage est dans { $path }
ladder-no-ladder = aucune échelle dans { $folder } ; pour en créer une : bin/serveur echelle --jeu colonnes --eleves classe.csv
ladder-nobody = { $list } ne nomme personne
ladder-listed-twice = « { $name } » est deux fois dans la liste, sans adresses qui distinguent deux personnes, et n'a qu'un lien ; si elles sont deux, donnez à chacune son adresse, ou un autre nom
ladder-class-locked = la classe de l'échelle { $name } est en train de changer ; réessayez
ladder-name = { $name } ne peut pas être le nom d'une échelle : lettres minuscules sans accent, chiffres et tirets
ladder-unknown = il n'y a pas d'échelle { $name } ; il y a { $known }
ladder-no-student = { $name } n'est pas un étudiant de cette échelle ; il y a { $known }
ladder-runs = un autre programme joue déjà les échelles de ce dossier
ladder-unknown-house = { $name } n'est pas un moteur intégré de { $game } : il ne jouera pas
ladder-stranger = un dépôt au nom de { $name }, qui n'est pas de la classe, est mis de côté
ladder-stays-here = { $names } : pendant une heure seulement sur cet ordinateur, pas sur ceux de la salle ({ $why })
ladder-alone = sans liaison avec les ordinateurs de la salle, cet ordinateur joue tout ; la liaison est tentée de nouveau
ladder-interrupted = rien ne commence pendant un moment : { $why }
ladder-stopping = { $count ->
    [0] Arrêt.
    [one] Arrêt : une rencontre ou un essai finit d'abord ; Ctrl-C encore pour l'interrompre.
   *[other] Arrêt : { $count } rencontres ou essais finissent d'abord ; Ctrl-C encore pour les interrompre.
}
ladder-stopped = Arrêt immédiat : ce qui est interrompu sera repris au prochain démarrage.
ladder-too-few = trop peu de versions jouent dans { $name } pour un championnat : { $count }
ladder-still-waiting = { $count ->
    [one] un dépôt n'a pas encore été essayé : il n'en est pas
   *[other] { $count } dépôts n'ont pas encore été essayés : ils n'en sont pas
}
ladder-contest = Championnat de { $count } concurrents dans { $path }. Pour le jouer : bin/serveur championnat { $path }
ladder-contest-path = { $path } : choisissez un chemin de lettres sans accent, de chiffres et de tirets, sans espace
ladder-contest-exists = { $path } existe déjà et n'est pas remplacé : donnez un autre nom à la description
ladder-contest-about =
    Championnat des versions qui jouent dans l'échelle { $ladder }, copiées dans { $engines }.

      { PROGRAM("serveur") } championnat { $description }
      { PROGRAM("serveur") } classement { $description }
      { PROGRAM("serveur") } echelle championnat { $ladder } AUTRE.toml --dossier { $root }

    La première ligne joue le championnat, ou le reprend ; la dernière décrit celui des versions arrivées depuis, dans un autre fichier. Les commandes des moteurs partent du dossier où vous tapez la première ligne.
ladder-no-version-yet = rien déposé
ladder-version-tried = à l'essai
ladder-version-plays = joue
ladder-version-refused = refusée
ladder-last-version = version { $number }, { $time }, { $stage }
ladder-no-mail = sans adresse : { $names }
essai-limit = { $limit } n'est pas une limite : memoire=MIO, processus=N, disque=MIO ou regles=non
depose-link = il faut votre lien personnel, comme http://salle-12:8088/echelle/colonnes-l3/entrer#0123... : --lien LIEN, ou la variable ARBITRE_LIEN
depose-nothing = il n'y a aucun fichier à déposer
depose-answer = cette adresse ne répond pas comme une échelle
depose-taken = { $count ->
    [one] Un fichier déposé.
   *[other] { $count } fichiers déposés.
}
depose-stage = Version { $number } : { $said }
depose-long = pas de verdict après un quart d'heure ; votre page le dira
depose-many = plus de { $count } fichiers : déposez une archive de ce qui sert
depose-name = { $path } : ce nom ne peut pas être transmis (UTF-8, sans saut de ligne)
depose-curl = curl manque (paquet curl)
depose-refused = refusé ({ $status }) : { $why }
