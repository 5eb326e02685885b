#!/bin/sh
# Joue une vraie rencontre sur cette machine : le serveur, deux joueurs avec des moteurs différents, aller et retour ; puis
# montre comment elle a fini. Installe ou compile d'abord ce qui manque, et le dit ; fait avec ce qui est là.
#
#     sh demo.sh [TEMPS_DE_REFLEXION_EN_SECONDES]
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$racine/outils/langue.sh"
if veut_aide "$@"; then
    dit "Joue une vraie rencontre sur cette machine : un serveur, deux joueurs, aller et retour ; puis montre comment elle a fini.
Installe ou compile d'abord ce qui manque.

    sh demo.sh [TEMPS_DE_REFLEXION_EN_SECONDES]      0.3 sans précision" \
        "Plays a real rencontre on this machine: a server, two players, first and return leg; then shows how it ended.
Installs or builds first what is missing.

    sh demo.sh [THINKING_TIME_IN_SECONDS]      0.3 by default"
    exit
fi
reflexion=${1:-0.3}

# 3: packages are missing that only the administrator can install. What can be played without them is.
sh "$racine/outils/installer.sh" || [ $? -eq 3 ] || exit 1
sh "$racine/outils/compiler.sh" serveur joueur moteur
un=java
if ! sh "$racine/outils/compiler.sh" java; then
    un=glouton
    dit "démonstration : sans Java, le moteur intégré $un joue à sa place" \
        "demo: without Java, the built-in engine $un plays instead" >&2
fi
autre=alphabeta

travail=$(mktemp -d)
serveur=
fin() {
    # Two requests: what is under way stops too, and the players with it.
    [ -z "$serveur" ] || { kill -TERM "$serveur" && kill -INT "$serveur"; } 2>/dev/null || true
    rm -rf "$travail"
}
trap fin EXIT
trap 'exit 130' INT TERM

# Port 0: the system chooses a free one, the server says which on its first line.
mkfifo "$travail/annonce"
RUST_LOG=warn "$racine/bin/serveur" --once --parties "$travail/parties" 0 \
    >"$travail/annonce" 2>"$travail/serveur" &
serveur=$!
exec 3<"$travail/annonce"
if ! read -r ligne <&3; then
    cat "$travail/serveur" >&2
    exit 1
fi
port=${ligne##* }

# A player who cannot play leaves the server waiting for him: it is told to stop, which does not end a rencontre under way.
jouer() { # jouer NOM
    # Not localhost, a name that a bare machine does not know.
    RUST_LOG=error sh "$racine/joueur.sh" 127.0.0.1 "$port" "$1" --moteur "$1" --reflexion "$reflexion" \
        >"$travail/$1" 2>&1 && return
    echo "$1" >>"$travail/echecs"
    kill "$serveur" 2>/dev/null || true
}
dit "Colonnes de trois : $un contre $autre, aller et retour, $reflexion s de réflexion par coup..." \
    "Colonnes de trois: $un against $autre, first and return leg, $reflexion s of thinking per move..."
jouer "$un" &
premier=$!
jouer "$autre" &
second=$!
cat <&3 >"$travail/compte-rendu"
wait "$premier"
wait "$second"
wait "$serveur" || true
serveur=

# An archive that the administrator has unpacked for everybody is not written in.
garde=
[ -w "$racine" ] || garde=$PWD/
partie=
for fichier in "$travail"/parties/*.json; do
    if [ -f "$fichier" ]; then
        mkdir -p "${garde:-$racine/}parties"
        mv "$fichier" "${garde:-$racine/}parties/"
        partie=${garde}parties/${fichier##*/}
    fi
done
if [ -z "$partie" ]; then
    dit "démonstration : la rencontre n'a pas eu lieu" "demo: the rencontre did not take place" >&2
    while read -r nom; do
        dit "--- $nom n'a pas pu jouer :" "--- $nom could not play:" >&2
        cat "$travail/$nom" >&2
    done <"$travail/echecs"
    exit 1
fi

echo
# Its last line says that the rules agree.
(cd "$racine" && bin/serveur rejoue --fin "$partie") | sed '$d'
dit "
À essayer ensuite, dans $racine :
    bin/serveur rejoue $partie   # la même rencontre, coup par coup
    bin/serveur joue colonnes                # vous contre le moteur ; ? : les coups, ! : abandonner
    sh joueur.sh --help                      # votre propre programme : --moteur pipe:COMMANDE" \
    "
Try next, in $racine:
    bin/serveur rejoue $partie   # the same rencontre, move by move
    bin/serveur joue colonnes                # you against the engine; ?: the moves, !: resign
    sh joueur.sh --help                      # your own program: --moteur pipe:COMMAND"
