#!/bin/sh
# Construit les rapports en PDF, dans target/rapport :
#
#     sh rapport/construire.sh [colonnes|sept-couleurs]...
#
# Sans nom : tous. La première fois, installe Typst dans target/rapport/outils (paquet de PyPI, connu par ses sommes de
# contrôle). Un avertissement de Typst (police absente, renvoi sans cible...) est une erreur.
#
# Code de sortie : 1, un rapport ne se construit pas ; 3, Typst ne peut pas être installé ici.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
sortie=$racine/target/rapport
outils=$sortie/outils

if [ $# -eq 0 ]; then
    for texte in "$racine"/rapport/*/rapport.typ; do
        texte=${texte%/rapport.typ}
        set -- "$@" "${texte##*/}"
    done
fi
for nom; do
    if [ ! -f "$racine/rapport/$nom/rapport.typ" ]; then
        echo "rapport : $nom n'est pas un rapport ; usage : sh rapport/construire.sh [colonnes|sept-couleurs]..." >&2
        exit 2
    fi
done

if ! command -v python3 >/dev/null 2>&1; then
    echo "rapport : il manque python3 (paquets python3 et python3-pip)" >&2
    exit 3
fi
if ! cmp -s "$racine/rapport/outils.txt" "$outils/.lu"; then
    echo "installation de Typst dans target/rapport/outils" >&2
    # In the folder of the build, by hashes: nothing of the user's own is touched.
    rm -rf "$outils"
    mkdir -p "$outils"
    PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        --target "$outils" --requirement "$racine/rapport/outils.txt" || {
        echo "rapport : Typst n'a pas pu être installé (pip, ou l'accès à PyPI)" >&2
        exit 3
    }
    cp "$racine/rapport/outils.txt" "$outils/.lu"
fi

for nom; do
    PYTHONPATH=$outils python3 "$racine/rapport/compiler.py" "$racine/rapport" "$nom" "$sortie/$nom.pdf"
    echo "target/rapport/$nom.pdf"
done
