//! Bundles: the files of an engine as one file, named by its SHA-256.
//!
//! A bundle is a tar archive of regular files and folders under their absolute paths. Who unpacks one trusts
//! nothing in it: names that leave the folder, links, devices, and more than fits are refused.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path};

use arbitre::engine::{Contents, MOST_BYTES, MOST_FILES};
use jeux::Reason;
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};

/// Writes the bundle of these files into this folder; its sum and length. The same files give the same sum anywhere.
pub fn write(contents: &Contents, folder: &Path) -> Result<(String, u64), Reason> {
    let beside = folder.join(format!(".{}.new", std::process::id()));
    let mut create = OpenOptions::new();
    let out = create.write(true).create(true).truncate(true).mode(0o600).open(&beside);
    let mut builder = Builder::new(out.map_err(|error| Reason::file(&beside, &error))?);
    for path in contents.paths() {
        append(&mut builder, path).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull => Reason::file(&beside, &error),
            _ => Reason::file(path, &error),
        })?;
    }
    let done = builder.into_inner().and_then(|out| out.sync_all());
    let (sum, bytes) = done.and_then(|()| sum(&beside)).map_err(|error| Reason::file(&beside, &error))?;
    let path = folder.join(&sum);
    fs::rename(&beside, &path).map_err(|error| Reason::file(&path, &error))?;
    Ok((sum, bytes))
}

fn append(builder: &mut Builder<File>, path: &Path) -> io::Result<()> {
    let data = fs::metadata(path)?;
    let mut header = Header::new_gnu();
    header.set_mtime(0);
    let name = path.strip_prefix("/").unwrap_or(path);
    if data.is_dir() {
        header.set_entry_type(EntryType::Directory);
        header.set_mode(0o755);
        header.set_size(0);
        return builder.append_data(&mut header, name, io::empty());
    }
    header.set_mode(if data.mode() & 0o111 == 0 { 0o644 } else { 0o755 });
    header.set_size(data.len());
    // A file that grows meanwhile is cut; one that shrinks is filled up.
    let contents = File::open(path)?.chain(io::repeat(0)).take(data.len());
    builder.append_data(&mut header, name, contents)
}

/// The SHA-256 of a file in hexadecimal, and its length.
pub fn sum(path: &Path) -> io::Result<(String, u64)> {
    let (mut from, mut hasher, mut bytes) = (File::open(path)?, Sha256::new(), 0);
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            return Ok((hex::encode(hasher.finalize()), bytes));
        }
        hasher.update(&piece[..read]);
        bytes += read as u64;
    }
}

/// Unpacks a bundle of this sum into a new folder, read-only.
///
/// # Errors
/// It has another sum, or contains what no bundle does; nothing is left then.
pub fn unpack(bundle: &Path, expected: &str, folder: &Path) -> Result<(), Reason> {
    let (found, _) = sum(bundle).map_err(|error| Reason::file(bundle, &error))?;
    if found != expected {
        return Err(Reason::new("bundle-sum").with(expected));
    }
    let beside = folder.with_extension("new");
    fs::remove_dir_all(&beside).ok();
    let unpacked = entries(bundle, &beside)
        .and_then(|()| fs::rename(&beside, folder).map_err(|error| Reason::file(folder, &error)));
    if unpacked.is_err() {
        fs::remove_dir_all(&beside).ok();
    }
    unpacked
}

fn entries(bundle: &Path, folder: &Path) -> Result<(), Reason> {
    let wrong = |error: io::Error| Reason::file(bundle, &error);
    fs::create_dir_all(folder).map_err(|error| Reason::file(folder, &error))?;
    let (mut count, mut bytes) = (0, 0_u64);
    let mut archive = Archive::new(File::open(bundle).map_err(wrong)?);
    for entry in archive.entries().map_err(wrong)? {
        let mut entry = entry.map_err(wrong)?;
        let name = entry.path().map_err(wrong)?.into_owned();
        let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        let kind = entry.header().entry_type();
        if !plain || name.as_os_str().is_empty() || !(kind.is_file() || kind.is_dir()) {
            return Err(Reason::new("bundle-entry").with(name.display()));
        }
        count += 1;
        bytes += entry.size();
        if count > MOST_FILES || bytes > MOST_BYTES {
            return Err(Reason::new("bundle-large").with(MOST_BYTES >> 20).with(MOST_FILES));
        }
        let path = folder.join(&name);
        let failed = |error: io::Error| Reason::file(&path, &error);
        if kind.is_dir() {
            fs::create_dir_all(&path).map_err(failed)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let executable = entry.header().mode().map_err(wrong)? & 0o111 != 0;
        let mut out = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
        io::copy(&mut entry, &mut out).and_then(|_| out.flush()).map_err(failed)?;
        let mode = if executable { 0o555 } else { 0o444 };
        out.set_permissions(fs::Permissions::from_mode(mode)).map_err(failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn an_engine_arrives_as_it_left() {
        let (here, there) = (folder(), folder());
        let bots = here.path().join("bots");
        fs::create_dir_all(bots.join("livre")).expect("made");
        fs::write(bots.join("a.py"), "print()").expect("written");
        fs::write(bots.join("livre/un"), vec![7; 100_000]).expect("written");
        fs::set_permissions(bots.join("a.py"), fs::Permissions::from_mode(0o755)).expect("a mode");
        std::os::unix::fs::symlink("livre/un", bots.join("lien")).expect("a link");
        std::os::unix::fs::symlink("nulle-part", bots.join("mort")).expect("a link");
        fs::write(here.path().join("secret"), "").expect("written");
        std::os::unix::fs::symlink("../secret", bots.join("dehors")).expect("a link");
        std::os::unix::fs::symlink("/etc", bots.join("etc")).expect("a link");
        let contents = Contents::of(std::slice::from_ref(&bots)).expect("contents");
        let (sum, _) = write(&contents, there.path()).expect("a bundle");
        assert_eq!(write(&contents, there.path()).expect("again").0, sum);
        let to = there.path().join("dir");
        unpack(&there.path().join(&sum), &sum, &to).expect("unpacked");
        let arrived = to.join(bots.strip_prefix("/").expect("absolute"));
        assert_eq!(fs::read(arrived.join("livre/un")).expect("a file"), vec![7; 100_000]);
        assert_eq!(fs::read(arrived.join("lien")).expect("a file"), vec![7; 100_000]);
        assert!(["mort", "dehors", "etc"].iter().all(|name| !arrived.join(name).exists()));
        assert_eq!(fs::metadata(arrived.join("a.py")).expect("a file").mode() & 0o777, 0o555);
        fs::write(bots.join("a.py"), "autre").expect("written");
        assert_ne!(Contents::of(&[bots]).expect("contents"), contents);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

        /// Whatever a bundle has become, nothing is written outside its folder, and nothing half stays.
        #[test]
        fn a_spoilt_bundle_stays_in_its_folder(
            spoils in proptest::collection::vec((0_usize..4096, proptest::prelude::any::<u8>()), 0..12),
            length in 0_usize..8192,
        ) {
            let place = folder();
            let from = place.path().join("from");
            fs::create_dir_all(from.join("un/deux")).expect("made");
            fs::write(from.join("un/deux/a"), "texte").expect("written");
            fs::write(from.join("b"), vec![1; 600]).expect("written");
            let made = place.path().join("made");
            fs::create_dir(&made).expect("made");
            let (first, _) = write(&Contents::of(&[from]).expect("contents"), &made).expect("a bundle");
            let mut bytes = fs::read(made.join(first)).expect("a bundle");
            let end = bytes.len();
            spoils.iter().for_each(|(at, byte)| bytes[at % end] = *byte);
            bytes.truncate(length.max(512));
            let (bundle, to) = (place.path().join("b"), place.path().join("to"));
            fs::write(&bundle, &bytes).expect("written");
            let (sum, _) = sum(&bundle).expect("a sum");
            let unpacked = unpack(&bundle, &sum, &to);
            proptest::prop_assert_eq!(unpacked.is_ok(), to.exists());
            let mut left: Vec<String> = fs::read_dir(place.path()).expect("a folder").flatten()
                .map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            left.retain(|name| name != "to");
            left.sort();
            proptest::prop_assert_eq!(left, ["b", "from", "made"]);
        }
    }

    #[test]
    fn what_no_bundle_contains_is_refused() {
        let place = folder();
        let made = |name: &str, kind: EntryType, content: &[u8]| {
            let path = place.path().join("b");
            let mut builder = Builder::new(File::create(&path).expect("a file"));
            let mut header = Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            // The library refuses such names itself.
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            if kind.is_symlink() {
                header.set_link_name("/etc/passwd").expect("a link");
            }
            header.set_cksum();
            builder.append(&header, content).expect("appended");
            builder.into_inner().expect("an archive");
            let (sum, _) = sum(&path).expect("a sum");
            unpack(&path, &sum, &place.path().join("to")).map_err(|why| why.code)
        };
        let entry = Err("bundle-entry".into());
        assert_eq!(made("../x", EntryType::Regular, b"x"), entry);
        assert_eq!(made("/etc/x", EntryType::Regular, b"x"), entry);
        assert_eq!(made("a", EntryType::Symlink, b""), entry);
        assert_eq!(made("a", EntryType::Link, b""), entry);
        assert_eq!(made("a", EntryType::Char, b""), entry);
        assert!(!place.path().join("to").exists() && !place.path().join("x").exists());
        assert_eq!(made("a", EntryType::Regular, b"x"), Ok(()));
        let other = unpack(&place.path().join("b"), &"0".repeat(64), &place.path().join("n"));
        assert_eq!(other.map_err(|why| why.code), Err("bundle-sum".into()));
        assert_eq!(Contents::of(&["/dev/null".into()]).map_err(|why| why.code), Err("bundle-special".into()));
        assert_eq!(Contents::of(&["/nulle/part".into()]).map_err(|why| why.code), Err("file".into()));
    }
}
