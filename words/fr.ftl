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
