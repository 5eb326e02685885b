//! Submissions as students make them.

use tempfile::TempDir;

use super::*;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// Language, compiling and start of these files, as a line; or why there is none.
fn recipe(files: &[(&str, &str)], hosted: bool) -> String {
    match recognise(folder(files).path(), "zoe", hosted) {
        Ok(Recipe { language, compile, run }) => {
            format!("{language}|{}|{run:?}", compile.unwrap_or_default())
        }
        Err(why) => format!("{} {}", why.code, why.args.join(" ")),
    }
}

#[test]
fn each_language_is_found_and_its_main_file() {
    let main_c = "int main(void) { return 0; }";
    for (files, expected) in [
        (vec![("bot.py", "")], r#"Python||By(["python3"], "bot.py")"#),
        (vec![("a.py", ""), ("main.py", ""), ("venv/b.py", "")], r#"Python||By(["python3"], "main.py")"#),
        (vec![("a.py", ""), ("b.py", "if __name__ == '__main__':")], r#"Python||By(["python3"], "b.py")"#),
        (vec![("a.py", ""), ("zoe.py", "")], r#"Python||By(["python3"], "zoe.py")"#),
        (vec![("a.py", ""), ("b.py", "")], "submission-unsure a.py, b.py"),
        (
            vec![("a.c", "int f() { domain(); }"), ("b.c", main_c), ("t.c", ""), ("inc/a.h", "")],
            r#"C|cc -O2 -Wall -I./inc -o arbitre-moteur ./a.c ./b.c ./t.c -lm -pthread|Program("arbitre-moteur")"#,
        ),
        (
            vec![("x y.cpp", main_c)],
            r#"C++|c++ -std=c++20 -O2 -Wall  -o arbitre-moteur './x y.cpp' -lm -pthread|Program("arbitre-moteur")"#,
        ),
        (
            vec![
                ("src/fr/Bot.java", "package fr;\npublic static void main("),
                ("src/fr/B.java", ""),
                ("x.jar", ""),
            ],
            r#"Java|javac -encoding UTF-8 -d . -cp .:./x.jar -sourcepath ./src ./src/fr/B.java ./src/fr/Bot.java|Java(["", "x.jar"], "fr.Bot")"#,
        ),
        (vec![("bot.js", "")], r#"JavaScript||By(["node"], "bot.js")"#),
        (
            vec![("bot.rs", "fn main() {}")],
            r#"Rust|rustc --edition 2024 -O -o arbitre-moteur ./bot.rs|Program("arbitre-moteur")"#,
        ),
        (
            vec![("s/u.pas", "unit u;"), ("s/p.pas", "Program P;")],
            r#"Pascal|cd ./s && fpc -O2 -oarbitre-moteur ./p.pas|Program("s/arbitre-moteur")"#,
        ),
        (vec![("Makefile", ""), ("a.c", main_c)], "Makefile|cd . && make|Made"),
        (vec![("Makefile", ""), ("bot.py", "")], r#"Python||By(["python3"], "bot.py")"#),
        (vec![("run.sh", ""), ("lisez.txt", "")], r#"shell||By(["sh"], "run.sh")"#),
        (vec![("bot", "#!/usr/bin/env python3")], r#"script||Program("bot")"#),
        (vec![("bot", "\x7fELF"), ("x.txt", "")], r#"ELF||Program("bot")"#),
        (vec![("bot.jar", "PK")], r#"Java||By(["java", "-jar"], "bot.jar")"#),
        (vec![("a.c", main_c), ("b.py", "__main__")], "submission-unsure b.py, a.c"),
        (vec![("rapport.pdf", "")], "submission-nothing "),
    ] {
        assert_eq!(recipe(&files, false), expected, "{files:?}");
    }
    let cargo = recipe(&[("p/Cargo.toml", ""), ("p/src/main.rs", "")], false);
    assert!(cargo.starts_with("Rust (Cargo)|cd ./p && cargo build") && cargo.ends_with("|Made"), "{cargo}");
}

#[test]
fn a_shared_library_is_a_player_where_the_game_has_such() {
    assert_eq!(recipe(&[("joueur.so", "\x7fELF")], true), r#".so||Library("joueur.so")"#);
    assert_eq!(recipe(&[("joueur.so", "\x7fELF")], false), "submission-nothing ");
    let made = recipe(&[("joueur.c", "int joue() {}")], true);
    assert!(made.contains("-shared -fPIC") && made.ends_with(r#"Library("arbitre-moteur.so")"#), "{made}");
    assert!(!made.contains("gsl"), "{made}");
    let graphs = recipe(&[("j.c", "#include \"g.h\""), ("h/g.h", "#include <gsl/gsl_spmatrix.h>")], true);
    assert!(graphs.contains(" -I. -I./h ") && graphs.contains(" -lgsl -lgslcblas "), "{graphs}");
}

#[test]
fn a_library_in_pascal_is_a_player_where_the_game_has_such() {
    for beginning in [
        "library monbot;",
        "LIBRARY\n  Autre;",
        "\u{feff}{$mode objfpc} { program } Library x;",
        "(*) d'\u{e9}cole *)\n// unit\nlibrary x;",
    ] {
        let files = [
            ("s/monbot.pas", beginning),
            ("s/outils.pas", "unit outils;\nlibrary "),
            ("s/arbitre.pas", "program arbitre;"),
            ("libmonbot.so", "\x7fELF"),
            ("grilles.py", "if __name__ == '__main__':"),
        ];
        assert_eq!(
            recipe(&files, true),
            r#"Pascal|cd ./s && fpc -O2 -oarbitre-moteur.so ./monbot.pas|Library("s/arbitre-moteur.so")"#,
            "{beginning}"
        );
    }
    let two = [("a.pas", "library a;"), ("b.pas", "library b;")];
    assert_eq!(recipe(&two, true), "submission-unsure a.pas, b.pas");
    let program = recipe(&[("a.pas", "{ jeu }\nprogram a;"), ("b.pas", "library b;")], false);
    assert!(program.ends_with(r#"Program("arbitre-moteur")"#), "{program}");
}

#[test]
fn a_player_who_connects_to_a_server_is_no_engine() {
    for (files, expected) in [
        (vec![("joueur.sh", "./joueur $1 $2 $3")], true),
        (vec![("joueur.sh", "#!/bin/sh\nexec java Joueur \"$@\"")], true),
        (vec![("joueur.sh", "exec python3 jeu")], false),
        (vec![("essais/joueur.sh", "./joueur $1 $2 $3"), ("bot.py", "")], false),
        (vec![("joueur.sh", "./joueur $1 $2 $3"), ("arbitre.toml", "moteur = \"./bot\"")], false),
        (vec![("src/j.c", "#include \"labyrinthAPI.h\"")], true),
        (vec![("j.c", " #include \"../protocolColonne.h\"")], true),
        (vec![("j.py", "from labyrinthAPI import *")], true),
        (vec![("j.c", "/* sans labyrinthAPI.h */")], false),
    ] {
        assert_eq!(is_network_player(folder(&files).path()), expected, "{files:?}");
    }
}

#[test]
fn a_submission_can_say_how_it_is_started() {
    let word = |text: &str| recipe(&[("arbitre.toml", text), ("a.py", ""), ("b.py", "")], false);
    assert_eq!(word("moteur = \"python3 b.py\""), r#"arbitre.toml||Word("python3 b.py")"#);
    assert_eq!(word("compile = \"make\"\nmoteur = \"pipe:./b\""), r#"arbitre.toml|make|Word("./b")"#);
    assert!(word("engine = 3").starts_with("submission-word"));
    assert!(word("moteur = \"\"").starts_with("engine-unnamed"));
}
