//! Small championships, played by the program that plays them.

use std::path::Path;
use std::process::{Command, Stdio};

use super::contest::{Killed, program};

/// The program, beside the one that is tested.
pub fn championnat() -> Command {
    let mut command = Command::new(program("championnat"));
    command.args(["jouer", "--langue", "fr", "--sans-essai", "--discret"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command
}

/// Plays `NAME.toml` in a folder to its end: this format, these contestants with their engines.
pub fn play(folder: &Path, name: &str, format: &str, contestants: &[(&str, &str)]) {
    describe(folder, name, "morpion", format, contestants);
    let status = championnat().arg(format!("{name}.toml")).current_dir(folder).status();
    assert!(status.expect("championnat").success(), "{name}");
}

/// Begins to play `NAME.toml`, with somebody who never comes by network.
pub fn begin(folder: &Path, name: &str, contestants: &[(&str, &str)]) -> Killed {
    describe(folder, name, "colonnes", "type = \"aller-simple\"", contestants);
    let child = championnat()
        .args([&format!("{name}.toml"), "--port", "0", "--adresse", "127.0.0.1"])
        .current_dir(folder)
        .spawn();
    Killed(child.expect("championnat"))
}

fn describe(folder: &Path, name: &str, game: &str, format: &str, contestants: &[(&str, &str)]) {
    let mut text = format!(
        "jeu = \"{game}\"\ntemps = 5\ngrace = 3600\nconfinement = \"aucun\"\n\
         resultats = \"{name}.sqlite\"\nparties = \"{name}.parties\"\n[format]\n{format}\n"
    );
    for (who, engine) in contestants {
        text += &format!("[[concurrent]]\nnom = '''{who}'''\nmoteur = \"{engine}\"\n");
    }
    std::fs::write(folder.join(format!("{name}.toml")), text).expect("a description");
}
