//! Which files are an engine's own.

use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::*;

/// A folder with these files in it, by its real path.
fn folder(files: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().canonicalize().expect("a path");
    for file in files {
        let file = path.join(file);
        fs::create_dir_all(file.parent().expect("a parent")).expect("made");
        fs::write(file, "").expect("written");
    }
    (folder, path)
}

fn seen(command: &str, cwd: &Path, hidden: &[&str]) -> Access {
    let own = named(command, cwd);
    let hidden = hidden.iter().map(|path| cwd.join(path)).collect();
    of(&Files { own, ..Files::default() }, cwd, &Policy { hidden, ..Policy::default() })
}

#[test]
fn a_command_names_files_wherever_they_stand_in_it() {
    let (_kept, cwd) = folder(&["bots/a.py", "b.jar", "c.jar", "with space/d", "table"]);
    for (command, files) in [
        ("python3 bots/a.py", vec!["bots/a.py"]),
        ("java -cp b.jar:c.jar Main", vec!["b.jar", "c.jar"]),
        ("cd bots && python3 a.py", vec!["bots", "bots/a.py"]),
        ("(./table;)", vec!["./table"]),
        ("bot --table=table", vec!["table"]),
        ("'with space/d'", vec!["with space/d"]),
        ("ls /usr /bin/sh nowhere", vec![]),
        ("unbalanced ' table", vec!["table"]),
    ] {
        let files: Vec<PathBuf> = files.into_iter().map(|file| cwd.join(file)).collect();
        let found = named(command, &cwd);
        assert!(files.iter().all(|file| found.contains(file)), "{command}: {found:?}");
        assert_eq!(found.len(), files.len(), "{command}: {found:?}");
    }
}

#[test]
fn an_engine_sees_its_folder_but_not_what_is_hidden_in_it() {
    let (_kept, cwd) = folder(&["bots/a/a.py", "bots/a/data", "bots/b/b.py", "coupe.toml", "c.py", "c.dat"]);
    let alone = seen("python3 bots/a/a.py", &cwd, &["coupe.toml", "bots/b/b.py"]);
    assert!(alone.readable.contains(&cwd.join("bots/a")));
    assert!(!alone.readable.iter().any(|path| cwd.join("bots/b/b.py").starts_with(path)));
    assert_eq!(alone.links, [(PathBuf::from("travail/bots/a"), cwd.join("bots/a"))]);
    assert_eq!(alone.folder, Path::new("travail"));
    assert_eq!(alone.homes, [cwd.join("bots/a")]);
    // Beside the records and the others: only what its command names.
    let beside = seen("python3 c.py", &cwd, &["coupe.toml", "bots/a/a.py"]);
    let shown = |name: &str| beside.readable.contains(&cwd.join(name));
    assert!(shown("c.py") && !shown("c.dat") && !shown("coupe.toml") && !shown("bots"));
    assert!(!beside.readable.contains(&cwd));
    assert_eq!(beside.links, [(PathBuf::from("travail/c.py"), cwd.join("c.py"))]);
    assert!(beside.homes.is_empty(), "{:?}", beside.homes);
    let both = seen("python3 c.py c.dat", &cwd, &["coupe.toml"]);
    assert!(both.readable.contains(&cwd.join("c.dat")));
    // What is hidden is not shown for being named.
    let thief = seen("python3 bots/b/b.py --read coupe.toml", &cwd, &["coupe.toml"]);
    assert!(!thief.readable.contains(&cwd.join("coupe.toml")) && !thief.readable.contains(&cwd));
}

/// Its command names the folder, as `java -cp . Bot` does.
#[test]
fn of_a_folder_with_others_a_jvm_sees_the_classes() {
    let files = [
        "Bot.class",
        "Bot$1.class",
        "com/bot/Main.class",
        "bob/Bob.class",
        "bob/b.py",
        "livre.csv",
        "mai.toml",
    ];
    let (_kept, cwd) = folder(&files);
    let access = seen("java -cp . Bot", &cwd, &["mai.toml", "bob/b.py"]);
    let own: Vec<&PathBuf> = access.readable.iter().filter(|path| path.starts_with(&cwd)).collect();
    assert_eq!(own, [&cwd.join("Bot$1.class"), &cwd.join("Bot.class"), &cwd.join("com")]);
    let files = Files { own: named("java -cp . Bot", &cwd), ..Files::default() };
    let policy = Policy { hidden: vec![cwd.join("mai.toml")], ..Policy::default() };
    assert!(matches!(unseen(&files, &cwd, &policy).as_slice(), [Unseen::Shared { .. }]));
}

#[test]
fn paths_above_the_working_folder_lead_there() {
    let (_kept, top) = folder(&["coupe/x", "bots/a.py"]);
    let cwd = top.join("coupe");
    let access = seen("python3 ../bots/a.py", &cwd, &[]);
    assert_eq!(access.folder, Path::new("travail/coupe"));
    assert_eq!(access.links, [(PathBuf::from("travail/bots"), top.join("bots"))]);
    assert_eq!(access.passed, std::slice::from_ref(&cwd), "a folder that is left again has to be there");
}

#[test]
fn the_home_folder_is_never_shown_as_a_whole() {
    let home = env::home_dir().map(|home| normal(&home)).expect("a home");
    for folder in home.ancestors() {
        assert!(shown(folder, Path::new("/"), &[], &[]).is_err(), "{}", folder.display());
        let file = folder.join("nothing-of-that-name");
        assert_eq!(shown(&file, Path::new("/"), &[], &[]), Ok(vec![file]));
    }
}

#[test]
fn what_is_the_machines_or_the_users_own_is_not_shown_for_being_named() {
    let home = env::home_dir().map(|home| normal(&home)).expect("a home");
    let paths = ["/etc/shadow", "/etc/passwd", "/run/docker.sock", "/proc/1/environ"].map(PathBuf::from);
    let keys = [home.join(".ssh"), home.join(".ssh/id_ed25519"), home.join(".config/x/token")];
    for path in paths.iter().chain(&keys) {
        assert_eq!(shown(path, Path::new("/"), &[], &[]), Err(Unseen::Hidden(path.clone())));
    }
}

#[test]
fn a_program_in_an_environment_of_its_own_sees_the_whole_of_it() {
    let (_kept, cwd) = folder(&["venv/lib/x.py", "venv/pyvenv.cfg", "venv/bin/python", "bot.py", "results"]);
    let access = seen("venv/bin/python bot.py", &cwd, &["results"]);
    assert!(access.readable.contains(&cwd.join("venv")) && access.readable.contains(&cwd.join("bot.py")));
    assert!(!access.readable.contains(&cwd));
}

/// It may have come with a stranger's files.
#[test]
fn a_link_shows_nothing_outside_its_folder() {
    let (_kept, cwd) = folder(&["secret/classe.csv", "bots/alice/data", "bots/bob/bob.py", "lib/python"]);
    let alice = cwd.join("bots/alice");
    for (name, target) in [
        ("bot", "../../secret/classe.csv"),
        ("bin", "../.."),
        ("deep", "../bob"),
        ("python", "../../lib/python"),
    ] {
        symlink(target, alice.join(name)).expect("linked");
    }
    symlink("data", alice.join("other")).expect("linked");
    symlink("bots", cwd.join("organisers")).expect("linked");
    for command in
        ["bots/alice/bot", "bots/alice/bin/secret/classe.csv", "bots/alice/deep/bob.py", "bots/alice/python"]
    {
        let files = Files { own: named(command, &cwd), ..Files::default() };
        assert_eq!(files.own.len(), 1, "{command}");
        let access = of(&files, &cwd, &Policy::default());
        assert!(access.readable.iter().all(|path| !path.starts_with(&cwd)), "{command}: {access:?}");
        let why = unseen(&files, &cwd, &Policy::default());
        assert!(matches!(why.as_slice(), [Unseen::Link { .. }]), "{command}: {why:?}");
    }
    let python = Files { own: named("bots/alice/python", &cwd), ..Files::default() };
    let policy = Policy { readable: vec!["lib".into()], ..Policy::default() };
    assert_eq!(unseen(&python, &cwd, &policy), []);
    for (command, shown) in
        [("bots/alice/other", &alice), ("organisers/alice/other", &cwd.join("organisers/alice"))]
    {
        assert!(seen(command, &cwd, &[]).readable.contains(shown), "{command}");
    }
}

/// Whoever plays: in the folder of a class or of another championship an engine sees its own file only.
#[test]
fn the_folder_of_an_organiser_is_not_shown() {
    for organisers in ["classe.secrets.csv", "avril.parties/1.json", "2025/classe.secrets.csv"] {
        let (_kept, cwd) = folder(&["bot.py", "other.py", organisers]);
        let access = seen("python3 bot.py", &cwd, &[]);
        let own: Vec<&PathBuf> = access.readable.iter().filter(|path| path.starts_with(&cwd)).collect();
        assert_eq!(own, [&cwd.join("bot.py")], "{organisers}");
        let files = Files { own: named("python3 bot.py", &cwd), ..Files::default() };
        let why = unseen(&files, &cwd, &Policy::default());
        assert!(matches!(why.as_slice(), [Unseen::Shared { folder, .. }] if *folder == cwd), "{why:?}");
    }
    let (_kept, cwd) = folder(&["bot.py", "other.py"]);
    assert!(seen("python3 bot.py", &cwd, &[]).readable.contains(&cwd));
}

#[test]
fn links_stay_in_the_scratch_folder() {
    use proptest::prelude::*;
    let part = prop_oneof![Just(".."), Just("a"), Just("b"), Just("."), Just("c.py")];
    let path = proptest::collection::vec(part, 1..8).prop_map(|parts| parts.join("/"));
    proptest!(|(paths in proptest::collection::vec(path, 1..4))| {
        let cwd = Path::new("/srv/x/y/z");
        let own = paths.iter().map(|path| normal(&cwd.join(path))).collect();
        let (folder, links) = links(&own, &[], cwd);
        for below in links.iter().map(|(link, _)| link).chain([&folder]) {
            prop_assert!(below.starts_with("travail"), "{below:?}");
            prop_assert!(below.components().all(|part| matches!(part, Component::Normal(_))), "{below:?}");
        }
    });
}

#[test]
fn a_file_has_one_comparable_path() {
    let (_kept, place) = folder(&[]);
    fs::create_dir(place.join("a")).expect("made");
    symlink("a", place.join("link")).expect("linked");
    assert_eq!(comparable(&place.join("link/../a")).expect("a path"), place.join("a"));
    assert_eq!(comparable(&place.join("link")).expect("a path"), place.join("a"));
    assert_eq!(comparable(&place.join("none")).expect("a path"), place.join("none"));
    assert!(comparable(Path::new("none")).expect("a path").is_absolute());
}

#[test]
fn a_hidden_file_is_found_with_the_path_that_hides_it() {
    let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
    let (files, secret) = (paths(&["/bots/a", "/mai/parties/b"]), paths(&["/mai/p", "/mai/parties"]));
    assert_eq!(first_hidden(&files, &secret), Some((&files[1], &secret[1])));
    assert_eq!(first_hidden(&files[..1], &secret), None);
    assert_eq!(first_hidden(&files, &[]), None);
}
