#!/bin/sh
# Coupe le courant N fois sous un championnat, un serveur, les pages et PostgreSQL, chacun enregistré une fois ;
# après chaque coupure, ce qui était annoncé est là, et le programme repart seul.
#
#     sh outils/coupures.sh N [GRAINE]
#
# SANS_SYNC=.wal sh outils/coupures.sh N : comme si les programmes n'écrivaient pas pour de bon (fsync) les fichiers
# dont le nom finit ainsi ; les coupures doivent alors échouer.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"
coupures=${1:-}
graine=${2:-1}
case $coupures$graine in
*[!0-9]*) coupures= ;;
esac
if [ -z "$coupures" ]; then
    dit "usage : sh outils/coupures.sh N [GRAINE]" "usage: sh outils/coupures.sh N [SEED]" >&2
    exit 2
fi
cd "$racine"
cargo build --quiet --bins
COUPURES=$coupures GRAINE=$graine cargo test --quiet --no-fail-fast -p championnat -p serveur -p tableau \
    --test program --test lifecycle --test http cuts::
