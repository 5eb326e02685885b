help-moteur = The game engines of Arbitre.
help-moteur-colonnes-hasard = Plays a legal move at random
    .graine = Seed of the randomness: the same seed gives the same moves again [default: drawn]
