#!/bin/sh
# Sanitizers : exécute sous ASan (et UBSan pour le C) les tests de ce qui touche à la mémoire : les bibliothèques en C et pour le C, les
# pièces en Rust qui ont du code unsafe, et les hôtes des joueurs .so devant des joueurs hostiles.
#
#     sh outils/asan.sh
#
# Il faut gcc ou clang. rustc stable suffit : RUSTC_BOOTSTRAP=1 lui permet -Zsanitizer. Compile dans target/asan.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$racine"
cible=${CARGO_TARGET_DIR:-$racine/target}/asan
mkdir -p "$cible"

etape() {
    echo "asan : $*"
}

# The tests compile with these what they link to our libraries.
for compilateur in cc c++; do
    printf '#!/bin/sh\nexec /usr/bin/%s -fsanitize=address,undefined -fno-sanitize-recover=all "$@"\n' "$compilateur" \
        >"$cible/$compilateur"
    chmod +x "$cible/$compilateur"
done
cc -Wall -Wextra -O1 -fPIC -c outils/asan.c -o "$cible/asan.o"

etape "les joueurs de Coursidor en C"
rm -rf "$cible/coursidor" "$cible/vecteurs"
cp -R joueur/coursidor "$cible/coursidor"
rm -rf "$cible/coursidor/build"
make -s -C "$cible/coursidor" CC="$cible/cc" RACINE="$racine" clients build_tests
"$cible/coursidor/build/alltests"

# With a target named, build scripts and macros go without.
triple=$(rustc -vV | sed -n 's/^host: //p')
essaie() { # essaie OPTIONS DE cargo...
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address -Clink-arg=$cible/asan.o" CARGO_TARGET_DIR=$cible \
        CC=$cible/cc CXX=$cible/c++ cargo --quiet --locked --config "build.target='$triple'" "$@"
}

etape "les bibliothèques pour le C, ce qui a du code unsafe"
export ASAN_OPTIONS=detect_leaks=1
essaie test -p ipc -p confine -p validation
# Not what has no sanitizer of its own: the virtual machine of Java, and a program that loads a library of ours.
essaie test -p libjeux --lib --test library
essaie test -p stratege --lib
unset ASAN_OPTIONS

etape "la bibliothèque de Labyrinthe, les hôtes des joueurs .so"
essaie build --bins -p joueur -p serveur -p moteur-ia -p championnat
# Not the student's makefile, which has a compiler of its own.
essaie test -p joueur --test labyrinthe_c --test coursidor_host --test sphinx_host -- --skip the_layout_of_the_course
etape "aucune faute"
