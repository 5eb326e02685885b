//! Championship files, good and bad.

use std::net::IpAddr;

use confine::{Level, Limits};
use jeux::Reason;

use super::*;
use crate::message::said;
use crate::{ContestantId, EntryOrder, Finals, Format, Knockout, Location, Scope};

/// Knows three engines, and any command.
fn three_engines() -> EngineCheck {
    EngineCheck::by(|_, spec| {
        let spec = spec.to_string();
        let known = matches!(spec.as_str(), "alphabeta" | "hasard" | "java") || spec.starts_with("pipe:");
        if known { Ok(()) } else { Err(Reason::new("engine-of-other-game").with(spec)) }
    })
}

fn parse(text: &str) -> Result<Config, ConfigError> {
    Config::parse(Path::new("/mai/tournoi.toml"), text, &three_engines())
}

/// The problems as (line, column, message).
fn problems(text: &str) -> Vec<(usize, usize, String)> {
    let error = parse(text).expect_err("should be refused");
    let one = |problem: Problem| {
        let (line, column) = problem.position.unwrap_or((0, 0));
        (line, column, said(&problem.message))
    };
    error.problems.into_iter().map(one).collect()
}

fn with_contestants(rest: &str) -> String {
    let contestants: String = ["a", "b", "c", "d"]
        .iter()
        .map(|n| format!("[[concurrent]]\nnom = \"{n}\"\nmoteur = \"hasard\"\n"))
        .collect();
    format!("{rest}\n{contestants}")
}

fn engine(spec: &str, limits: Limits) -> SeatSpec {
    SeatSpec::Engine { spec: spec.to_owned(), limits }
}

fn format_of(format: &str) -> Format {
    parse(&with_contestants(&format!("jeu = \"colonnes\"\n[format]\n{format}"))).unwrap().regulations.format
}

/// Everything that can be said.
const WHOLE: &str = r#"jeu = "colonnes"
temps = 6
graine = 2022
ordre = "tirage"
simultanees = 2
reflexion = false
grace = 120
grace_suivante = 10
rejeux = 3
demarrage = 30
resultats = "mai.sqlite"
parties = "mai.parties"
confinement = "ordinaire"

[limites]
memoire = 1024
processus = 128
disque = 64
reseau = false

[format]
type = "aller-retour"
repetitions = 1

[points]
gagne = 10
nul = 3
perdu = 1
disqualifie = 0
exempt = 10
par = "partie"

[[concurrent]]
nom = "alphabeta"
moteur = "alphabeta"
memoire = 2048

[[concurrent]]
nom = "durand"
moteur = "reseau"
secret = "gargouille"
adresses = ["10.1.0.0/16"]
"#;

/// Whatever is wrong with a secret, it is nowhere in what is said of it.
#[test]
fn no_complaint_shows_a_secret() {
    for secret in [
        "123456",
        "[\"123456\"]",
        "{ a = 123456 }",
        "\"123456\\u0007\"",
        "\"123456 and far too long for it\"",
    ] {
        let file = "jeu = \"colonnes\"\n[[concurrent]]\nnom = \"a\"\nmoteur = \"hasard\"\n\
                    [[concurrent]]\nnom = \"durand\"\nmoteur = \"reseau\"\nsecret = ";
        let problems = problems(&format!("{file}{secret}\n"));
        assert_eq!(problems.len(), 1, "{problems:?}");
        let (line, _, said) = &problems[0];
        assert!(*line == 8 && said.contains("durand") && !said.contains("123456"), "{problems:?}");
    }
}

#[test]
fn everything_that_can_be_said() {
    let config = parse(WHOLE).unwrap();
    let regulations = &config.regulations;
    assert_eq!(regulations.contestants, ["alphabeta", "durand"]);
    assert_eq!(regulations.format, Format::RoundRobin { meetings: 2 });
    assert_eq!((regulations.seed, regulations.time_ms, regulations.parties), (2022, 6000, 2));
    assert_eq!(regulations.points.bye, Some(10));
    assert_eq!(config.simultaneous, Some(2));
    assert_eq!((config.grace.as_secs(), config.next_grace.as_secs(), config.replays), (120, 10, 3));
    assert_eq!(config.results, Location::Sqlite("/mai/mai.sqlite".into()));
    assert_eq!(config.records, Path::new("/mai/mai.parties"));
    let limits = Limits { memory_mib: 2048, ..Limits::default() };
    assert_eq!(config.seats[0], engine("alphabeta", limits));
    assert_eq!((config.confinement, config.readable.as_slice()), (Level::Ordinary, [].as_slice()));
    assert!(matches!(&config.seats[1], SeatSpec::Network(access) if access.addresses.len() == 1));
    assert!(!format!("{config:?}").contains("gargouille"));
}

#[test]
fn the_defaults_are_the_subject() {
    let config = parse(&with_contestants("jeu = \"colonnes\"")).unwrap();
    assert_eq!(config.regulations.format, Format::RoundRobin { meetings: 2 });
    assert_eq!(config.regulations.points, crate::Points::default());
    assert_eq!((config.regulations.order, config.regulations.seed), (EntryOrder::Drawn, 0));
    assert_eq!((config.simultaneous, config.ponder), (None, false));
    assert_eq!(config.results, Location::Sqlite("/mai/tournoi.sqlite".into()));
    assert_eq!(config.records, Path::new("/mai/tournoi.parties"));
}

#[test]
fn every_format() {
    let knockout = Knockout { legs: 1, extra: 2, third_place: false };
    assert_eq!(format_of("type = 'aller-retour'\nrepetitions = 5"), Format::RoundRobin { meetings: 10 });
    assert_eq!(format_of("type = 'aller-simple'"), Format::RoundRobin { meetings: 1 });
    assert_eq!(format_of("type = 'suisse'"), Format::Swiss { rounds: 2, finals: None });
    assert_eq!(format_of("type = 'suisse'\nrondes = 3"), Format::Swiss { rounds: 3, finals: None });
    let finals = Some(Finals { qualified: 2, knockout: Knockout { third_place: true, ..knockout } });
    assert_eq!(
        format_of("type = 'suisse'\nrondes = 3\nqualifies = 2\npetite_finale = true"),
        Format::Swiss { rounds: 3, finals }
    );
    assert_eq!(format_of("type = 'elimination'"), Format::Knockout(knockout));
    let full = "type = 'elimination'\nmanches = 2\nprolongations = 0\npetite_finale = true";
    assert_eq!(format_of(full), Format::Knockout(Knockout { legs: 2, extra: 0, third_place: true }));
    assert_eq!(
        format_of("type = 'poules'\npoules = 2\nqualifies = 1\naller_retour = true"),
        Format::Pools { pools: 2, qualified: 1, meetings: 2, knockout }
    );
    assert_eq!(
        format_of("type = 'defi'\nchampion = 'c'"),
        Format::Gauntlet { champion: ContestantId(2), meetings: 2 }
    );
}

#[test]
fn play_offs_are_said_or_left_to_the_format() {
    let parsed = |format: &str| parse(&with_contestants(&format!("jeu = \"colonnes\"\n[format]\n{format}")));
    let playoffs = |format: &str| {
        let regulations = parsed(format).unwrap().regulations;
        (regulations.playoffs, regulations.first_playoffs())
    };
    assert_eq!(playoffs("type = 'suisse'"), (None, 0));
    assert_eq!(playoffs("type = 'suisse'\nqualifies = 2"), (None, 2));
    assert_eq!(playoffs("type = 'elimination'"), (None, 2));
    assert_eq!(playoffs("type = 'poules'\npoules = 2\nqualifies = 1\nbarrages = 0"), (Some(0), 0));
    assert_eq!(playoffs("type = 'aller-retour'\nbarrages = 3"), (Some(3), 3));
    let refused = |format: &str| {
        parsed(format).unwrap_err().problems.iter().map(|p| said(&p.message)).collect::<Vec<_>>().join("; ")
    };
    assert!(refused("type = 'defi'\nchampion = 'a'\nbarrages = 1").contains("barrages"));
    assert!(refused("type = 'suisse'\nmanches = 2").contains("manches"));
    assert!(refused("type = 'suisse'\nqualifies = 5").contains("de 2 à 4"));
    assert!(refused("type = 'suisse'\nqualifies = 1").contains("qualifies"));
    assert!(refused("type = 'suisse'\nbarrages = -1").contains("barrages"));
}

#[test]
fn points_and_parameters() {
    let text = "jeu = 'labyrinthe'\ntemps = 0.5\nordre = 'liste'\nrencontre = 'simple'\n[parametres]\nL = 13\n\
                [points]\ngagne = 3\nnul = 1\nperdu = 0\ndisqualifie = -1\npar = 'rencontre'";
    let regulations = parse(&with_contestants(text)).unwrap().regulations;
    assert_eq!(regulations.parameters["L"], "13");
    assert_eq!((regulations.time_ms, regulations.parties, regulations.order), (500, 1, EntryOrder::Listed));
    let points = regulations.points;
    assert_eq!((points.won, points.drawn, points.lost, points.disqualified), (3, 1, 0, -1));
    assert_eq!((points.bye, points.per), (None, Scope::Rencontre));
}

#[test]
fn everything_wrong_is_reported_in_its_place() {
    let text = r##"jeu = "colonnes"
temps = -1
simultanees = 0
ordre = "hasard"

[format]
type = "suisse"
rondes = 0
manches = 2

[points]
par = "tournoi"

[[concurrent]]
nom = "é#x"
moteur = "stockfish"

[[concurrent]]
nom = "b"
moteur = "reseau"
adresses = ["10.0.0.0/8", "ici"]

[[concurrent]]
nom = "b"
moteur = "hasard"
secret = "x"
adresses = ["10.0.0.1"]
"##;
    let found = problems(text);
    let expected = [
        (2, 9, "temps = -1"),
        (3, 15, "simultanees = 0"),
        (4, 9, "ordre inconnu"),
        (8, 10, "rondes = 0"),
        (9, 11, "manches ne s'emploie pas"),
        (12, 7, "par : « tournoi »"),
        (15, 7, "# et les caractères de contrôle"),
        (16, 10, "le moteur stockfish"),
        (21, 27, "« ici » n'est ni une adresse"),
        (24, 7, "deux concurrents s'appellent « b »"),
        (27, 13, "adresses ne concerne que"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((line, column, message), (l, c, part)) in found.iter().zip(expected) {
        assert_eq!((*line, *column), (l, c), "{message}");
        assert!(message.contains(part), "{message}");
    }
    let text = parse(text).unwrap_err().to_string();
    assert!(text.starts_with("/mai/tournoi.toml:2:9: config-seconds: temps; -1"), "{text}");
    assert_eq!(text.lines().count(), expected.len());
}

#[test]
fn what_toml_and_its_types_refuse() {
    for (text, line, column, part) in [
        ("jeu = ", 1, 7, "refusé par le lecteur TOML : « "),
        ("temps = 6", 0, 0, "missing field `jeu`"),
        ("jeu = \"colonnes\"\ntemp = 6", 2, 1, "clé inconnue « temp » ; vouliez-vous dire « temps » ?"),
        ("jeu = \"colonnes\"\n[[concurent]]\nnom = \"a\"", 2, 3, "vouliez-vous dire « concurrent » ?"),
        (
            "jeu = \"colonnes\"\nzut = 6",
            2,
            1,
            "unknown field `zut`, expected one of `jeu`, `titre`, `temps`,",
        ),
        ("jeu = 3", 1, 7, "invalid type: integer `3`, expected a string"),
        ("jeu = \"colonnes\"\ngraine = \"x\"", 2, 10, "expected i64"),
        ("jeu = \"colonnes\"\njeu = \"labyrinthe\"", 2, 1, "duplicate key"),
        ("jeu = \"colonnes\"\n[[concurrent]]\nnom = \"a\"", 2, 1, "missing field `moteur`"),
        ("jeu = \"colonnes\"\nconcurrent = 1", 2, 14, "expected a sequence"),
    ] {
        let found = problems(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].1), (line, column), "{found:?}");
        assert!(found[0].2.contains(part), "{found:?}");
    }
}

#[test]
fn a_title_is_a_line_that_can_be_shown() {
    let titled = |title: &str| with_contestants(&format!("jeu = \"colonnes\"\ntitre = \"{title}\""));
    let config = parse(&titled("Tournoi n° 2 de « mai » #2")).unwrap();
    assert_eq!(config.title.as_deref(), Some("Tournoi n° 2 de « mai » #2"));
    assert_eq!(parse(&with_contestants("jeu = \"colonnes\"")).unwrap().title, None);
    for (title, part) in [
        ("", "vide, ou entouré d'espaces"),
        (" x", "vide, ou entouré d'espaces"),
        ("a\\nb", "titre « a\\nb » : les caractères de contrôle"),
        ("a\\u202Eb", "les caractères invisibles"),
        (&"é".repeat(101), "plus de 100 caractères"),
    ] {
        let found = problems(&titled(title));
        assert_eq!((found.len(), found[0].0, found[0].1), (1, 2, 9), "{found:?}");
        assert!(found[0].2.contains(part), "{found:?}");
    }
    assert!(parse(&titled(&"é".repeat(100))).is_ok());
}

#[test]
fn what_does_not_fit_together() {
    for (head, line, part) in [
        ("jeu = \"echecs\"", 1, "jeu inconnu : « echecs » (les jeux sont : colonnes, labyrinthe, "),
        ("jeu = \"colonnes\"\n[parametres]\ntaille = 3", 3, "paramètre taille : ce jeu n'a pas ce paramètre"),
        ("jeu = \"labyrinthe\"\n[parametres]\nL = [1]", 3, "il faut une chaîne, un nombre"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"pool\"", 3, "format inconnu : « pool »"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"poules\"", 3, "il faut la clé poules"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"poules\"\npoules = 3", 2, "3 poules pour 4 concurrents"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"defi\"", 3, "il faut la clé champion"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"defi\"\nchampion = \"x\"", 4, "« x » n'est pas un des"),
        ("jeu = \"colonnes\"\n[format]\ntype = \"elimination\"\nmanches = 3", 2, "1 ou 2"),
        ("jeu = \"colonnes\"\nresultats = \"mysql://x\"", 2, "resultats : ni un fichier"),
        ("jeu = \"colonnes\"\nparties = \"\"", 2, "dossier"),
    ] {
        let found = problems(&with_contestants(head));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, line, "{found:?}");
        assert!(found[0].2.contains(part), "{found:?}");
    }
    let found = problems("jeu = \"colonnes\"");
    assert!(found[0].2.contains("au moins deux concurrents"), "{found:?}");
}

#[test]
fn the_limits_of_one_are_those_of_all_but_for_what_it_says() {
    let text = "jeu = 'colonnes'\nconfinement = 'strict'\n[limites]\nmemoire = 512\nprocessus = 1\nreseau = true\n\
                [[concurrent]]\nnom = 'a'\nmoteur = 'hasard'\n\
                [[concurrent]]\nnom = 'b'\nmoteur = 'java'\nmemoire = 1048576\ndisque = 65536\nreseau = false\n\
                [[concurrent]]\nnom = 'c'\nmoteur = 'reseau'";
    let config = parse(text).unwrap();
    let for_all = Limits {
        memory_mib: 512,
        processes: 1,
        disk_mib: Limits::default().disk_mib,
        network: true,
        without_rules: false,
    };
    let of_one = Limits { memory_mib: 1 << 20, disk_mib: 65_536, network: false, ..for_all };
    assert_eq!(config.confinement, Level::Strict);
    assert_eq!(config.seats[..2], [engine("hasard", for_all), engine("java", of_one)]);
    for level in Level::ALL {
        let text = with_contestants(&format!("jeu = 'colonnes'\nconfinement = '{level}'"));
        assert_eq!(parse(&text).unwrap().confinement, level);
    }
    let config = parse(&with_contestants("jeu = 'colonnes'")).unwrap();
    assert_eq!(config.confinement, Level::Ordinary);
    assert!(config.seats.iter().all(|seat| *seat == engine("hasard", Limits::default())));
}

#[test]
fn the_library_of_the_rules_may_be_forbidden() {
    let forbidden = parse(&with_contestants("jeu = 'colonnes'\nregles = 'non'")).unwrap();
    assert!(forbidden.without_rules());
    for text in
        ["jeu = 'colonnes'\nregles = 'oui'", "jeu = 'colonnes'\nregles = 'oui'\nconfinement = 'aucun'"]
    {
        assert!(!parse(&with_contestants(text)).unwrap().without_rules(), "{text}");
    }
    for (lines, line, part) in [
        ("regles = 'peut-être'", 2, "il faut « oui » ou « non »"),
        ("confinement = 'aucun'\nregles = 'non'", 3, "demande un confinement"),
    ] {
        let found = problems(&with_contestants(&format!("jeu = 'colonnes'\n{lines}")));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].0 == line && found[0].2.contains(part), "{found:?}");
    }
}

#[test]
fn what_is_wrong_with_a_confinement_is_reported_in_its_place() {
    let text = r#"jeu = "colonnes"
confinement = "doux"
lecture = ["/absent/ouvertures", ""]

[limites]
memoire = 15
processus = 0
disque = 65537

[[concurrent]]
nom = "a"
moteur = "hasard"
memoire = 1048577
processus = 65537
disque = 0

[[concurrent]]
nom = "b"
moteur = "reseau"
secret = "x"
disque = 5
reseau = true
"#;
    let found = problems(text);
    let expected = [
        (2, 15, "confinement inconnu : « doux » (possibles : aucun, ordinaire, strict)"),
        (3, 12, "lecture : « /absent/ouvertures » : introuvable"),
        (3, 34, "lecture : «  » : il manque"),
        (6, 11, "memoire = 15 : il faut un nombre de 16 à 1048576"),
        (7, 13, "processus = 0 : il faut un nombre de 1 à 65536"),
        (8, 10, "disque = 65537 : il faut un nombre de 1 à 65536"),
        (13, 11, "memoire = 1048577"),
        (14, 13, "processus = 65537"),
        (15, 10, "disque = 0"),
        (21, 10, "memoire, processus, disque et reseau ne concernent que les moteurs"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((line, column, message), (l, c, part)) in found.iter().zip(expected) {
        assert_eq!((*line, *column), (l, c), "{message}");
        assert!(message.contains(part), "{message}");
    }
    for (lines, part) in [
        ("[limites]\nreseau = \"oui\"", "expected a boolean"),
        ("[limites]\nmemoire = \"beaucoup\"", "expected i64"),
        (
            "[limites]\nram = 1",
            "unknown field `ram`, expected one of `memoire`, `processus`, `disque`, `reseau`",
        ),
        ("lecture = \"ouvertures\"", "expected a sequence"),
        ("limites = 3", "expected a table"),
    ] {
        let found = problems(&with_contestants(&format!("jeu = \"colonnes\"\n{lines}")));
        assert!(found.len() == 1 && found[0].2.contains(part), "{found:?}");
    }
}

#[test]
fn what_engines_may_read_is_relative_to_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("ouvertures")).unwrap();
    let path = folder.path().join("mai.toml");
    let text = with_contestants("jeu = 'colonnes'\nlecture = ['ouvertures', '/usr']");
    let config = Config::parse(&path, &text, &three_engines()).unwrap();
    assert_eq!(config.readable, [folder.path().join("ouvertures"), "/usr".into()]);
}

#[test]
fn points_that_reward_losing_are_refused() {
    let of = |points: &str| format!("jeu = \"colonnes\"\n[points]\n{points}");
    for (points, said) in [
        ("gagne = 0\nperdu = 5\nnul = 0", "perdu (5) vaut plus que nul (0)"),
        ("nul = 11", "nul (11) vaut plus que gagne (10)"),
        ("perdu = -1", "disqualifie (0) vaut plus que perdu (-1)"),
        ("gagne = 2\nnul = 2\nperdu = 2", "perdu (2) vaut autant que gagne (2)"),
    ] {
        let found = problems(&with_contestants(&of(points)));
        assert!(found.len() == 1 && found[0].2.contains(said) && found[0].0 > 2, "{found:?}");
    }
    for points in
        ["gagne = 3\nnul = 1\nperdu = 0", "gagne = 1\nnul = 0\nperdu = 0\ndisqualifie = -5", "nul = 10"]
    {
        assert!(parse(&with_contestants(&of(points))).is_ok(), "{points}");
    }
}

#[test]
fn names_that_differ_in_capitals_only_are_refused() {
    let one = |name: &str| format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"hasard\"\n");
    let found = problems(&format!("jeu = \"colonnes\"\n{}{}{}", one("Élodie"), one("ada"), one("éLODIE")));
    assert_eq!(found.len(), 1, "{found:?}");
    let (line, column, said) = &found[0];
    assert_eq!((*line, *column), (9, 7), "{said}");
    assert!(said.contains("ne diffèrent que par les majuscules : « Élodie » et « éLODIE »"), "{said}");
}

#[test]
fn a_secret_must_fit_the_name_field() {
    let text = |name: &str, secret: &str| {
        let one = format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"reseau\"\nsecret = \"{secret}\"\n");
        with_contestants(&format!("jeu = \"colonnes\"\n{one}"))
    };
    assert!(parse(&text(&"n".repeat(19), &"s".repeat(10))).is_ok());
    let found = problems(&text(&"n".repeat(19), &"s".repeat(11)));
    assert!(found[0].2.contains("31 octets, 30 au plus"), "{found:?}");
    assert!(problems(&text("n", ""))[0].2.contains("vide"));
}

#[test]
fn what_the_wire_cannot_carry_is_said_with_what_to_do() {
    let long = "Maximilienne Dupont-Saint-Exupéry";
    let one = |name: &str, rest: &str| format!("[[concurrent]]\nnom = \"{name}\"\n{rest}\n");
    let text = |contestants: &[String]| format!("jeu = \"colonnes\"\n{}", contestants.concat());
    let with = |login: &str| format!("identifiant = \"{login}\"\nmoteur = \"reseau\"");
    let (network, engine) = ("moteur = \"reseau\"", "moteur = \"hasard\"");
    let [other, local] = [one("b", network), one("c", engine)];
    let found = problems(&text(&[one(long, network), other.clone()]));
    assert_eq!((found.len(), found[0].0, found[0].1), (1, 3, 7), "{found:?}");
    assert!(found[0].2.contains("34 octets, 30 au plus ; ajoutez un « identifiant »"), "{found:?}");
    let config = parse(&text(&[one(long, &with("mdupont")), other.clone(), local.clone()])).unwrap();
    assert_eq!(config.regulations.contestants, [long, "b", "c"]);
    assert_eq!([0, 1, 2].map(|id| config.login(ContestantId(id))), ["mdupont", "b", "c"]);
    let home: IpAddr = "127.0.0.1".parse().unwrap();
    assert_eq!(config.admit("mdupont", home), Ok(ContestantId(0)));
    assert_eq!(config.admit(long, home), Err(EntryRefusal::Unknown(long.into())));
    for (login, part) in
        [("", "vide"), ("a#b", "# et les caractères"), (&"n".repeat(31), "31 octets, 30 au plus")]
    {
        let found = problems(&text(&[one(long, &with(login)), other.clone()]));
        assert_eq!((found.len(), found[0].0, found[0].1), (1, 4, 15), "{found:?}");
        assert!(found[0].2.contains(&format!("identifiant « {login} » : {part}")), "{found:?}");
    }
    // Opponents by network could not tell these apart.
    let engines = [one(&format!("{long} 1"), engine), one(&format!("{long} 2"), engine)];
    for alike in [
        [one("a", &with("B")), other.clone(), local.clone()],
        [engines[0].clone(), engines[1].clone(), other.clone()],
    ] {
        let found = problems(&text(&alike));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].2.contains("s'appelleraient tous deux"), "{found:?}");
    }
    // Without network players nobody reads a name that is cut.
    assert!(parse(&text(&engines)).is_ok());
}

fn admission() -> Config {
    parse(
        r#"jeu = "colonnes"
        [[concurrent]]
        nom = "libre"
        moteur = "réseau"
        [[concurrent]]
        nom = "secret"
        moteur = "reseau"
        secret = "le#mien"
        [[concurrent]]
        nom = "ici"
        moteur = "reseau"
        adresses = ["127.0.0.1", "fe80::/10"]
        [[concurrent]]
        nom = "local"
        moteur = "hasard""#,
    )
    .unwrap()
}

#[test]
fn only_the_right_ones_are_admitted() {
    let config = admission();
    let home: IpAddr = "127.0.0.1".parse().unwrap();
    let mapped: IpAddr = "::ffff:127.0.0.1".parse().unwrap();
    let elsewhere: IpAddr = "192.168.1.2".parse().unwrap();
    assert_eq!(config.admit("libre", elsewhere), Ok(ContestantId(0)));
    assert_eq!(config.admit("libre#quelconque", elsewhere), Ok(ContestantId(0)));
    assert_eq!(config.admit("secret#le#mien", elsewhere), Ok(ContestantId(1)));
    assert_eq!(config.admit("secret", home), Err(EntryRefusal::NoSecret("secret".into())));
    for wrong in ["", "le", "le#mie", "le#mienn", "LE#MIEN"] {
        let sent = format!("secret#{wrong}");
        assert_eq!(config.admit(&sent, home), Err(EntryRefusal::WrongSecret("secret".into())), "{sent}");
    }
    assert_eq!(config.admit("ici", home), Ok(ContestantId(2)));
    assert_eq!(config.admit("ici", mapped), Ok(ContestantId(2)));
    assert_eq!(config.admit("ici", elsewhere), Err(EntryRefusal::Address("ici".into(), elsewhere)));
    assert_eq!(config.admit("local", home), Err(EntryRefusal::Local("local".into())));
    assert_eq!(config.admit("Libre", home), Err(EntryRefusal::Unknown("Libre".into())));
    assert_eq!(config.admit("", home), Err(EntryRefusal::Unknown(String::new())));
    let long = "x".repeat(1000);
    assert_eq!(config.admit(&long, home), Err(EntryRefusal::Unknown("x".repeat(40))));
}

#[test]
fn from_a_command_line() {
    let engines = [
        "alphabeta",
        "java",
        "pipe:python3 ../bots/bot.py",
        "hasard",
        "hasard",
        "roi=hasard",
        "pipe:./Bot.py",
    ];
    let short = ShortForm {
        game: Some("colonnes".into()),
        engines: engines.map(String::from).to_vec(),
        network: vec!["durand".into(), "dupont#clef".into()],
        format: Some("defi:champion=roi,repetitions=2".into()),
        time: Some(1.5),
        seed: Some(7),
        ..ShortForm::default()
    };
    let config = Config::from_short(&short, &three_engines()).unwrap();
    let names = ["durand", "dupont", "alphabeta", "java", "bot.py", "hasard", "hasard-2", "roi", "Bot.py-2"];
    assert_eq!(config.regulations.contestants, names);
    assert_eq!(config.seats[4], engine("pipe:python3 ../bots/bot.py", Limits::default()));
    assert_eq!(config.confinement, Level::Ordinary);
    let format = Format::Gauntlet { champion: ContestantId(7), meetings: 4 };
    assert_eq!((config.regulations.format, config.regulations.time_ms), (format, 1500));
    assert_eq!(config.results, Location::Sqlite("championnat.sqlite".into()));
    assert_eq!(config.records, Path::new("championnat.parties"));
    // What is named alone has the other one beside it.
    let named = ShortForm { results: Some("mai/juin.sqlite".into()), ..short.clone() };
    assert_eq!(Config::from_short(&named, &three_engines()).unwrap().records, Path::new("mai/juin.parties"));
    let named = ShortForm { records: Some("mai".into()), ..short.clone() };
    let results = Config::from_short(&named, &three_engines()).unwrap().results;
    assert_eq!(results, Location::Sqlite("mai.sqlite".into()));
    assert!(config.admit("dupont", "::1".parse().unwrap()).is_err());
}

#[test]
fn a_command_line_confines_all_engines_alike() {
    let engines = vec!["hasard".into(), "java".into()];
    let (memory, processes, disk) = (Some(64), Some(8), Some(2));
    let confinement = Some("aucun".into());
    let short = ShortForm {
        game: Some("colonnes".into()),
        engines,
        memory,
        processes,
        disk,
        confinement,
        ..ShortForm::default()
    };
    let config = Config::from_short(&short, &three_engines()).unwrap();
    let limits = Limits { memory_mib: 64, processes: 8, disk_mib: 2, network: false, without_rules: false };
    assert_eq!(config.confinement, Level::None);
    assert_eq!(config.seats, [engine("hasard", limits), engine("java", limits)]);
}

#[test]
fn a_command_line_with_mistakes() {
    let with = |change: &dyn Fn(&mut ShortForm)| {
        let engines = vec!["hasard".into(), "hasard".into()];
        let mut short = ShortForm { game: Some("colonnes".into()), engines, ..ShortForm::default() };
        change(&mut short);
        Config::from_short(&short, &three_engines())
            .map(|_| ())
            .map_err(|error| (error.source_name, said(&error.problems[0].message)))
    };
    assert_eq!(with(&|_| ()), Ok(()));
    for (change, part) in [
        (
            &(|p: &mut ShortForm| p.format = Some("suisse:ronde=3".into())) as &dyn Fn(&mut ShortForm),
            "format : clé inconnue « ronde » ; vouliez-vous dire « rondes » ?",
        ),
        (&|p| p.format = Some("suisse:rondes".into()), "clé=valeur"),
        (&|p| p.format = Some("suisse:a b=1".into()), "clé inconnue « a b »"),
        (&|p| p.format = Some("suisse\"\nx".into()), "format inconnu"),
        (&|p| p.parameters = vec!["x".into()], "clé=valeur"),
        (&|p| p.engines = vec!["hasard".into()], "au moins deux"),
        (&|p| p.engines = vec!["a=hasard".into(), "a=java".into()], "s'appellent « a »"),
        (&|p| p.time = Some(f64::NAN), "temps"),
        (&|p| p.confinement = Some("dur".into()), "confinement inconnu : « dur »"),
        (&|p| p.memory = Some(15), "memoire = 15"),
        (&|p| p.processes = Some(-1), "processus = -1"),
        (&|p| p.disk = Some(i64::MAX), "disque = 9223372036854775807"),
    ] {
        let (source, message) = with(change).unwrap_err();
        assert!(source.is_none() && message.contains(part), "{message}");
    }
}

#[test]
fn files_that_are_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let load = |name: &str| {
        let error = Config::load(&folder.path().join(name), &three_engines()).map(|_| ()).unwrap_err();
        said(&error.problems[0].message)
    };
    assert!(load("absent.toml").contains("illisible"));
    std::fs::write(folder.path().join("binaire.toml"), [0xff, 0xfe]).unwrap();
    assert!(load("binaire.toml").contains("UTF-8"));
    std::fs::write(folder.path().join("gros.toml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    assert!(load("gros.toml").contains("octets"));
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,300}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_values_make_it_panic(n: i64, m: i64, x: f64, word in "[a-z-]{0,8}", kind in 0usize..6) {
        let kind = ["aller-retour", "aller-simple", "suisse", "poules", "elimination", "defi"][kind];
        let text = format!(
            "jeu = 'colonnes'\ntemps = {x:?}\ngraine = {n}\n[format]\ntype = '{kind}'\nrondes = {m}\npoules = {n}\n\
             qualifies = {m}\nmanches = {n}\nrepetitions = {m}\nchampion = '{word}'\n[points]\ngagne = {n}"
        );
        let _ = parse(&with_contestants(&text));
        let limits = format!("memoire = {n}\nprocessus = {m}\ndisque = {n}");
        let text = format!("jeu = 'colonnes'\nconfinement = '{word}'\nlecture = ['{word}']\n[limites]\n{limits}");
        let _ = parse(&format!("{}\n{limits}", with_contestants(&text)));
    }
}

#[test]
fn an_end_needs_rounds_that_everybody_plays() {
    let with = |rest: &str| with_contestants(&format!("jeu = \"colonnes\"\n{rest}"));
    let config = parse(&with("debut = \"2026-12-18T14:00\"\nfin = \"2026-12-18T17:00\"")).unwrap();
    assert!(config.ends > config.begins);
    for format in ["\"suisse\"", "\"aller-simple\"", "\"defi\"\nchampion = \"a\""] {
        assert!(parse(&with(&format!("fin = \"17:00\"\n[format]\ntype = {format}"))).is_ok(), "{format}");
    }
    for format in ["\"elimination\"", "\"poules\"\npoules = 2\nqualifies = 1"] {
        let found = problems(&with(&format!("fin = \"17:00\"\n[format]\ntype = {format}")));
        assert_eq!((found[0].0, found[0].1, found.len()), (2, 7, 1));
        assert!(found[0].2.starts_with("fin : en poules et à élimination"), "{found:?}");
    }
    let before = problems(&with("debut = \"2026-12-18T14:00\"\nfin = \"2026-12-18T14:00\""));
    assert_eq!(before, [(3, 7, "fin : cette heure précède celle de debut".to_owned())]);
    assert!(problems(&with("fin = \"25:00\""))[0].2.contains("n'est pas une heure"));
}

#[test]
fn ports_of_a_description() {
    let with = |game: &str, port: &str| with_contestants(&format!("jeu = \"{game}\"\nport = {port}"));
    let port = |number, form: &str| Port { number, form: form.into() };
    assert_eq!(parse(&with("colonnes", "4300")).unwrap().ports, [port(4300, "")]);
    let several = parse(&with("labyrinthe", "[1234, \"1235:2025\"]")).unwrap().ports;
    assert_eq!(several, [port(1234, ""), port(1235, "2025")]);
    assert_eq!(parse(&with_contestants("jeu = \"colonnes\"")).unwrap().ports, []);
    for wrong in ["-1", "70000", "\"x\"", "[[1]]", "[1, \"y\"]"] {
        let found = problems(&with("colonnes", wrong));
        assert!(found[0].2.starts_with("port : un port"), "{found:?}");
    }
    assert!(problems(&with("labyrinthe", "\"1235:1999\""))[0].2.starts_with("port : "));
    assert!(!problems(&with("colonnes", "true")).is_empty());
}

#[test]
fn options_replace_what_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mai.toml");
    let text =
        with_contestants("jeu = \"colonnes\"\ntemps = 6\nsimultanees = 2\nfin = \"17:00\"\nport = 4300");
    std::fs::write(&file, text).unwrap();
    let load = |short: &ShortForm| Config::load_with(&file, short, &three_engines());
    let none = ShortForm::default();
    let said_by_file = load(&none).unwrap();
    assert!(!none.may_change_regulations());
    let short = ShortForm {
        time: Some(0.2),
        format: Some("suisse:rondes=2".into()),
        engines: vec!["hasard".into(), "A=java".into()],
        ends: Some("2026-12-18T17:00".into()),
        ..ShortForm::default()
    };
    assert!(short.may_change_regulations());
    // A name that the file has is an error, a derived one gives way.
    let error = load(&short).map(|_| ()).unwrap_err();
    assert!(said(&error.problems[0].message).contains("« A »"), "{error}");
    assert_eq!(error.problems[0].position, None, "no line of the file");
    let short = ShortForm { engines: vec!["hasard".into(), "B2=java".into()], ..short };
    let config = load(&short).unwrap();
    assert_eq!(config.regulations.contestants, ["a", "b", "c", "d", "hasard", "B2"]);
    assert_eq!(
        (config.regulations.time_ms, config.regulations.format),
        (200, Format::Swiss { rounds: 2, finals: None })
    );
    assert_eq!((config.simultaneous, &config.ports), (Some(2), &said_by_file.ports));
    assert_ne!(config.ends, said_by_file.ends);
    assert_eq!(config.results, said_by_file.results, "whoever runs it chooses the place");
    let wrong = ShortForm { format: Some("suisse:rondes=0".into()), ..ShortForm::default() };
    assert_eq!(load(&wrong).map(|_| ()).unwrap_err().problems[0].position, None);
}
