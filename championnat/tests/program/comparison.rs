//! Whether two championships went alike.

use std::fs;
use std::process::Output;

use crate::support::*;

/// What one whose draws depend on this seed says beside the one with seed 1, and whether they are alike.
fn compared(head: &str, again: &str, seed: u32) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let contestants = [
        ("un", "moteur = \"hasard --graine 1\""),
        ("deux", "moteur = \"hasard --graine 2\""),
        ("trois", "moteur = \"glouton --graine 3\""),
        ("quatre", "moteur = \"hasard --graine 4\""),
        ("cinq", "moteur = \"glouton --graine 5\""),
    ];
    describe(folder, "sept-couleurs", head, &contestants);
    let text_of = fs::read_to_string(folder.join("mai.toml")).expect("the description");
    let text_of = text_of.replace("graine = 1\n", &format!("graine = {seed}\n{again}\n"));
    fs::write(folder.join("encore.toml"), text_of).expect("a description");
    for file in ["mai.toml", "encore.toml"] {
        let output = run(folder, &["jouer", file, "--sans-essai"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    said(run(folder, &["compare", "mai.toml", "encore.toml"]))
}

fn said(output: Output) -> (bool, String) {
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    (output.status.success(), text(&output.stdout))
}

/// Those that are drawn from results too, one at a time or several.
#[test]
fn the_same_description_and_seed_give_the_same_rencontres() {
    let head = "ordre = \"tirage\"\nconfinement = \"aucun\"\n[parametres]\nL = 7\nH = 6\n[format]\ntype = \"suisse\"\nrondes = 4";
    let (is_same, said) = compared(head, "simultanees = 1", 1);
    assert!(is_same, "{said}");
    assert_eq!(said, "8 rencontres : les mêmes, aux durées près\n");
    let (is_same, said) = compared(head, "", 2);
    assert!(!is_same && said.contains(" d'un côté, ") && said.contains("sur 8\n"), "{said}");
}

#[test]
fn what_was_decided_is_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let two = [("un", "moteur = \"hasard --graine 1\""), ("deux", "moteur = \"hasard --graine 2\"")];
    describe(folder, "morpion", "confinement = \"aucun\"\n[format]\ntype = \"aller-retour\"", &two);
    fs::copy(folder.join("mai.toml"), folder.join("encore.toml")).expect("a copy");
    for file in ["mai.toml", "encore.toml"] {
        assert!(run(folder, &["jouer", file, "--sans-essai"]).status.success());
    }
    let compare = || said(run(folder, &["compare", "mai.toml", "encore.toml"]));
    assert!(compare().0, "{}", compare().1);
    let decided = run(folder, &["decision", "encore.toml", "resultat", "1.1", "nul", "nul", "--motif", "x"]);
    assert!(decided.status.success(), "{}", text(&decided.stderr));
    let (is_same, said) = compare();
    assert!(!is_same && said.starts_with("1.1 : ") && said.contains("1 rencontre diffère, sur 2"), "{said}");
}
