//! The server of Colonnes de trois (subject, 1.2): players are paired in the order of their PARTIE requests, the
//! first has BLANC.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use arbitre::jeux::colonnes::{KIND, Requests};
use arbitre::match_loop::Conditions;
use arbitre::reception::{Asking, Door, Doors, Guest, NetworkSeat, News, NoUsher, Reception, Wire, origin};
use arbitre::rencontre::{Contestant, Rencontre};
use clap::Args;
use ipc::process;
use jeux::game::Params;

use crate::child::{self, Chair, Terms};
use crate::hall::{self, Desk, Hall, listen_on, prepare_folder, told};
use crate::report::say;
use words::clap::seconds;

/// The server proper.
#[derive(Args, Clone, Debug)]
pub struct Serve {
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

impl Serve {
    /// The time for each move, the subject's TIME_MAX (1.2); `None` for ever.
    pub fn time_limit(&self) -> Option<Duration> {
        (!self.no_timeout).then_some(self.time)
    }

    /// The folder for records, if they are kept.
    pub fn records(&self) -> Option<&std::path::Path> {
        (!self.no_records).then_some(self.records.as_path())
    }
}

/// Runs the server until it is told to stop, or until its one rencontre is over. The exit code: 1 when a rencontre
/// was interrupted or could not be recorded.
///
/// # Errors
/// The folder of the records cannot be written, the port cannot be listened at, or the system fails.
pub fn serve(options: &Serve) -> Result<ExitCode> {
    // Blocked first: a signal that comes at any time from here on is handled in the loop.
    let signals = hall::signals()?;
    if let Some(folder) = options.records() {
        prepare_folder(folder)?;
    }
    process::raise_descriptor_limit();
    let Some(wire) = KIND.wire else { bail!("{}", KIND.name) };
    let listener = listen_on(options.address, options.port.unwrap_or_default())?;
    let port = listener.local_addr()?.port();
    let doors = Doors::new(vec![Door { listener, form: String::new() }]);
    let reception = Requests::new(doors, options.handshake_time);
    say(&format!("{}\n", words::text!("lobby-listening", port = port.to_string())));
    Hall::new(reception, signals, options.records()).run(Pairs { options, wire, waiting: VecDeque::new() })
}

/// Those who wait for an opponent, in the order of their requests.
struct Pairs<'a> {
    options: &'a Serve,
    wire: &'static dyn Wire,
    waiting: VecDeque<Asking>,
}

impl Desk<Requests> for Pairs<'_> {
    fn news(&mut self, hall: &mut Hall<Requests>, news: News) {
        match news {
            News::Asks(asking) => {
                let from = origin(asking.address);
                log::info!("{}", words::text!("lobby-asks", name = asking.name.name(), from = from));
                hall.reception.welcome(asking.number);
                self.waiting.push_back(asking);
            }
            News::Left(number) => {
                for asking in self.waiting.iter().filter(|asking| asking.number == number) {
                    let from = origin(asking.address);
                    log::info!(
                        "{}",
                        words::text!("lobby-left-early", name = asking.name.name(), from = from)
                    );
                }
                self.waiting.retain(|asking| asking.number != number);
            }
            other => told(&other),
        }
    }

    fn pair(&mut self, hall: &mut Hall<Requests>) {
        while !hall.stopping() && self.waiting.len() >= 2 {
            let two = [&self.waiting[0], &self.waiting[1]];
            let contestants = two.map(|asking| Contestant {
                name: asking.name.name().to_owned(),
                from: origin(asking.address),
            });
            let numbers = two.map(|asking| asking.number);
            let id = hall.next_id(KIND.name);
            let setup = Params::new();
            let rencontre = Rencontre {
                kind: &KIND,
                id: &id,
                contestants: &contestants,
                setup: &setup,
                parties: KIND.parties,
                judged: !self.options.no_valid,
                scheduled: None,
            };
            let (options, wire) = (self.options, self.wire);
            let time = options.time_limit();
            let otherwise = rencontre.blank(Conditions { time, interrupt: None, live: None });
            if options.once {
                // Before the players learn that they play: nobody comes too late and waits in vain.
                hall.reception.shut();
            }
            let started = hall.start(numbers.map(Some), otherwise, &mut || (), |reception, parent| {
                let guests = numbers.map(|number| reception.take(number));
                let terms = Terms { time, records: options.records(), boards: options.verbose > 0 };
                match sit(wire, guests, &contestants) {
                    Some(chairs) => child::run(&rencontre, chairs, terms, parent),
                    None => process::FAILED,
                }
            });
            if !started {
                return;
            }
            let [one, other] = &contestants;
            log::info!("{}", words::text!("lobby-starts", id = &id, one = &one.name, other = &other.name));
            self.waiting.drain(..2);
            if self.options.once {
                hall.close_doors();
            }
        }
    }
}

/// Two guests sit down.
fn sit(
    wire: &'static dyn Wire,
    guests: [Option<Guest>; 2],
    contestants: &[Contestant; 2],
) -> Option<[Chair<'static>; 2]> {
    let names = [contestants[0].name.as_str(), &contestants[1].name];
    let seats: [Option<Box<dyn NetworkSeat>>; 2] = wire.sit(guests, names, &NoUsher).ok()?;
    let [one, other] = seats;
    Some([Chair::Guest(one?), Chair::Guest(other?)])
}
