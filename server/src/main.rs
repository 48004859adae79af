//! Starts the Permillion web server; see the library for what it does.

use std::process::ExitCode;

use anyhow::Context as _;
use server::serve::{self, Limits};
use server::{config::Config, router::router, shutdown, state::AppState};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run() -> anyhow::Result<()> {
    let config = Config::from_env()?;
    config.check_site()?;
    let stop = shutdown::requested().context("signal handlers cannot be installed")?;
    let listener = serve::bind(config.address).await?;
    let router = router(AppState::new(config.leptos_options()).with_api_settings(config.api));

    println!("Permillion is at http://{}", listener.local_addr()?);
    serve::serve(listener, router, Limits::default(), stop).await;
    Ok(())
}
