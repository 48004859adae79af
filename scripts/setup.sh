#!/usr/bin/env bash
# Installs what the other commands need. They do their part of it by themselves, so this
# is only for doing it beforehand.
source "$(dirname "$0")/common.sh"

use_node
use_rust
use_wasm_bindgen
use_site_tools
use_lint_tools
use_end2end_packages
use_chromium
say "Everything is installed"
