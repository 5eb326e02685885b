#!/bin/sh
# Compile ce qu'il faut pour un programme, s'il manque ou si ses sources ont changé :
#
#     sh outils/compiler.sh joueur|serveur|moteur [MOTEUR]
#
# MOTEUR : java ou java-pipe demandent aussi le moteur Java. Ne montre rien si tout est prêt.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
programme=$1
moteur=${2:-}

# Whether the program is there and no source is newer.
a_jour() {
    [ -x "$racine/target/release/$1" ] &&
        [ -z "$(find "$racine" -path "$racine/target" -prune -o \
            \( -name '*.rs' -o -name Cargo.toml -o -name Cargo.lock \) \
            -newer "$racine/target/release/$1" -print | head -n 1)" ]
}

if ! a_jour "$programme" || ! { [ "$programme" = serveur ] || a_jour moteur; }; then
    if ! command -v cargo >/dev/null 2>&1; then
        if [ -x "$racine/target/release/$programme" ]; then
            echo "$programme : cargo n'est pas installé, la version déjà compilée est utilisée" >&2
        else
            echo "$programme : Rust n'est pas installé (commande cargo introuvable) ;" >&2
            echo "    lancez « sh outils/installer.sh », ou voyez https://www.rust-lang.org/fr/tools/install" >&2
            exit 1
        fi
    else
        echo "compilation de $programme (quelques minutes la première fois)..." >&2
        # One cargo at a time holds the folder; others wait for it.
        # A player needs the engines too, and nothing of the championship, which takes minutes to compile.
        case $programme in
        serveur) paquets="-p serveur -p joueur -p moteur-ia" ;;
        *) paquets="-p joueur -p moteur-ia" ;;
        esac
        # shellcheck disable=SC2086 # one word per package
        (cd "$racine" && cargo build --release --quiet $paquets) || exit 1
        # A source that changes nothing in a program leaves it older than the source: what is built is up to date.
        touch -c "$racine/target/release/joueur" "$racine/target/release/moteur"
        if [ "$programme" = serveur ]; then
            touch -c "$racine/target/release/serveur"
        fi
    fi
fi

case $moteur in
java | java-pipe)
    if ! command -v java >/dev/null 2>&1 && [ ! -x "${JAVA_HOME:-/nonexistent}/bin/java" ]; then
        echo "moteur $moteur : Java n'est pas installé (il faut un JDK 11 ou plus récent) ;" >&2
        echo "    lancez « sh outils/installer.sh », ou choisissez un autre moteur : --moteur alphabeta" >&2
        exit 1
    fi
    sh "$racine/moteur-ia/java/compile.sh" >&2
    ;;
esac
