# Sourced by every other script: where things are, how to speak, how to keep a tool.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Built tools are kept per user, under names that hold their versions, so that
# every clone on a machine shares them.
tools=${PERMILLION_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/permillion}

# Where the built site is looked for, whatever the user has set for other projects.
export CARGO_TARGET_DIR=$root/target

say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# keep NAME COMMAND...: unless $tools/NAME exists, runs COMMAND with an empty folder as
# its last argument and moves that folder there. An interrupted COMMAND leaves nothing
# that looks complete.
keep() {
  local name=$1
  shift
  [[ -d $tools/$name ]] && return
  mkdir -p "$tools"
  exec 9>"$tools/lock"
  if have flock; then flock 9; fi
  if [[ ! -d $tools/$name ]]; then
    rm -rf "$tools"/new.*
    local new
    new=$(mktemp -d "$tools/new.XXXXXX")
    "$@" "$new"
    mv "$new" "$tools/$name"
  fi
  exec 9>&-
}

# fetch URL FILE: quick to give up where downloads are closed.
fetch() {
  have curl && curl -fsSL --connect-timeout 5 --speed-time 20 --speed-limit 1024 -o "$2" "$1" 2>/dev/null
}

# cargo_install FOLDER CRATE VERSION: builds a command unoptimised, in a quarter of the
# time that its own release profile takes; the work it does here is seconds either way.
cargo_install() {
  local folder=$1 crate=$2 version=$3
  say "Building $crate $version (once per machine, some minutes)"
  (
    export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0
    export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false
    install=(cargo install --quiet "$crate" --version "$version" --root "$folder" --target-dir "$folder/build")
    # A published lock file can name a version that has been withdrawn since.
    "${install[@]}" --locked 2>/dev/null || "${install[@]}"
  )
  rm -rf "$folder/build"
}

# apt_install PACKAGE...: what is missing of them, as root or through sudo.
apt_install() {
  local missing=() package sudo=
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  if [[ $(id -u) -ne 0 ]]; then
    have sudo || die "these Debian packages are needed: ${missing[*]}. Install them as root, then run this again."
    sudo=sudo
  fi
  say "Installing ${missing[*]}"
  $sudo apt-get update -qq || true
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
}

source scripts/rust.sh
source scripts/tools.sh
