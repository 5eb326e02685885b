//! Programs that lie beside `serveur`: it becomes them, and names the command that builds one that is missing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

#[test]
fn a_missing_program_is_named_with_its_command_and_one_that_is_there_gets_the_arguments() {
    let folder = tempfile::tempdir().expect("a folder");
    let serveur = folder.path().join("serveur");
    fs::copy(env!("CARGO_BIN_EXE_serveur"), &serveur).expect("copied");
    let run = |arguments: &[&str]| -> Output {
        Command::new(&serveur).args(arguments).env("LC_ALL", "C").output().expect("serveur")
    };
    for (command, program) in [("sept-couleurs", "7couleurs"), ("championnat", "championnat")] {
        let missing = run(&[command, "--taille", "5"]);
        let said = String::from_utf8_lossy(&missing.stderr).into_owned();
        assert_eq!(missing.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("sh outils/compiler.sh {program}")), "{said}");
        let beside = folder.path().join(program);
        fs::write(&beside, "#!/bin/sh\necho \"$@\"\nexit 3\n").expect("a program");
        fs::set_permissions(&beside, fs::Permissions::from_mode(0o755)).expect("to be run");
        let there = run(&[command, "--taille", "5"]);
        let said = String::from_utf8_lossy(&there.stdout).into_owned();
        assert!(said.starts_with("--langue fr ") && said.ends_with("--taille 5\n"), "{said}");
        assert_eq!(there.status.code(), Some(3));
    }
}
