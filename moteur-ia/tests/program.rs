//! The binary `moteur` as people and programs start it: lists, mistakes, marks, and an engine of each game.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use jeux::labyrinthe::maze_of_seed;
use serde_json::{Value, json};

/// Runs the program with these arguments and this input.
fn moteur(args: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moteur"));
    command.args(args.split_whitespace()).env_remove("LANG").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    // What complains of its arguments does not read.
    let _unread = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("its output")
}

fn said(args: &str, input: &str) -> String {
    let output = moteur(args, input);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn complaint(args: &str) -> String {
    let output = moteur(args, "");
    assert!(!output.status.success() && output.stdout.is_empty(), "{args}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn engines_are_listed_by_game() {
    assert_eq!(said("liste colonnes", ""), "hasard\nglouton\nalphabeta\nparfait\n");
    assert_eq!(said("liste labyrinthe", ""), "hasard\nastar\nminmax\n");
    assert_eq!(said("liste morpion", ""), "hasard\nglouton\nminimax\n");
    assert_eq!(said("liste coursidor", ""), "hasard\nchemin\nstratege\n");
    assert_eq!(said("liste sphinx", ""), "hasard\nprofondeur\nstratege\n");
    let all = said("liste", "");
    assert_eq!(
        said("liste sept-couleurs", ""),
        "hasard\nutile\nglouton\nhegemonique\nprevoyant\nhybride\nalphabeta\noptimal\n"
    );
    assert_eq!(all.lines().count(), 24);
    assert!(all.lines().any(|line| line == "morpion minimax"), "{all}");
}

#[test]
fn what_there_is_not_is_told_in_words() {
    let jeux = "jeu inconnu : « echecs » (les jeux sont : colonnes, labyrinthe, morpion, sept-couleurs, coursidor, sphinx)";
    for args in ["echecs hasard", "liste echecs", "echecs"] {
        assert_eq!(complaint(args), format!("moteur : {jeux}\n"), "{args}");
    }
    let unknown =
        "moteur inconnu pour Morpion : « parfait » (possibles : hasard, glouton, minimax, analyse-lignes)";
    assert_eq!(complaint("morpion parfait --graine 3"), format!("moteur : {unknown}\n"));
    let no_command = unknown.replace("parfait", "-- hasard");
    assert_eq!(complaint("morpion -- hasard --graine 3"), format!("moteur : {no_command}\n"));
    let english = complaint("--langue en morpion fort");
    assert!(english.starts_with("moteur: ") && english.contains("\"fort\""), "{english}");
    assert!(complaint("morpion hasard --graine x").contains("« x »"));
}

#[test]
fn help_speaks_the_language() {
    let (french, english) = (said("colonnes --help", ""), said("colonnes --help --langue en", ""));
    assert!(french.contains("Joue un coup légal au hasard") && french.contains("Usage :"), "{french}");
    assert!(english.contains("Plays a legal move at random") && !english.contains("coup"), "{english}");
}

/// The lines of an engine that is asked for a first move, without those for the log.
fn first_move(engine: &str, setup: &str) -> Vec<String> {
    let game = engine.split(' ').next().expect("a game");
    let said = said(engine, &format!("hello 1\ngame {game} first {setup}\ngo 200\nquit\n"));
    said.lines().filter(|line| !line.starts_with("info ")).map(str::to_owned).collect()
}

#[test]
fn engines_of_every_game_move() {
    let maze = maze_of_seed(1);
    let labyrinth = format!("L={} H={} walls={maze} energy=1", maze.width(), maze.height());
    let colours = "plateau=AABC%5E/CABBA/BCCAB/ABDDC/vABCA";
    let course = "t=H m=6 M=100 bases=20-63";
    for (engine, setup) in [
        ("colonnes hasard --graine 1", ""),
        ("colonnes glouton --graine 1", ""),
        ("labyrinthe hasard --graine 1", labyrinth.as_str()),
        ("labyrinthe astar", &labyrinth),
        ("labyrinthe minmax", &labyrinth),
        ("morpion hasard --graine 1", ""),
        ("morpion glouton", ""),
        ("morpion minimax", ""),
        ("sept-couleurs hasard --graine 1", colours),
        ("sept-couleurs utile --graine 1", colours),
        ("sept-couleurs glouton --graine 1", colours),
        ("sept-couleurs hegemonique --graine 1", colours),
        ("sept-couleurs prevoyant --graine 1 --coups 3", colours),
        ("sept-couleurs hybride --graine 1", colours),
        ("sept-couleurs alphabeta", colours),
        ("sept-couleurs optimal --graine 1", colours),
        ("coursidor hasard --graine 1", course),
        ("coursidor chemin", course),
        ("coursidor stratege --temps 50", course),
        ("coursidor stratege --profondeur 2", course),
        ("sphinx hasard --graine 1", "h=7 w=8 n=20"),
        ("sphinx profondeur --graine 1", "h=7 w=8 n=20"),
        ("sphinx stratege --echantillons 20", "h=7 w=8 n=20"),
    ] {
        let said = first_move(engine, setup);
        let name = engine.split(' ').nth(1).expect("a name");
        assert!(said.len() == 2 && said[0] == format!("engine 1 {name}"), "{engine}: {said:?}");
        assert!(said[1].starts_with("move "), "{engine}: {said:?}");
        if engine.contains("--graine") {
            assert_eq!(first_move(engine, setup), said, "the same seed, the same move");
        }
    }
}

#[test]
fn a_labyrinth_that_cannot_be_is_told() {
    let said = first_move("labyrinthe astar", "L=13 H=9 walls=0101");
    let expected =
        ["engine 1 astar", "error game-setup: walls; impossible", "error message-without-game: go"];
    assert_eq!(said, expected);
}

/// A move of a record.
fn record_move(player: usize, text: &str) -> Value {
    json!({ "player": player, "text": text, "verdict": "VALID", "property": "CONT" })
}

/// The second player of the aller throws the draw away; the retour is one illegal move, which is not marked.
#[test]
fn records_are_marked_line_by_line() {
    let aller = ["A1", "B2", "A1", "B2", "A1"].iter().enumerate();
    let aller: Vec<Value> = aller.map(|(ply, text)| record_move(ply % 2, text)).collect();
    let record = json!({
        "game": "colonnes",
        "players": [{ "name": "Ada" }, { "name": "Blaise" }],
        "parties": [
            { "name": "aller", "first": 0, "moves": aller },
            { "name": "retour", "first": 1, "moves": [
                record_move(1, "C3"),
                { "player": 0, "text": "passe", "verdict": "TRICHE", "property": "PERDU" },
            ] },
        ],
    });
    let other = json!({ "game": "labyrinthe", "players": [], "parties": [] });
    let mut wrong = record.clone();
    wrong["parties"][0]["moves"][1]["text"] = json!("A1-A2");
    // Solved once, and kept for the next time.
    let args = concat!("colonnes notes --table ", env!("CARGO_TARGET_TMPDIR"), "/colonnes.table");
    let answers = said(args, &format!("{record}\n{other}\nrien\n{wrong}\n{record}\n"));
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 5);
    let marks = |place: usize, key: &str| answers[0]["players"][place][key].as_u64();
    assert_eq!(["moves", "kept", "draws_thrown"].map(|key| marks(0, key)), [Some(3), Some(3), Some(0)]);
    assert_eq!(["moves", "kept", "draws_thrown"].map(|key| marks(1, key)), [Some(3), Some(2), Some(1)]);
    let text = answers[0]["text"].as_str().expect("text");
    assert!(text.starts_with("  notes de la partie aller :\nAda : 3 coups sur 3 gardent"), "{text}");
    assert!(text.contains("coup 4, Blaise : B2, perte en 2 coups au lieu de nulle (A1)"), "{text}");
    assert!(text.contains("  notes de la partie retour :\nBlaise : 1 coup sur 1 garde"), "{text}");
    assert_eq!(answers[1], json!({ "error": "ce n'est pas une rencontre de Colonnes de trois" }));
    assert_eq!(answers[2], json!({ "error": "ce n'est pas un enregistrement" }));
    let error = answers[3]["error"].as_str().expect("an error");
    assert!(error.contains("partie aller") && error.contains("coup 2 (A1-A2)"), "{error}");
    assert_eq!(answers[4], answers[0]);
}

/// What confined processes read is computed beforehand, and kept where they are told.
#[test]
fn a_solution_is_prepared_for_who_cannot_keep_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().canonicalize().expect("a path").join("table");
    let prepare = format!("colonnes analyse-lignes --preparer --table {}", table.display());
    for _ in 0..2 {
        assert_eq!(said(&prepare, "{}"), format!("{}\n", table.display()));
    }
    assert!(table.is_file());
    assert_eq!(said("colonnes analyse-lignes --preparer --table /dev/null/table", ""), "");
    let answers = said(&format!("colonnes analyse-lignes --table {}", table.display()), "{}\nquit\n{}\n");
    assert_eq!(answers.lines().count(), 1);
    let answer: Value = serde_json::from_str(&answers).expect("JSON");
    assert_eq!(
        (&answer["analyses"][0]["value"], &answer["analyses"][0]["mover"]),
        (&json!("draw"), &json!(0))
    );
}

#[test]
fn players_of_colours_meet_on_every_side_and_in_every_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("data").join("tournoi.json");
    let tournament = |threads: &str| {
        let options = format!("-n 5 --taille 8 --coeurs {threads} --donnees {}", file.display());
        let said = said(&format!("sept-couleurs tournoi hasard utile glouton {options}"), "");
        let data: Value =
            serde_json::from_str(&std::fs::read_to_string(&file).expect("the data")).expect("JSON");
        (said, data)
    };
    let (text, data) = tournament("1");
    assert!(text.contains("hasard - glouton") && text.contains("  1. glouton"), "{text}");
    assert!(text.contains("60 parties en "), "{text}");
    assert_eq!(tournament("3").1, data, "the threads decide nothing");
    let pairs = data["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let won = [0, 1].map(|place| pair["won"][place].as_u64().expect("a number"));
        let drawn = pair["drawn"].as_u64().expect("a number");
        assert_eq!((won.iter().sum::<u64>() + drawn, pair["games"].as_u64()), (20, Some(20)));
        assert_eq!(pair["scores_of_boards"].as_array().map(Vec::len), Some(5));
    }
    assert_eq!(data["ranking"][0]["player"], "glouton");
}

#[test]
fn results_are_shown_even_where_they_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = format!("--donnees {}", folder.path().display());
    let output = moteur(&format!("sept-couleurs tournoi hasard utile -n 1 --taille 4 {options}"), "");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("hasard - utile"), "{said}");
}

#[test]
fn what_cannot_be_played_with_colours_is_told() {
    let complaint = |args: &str| complaint(&format!("sept-couleurs {args}"));
    let unknown = complaint("tournoi glouton echecs");
    assert!(
        unknown.contains("joueur « echecs » : joueur inconnu : « echecs » (possibles : hasard, "),
        "{unknown}"
    );
    assert!(complaint("tournoi glouton").contains("JOUEUR"));
    assert!(complaint("tournoi glouton utile --taille 1").contains("paramètre H"));
    assert!(complaint("tournoi glouton utile --voisins 5").contains("paramètre voisins"));
    assert!(complaint("tournoi glouton utile --plateau /rien/du/tout").contains("/rien/du/tout"));
    assert!(complaint("tournoi glouton utile --plateau /dev/zero").contains("trop long"));
    assert!(complaint("question 15").contains("15"));
    assert!(complaint("question 14 --joueur personne").contains("joueur inconnu"));
}

#[test]
fn every_question_of_the_subject_about_colours_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = format!("--parties 8 --taille 10 --donnees {}", folder.path().display());
    for number in 1..=14 {
        let player = if number == 14 { "--joueur prevoyant" } else { "" };
        let text = said(&format!("sept-couleurs question {number} {options} {player}"), "");
        assert!(text.starts_with(&format!("Question {number}\n\n")) && text.lines().count() > 5, "{text}");
        let file = folder.path().join(format!("question-{number}.json"));
        let data: Value =
            serde_json::from_str(&std::fs::read_to_string(file).expect("the data")).expect("JSON");
        assert_eq!((data["question"].as_u64(), data["side"].as_u64()), (Some(number), Some(10)));
        assert!(!data["results"].is_null());
    }
}

#[test]
fn a_bad_board_is_searched_and_variants_are_compared() {
    let text = said("sept-couleurs pire glouton --contre utile --taille 5 --pas 50 --essais 2", "");
    assert!(text.contains("glouton contre utile, 1000 parties"), "{text}");
    let text = said("sept-couleurs variantes hasard glouton -n 1 --taille 8", "");
    assert!(text.matches("  1. ").count() >= 9, "{text}");
    assert!(text.contains("Monde torique") && text.contains("Bombe"), "{text}");
}
