#!/bin/sh
# Refait les données du rapport de Colonnes, rapport/colonnes/donnees/*.json ; appelé par rapport/mesurer.sh :
#
#     sh rapport/colonnes/mesurer.sh [jeu|justesse|duels|serveur|lien|robustesse]...
#
# Sans nom : tout, en dix minutes environ. Sur une machine au repos : les durées n'ont de sens que là.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
sh "$racine/outils/compiler.sh" serveur joueur moteur java
exec python3 "$racine/rapport/colonnes/mesurer.py" "$@"
