#!/bin/sh
# Fait l'archive d'une version, qui se déplie et joue sur une machine sans Rust :
#
#     sh outils/distribuer.sh [--programmes DOSSIER] [--vers DOSSIER]
#
# Met arbitre-VERSION-PROCESSEUR-linux.tar.gz et SHA256SUMS dans DOSSIER (target/distribution).
#
# --programmes DOSSIER : prend les programmes déjà compilés de DOSSIER, par exemple target/debug pour un essai ; les rapports
#                        n'y sont alors pas
#
# Demande ce que demande la compilation, plus binutils (strip, objdump). La date des fichiers est celle du commit, ou SOURCE_DATE_EPOCH.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
programmes="serveur joueur moteur championnat tableau echelle machines 7couleurs"

faute() {
    echo "distribution : $*" >&2
    exit 1
}

dossier=
vers=$racine/target/distribution
while [ $# -gt 0 ]; do
    case $1 in
    --programmes | --vers)
        [ $# -ge 2 ] || faute "il manque le dossier de $1"
        [ "$1" = --vers ] && vers=$2 || dossier=$2
        shift 2
        ;;
    *)
        echo "usage : sh outils/distribuer.sh [--programmes DOSSIER] [--vers DOSSIER]" >&2
        exit 2
        ;;
    esac
done

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$racine/Cargo.toml")
grep -q "^## \[$version\]" "$racine/CHANGELOG.md" || faute "CHANGELOG.md n'a pas de titre « ## [$version] »"
for texte in README.md LISEZMOI.md; do
    ! grep -o 'arbitre-[0-9][0-9.]*' "$racine/$texte" | grep -qvx "arbitre-$version" || faute "$texte nomme une autre version que $version"
done
for outil in git cc make strip objdump sha256sum; do
    command -v "$outil" >/dev/null 2>&1 || faute "il manque $outil"
done

# What cargo leaves where the scripts look for it.
unset CARGO_TARGET_DIR
essai=$dossier
if [ -z "$essai" ]; then
    git -C "$racine" diff --quiet HEAD || echo "distribution : attention, des fichiers diffèrent du dernier commit" >&2
    # shellcheck disable=SC2086 # one word per program
    sh "$racine/outils/compiler.sh" $programmes stratege java
    make -s -C "$racine/validation" CARGO="cargo --quiet"
    make -s -C "$racine/bindings/c" CARGO="cargo --quiet"
    sh "$racine/bindings/python/construire.sh" || rm -f "$racine"/target/python/arbitre-*.whl
    dossier=$racine/target/release
fi
dossier=$(CDPATH='' cd -- "$dossier" && pwd)

travail=$(mktemp -d)
trap 'rm -rf "$travail"' EXIT
trap 'exit 130' INT TERM
nom=arbitre-$version-$(uname -m)-linux
mkdir -p "$travail/$nom"
cd "$travail/$nom"
mkdir -p bin lib/pkgconfig include/coursidor java share/man/man1 share/man/fr/man1

# A library is where cargo has put it for programs, or for tests.
bibliotheque() { # bibliotheque FICHIER
    for lieu in "$dossier/$1" "$dossier/deps/$1"; do
        if [ -f "$lieu" ]; then
            echo "$lieu"
            return
        fi
    done
    faute "il manque $dossier/$1"
}

for programme in $programmes; do
    [ -x "$dossier/$programme" ] || faute "il manque $dossier/$programme"
    strip -o "bin/$programme" "$dossier/$programme"
    chmod 755 "bin/$programme"
done
strip --strip-unneeded -o lib/libstratege.so "$(bibliotheque libstratege.so)"
# The headers and validation.pc as the makefile installs them; the folder may be anywhere.
mkdir "$travail/validation"
strip --strip-unneeded -o "$travail/validation/libvalidation.so" "$(bibliotheque libvalidation.so)"
strip --strip-debug -o "$travail/validation/libvalidation.a" "$(bibliotheque libvalidation.a)"
make -s -C "$racine/validation" install CARGO=true DOSSIER="$travail/validation" DESTDIR="$PWD" PREFIX=
mkdir "$travail/jeux"
strip --strip-unneeded -o "$travail/jeux/liblibjeux.so" "$(bibliotheque liblibjeux.so)"
strip --strip-debug -o "$travail/jeux/liblibjeux.a" "$(bibliotheque liblibjeux.a)"
make -s -C "$racine/bindings/c" install CARGO=true DOSSIER="$travail/jeux" DESTDIR="$PWD" PREFIX=
# shellcheck disable=SC2016 # pkg-config's own variable
sed -i -e 's|^libdir=.*|libdir=${pcfiledir}/..|' -e 's|^includedir=.*|includedir=${pcfiledir}/../../include|' lib/pkgconfig/validation.pc lib/pkgconfig/jeux.pc

# What students and organisers use, at the places of the clone.
git -C "$racine" ls-files -z -- README README.md LISEZMOI.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE demo.sh joueur.sh \
    outils/compiler.sh outils/installer.sh outils/langue.sh guides jeux/regles protocol/MOTEUR.md arbitre/RECORDS.md serveur/*.md \
    championnat/exemples championnat/*.md validation/include validation/makefile bindings/c/include bindings/c/makefile bindings/java/compile.sh \
    bindings/learning/src bindings/python/notebooks bindings/python/benchmarks \
    bindings/web/jeux.wasm 'bindings/web/*.js' \
    tableau/openapi.json tableau/exemples \
    moteur-ia/exemples moteur-ia/pascal moteur-ia/java/src moteur-ia/java/compile.sh \
    joueur/labyrinthe joueur/coursidor ':!joueur/coursidor/stratege' ':!joueur/coursidor/tests.sh' joueur/sphinx \
    vecteurs/coursidor vecteurs/labyrinthe/PROTOCOL.md vecteurs/sphinx/RULES.md rapport/README.md |
    tar -C "$racine" --null --files-from - -c | tar -x
sh "$racine/outils/licences.sh" >THIRD-PARTY.md

# The libraries in C, built from a copy: nothing is left in the clone.
cp -R joueur/labyrinthe "$travail/labyrinthe"
make -s -C "$travail/labyrinthe" CFLAGS=-O3 lib/liblabyrinthe.a lib/liblabyrinthe.so lib/libcgs.a include/labyrinthAPI.h
cp "$travail"/labyrinthe/lib/*.a "$travail"/labyrinthe/lib/*.so lib/
cp "$travail/labyrinthe/include/labyrinthAPI.h" include/
cp joueur/coursidor/src/graph.h joueur/coursidor/src/move.h joueur/coursidor/src/player.h include/coursidor/
chmod 755 lib/*.so

if [ -f "$dossier/../java/moteur-colonnes.jar" ]; then
    cp "$dossier/../java/moteur-colonnes.jar" "$dossier/../java/moteur-java.jar" java/
else
    echo "distribution : sans le moteur Java, qui n'est pas compilé" >&2
fi

if command -v javac >/dev/null 2>&1; then
    JEUX=$PWD sh "$racine/bindings/java/compile.sh" "$travail/java"
    mv "$travail/java/jeux.jar" java/
else
    echo "distribution : sans jeux.jar, faute d'un JDK" >&2
fi
for paquet in "$dossier"/../python/arbitre-"$version"-*.whl; do
    if [ -f "$paquet" ]; then
        mkdir -p python
        cp "$paquet" python/
    else
        echo "distribution : sans le paquet Python, qui n'est pas construit" >&2
    fi
done

# Manuals in both languages, and what shells complete.
mkdir -p share/bash-completion/completions share/zsh/site-functions share/fish/vendor_completions.d
for programme in $programmes; do
    "bin/$programme" --langue en manuel share/man/man1 >/dev/null
    "bin/$programme" --langue fr manuel share/man/fr/man1 >/dev/null
    "bin/$programme" --langue fr completion bash >"share/bash-completion/completions/$programme"
    "bin/$programme" --langue fr completion zsh >"share/zsh/site-functions/_$programme"
    "bin/$programme" --langue fr completion fish >"share/fish/vendor_completions.d/$programme.fish"
done

if [ -z "$essai" ]; then
    if [ -f "$racine/rapport/construire.sh" ] && sh "$racine/rapport/construire.sh"; then
        mkdir -p rapport
        cp "$racine"/target/rapport/*.pdf rapport/
    else
        echo "distribution : sans les rapports, qui n'ont pas pu être construits (rapport/construire.sh)" >&2
    fi
fi

# The same files from the same commit: names in order, nobody's, of one time.
chmod -R u=rwX,go=rX .
date=${SOURCE_DATE_EPOCH:-$(git -C "$racine" log -1 --format=%ct)}
niveau=-9
[ -z "$essai" ] || niveau=-1
mkdir -p "$vers"
tar -C "$travail" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" --format=gnu -c "$nom" | gzip -n "$niveau" \
    >"$vers/.$nom.tar.gz"
mv "$vers/.$nom.tar.gz" "$vers/$nom.tar.gz"
(cd "$vers" && sha256sum "$nom.tar.gz" >SHA256SUMS)

glibc=$(objdump -T bin/* lib/*.so | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -uV | tail -n 1)
for fichier in bin/* lib/*.*; do
    wc -c "$fichier"
done | awk '{ printf "    %-22s %6.1f Mo\n", $2, $1 / 1e6 }'
echo "$vers/$nom.tar.gz : $(wc -c <"$vers/$nom.tar.gz" | awk '{ printf "%.1f Mo", $1 / 1e6 }'), $(find . -type f | wc -l) fichiers," \
    "$(du -sm . | cut -f 1) Mo une fois dépliée"
echo "demande la glibc $glibc ou plus récente, et libgcc_s.so.1 (paquet libgcc-s1, présent presque partout)"
