//! The options for the computers of a room.

use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};

use clap::Args;

/// The usual port of a nats-server.
const USUAL: &str = "4222";

/// Where rencontres for other machines wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Queue {
    /// At a server started on this port; 0: any.
    Own(u16),
    /// At the server of this address.
    Other(String),
}

fn queue(text: &str) -> Result<Queue, String> {
    if let Ok(port) = text.parse() {
        return Ok(Queue::Own(port));
    }
    match text.split_once("://") {
        Some(("nats" | "tls", host)) if !host.is_empty() => Ok(Queue::Other(text.to_owned())),
        _ => Err(i18n::text!("machines-queue", text = text)),
    }
}

/// Whether and how other machines play.
#[derive(Args, Clone, Debug)]
pub struct RoomOptions {
    /// Faire jouer les rencontres entre moteurs par d'autres ordinateurs (programme machines) : nats-server est lancé ici, sur ce port (4222), ou celui de cette adresse est employé
    #[arg(long = "machines", value_name = "PORT|nats://HÔTE", num_args = 0..=1, default_missing_value = USUAL, value_parser = queue)]
    pub machines: Option<Queue>,
    /// Avec --machines : écart de vitesse permis entre les ordinateurs, en pour cent
    #[arg(long = "ecart-machines", value_name = "N", default_value = "15", requires = "machines")]
    pub band: u32,
    /// Avec --machines : certificat (PEM) de cet ordinateur, pour des connexions chiffrées
    #[arg(long = "certificat", value_name = "FICHIER.pem", requires_all = ["machines", "certificate_key"])]
    pub certificate: Option<PathBuf>,
    /// Clé de ce certificat (PEM)
    #[arg(long = "cle", id = "certificate_key", value_name = "FICHIER.pem", requires = "certificate")]
    pub certificate_key: Option<PathBuf>,
    /// Avec --certificat : certificat (PEM) de l'autorité qui l'a signé, s'il ne l'est pas par lui-même
    #[arg(long = "autorite", value_name = "FICHIER.pem", requires = "certificate")]
    pub authority: Option<PathBuf>,
}

impl RoomOptions {
    /// The arguments of the bridge with its files in this folder; `None`: everything is played here.
    pub fn bridge_arguments(&self, folder: &Path) -> Option<Vec<OsString>> {
        let queue = self.machines.as_ref()?;
        let mut arguments = vec!["--langue".into(), i18n::language().code().into(), "pont".into()];
        arguments.push(folder.into());
        match queue {
            Queue::Own(port) => arguments.extend(["--port".into(), port.to_string().into()]),
            Queue::Other(address) => arguments.extend(["--server".into(), address.into()]),
        }
        // As typed in the folder where this program was started, which it may leave.
        let absolute = |path: &PathBuf| absolute(path).unwrap_or_else(|_| path.clone());
        if let (Some(certificate), Some(key)) = (&self.certificate, &self.certificate_key) {
            let authority = self.authority.as_ref().unwrap_or(certificate);
            for (option, path) in [("--certificate", certificate), ("--key", key), ("--authority", authority)]
            {
                arguments.extend([option.into(), absolute(path).into()]);
            }
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_from_any_folder() {
        let options = RoomOptions {
            machines: Some(Queue::Own(0)),
            band: 15,
            certificate: Some("cert.pem".into()),
            certificate_key: Some("/cle.pem".into()),
            authority: None,
        };
        let here = std::env::current_dir().unwrap().join("cert.pem").into_os_string();
        let arguments = options.bridge_arguments(Path::new("machines")).unwrap();
        assert_eq!(
            arguments[arguments.len() - 6..],
            [
                "--certificate".into(),
                here.clone(),
                "--key".into(),
                "/cle.pem".into(),
                "--authority".into(),
                here
            ]
        );
    }
}
