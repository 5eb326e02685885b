#!/bin/sh
# Refait les données du rapport des 7 couleurs, rapport/sept-couleurs/donnees/*.json ; appelé par rapport/mesurer.sh :
#
#     sh rapport/sept-couleurs/mesurer.sh
#
# Tout dépend de graines et se retrouve chiffre pour chiffre. Trois minutes sur deux cœurs libres.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
donnees=$racine/rapport/sept-couleurs/donnees
mkdir -p "$donnees"
sh "$racine/outils/compiler.sh" moteur 7couleurs

brut=$(mktemp -d)
trap 'rm -rf "$brut"' EXIT
mesure() {
    dit="$*"
    echo "moteur sept-couleurs ${dit%% --donnees*}"
    "$racine/bin/moteur" --langue fr sept-couleurs "$@" >"$brut/texte"
}

for numero in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    mesure question $numero --donnees "$brut"
done
mesure variantes -n 25 --donnees "$brut"
mesure tournoi hasard utile glouton hegemonique 'hegemonique --perimetre emprise' 'hegemonique --perimetre iles' \
    prevoyant 'prevoyant --coups 4' hybride classique 'alphabeta --profondeur 4' -n 25 --donnees "$brut/tournoi.json"
# On a board this small perfect play is known.
mesure tournoi optimal hybride glouton prevoyant 'prevoyant --coups 4' --taille 5 -n 250 --donnees "$brut/tournoi-petit.json"
mesure pire hasard --contre utile --donnees "$brut/pire-hasard.json"
mesure pire glouton --contre utile --donnees "$brut/pire-glouton.json"
mesure pire hegemonique --contre utile --donnees "$brut/pire-hegemonique.json"
mesure pire prevoyant --contre glouton --donnees "$brut/pire-prevoyant.json"
# All boards of 3 x 3, a sample of the larger ones.
for cote in 3 4 5 6; do
    mesure valeurs --taille $cote --echantillon 400 --joueurs --donnees "$brut/valeurs-$cote.json"
done
mesure valeurs --taille 7 --echantillon 400 --sans-ecart --donnees "$brut/valeurs-7.json"
# Two people at the keyboard.
python3 "$racine/rapport/sept-couleurs/ecran.py" "$racine/bin/7couleurs" "$donnees/ecran.txt" E A C E G G A F
python3 "$racine/rapport/sept-couleurs/ranger.py" "$brut" "$donnees"
