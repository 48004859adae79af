#!/usr/bin/env bash
# Serves an unoptimised build and rebuilds it at every change of a file.
source "$(dirname "$0")/common.sh"

use_rust
use_wasm_bindgen
use_cargo_leptos
export LEPTOS_SITE_ADDR=${HOST:-127.0.0.1}:${PORT:-3000}
exec cargo leptos watch
