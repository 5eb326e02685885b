#!/bin/sh
# Compile le moteur Java, si ses sources ont changé :
#
#     sh compile.sh [DOSSIER]
#
# Met dans DOSSIER (par défaut target/java du dépôt) moteur-colonnes.jar, le moteur, et moteur-java.jar, qui fait de toute classe avec
# recevoir et emettre un programme.
set -eu

ici=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$ici/../../outils/langue.sh"
sortie=${1:-$(CDPATH='' cd -- "$ici/../.." && pwd)/target/java}
archive=$sortie/moteur-colonnes.jar

if [ -f "$archive" ] && [ -f "$sortie/moteur-java.jar" ] && [ -z "$(find "$ici/src" -newer "$archive" -print | head -n 1)" ]; then
    exit 0
fi
for outil in javac jar; do
    if ! command -v "$outil" >/dev/null 2>&1; then
        dit "moteur Java : $outil est introuvable, il faut un JDK 11 ou plus récent (sh outils/installer.sh)" \
            "engine java: $outil was not found, a JDK 11 or later is needed (sh outils/installer.sh)" >&2
        exit 1
    fi
done
mkdir -p "$sortie"
# Built beside and moved into place: several players may compile at once.
travail=$(mktemp -d "$sortie/.compile.XXXXXX")
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM
find "$ici/src" -name '*.java' -exec javac --release 11 -Xlint:all -encoding UTF-8 -d "$travail/classes" {} +
jar --create --file "$travail/moteur.jar" --main-class arbitre.colonnes.Principal -C "$travail/classes" .
jar --create --file "$travail/java.jar" --main-class arbitre.Tuyau -C "$travail/classes" arbitre/Tuyau.class
mv "$travail/java.jar" "$sortie/moteur-java.jar"
mv "$travail/moteur.jar" "$archive"
