//! The engine in a JVM of the player's own process.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;

use protocol::colonnes::{Coul, PropCoup, ValCoup};

use crate::scene::command;
use crate::servers::{Colonnes, listen};
use testing::output::both;
use testing::process::Killed;
use testing::terminal::Terminal;

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
            System.err.println("je suis " + own);
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
    let journal = folder.path().join("journal");
    let mut java = command(&["127.0.0.1", &port, "moi", "--moteur", "java", "--temps", "60", "--journal"]);
    let player = Killed::start(java.arg(&journal).env("ARBITRE_JAVA", folder.path()));
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    assert_ne!(server.coup(), "B2");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    server.opponent("A1");
    assert_eq!(server.coup(), "B2");
    drop(server);
    let output = player.end();
    assert!(both(&output).contains("(moteur mortel1)"), "{}", both(&output));
    assert!(both(&output).contains("nouveau départ"), "{}", both(&output));
    // What it wrote to standard error is shown, and recorded.
    let journal = std::fs::read_to_string(journal).expect("a journal");
    assert!(both(&output).contains("je suis 1") && journal.contains(" | je suis 1\n"), "{journal}");
}

/// A class of one's own, compiled into this folder: it introduces itself, and does this at `go`.
fn own(folder: &Path, name: &str, on_go: &str) -> String {
    let source = folder.join(format!("{name}.java"));
    let class = format!(
        "import java.util.concurrent.LinkedBlockingQueue;\n\
         public class {name} {{\n\
         int n;\n\
         private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();\n\
         public void recevoir(String line) {{\n\
         if (line.startsWith(\"hello\")) lines.add(\"engine 1 {name}\");\n\
         if (line.startsWith(\"go\")) {{ {on_go} }}\n\
         }}\n\
         public String emettre() throws InterruptedException {{ return lines.take(); }}\n\
         }}\n"
    );
    std::fs::write(&source, class).expect("a source");
    let compiled = Command::new("javac").arg("-d").arg(folder).arg(&source).status().expect("javac");
    assert!(compiled.success());
    format!("java:{}", folder.join(format!("{name}.class")).display())
}

/// A player with this engine: what it said in a game in which it is asked for one move and loses.
fn lost(engine: &str) -> (Option<i32>, String) {
    let (listener, port) = listen();
    let player =
        Killed::start(&mut command(&["127.0.0.1", &port, "moi", "--moteur", engine, "--temps", "2"]));
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    server.coup();
    server.judge(ValCoup::Triche, PropCoup::Perdu);
    drop(server);
    let output = player.end();
    (output.status.code(), both(&output))
}

#[test]
fn ones_own_class_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = own(folder.path(), "Mienne", "lines.add(\"move C2\");");
    let (listener, port) = listen();
    let player = Killed::start(&mut command(&["127.0.0.1", &port, "moi", "--moteur", &engine]));
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    assert_eq!(server.coup(), "C2");
    drop(server);
    let output = player.end();
    assert!(both(&output).contains("(moteur Mienne)"), "{}", both(&output));
}

#[test]
fn an_engine_that_does_not_return_from_recevoir_is_named_and_ctrl_c_ends_the_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = own(folder.path(), "Boucle", "while (true) n++;");
    let (code, said) = lost(&engine);
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("le moteur ne revient pas de recevoir, qui a reçu « go "), "{said}");

    let (listener, port) = listen();
    let player = command(&["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "2"]);
    let (mut child, mut terminal) = Terminal::open(24, 200).start(&player);
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    server.coup();
    terminal.write_all(b"\x03").expect("typed");
    let mut said = Vec::new();
    // A terminal whose other end has gone gives an error, not an end.
    terminal.read_to_end(&mut said).ok();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_eq!(child.wait().expect("its end").code(), Some(1), "{said}");
    assert!(said.contains("interrompu"), "{said}");
}

#[test]
fn an_engine_that_ends_the_virtual_machine_does_not_end_the_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = lost(&own(folder.path(), "Sortie", "System.exit(0);"));
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("le moteur a appelé System.exit"), "{said}");
    assert!(said.contains("coup de secours"), "{said}");
}

#[test]
fn an_exception_is_shown_with_where_it_came_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = lost(&own(folder.path(), "Jette", "n = 1 / n;"));
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("exception dans recevoir : java.lang.ArithmeticException: / by zero"), "{said}");
    assert!(said.contains("at Jette.recevoir(Jette.java:7)"), "{said}");
}

#[test]
fn a_class_that_is_no_engine_is_told_what_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (name, body) in [
        ("Muette", "public void recevoir(String line) {}"),
        ("Sourde", "public String emettre() { return null; }"),
        (
            "Exigeante",
            "public Exigeante(int n) {} public void recevoir(String line) {} public String emettre() { return null; }",
        ),
        (
            "Lente",
            "public Lente() throws Exception { Thread.sleep(1000000000L); } public void recevoir(String line) {} public String emettre() { return null; }",
        ),
    ] {
        let source = path.join(format!("{name}.java"));
        std::fs::write(&source, format!("public class {name} {{ {body} }}\n")).expect("a source");
        let compiled = Command::new("javac").arg("-d").arg(path).arg(&source).status().expect("javac");
        assert!(compiled.success());
    }
    let shown = path.display();
    for (engine, said) in [
        (
            format!("java:{shown}/Muette.class"),
            "la classe Muette n'a pas de méthode « public String emettre() »",
        ),
        (
            format!("java:{shown} Sourde"),
            "la classe Sourde n'a pas de méthode « public void recevoir(String) »",
        ),
        (format!("java:{shown} Exigeante"), "la classe Exigeante n'a pas de constructeur sans paramètre"),
        (format!("java:{shown} Lente"), "le moteur ne revient pas de son constructeur"),
        (format!("java:{shown} Absente"), "il n'y a pas de classe Absente dans"),
        (format!("java:{shown}/Muette.java"), "compilez-le d'abord"),
        (format!("java:{shown}"), "Nommez-la"),
    ] {
        let output = command(&["127.0.0.1", "1", "moi", "--moteur", &engine, "--demarrage", "2"]).output();
        let told = both(&output.expect("joueur"));
        assert!(told.contains(said), "{engine}: {told}");
    }
}
