# Un premier moteur, pour tous les jeux : un coup légal au hasard, tiré de la liste que l'arbitre envoie avant chaque tour.
# À lancer par : joueur ... --moteur 'pipe:python3 premier.py'. Tous les messages : protocol/MOTEUR.md
import random
import sys

def choisir(coups, passes):  # VOTRE IDÉE ICI : un coup de cette liste, mieux qu'au hasard ; et passes, ce qui s'est passé
    return random.choice(coups)

def dire(ligne):
    print(ligne, flush=True)  # flush : sans lui, l'arbitre ne verrait rien. N'imprimez rien d'autre : un journal va sur sys.stderr

coups, passes, dernier = [], [], ""  # ce qu'on peut jouer ; les coups de la partie, comme on les connaît ; le nôtre, pas encore jugé
for ligne in sys.stdin:
    mot, _, reste = ligne.strip().partition(" ")
    if mot == "hello":
        dire("want legal")  # demande les listes de coups, avant de dire son nom
        dire("engine 1 premier-python")
    elif mot == "game":  # une partie commence : « colonnes first color=BLANC time=6000 » ; moves=... : les coups d'avant, si elle est reprise
        coups, passes = [], []
    elif mot == "legal":  # ce qu'on peut jouer, juste avant « go »
        coups = reste.split(",")
    elif mot == "go" and not coups:
        dire("error pas de liste « legal » : l'arbitre ne connaît pas ce jeu, ou pas encore « want legal »")
    elif mot == "go":  # à nous, en tant de millisecondes
        dernier = choisir(coups, passes)
        dire("move " + dernier)
        coups = []
    elif mot == "opponent":  # le coup de l'adversaire, ou ce qu'on en voit
        passes.append(reste)
    elif mot == "verdict" and reste.startswith("VALID "):  # le nôtre compte : « B2 VALID CONT », puis la réponse à une question
        passes.append(dernier + " " + reste)
    elif mot == "quit":
        break  # tout autre message, « stop » et « end » compris, n'attend rien : on répond aussitôt à chaque « go »
