//! The program in a folder of its own, descriptions, what it has recorded.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arbitre::record::Record;
use nix::libc::O_NONBLOCK;

pub use testing::output::text;
pub use testing::process::{Killed, children, program};
pub use testing::{PATIENCE, until};

/// The program, to be started in this folder.
pub fn championnat(folder: &Path, args: &[&str]) -> Command {
    program("moteur");
    let mut command = Command::new(env!("CARGO_BIN_EXE_championnat"));
    command.current_dir(folder).args(args).env("RUST_LOG", "warn").env_remove("LANG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it to its end.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    championnat(folder, args).output().expect("championnat")
}

/// The records that count, by the key of their scheduled game; each key must come once.
pub fn exported(folder: &Path) -> BTreeMap<String, Record> {
    let output = run(folder, &["exporte", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut records = BTreeMap::new();
    for line in text(&output.stdout).lines() {
        let record = Record::from_json(line).expect("a record");
        let key = record.scheduled.clone().expect("a key");
        assert!(records.insert(key, record).is_none(), "a game counts twice");
    }
    records
}

/// Describes a championship in `mai.toml`.
pub fn describe(folder: &Path, game: &str, head: &str, contestants: &[(&str, &str)]) {
    let mut file = format!("jeu = \"{game}\"\ngraine = 1\n{head}\n");
    for (name, rest) in contestants {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\n{rest}\n");
    }
    std::fs::write(folder.join("mai.toml"), file).expect("a file");
}

/// An engine that is this script, in a file of the folder: the line of the description.
pub fn script(folder: &Path, name: &str, script: &str) -> String {
    format!("moteur = \"{}\"", testing::championship::engine(folder, name, script))
}

/// Waits until somebody reads this pipe, who goes on once what is returned is dropped.
pub fn hold_up(pipe: &Path) -> File {
    let open = || OpenOptions::new().write(true).custom_flags(O_NONBLOCK).open(pipe).ok();
    testing::find("its reader", open)
}

/// Waits for a championship that ends well by itself; the rest of its output.
pub fn ends_well(mut server: Killed, mut out: impl Read) -> String {
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("its output");
    assert!(server.0.wait().expect("its end").success(), "{rest}");
    rest
}
