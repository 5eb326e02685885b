# shellcheck shell=sh
# The language of the scripts, as of the programs: the first of LC_ALL, LC_MESSAGES and LANG that is set decides; French,
# unless it begins with en. To be read by a script: . "$racine/outils/langue.sh"

case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
[eE][nN]*) anglais=oui ;;
*) anglais= ;;
esac

dit() { # dit FRANÇAIS ANGLAIS
    if [ -n "$anglais" ]; then
        printf '%s\n' "$2"
    else
        printf '%s\n' "$1"
    fi
}

veut_aide() { # veut_aide [MOT]
    [ "${1:-}" = --help ] || [ "${1:-}" = -h ]
}
