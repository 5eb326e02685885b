//! The settings of a ladder, a TOML file that its organiser may edit while it runs.

use std::path::Path;
use std::time::Duration;

use arbitre::engine::rules::forbidden;
use arbitre::game::GameEntry;
use arbitre::registry;
use championnat::parse_moment;
use confine::{Level, Limits};
use jeux::Reason;
use jeux::game::Params;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{LadderError, files};

/// Seconds for a move, at most.
const LONGEST_TIME: f64 = 3600.0;

/// What the organiser decides about a ladder.
#[derive(Clone, Debug)]
pub struct Settings {
    pub title: String,
    pub game: &'static GameEntry,
    /// For each move.
    pub time: Duration,
    pub parameters: Params,
    /// Nothing that arrives later counts.
    pub closes: Option<Timestamp>,
    /// From then on, everybody sees the ranking as it was.
    pub freezes: Option<Timestamp>,
    /// Engines of the house on the ladder; new versions play against them first.
    pub house: Vec<String>,
    /// Rencontres between two versions, at most.
    pub meetings: u32,
    pub confinement: Level,
    pub limits: Limits,
    pub quota: Quota,
}

/// What a student may hand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Submissions within an hour.
    pub per_hour: u32,
    /// The largest submission, in bytes.
    pub bytes: u64,
    /// All versions of a student, in bytes.
    pub all_bytes: u64,
}

/// The file.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(skip_serializing_if = "Option::is_none")]
    titre: Option<String>,
    jeu: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    temps: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fermeture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reperes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rencontres_par_paire: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confinement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regles: Option<String>,
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    parametres: Params,
    #[serde(skip_serializing_if = "Option::is_none")]
    limites: Option<FileLimits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quota: Option<FileQuota>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct FileLimits {
    memoire: Option<u64>,
    processus: Option<u32>,
    disque: Option<u64>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct FileQuota {
    par_heure: Option<u32>,
    mio: Option<u64>,
    mio_en_tout: Option<u64>,
}

/// What a new ladder is begun with.
#[derive(Clone, Debug, Default)]
pub struct NewLadder {
    pub game: String,
    pub title: Option<String>,
    /// Seconds.
    pub time: Option<f64>,
    /// As typed.
    pub closes: Option<String>,
    pub freezes: Option<String>,
}

impl NewLadder {
    /// Its settings, as text; each is checked.
    pub fn text(&self) -> Result<String, Reason> {
        let file = File {
            titre: self.title.clone(),
            jeu: self.game.clone(),
            temps: self.time,
            fermeture: self.closes.clone(),
            gel: self.freezes.clone(),
            ..File::default()
        };
        let text = toml::to_string(&file).map_err(Reason::text)?;
        Settings::parse(&text).map(|_| text)
    }
}

impl Settings {
    /// The settings in this file.
    pub fn read(path: &Path) -> Result<Self, LadderError> {
        let missing = || Reason::new("ladder-none");
        let text = files::read(path)?.ok_or_else(missing);
        let settings = text.and_then(|text| Settings::parse(&text));
        settings.map_err(|why| LadderError::Settings { path: path.to_owned(), why })
    }

    pub fn parse(text: &str) -> Result<Self, Reason> {
        let file: File = toml::from_str(text).map_err(|error| refused(text, &error))?;
        let game = registry::named(&file.jeu)?;
        game.draw(&file.parametres, 1)
            .map_err(|error| Reason::new("ladder-parameter").with(error.name).because(error.problem))?;
        let time = file.temps.unwrap_or(game.time.as_secs_f64());
        if !(time > 0.0 && time <= LONGEST_TIME) {
            return Err(Reason::new("not-in-range").with(0).with(LONGEST_TIME));
        }
        let moment = |text: Option<String>| {
            text.map(|text| parse_moment(&text).ok_or_else(|| Reason::new("ladder-moment").with(text)))
                .transpose()
        };
        let confinement = match &file.confinement {
            Some(word) => word.parse().map_err(|_| Reason::new("ladder-confinement").with(word))?,
            None => Level::default(),
        };
        let without_rules = file.regles.map_or(Ok(false), |word| forbidden(&word, confinement))?;
        let house = file.reperes.unwrap_or_else(|| vec!["hasard".into(), "glouton".into()]);
        if let Some(wrong) = house.iter().find(|name| !crate::player::is_plain(name)) {
            return Err(Reason::new("ladder-house").with(wrong));
        }
        let (limits, usual) = (file.limites.unwrap_or_default(), Limits::default());
        let quota = file.quota.unwrap_or_default();
        Ok(Settings {
            title: file.titre.unwrap_or_else(|| game.title.to_owned()),
            game,
            time: Duration::from_secs_f64(time),
            parameters: file.parametres,
            closes: moment(file.fermeture)?,
            freezes: moment(file.gel)?,
            house,
            meetings: file.rencontres_par_paire.unwrap_or(10).max(1),
            confinement,
            limits: Limits {
                memory_mib: limits.memoire.unwrap_or(usual.memory_mib),
                processes: limits.processus.unwrap_or(usual.processes),
                disk_mib: limits.disque.unwrap_or(usual.disk_mib),
                network: false,
                without_rules,
            },
            quota: Quota {
                per_hour: quota.par_heure.unwrap_or(20),
                bytes: quota.mio.unwrap_or(32) << 20,
                all_bytes: quota.mio_en_tout.unwrap_or(1024) << 20,
            },
        })
    }

    /// Whether what arrives at this time is too late.
    pub fn is_closed(&self, at: Timestamp) -> bool {
        self.closes.is_some_and(|closes| at > closes)
    }

    pub fn is_frozen(&self, at: Timestamp) -> bool {
        self.freezes.is_some_and(|freezes| at >= freezes)
    }
}

/// The reader's error with its line, where the key is.
fn refused(text: &str, error: &toml::de::Error) -> Reason {
    let why = Reason::text(error.message().trim_end());
    // A key that is missing has no place.
    let span = error.span().filter(|span| *span != (0..0));
    let Some(before) = span.and_then(|span| text.get(..span.start)) else { return why };
    let number = before.matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default();
    Reason::new("ladder-line").with(number + 1).with(line.trim()).because(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_needs_a_game_and_nothing_else() {
        let settings = Settings::parse("jeu = \"colonnes\"").unwrap();
        assert_eq!(settings.time, settings.game.time);
        assert!(!settings.is_closed(Timestamp::now()));
        for wrong in [
            "",
            "jeu = \"go\"",
            "jeu = \"colonnes\"\nautre = 1",
            "jeu = \"colonnes\"\ntemps = 0",
            "jeu = \"colonnes\"\ntemps = nan",
            "jeu = \"colonnes\"\nfermeture = \"demain\"",
            "jeu = \"colonnes\"\nreperes = [\"../x\"]",
            "jeu = \"colonnes\"\nconfinement = \"un peu\"",
            "jeu = \"colonnes\"\nregles = \"jamais\"",
            "jeu = \"colonnes\"\nregles = \"non\"\nconfinement = \"aucun\"",
            "jeu = \"colonnes\"\n[parametres]\nx = \"1\"",
        ] {
            assert!(Settings::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_key_of_the_wrong_type_is_told_with_its_line() {
        let refused = |text| i18n::reason(&Settings::parse(text).unwrap_err());
        let said = refused("jeu = \"colonnes\"\ntemps = \"x\"\n");
        assert!(said.contains("ligne 2, « temps = \"x\" » : ") && said.contains("expected f64"), "{said}");
        let said = refused("jeu = \"colonnes\"\n\nfermetur = \"18:00\"");
        assert!(said.contains("ligne 3, « fermetur = ") && said.contains("unknown field"), "{said}");
        let said = refused("titre = \"L3\"\n");
        assert!(!said.contains("ligne") && said.contains("missing field"), "{said}");
    }

    #[test]
    fn a_new_ladder_can_be_read_again() {
        let new = NewLadder {
            game: "colonnes".into(),
            title: Some("L3 \"été\"".into()),
            time: Some(0.5),
            closes: Some("2026-12-18T18:00".into()),
            freezes: None,
        };
        let settings = Settings::parse(&new.text().unwrap()).unwrap();
        assert_eq!((settings.title.as_str(), settings.time.as_millis()), ("L3 \"été\"", 500));
        let closes = settings.closes.unwrap();
        assert!(!settings.is_closed(closes) && settings.is_closed(closes + Duration::from_nanos(1)));
        assert!(NewLadder { game: "go".into(), ..NewLadder::default() }.text().is_err());
    }
}
