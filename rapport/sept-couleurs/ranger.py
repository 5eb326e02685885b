"""Range les données brutes du moteur : ranger.py BRUT DONNEES garde ce dont le rapport a besoin. Appelé par mesurer.sh."""

import json
import pathlib
import re
import sys


# Durations, which are not the same twice; and the scores of single boards, which are many: their mean and interval stay.
OTES = {"slow_micros", "fast_micros", "world_micros", "ratio", "micros", "scores_of_boards"}


def utile(valeur):
    """What the report needs of it."""
    if isinstance(valeur, dict):
        return {nom: utile(contenu) for nom, contenu in valeur.items() if nom not in OTES}
    if isinstance(valeur, list):
        return [utile(contenu) for contenu in valeur]
    return valeur


def resume(valeurs):
    """What solved boards come to, of each kind; a board counts as often as it stands for others."""
    sortes = []
    for sorte in ("hasard", "equitable"):
        plateaux = [plateau for plateau in valeurs["boards"] if plateau["kind"] == sorte]
        resolus = [plateau for plateau in plateaux if plateau["result"] is not None]
        poids = sum(plateau["stands_for"] for plateau in resolus)
        parts = [
            sum(plateau["stands_for"] for plateau in resolus if plateau["result"] == resultat)
            for resultat in (1, 0, -1)
        ]
        ecarts = [plateau["margin"] for plateau in resolus]
        positions = sorted(plateau["nodes"] for plateau in resolus)
        sortes.append({
            "kind": sorte,
            "boards": len(plateaux),
            "solved": len(resolus),
            "stand_for": poids,
            "won_drawn_lost": parts,
            "margin": None if None in ecarts else sum(p["stands_for"] * p["margin"] for p in resolus) / poids,
            "nodes_median": positions[(len(positions) - 1) // 2],
            "nodes_most": positions[-1],
        })
    rangees = {nom: valeurs[nom] for nom in ("width", "height", "colours")} | {"kinds": sortes}
    if "players" in valeurs:
        rangees["players"] = valeurs["players"]
    return rangees


def ecrire(fichier, contenu):
    texte = json.dumps(contenu, ensure_ascii=False, indent=1)
    # A list or an object without others in it stays on its line.
    texte = re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda bloc: re.sub(r"\s*\n\s*", " ", bloc.group()), texte)
    fichier.write_text(texte + "\n")


def main():
    brut, donnees = map(pathlib.Path, sys.argv[1:])
    donnees.mkdir(exist_ok=True)
    for fichier in sorted(brut.glob("*.json")):
        contenu = utile(json.loads(fichier.read_text()))
        if fichier.name.startswith("valeurs-"):
            contenu = resume(contenu)
        ecrire(donnees / fichier.name, contenu)


main()
