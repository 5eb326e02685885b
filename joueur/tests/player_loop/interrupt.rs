//! Ctrl-C, on a terminal, while an engine does not come to its beginning.

use std::io::{Read, Write};
use std::process::Command;

use crate::scene::{Notes, command};
use testing::executable;
use testing::terminal::Terminal;

/// Starts the player on a terminal of its own and types Ctrl-C when the engine has begun; its exit code, and what it said.
fn interrupted(notes: &Notes, player: &Command, begun: &str) -> (Option<i32>, String) {
    let (mut child, mut terminal) = Terminal::open(24, 200).start(player);
    notes.expect(begun);
    terminal.write_all(b"\x03").expect("typed");
    let mut said = Vec::new();
    // A terminal whose other end has gone gives an error, not an end.
    terminal.read_to_end(&mut said).ok();
    (child.wait().expect("its end").code(), String::from_utf8_lossy(&said).into_owned())
}

/// The program in Java that begins, and does nothing more.
fn java(notes: &Notes, folder: &std::path::Path) {
    let class = format!(
        "package arbitre.colonnes;\n\
         public class Moteur {{\n\
         public Moteur() throws Exception {{\n\
         try (var out = new java.io.FileOutputStream(\"{}\")) {{ out.write(\"ici\\n\".getBytes()); }}\n\
         Thread.sleep(1000000000L);\n\
         }}\n\
         public void recevoir(String line) {{}}\n\
         public String emettre() {{ return null; }}\n\
         public static void main(String[] args) throws Exception {{ new Moteur(); }}\n\
         }}\n",
        notes.path().display()
    );
    let source = folder.join("Moteur.java");
    std::fs::write(&source, class).expect("a source");
    let compiled = Command::new("javac").arg("-d").arg(folder).arg(&source).status().expect("javac");
    assert!(compiled.success());
}

#[test]
fn ctrl_c_ends_the_start_of_an_engine_at_once() {
    let start = ["--demarrage", "100000"];
    let notes = Notes::new();
    let mute = notes.engine(":", ":");
    std::fs::write(notes.path().with_file_name("silent"), "").expect("a file");
    let player = command(&[&["127.0.0.1", "1", "moi", "--moteur", &mute][..], &start].concat());
    let (code, said) = interrupted(&notes, &player, "hello 1");
    assert!(code == Some(1) && said.contains("joueur : interrompu"), "{code:?} {said}");

    let notes = Notes::new();
    let folder = tempfile::tempdir().expect("a folder");
    java(&notes, folder.path());
    let java = |engine| {
        let mut player = command(&[&["127.0.0.1", "1", "moi", "--moteur", engine][..], &start].concat());
        player.env("ARBITRE_JAVA", folder.path());
        player
    };
    let (code, said) = interrupted(&notes, &java("java"), "ici");
    assert!(code == Some(1) && said.contains("joueur : interrompu"), "{code:?} {said}");
}

/// It cannot be killed, being in the player's own process: it is left behind.
#[test]
fn an_engine_in_java_that_does_not_start_is_waited_for_within_a_bound() {
    let notes = Notes::new();
    let folder = tempfile::tempdir().expect("a folder");
    java(&notes, folder.path());
    let mut player = command(&["127.0.0.1", "1", "moi", "--moteur", "java", "--demarrage", "1"]);
    let output = player.env("ARBITRE_JAVA", folder.path()).output().expect("joueur");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("le moteur java ne démarre pas"), "{said}");
}

#[test]
fn ctrl_c_ends_a_java_virtual_machine_that_starts_as_a_process() {
    let notes = Notes::new();
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    // In the place of java: what begins, and never comes to its name.
    let java = bin.join("java");
    executable::script(&java, &format!("echo ici > {}\nexec sleep 100000", notes.path().display()));
    let mut player = command(&["127.0.0.1", "1", "moi", "--moteur", "java-pipe", "--demarrage", "100000"]);
    player.env("ARBITRE_JAVA", folder.path()).env("JAVA_HOME", folder.path());
    let (code, said) = interrupted(&notes, &player, "ici");
    assert!(code == Some(1) && said.contains("joueur : interrompu"), "{code:?} {said}");
}
