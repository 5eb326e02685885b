# Morpion : gagne s'il le peut, sinon empêche l'adversaire de gagner, sinon joue au hasard.
# À lancer par : serveur championnat --jeu morpion --moteur 'pipe:python3 morpion.py' --moteur minimax
import random
import sys

CASES = [colonne + ligne for ligne in "123" for colonne in "ABC"]
LIGNES = [[c for c in CASES if c[1] == x or c[0] == x] for x in "123ABC"] + [["A1", "B2", "C3"], ["C1", "B2", "A3"]]

def aligne(joueur):  # la case qui manque à une ligne de ce joueur, s'il y en a une
    for ligne in LIGNES:
        libres = [case for case in ligne if case not in prises]
        if len(libres) == 1 and [prises.get(case) for case in ligne].count(joueur) == 2:
            return libres[0]

def choisir():
    moi = len(prises) % 2
    return aligne(moi) or aligne(1 - moi) or random.choice([case for case in CASES if case not in prises])

connu, prises, coup = False, {}, ""  # à qui est chaque case prise : 0 à qui a commencé, 1 à l'autre
for ligne in sys.stdin:
    mot, *suite = ligne.split() or [""]
    if mot == "hello":
        print("engine 1 morpion-python", flush=True)  # flush : sans lui, l'arbitre ne verrait rien
    elif mot == "game":  # moves : les coups déjà joués, quand la partie est reprise en cours de route
        connu = suite[0] == "morpion"
        joues = dict(mot.split("=", 1) for mot in suite[2:] if "=" in mot).get("moves", "")
        prises = {case: n % 2 for n, case in enumerate(joues.split(",")) if case}
    elif mot == "go" and not connu:
        print("error jeu inconnu", flush=True)
    elif mot == "go":
        coup = choisir()
        print("move", coup, flush=True)
    elif mot == "opponent" or (mot, suite[:1]) == ("verdict", ["VALID"]):  # un coup est joué : le sien ou le nôtre
        prises[suite[0] if mot == "opponent" else coup] = len(prises) % 2
    elif mot == "quit":
        break
