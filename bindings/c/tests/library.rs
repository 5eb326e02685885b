//! Programs in C and C++ against the header and the library.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jeux::any::{MARK, named};
use jeux::game::Params;
use testing::left_out;
use testing::process::{compiler, program, run};

/// Where this crate is.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The library as cargo has built it with this test: static, so that there is no other to be found.
fn library() -> PathBuf {
    program("liblibjeux.a")
}

/// Where the tests put what they build.
fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Compiles a file and links it with the library. Gives the program.
fn build(source: &Path, standard: &str, options: &[&str]) -> PathBuf {
    let is_cpp = standard.contains("++");
    let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let path = place(&format!("{name}-{standard}-{}", options.len()));
    let mut command = compiler(is_cpp);
    command.arg(format!("-std={standard}")).args(["-Wall", "-Wextra", "-pedantic", "-Werror"]).args(options);
    command.arg("-o").arg(&path).arg("-I").arg(Path::new(HERE).join("include")).arg(source);
    run(command.arg(library()).args(["-lpthread", "-ldl", "-lm"]));
    path
}

/// A file of `tests/c`.
fn source(name: &str) -> PathBuf {
    Path::new(HERE).join("tests/c").join(name)
}

/// What finds every access to memory that is not the program's, every leak and every undefined operation.
const SANITIZED: [&str; 4] = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Runs a program with this argument; it must say `ok`, and nothing else.
fn says_ok(path: &Path, argument: &str) {
    let output = run(Command::new(path).arg(argument));
    // Where the library panics, it says so there, and gives an error like others.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ok");
}

#[test]
fn whatever_a_function_is_given_is_an_error_and_never_more() {
    says_ok(&build(&source("hostile.c"), "gnu11", &SANITIZED), "60000");
}

#[test]
fn threads_hand_positions_round_and_a_game_may_be_long() {
    says_ok(&build(&source("threads.c"), "gnu11", &["-O1"]), "1000000");
    says_ok(&build(&source("threads.c"), "gnu11", &["-g", "-O1", "-fsanitize=address"]), "1000");
}

#[test]
fn it_plays_as_the_rules_do() {
    let path = build(&source("parcours.c"), "c11", &SANITIZED);
    let games = place("parcours.txt");
    let plies = testing::games::write_all(&games, 20_000, 5);
    let output = run(Command::new(path).stdin(File::open(games).expect("the games")));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), plies.to_string());
}

#[test]
fn the_header_for_cpp_does_as_it_says() {
    let path = build(&source("objects.cpp"), "c++17", &SANITIZED);
    says_ok(&path, "");
    for standard in ["c99", "c17", "c++11", "c++20"] {
        let text = "#include \"jeux.h\"\n#include \"jeux.h\"\nint main(void) { return 0; }\n";
        let file = place(&format!("twice-{standard}.{}", if standard.contains("++") { "cpp" } else { "c" }));
        std::fs::write(&file, text).expect("a file for the text");
        build(&file, standard, &[]);
    }
}

/// The functions that a text declares or defines, each with the types of what it gives and takes, as C writes them.
fn declared_in_c(header: &str) -> Vec<String> {
    let code: String =
        header.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, code)| code)).collect();
    let words = |text: &str| {
        // Without the name of the parameter.
        let text = text.trim();
        let end = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        (text[..end].replace(' ', ""), text[end..].to_owned())
    };
    let mut functions: Vec<String> = Vec::new();
    for statement in code.split(';') {
        let statement = statement.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(" ");
        let Some((head, parameters)) = statement.split_once('(') else { continue };
        let (given, name) = words(head.rsplit(['{', '}']).next().unwrap_or(head));
        if !name.starts_with("jeux_") {
            continue;
        }
        let parameters = parameters.trim().trim_end_matches(')');
        let taken: Vec<String> =
            parameters.split(',').map(|one| words(one).0).filter(|one| !one.is_empty()).collect();
        functions.push(format!("{given} {name}({})", taken.join(",")));
    }
    functions.sort();
    functions
}

fn defined_in_rust(code: &str) -> Vec<String> {
    let in_c = |kind: &str| match kind.trim() {
        "c_int" => "int",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "*const c_char" => "constchar*",
        "*mut c_char" => "char*",
        "*const c_void" => "constvoid*",
        "*mut c_void" => "void*",
        "Why<'_>" => "char**",
        "Count<'_>" => "size_t*",
        "Option<&jeux_position>" => "constjeux_position*",
        "Option<&mut jeux_position>" | "Option<Box<jeux_position>>" => "jeux_position*",
        "Option<&jeux_view>" => "constjeux_view*",
        "Option<&mut jeux_view>" | "Option<Box<jeux_view>>" => "jeux_view*",
        "" => "void",
        other => panic!("no type of C: {other}"),
    };
    let mut functions = Vec::new();
    for definition in code.split("#[unsafe(no_mangle)]").skip(1) {
        let head = definition.split_once(" {\n").expect("a body").0;
        let (_, head) = head.split_once("fn ").expect("a function");
        let (name, rest) = head.split_once('(').expect("parameters");
        let (parameters, given) = rest.rsplit_once(')').expect("parameters");
        let given = in_c(given.trim().trim_start_matches("->"));
        let taken: Vec<&str> = parameters
            .split(',')
            .filter_map(|one| one.split_once(": "))
            .map(|(_, kind)| in_c(kind))
            .collect();
        functions.push(format!("{given} {name}({})", taken.join(",")));
    }
    functions.sort();
    functions
}

#[test]
fn the_header_declares_what_the_library_defines() {
    let declared = declared_in_c(include_str!("../include/jeux.h"));
    // `int f(void)` has no name of a parameter to leave out.
    let declared: Vec<String> = declared.iter().map(|one| one.replace("(void)", "()")).collect();
    let defined = defined_in_rust(include_str!("../src/exports.rs"));
    assert!(defined.len() > 30, "{defined:?}");
    assert_eq!(declared, defined);
}

/// What `make install` leaves is enough for a program.
#[test]
fn what_is_installed_is_enough() {
    let prefix = tempfile::tempdir().expect("a folder");
    let folder = library().parent().expect("a folder").to_owned();
    for target in ["install", "uninstall", "install"] {
        let mut command = Command::new("make");
        command.args(["-s", "-C", HERE, target, "CARGO=true"]);
        for (variable, value) in [("PREFIX", prefix.path()), ("DOSSIER", &folder)] {
            command.arg(format!("{variable}={}", value.display()));
        }
        run(&mut command);
    }
    let configured = Command::new("pkg-config")
        .args(["--cflags", "--libs", "jeux"])
        .env("PKG_CONFIG_PATH", prefix.path().join("lib/pkgconfig"))
        .stderr(Stdio::null())
        .output();
    let Ok(configured) = configured else {
        return left_out("library::what_is_installed_is_enough", "il manque pkg-config");
    };
    let options = String::from_utf8(configured.stdout).expect("options");
    let path = place("installed");
    let mut command = compiler(false);
    command.arg("-o").arg(&path).arg(source("hostile.c")).args(options.split_whitespace());
    run(&mut command);
    let lib = prefix.path().join("lib");
    let output = run(Command::new(&path).arg("600").env("LD_LIBRARY_PATH", &lib));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ok");
}

/// The examples that students copy play a game, line by line, as the host sends it.
#[test]
fn the_examples_win_when_they_can() {
    let examples = testing::root().join("moteur-ia/exemples");
    let dialogue = "hello 1\ngame morpion first party=aller time=5000 opponent=bob moves=A1,B2,A2,B3\ngo 4990\n\
                    verdict VALID GAGNE\nend GAGNE win\n\
                    game colonnes second color=NOIR party=aller time=5000 opponent=bob\nopponent B2\ngo 0\n\
                    game sphinx first h=10 n=30 w=10\ngo 4990\nquit\n";
    let input = place("dialogue.txt");
    std::fs::write(&input, dialogue).expect("a file for the dialogue");
    let mut colonnes = named("colonnes").expect("the game").start(&Params::new()).expect("a position");
    colonnes.play("B2").expect("a move");
    for (name, standard) in [("deux_coups.c", "gnu11"), ("deux_coups.cpp", "c++17")] {
        let path = build(&examples.join(name), standard, &["-O1"]);
        let output = run(Command::new(&path).stdin(File::open(&input).expect("the dialogue")));
        let text = String::from_utf8_lossy(&output.stdout);
        let said: Vec<&str> = text.lines().filter(|line| !line.starts_with("info ")).collect();
        assert_eq!(said.len(), 4, "{name}: {text}");
        assert!(said[0].starts_with("engine 1 deux-coups-"), "{name}: {text}");
        assert_eq!(said[1], "move A3", "{name}");
        // In no time: the first legal move.
        assert_eq!(said[2], format!("move {}", colonnes.legal_moves()[0]), "{name}: {text}");
        assert!(said[3].starts_with("error "), "{name}: {text}");
    }
}

/// Contests that forbid the rules know them by their mark.
#[test]
fn the_mark_of_the_rules_is_in_what_has_them() {
    let example = testing::root().join("moteur-ia/exemples/deux_coups.c");
    let linked = build(&example, "gnu11", &["-O2", "-ffunction-sections", "-Wl,--gc-sections", "-s"]);
    for path in [linked, program("liblibjeux.so")] {
        let bytes = std::fs::read(&path).expect("what was built");
        assert!(bytes.windows(MARK.len()).any(|part| part == MARK), "{}", path.display());
    }
}

/// What is loaded from outside of Rust has no symbol of another library's.
#[test]
fn the_shared_library_exports_its_functions_alone() {
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(program("liblibjeux.so")).output();
    let Ok(output) = output else {
        return left_out("library::the_shared_library_exports_its_functions_alone", "il manque nm");
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next_back()).collect();
    assert_eq!(names.len(), defined_in_rust(include_str!("../src/exports.rs")).len());
    assert!(names.iter().all(|name| name.starts_with("jeux_")), "{names:?}");
    assert!(Path::new(&program("liblibjeux.so")).extension() == Some(OsStr::new("so")));
}
