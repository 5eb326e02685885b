//! What sentences and tables of the documents name, and no session runs: options and commands that a program has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser};

use crate::place;

static HELP: LazyLock<Help> = LazyLock::new(Help::of_all);

/// What the programs say of themselves.
#[derive(Default)]
struct Help {
    options: BTreeSet<String>,
    /// The commands of each program.
    commands: BTreeMap<String, BTreeSet<String>>,
}

impl Help {
    fn of_all() -> Help {
        let mut help = Help::default();
        for program in
            ["serveur", "joueur", "moteur", "championnat", "tableau", "echelle", "machines", "7couleurs"]
        {
            let commands = help.read(program, &mut Vec::new());
            help.commands.insert(program.to_owned(), commands);
        }
        help
    }

    /// Takes in what a program says of this command of it, and of those under it, whose names are given.
    fn read(&mut self, program: &str, command: &mut Vec<String>) -> BTreeSet<String> {
        let path = place::built().join(program);
        let output = Command::new(&path).args(&*command).arg("--help").env("LC_ALL", "C.UTF-8").output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}: cargo build", path.display()));
        assert!(output.status.success(), "{program} {command:?} --help");
        let text = String::from_utf8(output.stdout).expect("text");
        self.options.extend(options(&text));
        let listed = text.split("\nCommandes :\n").nth(1).unwrap_or_default();
        // Two blanks, a name; what is longer goes on far to the right.
        let names = listed.lines().take_while(|line| line.starts_with("  "));
        let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let names: BTreeSet<String> =
            names.filter(|name| !["", "help"].contains(name)).map(str::to_owned).collect();
        for name in &names {
            command.push(name.clone());
            self.read(program, command);
            command.pop();
        }
        names
    }

    /// What a piece of code names that no program has.
    fn unknown(&self, code: &str) -> Vec<String> {
        if code.starts_with("cargo ") {
            return Vec::new();
        }
        let mut unknown: Vec<String> =
            options(code).filter(|option| !self.options.contains(option)).collect();
        let mut words = code.split_whitespace();
        let program = words.next().map(|word| word.strip_prefix("bin/").unwrap_or(word)).unwrap_or_default();
        let small = |word: &&str| word.chars().all(|sign| sign.is_ascii_lowercase() || sign == '-');
        if let (Some(commands), Some(word)) = (self.commands.get(program), words.next().filter(small))
            && !word.starts_with('-')
            && !commands.contains(word)
        {
            unknown.push(format!("{program} {word}"));
        }
        unknown
    }
}

/// The long options in a text.
fn options(text: &str) -> impl Iterator<Item = String> {
    let sign = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '_';
    let words = text.split(move |c| !sign(c));
    let of_one =
        |word: &str| word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic));
    words.filter(move |word| of_one(word)).map(str::to_owned)
}

#[test]
fn programs_have_what_the_documents_name() {
    let help = &HELP;
    assert!(help.commands.values().all(|commands| !commands.is_empty()), "{:?}", help.commands);
    let files = place::files();
    let names = files.iter().filter_map(|file| file.to_str());
    let wanted = |name: &&str| {
        ["README.md", "LISEZMOI.md", "SECURITY.md", "CHANGELOG.md"].contains(name)
            || name.starts_with("guides/") && name.ends_with(".md")
    };
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for name in names.filter(wanted) {
        let text = fs::read_to_string(testing::root().join(name)).expect("a document");
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            if let Event::Code(code) = event {
                seen += options(&code).count();
                wrong.extend(help.unknown(&code).into_iter().map(|unknown| format!("{name}: {unknown}")));
            }
        }
    }
    assert!(wrong.is_empty(), "no program has\n{}", wrong.join("\n"));
    assert!(seen > 100, "{seen}");
}

#[test]
fn what_no_program_has_is_found() {
    for (code, unknown) in [
        ("bin/serveur championnat --verifier mai.toml", &[][..]),
        ("serveur --noValid", &[]),
        ("moteur NAME analyse-lignes", &[]),
        ("--sans-essai", &[]),
        ("bin/serveur chanpionnat mai.toml", &["serveur chanpionnat"]),
        ("serveur joue --sans-essais --graine 2", &["--sans-essais"]),
        ("--tenps S", &["--tenps"]),
    ] {
        assert_eq!(HELP.unknown(code), unknown, "{code}");
    }
}
