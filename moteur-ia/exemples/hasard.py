# Colonnes de trois : un coup légal au hasard. À lancer par : joueur ... --moteur 'pipe:python3 hasard.py'
import random
import sys

CASES = [colonne + ligne for ligne in "123" for colonne in "ABC"]

def voisines(a, b):  # deux cases qui ont un côté commun
    return abs(ord(a[0]) - ord(b[0])) + abs(ord(a[1]) - ord(b[1])) == 1

def coups(piles, n):  # les coups légaux après n demi-coups ; le pion 0 est à qui a commencé, le pion 1 à l'autre
    libres = [case for case in CASES if len(piles[case]) < 3]
    if n < 16:  # chacun pose d'abord ses 8 pions
        return libres
    miennes = [case for case in CASES if piles[case][-1:] == [n % 2]]
    return [f"{de}-{vers}" for de in miennes for vers in libres if voisines(de, vers)] or ["passe"]

def jouer(piles, n, coup):
    de, _, vers = coup.rpartition("-")
    if coup != "passe":
        piles[vers].append(piles[de].pop() if de else n % 2)

piles, n, coup = {case: [] for case in CASES}, 0, ""
for ligne in sys.stdin:
    mot, *suite = ligne.split() or [""]
    if mot == "hello":
        print("engine 1 hasard-python", flush=True)  # flush : sans lui, l'arbitre ne verrait rien
    elif mot == "game":
        piles, n = {case: [] for case in CASES}, 0
    elif mot == "go":
        coup = random.choice(coups(piles, n))
        print("move", coup, flush=True)
    elif mot == "opponent" or (mot, suite[:1]) == ("verdict", ["VALID"]):  # un coup est joué : le sien ou le nôtre
        jouer(piles, n, suite[0] if mot == "opponent" else coup)
        n += 1
    elif mot == "quit":
        break
