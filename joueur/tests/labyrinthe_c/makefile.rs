//! What a student compiles: the header, the library, the makefile.

use std::fs;
use std::process::Command;

use protocol::cgs::Edition;

use crate::build::{copy_sources, make, program, sources, test_sources};
use crate::host::Host;
use testing::process::{compiler, run};

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

/// A student's makefile and program find all that they expect where they expect it, once they are told where that is.
#[test]
fn the_layout_of_the_course() {
    let library = tempfile::tempdir().expect("a folder");
    copy_sources(library.path());
    run(&mut make(library.path()));
    let own = tempfile::tempdir().expect("a folder");
    for (from, to) in [("course.c", "course.c"), ("makefile_course", "Makefile")] {
        fs::copy(test_sources().join(from), own.path().join(to)).expect("a copy");
    }
    let mut command = Command::new("make");
    command.arg("-C").arg(own.path()).arg(format!("CGS={}", library.path().display()));
    run(command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL"));
    for edition in Edition::ALL {
        let host = Host::start(edition);
        for debug in ["0", "1"] {
            let mut command = Command::new(own.path().join("cours"));
            command.args(["127.0.0.1", &host.port.to_string(), "eleve", debug]);
            let output = run(command.env_remove("LABYRINTHE_EDITION"));
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.starts_with(&format!("debug {debug}, code ")), "{said}");
            let seen = String::from_utf8_lossy(&output.stderr).into_owned();
            for line in [
                "connectToServer : envoyé « CLIENT_NAME eleve",
                "getLabyrinth : reçu « OK »",
                "sendMove : envoyé « PLAY_MOVE 8 0",
            ] {
                assert_eq!(seen.contains(line), debug == "1", "{line}: {seen}");
            }
        }
    }
}

/// A program that has a variable of its own of this name is no other program for that.
#[test]
fn a_program_may_have_its_own_debug() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "#include \"labyrinthAPI.h\"\nint debug = 5;\nint main(void) { closeConnection(); return debug - 5; }\n";
    fs::write(dir.path().join("sien.c"), text).expect("a file");
    for link in ["lib/liblabyrinthe.a", "lib/libcgs.a", "lib/liblabyrinthe.so"] {
        let output = dir.path().join("sien");
        let library = program(link);
        let mut command = compiler(false);
        command.arg(dir.path().join("sien.c")).arg("-I").arg(sources().join("lib")).arg(&library);
        run(command
            .arg(format!("-Wl,-rpath,{}", library.with_file_name("").display()))
            .arg("-o")
            .arg(&output));
        run(&mut Command::new(&output));
    }
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
        let include = dir.path().join("include");
        all.extend(if include.is_dir() { names("include/", include) } else { Vec::new() });
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
        "lib/libcgs.a",
        "include/labyrinthAPI.h",
    ] {
        assert!(built.contains(&name.to_owned()), "{name}: {built:?}");
    }
    let again = run(&mut make(dir.path()));
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(!text.contains("-c ") && !text.contains("-o "), "nothing has changed: {text}");
    run(make(dir.path()).arg("clean"));
    assert_eq!(list(), before);
}
