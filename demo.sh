#!/bin/sh
# Joue une vraie rencontre sur cette machine : le serveur, deux joueurs avec leurs moteurs Java, aller et retour.
# Installe ou compile d'abord ce qui manque, et le dit.
#
#     sh demo.sh [TEMPS_DE_REFLEXION_EN_SECONDES]
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
reflexion=${1:-0.3}

sh "$racine/outils/installer.sh"
sh "$racine/outils/compiler.sh" serveur joueur java

travail=$(mktemp -d)
serveur=
fin() {
    [ -z "$serveur" ] || kill "$serveur" 2>/dev/null || true
    rm -rf "$travail"
}
trap fin EXIT
trap 'exit 130' INT TERM

# Port 0: the system chooses a free one, the server says which on its first line.
mkfifo "$travail/annonce"
"$racine/target/release/serveur" --once -v --parties "$racine/parties" 0 >"$travail/annonce" &
serveur=$!
exec 3<"$travail/annonce"
read -r ligne <&3
port=${ligne##* }

sh "$racine/joueur.sh" localhost "$port" joueur1 --reflexion "$reflexion" &
premier=$!
sh "$racine/joueur.sh" localhost "$port" joueur2 --reflexion "$reflexion" &
second=$!
cat <&3
wait "$premier"
wait "$second"
wait "$serveur"
serveur=
