#!/usr/bin/env bash
# Builds the server and the site into target/dist; quick where nothing has changed.
source "$(dirname "$0")/common.sh"

use_node
use_rust
use_wasm_bindgen
use_site_tools

# Side by side: each has long stretches that keep only one core busy.
cargo build --quiet --profile wasm-release --package app --lib --features hydrate --target "$wasm_target" &
page=$!
trap 'kill $page 2>/dev/null || true' EXIT
cargo build --release --package server --bin server
wait $page
trap - EXIT

exec node scripts/site/pack.mjs
