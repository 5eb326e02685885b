# Suit un championnat par l'API des pages : affiche son classement, puis de nouveau après chaque
# rencontre, jusqu'à la fin. À lancer par : python3 suivre.py http://127.0.0.1:8088/ NOM
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

if len(sys.argv) != 3:
    sys.exit("usage : python3 suivre.py ADRESSE NOM")
adresse, nom = sys.argv[1].rstrip("/"), urllib.parse.quote(sys.argv[2], safe="")
sans_mandataire = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def lire(chemin):  # /api/openapi.json décrit les chemins et ce qu'ils répondent
    with sans_mandataire.open(f"{adresse}/api/v1/{chemin}", timeout=30) as reponse:
        return json.load(reponse)

def afficher(jouees, prevues):
    print(f"{jouees}/{prevues} rencontres")
    for rang in lire(f"championnats/{nom}/classement")["classement"]:
        print(f"{rang['rang']:4}. {rang['concurrent']:24} {rang['points']:5} points")
    print(flush=True)

try:
    vues = None
    while True:
        championnat = lire(f"championnats/{nom}")
        if championnat["illisible"] is None:
            if championnat["jouees"] != vues:
                vues = championnat["jouees"]
                afficher(vues, championnat["prevues"])
            if championnat["termine"]:
                break
        time.sleep(1)
except urllib.error.HTTPError as erreur:  # la raison est dans la réponse
    sys.exit(json.load(erreur)["detail"])
except OSError as erreur:
    sys.exit(f"{adresse} : {getattr(erreur, 'reason', erreur)}")
except KeyboardInterrupt:
    sys.exit(130)
