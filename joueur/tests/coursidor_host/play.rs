//! Players that play: in both layouts, with GSL and without, against themselves.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use arbitre::record::Record;
use confine::Layer;
use jeux::{Reason, Slot};
use protocol::Termination;
use testing::championship::{describe, records};
use testing::left_out;
use testing::output::both;
use testing::process::{program, run};

use crate::build::{built, player};
use crate::championship::killed_on_the_way;
use crate::duel::result;
use crate::table::{PATIENCE, Table, kind, so};

#[test]
fn both_layouts_play_each_other() {
    let (school, subject) = (so(&player("sans_nom")), format!("{} --abi sujet", so(&player("abi_sujet"))));
    for [first, second] in [[&school, &subject], [&subject, &school], [&subject, &subject]] {
        let result = result(first, second, 12);
        assert_eq!(result.termination, Termination::Draw, "{result:?}");
    }
    let mistaken = result(&so(&player("abi_sujet")), &school, 12);
    assert_eq!(
        (mistaken.termination, mistaken.charged),
        (Termination::Crash, Some(Slot::Zero)),
        "{mistaken:?}"
    );
    let why = Reason::new("engine-said").because(Reason::new("library-abi"));
    assert_eq!(mistaken.detail, Some(why));
}

/// Signals of its own, while the opponent thinks.
#[test]
fn a_player_may_use_a_timer() {
    let (timer, slow) = (so(&player("alarme")), so(&player("lent")));
    for [first, second] in [[&timer, &slow], [&slow, &timer]] {
        let result = result(first, second, 8);
        assert_eq!(result.termination, Termination::Draw, "{result:?}");
    }
}

/// Each game loads it anew.
#[test]
fn loading_is_not_on_the_clock_of_any_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "jeu = \"coursidor\"\ntemps = 2\n[format]\ntype = \"aller-simple\"\n[parametres]\nm = \"2\"\nM = \"4\"";
    let contestants = [("lent", "recharge_lentement"), ("honnete", "honnete")];
    let contestants = contestants.map(|(name, file)| (name, so(&player(file))));
    describe(&folder.path().join("mai.toml"), head, &contestants);
    let args = ["jouer", "mai.toml", "--discret", "--sans-essai"];
    run(Command::new(program("championnat")).current_dir(folder.path()).args(args));
    let [record] = &records(&folder.path().join("mai.parties"))[..] else { panic!("one rencontre") };
    let record = Record::from_json(&fs::read_to_string(record).expect("a record")).expect("a record");
    assert_eq!(record.parties.len(), 2);
    assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
}

#[test]
fn gsl_finds_its_own_matrix() {
    if !gsl("play::gsl_finds_its_own_matrix") {
        return;
    }
    let ours = so(&player("gsl"));
    // By its version we would not know the layout: it builds the matrix itself.
    let unknown = so(&player("gsl_inconnue"));
    for (shape, size) in [("T", 2), ("T", 6), ("C", 3), ("C", 6), ("H", 6), ("H", 9)] {
        let given = [("t", shape.to_owned()), ("m", size.to_string()), ("M", "6".to_owned())];
        let given = given.map(|(key, value)| (key.to_owned(), value));
        let params = jeux::game::Params::from(given);
        let params = kind("coursidor").draw(&params, 3).or_else(|_| {
            let mut fewer = params.clone();
            fewer.insert("objectifs".to_owned(), "2".to_owned());
            kind("coursidor").draw(&fewer, 3)
        });
        let setup = params.expect("a setup");
        let table = Table {
            kind: kind("coursidor"),
            specs: [&ours, &unknown],
            setup,
            parties: kind("coursidor").parties,
            time: PATIENCE,
        };
        for partie in table.play().parties {
            assert_eq!(partie.result.termination, Termination::Draw, "{shape} {size}: {:?}", partie.result);
        }
    }
}

/// Linked without GSL, as players are that rely on the server's.
#[test]
fn a_player_may_rely_on_the_servers_gsl() {
    if !gsl("play::a_player_may_rely_on_the_servers_gsl") {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coursidor_host/c/gsl.c");
    let library = so(&built("gsl_du_serveur", &file, &[]));
    let result = result(&library, &library, 6);
    assert_eq!(result.termination, Termination::Draw, "{result:?}");
}

#[test]
fn what_is_missing_is_said_in_one_sentence() {
    let text = "extern int gsl_of_nobody(void);\n\
        void initialize(unsigned i, void *g) { (void)i; (void)g; gsl_of_nobody(); }\n\
        void play(void) {}\nvoid finalize(void) {}\n";
    // It is missed when it is called.
    let result = result(&so(&written("personne", text, &[])), &so(&player("sans_nom")), 6);
    let detail = result.detail.expect("a reason").to_string();
    assert!(detail.contains("library-ended: initialize; engine-exit: 127"), "{detail}");
    assert!(detail.contains("undefined symbol: gsl_of_nobody"), "{detail}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let result = crate::duel::result(&so(&file), &so(&player("sans_nom")), 6);
    let detail = result.detail.expect("a reason").to_string();
    assert!(detail.starts_with("engine-said: library-other-file: "), "{detail}");
    assert_eq!((result.termination, result.charged), (Termination::Crash, Some(Slot::Zero)));
}

#[test]
fn what_is_no_library_of_this_machine_is_called_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, foreign) = (folder.path().join("programme.so"), folder.path().join("ailleurs.so"));
    let (source, own) = (folder.path().join("programme.c"), player("sans_nom"));
    fs::write(&source, "int main(void) { return 0; }\n").expect("a source");
    let made = Command::new("cc").arg(&source).arg("-o").arg(&program).status().expect("cc");
    assert!(made.success());
    let mut bytes = fs::read(&own).expect("a library");
    // The machine of its header.
    bytes[18] ^= 0xff;
    fs::write(&foreign, bytes).expect("a library");
    for (library, code) in [(program, "library-program"), (foreign, "library-machine")] {
        let detail = crate::duel::result(&so(&library), &so(&own), 6).detail.expect("a reason").to_string();
        assert!(detail.starts_with(&format!("engine-said: {code}: ")), "{detail}");
    }
}

/// A player whose GSL this machine does not have: linked with a library of that name, which is gone when it plays.
#[test]
fn a_missing_gsl_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let gsl = folder.path().join("libgsl.so.99");
    empty_library(&gsl, "libgsl.so.99");
    let link = format!("-L{}", folder.path().display());
    let text = "void initialize(unsigned i, void *g) { (void)i; (void)g; }\nvoid play(void) {}\nvoid finalize(void) {}\n";
    let library = written("sans_gsl", text, &[&link, "-Wl,--no-as-needed", "-l:libgsl.so.99"]);
    std::fs::remove_file(gsl).expect("removed");
    let result = result(&so(&library), &so(&player("honnete")), 6);
    let detail = result.detail.expect("a reason").to_string();
    assert!(detail.starts_with("engine-said: library-gsl: ") && detail.contains("libgsl.so.99"), "{detail}");
}

/// A player compiled at the school, whose GSL is elsewhere on this machine.
#[test]
fn the_gsl_of_gsl_path_is_found_by_confined_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let libraries = folder.path().join("lib64");
    fs::create_dir(&libraries).expect("a folder");
    empty_library(&libraries.join("libgsl.so.25"), "libgsl.so.25");
    // The prefix may hold more than the GSL.
    let other = folder.path().join("secret");
    if files_are_hidden() {
        fs::write(&other, "").expect("a file");
    }
    let link = format!("-L{}", libraries.display());
    let library = so(&curious("gsl_ailleurs", &other, &[&link, "-Wl,--no-as-needed", "-l:libgsl.so.25"]));
    run(Command::new(env!("CARGO_BIN_EXE_joueur"))
        .args(["essai", "--jeu", "coursidor", "--confinement", "ordinaire", "--moteur", &library])
        .env("GSL_PATH", folder.path()));
}

#[test]
fn players_of_one_folder_do_not_see_each_other() {
    if !files_are_hidden() {
        return;
    }
    let rival = player("honnete");
    let curious = curious("curieux", &rival, &[]);
    let mut command = Command::new(program("serveur"));
    command.args(["coursidor", "--langue", "fr", "--sans-parties", "-m", "3", "-M", "6"]);
    let played = both(&run(command.args([curious, rival])));
    assert!(played.contains("partie nulle"), "{played}");
}

/// Whether this machine can hide files from engines.
fn files_are_hidden() -> bool {
    let survey = confine::survey(Path::new(env!("CARGO_BIN_EXE_joueur"))).expect("a survey");
    survey.lacking([Layer::Files]).next().is_none()
}

/// A player that ends if it can read this file.
fn curious(name: &str, file: &Path, options: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coursidor_host/c/curieux.c");
    built(name, &source, &[&[format!("-DRIVAL=\"{}\"", file.display()).as_str()], options].concat())
}

fn empty_library(file: &Path, soname: &str) {
    let soname = format!("-Wl,-soname,{soname}");
    run(Command::new("cc").args(["-shared", "-fPIC", &soname, "-x", "c", "/dev/null", "-o"]).arg(file));
}

/// The player that this text is.
fn written(name: &str, text: &str, libraries: &[&str]) -> PathBuf {
    let mut file = tempfile::Builder::new().prefix(name).suffix(".c").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    built(name, file.path(), libraries)
}

/// Whether the headers of GSL are there; else the test is left out, and `tests.sh` counts it so.
fn gsl(test: &str) -> bool {
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        let mut compiler = Command::new("cc");
        compiler.args(
            ["stddef.h", "stdio.h", "gsl/gsl_spmatrix.h"].iter().flat_map(|header| ["-include", header]),
        );
        compiler.args(["-fsyntax-only", "-x", "c", "/dev/null"]);
        compiler.output().expect("cc").status.success()
    });
    if !*THERE {
        left_out(&format!("coursidor_host::{test}"), "il manque la GSL (paquet libgsl-dev)");
    }
    *THERE
}

/// Those who play by the rules, and those who do not.
const GOOD: [&str; 6] = ["honnete", "nom_nul", "bavard", "nom_sale", "saute_finalize", "setsid"];
const BAD: [&str; 6] = ["segfault", "boucle", "sortie", "mauvaise_couleur", "fourche", "ferme_tout"];

/// Half of the libraries misbehave, and the referee is killed on the way.
#[test]
fn a_championship_goes_to_its_end() {
    let head = "jeu = \"coursidor\"\ntemps = 2\n[format]\ntype = \"aller-simple\"\n[parametres]\nm = \"2\"\nM = \"8\"";
    let contestants: Vec<(&str, String)> =
        GOOD.iter().chain(&BAD).map(|name| (*name, so(&player(name)))).collect();
    for record in killed_on_the_way(head, &contestants) {
        let bad = |slot: Slot| BAD.contains(&record.players[slot].name.as_str());
        for partie in &record.parties {
            match partie.result.charged {
                Some(slot) => assert!(bad(slot), "{record:?}"),
                None => assert!(!Slot::ALL.into_iter().any(bad), "{record:?}"),
            }
        }
    }
}
