//! Archives as they come, and as nobody should send them.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;
use crate::submissions::language::all_files;

const SMALL: Room = Room { bytes: 1 << 20, entries: 50, depth: 5 };

/// A zip of these files.
fn zipped(folder: &Path, name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let path = folder.join(name);
    let mut zip = ZipWriter::new(File::create(&path).expect("a file"));
    for (name, bytes) in files {
        let options =
            SimpleFileOptions::default().unix_permissions(if name.ends_with("bot") { 0o755 } else { 0o600 });
        zip.start_file(*name, options).expect("an entry");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished");
    path
}

/// A tar with entries of these kinds, names as they are.
fn tarred(entries: &[(&[u8], tar::EntryType, &[u8])]) -> Vec<u8> {
    let mut tar = vec![];
    for (name, kind, bytes) in entries {
        let mut head = tar::Header::new_old();
        head.as_old_mut().name[..name.len()].copy_from_slice(name);
        head.set_entry_type(*kind);
        head.set_size(bytes.len() as u64);
        head.set_mode(0o644);
        if kind.is_symlink() || kind.is_hard_link() {
            head.set_link_name("/etc/passwd").expect("a link");
        }
        head.set_cksum();
        tar.extend(head.as_bytes());
        tar.extend(*bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

struct Scene {
    top: TempDir,
}

impl Scene {
    fn new() -> Self {
        Scene { top: tempfile::tempdir().expect("a folder") }
    }

    /// What comes of this: the files, or the code of the reason.
    fn unpacked(&self, path: PathBuf) -> Result<Vec<String>, &'static str> {
        let into = self.top.path().join("out");
        fs::remove_dir_all(&into).ok();
        let done = unpack(&[path], &into, SMALL);
        assert!(!self.top.path().join("evil").exists() && !Path::new("/tmp/evil-arbitre").exists());
        let names = |path: PathBuf| path.display().to_string();
        match done {
            Ok(_) => Ok(all_files(&into).into_iter().map(names).collect()),
            Err(why) => Err(innermost(&why)),
        }
    }

    fn tar(&self, entries: &[(&[u8], tar::EntryType, &[u8])]) -> Result<Vec<String>, &'static str> {
        let path = self.top.path().join("x.tar");
        fs::write(&path, tarred(entries)).expect("a file");
        self.unpacked(path)
    }
}

fn innermost(why: &Reason) -> &'static str {
    let mut why = why;
    while let Some(cause) = &why.cause {
        why = cause;
    }
    let known = [
        "unpack-path",
        "unpack-name",
        "unpack-deep",
        "unpack-many",
        "unpack-large",
        "unpack-twice",
        "unpack-kind",
        "unpack-password",
        "unpack-zip",
        "unpack-broken",
        "unpack-cut",
        "os",
        "file",
    ];
    known.into_iter().find(|code| *code == why.code).unwrap_or("?")
}

#[test]
fn what_people_send_comes_to_the_top() {
    let scene = Scene::new();
    let folder = scene.top.path();
    let zip = zipped(
        folder,
        "a.zip",
        &[
            ("projet/bot", b"#!/bin/sh\n"),
            ("projet/livres/un.txt", b"x"),
            ("__MACOSX/projet/._bot", b"y"),
            ("projet/.DS_Store", b"z"),
            ("projet\\sous\\deux.txt", b"x"),
        ],
    );
    assert_eq!(scene.unpacked(zip).expect("unpacked"), ["bot", "livres/un.txt", "sous/deux.txt"]);
    let mode = fs::metadata(folder.join("out/bot")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    // An archive in Moodle's folder, beside a report; compressed by gzip.
    let handed_in = folder.join("Zoé_1_assignsubmission_file_");
    fs::create_dir(&handed_in).expect("a folder");
    fs::write(handed_in.join("rapport.pdf"), "").expect("a file");
    let mut gz = GzEncoder::new(File::create(handed_in.join("b.tgz")).expect("a file"), Compression::fast());
    gz.write_all(&tarred(&[(b"bot.py", tar::EntryType::Regular, b"x")])).expect("written");
    gz.finish().expect("finished");
    assert_eq!(scene.unpacked(handed_in).expect("unpacked"), ["bot.py", "rapport.pdf"]);
}

#[test]
fn names_of_old_programs_are_read() {
    let scene = Scene::new();
    // Latin letters as Windows writes them into a tar, and as MS-DOS does into a zip.
    let regular = tar::EntryType::Regular;
    assert_eq!(scene.tar(&[(b"\xe9t\xe9.py", regular, b"")]).expect("unpacked"), ["été.py"]);
    let zip = zipped(scene.top.path(), "a.zip", &[("old.py", b""), ("e\u{301}.py", b"")]);
    let mut bytes = fs::read(&zip).expect("a zip");
    let places: Vec<usize> =
        bytes.windows(6).enumerate().filter(|(_, six)| six == b"old.py").map(|(at, _)| at).collect();
    for at in places {
        bytes[at..at + 3].copy_from_slice(b"\x82t\x82");
    }
    fs::write(&zip, bytes).expect("written");
    assert_eq!(scene.unpacked(zip).expect("unpacked"), ["é.py", "été.py"]);
}

#[test]
fn nothing_leaves_the_folder() {
    let scene = Scene::new();
    let folder = scene.top.path();
    let regular = tar::EntryType::Regular;
    for name in
        ["../evil", "a/../../evil", "/tmp/evil-arbitre", "..\\evil", "C:\\evil", "a/..", "\\\\host\\evil"]
    {
        let zip = zipped(folder, "a.zip", &[("good", b""), (name, b"")]);
        assert_eq!(scene.unpacked(zip), Err("unpack-path"), "{name}");
        assert_eq!(scene.tar(&[(name.as_bytes(), regular, b"")]), Err("unpack-path"), "{name}");
    }
    for kind in [tar::EntryType::Symlink, tar::EntryType::Link, tar::EntryType::Char, tar::EntryType::Fifo] {
        let entries: [(&[u8], _, &[u8]); 3] =
            [(b"lien", kind, b""), (b"lien/evil", regular, b"x"), (b"bon", regular, b"x")];
        assert_eq!(scene.tar(&entries).expect("unpacked"), ["bon", "lien/evil"], "{kind:?}");
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let scene = Scene::new();
    let folder = scene.top.path();
    let bomb = vec![0; 2 << 20];
    let zip = zipped(folder, "a.zip", &[("bomb", &bomb)]);
    assert!(fs::metadata(&zip).expect("a zip").len() < 10_000);
    assert_eq!(scene.unpacked(zip), Err("unpack-large"));
    let mut gz = GzEncoder::new(File::create(folder.join("b.tar.gz")).expect("a file"), Compression::best());
    gz.write_all(&tarred(&[(b"long", tar::EntryType::GNULongName, &bomb)])).expect("written");
    gz.finish().expect("finished");
    assert_eq!(scene.unpacked(folder.join("b.tar.gz")), Err("unpack-large"));
    let names: Vec<String> = (0..60).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(scene.unpacked(zipped(folder, "a.zip", &many)), Err("unpack-many"));
    let regular = tar::EntryType::Regular;
    assert_eq!(scene.tar(&[(b"1/2/3/4/5/6", regular, b"")]), Err("unpack-deep"));
    assert_eq!(scene.tar(&[(b"a", regular, b"1"), (b"./a", regular, b"2")]), Err("unpack-twice"));
    assert_eq!(scene.tar(&[(b"a", regular, b"1"), (b"a/b", regular, b"2")]), Err("unpack-twice"));
}

/// A tar as `tar -S` writes it: `x` behind a hole of this length.
fn sparse(hole: u64) -> Vec<u8> {
    let octal = |number: u64| -> [u8; 12] {
        format!("{number:011o}\0").into_bytes().try_into().expect("twelve digits")
    };
    let mut head = tar::Header::new_gnu();
    head.set_path("book").expect("a path");
    head.set_entry_type(tar::EntryType::GNUSparse);
    head.set_size(1);
    let gnu = head.as_gnu_mut().expect("of GNU");
    gnu.realsize = octal(hole + 1);
    (gnu.sparse[0].offset, gnu.sparse[0].numbytes) = (octal(hole), octal(1));
    head.set_cksum();
    let mut tar = [head.as_bytes(), &b"x"[..]].concat();
    tar.resize(2048, 0);
    tar
}

#[test]
fn long_names_are_refused_before_they_are_read() {
    let scene = Scene::new();
    let folder = scene.top.path();
    let unpacked = |entries: &[(&str, usize)], room: Room| {
        let mut tar = tar::Builder::new(vec![]);
        for (name, bytes) in entries {
            let mut head = tar::Header::new_gnu();
            head.set_size(*bytes as u64);
            tar.append_data(&mut head, name, io::repeat(0).take(*bytes as u64)).expect("an entry");
        }
        fs::write(folder.join("x.tar"), tar.into_inner().expect("a tar")).expect("a file");
        fs::remove_dir_all(folder.join("out")).ok();
        unpack(&[folder.join("x.tar")], &folder.join("out"), room)
    };
    let long = unpacked(&[(&"a".repeat(2 << 20), 0)], Room::SUBMISSION).expect_err("too long");
    assert_eq!(innermost(&long), "unpack-large");
    for name in ["a".repeat(300), "a/".repeat(2100)] {
        let long = unpacked(&[(&name, 0)], Room::SUBMISSION).expect_err("too long");
        let why = long.cause.expect("a cause");
        assert!(why.code == "unpack-name" && why.args[0].chars().count() <= 200, "{why:?}");
    }
    // A large file that is left out is no name.
    let folders = "long".repeat(50);
    let name = format!("{folders}/{folders}.py");
    unpacked(&[("__pycache__/x", 2 << 20), (&name, 1)], Room::SUBMISSION).expect("unpacked");
    assert_eq!(all_files(&folder.join("out")), [PathBuf::from(format!("{folders}.py"))]);
}

#[test]
fn holes_of_sparse_files_take_room() {
    let scene = Scene::new();
    let path = scene.top.path().join("x.tar");
    fs::write(&path, sparse(1000)).expect("a file");
    assert_eq!(scene.unpacked(path.clone()).expect("unpacked"), ["book"]);
    fs::write(&path, sparse(1 << 30)).expect("a file");
    assert_eq!(scene.unpacked(path), Err("unpack-large"));
}

#[test]
fn what_is_no_archive_is_told() {
    let scene = Scene::new();
    let folder = scene.top.path();
    for (name, bytes, why) in [
        ("a.zip", &b"Rar!\x1a\x07"[..], "unpack-kind"),
        ("a.rar", b"", "unpack-kind"),
        ("a.7z", b"", "unpack-kind"),
        ("a.zip", b"PK\x03\x04", "unpack-zip"),
        ("a.tgz", b"\x1f\x8b\x08", "unpack-cut"),
        ("a.tar", b"nothing", "unpack-cut"),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file");
        assert_eq!(scene.unpacked(path), Err(why), "{name}");
    }
}

#[test]
fn what_was_there_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a"), "old").expect("a file");
    let regular = tar::EntryType::Regular;
    let tar = tarred(&[(b"a", regular, b"new"), (b"b", regular, b"new")]);
    add_new(&tar, folder.path(), SMALL).expect("added");
    assert_eq!(fs::read(folder.path().join("a")).expect("a file"), b"old");
    assert_eq!(fs::read(folder.path().join("b")).expect("a file"), b"new");
    let into = folder.path().join("a");
    assert!(unpack(&[], &into, SMALL).is_err() && unpack(&[], folder.path(), SMALL).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever an archive says, files land in the folder, and no more than there is room for.
    #[test]
    fn any_archive_stays_within_its_folder(
        names in proptest::collection::vec("(\\.\\./|/|\\\\|a/|b|\\.|é|\u{202e}|\0){1,6}", 1..8),
        kinds in proptest::collection::vec(0u8..=255, 8),
        cut in 0usize..6000,
        noise in proptest::collection::vec((0usize..6000, any::<u8>()), 0..4),
    ) {
        let entries: Vec<_> = names.iter().zip(&kinds).map(|(name, kind)| {
            let name = &name.as_bytes()[..name.len().min(99)];
            (name, tar::EntryType::new(*kind), &b"0123456789"[..])
        }).collect();
        let mut bytes = tarred(&entries);
        for (at, byte) in noise {
            if let Some(place) = bytes.get_mut(at) { *place = byte; }
        }
        bytes.truncate(cut.max(512));
        let top = tempfile::tempdir().expect("a folder");
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        let path = top.path().join("in.tar");
        fs::write(&path, &bytes).expect("a file");
        let into = top.path().join("deep/er");
        fs::create_dir(top.path().join("deep")).expect("a folder");
        unpack(&[path], &into, SMALL).ok();
        let mut zip = ZipWriter::new(File::create(top.path().join("in.zip")).expect("a file"));
        for (name, bytes) in files {
            if zip.start_file(name, SimpleFileOptions::default()).is_ok() {
                zip.write_all(bytes).expect("written");
            }
        }
        zip.finish().expect("finished");
        unpack(&[top.path().join("in.zip")], &top.path().join("deep/zip"), SMALL).ok();
        let outside: Vec<_> = all_files(top.path()).into_iter().filter(|file| {
            !file.starts_with("deep/er") && !file.starts_with("deep/zip")
        }).collect();
        prop_assert_eq!(outside, [PathBuf::from("in.tar"), PathBuf::from("in.zip")]);
    }
}
