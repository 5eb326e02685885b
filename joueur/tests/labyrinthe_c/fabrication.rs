//! What a student compiles: the header, the library, the makefile.

use std::fs;
use std::process::Command;

use crate::construction::{compiler, copy_sources, make, program, run, sources};

/// The header in all the standards that programs are written in.
#[test]
fn the_header_compiles_everywhere() {
    let text = "#include \"labyrinthAPI.h\"
#include \"labyrinthAPI.h\"
t_return_code essai(t_move m);
t_return_code essai(t_move m) {
    return m.type == DO_NOTHING ? NORMAL_MOVE : WINNING_MOVE;
}
typedef char moves[ROTATE_LINE_LEFT == 0 && ROTATE_LINE_RIGHT == 1 && ROTATE_COLUMN_UP == 2 && ROTATE_COLUMN_DOWN == 3 &&
    MOVE_UP == 4 && MOVE_DOWN == 5 && MOVE_LEFT == 6 && MOVE_RIGHT == 7 && DO_NOTHING == 8 ? 1 : -1];
typedef char codes[(int)MOVE_LOSE == -1 && (int)MOVE_OK == 0 && (int)MOVE_WIN == 1 && LOSING_MOVE == MOVE_LOSE &&
    NORMAL_MOVE == MOVE_OK && WINNING_MOVE == MOVE_WIN ? 1 : -1];
";
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("entete.c");
    fs::write(&file, text).expect("a file");
    for standard in ["c99", "gnu99", "c11", "gnu11", "c17", "c++98", "c++11", "c++17", "c++20"] {
        let is_cpp = standard.contains("++");
        let mut command = compiler(is_cpp);
        command
            .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"])
            .arg(sources().join("lib"));
        run(command
            .arg(format!("-std={standard}"))
            .args(["-x", if is_cpp { "c++" } else { "c" }])
            .arg(&file));
    }
}

#[test]
fn the_shared_library_shows_its_interface_only() {
    let library = program("lib/liblabyrinthe.so");
    let output = run(Command::new("nm").args(["-D", "--defined-only", "-f", "posix"]).arg(library));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut names = text.lines().filter_map(|line| line.split(' ').next()).collect::<Vec<_>>();
    names.sort_unstable();
    let expected = [
        "closeConnection",
        "connectToServer",
        "debug",
        "getLabyrinth",
        "getMove",
        "printLabyrinth",
        "sendComment",
        "sendMove",
        "waitForLabyrinth",
    ];
    assert_eq!(names, expected);
}

/// `make`, `make` again, a change, `make clean`: in another folder, as a student has it.
#[test]
fn the_makefile() {
    let dir = tempfile::tempdir().expect("a folder");
    copy_sources(dir.path());
    let list = || {
        let names = |dir: &str, path| {
            let entries =
                fs::read_dir(path).expect("a folder").map(|entry| entry.expect("a file").file_name());
            entries.map(|name| format!("{dir}{}", name.to_string_lossy())).collect::<Vec<_>>()
        };
        let mut all = names("", dir.path().to_owned());
        all.extend(names("lib/", dir.path().join("lib")));
        all.sort_unstable();
        all
    };
    let before = list();
    run(&mut make(dir.path()));
    let built = list();
    for name in [
        "template",
        "rien",
        "manuel",
        "aleatoire",
        "astar",
        "malin",
        "lib/liblabyrinthe.a",
        "lib/liblabyrinthe.so",
    ] {
        assert!(built.contains(&name.to_owned()), "{name}: {built:?}");
    }
    let again = run(&mut make(dir.path()));
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(!text.contains("-c ") && !text.contains("-o "), "nothing has changed: {text}");
    run(make(dir.path()).arg("clean"));
    assert_eq!(list(), before);
}
