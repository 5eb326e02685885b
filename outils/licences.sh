#!/bin/sh
# Écrit ce que les programmes et les bibliothèques d'une version contiennent d'autrui, avec les textes des licences :
#
#     sh outils/licences.sh >THIRD-PARTY.md
#
# D'après Cargo.lock et les sources que cargo a téléchargées ; ce qui ne sert qu'à compiler ou à tester n'y est pas.
set -eu
export LC_ALL=C

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
sources=${CARGO_HOME:-${HOME:-}/.cargo}/registry/src
travail=$(mktemp -d)
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM

# What is linked on this machine: name version|licence|source, a line each.
(cd "$racine" && cargo tree --locked --offline --edges normal,no-proc-macro --prefix none --format '{p}|{l}|{r}' \
    -p serveur -p joueur -p moteur-ia -p championnat -p tableau -p echelle -p machines -p sept-couleurs -p validation -p stratege) >"$travail/arbre"
sed -e 's/ (\*)$//' -e '/^$/d' -e '/^[^|]* (\//d' -e 's/^\([^ ]*\) v/\1 /' "$travail/arbre" | sort -u >"$travail/paquets"

# The texts that a crate has: of several licences to choose from, that of MIT where it stands alone.
textes() { # textes DOSSIER LICENCE
    case $2 in
    *AND*) ;;
    *MIT*)
        if [ -f "$1/LICENSE-MIT" ]; then
            echo "$1/LICENSE-MIT"
            return
        fi
        ;;
    esac
    for texte in "$1"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]* "$1"/COPYING* "$1"/COPYRIGHT* "$1"/UNLICENSE* "$1"/NOTICE*; do
        [ ! -f "$texte" ] || echo "$texte"
    done
}

cat <<'FIN'
# What is in Arbitre that others have made

The programs and libraries of this version are linked with the crates of this list. Where a crate may be had under one of
several licences, it is taken under MIT if that is one of them, else under Apache 2.0. Those without a text below have none in their package.

Besides them, the programs contain the standard library of Rust (MIT or Apache 2.0, https://www.rust-lang.org; its own list is
`COPYRIGHT-library.html` of every Rust installation) and, in `championnat` and `tableau`, SQLite (in the public domain,
https://sqlite.org). The C library is that of the system.

| crate | licence | source |
| --- | --- | --- |
FIN
while IFS='|' read -r paquet licence adresse; do
    echo "| $paquet | $licence | ${adresse:-https://crates.io/crates/${paquet%% *}} |"
    trouve=
    for dossier in "$sources"/*/"${paquet% *}-${paquet#* }"; do
        [ -d "$dossier" ] || continue
        trouve=oui
        textes "$dossier" "$licence" | while IFS= read -r texte; do
            echo "$paquet|$texte"
        done >>"$travail/textes"
        break
    done
    if [ -z "$trouve" ]; then
        echo "licences : les sources de $paquet ne sont pas dans $sources" >&2
        exit 1
    fi
done <"$travail/paquets"

# One text is shown once, whatever its blanks; indented, it is taken as it is.
awk '{
    paquet = $0; sub(/\|.*/, "", paquet)
    fichier = $0; sub(/^[^|]*\|/, "", fichier)
    texte = ""
    while ((getline ligne < fichier) > 0) {
        sub(/\r$/, "", ligne)
        texte = texte (ligne == "" ? "" : "    " ligne) "\n"
    }
    close(fichier)
    cle = texte
    gsub(/[ \t\n]+/, " ", cle)
    if (!(cle in noms)) {
        ordre[++nombre] = cle
        textes[cle] = texte
        noms[cle] = paquet
    } else if (index(noms[cle] ",", paquet ",") == 0)
        noms[cle] = noms[cle] ", " paquet
}
END {
    for (numero = 1; numero <= nombre; numero++)
        printf "\n## %s\n\n%s", noms[ordre[numero]], textes[ordre[numero]]
}' "$travail/textes"

# The font in what championnat prints.
printf '\n## DejaVu Serif\n\n'
sed 's/^/    /' "$racine/championnat/fonts/LICENSE"
