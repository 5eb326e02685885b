//! Each program of the house writes its manual pages, and completions that the shell understands.

use std::process::{Command, Output, Stdio};

use testing::output::text;
use testing::process::program;

/// Runs a program to its end.
fn run(name: &str, args: &[&str]) -> Output {
    Command::new(program(name)).args(args).env("LC_ALL", "C").stdin(Stdio::null()).output().expect("run")
}

#[test]
fn every_program_has_pages_and_completions_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().to_str().expect("text");
    for name in ["serveur", "joueur", "moteur", "championnat", "7couleurs"] {
        let help = run(name, &["--help"]);
        let help = text(&help.stdout);
        assert!(help.contains("completion  ") && help.contains("manuel  "), "{name}: {help}");
        for language in ["fr", "en"] {
            let written = run(name, &["--langue", language, "manuel", pages]);
            assert!(written.status.success(), "{name}: {}", text(&written.stderr));
            let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).expect("a page");
            let described = if language == "fr" { "Langue des messages" } else { "Language of the messages" };
            assert!(page.contains(&format!(".TH {name} 1")) && page.contains(described), "{name}: {page}");
        }
        let script = run(name, &["completion", "bash"]);
        assert!(script.status.success(), "{name}: {}", text(&script.stderr));
        let file = folder.path().join(name);
        std::fs::write(&file, &script.stdout).expect("a file");
        let checked = Command::new("bash").arg("-n").arg(&file).status().expect("bash");
        assert!(checked.success() && !script.stdout.is_empty(), "{name}");
    }
}

#[test]
fn a_command_of_the_server_may_be_cut_short_and_a_wrong_one_is_guessed() {
    let cut = run("serveur", &["champ", "--help"]);
    let help = text(&cut.stdout);
    assert!(cut.status.success() && help.contains("Jouer un championnat entier"), "{help}");
    let wrong = run("serveur", &["chmapionnat", "mai.toml"]);
    let said = text(&wrong.stderr);
    assert!(wrong.status.code() == Some(2) && said.contains("Vouliez-vous dire « championnat » ?"), "{said}");
}
