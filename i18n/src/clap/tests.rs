//! The command line of a program that does not exist, in both languages.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use Language::{En, Fr};
use clap::{Args, CommandFactory, Subcommand};

use super::*;

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
    /// Pages
    #[arg(long)]
    pages: Option<SocketAddr>,
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
    let first = args.get(1).and_then(|word| word.to_str()).map(str::to_owned);
    let matches = command.try_get_matches_from_mut(args);
    let parsed = matches.and_then(|matches| <Cli as clap::FromArgMatches>::from_arg_matches(&matches));
    parsed.map_err(|error| stop(&error, &command, first.as_deref(), language))
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
        "\n\nCommandes :\n  rejoue      Relire des fichiers\n  completion  Afficher un script qui permet à un shell de compléter les commandes\n  manuel      Écrire les pages de manuel, une par commande, dans un dossier\n  help        Afficher cette aide, ou celle d'une commande\n\nArguments :\n",
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
    let cases: [(&[&str], &str, &str); 20] = [
        (&["--tamps", "3", "1"], "l'argument « --tamps » est inconnu", "the argument \"--tamps\" is unknown"),
        (&["--tamps", "3", "1"], "Vouliez-vous dire « --temps » ?", "Did you mean \"--temps\"?"),
        (&[], "il manque un argument : <PORT>", "an argument is missing: <PORT>"),
        (
            &["99999"],
            "la valeur « 99999 » n'est pas possible pour « <PORT> » : 99999 is not in 0..=65535",
            "\"99999\" is not possible for \"<PORT>\": 99999 is not in 0..=65535",
        ),
        (&["x"], "un nombre entier est attendu", "a whole number is expected"),
        (&["rejou"], "Vouliez-vous dire « rejoue » ?", "Did you mean \"rejoue\"?"),
        (&["rejuoe", "a.json"], "Vouliez-vous dire « rejoue » ?", "Did you mean \"rejoue\"?"),
        (&["rejuoe"], "Vouliez-vous dire « rejoue » ?", "Did you mean \"rejoue\"?"),
        (&["99999999999999999999"], "ce nombre est trop grand", "this number is too large"),
        (
            &["1", "--temps", "x"],
            "pour « --temps <S> » : un nombre est attendu",
            "for \"--temps <S>\": a number is expected",
        ),
        (&["1", "--temps"], "« --temps <S> » demande une valeur", "\"--temps <S>\" needs a value"),
        (&["1", "--adresse", "ici"], "une adresse IP est attendue", "an IP address is expected"),
        (&["1", "--pages", "127.0.0.1:99999"], "et un port de 0 à 65535", "and a port from 0 to 65535"),
        (&["1", "--niveau", "0"], "0 is not in 1..=9", "0 is not in 1..=9"),
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
fn only_what_stands_in_the_place_of_a_command_is_compared_with_them() {
    for args in [&["1", "--temps", "rejoue"][..], &["99999"], &["rejoue", "a", "--ordre", "rejoue"]] {
        let (text, _) = stopped(args, Fr);
        assert!(!text.contains("« rejoue » ?"), "{text}");
    }
}

/// A program without commands of its own, whose first argument is free.
#[derive(Parser, Debug)]
#[command(name = "libre")]
struct Free {
    /// Nom
    name: String,
}

#[test]
fn every_program_writes_its_manual_and_its_completions() {
    let folder = std::env::temp_dir().join(format!("arbitre-manuel-{}", std::process::id()));
    let shown = folder.to_str().expect("text");
    let asked = |args: &[&str]| {
        let args = ["--langue", "fr"].iter().chain(args).map(OsString::from);
        let free: Vec<OsString> = std::iter::once("libre".into()).chain(args.clone()).collect();
        let own: Vec<OsString> = std::iter::once("essai".into()).chain(args).collect();
        let stop = |stop: Stop| (stop.text.to_string(), stop.code);
        (stop(parse_from::<Free>(free).expect_err("asked")), stop(parse_from::<Cli>(own).expect_err("asked")))
    };
    let ((free, code), (own, _)) = asked(&["completion", "bash"]);
    assert!(code == 0 && free.contains("complete -F _libre") && own.contains("rejoue"), "{free}\n{own}");
    let ((_, free), (_, own)) = asked(&["manuel", shown]);
    assert_eq!((free, own), (0, 0));
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a page");
    assert!(
        page("libre.1").contains(".TH libre 1") && page("essai-rejoue.1").contains("Relire des fichiers")
    );
    std::fs::remove_dir_all(&folder).expect("removed");
    // Elsewhere a word too many is one: this program has no other commands.
    let stop =
        parse_from::<Free>(["libre", "--langue", "fr", "a", "b"].map(OsString::from)).expect_err("too many");
    assert!(stop.text.to_string().contains("l'argument « b » est inconnu"), "{}", stop.text);
    let stop = parse_from::<Free>(["libre", "--langue", "fr", "-h"].map(OsString::from)).expect_err("help");
    assert!(stop.text.to_string().contains("libre <COMMANDE>\n\nCommandes :\n  completion"), "{}", stop.text);
    // What is wrong with them is said as of any command.
    let ((text, code), _) = asked(&["completion", "cmd"]);
    assert!(code == 2 && text.contains("« cmd » n'est pas possible"), "{text}");
    let ((text, code), _) = asked(&["manuel", "/dev/null/x"]);
    assert!(code == 1 && text.contains("/dev/null/x"), "{text}");
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

#[test]
fn decimals_have_a_point_or_a_comma() {
    for (text, millis) in
        [("0.4", Some(400)), ("0,4", Some(400)), ("2", Some(2000)), ("1,2,3", None), ("0", None)]
    {
        assert_eq!(seconds(text).ok(), millis.map(Duration::from_millis), "{text}");
    }
    assert_eq!(seconds_or_zero("0"), Ok(Duration::ZERO));
    assert!(seconds_or_zero("-1").is_err() && seconds("-1").is_err() && seconds("x").is_err());
}
