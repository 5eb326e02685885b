#!/bin/sh
# Runs every fuzz target for so many seconds, one after the other. Usage: sh fuzz/run.sh SECONDS [TARGET...]
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
if [ $# -eq 0 ]; then
    for source in fuzz_targets/*.rs; do
        name=${source##*/}
        set -- "$@" "${name%.rs}"
    done
fi

# What `cargo fuzz` gives the compiler: counters on every edge, comparisons told to libFuzzer, and no assertion left out.
flags="--cfg fuzzing -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1 -Cpasses=sancov-module"
for option in level=4 inline-8bit-counters pc-table trace-compares stack-depth; do
    flags="$flags -Cllvm-args=-sanitizer-coverage-$option"
done
# With a target named, the flags are not for build scripts and macros.
triple=$(rustc -vV | sed -n 's/^host: //p')
built=${CARGO_TARGET_DIR:-target}/$triple/release
RUSTFLAGS=$flags cargo build --quiet --release --target "$triple" --bins

failed=
for target; do
    echo "fuzz : $target, $seconds s"
    # Finds go to corpus/, which is not kept; seeds/ is only read.
    mkdir -p "corpus/$target" "artifacts/$target"
    log=artifacts/$target.log
    if "$built/$target" -max_total_time="$seconds" -timeout=10 -artifact_prefix="artifacts/$target/" \
        "corpus/$target" "seeds/$target" >"$log" 2>&1; then
        sed -n 's/^Done \([0-9]*\) runs.*/    \1 essais/p' "$log"
    else
        tail -n 40 "$log" >&2
        failed="$failed $target"
    fi
done
if [ -n "$failed" ]; then
    echo "fuzz : échec de$failed ; les entrées fautives sont dans fuzz/artifacts/" >&2
    exit 1
fi
echo "fuzz : aucune faute"
