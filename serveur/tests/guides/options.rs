//! The tables of all options, which end `guides/options.md` and its English twin: they are what the programs say of themselves.
//!
//! `OPTIONS=ecrire cargo test -p serveur --test guides options` writes them.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::place;

/// What is written here begins with the heading of the first program.
const BEGIN: &str = "\n### `serveur`\n";
/// Options of every command.
const EVERYWHERE: [&str; 3] = ["--help", "--version", "--langue"];

/// A language: its locale, its document, how its help announces commands, the head of a table.
struct Language {
    locale: &'static str,
    document: &'static str,
    commands: &'static str,
    head: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        locale: "C.UTF-8",
        document: "guides/options.md",
        commands: "Commandes :",
        head: "| option | rôle |",
    },
    Language {
        locale: "en_GB.UTF-8",
        document: "guides/options.en.md",
        commands: "Commands:",
        head: "| option | purpose |",
    },
];

/// A line of a list: what stands before two blanks, and what behind them.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("  ")?.trim_start();
    Some(line.split_once("  ").map_or((line, ""), |(name, about)| (name, about.trim())))
}

/// The tables of a command and of those below it.
fn tables(language: &Language, command: &[&str], text: &mut String) {
    let path = place::built().join(command[0]);
    let help = Command::new(&path).args(&command[1..]).arg("-h").env("LC_ALL", language.locale).output();
    let help = help.unwrap_or_else(|error| panic!("{}: {error}: cargo build", path.display()));
    assert!(help.status.success(), "{command:?} -h");
    let help = String::from_utf8(help.stdout).expect("text");
    let mut rows = String::new();
    let mut below = Vec::new();
    let mut in_commands = false;
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with(' ') {
            in_commands = line == language.commands;
            continue;
        }
        let Some((name, about)) = entry(line) else { continue };
        if in_commands && line.starts_with("  ") && !line.starts_with("   ") {
            below.push(name.to_owned());
        } else if name.starts_with('-') && !EVERYWHERE.iter().any(|option| name.contains(option)) {
            // A long name has its text on the next line.
            let mut next = || lines.peek().map_or("", |line| line.trim()).to_owned();
            let about = if about.is_empty() { next() } else { about.to_owned() };
            writeln!(rows, "| `{name}` | {} |", about.replace('|', "\\|")).expect("written");
        }
    }
    if !rows.is_empty() {
        write!(text, "\n### `{}`\n\n{}\n| --- | --- |\n{rows}", command.join(" "), language.head)
            .expect("written");
    }
    for name in below.iter().filter(|name| *name != "help") {
        // What the server passes on is the other program's.
        let theirs = [
            "championnat",
            "classement",
            "exporte",
            "decision",
            "importe",
            "publie",
            "tableau",
            "sept-couleurs",
            "duel",
        ];
        if command[0] != "serveur" || command.len() > 1 || !theirs.contains(&name.as_str()) {
            tables(language, &[command, &[name.as_str()]].concat(), text);
        }
    }
}

#[test]
fn the_tables_have_all_options_that_exist() {
    for language in LANGUAGES {
        let mut text = String::new();
        for program in
            ["serveur", "joueur", "championnat", "tableau", "echelle", "machines", "7couleurs", "moteur"]
        {
            tables(&language, &[program], &mut text);
        }
        assert!(text.matches("\n| `").count() > 150, "{text}");
        let path = testing::root().join(language.document);
        let written = fs::read_to_string(&path).expect("a document");
        let (before, _) = written.split_once(BEGIN).unwrap_or_else(|| panic!("{}: {BEGIN}", path.display()));
        let wanted = format!("{before}{text}");
        if std::env::var("OPTIONS").is_ok_and(|what| what == "ecrire") {
            fs::write(&path, &wanted).expect("written");
        } else {
            assert!(
                wanted == written,
                "{} is old: OPTIONS=ecrire cargo test -p serveur --test guides options",
                language.document
            );
        }
    }
}
