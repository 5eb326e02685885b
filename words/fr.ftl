# Ce qu'Arbitre dit en français. Les mêmes identifiants sont dans en.ftl, avec les mêmes variables.
# Dans une raison (reason-*), $a0, $a1... sont les arguments, $all tous, $count leur nombre.

### Ce qui se compte

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

### Les langues

language-unknown = langue inconnue : « { $name } » (fr ou en)

### Raisons : les règles de Colonnes

reason-pawns-in-hand = tous les pions doivent être posés avant le premier déplacement
reason-no-pawn-in-hand = il ne reste plus de pion à poser
reason-full = la case { $a0 } porte déjà trois pions
reason-empty = la case { $a0 } est vide
reason-not-own-pawn = le pion du dessus de { $a0 } est à l'adversaire
reason-not-neighbours = les cases { $a0 } et { $a1 } ne sont pas voisines
reason-can-move = un joueur qui peut déplacer un pion ne passe pas
reason-wrong-colour = le pion est de la couleur de l'adversaire
reason-field = le champ { $a0 } vaut { $a1 }, hors de ses valeurs

### Raisons : les règles de Labyrinthe

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

### Raisons : tous les jeux

reason-text = { $all }
reason-game-over = la partie est finie
reason-not-your-turn = ce n'est pas le tour de ce joueur
reason-not-a-move = { $count ->
    [0] ce n'est pas un coup
   *[other] « { $a0 } » n'est pas un coup
}

### La ligne de commande

clap-usage = Usage :
clap-heading-subcommands = Commandes :
clap-heading-positionals = Arguments :
clap-heading-options = Options :
clap-name-command = COMMANDE
clap-name-language = LANGUE
# Les noms de valeurs que le programme dit dans l'autre langue.
clap-value-names = FIRST=PREMIER SECOND=SECOND NAME=NOM PLAYER=JOUEUR EDITION=ÉDITION
clap-langue = Langue des messages (par défaut, celle de l'environnement : LANG)
clap-help = Afficher cette aide
clap-help-short = Afficher cette aide (plus de détails avec --help)
clap-help-long = Afficher cette aide (un résumé avec -h)
clap-help-command = Afficher cette aide, ou celle d'une commande
clap-version = Afficher la version
clap-default = [défaut : { $values }]
clap-possible = [valeurs possibles : { $values }]
clap-error = erreur :
clap-more = Pour en savoir plus : --help
clap-quoted = « { $text } »
clap-similar = Vouliez-vous dire { $names } ?
clap-tip-value = Si « { $value } » est une valeur et non une option : -- { $value }
clap-tip-dashes = La commande « { $command } » existe ; pour l'employer, enlevez le « -- » qui la précède.
clap-tip-exists = « { $name } » existe.
clap-unknown-argument = l'argument « { $arg } » est inconnu, ou n'a pas sa place ici
clap-unknown-command = la commande « { $command } » est inconnue
clap-empty-value = « { $arg } » demande une valeur
clap-invalid-value = la valeur « { $value } » n'est pas possible pour « { $arg } »
clap-wrong-value = la valeur « { $value } » n'est pas possible pour « { $arg } » : { $why }
clap-no-equals = « { $arg } » demande un signe égal devant sa valeur
clap-too-many-values = la valeur « { $value } » est de trop pour « { $arg } »
clap-too-few-values = « { $arg } » demande au moins { $needed ->
    [one] { $needed } valeur
   *[other] { $needed } valeurs
} ({ $given ->
    [one] { $given } donnée
   *[other] { $given } données
})
clap-wrong-number = « { $arg } » demande { $needed ->
    [one] { $needed } valeur
   *[other] { $needed } valeurs
} ({ $given ->
    [one] { $given } donnée
   *[other] { $given } données
})
clap-conflict = « { $arg } » ne s'emploie pas avec « { $other } »
clap-twice = « { $arg } » est donné plusieurs fois
clap-required = { $count ->
    [one] il manque un argument : { $args }
   *[other] il manque des arguments : { $args }
}
clap-missing-command = « { $command } » demande une commande
clap-utf8 = un argument n'est pas du texte en UTF-8
clap-why-unknown = elle est incompréhensible
clap-why-integer = un nombre entier est attendu
clap-why-overflow = ce nombre est trop grand
clap-why-number = un nombre est attendu
clap-why-address = une adresse IP est attendue
clap-why-between = de { $from } à { $to } sont possibles
clap-why-from = { $from } est le plus petit nombre possible
clap-why-to = { $to } est la limite
