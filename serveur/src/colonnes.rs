//! The server of Colonnes de trois (subject, 1.2): players are paired in the order of their PARTIE
//! requests; the first has BLANC.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use arbitre::host::{Task, TaskPlayer, TaskSeat};
use arbitre::jeux::colonnes::{KIND, Requests};
use arbitre::live::path_in;
use arbitre::reception::{Asking, Door, Listeners, News, Reception, origin};
use clap::Args;
use ipc::process;

use crate::accept_loop::{
    self, FINISH_BOUND, Matchmaker, ResultKeeping, Server, listen_on, prepare_folder, told,
};
use crate::report::say;
use i18n::clap::seconds;

/// The server proper.
#[derive(Args, Clone, Debug)]
pub struct ColonnesOptions {
    /// Port TCP d'écoute ; 0 pour un port libre, annoncé sur la sortie standard
    #[arg(required = true)]
    pub port: Option<u16>,
    /// Accepter tout COUP bien formé, sans validation ; chaque partie s'arrête après son 40e coup
    #[arg(long = "noValid")]
    pub no_valid: bool,
    /// Attendre les coups sans limite de temps
    #[arg(long = "noTimeout")]
    pub no_timeout: bool,
    /// Temps par coup en secondes (TIME_MAX)
    #[arg(long = "temps", value_name = "S", default_value = "6", value_parser = seconds)]
    pub time: Duration,
    /// Arbitrer une seule rencontre, puis quitter
    #[arg(long)]
    pub once: bool,
    /// Dossier des enregistrements, un fichier JSON par rencontre (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    /// Délai en secondes pour envoyer une requête PARTIE complète après la connexion
    #[arg(long = "attente-partie", value_name = "S", default_value = "10", value_parser = seconds)]
    pub handshake_time: Duration,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Montrer le plateau après chaque coup dans le compte rendu (-vv : messages de mise au point)
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl ColonnesOptions {
    /// The time for each move, the subject's TIME_MAX (1.2).
    pub fn time_limit(&self) -> Option<Duration> {
        (!self.no_timeout).then_some(self.time)
    }

    /// The folder of records, if any.
    pub fn records(&self) -> Option<&std::path::Path> {
        (!self.no_records).then_some(self.records.as_path())
    }
}

/// Runs until told to stop, or until its one rencontre is over. Exit code 1: a rencontre was
/// interrupted or not recorded.
pub fn serve(options: &ColonnesOptions) -> Result<ExitCode> {
    // Blocked first, so that no signal is missed.
    let signals = accept_loop::signals()?;
    if let Some(folder) = options.records() {
        prepare_folder(folder)?;
    }
    process::raise_descriptor_limit();
    let listener = listen_on(options.address, options.port.unwrap_or_default())?;
    let port = listener.local_addr()?.port();
    let doors = Listeners::new(vec![Door { listener, form: String::new() }]);
    let reception = Requests::new(doors, options.handshake_time);
    let results = ResultKeeping { records: options.records(), boards: options.verbose > 0 };
    let server = Server::new(reception, signals, results)?;
    say(&format!("{}\n", i18n::text!("lobby-listening", port = port.to_string())));
    server.run(Pairs { options, waiting: VecDeque::new() })
}

/// Players waiting for an opponent, in the order of their requests.
struct Pairs<'a> {
    options: &'a ColonnesOptions,
    waiting: VecDeque<Asking>,
}

impl Matchmaker<Requests> for Pairs<'_> {
    fn news(&mut self, server: &mut Server<Requests>, news: News) {
        match news {
            News::Asks(asking) => {
                let from = origin(asking.address);
                log::info!("{}", i18n::text!("lobby-asks", name = asking.name.name(), from = from));
                server.reception.welcome(asking.number);
                self.waiting.push_back(asking);
            }
            News::Left(number) => {
                for asking in self.waiting.iter().filter(|asking| asking.number == number) {
                    let from = origin(asking.address);
                    log::info!("{}", i18n::text!("lobby-left-early", name = asking.name.name(), from = from));
                }
                self.waiting.retain(|asking| asking.number != number);
            }
            other => told(&other),
        }
    }

    fn pair(&mut self, server: &mut Server<Requests>) {
        while !server.stopping() && self.waiting.len() >= 2 {
            let two = [&self.waiting[0], &self.waiting[1]];
            let numbers = two.map(|asking| asking.number);
            let id = server.next_id(KIND.name);
            let players = two.map(|asking| {
                let seat = TaskSeat::Network(String::new());
                TaskPlayer::new(asking.name.name(), origin(asking.address), seat)
            });
            let task = Task {
                time_ms: self.options.time_limit().map(|time| time.as_millis() as u64),
                judged: !self.options.no_valid,
                orphaned: self.options.records().map(Path::to_owned),
                leave_ms: FINISH_BOUND.as_millis() as u64,
                live: self.options.records().map(path_in),
                ..Task::new(&id, KIND.name, KIND.parties.len(), players)
            };
            let [one, other] = task.players.each_ref().map(|player| player.name.clone());
            if self.options.once {
                // Before the players know that they play, so that nobody comes too late and waits
                // in vain.
                server.reception.shut();
            }
            let started = server.start(numbers.map(Some), task);
            if !started {
                return;
            }
            log::info!("{}", i18n::text!("lobby-starts", id = &id, one = one, other = other));
            self.waiting.drain(..2);
            if self.options.once {
                server.close_doors();
            }
        }
    }
}
