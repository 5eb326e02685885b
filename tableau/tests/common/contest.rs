//! Championships and players that are really there: programs of the workspace.

use std::path::Path;
use std::process::{Command, Stdio};

use testing::championship;
use testing::process::{Killed, listening, program, run};

/// A program of the workspace, to be started in this folder.
pub fn command(name: &str, folder: &Path, arguments: &[&str]) -> Command {
    program("moteur");
    let mut command = Command::new(program(name));
    command.current_dir(folder).args(arguments).env("LANG", "fr").env("TMPDIR", folder);
    command.env("RUST_LOG", "error").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts one.
pub fn start(name: &str, folder: &Path, arguments: &[&str]) -> Killed {
    Killed::start(&mut command(name, folder, arguments))
}

/// A server of Labyrinthe that listens to its organiser here, and its port.
pub fn labyrinthe(folder: &Path, control: &str) -> (Killed, String) {
    let words = ["labyrinthe", "--port", "0", "--adresse", "127.0.0.1", "--controle", control];
    let (server, port, mut out) = listening(&mut command("serveur", folder, &words));
    // It would wait for who reads nothing.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    (server, port.to_string())
}

/// Describes a championship of Colonnes in `mai.toml`.
pub fn describe(folder: &Path, head: &str, contestants: &[(&str, &str)]) {
    let head = format!("jeu = \"colonnes\"\ngraine = 1\nconfinement = \"aucun\"\n{head}");
    championship::describe(&folder.join("mai.toml"), &head, contestants);
}

/// An engine that leaves a file called `venu`, does nothing before one called `va` is there, and plays then.
pub fn waiting(folder: &Path) -> String {
    let script = format!(
        ": >{}; while [ ! -e {} ]; do sleep 0.02; done; exec {} colonnes hasard",
        folder.join("venu").display(),
        folder.join("va").display(),
        program("moteur").display()
    );
    championship::engine(folder, "attend.sh", &script)
}

/// Plays a whole championship to its end.
pub fn play(folder: &Path) {
    run(&mut command("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]));
}

/// Plays `NAME.toml` in a folder to its end: this format, these contestants with their engines.
pub fn play_format(folder: &Path, name: &str, format: &str, contestants: &[(&str, &str)]) {
    run(&mut of_format(folder, name, "morpion", format, contestants));
}

/// Begins to play `NAME.toml`, with somebody who never comes by network.
pub fn begin(folder: &Path, name: &str, contestants: &[(&str, &str)]) -> Killed {
    let mut command = of_format(folder, name, "colonnes", "type = \"aller-simple\"", contestants);
    Killed::start(command.args(["--port", "0", "--adresse", "127.0.0.1"]))
}

/// Describes a championship of this format in `NAME.toml`, to be played.
fn of_format(folder: &Path, name: &str, game: &str, format: &str, contestants: &[(&str, &str)]) -> Command {
    let head = format!(
        "jeu = \"{game}\"\ntemps = 5\ngrace = 3600\nconfinement = \"aucun\"\n\
         resultats = \"{name}.sqlite\"\nparties = \"{name}.parties\"\n[format]\n{format}"
    );
    let file = format!("{name}.toml");
    championship::describe(&folder.join(&file), &head, contestants);
    command("championnat", folder, &["jouer", &file, "--sans-essai", "--discret"])
}
