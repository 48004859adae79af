# Sourced by common.sh: puts one Rust toolchain that can build WebAssembly on the PATH.
# shellcheck shell=bash

wasm_target=wasm32-unknown-unknown

# Whether the rustc on the PATH has a standard library for WebAssembly.
rust_has_wasm() {
  compgen -G "$(rustc --print target-libdir --target $wasm_target 2>/dev/null)/libstd-*.rlib" >/dev/null
}

# In order: the toolchain in use, its WebAssembly target by rustup, Debian's packages.
use_rust() {
  if ! have cargo || ! have rustc; then
    die "Rust is missing. Install it from https://rustup.rs, then run this again."
  fi
  rust_has_wasm && return
  if [[ -x /usr/bin/rustc ]]; then use_debian_rust && return; fi
  if have rustup; then
    say "Adding the WebAssembly target to Rust"
    if rustup --quiet target add $wasm_target >/dev/null 2>&1 && rust_has_wasm; then return; fi
    say "rustup cannot download it here; taking Debian's Rust instead"
  fi
  if ! have apt-get || ! apt_install rustc-web cargo-web rust-web-src rust-web-llvm; then
    die "this Rust cannot build for $wasm_target. Run 'rustup target add $wasm_target', or install your system's package of that target's standard library."
  fi
  keep "$(debian_rust_name)" make_debian_rust
  use_debian_rust
}

debian_rust_name() { echo "rust-$(/usr/bin/rustc --version | cut -d' ' -f2)-debian"; }

# Puts Debian's Rust with its built standard library first on the PATH, if it is there.
use_debian_rust() {
  local folder
  folder=$tools/$(debian_rust_name)
  [[ -d $folder ]] || return 1
  # The folder of cargo's own installs comes last: cargo would put it first by itself.
  export PATH=$folder/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
  # Clippy's driver does not go through the wrapped rustc.
  export SYSROOT=$folder
}

# make_debian_rust FOLDER: a toolchain of links to Debian's Rust, which lacks a standard
# library for WebAssembly, and one built from the packaged source. Nothing is written
# outside FOLDER. Its bitcode lets `lto = true` link it.
make_debian_rust() {
  local folder=$1 entry
  say "Building Rust's standard library for WebAssembly (once per machine, under a minute)"
  mkdir -p "$folder/bin" "$folder/lib/rustlib/$wasm_target/lib" "$folder/build/src"
  for entry in cargo cargo-clippy cargo-fmt clippy-driver rustdoc rustfmt; do
    ln -s "/usr/bin/$entry" "$folder/bin/$entry"
  done
  for entry in /usr/lib/rustlib/*; do
    [[ $entry == */$wasm_target ]] || ln -s "$entry" "$folder/lib/rustlib/"
  done
  cat >"$folder/bin/rustc" <<'END'
#!/bin/sh
exec /usr/bin/rustc --sysroot "${0%/bin/rustc}" "$@"
END
  chmod +x "$folder/bin/rustc"

  echo '#![no_std]' >"$folder/build/src/lib.rs"
  printf '[package]\nname = "probe"\nedition = "2021"\n[workspace]\n' >"$folder/build/Cargo.toml"
  (
    cd "$folder/build" || exit
    export PATH=$folder/bin:$PATH CARGO_TARGET_DIR=$folder/build/target
    RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes cargo build --quiet --release \
      --target $wasm_target -Zbuild-std=std,panic_abort
    rm target/$wasm_target/release/deps/libprobe-*
    mv target/$wasm_target/release/deps/*.rlib "$folder/lib/rustlib/$wasm_target/lib/"
  )
  rm -rf "$folder/build"
}
