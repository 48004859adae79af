# Sourced by common.sh: one function per tool, which installs it if needed and makes it findable.
# shellcheck shell=bash

cargo_leptos_version=0.3.11

# The name that Rust projects give to binaries for this machine.
release_triple() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64) echo aarch64-unknown-linux-musl ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    *) echo unknown ;;
  esac
}

# binary_or_build FOLDER CRATE VERSION URL: the prebuilt command of an archive, or a build.
binary_or_build() {
  local folder=$1 crate=$2 version=$3 url=$4 command=${2%-cli}
  mkdir -p "$folder/bin"
  if fetch "$url" "$folder/archive" && tar -xzf "$folder/archive" -C "$folder/bin" --strip-components=1 &&
    "$folder/bin/$command" --version >/dev/null; then
    rm "$folder/archive"
    return
  fi
  rm -rf "$folder/archive" "${folder:?}/bin"
  cargo_install "$folder" "$crate" "$version"
}

# wasm-bindgen must be of exactly the version of the crate that the page was built with.
use_wasm_bindgen() {
  local version
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)
  if have wasm-bindgen && [[ $(wasm-bindgen --version) == "wasm-bindgen $version" ]]; then return; fi
  keep "wasm-bindgen-$version" make_wasm_bindgen "$version"
  export PATH=$tools/wasm-bindgen-$version/bin:$PATH
}

make_wasm_bindgen() {
  local version=$1 folder=$2 triple
  triple=$(release_triple)
  binary_or_build "$folder" wasm-bindgen-cli "$version" \
    "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/$version/wasm-bindgen-$version-$triple.tar.gz"
}

# Only `make watch` needs it.
use_cargo_leptos() {
  if have cargo-leptos; then return; fi
  keep "cargo-leptos-$cargo_leptos_version" make_cargo_leptos
  export PATH=$tools/cargo-leptos-$cargo_leptos_version/bin:$PATH
}

make_cargo_leptos() {
  local folder=$1
  binary_or_build "$folder" cargo-leptos $cargo_leptos_version \
    "https://github.com/leptos-rs/cargo-leptos/releases/download/v$cargo_leptos_version/cargo-leptos-$(release_triple).tar.gz"
}

use_node() {
  if ! have node || ! have npm; then
    die "Node.js with npm is missing. Install Node.js 20 or later from https://nodejs.org, then run this again."
  fi
}

# wasm-opt and esbuild, at the versions of the lock file.
use_site_tools() {
  use_node
  local name
  name=site-tools-$(cksum scripts/site/package-lock.json | cut -d' ' -f1)
  keep "$name" make_site_tools
  export PERMILLION_SITE_TOOLS=$tools/$name/node_modules
}

make_site_tools() {
  say "Installing wasm-opt and esbuild"
  cp scripts/site/package.json scripts/site/package-lock.json "$1"
  (cd "$1" && npm ci --silent --no-audit --no-fund --ignore-scripts)
}

# The packages of the browser tests.
use_end2end_packages() {
  use_node
  if [[ ! end2end/node_modules/.package-lock.json -nt end2end/package-lock.json ]]; then
    say "Installing Playwright"
    (cd end2end && npm ci --silent --no-audit --no-fund)
  fi
}

# A Chromium: the one in PERMILLION_CHROMIUM, the system's, Playwright's own, or Debian's.
use_chromium() {
  local command
  [[ -n ${PERMILLION_CHROMIUM:-} ]] && return
  for command in chromium chromium-browser google-chrome-stable google-chrome; do
    if have $command; then
      PERMILLION_CHROMIUM=$(command -v $command)
      export PERMILLION_CHROMIUM
      return
    fi
  done
  say "Installing Chromium"
  if (cd end2end && npx playwright install chromium) >/dev/null 2>&1; then return; fi
  if ! have apt-get || ! apt_install chromium; then
    die "Chromium is missing. Install it, or set PERMILLION_CHROMIUM to a Chromium's path, then run this again."
  fi
  use_chromium
}

# Clippy and rustfmt of the Rust in use.
use_lint_tools() {
  if cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1; then return; fi
  if [[ $(rustc --print sysroot) == "$tools"/* ]]; then
    apt_install rust-web-clippy rustfmt-web && return
  elif have rustup && rustup --quiet component add clippy rustfmt; then
    return
  fi
  die "clippy or rustfmt is missing. Run 'rustup component add clippy rustfmt', then run this again."
}
