//! The engine in a JVM of the player's own process.

use std::process::Command;

use protocol::colonnes::{Coul, PropCoup, ValCoup};

use crate::scene::command;
use crate::servers::{Colonnes, listen};
use testing::output::both;
use testing::process::Killed;

/// An engine that ends when it is first asked for a move, and plays B2 when it has been made anew.
const MORTAL: &str = r#"package arbitre.colonnes;

import java.util.concurrent.LinkedBlockingQueue;

public class Moteur {
    private static int number;
    private final int own = ++number;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    public void recevoir(String line) {
        if (line.startsWith("hello")) {
            lines.add("engine 1 mortel" + own);
        } else if (line.startsWith("go")) {
            lines.add(own == 1 ? "" : "move B2");
        }
    }

    public String emettre() throws InterruptedException {
        String line = lines.take();
        return line.isEmpty() ? null : line;
    }
}
"#;

#[test]
fn an_engine_that_ended_is_made_anew_in_the_same_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Moteur.java");
    std::fs::write(&source, MORTAL).expect("a source");
    let compiled = Command::new("javac").arg("-d").arg(folder.path()).arg(&source).status().expect("javac");
    assert!(compiled.success());
    let (listener, port) = listen();
    let mut java = command(&["127.0.0.1", &port, "moi", "--moteur", "java", "--temps", "60"]);
    let player = Killed::start(java.env("ARBITRE_JAVA", folder.path()));
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    assert_ne!(server.coup(), "B2");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    server.opponent("A1");
    assert_eq!(server.coup(), "B2");
    drop(server);
    let output = player.end();
    assert!(both(&output).contains("(moteur mortel1)"), "{}", both(&output));
    assert!(both(&output).contains("nouveau départ"), "{}", both(&output));
}
