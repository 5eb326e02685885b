#!/bin/sh
# Compile et lance les tests du moteur Java.
set -eu

ici=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
racine=$(CDPATH='' cd -- "$ici/../.." && pwd)
travail=$(mktemp -d)
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM

find "$ici/src" "$ici/tests" -name '*.java' \
    -exec javac --release 11 -Xlint:all -encoding UTF-8 -d "$travail" {} +
java -ea -cp "$travail" arbitre.colonnes.Tests "$racine/vecteurs/colonnes"
