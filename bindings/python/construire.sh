#!/bin/sh
# Construit le paquet Python arbitre, un fichier .whl que pip installe sans compilateur :
#
#     sh bindings/python/construire.sh [DOSSIER]
#
# Le met dans DOSSIER (target/python). maturin vient de PyPI, par son empreinte, dans target/outils ; il faut pip.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$racine/outils/langue.sh"
if veut_aide "$@"; then
    dit "Construit le paquet Python arbitre, un fichier .whl que pip installe sans compilateur :

    sh bindings/python/construire.sh [DOSSIER]

Le met dans DOSSIER (target/python)." \
        "Builds the Python package arbitre, a .whl file that pip installs without a compiler:

    sh bindings/python/construire.sh [FOLDER]

Puts it into FOLDER (target/python)."
    exit
fi

sh "$racine/outils/rust.sh"
cible=${CARGO_TARGET_DIR:-$racine/target}
outils=$cible/outils/maturin
if ! command -v maturin >/dev/null 2>&1 && [ ! -x "$outils/bin/maturin" ]; then
    if ! python3 -m pip --version >/dev/null 2>&1; then
        dit "il manque pip : apt-get install python3-pip" "pip is missing: apt-get install python3-pip" >&2
        exit 3
    fi
    python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        --target "$outils" --requirement "$racine/bindings/python/maturin.txt"
fi
PATH=$PATH:$outils/bin
# The wheel may go wherever glibc is as old as the one here: pip is told the truth by maturin itself.
maturin build --quiet --release --locked --manifest-path "$racine/bindings/python/Cargo.toml" \
    --target-dir "$cible" --out "${1:-$cible/python}"
