//! The description file's types; values are checked elsewhere.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use jeux::Reason;
use serde::Deserialize;
use toml::Spanned;

use super::description::Port;
use super::problem::{ConfigError, Problems, Source};
use crate::message::Message;

/// The longest description.
const MAX_BYTES: u64 = 1 << 20;

/// The whole file. Numbers are wide and signed, so that one out of range gets our own message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct File {
    #[serde(rename = "jeu")]
    pub game: Spanned<String>,
    #[serde(rename = "titre")]
    pub title: Option<Spanned<String>>,
    #[serde(rename = "temps")]
    pub time: Option<Spanned<f64>>,
    #[serde(rename = "graine")]
    pub seed: Option<Spanned<i64>>,
    #[serde(rename = "ordre")]
    pub order: Option<Spanned<String>>,
    #[serde(rename = "simultanees")]
    pub simultaneous: Option<Spanned<i64>>,
    #[serde(rename = "reflexion")]
    pub ponder: Option<bool>,
    #[serde(rename = "debut")]
    pub begins: Option<Spanned<String>>,
    #[serde(rename = "fin")]
    pub ends: Option<Spanned<String>>,
    #[serde(rename = "port")]
    pub ports: Option<Spanned<RawPorts>>,
    pub grace: Option<Spanned<f64>>,
    #[serde(rename = "grace_suivante")]
    pub next_grace: Option<Spanned<f64>>,
    pub rencontre: Option<Spanned<String>>,
    #[serde(rename = "rejeux")]
    pub replays: Option<Spanned<i64>>,
    #[serde(rename = "demarrage")]
    pub start_bound: Option<Spanned<f64>>,
    #[serde(rename = "demarrages_manques")]
    pub failed_starts: Option<Spanned<i64>>,
    #[serde(rename = "moteurs")]
    pub engines: Option<Spanned<String>>,
    #[serde(rename = "resultats")]
    pub results: Option<Spanned<String>>,
    pub confinement: Option<Spanned<String>>,
    #[serde(rename = "regles")]
    pub rules: Option<Spanned<String>>,
    #[serde(rename = "lecture", default)]
    pub readable: Vec<Spanned<String>>,
    #[serde(rename = "limites", default)]
    pub limits: RawLimits,
    #[serde(rename = "journaux")]
    pub logs: Option<Spanned<String>>,
    #[serde(rename = "parties")]
    pub records: Option<Spanned<String>>,
    #[serde(rename = "parametres", default)]
    pub parameters: BTreeMap<String, Spanned<toml::Value>>,
    pub format: Option<Spanned<RawFormat>>,
    #[serde(default)]
    pub points: RawPoints,
    #[serde(rename = "concurrent", default)]
    pub contestants: Vec<RawContestant>,
}

/// A port, with its form of the protocol if it is a text, or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a port (4242), a port with its form (\"1235:2025\"), or a list of them")]
pub(super) enum RawPorts {
    Number(i64),
    Text(String),
    List(Vec<RawPorts>),
}

impl RawPorts {
    /// The number of the first one, if it is right.
    pub fn first(&self) -> Option<u16> {
        match self {
            RawPorts::Number(number) => u16::try_from(*number).ok(),
            RawPorts::Text(text) => text.parse().map(|port: Port| port.number).ok(),
            RawPorts::List(ports) => ports.first()?.first(),
        }
    }
}

impl File {
    /// A description that says nothing but the game.
    pub fn of(game: String) -> File {
        File {
            game: given(game),
            title: None,
            time: None,
            seed: None,
            order: None,
            simultaneous: None,
            ponder: None,
            begins: None,
            ends: None,
            ports: None,
            grace: None,
            next_grace: None,
            rencontre: None,
            replays: None,
            start_bound: None,
            failed_starts: None,
            engines: None,
            results: None,
            confinement: None,
            rules: None,
            readable: vec![],
            limits: RawLimits::default(),
            logs: None,
            records: None,
            parameters: BTreeMap::new(),
            format: None,
            points: RawPoints::default(),
            contestants: vec![],
        }
    }
}

/// The table `[format]`, with the keys of all formats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct RawFormat {
    #[serde(rename = "type")]
    pub kind: Spanned<String>,
    pub repetitions: Option<Spanned<i64>>,
    pub aller_retour: Option<Spanned<bool>>,
    #[serde(rename = "rondes")]
    pub rounds: Option<Spanned<i64>>,
    #[serde(rename = "poules")]
    pub pools: Option<Spanned<i64>>,
    #[serde(rename = "qualifies")]
    pub qualified: Option<Spanned<i64>>,
    #[serde(rename = "manches")]
    pub legs: Option<Spanned<i64>>,
    #[serde(rename = "prolongations")]
    pub extra: Option<Spanned<i64>>,
    #[serde(rename = "petite_finale")]
    pub third_place: Option<Spanned<bool>>,
    #[serde(rename = "barrages")]
    pub playoffs: Option<Spanned<i64>>,
    pub champion: Option<Spanned<String>>,
}

/// The table `[points]`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct RawPoints {
    #[serde(rename = "gagne")]
    pub won: Option<Spanned<i64>>,
    #[serde(rename = "nul")]
    pub drawn: Option<Spanned<i64>>,
    #[serde(rename = "perdu")]
    pub lost: Option<Spanned<i64>>,
    #[serde(rename = "disqualifie")]
    pub disqualified: Option<Spanned<i64>>,
    #[serde(rename = "exempt")]
    pub bye: Option<Spanned<i64>>,
    #[serde(rename = "par")]
    pub per: Option<Spanned<String>>,
    #[serde(rename = "departage")]
    pub tie_breaks: Option<Vec<Spanned<String>>>,
}

/// The table `[limites]`.
#[derive(Clone, Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct RawLimits {
    #[serde(rename = "memoire")]
    pub memory: Option<Spanned<i64>>,
    #[serde(rename = "processus")]
    pub processes: Option<Spanned<i64>>,
    #[serde(rename = "disque")]
    pub disk: Option<Spanned<i64>>,
    #[serde(rename = "reseau")]
    pub network: Option<Spanned<bool>>,
}

/// A secret as written, if it is a text. No error message shows it.
#[derive(Clone)]
pub(super) struct RawSecret(pub Option<String>);

impl<'de> Deserialize<'de> for RawSecret {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        Ok(RawSecret(value.as_str().map(str::to_owned)))
    }
}

/// A table `[[concurrent]]`, with its own keys of `[limites]`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct RawContestant {
    #[serde(rename = "nom")]
    pub name: Spanned<String>,
    #[serde(rename = "identifiant")]
    pub login: Option<Spanned<String>>,
    #[serde(rename = "moteur")]
    pub engine: Spanned<String>,
    pub secret: Option<Spanned<RawSecret>>,
    #[serde(rename = "adresses", default)]
    pub addresses: Vec<Spanned<String>>,
    // Listed one by one: flattened values have no position in the file.
    #[serde(rename = "memoire")]
    pub memory: Option<Spanned<i64>>,
    #[serde(rename = "processus")]
    pub processes: Option<Spanned<i64>>,
    #[serde(rename = "disque")]
    pub disk: Option<Spanned<i64>>,
    #[serde(rename = "reseau")]
    pub network: Option<Spanned<bool>>,
}

impl RawContestant {
    /// What it is called on the game's wire.
    pub fn sent(&self) -> &Spanned<String> {
        self.login.as_ref().unwrap_or(&self.name)
    }

    pub fn is_network(&self) -> bool {
        matches!(self.engine.get_ref().trim(), "reseau" | "réseau")
    }

    /// Its own limits.
    pub fn limits(&self) -> RawLimits {
        let RawContestant { memory, processes, disk, network, .. } = self.clone();
        RawLimits { memory, processes, disk, network }
    }
}

/// The text of a file: a mebibyte of UTF-8 at most.
pub(super) fn read(path: &Path) -> Result<String, Message> {
    let unreadable =
        |error: std::io::Error| Message::new("config-unreadable").with("why", Reason::os(&error));
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = vec![];
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Message::new("config-too-long").with("most", MAX_BYTES));
    }
    String::from_utf8(bytes).map_err(|_| Message::new("config-utf8"))
}

/// Parses the types, or reports the first error with its position.
pub(super) fn parse(source: &Source<'_>) -> Result<File, ConfigError> {
    let Source::File { text, .. } = source else {
        return Err(ConfigError::new(source.name(), Message::new("config-no-file")));
    };
    toml::from_str(text).or_else(|error| {
        let mut problems = Problems::new(source);
        // A key that is missing has no place.
        problems.add(error.span().filter(|span| *span != (0..0)), refused(&error));
        problems.finish().and(Err(ConfigError::new(source.name(), Message::new("config-no-file"))))
    })
}

/// Parses a table `[format]` from its command line form, `type:key=value,key=value`.
pub(super) fn parse_format(text: &str) -> Result<Spanned<RawFormat>, Message> {
    let wrong = |error| Message::new("config-format-wrong").with("why", refused(&error));
    let format: RawFormat = toml::from_str(&format_table(text)?).map_err(wrong)?;
    Ok(given(format.without_positions()))
}

/// The lines of a table `[format]` from its command line form.
pub(crate) fn format_table(text: &str) -> Result<String, Message> {
    let (kind, options) = text.split_once(':').unwrap_or((text, ""));
    let mut toml = format!("type = {}\n", toml::Value::from(kind));
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option
            .split_once('=')
            .ok_or_else(|| Message::new("config-format-option").with("text", option))?;
        let value = match (value.parse::<i64>(), value.parse::<bool>()) {
            (Ok(number), _) => toml::Value::from(number),
            (_, Ok(truth)) => toml::Value::from(truth),
            _ => toml::Value::from(value),
        };
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(Message::new("config-format-unknown-key").with("key", key));
        }
        toml.push_str(&format!("{key} = {value}\n"));
    }
    Ok(toml)
}

/// A value that is nowhere in a file.
pub(super) fn given<T>(value: T) -> Spanned<T> {
    Spanned::new(usize::MAX..usize::MAX, value)
}

impl RawFormat {
    /// The same, not from a file.
    fn without_positions(self) -> RawFormat {
        fn out<T>(value: Option<Spanned<T>>) -> Option<Spanned<T>> {
            value.map(|value| given(value.into_inner()))
        }
        RawFormat {
            kind: given(self.kind.into_inner()),
            repetitions: out(self.repetitions),
            aller_retour: out(self.aller_retour),
            rounds: out(self.rounds),
            pools: out(self.pools),
            qualified: out(self.qualified),
            legs: out(self.legs),
            extra: out(self.extra),
            third_place: out(self.third_place),
            playoffs: out(self.playoffs),
            champion: out(self.champion),
        }
    }
}

/// Quotes the TOML parser's error; of an unknown key, what it may have meant.
fn refused(error: &toml::de::Error) -> Message {
    let why = error.message().trim_end();
    let unknown = why.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    let meant = unknown.and_then(|(key, known)| {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        Some((key, arbitre::engine::nearest(key, &known)?))
    });
    match meant {
        Some((key, meant)) => Message::new("config-unknown-key").with("key", key).with("meant", meant),
        None => Message::new("config-toml").with("why", why),
    }
}
