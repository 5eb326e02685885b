//! How people connect to a room: the address and the token that the organiser gives.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use clap::Args;

use crate::wire::{JOIN_INBOX, NEWCOMER};

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// The pause before a lost connection is made again, times the attempts, up to so many.
const RECONNECTS: Duration = Duration::from_millis(100);
const MOST: u32 = 10;
/// Where the token may stand instead of the command line, which others of this computer can read.
const TOKEN: &str = "ARBITRE_JETON";

#[derive(Args, Debug)]
pub struct RoomAddress {
    /// Adresse de l'organisateur, comme il la donne (nats://HÔTE:PORT) ; plusieurs, séparées par des virgules, si le championnat peut changer d'ordinateur
    #[arg(value_name = "ADRESSE")]
    pub address: String,
    /// Jeton de la salle, comme l'organisateur le donne (par défaut la variable ARBITRE_JETON)
    #[arg(long = "jeton", value_name = "JETON")]
    pub token: Option<String>,
    /// Certificat (PEM) de l'autorité qui répond de l'organisateur : la connexion est alors chiffrée
    #[arg(long = "autorite", value_name = "FICHIER.pem")]
    pub authority: Option<PathBuf>,
}

impl RoomAddress {
    pub fn addresses(&self) -> Vec<String> {
        self.address.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
    }

    /// Without an account yet.
    pub fn options(&self, inbox: String) -> Result<ConnectOptions> {
        let options = ConnectOptions::new()
            .name("machine")
            .connection_timeout(CONNECTING)
            .custom_inbox_prefix(inbox)
            .reconnect_delay_callback(|attempts| {
                RECONNECTS * u32::try_from(attempts).unwrap_or(MOST).min(MOST)
            });
        Ok(match &self.authority {
            Some(path) => {
                File::open(path).with_context(|| path.display().to_string())?;
                options.add_root_certificates(path.clone()).require_tls(true)
            }
            None => options,
        })
    }

    /// Connects with the token of the room, or with what the address says.
    pub async fn as_newcomer(&self) -> Result<Client> {
        let mut options = self.options(JOIN_INBOX.into())?;
        let token =
            self.token.clone().or_else(|| std::env::var(TOKEN).ok()).filter(|token| !token.is_empty());
        if let Some(token) = token {
            options = options.user_and_password(NEWCOMER.into(), token);
        }
        Ok(options.connect(self.addresses()).await?)
    }
}

/// Whether the server has refused the token.
pub fn is_refusal(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<async_nats::ConnectError>().map(async_nats::ConnectError::kind);
    matches!(kind, Some(ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication))
}
