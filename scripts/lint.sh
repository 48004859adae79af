#!/usr/bin/env bash
# Checks formatting and lints without changing a file.
source "$(dirname "$0")/common.sh"

use_rust
use_lint_tools
use_end2end_packages

say "Formatting"
cargo fmt --all -- --check
# `ssr` and `hydrate` are not valid together, so each set of features has its own run.
say "Clippy: model, page as the server has it, server"
cargo clippy --quiet --package throughput --package app --package server --features app/ssr --all-targets -- -D warnings
say "Clippy: page as the browser has it"
cargo clippy --quiet --package app --features app/hydrate --target "$wasm_target" -- -D warnings
say "Types of the browser tests"
(cd end2end && npx tsc --noEmit)
if have shellcheck; then
  say "Shell scripts"
  # The sourced ones are read through those that run.
  find scripts .ci -type f -perm -u+x -exec shellcheck -x -P SCRIPTDIR:. {} +
fi
say "No complaints"
