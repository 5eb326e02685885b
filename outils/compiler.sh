#!/bin/sh
# Compile les programmes nommés, s'ils manquent ou si leurs sources ont changé, et les met dans bin/ (stratege dans lib/) :
#
#     sh outils/compiler.sh PROGRAMME...
#
# PROGRAMME : serveur, joueur, moteur (les moteurs intégrés), championnat (le tournoi et ses résultats),
#             tableau (les pages web), echelle (les dépôts d'une classe tout un semestre), machines (un championnat sur
#             plusieurs ordinateurs), 7couleurs (les 7 couleurs au terminal), stratege (joueur de Coursidor, bibliothèque partagée),
#             java (le moteur Java).
# Chacun se compile seul : ne nommez que ce qui sert. Ne montre rien si tout est prêt.
#
# Dans l'archive d'une version, bin/ et lib/ contiennent tout : rien n'est compilé, sauf le moteur Java si vous le changez.
set -eu

racine=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$racine/outils/langue.sh"

usage() {
    noms="serveur|joueur|moteur|championnat|tableau|echelle|machines|7couleurs|stratege|java..."
    dit "usage : sh outils/compiler.sh $noms" "usage: sh outils/compiler.sh $noms" >&2
    exit 2
}

if veut_aide "$@"; then
    dit "Compile les programmes nommés, s'ils manquent ou si leurs sources ont changé, et les met dans bin/ (stratege dans lib/).
Ne montre rien si tout est prêt.

    sh outils/compiler.sh PROGRAMME...

    serveur      joueur      championnat (le tournoi)      tableau (les pages web)
    moteur (les moteurs intégrés)      java (le moteur Java)      machines (un championnat sur plusieurs ordinateurs)
    echelle (les dépôts d'une classe)      7couleurs (les 7 couleurs au terminal)      stratege (joueur de Coursidor, bibliothèque partagée)" \
        "Builds the programs named if they are missing or their sources have changed, and puts them in bin/ (stratege in lib/).
Prints nothing if they are up to date.

    sh outils/compiler.sh PROGRAM...

    serveur (the server)      joueur (the player)      championnat (the tournament)      tableau (the web pages)
    moteur (the built-in engines)      java (the Java engine)      machines (a championship on several computers)
    echelle (the submissions of a class)      7couleurs (7 couleurs in the terminal)      stratege (a player of Coursidor, shared library)"
    exit
fi

# Where people find it, in a clone as in the archive.
place() {
    case $1 in
    stratege) echo lib/libstratege.so ;;
    *) echo "bin/$1" ;;
    esac
}

# Where cargo leaves it; before that, where PROGRAMMES says that it may have been built otherwise.
fichier() {
    nom=$(place "$1")
    for dossier in ${PROGRAMMES:-} target/release; do
        [ ! -x "$racine/$dossier/${nom##*/}" ] || break
    done
    echo "$racine/$dossier/${nom##*/}"
}

# Whether the program is there and no source is newer: those of the rooms, not what people write beside them.
a_jour() {
    compile=$(fichier "$1")
    [ -x "$compile" ] || return 1
    set --
    for piece in "$racine"/Cargo.* "$racine"/*/Cargo.toml; do
        case $piece in
        "$racine"/*/*) piece=${piece%/*} ;;
        esac
        [ ! -e "$piece" ] || set -- "$@" "$piece"
    done
    [ -z "$(find "$@" -name exemples -prune -o \
        \( -name '*.rs' -o -name '*.ftl' -o -name '*.sql' -o -name '*.html' -o -name '*.css' -o -name '*.js' -o -name Cargo.toml -o -name Cargo.lock \) \
        -newer "$compile" -print | head -n 1)" ]
}

# Leads from there to what cargo has left. A link goes on leading to what is built later.
relier() {
    lien=$racine/$(place "$1")
    but=$(fichier "$1")
    if [ -x "$but" ] && { [ ! -L "$lien" ] || [ ! -x "$lien" ]; }; then
        mkdir -p "${lien%/*}"
        # -n and -f: whatever had that name, also a link that leads nowhere.
        ln -snf "../${but#"$racine/"}" "$lien"
    fi
}

[ $# -gt 0 ] || usage
archive=
[ -f "$racine/Cargo.toml" ] || archive=oui
java=
noms=
paquets=
for programme; do
    case $programme in
    java)
        java=oui
        continue
        ;;
    moteur) paquet=moteur-ia ;;
    7couleurs) paquet=sept-couleurs ;;
    serveur | joueur | championnat | tableau | echelle | machines | stratege) paquet=$programme ;;
    *) usage ;;
    esac
    if [ -n "$archive" ]; then
        if [ ! -x "$racine/$(place "$programme")" ]; then
            dit "$programme : cette archive ne contient pas $(place "$programme")" \
                "$programme: this archive does not contain $(place "$programme")" >&2
            exit 1
        fi
    elif ! a_jour "$programme"; then
        noms="$noms $programme"
        paquets="$paquets -p $paquet"
    else
        relier "$programme"
    fi
done

if [ -n "$java" ] && ! command -v java >/dev/null 2>&1 && [ ! -x "${JAVA_HOME:-/nonexistent}/bin/java" ]; then
    dit "moteur java : Java n'est pas installé (il faut Java 11 ou plus récent) ;
    lancez « sh outils/installer.sh », ou choisissez un autre moteur : --moteur alphabeta" \
        "engine java: Java is not installed (Java 11 or later is needed);
    run \"sh outils/installer.sh\", or choose another engine: --moteur alphabeta" >&2
    exit 1
fi

# What is built already serves where nothing can be built.
if [ -n "$noms" ] && ! raison=$(sh "$racine/outils/rust.sh" 2>&1); then
    for programme in $noms; do
        if [ ! -x "$(fichier "$programme")" ]; then
            dit "$programme : $raison" "$programme: $raison" >&2
            exit 1
        fi
        dit "$programme : la version déjà compilée est utilisée, faute de Rust pour compiler les sources" \
            "$programme: the version built before is used, as there is no Rust to build the sources" >&2
        relier "$programme"
    done
    noms=
fi
if [ -n "$noms" ] && ! command -v cc >/dev/null 2>&1; then
    dit "compilation :$noms : il manque cc (paquet gcc) ; lancez « sh outils/installer.sh »" \
        "building:$noms: cc is missing (package gcc); run \"sh outils/installer.sh\"" >&2
    exit 1
fi

if [ -n "$noms" ]; then
    dit "compilation :$noms (plus long la première fois)..." "building:$noms (takes longer the first time)..." >&2
    # On a terminal people see how far it is; a log only needs what went wrong.
    discret=--quiet
    if [ -t 2 ]; then
        discret=
    fi
    # One cargo at a time holds the folder; others wait for it.
    # shellcheck disable=SC2086 # one word per package
    (cd "$racine" && cargo build --release $discret $paquets) || exit 1
    # A source that changes nothing in a program leaves it older than the source: what is built is up to date.
    for programme in $noms; do
        touch -c "$(fichier "$programme")"
        relier "$programme"
    done
fi

if [ -n "$java" ]; then
    # Beside the folder of the programs, where they look for it.
    dossier=target/java
    [ -z "$archive" ] || dossier=java
    sh "$racine/moteur-ia/java/compile.sh" "$racine/$dossier" >&2
fi
