#!/bin/sh
# Compiles hexlex-web to WebAssembly, with and without simd128, and writes web/pkg/simd and web/pkg/plain with their
# JavaScript and types.
set -eu
cd -- "$(dirname -- "$0")/.."
out=${CARGO_TARGET_DIR:-$PWD/target}
target=wasm32-unknown-unknown
# The sizes up to which functions, and those marked `inline`, are inlined; 250 and 325 by default. Larger: the library grows.
# Smaller: loops call their closures. `./x web bench` shows both.
inlining="-Cllvm-args=-inline-threshold=50 -Cllvm-args=-inlinehint-threshold=120"
cargo build --quiet --locked --release -p hexlex-web-bindgen
for kind in simd plain; do
    flags=
    [ $kind = plain ] || flags=-Ctarget-feature=+simd128
    RUSTFLAGS="${RUSTFLAGS-} $flags $inlining" cargo build --quiet --locked --profile web -p hexlex-web --lib --target $target
    rm -rf "web/pkg/$kind"
    "$out/release/hexlex-web-bindgen" "$out/$target/web/hexlex_web.wasm" "web/pkg/$kind"
    mv "web/pkg/$kind/hexlex_bg.wasm" "web/pkg/$kind/hexlex_$kind.wasm"
done
