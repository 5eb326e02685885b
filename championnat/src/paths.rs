//! Files of a championship beside its records.

use std::path::{Path, PathBuf};

/// The folder of the engines' logs.
const LOGS: &str = "journaux";
/// The folder of the bridge to other machines.
const MACHINES: &str = "machines";
/// The socket of a running championship.
const SOCKET: &str = ".controle";

/// The socket of a running championship, in the folder of its records.
pub fn socket(records: &Path) -> PathBuf {
    records.join(SOCKET)
}

/// The folder of the bridge to other machines.
pub fn machines(records: &Path) -> PathBuf {
    records.join(MACHINES)
}

/// The outcome of the last trial of all engines, in JSON; in CSV beside it.
pub fn trial(records: &Path) -> PathBuf {
    records.join(LOGS).join("essai.json")
}

/// The log of a contestant's engine, named after it as by [`plain`].
pub fn log(records: &Path, name: &str, number: usize) -> PathBuf {
    records.join(LOGS).join(plain(name, number) + ".log")
}

/// A contestant's name as a file's, without its end; a name unfit for files is replaced by one with
/// its index, `number`.
pub fn plain(name: &str, number: usize) -> String {
    let safe = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let like: String = name.chars().map(safe).collect();
    if like == name { like } else { format!("{like}-{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_have_names_that_lead_nowhere_else() {
        let name = |name: &str| log(Path::new("r"), name, 7).display().to_string();
        assert_eq!(name("dupont"), "r/journaux/dupont.log");
        assert_eq!(name("../../x"), "r/journaux/______x-7.log");
        assert_eq!(name("a b"), "r/journaux/a_b-7.log");
        assert_eq!(name("."), "r/journaux/_-7.log");
    }
}
