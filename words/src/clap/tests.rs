//! The command line of a program that does not exist, in both languages.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Subcommand};

use super::*;
use Language::{En, Fr};

/// Programme d'essai.
///
/// Avec une suite plus longue.
#[derive(Parser, Debug)]
#[command(
    name = "essai",
    version = "1.0",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Cli {
    #[command(flatten)]
    serve: Serve,
    #[command(subcommand)]
    command: Option<Sub>,
}

#[derive(Args, Debug)]
struct Serve {
    /// Port d'écoute
    #[arg(required = true)]
    port: Option<u16>,
    /// Temps par coup
    #[arg(long, value_name = "S", default_value = "6")]
    temps: f64,
    /// Dossier
    #[arg(long, value_name = "DOSSIER", conflicts_with = "temps")]
    parties: Option<PathBuf>,
    /// Adresse
    #[arg(long)]
    adresse: Option<IpAddr>,
    /// Niveau
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=9))]
    niveau: Option<u8>,
}

#[derive(Subcommand, Debug)]
enum Sub {
    /// Relire des fichiers
    Rejoue {
        /// Fichiers
        #[arg(required = true, value_name = "FICHIER")]
        files: Vec<PathBuf>,
        /// Ordre
        #[arg(long, value_parser = ["tirage", "liste"])]
        ordre: Option<String>,
    },
}

fn run(args: &[&str], language: Language) -> Result<Cli, Stop> {
    let mut command = localised(Cli::command(), language);
    let args = ["essai"].iter().chain(args).map(OsString::from);
    let (_, args) = take_language(args.collect());
    let matches = command.try_get_matches_from_mut(args);
    let parsed = matches.and_then(|matches| <Cli as clap::FromArgMatches>::from_arg_matches(&matches));
    parsed.map_err(|error| stop(&error, &command, language))
}

fn stopped(args: &[&str], language: Language) -> (String, u8) {
    let stop = run(args, language).expect_err("nothing to run");
    (stop.text.to_string(), stop.code)
}

/// Words that only clap's English has.
const ENGLISH: [&str; 12] = [
    "Usage:",
    "Commands",
    "Print",
    "default:",
    "possible values:",
    "error:",
    "tip:",
    "similar",
    "required",
    "invalid",
    "For more",
    "COMMAND]",
];

#[test]
fn the_command_line_stays_consistent() {
    Cli::command().debug_assert();
    for language in Language::ALL {
        localised(Cli::command(), language).debug_assert();
        let cli = run(&["--temps", "2.5", "4242"], language).expect("parsed");
        assert_eq!((cli.serve.port, cli.serve.temps), (Some(4242), 2.5));
        let cli = run(&["rejoue", "a", "b", "--ordre", "liste"], language).expect("parsed");
        assert!(
            matches!(cli.command, Some(Sub::Rejoue { files, ordre }) if files.len() == 2 && ordre.as_deref() == Some("liste"))
        );
    }
}

#[test]
fn french_help_has_no_english() {
    for args in [
        &["-h"][..],
        &["--help"],
        &["rejoue", "--help"],
        &["rejoue", "-h"],
        &["help"],
        &["help", "rejoue"],
        &["help", "help"],
    ] {
        let (text, code) = stopped(args, Fr);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("Usage : essai"), "{text}");
        for word in ENGLISH {
            assert!(!text.contains(word), "{args:?}, {word:?}: {text}");
        }
    }
}

#[test]
fn help_says_what_there_is() {
    let (text, _) = stopped(&["--help"], Fr);
    for part in [
        "Programme d'essai.\n\nAvec une suite plus longue.\n\nUsage : essai [OPTIONS] <PORT>\n        essai <COMMANDE>\n",
        "\n\nCommandes :\n  rejoue  Relire des fichiers\n  help    Afficher cette aide, ou celle d'une commande\n\nArguments :\n",
        "  <PORT>",
        "\n\nOptions :\n",
        "--temps <S>",
        "Temps par coup [défaut : 6]",
        "--langue <LANGUE>",
        "[valeurs possibles : fr, en]",
        "Afficher cette aide (un résumé avec -h)",
        "Afficher la version",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    let (text, _) = stopped(&["-h"], Fr);
    assert!(text.starts_with("Programme d'essai\n\nUsage : "), "{text}");
    let (text, _) = stopped(&["rejoue", "-h"], En);
    for part in [
        "Usage: essai rejoue [OPTIONS] <FILE>...",
        "Arguments:\n",
        "[possible values: tirage, liste]",
        "Print this help",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert_eq!(stopped(&["--version"], Fr), ("essai 1.0\n".into(), 0));
}

#[test]
fn mistakes_get_whole_sentences() {
    let cases: [(&[&str], &str, &str); 16] = [
        (&["--tamps", "3", "1"], "l'argument « --tamps » est inconnu", "the argument \"--tamps\" is unknown"),
        (&["--tamps", "3", "1"], "Vouliez-vous dire « --temps » ?", "Did you mean \"--temps\"?"),
        (&[], "il manque un argument : <PORT>", "an argument is missing: <PORT>"),
        (
            &["99999"],
            "la valeur « 99999 » n'est pas possible pour « <PORT> » : de 0 à 65535 sont possibles",
            "0 to 65535 are possible",
        ),
        (&["x"], "un nombre entier est attendu", "a whole number is expected"),
        (&["99999999999999999999"], "ce nombre est trop grand", "this number is too large"),
        (
            &["1", "--temps", "x"],
            "pour « --temps <S> » : un nombre est attendu",
            "for \"--temps <S>\": a number is expected",
        ),
        (&["1", "--temps"], "« --temps <S> » demande une valeur", "\"--temps <S>\" needs a value"),
        (&["1", "--adresse", "ici"], "une adresse IP est attendue", "an IP address is expected"),
        (&["1", "--niveau", "0"], "de 1 à 9 sont possibles", "1 to 9 are possible"),
        (
            &["1", "--temps", "1", "--temps", "2"],
            "« --temps <S> » est donné plusieurs fois",
            "is given several times",
        ),
        (&["1", "--temps", "1", "--parties", "d"], "ne s'emploie pas avec", "cannot be used with"),
        (&["rejoue"], "il manque un argument : <FICHIER>...", "an argument is missing: <FILE>..."),
        (
            &["rejoue", "a", "--ordre", "list"],
            "la valeur « list » n'est pas possible pour « --ordre <ORDRE> »\n  [valeurs possibles : tirage, liste]",
            "[possible values: tirage, liste]",
        ),
        (&["rejoue", "a", "--ordre", "list"], "Vouliez-vous dire « liste » ?", "Did you mean \"liste\"?"),
        (
            &["1", "--langue", "de"],
            "la valeur « de » n'est pas possible pour « --langue <LANGUE> »",
            "[possible values: fr, en]",
        ),
    ];
    for (args, french, english) in cases {
        let (text, code) = stopped(args, Fr);
        assert_eq!(code, 2, "{args:?}");
        assert!(text.starts_with("erreur : ") && text.contains(french), "{french:?} in {text}");
        assert!(text.ends_with("\n\nPour en savoir plus : --help\n"), "{text:?}");
        for word in ENGLISH {
            assert!(!text.contains(word), "{args:?}, {word:?}: {text}");
        }
        let (text, code) = stopped(args, En);
        assert_eq!(code, 2, "{args:?}");
        assert!(text.starts_with("error: ") && text.contains(english), "{english:?} in {text}");
    }
    let (text, _) = stopped(&[], Fr);
    assert!(text.contains("\n\nUsage : essai <PORT>"), "{text}");
}

#[test]
fn the_language_is_found_anywhere() {
    let take = |args: &[&str]| {
        let (language, others) = take_language(args.iter().map(OsString::from).collect());
        (language, others.join(" ".as_ref()).into_string().expect("text"))
    };
    assert_eq!(take(&["essai", "--langue", "en", "rejoue", "f"]), (Some(En), "essai rejoue f".into()));
    assert_eq!(take(&["essai", "rejoue", "--langue=fr", "f"]), (Some(Fr), "essai rejoue f".into()));
    assert_eq!(take(&["essai", "--langue", "de", "1"]), (None, "essai --langue de 1".into()));
    assert_eq!(take(&["essai", "--langue"]), (None, "essai --langue".into()));
    assert_eq!(take(&["essai", "--", "--langue", "en"]), (None, "essai -- --langue en".into()));
    let cli = run(&["--langue", "en", "rejoue", "f"], En).expect("parsed");
    assert!(cli.command.is_some(), "an option before a command does not hide it");
}

#[test]
fn what_has_no_english_text_is_listed() {
    let missing = missing(&Cli::command());
    for key in ["help-essai", "help-essai.port", "help-essai-rejoue", "help-essai-rejoue.files"] {
        assert!(missing.iter().any(|found| found == key), "{key} in {missing:?}");
    }
    assert_eq!(unused(&Cli::command()), [""; 0]);
    let fewer = clap::Command::new("serveur");
    assert!(unused(&fewer).iter().any(|key| key == "help-serveur-rejoue.files"));
    assert!(!unused(&fewer).contains(&"help-serveur".to_owned()));
}
