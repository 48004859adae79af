#!/usr/bin/env bash
# Runs every test: the model, the page and the server, then the built site in a browser.
source "$(dirname "$0")/common.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The property tests draw the same cases each time: a failure is of the change, not of the day.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261201}

use_rust
say "Model"
cargo test --package throughput 2>&1 | tee -a "$log"

scripts/build.sh

say "Page and server"
# As optimised as the site is, so that nothing is compiled twice.
cargo test --release --package app --package server --features app/ssr 2>&1 | tee -a "$log"

say "Browser"
use_end2end_packages
use_chromium
# A free port, so that tests of two clones can run at once.
PERMILLION_TEST_PORT=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
export PERMILLION_TEST_PORT
(cd end2end && npx playwright test) 2>&1 | tee -a "$log"

awk '/^test result:/ { sum += $4 } / passed \(/ { sum += $1 } END { printf "\n%d passed, 0 failed\n", sum }' "$log"
