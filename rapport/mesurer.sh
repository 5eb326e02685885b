#!/bin/sh
# Refait les données des rapports, rapport/NOM/donnees/*.json, par les programmes et les mesures du projet :
#
#     sh rapport/mesurer.sh [colonnes|sept-couleurs]...
#
# Sans nom : celles de tous les rapports. Ce que chaque fichier contient : rapport/README.md.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

if [ $# -eq 0 ]; then
    for mesures in "$racine"/rapport/*/mesurer.sh; do
        mesures=${mesures%/mesurer.sh}
        set -- "$@" "${mesures##*/}"
    done
fi
for nom; do
    if [ ! -f "$racine/rapport/$nom/mesurer.sh" ]; then
        echo "rapport : $nom n'a pas de mesures ; usage : sh rapport/mesurer.sh [colonnes|sept-couleurs]..." >&2
        exit 2
    fi
done
for nom; do
    sh "$racine/rapport/$nom/mesurer.sh"
done
