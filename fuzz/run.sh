#!/bin/sh
# Runs every fuzz target for so many seconds, one after the other. Usage: sh fuzz/run.sh SECONDS [TARGET...]
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

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "fuzz : il faut un compilateur nightly : rustup toolchain install nightly --profile minimal" >&2
    exit 1
fi
if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "fuzz : installation de cargo-fuzz"
    cargo install cargo-fuzz --locked
fi
[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list --fuzz-dir .)

cargo +nightly fuzz build --fuzz-dir .
failed=
for target; do
    echo "fuzz : $target, $seconds s"
    mkdir -p "corpus/$target"
    # Finds go to corpus/, which is not kept; seeds/ is only read.
    cargo +nightly fuzz run --fuzz-dir . "$target" "corpus/$target" "seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -print_final_stats=1 || failed="$failed $target"
done
if [ -n "$failed" ]; then
    echo "fuzz : échec de$failed ; les entrées fautives sont dans fuzz/artifacts/" >&2
    exit 1
fi
echo "fuzz : aucune faute"
