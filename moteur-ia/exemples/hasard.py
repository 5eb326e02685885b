# Colonnes de trois : un coup légal au hasard. À lancer par : joueur ... --moteur 'pipe:python3 hasard.py'
import random
import sys

CASES = [colonne + ligne for ligne in "123" for colonne in "ABC"]

def voisines(a, b):  # deux cases qui ont un côté commun
    return abs(ord(a[0]) - ord(b[0])) + abs(ord(a[1]) - ord(b[1])) == 1

def coups():  # les coups légaux après n demi-coups ; le pion 0 est à qui a commencé, le pion 1 à l'autre
    libres = [case for case in CASES if len(piles[case]) < 3]
    if n < 16:  # chacun pose d'abord ses 8 pions
        return libres
    miennes = [case for case in CASES if piles[case][-1:] == [n % 2]]
    return [f"{de}-{vers}" for de in miennes for vers in libres if voisines(de, vers)] or ["passe"]

def jouer(coup):  # « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien
    global n
    de, _, vers = coup.rpartition("-")
    if coup != "passe":
        piles[vers].append(piles[de].pop() if de else n % 2)
    n += 1

def choisir():  # VOTRE IDÉE ICI : choisissez mieux qu'au hasard
    return random.choice(coups())

def dire(ligne):
    print(ligne, flush=True)  # flush : sans lui, l'arbitre ne verrait rien

connu, piles, n, coup = False, {case: [] for case in CASES}, 0, ""
for ligne in sys.stdin:
    mot, *suite = ligne.split() or [""]
    if mot == "hello":
        dire("engine 1 hasard-python")
    elif mot == "game":  # moves : les coups déjà joués, quand la partie est reprise
        connu, piles, n = suite[0] == "colonnes", {case: [] for case in CASES}, 0
        joues = dict(mot.split("=", 1) for mot in suite[2:] if "=" in mot).get("moves", "") if connu else ""
        for joue in joues.split(",") if joues else []:
            jouer(joue)
    elif mot == "go" and not connu:
        dire("error jeu inconnu")
    elif mot == "go":
        coup = choisir()
        dire("move " + coup)
    elif mot == "opponent":  # le coup de l'adversaire est joué
        jouer(suite[0])
    elif mot == "verdict" and suite[0] == "VALID":  # le nôtre l'est
        jouer(coup)
    elif mot == "quit":
        break
