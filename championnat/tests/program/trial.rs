//! The trial of whole games, its report, how long a championship would take, and beginning without those who fail.

use std::fs;
use std::path::Path;

use championnat::{Archive, Location};
use serde_json::Value;
use testing::process::children;

use crate::support::*;

/// Plays legal moves, and falls at its third.
const FALLS: &str = "echo want legal\necho engine 1 tombe\nn=0\n\
    while read -r word moves; do case $word in\n\
    legal) move=${moves%%,*};;\n\
    go) n=$((n+1)); [ $n -lt 3 ] || { echo 'File \"bot.py\", line 12' >&2; echo 'ValueError: coup 3' >&2; exit 1; }\n\
    echo move $move;;\n\
    quit) exit 0;;\nesac; done\n";
/// Greets, and ends.
const DEAD: &str = "echo engine 1 mort\nexit 3\n";
const OTHERS: [(&str, &str); 3] =
    [("un", "moteur = \"hasard\""), ("deux", "moteur = \"glouton\""), ("trois", "moteur = \"minimax\"")];

/// An engine that is this script, in a folder of its own.
fn in_folder(here: &Path, name: &str, text: &str) -> String {
    fs::create_dir(here.join(name)).expect("a folder");
    script(&here.join(name), "bot.sh", text)
}

fn games_of(folder: &Path, name: &str) -> usize {
    let mut archive = Archive::open(&Location::Sqlite(folder.join("mai.sqlite"))).expect("a store");
    let who = archive.regulations().contestant(name).expect("a contestant");
    archive.schedule().expect("games").iter().filter(|pairing| pairing.involves(who)).count()
}

/// A crash at the third move is found before the championship, and told with all that helps; the outcome is a file.
#[test]
fn a_whole_game_shows_what_a_move_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let falls = in_folder(here, "a", FALLS);
    let copy = in_folder(here, "b", &FALLS.replace("n=0", "# le mien\n\nn=0"));
    let [un, deux, _] = OTHERS;
    describe(here, "morpion", "temps = 2", &[un, ("=tombe", &falls), deux, ("copie", &copy)]);
    fs::write(here.join("mai.csv"), "nom;e-mail\n=tombe;zoe@example.org\nun;+1@example.org\n")
        .expect("a list");
    let one_move = run(here, &["jouer", "mai.toml", "--verifier", "--essai", "coup"]);
    assert!(one_move.status.success(), "{}", text(&one_move.stderr));
    let verified = run(here, &["verifie", "mai.toml", "--rapport", "essai.csv"]);
    let (shown, said) = (text(&verified.stdout), text(&verified.stderr));
    assert_eq!(verified.status.code(), Some(1), "{said}");
    let line =
        |name: &str| shown.lines().find(|line| line.starts_with(&format!("{name} ("))).expect("a line");
    for name in ["=tombe", "copie"] {
        let why = "ne joue pas : coup 5 (aller) : le moteur s'est arrêté : code de sortie 1";
        assert!(line(name).contains(why) && line(name).contains("ValueError: coup 3"), "{shown}");
        let log =
            format!("mai.parties/journaux/{}", if name == "copie" { "copie.log" } else { "_tombe-1.log" });
        assert!(said.contains(&format!("{name}, dernières lignes")) && said.contains(&log), "{said}");
    }
    assert!(said.contains("    File \"bot.py\", line 12\n    ValueError: coup 3\n"), "{said}");
    for name in ["un", "deux"] {
        assert!(line(name).contains("2 parties finies sur 2 ; coup médian "), "{shown}");
    }
    assert!(shown.contains("ont le même programme : =tombe, copie\n"), "{shown}");
    // For a spreadsheet: those who do not play come first, and nothing is a formula.
    let csv = fs::read_to_string(here.join("essai.csv")).expect("a report");
    let csv = csv.strip_prefix('\u{feff}').expect("a BOM");
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("a table");
    let column = |at: usize| rows.iter().map(|row| row[at].to_owned()).collect::<Vec<_>>();
    assert_eq!(column(0), ["'=tombe", "copie", "un", "deux"]);
    assert_eq!(column(1), ["non", "non", "oui", "oui"]);
    assert!(rows[0][2].starts_with("coup 5 (aller)") && rows[0][3].ends_with("ValueError: coup 3"), "{csv}");
    assert_eq!(column(4), ["zoe@example.org", "", "'+1@example.org", ""]);
    assert_eq!(column(6), ["engine-ended", "engine-ended", "", ""]);
    assert_eq!(column(13), ["copie", "'=tombe", "", ""]);
    for engine in &rows[2..] {
        let mib: f64 = engine[12].replace(',', ".").parse().expect("a figure");
        assert!((0.5..200.0).contains(&mib), "{csv}");
    }
    assert!(csv.lines().next().is_some_and(|head| head.starts_with("concurrent;joue;cause")), "{csv}");
    // The same in JSON, and beside the records.
    let kept = fs::read_to_string(here.join("mai.parties/journaux/essai.json")).expect("a report");
    let report: Value = serde_json::from_str(&kept).expect("JSON");
    let first = &report["contestants"][0];
    assert_eq!((&first["plays"], &first["code"]), (&Value::Bool(false), &"engine-ended".into()), "{kept}");
    assert_eq!(first["email"], "zoe@example.org");
    assert_eq!(report["contestants"][2]["games"], 2, "{kept}");
    assert!(report["contestants"][2]["memory_mib"].as_f64().is_some_and(|mib| mib > 0.5), "{kept}");
    // Bad input.
    let output = run(here, &["jouer", "mai.toml", "--essai", "dix"]);
    assert!(text(&output.stderr).contains("écrivez coup ou partie"), "{}", text(&output.stderr));
    let output = run(here, &["verifie", "mai.toml", "--essai", "coup", "--rapport", "mai.toml/x.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("x.csv"), "{}", text(&output.stderr));
}

/// The machine sleeps beyond the deadline of a first move so often.
fn late(times: u32) -> (usize, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let tries = here.join("tries").display().to_string();
    let parent =
        "parent() { set -- $(cat /proc/$1/stat); echo $4; }; referee=$(parent $PPID); all=$(parent $referee)";
    let sleep =
        "kill -STOP $all; kill -STOP $referee; sleep 2; kill -CONT $referee; kill -CONT $all; read line";
    let late =
        format!("echo try >>'{tries}'; [ $(wc -l <'{tries}') -gt {times} ] || {{ {parent}; {sleep}; }}");
    let late = in_folder(here, "a", &FALLS.replace("n=$((n+1));", &format!("{late}; n=$((n+1));")));
    describe(here, "morpion", "temps = 0.2\nconfinement = \"aucun\"", &[OTHERS[0], ("late", &late)]);
    let verified = run(here, &["verifie", "mai.toml", "--essai", "coup"]);
    (fs::read_to_string(tries).expect("tries").lines().count(), text(&verified.stdout))
}

#[test]
fn an_engine_that_the_machine_made_late_is_tried_again() {
    let (tries, shown) = late(1);
    assert!(tries == 2 && shown.contains("\nlate (") && !shown.contains("ne joue pas"), "{tries} {shown}");
    let (tries, shown) = late(9);
    assert!(tries == 3 && shown.contains("ne joue pas : la machine est surchargée"), "{tries} {shown}");
}

/// An engine that plays is told what it writes beside the protocol before anything begins.
#[test]
fn what_is_not_of_the_protocol_is_told_of_who_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let talks = FALLS.replace("[ $n -lt 3 ] || {", "echo je pense; [ $n -lt 99 ] || {");
    let talks = in_folder(here, "a", &talks);
    describe(here, "morpion", "temps = 2", &[OTHERS[0], ("parle", &talks)]);
    let verified = run(here, &["verifie", "mai.toml"]);
    let (shown, said) = (text(&verified.stdout), text(&verified.stderr));
    assert!(verified.status.success(), "{said}");
    let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).expect("a line");
    let odd = " : il a écrit une ligne qui ne fait pas partie du protocole : « je pense » (vos messages";
    assert!(line("parle (").contains(odd) && !line("un (").contains(odd), "{shown}");
}

/// A game that is lost by its rules for a reason that the moves do not show.
#[test]
fn a_wrong_grid_is_told_of_who_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let empty = "echo engine 1 vide\nwhile read -r word more; do case $word in\n\
                 go) echo move 00000/00000/00000/00000/00000;;\nquit) exit 0;;\nesac; done\n";
    let empty = in_folder(here, "a", empty);
    let head = "temps = 2\n[parametres]\nh = 5\nw = 5\nn = 5";
    describe(here, "sphinx", head, &[OTHERS[0], ("vide", &empty)]);
    let shown = text(&run(here, &["verifie", "mai.toml"]).stdout);
    let line = shown.lines().find(|line| line.starts_with("vide (")).expect("a line");
    assert!(line.contains(" de la grille : 0, au lieu de "), "{shown}");
}

/// In no round of a Swiss system, in no bracket; elsewhere their rencontres do not count.
#[test]
fn a_championship_begins_without_those_who_do_not_play() {
    for (format, games) in [
        ("type = \"suisse\"\nrondes = 2", 0),
        ("type = \"elimination\"", 0),
        ("type = \"poules\"\npoules = 1\nqualifies = 2", 0),
        ("type = \"aller-simple\"", 3),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path();
        let dead = script(here, "mort.sh", DEAD);
        let head = format!("temps = 2\n[format]\n{format}");
        describe(here, "morpion", &head, &[OTHERS[0], ("mort", &dead), OTHERS[1], OTHERS[2]]);
        let refused = run(here, &["jouer", "mai.toml"]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused.stderr).contains("--sans-les-defaillants"), "{}", text(&refused.stderr));
        let played = run(here, &["jouer", "mai.toml", "--sans-les-defaillants"]);
        let said = text(&played.stderr);
        assert!(played.status.success(), "{format}: {said}");
        assert!(said.contains("sans mort : ne joue pas à l'essai : le moteur s'est arrêté"), "{said}");
        assert_eq!(games_of(here, "mort"), games, "{format}");
        let ranking = text(&run(here, &["classement", "mai.toml"]).stdout);
        assert!(ranking.contains("mort (retiré") && ranking.contains("ne joue pas à l'essai"), "{ranking}");
        let csv = text(&run(here, &["classement", "mai.toml", "--format", "csv"]).stdout);
        assert!(csv.lines().last().is_some_and(|line| line.contains("mort")), "{csv}");
        // It is a decision that stays.
        let again = run(here, &["jouer", "mai.toml", "--reconstruire"]);
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert_eq!(games_of(here, "mort"), games, "{format}");
        // Once mended it comes back, where there still is something to play.
        fs::write(here.join("mort.sh"), FALLS).expect("mended");
        let back = run(here, &["decision", "mai.toml", "reintegre", "mort", "--motif", "corrigé"]);
        let drawn = !format.contains("elimination") && !format.contains("poules");
        assert_eq!(back.status.success(), drawn, "{format}: {}", text(&back.stderr));
        if !drawn {
            assert!(text(&back.stderr).contains("n'a pas été tiré au sort"), "{}", text(&back.stderr));
        }
        if games > 0 {
            assert!(run(here, &["jouer", "mai.toml"]).status.success());
            let records = exported(here);
            let moves =
                |record: &arbitre::record::Record| record.parties.iter().any(|one| !one.moves.is_empty());
            assert_eq!(records.len(), 6);
            assert!(records.values().all(moves), "it has played its rencontres");
        }
    }
}

/// Who was left out before the beginning and has been mended since is in the draw again.
#[test]
fn who_is_mended_before_the_first_rencontre_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let dead = script(here, "mort.sh", DEAD);
    let head = "temps = 2\ndebut = \"2099-12-18T14:00\"\n[format]\ntype = \"elimination\"";
    describe(here, "morpion", head, &[OTHERS[0], ("mort", &dead), OTHERS[1], OTHERS[2]]);
    let args = ["jouer", "mai.toml", "--sans-les-defaillants"];
    let mut running = Killed(championnat(here, &args).spawn().expect("championnat"));
    let decided = |action: &str| {
        let output = run(here, &["decision", "mai.toml", action, "mort", "--motif", "corrigé"]);
        output.status.success()
    };
    until("the championship waits", || run(here, &["decision", "mai.toml", "etat"]).status.success());
    assert_eq!(games_of(here, "mort"), 0);
    assert!(decided("reintegre"));
    assert_eq!(games_of(here, "mort"), 1, "it is in the bracket");
    assert!(decided("retire"));
    assert_eq!(games_of(here, "mort"), 0);
    running.0.kill().expect("killed");
    running.0.wait().expect("its end");
    // Nothing is played, and it has left: it is not tried again.
    let mut again = Killed(championnat(here, &["jouer", "mai.toml"]).spawn().expect("again"));
    until("the championship waits", || run(here, &["decision", "mai.toml", "etat"]).status.success());
    again.0.kill().expect("killed");
}

#[test]
fn two_contestants_have_to_be_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let dead = script(here, "mort.sh", DEAD);
    for (format, why) in [
        ("type = \"suisse\"\nrondes = 1", "deux concurrents"),
        ("type = \"defi\"\nchampion = \"mort\"", "défi"),
    ] {
        describe(here, "morpion", &format!("[format]\n{format}"), &[OTHERS[0], ("mort", &dead)]);
        let output = run(here, &["jouer", "mai.toml", "--sans-les-defaillants"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
        assert!(!here.join("mai.sqlite").exists());
    }
}

#[test]
fn a_plan_says_how_long_it_would_take_and_what_ends_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let dead = script(here, "mort.sh", DEAD);
    let head = "temps = 1\n[format]\ntype = \"suisse\"\nrondes = 3";
    let contestants = [OTHERS[0], ("mort", &dead), OTHERS[1], OTHERS[2], ("quatre", "moteur = \"hasard\"")];
    describe(here, "morpion", head, &contestants);
    let planned = run(here, &["jouer", "mai.toml", "--plan", "--avant", "2099-12-18T17:00"]);
    let (shown, said) = (text(&planned.stdout), text(&planned.stderr));
    assert!(planned.status.success(), "{said}");
    for wanted in [
        "Laissés de côté, car ils ne jouent pas à l'essai : mort.",
        "4 concurrents, suisse, 3 rondes : 6 rencontres de 2 parties en 3 rondes",
        "Mesuré sur ",
        "Durée probable : 0:",
        "Au pire : 0:0",
        "Fini avant 17:00 le 2099-12-18 ?",
    ] {
        assert!(shown.contains(wanted), "{wanted}: {shown}");
    }
    let row = |name: &str| shown.lines().find(|line| line.starts_with(name)).expect(name).to_owned();
    assert_eq!(row("aller-retour").matches("oui ").count(), 3, "{shown}");
    assert!(row("Fini avant").contains("0,5 s") && row("suisse, 2 rondes").contains("oui"), "{shown}");
    assert!(!here.join("mai.sqlite").exists(), "nothing has begun");
    assert_eq!(testing::championship::records(&here.join("mai.parties")), Vec::<std::path::PathBuf>::new());
    let english = run(here, &["jouer", "mai.toml", "--plan", "--essai", "coup", "--langue", "en"]);
    assert!(text(&english.stdout).contains("Likely end"), "{}", text(&english.stdout));
    for (args, why) in [
        (&["--avant", "17:00"][..], "--plan"),
        (&["--plan", "--avant", "midi"], "n'est pas une heure à venir"),
        (&["--plan", "--avant", "2001-01-01T10:00"], "n'est pas une heure à venir"),
    ] {
        let output = run(here, &[&["jouer", "mai.toml"], args].concat());
        assert!(!output.status.success() && text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

/// Nothing of a trial or a plan is left by Ctrl-C.
#[test]
fn whole_games_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    // Quick against nobody in particular, and endless against the other one.
    let slow = "echo want legal\necho engine 1 lent\nwhile read -r word rest; do case $word in\n\
        game) case \"$rest\" in *opponent=un*) touch HERE/jeu; slow=1;; esac;;\n\
        legal) move=${rest%%,*};;\n\
        go) [ -z \"$slow\" ] || sleep 600; echo move $move;;\nquit) exit 0;;\nesac; done\n";
    let slow = script(here, "lent.sh", &slow.replace("HERE", &here.display().to_string()));
    describe(here, "morpion", "temps = 600\nconfinement = \"aucun\"", &[OTHERS[0], ("lent", &slow)]);
    let planning = championnat(here, &["jouer", "mai.toml", "--plan"]).spawn().expect("championnat");
    let mut planning = Killed(planning);
    until("a rencontre", || here.join("jeu").exists());
    let hosts = children(planning.0.id());
    planning.signal(nix::sys::signal::Signal::SIGINT);
    assert_eq!(planning.0.wait().expect("its end").code(), Some(3));
    assert!(!hosts.is_empty());
    until("its hosts are gone", || hosts.iter().all(|host| !Path::new(&format!("/proc/{host}")).exists()));
}

#[test]
fn a_plan_says_its_title_and_what_it_assumes_of_network_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let network = ("réseau", "moteur = \"reseau\"");
    describe(here, "colonnes", "titre = \"Groupe 2\"\ntemps = 1", &[OTHERS[0], OTHERS[1], network]);
    let planned = run(here, &["jouer", "mai.toml", "--plan", "--essai", "coup"]);
    let shown = text(&planned.stdout);
    assert!(planned.status.success(), "{shown}{}", text(&planned.stderr));
    let said = "1 concurrent par réseau n'est pas mesuré : on suppose qu'il réfléchit aussi longtemps que les autres.";
    assert!(shown.contains("\nGroupe 2\n") && shown.lines().any(|line| line == said), "{shown}");
}
