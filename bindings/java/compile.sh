#!/bin/sh
# Fait jeux.jar, les règles de tous les jeux pour Java, si ses sources ont changé :
#
#     sh bindings/java/compile.sh [DOSSIER]
#
# Met jeux.jar dans DOSSIER (par défaut target/java du dépôt). Demande un JDK 11 ou plus récent, et cc ; cargo compile la bibliothèque.
# JEUX=DOSSIER : prend la bibliothèque installée là (lib/libjeux.a, include/jeux.h), sans cargo.
# Dans l'archive d'une version java/jeux.jar est déjà fait : il est seulement copié.
set -eu

ici=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
racine=$(CDPATH='' cd -- "$ici/../.." && pwd)
. "$racine/outils/langue.sh"
sortie=${1:-$racine/target/java}
if [ -f "$racine/java/jeux.jar" ]; then
    mkdir -p "$sortie"
    cmp -s "$racine/java/jeux.jar" "$sortie/jeux.jar" || cp "$racine/java/jeux.jar" "$sortie/jeux.jar"
    exit 0
fi
for outil in javac jar cc make; do
    if ! command -v "$outil" >/dev/null 2>&1; then
        dit "jeux.jar : $outil est introuvable, il faut un JDK 11 ou plus récent, gcc et make (sh outils/installer.sh)" \
            "jeux.jar: $outil was not found, a JDK 11 or later, gcc and make are needed (sh outils/installer.sh)" >&2
        exit 1
    fi
done
mkdir -p "$sortie"
# Built beside and moved into place: several may compile at once.
travail=$(mktemp -d "$sortie/.jeux.XXXXXX")
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM
jeux=${JEUX:-$travail/jeux}
if [ -z "${JEUX:-}" ]; then
    make -s -C "$racine/bindings/c" install CARGO='cargo --quiet' PREFIX="$jeux" >&2
fi
if [ -f "$sortie/jeux.jar" ] &&
    [ -z "$(find "$ici/src" "$ici/native" "$ici/compile.sh" "$jeux/lib/libjeux.a" -newer "$sortie/jeux.jar" -print | head -n 1)" ]; then
    exit 0
fi

javac --release 11 -Xlint:all -encoding UTF-8 -d "$travail/classes" "$ici"/src/arbitre/*.java
# Where the JDK of this javac is, and what the machine is called in Java.
java -XshowSettings:properties -version 2>"$travail/java"
valeur() {
    sed -n "s/^ *$1 = //p" "$travail/java"
}
jdk=$(valeur java.home)
natif=$travail/classes/arbitre/native/$(valeur os.name)-$(valeur os.arch)
mkdir -p "$natif"
cc -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden -o "$natif/libarbitre.so" "$ici/native/arbitre.c" \
    -I"$jeux/include" -I"$jdk/include" -I"$jdk/include/linux" "$jeux/lib/libjeux.a" \
    -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,-z,defs -s -lpthread -ldl -lm
# Not compressed: contests that forbid the rules know them by what stands in the library.
jar --create --no-compress --file "$travail/jeux.jar" -C "$travail/classes" .
mv "$travail/jeux.jar" "$sortie/jeux.jar"
