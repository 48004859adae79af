//! Settings, all read from environment variables.
//!
//! | variable | meaning | default |
//! | --- | --- | --- |
//! | `HOST` | IP address to listen on | `127.0.0.1` |
//! | `PORT` | TCP port to listen on | `3000` |
//! | `LEPTOS_SITE_ADDR` | both of the above; set by `cargo leptos` | |
//! | `LEPTOS_SITE_ROOT` | folder of the built site | `site` beside the executable |
//! | `LEPTOS_HASH_FILES` | whether file names carry a hash of their content | `true` |
//!
//! Those of the API are at [`ApiSettings`].

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use leptos::config::LeptosOptions;

use crate::api::ApiSettings;

/// The stem of the names of the site's JavaScript, WebAssembly and CSS files.
const OUTPUT_NAME: &str = "permillion";

/// The file beside the server's executable that lists the hashes in the site's file names.
const HASH_FILE: &str = "hash.txt";

/// The server's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// Folder of the built site.
    pub site_root: String,
    /// Whether file names carry a hash of their content.
    pub hash_files: bool,
    /// What the API allows.
    pub api: ApiSettings,
}

impl Config {
    /// Reads the settings from this process's environment.
    ///
    /// # Errors
    ///
    /// If a variable is set to something that cannot be understood.
    pub fn from_env() -> anyhow::Result<Self> {
        Self::from_lookup(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    /// Reads the settings through `lookup`, which gives a variable's value by its name.
    ///
    /// # Errors
    ///
    /// If a variable is set to something that cannot be understood.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut address = match lookup("LEPTOS_SITE_ADDR") {
            Some(text) => text.parse().with_context(|| {
                format!("LEPTOS_SITE_ADDR={text} is not an address such as 127.0.0.1:3000")
            })?,
            None => SocketAddr::from((Ipv4Addr::LOCALHOST, 3000)),
        };
        if let Some(text) = lookup("HOST") {
            address.set_ip(text.parse::<IpAddr>().with_context(|| {
                format!("HOST={text} is not an IP address such as 127.0.0.1 or 0.0.0.0")
            })?);
        }
        if let Some(text) = lookup("PORT") {
            address.set_port(
                text.parse()
                    .with_context(|| format!("PORT={text} is not a port number such as 3000"))?,
            );
        }
        let hash_files = match lookup("LEPTOS_HASH_FILES") {
            Some(text) => text
                .parse()
                .with_context(|| format!("LEPTOS_HASH_FILES={text} is neither true nor false"))?,
            None => true,
        };
        let site_root = match lookup("LEPTOS_SITE_ROOT") {
            Some(folder) => folder,
            None => beside_executable("site")?.to_string_lossy().into_owned(),
        };
        Ok(Self {
            address,
            site_root,
            hash_files,
            api: ApiSettings::from_lookup(lookup)?,
        })
    }

    /// Checks that the site has been built, so that a page never lacks its scripts.
    ///
    /// # Errors
    ///
    /// If the site's folder or the list of hashes is missing.
    pub fn check_site(&self) -> anyhow::Result<()> {
        let package = PathBuf::from(&self.site_root).join("pkg");
        if !package.is_dir() {
            bail!(
                "{} is missing: build the site with `make serve`",
                package.display()
            );
        }
        if self.hash_files {
            let hashes = beside_executable(HASH_FILE)?;
            if !hashes.is_file() {
                bail!(
                    "{} is missing: build the site with `make serve`",
                    hashes.display()
                );
            }
        }
        Ok(())
    }

    /// The same settings in the form that Leptos wants them.
    #[must_use]
    pub fn leptos_options(&self) -> LeptosOptions {
        LeptosOptions::builder()
            .output_name(OUTPUT_NAME)
            .site_root(self.site_root.as_str())
            .site_addr(self.address)
            .reload_port(3002)
            .hash_files(self.hash_files)
            .build()
    }
}

/// The path of `name` in the folder of this process's executable.
fn beside_executable(name: &str) -> anyhow::Result<PathBuf> {
    let executable = std::env::current_exe().context("this executable's path is unknown")?;
    Ok(executable.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::Config;

    fn config(variables: &[(&str, &str)]) -> anyhow::Result<Config> {
        Config::from_lookup(|name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn listens_on_loopback_port_3000_by_default() {
        let address = config(&[]).unwrap().address;
        assert_eq!(address.to_string(), "127.0.0.1:3000");
    }

    #[test]
    fn host_and_port_win_over_the_leptos_address() {
        let variables = [
            ("LEPTOS_SITE_ADDR", "127.0.0.1:1"),
            ("HOST", "::1"),
            ("PORT", "8080"),
        ];
        let address = config(&variables).unwrap().address;
        assert_eq!(address.to_string(), "[::1]:8080");
    }

    #[test]
    fn a_bad_value_is_named_in_the_error() {
        for (name, value) in [
            ("HOST", "example"),
            ("PORT", "70000"),
            ("LEPTOS_HASH_FILES", "maybe"),
        ] {
            let message = config(&[(name, value)]).unwrap_err().to_string();
            assert!(message.contains(&format!("{name}={value}")), "{message}");
        }
    }
}
