//! `championnat decision`: decisions through a running championship, or on the files of a stopped
//! one.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use championnat::presentation::{self, InWords, Sentence};
use championnat::{
    Archive, Config, ContestantId, Decision, DecisionDraft, DecisionRuling, EngineCheck, Key, Location,
    Message, RencontreResult, Status, Store, StoreError, paths,
};
use clap::{Args, Subcommand};
use ipc::control::{AskError, ask};
use jeux::Reason;
use jeux::text::{QUOTED, sanitize_lines, truncate};
use jiff::Timestamp;

use super::key_pattern::KeyPattern;
use super::{console, folder, journal};

/// A request to a running championship: no rencontre begins.
pub const PAUSE: &str = "pause";
/// Rencontres begin again.
pub const RESUME: &str = "reprend";
/// The first rencontres may begin.
pub const BEGIN: &str = "commence";
/// A drawn game.
pub const DRAWN: &str = "nul";
/// A request that begins so is only described.
pub const PREVIEW: &str = "apercu ";

/// Décider d'un championnat, en cours ou arrêté : chaque décision est notée avec qui, quand et pourquoi.
#[derive(Args, Debug)]
pub struct Decide {
    /// Description du championnat (.toml), ou base de résultats (.sqlite)
    #[arg(value_name = "FICHIER")]
    pub source: PathBuf,
    #[command(subcommand)]
    pub action: DecisionCommand,
}

#[derive(Subcommand, Debug)]
pub enum DecisionCommand {
    /// Retirer un concurrent : il perd ce qui lui reste à commencer
    Retire {
        #[command(flatten)]
        about: ContestantDecision,
    },
    /// Disqualifier un concurrent : il est retiré, et hors des tableaux à élimination il a perdu tout ce qu'il a joué
    Disqualifie {
        #[command(flatten)]
        about: ContestantDecision,
    },
    /// Reprendre un concurrent retiré ou disqualifié : il joue ce qui reste et ce qu'il a perdu en partant
    Reintegre {
        #[command(flatten)]
        about: ContestantDecision,
    },
    /// Ajouter un concurrent en retard, le dernier de la description ; impossible en poules et à élimination
    Ajoute {
        #[command(flatten)]
        about: ContestantDecision,
    },
    /// Déclarer forfait dans une rencontre sans résultat : celui qui est nommé la perd, ou les deux
    Forfait {
        /// Rencontre (RONDE.NUMÉRO)
        #[arg(value_name = "CLÉ", value_parser = super::archive::key)]
        key: Key,
        /// Qui la perd : un nom, ou les deux
        #[arg(value_name = "NOM", required = true, num_args = 1..=2)]
        names: Vec<String>,
        #[command(flatten)]
        motive: Motive,
    },
    /// Annuler des forfaits : les rencontres sont à jouer
    Retablit {
        /// Rencontres : RONDE.NUMÉRO, où * veut dire tous, puis #NOM pour celles d'un seul concurrent (1.*, *#dupont)
        #[arg(value_name = "CLÉ", value_parser = KeyPattern::parse)]
        games: KeyPattern,
        #[command(flatten)]
        motive: Motive,
    },
    /// Rejouer des rencontres qui ont un résultat, ou qui ont été interrompues trop souvent
    Rejoue {
        /// Rencontres : RONDE.NUMÉRO, où * veut dire tous, puis #NOM pour celles d'un seul concurrent (1.*, *#dupont)
        #[arg(value_name = "CLÉ", value_parser = KeyPattern::parse, required_unless_present = "interrupted")]
        games: Option<KeyPattern>,
        /// Seulement les rencontres interrompues trop souvent ; sans CLÉ, toutes celles-là
        #[arg(long = "interrompues")]
        interrupted: bool,
        #[command(flatten)]
        motive: Motive,
    },
    /// Fixer le résultat d'une rencontre, quoi qu'on y ait joué
    Resultat {
        /// Rencontre (RONDE.NUMÉRO)
        #[arg(value_name = "CLÉ", value_parser = super::archive::key)]
        key: Key,
        /// Qui a gagné, pour chaque partie de la rencontre : un nom, ou « nul »
        #[arg(value_name = "GAGNANT", required = true)]
        winners: Vec<String>,
        #[command(flatten)]
        motive: Motive,
    },
    /// Annoncer quelque chose à tous ceux qui regardent, sur les pages et le mur, jusqu'à l'annonce suivante
    Annonce {
        /// Texte ; vide ("") pour retirer l'annonce
        #[arg(value_name = "TEXTE")]
        text: String,
        #[command(flatten)]
        by: Author,
    },
    /// Changer le temps par coup, à partir de la prochaine ronde qui commence
    Temps {
        /// Secondes par coup ; 0 : sans limite
        #[arg(value_name = "S", value_parser = i18n::clap::seconds)]
        time: Duration,
        #[command(flatten)]
        motive: Motive,
    },
    /// Terminer le championnat après la ronde en cours ; ni en poules ni à élimination
    Termine {
        #[command(flatten)]
        motive: Motive,
    },
    /// Jouer quand même le reste d'un championnat terminé par cette commande ou par l'heure de `fin`
    Prolonge {
        /// Nouvelle heure de fin (14:00, ou 2026-12-18T14:00) ; sans elle, plus aucune
        #[arg(long = "fin", value_name = "HEURE", value_parser = hour)]
        end: Option<Timestamp>,
        #[command(flatten)]
        motive: Motive,
    },
    /// Montrer les décisions prises
    Liste,
    /// Commencer un championnat qui attend ses concurrents par réseau, ou son heure
    Commence,
    /// Suspendre un championnat en cours : plus aucune rencontre ne commence, celles en cours se terminent
    Pause,
    /// Reprendre un championnat suspendu
    Reprend,
    /// Dire où en est un championnat en cours, en une ligne de JSON
    Etat,
}

/// A contestant, and why.
#[derive(Args, Debug)]
pub struct ContestantDecision {
    /// Nom du concurrent
    #[arg(value_name = "NOM")]
    pub name: String,
    #[command(flatten)]
    pub motive: Motive,
}

/// Why, and by whom.
#[derive(Args, Debug)]
pub struct Motive {
    /// Pourquoi
    #[arg(long = "motif", value_name = "TEXTE", default_value = "", hide_default_value = true)]
    pub why: String,
    #[command(flatten)]
    pub by: Author,
}

/// Who decides.
#[derive(Args, Debug)]
pub struct Author {
    /// Qui décide (par défaut, qui lance la commande)
    #[arg(long = "par", value_name = "NOM")]
    pub who: Option<String>,
    /// Dire ce que la décision changerait, sans la prendre
    #[arg(long = "apercu")]
    pub preview: bool,
}

/// Takes or lists decisions; pauses or resumes a running championship, or asks for its status. A
/// running one has five seconds to answer, and may have taken the decision even if it does not;
/// otherwise the decision is stored for the next start.
pub fn run(args: &Decide) -> Result<ExitCode> {
    let place = ContestFolder::of(&args.source)?;
    if let Some(word) = args.action.word() {
        return asked(&place, word);
    }
    let Some((rulings, why, by)) = args.action.rulings(&place)? else {
        let archive = Archive::open(&place.results).in_words()?;
        for decision in archive.decisions().list() {
            console::show(&format!("{}\n", presentation::message(&decision.message())));
        }
        return Ok(ExitCode::SUCCESS);
    };
    let who = by.who.clone().unwrap_or_else(user);
    let several = rulings.len() > 1;
    let mut refused = false;
    for ruling in rulings {
        let draft = DecisionDraft { who: who.clone(), why: why.to_owned(), ruling };
        match request(&place, draft, by.preview) {
            Err(error) if several => {
                i18n::out::complain(&i18n::causes(error.as_ref()));
                refused = true;
            }
            requested => requested?,
        }
    }
    Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Has a decision taken, or only described, and prints what it does.
fn request(place: &ContestFolder, request: DecisionDraft, preview: bool) -> Result<()> {
    let line = if preview { PREVIEW } else { "" }.to_owned() + &serde_json::to_string(&request)?;
    match ask(&paths::socket(&place.records), &line) {
        Ok(answer) => console::show(&sanitize_lines(&answer)),
        Err(AskError::Refused(why)) => bail!(sanitize_lines(&why).into_owned()),
        Err(AskError::Stranger(uid)) => bail!(stranger(place, uid)),
        Err(AskError::NoAnswer(error)) => {
            return Err(error).with_context(|| i18n::text!("decision-no-answer"));
        }
        Err(AskError::Nobody(_)) => {
            let said = place.decide(request, preview)?;
            let later = if preview { String::new() } else { i18n::text!("decision-later") + "\n" };
            console::show(&(said + &later));
        }
    }
    Ok(())
}

fn stranger(place: &ContestFolder, uid: u32) -> String {
    let path = paths::socket(&place.records).display().to_string();
    i18n::text!("control-stranger", path = path, uid = uid)
}

/// Asks the championship, which must be running.
fn asked(place: &ContestFolder, word: &str) -> Result<ExitCode> {
    match ask(&paths::socket(&place.records), word) {
        Ok(answer) => console::show(&sanitize_lines(&answer)),
        Err(AskError::Refused(why)) => bail!(sanitize_lines(&why).into_owned()),
        Err(AskError::Stranger(uid)) => bail!(stranger(place, uid)),
        Err(AskError::NoAnswer(error)) => {
            return Err(error).with_context(|| i18n::text!("decision-no-answer"));
        }
        Err(AskError::Nobody(_)) => bail!(i18n::text!("decision-not-running")),
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a requested decision without applying it. `config` is the current description, if any.
pub fn consider(
    store: &mut Store,
    config: Option<&Config>,
    request: DecisionDraft,
    is_running: impl Fn(Key) -> bool,
) -> Result<Decision> {
    if let DecisionRuling::Add { contestant } = &request.ruling {
        is_entered(store, config, contestant)?;
    }
    store.consider(request, Timestamp::now().as_millisecond(), is_running).in_words()
}

/// What a considered decision does, in lines: its entry in the list, or without number and date for
/// a preview.
pub fn described(store: &mut Store, decision: &Decision, preview: bool) -> Result<String> {
    let (first, last) = if preview {
        (decision.request.ruling.message(), Some(Message::new("decision-preview")))
    } else {
        (decision.message(), None)
    };
    let lines = [first].into_iter().chain(store.effects(decision).in_words()?).chain(last);
    Ok(lines.map(|line| presentation::message(&line) + "\n").collect())
}

/// Takes a decision, in the journal and in the store. The inner error is a refusal for now: neither has
/// it.
///
/// # Errors
/// The store fails for good, or did not say whether it has the decision: the next start tells.
pub fn take(store: &mut Store, records: &Path, decision: &Decision) -> Result<Result<()>> {
    let location = store.location().clone();
    let noted = Cell::new(false);
    let note = || {
        noted.set(true);
        journal::append(records, decision).map_err(|why| StoreError::Io(location, why))
    };
    let Err(error) = store.decide_with(decision, note) else { return Ok(Ok(())) };
    let passing = error.is_passing();
    let error = anyhow!(error.sentence());
    if noted.get() && !store.is_connected() {
        return Err(error);
    }
    journal::take_back(records, decision).in_words()?;
    if passing { Ok(Err(error.context(i18n::text!("decision-not-recorded")))) } else { Err(error) }
}

/// Withdraws those who do not play, before anything is drawn with them: a decision like the organiser's others.
pub fn leave_out(store: &mut Store, config: &Config, failed: &[(ContestantId, Reason)]) -> Result<()> {
    for (contestant, why) in failed {
        let name = config.regulations.name(*contestant).to_owned();
        // Everybody may read it: it does not quote the engine.
        let why = presentation::reason(&why.for_audience());
        let why = truncate(&i18n::text!("trial-motive", why = why), QUOTED);
        let ruling = DecisionRuling::Withdraw { contestant: name.clone() };
        let request = DecisionDraft { who: user(), why: why.clone(), ruling };
        let decision = consider(store, None, request, |_| false)?;
        take(store, &config.records, &decision)??;
        console::say(&i18n::text!("trial-left-out", name = name, why = why));
    }
    Ok(())
}

/// Whether the description is unchanged but for this contestant at its end.
fn is_entered(store: &Store, config: Option<&Config>, contestant: &str) -> Result<()> {
    let described = &config.ok_or_else(|| anyhow!(i18n::text!("decision-no-description")))?.regulations;
    let mut expected = store.regulations().clone();
    expected.contestants.push(contestant.to_owned());
    let differences = expected.differences(described);
    if described.contestants != expected.contestants {
        bail!(i18n::text!("decision-not-last", name = contestant));
    }
    if !differences.is_empty() {
        let differences: Vec<String> = differences.iter().map(presentation::message).collect();
        bail!(i18n::text!("decision-other", differences = differences.join(", ")));
    }
    Ok(())
}

/// A championship on disk.
struct ContestFolder {
    results: Location,
    records: PathBuf,
    config: Option<Config>,
}

impl ContestFolder {
    fn of(source: &Path) -> Result<Self> {
        if source.extension().is_some_and(|extension| extension == "toml") {
            let config = Config::load(source, &EngineCheck::default()).in_words()?;
            let (results, records) = (config.results.clone(), config.records.clone());
            return Ok(ContestFolder { results, records, config: Some(config) });
        }
        if !source.is_file() {
            bail!(i18n::text!("decision-source", source = source.display().to_string()));
        }
        let records = source.with_extension("parties");
        Ok(ContestFolder { results: Location::Sqlite(source.to_owned()), records, config: None })
    }

    /// The games with such a result that a pattern means, or all of them; at least one.
    fn keys(
        &self,
        pattern: Option<&KeyPattern>,
        wanted: impl Fn(&RencontreResult) -> bool,
    ) -> Result<Vec<Key>> {
        let mut keys: Vec<Key> = pattern.and_then(KeyPattern::key).into_iter().collect();
        if keys.is_empty() {
            let mut archive = Archive::open(&self.results).in_words()?;
            let results = archive.results().in_words()?;
            let regulations = archive.regulations();
            let meant = |(key, result): &(&Key, &RencontreResult)| {
                let players = [result.white, result.black].map(|player| regulations.name(player));
                wanted(result) && pattern.is_none_or(|pattern| pattern.matches(**key, players))
            };
            keys.extend(results.iter().filter(meant).map(|(key, _)| *key));
        }
        if keys.is_empty() {
            bail!(i18n::text!("decision-no-such-games"));
        }
        Ok(keys)
    }

    /// Takes a decision on a stopped championship, or only describes it; what it does, in lines.
    fn decide(&self, request: DecisionDraft, preview: bool) -> Result<String> {
        let journal = journal::read(&self.records)?;
        let mut store = Store::reopen(&self.results, &journal).in_words()?;
        journal::synchronize(&self.records, &mut store)?;
        // A decision says once and for all what was drawn and played before it.
        folder::take_in_unknown(&mut store, &self.records)?;
        let decision = consider(&mut store, self.config.as_ref(), request, |_| false)?;
        let said = described(&mut store, &decision, preview)?;
        if !preview {
            take(&mut store, &self.records, &decision)??;
        }
        Ok(said)
    }
}

impl DecisionCommand {
    /// The request that only a running championship answers.
    fn word(&self) -> Option<&'static str> {
        match self {
            DecisionCommand::Commence => Some(BEGIN),
            DecisionCommand::Pause => Some(PAUSE),
            DecisionCommand::Reprend => Some(RESUME),
            DecisionCommand::Etat => Some(Status::REQUEST),
            _ => None,
        }
    }

    /// The requested decisions, why, and by whom; `None` for a listing.
    fn rulings(&self, place: &ContestFolder) -> Result<Option<(Vec<DecisionRuling>, &str, &Author)>> {
        let contestant = |about: &ContestantDecision| about.name.clone();
        let (ruling, motive) = match self {
            DecisionCommand::Retire { about } => {
                (DecisionRuling::Withdraw { contestant: contestant(about) }, &about.motive)
            }
            DecisionCommand::Disqualifie { about } => {
                (DecisionRuling::Disqualify { contestant: contestant(about) }, &about.motive)
            }
            DecisionCommand::Reintegre { about } => {
                (DecisionRuling::Reinstate { contestant: contestant(about) }, &about.motive)
            }
            DecisionCommand::Ajoute { about } => {
                (DecisionRuling::Add { contestant: contestant(about) }, &about.motive)
            }
            DecisionCommand::Forfait { key, names, motive } => {
                (DecisionRuling::Forfeit { key: *key, absent: names.clone() }, motive)
            }
            DecisionCommand::Retablit { games, motive } => {
                let keys = place.keys(Some(games), RencontreResult::is_forfeit)?;
                let rulings = keys.into_iter().map(|key| DecisionRuling::Restore { key }).collect();
                return Ok(Some((rulings, &motive.why, &motive.by)));
            }
            DecisionCommand::Rejoue { games, interrupted, motive } => {
                let wanted = |result: &RencontreResult| !interrupted || result.is_given_up();
                let keys = place.keys(games.as_ref(), wanted)?;
                let rulings = keys.into_iter().map(|key| DecisionRuling::Replay { key }).collect();
                return Ok(Some((rulings, &motive.why, &motive.by)));
            }
            DecisionCommand::Resultat { key, winners, motive } => {
                let winner = |name: &String| Some(name.clone()).filter(|name| name != DRAWN);
                (DecisionRuling::Set { key: *key, winners: winners.iter().map(winner).collect() }, motive)
            }
            DecisionCommand::Annonce { text, by } => {
                return Ok(Some((vec![DecisionRuling::Announce { text: text.trim().to_owned() }], "", by)));
            }
            DecisionCommand::Temps { time, motive } => {
                let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                (DecisionRuling::Time { time_ms, from: None }, motive)
            }
            DecisionCommand::Termine { motive } => {
                (DecisionRuling::EndAfter { round: None, of: None, end_ms: None }, motive)
            }
            DecisionCommand::Prolonge { end, motive } => {
                (DecisionRuling::PlayOn { end_ms: end.map(Timestamp::as_millisecond) }, motive)
            }
            DecisionCommand::Liste
            | DecisionCommand::Commence
            | DecisionCommand::Pause
            | DecisionCommand::Reprend
            | DecisionCommand::Etat => return Ok(None),
        };
        Ok(Some((vec![ruling], &motive.why, &motive.by)))
    }
}

fn hour(text: &str) -> Result<Timestamp, String> {
    championnat::parse_moment(text.trim())
        .ok_or_else(|| i18n::text!("config-moment", key = "--fin", text = text))
}

/// The user's name.
fn user() -> String {
    let user = nix::unistd::User::from_uid(nix::unistd::getuid());
    user.ok().flatten().map_or_else(|| i18n::text!("decision-organiser"), |user| user.name)
}
