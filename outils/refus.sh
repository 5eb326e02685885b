#!/bin/sh
# Refuse N fois, chaque fois à un autre appel, de la place sur le disque, des descripteurs, des processus ou de la
# mémoire à un championnat, à ses commandes, à un serveur et aux pages ; à chaque fois la cause est dite, rien n'est perdu et le programme repart.
#
#     sh outils/refus.sh N [GRAINE]
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"
refus=${1:-}
graine=${2:-1}
case $refus$graine in
*[!0-9]*) refus= ;;
esac
if [ -z "$refus" ]; then
    dit "usage : sh outils/refus.sh N [GRAINE]" "usage: sh outils/refus.sh N [SEED]" >&2
    exit 2
fi
cd "$racine"
cargo build --quiet --bins
REFUS=$refus GRAINE=$graine cargo test --quiet --no-fail-fast -p championnat -p serveur -p tableau \
    --test program --test lifecycle --test http shortage::
