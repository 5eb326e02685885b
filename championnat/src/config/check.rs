//! Checks a description, and gives it its meaning.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arbitre::engine;
use arbitre::game::GameEntry;
use arbitre::reception::Wire;
use confine::Limits;
use ipnet::IpNet;
use jeux::Reason;
use toml::Spanned;

use crate::config::confining::{level, limits, readable, without_rules};
use crate::config::description::{
    AccessRule, Config, EngineCheck, Port, SeatSpec, Secret, check_network, find,
};
use crate::config::file::{File, RawContestant, RawFormat, RawPoints, RawPorts, RawSecret};
use crate::config::problem::{ConfigError, Problems, Source, integer, moment, seconds};
use crate::message::Message;
use crate::model::ContestantId;
use crate::points::{Points, Scope};
use crate::regulations::Regulations;
use crate::schedule::{EntryOrder, Finals, Format, Knockout, Roster};
use crate::store::Location;
use crate::tie_breaks::{TieBreak, TieBreaks};

/// Failed starts in a row of an engine, unless the organiser says otherwise.
const FAILED_STARTS: u32 = 3;
/// The characters of the longest title.
const LONGEST_TITLE: usize = 100;

/// Checks everything and reports all problems. Paths in the description are relative to `path`;
/// unnamed files are kept beside it.
pub(super) fn check(
    raw: File,
    source: &Source<'_>,
    path: &Path,
    engines: &EngineCheck,
) -> Result<Config, ConfigError> {
    let mut problems = Problems::new(source);
    let found = &mut problems;

    let game = raw.game.get_ref().clone();
    let kind = find(&game);
    if let Err(why) = &kind {
        found.add(Some(raw.game.span()), Message::new("config-game").with("why", why.clone()));
    }
    let kind = kind.ok();
    if let Some(title) = &raw.title
        && let Err(message) = check_title(title.get_ref())
    {
        found.add(Some(title.span()), message);
    }
    let parameters = parameters(&raw.parameters, found);
    if let Some(Err(bad)) = kind.map(|kind| kind.draw(&parameters, 0)) {
        let span = raw.parameters.get(&bad.name).map(Spanned::span);
        found.add(span, Message::new("config-parameter").with("key", bad.name).with("why", bad.problem));
    }
    let (parties, single, time) =
        kind.map_or((1, true, Duration::ZERO), |kind| (kind.parties.len() as u32, kind.single, kind.time));
    let parties = match &raw.rencontre {
        None => parties,
        Some(word) if word.get_ref() == "simple" && single => 1,
        Some(word) => {
            found.add(
                Some(word.span()),
                Message::new("config-rencontre").with("word", word.get_ref().clone()),
            );
            parties
        }
    };

    let folder = path.parent().unwrap_or(Path::new(""));
    let confinement = level(raw.confinement.as_ref(), found);
    let readable = readable(&raw.readable, folder, found);
    let without_rules = without_rules(raw.rules.as_ref(), confinement, found);
    let for_all = limits(&raw.limits, Limits { without_rules, ..Limits::default() }, found);

    let secrets = raw.contestants.iter().map(|one| one.secret.as_ref()?.get_ref().0.clone().map(Secret::new));
    let secrets = secrets.collect();
    let names: Vec<String> = raw.contestants.iter().map(|one| one.name.get_ref().clone()).collect();
    // Names that differ only in case look the same to people.
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut seats = vec![];
    for contestant in &raw.contestants {
        let name = contestant.name.get_ref().as_str();
        match seen.insert(name.to_lowercase(), name) {
            Some(other) if other == name => {
                found.add(Some(contestant.name.span()), Message::new("config-twice").with("name", name));
            }
            Some(other) => {
                let message = Message::new("config-twice-case").with("name", name).with("other", other);
                found.add(Some(contestant.name.span()), message);
            }
            None => {}
        }
        seats.push(seat(contestant, for_all, kind.map(|kind| kind.name), engines, found));
    }
    if let Some(wire) = kind.and_then(|kind| kind.wire) {
        alike_on_the_wire(&raw.contestants, wire, found);
    }
    let logins = raw.contestants.iter().map(|one| one.login.as_ref().map(|login| login.get_ref().clone()));
    let logins = logins.collect();

    let order = match raw.order.as_ref().map(|order| (order.get_ref().as_str(), order.span())) {
        None | Some(("tirage", _)) => EntryOrder::Drawn,
        Some(("liste", _)) => EntryOrder::Listed,
        Some((other, span)) => {
            found.add(Some(span), Message::new("config-order").with("text", other));
            EntryOrder::Drawn
        }
    };
    let seed = integer(&raw.seed, "graine", 0..=i64::MAX, found).unwrap_or(0) as u64;
    let simultaneous = integer(&raw.simultaneous, "simultanees", 1..=1024, found).map(|n| n as u32);
    let replays = integer(&raw.replays, "rejeux", 0..=100, found).unwrap_or(3) as u32;
    let time = seconds(&raw.time, "temps", found).unwrap_or(time);
    let begins = moment(&raw.begins, "debut", found);
    let ends = moment(&raw.ends, "fin", found);
    let ports = raw.ports.as_ref().map(|raw| ports(raw, kind, found)).unwrap_or_default();
    let grace = seconds(&raw.grace, "grace", found).unwrap_or(Duration::from_secs(120));
    let next_grace =
        seconds(&raw.next_grace, "grace_suivante", found).unwrap_or(grace.min(Duration::from_secs(10)));
    let start_bound = seconds(&raw.start_bound, "demarrage", found).unwrap_or(engine::START_BOUND);
    let failed_starts = integer(&raw.failed_starts, "demarrages_manques", 0..=1000, found)
        .map_or(FAILED_STARTS, |n| n as u32);
    let engines_kept = match raw.engines.as_ref().map(|engines| (engines.get_ref().as_str(), engines.span()))
    {
        None | Some(("neufs", _)) => false,
        Some(("gardes" | "gardés", _)) => true,
        Some((other, span)) => {
            found.add(Some(span), Message::new("config-engines").with("text", other));
            false
        }
    };
    let public_logs = match raw.logs.as_ref().map(|logs| (logs.get_ref().as_str(), logs.span())) {
        None | Some(("prives" | "privés", _)) => false,
        Some(("publics", _)) => true,
        Some((other, span)) => {
            found.add(Some(span), Message::new("config-logs").with("text", other));
            false
        }
    };
    let points = points(&raw.points, found);
    let format_span = raw.format.as_ref().map(Spanned::span);
    let playoffs = raw.format.as_ref().and_then(|raw| {
        integer(&raw.get_ref().playoffs, "barrages", 0..=100, found).map(|playoffs| playoffs as u32)
    });
    let format = match raw.format.map(Spanned::into_inner) {
        None => Some(Format::RoundRobin { meetings: 2 }),
        Some(raw) => format(&raw, &names, found),
    };

    let results = match &raw.results {
        None => Location::Sqlite(path.with_extension("sqlite")),
        Some(results) => Location::parse(results.get_ref(), folder).unwrap_or_else(|why| {
            found.add(Some(results.span()), Message::new("config-results").with("why", why));
            Location::Sqlite(PathBuf::new())
        }),
    };
    let records = match &raw.records {
        None => path.with_extension("parties"),
        Some(records) => {
            if records.get_ref().is_empty() {
                found.add(Some(records.span()), Message::new("config-records"));
            }
            folder.join(records.get_ref())
        }
    };

    let regulations = Regulations {
        game,
        parameters,
        parties,
        time_ms: time.as_millis() as u64,
        contestants: names,
        format: format.unwrap_or(Format::RoundRobin { meetings: 1 }),
        order,
        seed,
        points,
        playoffs,
        roster: Roster::default(),
    };
    match (regulations.schedule(), &raw.ends) {
        (Err(error), _) => found.add(format_span, error.0),
        (Ok(schedule), Some(end)) if schedule.planned().is_none() => {
            found.add(Some(end.span()), Message::new("config-end-format"));
        }
        (Ok(_), Some(end)) if begins.is_some_and(|begin| ends.is_some_and(|end| end <= begin)) => {
            found.add(Some(end.span()), Message::new("config-end-before"));
        }
        (Ok(_), _) => {}
    }
    problems.finish()?;
    Ok(Config {
        regulations,
        title: raw.title.map(Spanned::into_inner),
        seats: seats.into_iter().flatten().collect(),
        logins,
        simultaneous,
        ponder: raw.ponder.unwrap_or(false),
        begins,
        ends,
        ports,
        grace,
        next_grace,
        replays,
        start_bound,
        failed_starts,
        engines_kept,
        confinement,
        readable,
        results,
        records,
        apart: false,
        public_logs,
        secrets,
    })
}

/// The ports, with forms that the game's protocol has.
fn ports(raw: &Spanned<RawPorts>, kind: Option<&GameEntry>, found: &mut Problems<'_>) -> Vec<Port> {
    let one = |raw: &RawPorts| match raw {
        RawPorts::Number(number) => {
            u16::try_from(*number).ok().map(|number| Port { number, form: String::new() })
        }
        RawPorts::Text(text) => text.parse().ok(),
        RawPorts::List(_) => None,
    };
    let ports = match raw.get_ref() {
        RawPorts::List(list) => list.iter().map(one).collect(),
        other => one(other).map(|port| vec![port]),
    };
    let Some(ports): Option<Vec<Port>> = ports else {
        found.add(Some(raw.span()), Message::new("config-port"));
        return vec![];
    };
    let wire = kind.and_then(|kind| kind.wire);
    let wrong = ports.iter().find_map(|port| wire?.check_form(&port.form).err());
    if let Some(why) = wrong {
        found.add(Some(raw.span()), Message::new("config-port-form").with("why", why));
    }
    ports
}

/// The parameters of the game as words of the engine protocol.
fn parameters(
    raw: &BTreeMap<String, Spanned<toml::Value>>,
    found: &mut Problems<'_>,
) -> BTreeMap<String, String> {
    let mut parameters = BTreeMap::new();
    for (key, value) in raw {
        let text = match value.get_ref() {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(truth) => truth.to_string(),
            _ => {
                found
                    .add(Some(value.span()), Message::new("config-parameter-type").with("key", key.as_str()));
                continue;
            }
        };
        parameters.insert(key.clone(), text);
    }
    parameters
}

/// Contestants whom the game's clients could not tell apart.
fn alike_on_the_wire(contestants: &[RawContestant], wire: &dyn Wire, found: &mut Problems<'_>) {
    if !contestants.iter().any(RawContestant::is_network) {
        return;
    }
    let mut seen: HashMap<String, &str> = HashMap::new();
    for one in contestants {
        let (name, told) = (one.name.get_ref().as_str(), wire.told(one.sent().get_ref()));
        match seen.insert(told.to_lowercase(), name) {
            // Two contestants of the same name are told already.
            Some(other) if other.to_lowercase() != name.to_lowercase() => {
                let message = Message::new("config-login-twice").with("name", name).with("other", other);
                found.add(Some(one.sent().span()), message.with("told", told));
            }
            _ => {}
        }
    }
}

fn seat(
    raw: &RawContestant,
    for_all: Limits,
    game: Option<&str>,
    engines: &EngineCheck,
    found: &mut Problems<'_>,
) -> Option<SeatSpec> {
    let name = raw.name.get_ref();
    let span = raw.name.span();
    if let Err(message) = check_name(name) {
        found.add(Some(span.clone()), message);
    }
    let wrong_login = raw.login.as_ref().and_then(|login| Some((login, name_rules(login.get_ref()).err()?)));
    let login_is_one = wrong_login.is_none();
    if let Some((login, why)) = wrong_login {
        found.add(Some(login.span()), no_login(login.get_ref(), why));
    }
    let engine = raw.engine.get_ref().trim();
    if !raw.is_network() {
        if let Some(game) = game
            && let Err(why) = engines.check(game, engine)
        {
            let message = Message::new("config-engine").with("name", name.as_str()).with("why", why);
            found.add(Some(raw.engine.span()), message);
        }
        if let Some(address) = raw.addresses.first() {
            found.add(Some(address.span()), Message::new("config-network-only"));
        }
        // No wire carries it: it opens the contestant's log on the pages.
        if let Some(raw) = &raw.secret {
            secret(raw, name, name, None, found);
        }
        let limits = limits(&raw.limits(), for_all, found);
        return Some(SeatSpec::Engine { spec: engine.to_owned(), limits });
    }
    if let Some(span) = raw.limits().first() {
        found.add(Some(span), Message::new("config-engine-only"));
    }
    let sent = raw.sent();
    if let Some(game) = game.filter(|_| login_is_one)
        && let Err(why) = check_network(game, sent.get_ref())
    {
        let by_network = find(game).is_ok_and(|kind| kind.wire.is_some());
        let message = match &raw.login {
            Some(login) => no_login(login.get_ref(), why),
            None if by_network => Message::new("config-name-sent").with("name", &**name).with("why", why),
            None => Message::new("config-name").with("name", name.as_str()).with("why", why),
        };
        found.add(Some(sent.span()), message);
    }
    let mut addresses = vec![];
    for address in &raw.addresses {
        let text = address.get_ref().as_str();
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<std::net::IpAddr>().map(IpNet::from));
        match net {
            Ok(net) => addresses.push(net),
            Err(_) => found.add(Some(address.span()), Message::new("config-address").with("text", text)),
        }
    }
    let secret = raw.secret.as_ref().map(|raw| secret(raw, name, sent.get_ref(), game, found));
    Some(SeatSpec::Network(AccessRule { secret, addresses }))
}

/// The secret of a contestant, who sends it behind what it is called on the wire.
fn secret(
    raw: &Spanned<RawSecret>,
    name: &str,
    sent: &str,
    game: Option<&str>,
    found: &mut Problems<'_>,
) -> Secret {
    let Some(text) = raw.get_ref().0.as_deref() else {
        found.add(Some(raw.span()), Message::new("config-secret-text").with("name", name));
        return Secret::new("");
    };
    if text.is_empty() || text.chars().any(char::is_control) {
        found.add(Some(raw.span()), Message::new("config-secret").with("name", name));
    } else if let Some(game) = game
        && let Err(why) = check_network(game, &format!("{sent}#{text}"))
    {
        let message = Message::new("config-secret-sent").with("name", name).with("why", why);
        found.add(Some(raw.span()), message);
    }
    Secret::new(text)
}

/// The rules for names in any game: not empty, not padded, no `#` or control characters, 60
/// characters at most.
fn name_rules(name: &str) -> Result<(), Reason> {
    if name.is_empty() || name.trim() != name {
        Err(Reason::new("name-blank"))
    } else if name.contains('#') || name.chars().any(char::is_control) {
        Err(Reason::new("name-hash"))
    } else if name.chars().count() > 60 {
        Err(Reason::new("name-too-long-characters").with(60))
    } else {
        Ok(())
    }
}

pub(super) fn check_name(name: &str) -> Result<(), Message> {
    let shown = || name.escape_debug().collect::<String>();
    name_rules(name).map_err(|why| Message::new("config-name").with("name", shown()).with("why", why))
}

/// Why an identifier is impossible, by its rules, which are those of names, or by its wire's.
fn no_login(login: &str, why: Reason) -> Message {
    let shown: String = login.escape_debug().collect();
    Message::new("config-login").with("login", shown).with("why", why)
}

/// The rules for titles: as for names, with `#`, and longer.
fn check_title(title: &str) -> Result<(), Message> {
    let wrong = if title.is_empty() || title.trim() != title {
        Reason::new("name-blank")
    } else if !title.chars().all(protocol::name::is_allowed) {
        Reason::new("title-characters")
    } else if title.chars().count() > LONGEST_TITLE {
        Reason::new("title-too-long").with(LONGEST_TITLE)
    } else {
        return Ok(());
    };
    let shown: String = title.escape_debug().collect();
    Err(Message::new("config-title").with("title", shown).with("why", wrong))
}

fn points(raw: &RawPoints, found: &mut Problems<'_>) -> Points {
    let defaults = Points::default();
    let mut number = |value: &Option<Spanned<i64>>, key: &str| {
        integer(value, key, -1_000_000..=1_000_000, found).map(|n| n as i32)
    };
    let mut points = Points {
        won: number(&raw.won, "gagne").unwrap_or(defaults.won),
        drawn: number(&raw.drawn, "nul").unwrap_or(defaults.drawn),
        lost: number(&raw.lost, "perdu").unwrap_or(defaults.lost),
        disqualified: number(&raw.disqualified, "disqualifie").unwrap_or(defaults.disqualified),
        bye: number(&raw.bye, "exempt"),
        per: defaults.per,
        tie_breaks: defaults.tie_breaks,
    };
    if let Some(criteria) = &raw.tie_breaks {
        points.tie_breaks = tie_breaks(criteria, found);
    }
    worse_is_worth_less(raw, &points, found);
    match raw.per.as_ref().map(|per| (per.get_ref().as_str(), per.span())) {
        None | Some(("partie", _)) => {}
        Some(("rencontre", _)) => points.per = Scope::Rencontre,
        Some((other, span)) => {
            found.add(Some(span), Message::new("config-per").with("text", other));
        }
    }
    points
}

fn tie_breaks(raw: &[Spanned<String>], found: &mut Problems<'_>) -> TieBreaks {
    let mut criteria = vec![];
    for word in raw {
        let text = word.get_ref().as_str();
        match TieBreak::from_word(text) {
            None => {
                let all = TieBreak::ALL.map(TieBreak::word).join(", ");
                let message = Message::new("config-tie-break").with("text", text).with("all", all);
                found.add(Some(word.span()), message);
            }
            Some(criterion) if criteria.contains(&criterion) => {
                found.add(Some(word.span()), Message::new("config-tie-break-twice").with("text", text));
            }
            Some(criterion) => criteria.push(criterion),
        }
    }
    TieBreaks::of(criteria)
}

/// Nobody may gain by losing: a worse result never gives more points, and a loss gives fewer than a
/// win.
fn worse_is_worth_less(raw: &RawPoints, points: &Points, found: &mut Problems<'_>) {
    let ends = [
        ("gagne", points.won, &raw.won),
        ("nul", points.drawn, &raw.drawn),
        ("perdu", points.lost, &raw.lost),
        ("disqualifie", points.disqualified, &raw.disqualified),
    ];
    let wrong = ends.windows(2).find(|pair| pair[1].1 > pair[0].1);
    let level = (points.won == points.lost).then_some([ends[0], ends[2]]);
    let wrong = wrong.map(|pair| ("config-points", [pair[0], pair[1]]));
    let level = level.map(|pair| ("config-points-level", pair));
    if let Some((id, [(better, more, one), (worse, less, other)])) = wrong.or(level) {
        // The other of the two may be a default.
        let span = other.as_ref().or(one.as_ref()).map(Spanned::span);
        let message = Message::new(id).with("better", better).with("more", more);
        found.add(span, message.with("worse", worse).with("less", less));
    }
}

fn format(raw: &RawFormat, names: &[String], found: &mut Problems<'_>) -> Option<Format> {
    let kind = raw.kind.get_ref().as_str();
    let keys: &[&str] = match kind {
        "aller-retour" | "aller-simple" => &["repetitions", "barrages"],
        "suisse" if raw.qualified.is_none() => &["rondes", "qualifies", "barrages"],
        "suisse" => &["rondes", "qualifies", "manches", "prolongations", "petite_finale", "barrages"],
        "poules" => {
            &["poules", "qualifies", "aller_retour", "manches", "prolongations", "petite_finale", "barrages"]
        }
        "elimination" => &["manches", "prolongations", "petite_finale", "barrages"],
        "defi" => &["champion", "aller_retour", "repetitions"],
        _ => {
            found.add(Some(raw.kind.span()), Message::new("config-format").with("text", kind));
            return None;
        }
    };
    let given = [
        ("repetitions", raw.repetitions.as_ref().map(Spanned::span)),
        ("aller_retour", raw.aller_retour.as_ref().map(Spanned::span)),
        ("rondes", raw.rounds.as_ref().map(Spanned::span)),
        ("poules", raw.pools.as_ref().map(Spanned::span)),
        ("qualifies", raw.qualified.as_ref().map(Spanned::span)),
        ("manches", raw.legs.as_ref().map(Spanned::span)),
        ("prolongations", raw.extra.as_ref().map(Spanned::span)),
        ("petite_finale", raw.third_place.as_ref().map(Spanned::span)),
        ("barrages", raw.playoffs.as_ref().map(Spanned::span)),
        ("champion", raw.champion.as_ref().map(Spanned::span)),
    ];
    for (key, span) in given {
        if span.is_some() && !keys.contains(&key) {
            let message = Message::new("config-format-key").with("key", key).with("format", kind);
            found.add(span, message.with("keys", keys.join(", ")));
        }
    }
    let mut number = |value: &Option<Spanned<i64>>, key: &str, from: i64, default: i64| {
        integer(value, key, from..=1_000_000, found).unwrap_or(default) as u32
    };
    let truth =
        |value: &Option<Spanned<bool>>, default: bool| value.as_ref().map_or(default, |v| *v.get_ref());
    let repetitions = number(&raw.repetitions, "repetitions", 1, 1);
    let meetings = |home_and_away: bool| repetitions * if home_and_away { 2 } else { 1 };
    let knockout = Knockout {
        legs: number(&raw.legs, "manches", 1, 1),
        extra: number(&raw.extra, "prolongations", 0, 2).min(100),
        third_place: truth(&raw.third_place, false),
    };
    let enough_rounds = i64::from(names.len().max(2).next_power_of_two().ilog2());
    Some(match kind {
        "aller-retour" => Format::RoundRobin { meetings: meetings(true) },
        "aller-simple" => Format::RoundRobin { meetings: meetings(false) },
        "suisse" => {
            let qualified = raw.qualified.is_some().then(|| number(&raw.qualified, "qualifies", 2, 2));
            let finals = qualified.map(|qualified| Finals { qualified, knockout });
            Format::Swiss { rounds: number(&raw.rounds, "rondes", 1, enough_rounds), finals }
        }
        "elimination" => Format::Knockout(knockout),
        "poules" => {
            if raw.pools.is_none() {
                found.add(Some(raw.kind.span()), Message::new("config-format-pools"));
                return None;
            }
            Format::Pools {
                pools: number(&raw.pools, "poules", 1, 1),
                qualified: number(&raw.qualified, "qualifies", 1, 2),
                meetings: if truth(&raw.aller_retour, false) { 2 } else { 1 },
                knockout,
            }
        }
        _ => {
            let Some(champion) = &raw.champion else {
                found.add(Some(raw.kind.span()), Message::new("config-format-champion"));
                return None;
            };
            let Some(i) = names.iter().position(|name| name == champion.get_ref()) else {
                let name = champion.get_ref().as_str();
                found.add(Some(champion.span()), Message::new("config-champion").with("name", name));
                return None;
            };
            let meetings = meetings(truth(&raw.aller_retour, true));
            Format::Gauntlet { champion: ContestantId(i as u32), meetings }
        }
    })
}

/// Why a client is not admitted, with the name it sent, cut to 40 characters. For the organiser's
/// log: the client learns only that it is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryRefusal {
    /// No contestant has this name.
    Unknown(String),
    /// This contestant is an engine of the server.
    Local(String),
    /// Its address is not allowed.
    Address(String, IpAddr),
    NoSecret(String),
    WrongSecret(String),
    /// Too many wrong ones came from its address: it may come again after this time.
    TooMany(String, Duration),
}

impl EntryRefusal {
    pub fn message(&self) -> Message {
        let (id, name) = match self {
            EntryRefusal::Unknown(name) => ("access-unknown", name),
            EntryRefusal::Local(name) => ("access-engine", name),
            EntryRefusal::Address(name, _) => ("access-address", name),
            EntryRefusal::NoSecret(name) => ("access-no-secret", name),
            EntryRefusal::WrongSecret(name) => ("access-wrong-secret", name),
            EntryRefusal::TooMany(name, _) => ("access-too-many", name),
        };
        let message = Message::new(id).with("name", name.as_str());
        match self {
            EntryRefusal::Address(_, address) => message.with("address", address.to_string()),
            EntryRefusal::TooMany(_, wait) => message.with("seconds", wait.as_secs() + 1),
            _ => message,
        }
    }
}

impl fmt::Display for EntryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for EntryRefusal {}
