#!/bin/sh
# Lance un joueur de Colonnes de trois :
#
#     sh joueur.sh hostServeur portServeur nomJoueur [opt]
#
# hostServeur, portServeur : machine et port du serveur
# nomJoueur                : nom du joueur
# [opt]                    : options du joueur, par exemple --moteur alphabeta (toutes : sh joueur.sh --help)
#
# ou, sans serveur (sh joueur.sh duel --help, sh joueur.sh essai --help) :
#
#     sh joueur.sh essai --moteur MOTEUR
#     sh joueur.sh duel MOTEUR MOTEUR
#
# Sans option, il joue en moins de 5 s par coup : c'est ce qu'accorde le serveur du cours (le sujet en annonce 6).
#
# Compile ce qui manque au premier lancement. Se lance depuis n'importe quel dossier.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$racine/outils/langue.sh"

seul=
case ${1:-} in
duel) seul="serveur moteur" ;;
essai) seul=moteur ;;
esac

if [ "$#" -lt 3 ] && [ -z "$seul" ] && ! veut_aide "$@"; then
    dit "usage : sh joueur.sh hostServeur portServeur nomJoueur [opt]" \
        "usage: sh joueur.sh hostServeur portServeur nomJoueur [opt]" >&2
    exit 2
fi

# The engine that was asked for: only the Java ones need Java, only the built-in ones the program moteur.
moteur=java
attendu=
for mot in "$@"; do
    if [ -n "$attendu" ]; then
        moteur=$mot
        attendu=
    fi
    case $mot in
    --moteur) attendu=oui ;;
    --moteur=*) moteur=${mot#--moteur=} ;;
    esac
done
[ "$#" -ge 3 ] || moteur=pipe:
if [ -n "$seul" ]; then
    # A duel names its engines without an option; the built-in ones are there in any case.
    moteur=pipe:
    for mot in "$@"; do
        case $mot in
        java | java-pipe | java:* | java-pipe:* | --moteur=java | --moteur=java-pipe | --moteur=java:* | --moteur=java-pipe:*)
            moteur=java
            ;;
        esac
    done
fi
case $moteur in
java | java-pipe | java:* | java-pipe:*) avec=java ;;
pipe:*) avec= ;;
*) avec=moteur ;;
esac

# shellcheck disable=SC2086 # nothing, or words
sh "$racine/outils/compiler.sh" joueur $avec $seul
exec "$racine/bin/joueur" "$@"
