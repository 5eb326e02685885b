//! The journal of decisions: a line of JSON each, beside the records. Both together are the truth.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use championnat::presentation::InWords;
use championnat::{Decision, Store};
use jeux::Reason;

/// Its name in the folder of records.
const NAME: &str = "decisions.jsonl";

/// All decisions of the championship in this folder of records.
pub fn read(records: &Path) -> Result<Vec<Decision>> {
    let path = path(records);
    let mut text = String::new();
    match File::open(&path).and_then(|mut file| file.read_to_string(&mut text)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        done => done.with_context(|| path.display().to_string())?,
    };
    let mut decisions: Vec<Decision> = Vec::new();
    // An incomplete last line was never announced.
    for (line, number) in text.split_inclusive('\n').filter(|line| line.ends_with('\n')).zip(1_u64..) {
        match serde_json::from_str::<Decision>(line) {
            Ok(decision) if decision.number as usize == decisions.len() + 1 => decisions.push(decision),
            // Two processes of an older version could write one twice.
            Ok(decision) if decisions.contains(&decision) => {}
            _ => bail!(i18n::text!("journal-line", path = path.display().to_string(), line = number)),
        }
    }
    Ok(decisions)
}

/// Gives the store, which is locked, and the journal the decisions that only the other one has. Another process may have
/// decided between the reading of the journal and the lock.
pub fn synchronize(records: &Path, store: &mut Store) -> Result<()> {
    let journal = read(records)?;
    journal.iter().try_for_each(|decision| store.decide(decision)).in_words()?;
    complete(records, journal.len(), store.decisions().list())
}

/// Appends the decisions that the store has and the journal has lost after its `there` first ones:
/// numbers must have no gaps.
pub fn complete(records: &Path, there: usize, decisions: &[Decision]) -> Result<()> {
    decisions.iter().skip(there).try_for_each(|decision| append(records, decision)).in_words()
}

/// Appends a decision durably.
pub fn append(records: &Path, decision: &Decision) -> Result<(), Reason> {
    edit(records, |file, text| {
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1) as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        file.write_all(&line(decision)?)?;
        file.sync_all()?;
        File::open(records)?.sync_all()
    })
}

/// Removes the last decision if it is this one, which does not hold after all.
pub fn take_back(records: &Path, decision: &Decision) -> Result<(), Reason> {
    if !path(records).exists() {
        return Ok(());
    }
    edit(records, |file, text| {
        let Some(before) = text.strip_suffix(&*line(decision)?) else { return Ok(()) };
        file.set_len(before.len() as u64)?;
        file.sync_all()
    })
}

fn line(decision: &Decision) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(decision)?;
    line.push(b'\n');
    Ok(line)
}

/// Opens the file, and edits it with its text.
fn edit(records: &Path, edit: impl FnOnce(&mut File, &[u8]) -> io::Result<()>) -> Result<(), Reason> {
    let path = path(records);
    let edited = || {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        edit(&mut file, &text)
    };
    edited().map_err(|error| Reason::file(&path, &error))
}

fn path(records: &Path) -> PathBuf {
    records.join(NAME)
}

#[cfg(test)]
mod tests {
    use championnat::{DecisionDraft, DecisionRuling};

    use super::*;

    #[test]
    fn what_was_cut_short_was_not_decided() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap(), []);
        let decision = |number| Decision {
            number,
            at_ms: 0,
            request: DecisionDraft {
                who: "ada".into(),
                why: "é".into(),
                ruling: DecisionRuling::Withdraw { contestant: "bob".into() },
            },
            drawn: 1,
            annuls: false,
            changes: vec![],
        };
        append(folder.path(), &decision(1)).unwrap();
        let file = path(folder.path());
        let whole = std::fs::read(&file).unwrap();
        let mut cut = whole.clone();
        cut.extend(&whole[..whole.len() / 2]);
        std::fs::write(&file, cut).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [decision(1)]);
        append(folder.path(), &decision(2)).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [decision(1), decision(2)]);
        for _ in 0..2 {
            take_back(folder.path(), &decision(2)).unwrap();
            assert_eq!(read(folder.path()).unwrap(), [decision(1)]);
        }
        take_back(&folder.path().join("gone"), &decision(1)).unwrap();
        // What the store has is written again.
        std::fs::remove_file(&file).unwrap();
        complete(folder.path(), 0, &[decision(1), decision(2)]).unwrap();
        complete(folder.path(), 2, &[decision(1), decision(2)]).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [decision(1), decision(2)]);
        // Some have been written twice.
        let twice = [&decision(1), &decision(2), &decision(1), &decision(2), &decision(3)];
        std::fs::remove_file(&file).unwrap();
        twice.into_iter().try_for_each(|decision| append(folder.path(), decision)).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [decision(1), decision(2), decision(3)]);
        // A missing number, another decision of the same number, or another kind of line, is an error.
        let other = Decision { at_ms: 1, ..decision(1) };
        for wrong in [decision(3), other] {
            std::fs::write(&file, &whole).unwrap();
            append(folder.path(), &wrong).unwrap();
            assert!(read(folder.path()).is_err());
        }
        std::fs::write(&file, "[]\n").unwrap();
        assert!(read(folder.path()).is_err());
    }
}
