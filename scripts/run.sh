#!/usr/bin/env bash
# Runs a command with the project's Rust toolchain.
# usage: scripts/run.sh cargo test -p throughput
source "$(dirname "$0")/common.sh"

use_rust
exec "$@"
