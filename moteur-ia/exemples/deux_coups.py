# Un moteur qui regarde deux coups plus loin, pour tous les jeux sans secrets : les règles sont dans le paquet arbitre.
# Le paquet s'installe à côté : guides/recherche.md ; à lancer par : joueur ... --moteur 'pipe:python3 deux_coups.py'
import random
import time

import arbitre

GAGNE = 1_000_000
PARTIES, LONGUEUR = 20, 50  # au hasard, pour estimer une position ; de tant de coups au plus
noeuds = 0  # les positions vues


def estimer(p, horloge):
    """VOTRE IDÉE ICI : ce que vaut pour le premier joueur une position où la partie continue. Pour l'instant : combien de parties
    au hasard il gagne de plus qu'il n'en perd, sur quelques-unes."""
    global noeuds
    somme = 0
    for _ in range(PARTIES):
        if horloge.over:
            break
        joues = 0
        while p.outcome is None and joues < LONGUEUR:
            p.play(random.choice(p.legal()))
            joues += 1
        somme += p.outcome or 0
        noeuds += joues
        for _ in range(joues):
            p.undo()
    return somme


def valeur(p, profondeur, alpha, beta, horloge):
    """Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin, et le coup qui y mène ; alpha et
    beta : ce que chacun s'est déjà assuré ailleurs."""
    global noeuds
    noeuds += 1
    if p.outcome is not None:
        return p.outcome * (GAGNE + profondeur), None  # plus tôt, c'est mieux
    if profondeur == 0:
        return estimer(p, horloge), None
    premier, meilleur = p.to_move == 1, None  # le premier veut le plus, le second le moins
    for coup in p.legal():
        if alpha >= beta or horloge.over:
            break
        p.play(coup)
        v, _ = valeur(p, profondeur - 1, alpha, beta, horloge)
        p.undo()
        if horloge.over or (v <= alpha if premier else v >= beta):
            continue  # faute de temps v ne vaut rien
        if premier:
            alpha = v
        else:
            beta = v
        meilleur = coup
    return (alpha if premier else beta), meilleur


def choisir(p, horloge):
    """Le coup à jouer ; ce que l'on imprime va au journal."""
    global noeuds
    debut, noeuds, coup = time.monotonic(), 0, p.legal()[0]
    for profondeur in (1, 2):  # s'il n'y a pas le temps de voir deux coups, un suffit
        coup = valeur(p, profondeur, -2 * GAGNE, 2 * GAGNE, horloge)[1] or coup
    print(noeuds, "positions,", int(noeuds / (time.monotonic() - debut)), "par seconde")
    return coup


arbitre.engine("deux-coups-py", choisir)
