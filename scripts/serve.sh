#!/usr/bin/env bash
# Builds what has changed and serves the site; HOST and PORT say where.
source "$(dirname "$0")/common.sh"
scripts/build.sh
exec target/dist/server
