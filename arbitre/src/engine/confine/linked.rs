//! The folders in which a program or library says that its libraries are (`-Wl,-rpath`).

use std::fs::File;
use std::path::{Path, PathBuf};

use object::elf::{DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::FileHeader;
use object::{Endianness, ReadCache};

/// A linker writes one entry, or two. Each may be as long as the file, which comes from a stranger.
const ENTRIES: usize = 2;
/// Longer files are not looked into, in bytes.
const LONGEST: u64 = 256 << 20;

/// The folders of this file's libraries; none for what is no program or library of this kind of machine.
pub fn folders(file: &Path) -> Vec<PathBuf> {
    let said = File::open(file).ok().and_then(said).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    let parts = said.iter().flat_map(|said| said.split(|byte| *byte == b':'));
    let named = parts.filter_map(|part| {
        let part = str::from_utf8(part).ok()?;
        Some(PathBuf::from(part.replace("${ORIGIN}", &folder).replace("$ORIGIN", &folder)))
    });
    named.filter(|path| path.is_absolute()).collect()
}

/// What stands in the file's dynamic section.
fn said(file: File) -> Option<Vec<Vec<u8>>> {
    let about = file.metadata().ok()?;
    if !about.is_file() || about.len() > LONGEST {
        return None;
    }
    // Only what is needed of it is read.
    let data = ReadCache::new(file);
    let header = FileHeader64::<Endianness>::parse(&data).ok()?;
    let endian = header.endian().ok()?;
    let table = header.sections(endian, &data).ok()?.dynamic_table(endian, &data).ok()?;
    let named = table.iter().filter(|entry| matches!(entry.tag, DT_RPATH | DT_RUNPATH));
    Some(named.take(ENTRIES).filter_map(|entry| table.string(entry).ok().map(<[u8]>::to_vec)).collect())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn what_is_no_program_has_no_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x");
        for bytes in [&b""[..], b"#!/bin/sh\n", b"\x7fELF\x02\x01\x01", &[0x7f; 4096]] {
            std::fs::write(&file, bytes).expect("written");
            assert!(folders(&file).is_empty());
        }
        assert!(folders(folder.path()).is_empty());
        assert!(folders(Path::new(OsStr::from_bytes(b"/\xff"))).is_empty());
    }

    #[test]
    fn a_program_says_where_its_libraries_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let (source, program) = (folder.path().join("x.c"), folder.path().join("x.so"));
        std::fs::write(&source, "int x;\n").expect("written");
        let built = std::process::Command::new("cc")
            .args(["-shared", "-o"])
            .args([&program, &source])
            .arg("-Wl,-rpath,/opt/gsl/lib:$ORIGIN/lib:relatif")
            .status();
        assert!(built.expect("cc runs").success());
        assert_eq!(folders(&program), [PathBuf::from("/opt/gsl/lib"), folder.path().join("lib")]);
    }
}
