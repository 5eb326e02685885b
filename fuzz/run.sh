#!/bin/sh
# Runs fuzz targets for so many seconds, two at a time. Usage: sh fuzz/run.sh SECONDS [TARGET...]
#
# Without names: all that need no database to be built; `tout` stands for every one. In no seconds only the seeds are run.
#
# Any stable compiler will do, and a C++ compiler for libFuzzer. Without the address sanitizer, which wants a nightly: it
# could only find faults of unsafe code, and what is fuzzed here has none.
set -eu

seconds=${1:-}
case $seconds in
'' | *[!0-9]*)
    echo "usage : sh fuzz/run.sh SECONDES [CIBLE...]" >&2
    exit 2
    ;;
esac
shift
cd "$(dirname "$0")"
# Those of the feature `championship` in Cargo.toml.
slow='class_list description ladder visitor'
features=
if [ $# -eq 0 ] || [ "$*" = tout ]; then
    all=${1:-}
    set --
    for source in fuzz_targets/*.rs; do
        name=$(basename "$source" .rs)
        case " $slow " in *" $name "*) [ "$all" = tout ] || continue ;; esac
        set -- "$@" "$name"
    done
fi
for name in "$@"; do
    case " $slow " in *" $name "*) features=championship ;; esac
done

# What `cargo fuzz` gives the compiler: counters on every edge, comparisons told to libFuzzer, and no assertion left out.
flags="--cfg fuzzing -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1 -Cpasses=sancov-module"
for option in level=4 inline-8bit-counters pc-table trace-compares stack-depth; do
    flags="$flags -Cllvm-args=-sanitizer-coverage-$option"
done
# With a target named, the flags are not for build scripts and macros.
triple=$(rustc -vV | sed -n 's/^host: //p')
built=${CARGO_TARGET_DIR:-target}/$triple/release
RUSTFLAGS=$flags cargo build --quiet --release --target "$triple" --features "$features" --bins

# Some targets write a file each time.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm

# Finds go to corpus/, which is not kept; seeds/ is only read.
fuzz() { # fuzz TARGET
    mkdir -p "corpus/$1" "artifacts/$1"
    log=artifacts/$1.log
    # Without a time libFuzzer would not end.
    [ "$seconds" -gt 0 ] && bound=-max_total_time=$seconds || bound=-runs=0
    if "$built/$1" "$bound" -timeout=10 -artifact_prefix="artifacts/$1/" \
        "corpus/$1" "seeds/$1" >"$log" 2>&1; then
        echo "fuzz : $1, $seconds s, $(sed -n 's/^Done \([0-9]*\) runs.*/\1 essais/p' "$log")"
    else
        echo "fuzz : $1, une faute" >&2
        tail -n 40 "$log" >&2
        return 1
    fi
}

failed=
targets=$*
# Two at a time: each is one thread.
while [ $# -gt 0 ]; do
    first=$1
    second=${2:-}
    fuzz "$first" &
    beside=$!
    [ -z "$second" ] || fuzz "$second" || failed="$failed $second"
    wait "$beside" || failed="$failed $first"
    shift
    [ -z "$second" ] || shift
done
if [ -n "$failed" ]; then
    echo "fuzz : échec de$failed ; les entrées fautives sont dans fuzz/artifacts/" >&2
    exit 1
fi
total=0
for name in $targets; do
    total=$((total + $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "artifacts/$name.log")))
done
# shellcheck disable=SC2086 # The names have no blanks.
set -- $targets
echo "fuzz : aucune faute ; $# cibles, essais en tout : $total"
