//! The archive of a version, made of the programs that were built for the tests, and used where nothing else is.

mod cell;

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use cell::Cell;
use testing::process::{program, run};
use testing::{left_out, root};

/// The archive, for all tests of this program.
struct Archive {
    packed: PathBuf,
    /// Unpacked, and taken elsewhere.
    moved: PathBuf,
}

static ARCHIVE: LazyLock<Archive> = LazyLock::new(|| {
    for name in ["serveur", "joueur", "moteur", "championnat", "tableau", "7couleurs"] {
        program(name);
    }
    let built = Path::new(env!("CARGO_BIN_EXE_joueur")).parent().expect("a folder");
    assert!(built.join("../java/moteur-colonnes.jar").exists(), "sh moteur-ia/java/compile.sh target/java");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archive");
    // Of the run before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new("sh");
    command.arg(root().join("outils/distribuer.sh")).arg("--programmes").arg(built);
    let made = run(command.arg("--vers").arg(&folder));
    let said = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(said.contains("demande la glibc 2."), "{said}");
    let sum = run(Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(&folder));
    let name = format!("arbitre-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    assert_eq!(String::from_utf8_lossy(&sum.stdout).split(':').next(), Some(&*format!("{name}.tar.gz")));
    let archive = Archive { packed: folder.join(format!("{name}.tar.gz")), moved: folder.join("ailleurs") };
    fs::rename(archive.unpack(&folder), &archive.moved).expect("moved");
    archive
});

impl Archive {
    /// Unpacks it here; its folder.
    fn unpack(&self, parent: &Path) -> PathBuf {
        run(Command::new("tar").arg("-xf").arg(&self.packed).arg("-C").arg(parent));
        let name = self.packed.file_name().and_then(|name| name.to_str()).expect("a name");
        parent.join(name.trim_end_matches(".tar.gz"))
    }
}

/// A command on this machine, without what is said in the environment, in this folder.
fn here(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LANG", "C.UTF-8")
        .current_dir(folder);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn it_plays_where_there_is_only_the_system() {
    let cell = Cell::new();
    let folder = ARCHIVE.unpack(&cell.root().join("opt"));
    let said = cell.sh(include_str!("trial.sh"), folder.strip_prefix(cell.root()).expect("below it"));
    for part in [
        "il manque java (moteur Java) : paquet default-jre-headless",
        "Colonnes de trois : glouton contre alphabeta",
        "À essayer ensuite",
        "Rencontre contre ada : gagnées ",
        ".json : conforme aux règles",
        "rang;concurrent;place",
        "enregistrée : parties/coursidor-",
        "une page de",
        "--- tout a réussi",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn its_libraries_and_headers_are_enough_for_programs_in_c() {
    let moved = &ARCHIVE.moved;
    fs::copy(root().join("validation/tests/c/strange.c"), moved.join("strange.c")).expect("copied");
    let by_name = ["strange.c", "-Iinclude", "-Llib", "-lvalidation", "-Wl,-rpath,lib", "-o", "partagee"];
    let whole =
        ["strange.c", "-Iinclude", "lib/libvalidation.a", "-lpthread", "-ldl", "-lm", "-o", "contenue"];
    for (words, program) in [(&by_name[..], "./partagee"), (&whole, "./contenue")] {
        run(here("cc", moved).args(words));
        assert!(text(&run(&mut here(program, moved))).starts_with("16 2 0 "), "{program}");
    }
    match here("pkg-config", moved)
        .env("PKG_CONFIG_PATH", "lib/pkgconfig")
        .args(["--libs", "validation"])
        .output()
    {
        Ok(asked) => {
            let flags = text(&asked);
            let lib = flags.split_whitespace().find_map(|flag| flag.strip_prefix("-L")).expect("a folder");
            assert!(moved.join(lib).join("libvalidation.so").exists(), "{flags}");
        }
        Err(_) => left_out(
            "archive::its_libraries_and_headers_are_enough_for_programs_in_c",
            "il manque pkg-config",
        ),
    }
    let installed = format!("PREFIX={}", moved.join("installee").display());
    run(here("make", moved).args(["-s", "-C", "validation", "install", &installed]));
    let known = fs::read_to_string(moved.join("installee/lib/pkgconfig/validation.pc")).expect("a file");
    assert!(known.contains(&format!("Version: {}\n", env!("CARGO_PKG_VERSION"))), "{known}");
    run(here("make", moved).args(["-s", "-C", "bindings/c", "install", &installed]));
    let search = ["moteur-ia/exemples/deux_coups.c", "-Iinstallee/include", "installee/lib/libjeux.a"];
    run(here("cc", moved).args(search).args(["-lpthread", "-ldl", "-lm", "-o", "deux_coups"]));
    let duel = ["duel", "./deux_coups", "hasard", "--jeu", "morpion", "-n", "1", "-q"];
    assert!(text(&run(here("bin/joueur", moved).args(duel))).contains("points"));
    run(here("make", moved).args(["-s", "-C", "joueur/labyrinthe", "template", "aleatoire"]));
    run(here("cc", moved).args(["joueur/labyrinthe/template.c", "-Iinclude", "-Llib", "-lcgs", "-o", "t"]));
}

#[test]
fn its_engine_in_java_is_found_beside_the_programs() {
    let folder = &ARCHIVE.moved;
    let said = run(here("sh", folder).args(["outils/compiler.sh", "serveur", "java"]));
    assert_eq!((text(&said), said.stderr.len()), (String::new(), 0));
    let rencontre = ["joue", "colonnes", "java", "hasard", "--temps", "6"];
    let play = || here("bin/serveur", folder).args(rencontre).output().expect("the server");
    // It thinks almost to the end of its time, which a busy machine may take away.
    let mut played = iter::repeat_with(play).take(5);
    let played = played.find(|played| !text(played).contains("la machine est surchargée"));
    let played = played.expect("time for an engine");
    assert!(played.status.success() && text(&played).contains("java"), "{played:?}");
}

#[test]
fn its_rules_for_java_are_copied() {
    let folder = &ARCHIVE.moved;
    if !folder.join("java/jeux.jar").exists() {
        return left_out("archive::its_rules_for_java_are_copied", "il manque un JDK");
    }
    run(here("sh", folder).args(["bindings/java/compile.sh", "copiee"]));
    assert!(folder.join("copiee/jeux.jar").exists());
}

#[test]
fn its_documents_lead_to_files_that_are_there() {
    let folder = &ARCHIVE.moved;
    let found = text(&run(here("find", folder).args([".", "-name", "*.md", "!", "-name", "THIRD-PARTY.md"])));
    let mut seen = 0;
    for name in found.lines() {
        let path = folder.join(name);
        let document = fs::read_to_string(&path).expect(name);
        for link in document.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.is_empty() && !link.contains("://") {
                assert!(path.parent().is_some_and(|beside| beside.join(link).exists()), "{name}: {link}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
    for document in ["README.md", "LISEZMOI.md", "SECURITY.md", "CHANGELOG.md", "LICENSE", "guides"] {
        assert!(folder.join(document).exists(), "{document}");
    }
    let licences = fs::read_to_string(folder.join("THIRD-PARTY.md")).expect("a file");
    let linked = ["| bincode 2.0.1 | MIT |", "| clap ", "| sqlx-sqlite ", "## "];
    assert!(linked.iter().all(|part| licences.contains(part)), "{licences:.2000}");
    // What only tests use is in no program.
    assert!(!licences.contains("| proptest "));
}
