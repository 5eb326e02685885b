#!/bin/sh
# Le serveur de Coursidor : « serveur coursidor », qui est compilé avec le reste du dépôt.
#
#     server [-m M] [-t T|C|H] [-M NB] joueur1.so joueur2.so
set -eu

# Where this file is, whatever link it was called by and from whatever folder.
ici=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
racine=$(CDPATH='' cd -- "$ici/../../.." && pwd -P)
# A copy of it elsewhere goes back to where it was installed from.
depot=
if [ ! -f "$racine/outils/compiler.sh" ]; then
    racine=$depot
fi

# Cargo's folder when this was installed, if it was not its usual one; without cargo there is none.
cible=
[ -f "$racine/Cargo.toml" ] || cible=
case $cible in
'') serveur=$racine/bin/serveur ;;
/*) serveur=$cible/release/serveur ;;
*) serveur=$racine/$cible/release/serveur ;;
esac

if [ ! -x "$serveur" ]; then
    echo "server : $serveur manque, lancez « make install » dans $racine/joueur/coursidor" >&2
    exit 2
fi
exec "$serveur" coursidor "$@"
