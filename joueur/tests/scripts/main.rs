//! The scripts of a newcomer's first minutes, run by `sh` where commands are missing, too old, or fail.

mod tree;

use tree::Tree;

/// The line that installs a Rust that is recent enough, without root.
const RUSTUP: &str = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . \"";

/// The version that Cargo.toml asks for.
fn wanted() -> String {
    let manifest = include_str!("../../../Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")).expect("a version");
    line.trim_end_matches('"').to_owned()
}

#[test]
fn an_old_cargo_is_found_before_anything_is_downloaded() {
    let tree = Tree::new();
    tree.cargo("1.63.0");
    tree.command("curl", "exit 0");
    for (script, args) in
        [("outils/installer.sh", &[][..]), ("outils/compiler.sh", &["serveur"]), ("demo.sh", &[])]
    {
        let (code, _, said) = tree.sh(script, args);
        assert_eq!(code, Some(1), "{script}: {said}");
        assert!(said.contains("1.63.0") && said.contains(&format!("Rust {} ou plus", wanted())), "{said}");
        assert!(said.contains(RUSTUP), "{said}");
        assert!(!tree.downloaded(), "{script} has downloaded something");
    }
}

#[test]
fn scripts_speak_the_language_that_is_asked_for_and_have_a_help() {
    let tree = Tree::new();
    tree.cargo("1.63.0");
    let english: [&[(&str, &str)]; 3] =
        [&[("LANG", "en_GB.UTF-8")], &[("LC_ALL", "en_US")], &[("LC_MESSAGES", "en"), ("LANG", "fr_FR")]];
    let french: [&[(&str, &str)]; 3] = [&[], &[("LANG", "C.UTF-8")], &[("LC_ALL", "fr_FR"), ("LANG", "en")]];
    let said = |variables: &[(&str, &str)], script: &str, args: &[&str]| {
        let (code, out, error) = tree.sh_where(variables, script, args);
        (code, out + &error)
    };
    for (variables, is_english) in
        english.map(|one| (one, true)).into_iter().chain(french.map(|one| (one, false)))
    {
        for script in ["demo.sh", "outils/compiler.sh", "outils/installer.sh"] {
            let (code, help) = said(variables, script, &["--help"]);
            assert!(code == Some(0) && help.contains(&format!("sh {script}")), "{help}");
            assert_eq!(help.contains(" the ") || help.contains("Plays"), is_english, "{variables:?}: {help}");
        }
        let (code, old) = said(variables, "outils/compiler.sh", &["serveur"]);
        let told = if is_english {
            "serveur: cargo is too old (version 1.63.0): Rust "
        } else {
            "serveur : cargo est trop ancien"
        };
        assert!(code == Some(1) && old.contains(told), "{variables:?}: {old}");
    }
    let (code, odd) = said(english[0], "outils/installer.sh", &["--sans"]);
    assert!(code == Some(2) && odd.starts_with("usage: sh"), "{odd}");
}

#[test]
fn the_line_that_installs_rust_is_one_that_works_here() {
    let tree = Tree::new();
    let said = || tree.sh("outils/rust.sh", &[]).2;
    assert!(said().contains("cargo introuvable") && said().contains("demande le paquet curl"), "{}", said());
    tree.command("wget", "exit 0");
    assert!(said().contains("wget -qO- https://sh.rustup.rs | sh"), "{}", said());
    tree.command("curl", "exit 0");
    assert!(said().contains(RUSTUP) && !said().contains("paquet curl"), "{}", said());
    // Installed, but this terminal was opened before.
    std::fs::create_dir_all(tree.path(".cargo/bin")).expect("a folder");
    tree.cargo(&format!("{}.1", wanted()));
    std::fs::rename(tree.path("commandes/cargo"), tree.path(".cargo/bin/cargo")).expect("moved");
    assert!(said().contains(&format!("    . \"{}\"", tree.path(".cargo/env").display())), "{}", said());
    tree.command("rustup", "exit 0");
    assert!(said().contains("rustup update stable && rustup default stable"), "{}", said());
}

#[test]
fn versions_are_compared_as_numbers() {
    let tree = Tree::new();
    let wanted = wanted();
    let (major, minor) = wanted.split_once('.').expect("two numbers");
    let minor: u32 = minor.parse().expect("a number");
    let enough = [format!("{wanted}.0"), format!("{major}.{}.0-nightly", minor + 10), "2.0.0".into()];
    for version in enough {
        tree.cargo(&version);
        assert_eq!(tree.sh("outils/rust.sh", &[]).0, Some(0), "{version}");
    }
    for version in [format!("{major}.9.0"), format!("{major}.{}.9", minor - 1), "0.99.0".into(), "x".into()] {
        tree.cargo(&version);
        let (code, _, said) = tree.sh("outils/rust.sh", &[]);
        assert_eq!(code, Some(1), "{version}: {said}");
    }
    // rustup without a toolchain.
    tree.command("cargo", "echo 'rustup could not choose a version of cargo to run' >&2; exit 1");
    assert_eq!(tree.sh("outils/rust.sh", &[]).0, Some(1));
}

#[test]
fn without_root_the_administrator_gets_the_command() {
    let tree = Tree::new();
    tree.cargo(&format!("{}.0", wanted()));
    let (code, _, said) = tree.sh("outils/installer.sh", &[]);
    assert_eq!(code, Some(3), "{said}");
    let command = "apt-get update && apt-get install -y --no-install-recommends default-jdk-headless\n";
    assert!(said.contains(command), "{said}");
    assert!(!tree.downloaded());
    // sudo is there, but not for this user.
    tree.command("sudo", "echo 'not in the sudoers file' >&2; exit 1");
    let (code, _, said) = tree.sh("outils/installer.sh", &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(command) && said.contains("not in the sudoers file"), "{said}");
    // As root it is done.
    tree.command("id", "echo 0");
    assert_eq!(tree.sh("outils/installer.sh", &[]).0, Some(0));
    assert!(tree.downloaded());
}

#[test]
fn what_is_built_serves_without_rust() {
    let tree = Tree::new();
    tree.cargo("1.63.0");
    tree.program("serveur", "exit 0");
    // Older than its sources.
    let built =
        std::fs::File::options().append(true).open(tree.path("target/release/serveur")).expect("a file");
    built.set_modified(std::time::UNIX_EPOCH).expect("a time");
    let (code, _, said) = tree.sh("outils/compiler.sh", &["serveur"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("serveur : la version déjà compilée est utilisée"), "{said}");
    let (code, _, said) = tree.sh("outils/compiler.sh", &["serveur", "moteur"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("moteur : ") && said.contains("https://sh.rustup.rs"), "{said}");
    assert!(tree.path("bin/serveur").exists() && !tree.path("bin/moteur").is_symlink());
}

#[test]
fn what_is_built_is_found_in_bin() {
    let tree = Tree::new();
    tree.cargo(&format!("{}.0", wanted()));
    tree.program("serveur", "exit 0");
    tree.program("libstratege.so", "exit 0");
    // Of a folder that was moved.
    std::fs::create_dir_all(tree.path("bin")).expect("a folder");
    std::os::unix::fs::symlink("/nonexistent/serveur", tree.path("bin/serveur")).expect("a link");
    for _ in 0..2 {
        assert_eq!(
            tree.sh("outils/compiler.sh", &["serveur", "stratege"]),
            (Some(0), String::new(), String::new())
        );
        for (link, leads_to) in [
            ("bin/serveur", "../target/release/serveur"),
            ("lib/libstratege.so", "../target/release/libstratege.so"),
        ] {
            let found = std::fs::read_link(tree.path(link)).expect("a link");
            assert_eq!(found, std::path::Path::new(leads_to), "{link}");
        }
    }
    let ignored = include_str!("../../../.gitignore");
    assert!(["/bin/", "/lib/"].iter().all(|folder| ignored.lines().any(|line| line == *folder)));
}

#[test]
fn an_archive_has_its_programs_in_bin() {
    let tree = Tree::archive();
    tree.program("serveur", "exit 0");
    tree.program("joueur", "echo \"$0 $1 $5\"");
    assert_eq!(
        tree.sh("outils/compiler.sh", &["serveur", "joueur"]),
        (Some(0), String::new(), String::new())
    );
    let (code, _, said) = tree.sh("outils/compiler.sh", &["serveur", "stratege"]);
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("cette archive ne contient pas lib/libstratege.so"), "{said}");
    // An engine of one's own needs nothing else.
    let played = tree.sh("joueur.sh", &["hote", "4242", "moi", "--moteur", "pipe:./moi"]);
    let expected = format!("{} hote pipe:./moi\n", tree.path("bin/joueur").display());
    assert_eq!(played, (Some(0), expected, String::new()));
    let (code, shown, said) = tree.sh("outils/installer.sh", &[]);
    assert_eq!(code, Some(3), "{said}");
    let missing: Vec<&str> = shown.lines().filter(|line| line.starts_with("il manque")).collect();
    assert_eq!(missing, ["il manque java (moteur Java) : paquet default-jre-headless"], "{shown}{said}");
    let (code, _, said) = tree.sh("outils/installer.sh", &["--tests"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("dans un clone du dépôt"), "{said}");
}

#[test]
fn the_engine_in_java_of_an_archive_is_beside_its_programs() {
    let tree = Tree::archive();
    tree.command("java", "exit 0");
    std::fs::create_dir_all(tree.path("moteur-ia/java/src")).expect("a folder");
    let source = tree.path("moteur-ia/java/src/Moteur.java");
    std::fs::write(&source, "").expect("a source");
    std::fs::create_dir_all(tree.path("java")).expect("a folder");
    for archive in ["java/moteur-java.jar", "java/moteur-colonnes.jar"] {
        std::fs::write(tree.path(archive), "").expect("an archive of Java");
    }
    // All files of an archive have one time.
    let archive = std::fs::File::options().append(true).open(tree.path("java/moteur-colonnes.jar"));
    let time = std::fs::metadata(&source).and_then(|file| file.modified()).expect("a time");
    archive.and_then(|file| file.set_modified(time)).expect("the same time");
    assert_eq!(tree.sh("outils/compiler.sh", &["java"]), (Some(0), String::new(), String::new()));
    // Somebody works on it, without a compiler.
    let newer = time + std::time::Duration::from_secs(60);
    let source = std::fs::File::options().append(true).open(source).expect("a file");
    source.set_modified(newer).expect("a time");
    let (code, _, said) = tree.sh("outils/compiler.sh", &["java"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("javac est introuvable"), "{said}");
}

#[test]
fn the_demo_of_an_archive_plays_where_nothing_is_installed() {
    let tree = Tree::archive();
    tree.programs();
    let (code, shown, said) = tree.sh("demo.sh", &["0.01"]);
    assert_eq!(code, Some(0), "{shown}\n{said}");
    assert!(
        said.contains("default-jre-headless") && !said.contains("cargo") && !said.contains("gcc"),
        "{said}"
    );
    let [_, next] = shown.split_once("À essayer ensuite").expect("what next").into();
    let commands = next.lines().filter_map(|line| line.trim().split_once(' '));
    let named: Vec<&str> = commands.map(|(program, _)| program).filter(|word| word.contains('/')).collect();
    assert_eq!(named, ["bin/serveur", "bin/serveur"], "{next}");
}

#[test]
fn the_demo_goes_on_without_java_and_ends_with_the_result() {
    let tree = Tree::new();
    tree.cargo(&format!("{}.0", wanted()));
    tree.programs();
    let (code, shown, said) = tree.sh("demo.sh", &["0.01"]);
    assert_eq!(code, Some(0), "{shown}\n{said}");
    assert!(said.contains("default-jdk-headless"), "{said}");
    assert!(said.contains("sans Java, le moteur intégré glouton joue à sa place"), "{said}");
    let [_, game] =
        shown.split_once("Colonnes de trois : glouton contre alphabeta").expect("the players").into();
    assert_eq!(game.matches("     A   B   C").count(), 2, "the last board of each game: {game}");
    let sentences = [" gagne la rencontre contre ", " se quittent à égalité"];
    assert!(sentences.iter().any(|sentence| game.contains(sentence)), "{game}");
    let [_, next] = game.split_once("À essayer ensuite").expect("what next").into();
    let commands: Vec<&str> = next.lines().filter(|line| line.starts_with("    ")).collect();
    assert_eq!(commands.len(), 3, "{next}");
    let kept = next.split_whitespace().find(|word| word.starts_with("parties/")).expect("a record");
    assert!(tree.path(kept).exists(), "{kept}");
    for debugging in ["INFO", "DEBUG", "WARN", "réflexion :"] {
        assert!(!game.contains(debugging) && !said.contains(debugging), "{debugging}: {game}\n{said}");
    }
}

#[test]
fn a_player_that_cannot_start_ends_the_demo() {
    let tree = Tree::new();
    tree.cargo(&format!("{}.0", wanted()));
    tree.programs();
    let player = testing::process::program("joueur");
    let player = player.display();
    for (broken, other) in [("glouton", "alphabeta"), ("alphabeta", "glouton")] {
        let body =
            format!("[ \"$3\" = {other} ] || {{ echo 'en panne' >&2; exit 1; }}\nexec '{player}' \"$@\"");
        tree.program("joueur", &body);
        let (code, shown, said) = tree.sh("demo.sh", &["0.01"]);
        assert_eq!(code, Some(1), "{shown}\n{said}");
        assert!(said.contains(&format!("--- {broken} n'a pas pu jouer :\nen panne")), "{said}");
    }
    // Nor does a server that cannot.
    tree.program("serveur", "echo 'port refusé' >&2; exit 1");
    let (code, shown, said) = tree.sh("demo.sh", &["0.01"]);
    assert_eq!(code, Some(1), "{shown}\n{said}");
    assert!(said.contains("port refusé"), "{said}");
}
