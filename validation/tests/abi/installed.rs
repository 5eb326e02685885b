//! What `make install` leaves is enough for a program that knows nothing of this repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use jeux::colonnes::Move;
use protocol::colonnes::{Coul, TCoupReq};

use testing::left_out;
use testing::process::compiler;

use crate::compiler::{Library, language, library_dir, run, source, warnings};

const STANDARDS: [&str; 9] = ["c99", "gnu99", "c11", "c17", "c++98", "c++11", "c++14", "c++17", "c++20"];

/// `make` with this target, in the folder of the makefile. The library is the one that cargo has built with this test.
fn make(target: &str, prefix: &Path, destdir: &Path) {
    let mut command = Command::new("make");
    command.arg("-C").arg(env!("CARGO_MANIFEST_DIR")).args([target, "CARGO=true"]);
    for (variable, value) in [("PREFIX", prefix), ("DESTDIR", destdir), ("DOSSIER", &library_dir())] {
        command.arg(format!("{variable}={}", value.display()));
    }
    run(&mut command);
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Of the run before.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// The files below a folder, with their path in it.
fn files(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut to_see = vec![dir.to_owned()];
    while let Some(folder) = to_see.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                to_see.push(path);
            } else {
                found.push(path.strip_prefix(dir).expect("below it").display().to_string());
            }
        }
    }
    found.sort();
    found
}

const INSTALLED: [&str; 5] = [
    "include/protocolColonne.h",
    "include/validation.h",
    "lib/libvalidation.a",
    "lib/libvalidation.so",
    "lib/pkgconfig/validation.pc",
];

/// What the strange program says: 16 placements and the second of its two other moves were accepted, the partie goes on.
fn expected() -> String {
    let mv: Move = "C2-C3".parse().expect("a move");
    let hex: String =
        TCoupReq::new(Coul::Blanc, mv).encode().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("16 2 0 {hex}\n")
}

fn says(program: &Path) -> String {
    String::from_utf8(run(&mut Command::new(program)).stdout).expect("UTF-8")
}

#[test]
fn a_strange_program_compiles_and_runs_against_the_installed_tree() {
    let prefix = folder("installee");
    make("install", &prefix, Path::new(""));
    assert_eq!(files(&prefix), INSTALLED);
    for standard in STANDARDS {
        for library in [Library::Shared, Library::Static] {
            let mut command = compiler(standard.contains("++"));
            command.arg(format!("-std={standard}")).args(warnings()).arg("-I").arg(prefix.join("include"));
            command.args(["-x", language(standard)]).arg(source("strange.c")).args(["-x", "none"]);
            match library {
                Library::Shared => {
                    command.arg("-L").arg(prefix.join("lib")).arg("-lvalidation");
                    command.arg(format!("-Wl,-rpath,{}", prefix.join("lib").display()));
                }
                Library::Static => {
                    command.arg(prefix.join("lib/libvalidation.a")).args(["-lpthread", "-ldl", "-lm"]);
                }
            }
            let program = prefix.join(format!("etrange-{standard}-{library:?}"));
            run(command.arg("-o").arg(&program));
            assert_eq!(says(&program), expected(), "{standard} {library:?}");
        }
    }
}

/// The options that `pkg-config validation` gives, where it is installed, are enough too.
#[test]
fn pkg_config_knows_the_installed_tree() {
    let prefix = folder("installee-pc");
    make("install", &prefix, Path::new(""));
    let mut flags = Command::new("pkg-config");
    flags.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let asked = flags.args(["--cflags", "--libs", "validation"]).output();
    let Ok(asked) = asked else {
        return left_out("installed::pkg_config_knows_the_installed_tree", "il manque pkg-config");
    };
    let said = String::from_utf8(asked.stdout).expect("UTF-8");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let mut command = compiler(false);
    command.arg(source("strange.c")).args(said.split_whitespace());
    command.arg(format!("-Wl,-rpath,{}", prefix.join("lib").display()));
    let program = prefix.join("etrange");
    run(command.arg("-o").arg(&program));
    assert_eq!(says(&program), expected());
}

/// As a package is made: the files below DESTDIR know nothing of it; and `make uninstall` takes back what it put there.
#[test]
fn destdir_stands_before_the_prefix_and_uninstall_takes_all_back() {
    let destdir = folder("installee-dest");
    make("install", Path::new("/usr"), &destdir);
    assert_eq!(files(&destdir.join("usr")), INSTALLED);
    let pc = std::fs::read_to_string(destdir.join("usr/lib/pkgconfig/validation.pc")).expect("a file");
    assert!(pc.starts_with("libdir=/usr/lib\nincludedir=/usr/include\n"), "{pc}");
    assert!(pc.contains(concat!("\nVersion: ", env!("CARGO_PKG_VERSION"), "\n")), "{pc}");
    make("uninstall", Path::new("/usr"), &destdir);
    assert_eq!(files(&destdir), Vec::<String>::new());
}
