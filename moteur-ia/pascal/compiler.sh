#!/bin/sh
# Compile des bots de Sphinx :
#
#     sh compiler.sh DOSSIER [BOT...]
#
# Met dans DOSSIER libBOT.so pour chaque BOT : un fichier .pas, ou le nom d'un bot d'ici. Sans BOT : tous ceux d'ici.
# Rien d'autre n'y est écrit, ni à côté des sources. Ne montre rien si tout va bien.
set -eu

ici=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ $# -eq 0 ]; then
    echo "usage : sh compiler.sh DOSSIER [BOT...]" >&2
    exit 2
fi
if ! command -v fpc >/dev/null 2>&1; then
    echo "bots en Pascal : fpc est introuvable, il faut Free Pascal (sudo apt-get install fp-compiler)" >&2
    exit 2
fi
sortie=$1
shift
[ $# -gt 0 ] || set -- "$ici"/*.pas

mkdir -p "$sortie"
# Built beside and moved into place: several may compile at once, and nobody loads half a file.
travail=$(mktemp -d "$sortie/.compiler.XXXXXX")
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM
for bot; do
    source=$bot
    [ -f "$source" ] || source=$ici/$bot.pas
    if [ ! -f "$source" ]; then
        echo "bots en Pascal : $bot n'existe pas" >&2
        exit 2
    fi
    if ! fpc -l- -vew -FU"$travail" -FE"$travail" "$source" >"$travail/messages" 2>&1; then
        cat "$travail/messages" >&2
        exit 1
    fi
    mv "$travail"/lib*.so "$sortie/"
done
