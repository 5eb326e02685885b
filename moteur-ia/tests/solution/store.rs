//! The cache file: what is written comes back, and nothing else is taken for it.

use std::{fs, path::Path};

use moteur_ia::colonnes::solution::store::{self, Origin, StoreError};

use crate::table;

fn save(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("colonnes.table");
    store::save(table(), &path).expect("a writable folder");
    path
}

#[test]
fn what_is_saved_is_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = save(&folder.path().join("new").join("folders"));
    let loaded = store::load(&path).expect("a good file");
    assert!(loaded.bytes() == table().bytes());
    let (opened, origin) = store::open(Some(&path), &mut |_| panic!("nothing to compute"));
    assert!(matches!(origin, Origin::Loaded));
    assert!(opened.bytes() == table().bytes());
    let files: Vec<_> = fs::read_dir(path.parent().expect("a folder")).expect("readable").collect();
    assert_eq!(files.len(), 1, "nothing is left beside the file: {files:?}");
}

#[test]
fn every_damage_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = save(folder.path());
    let good = fs::read(&path).expect("the file");
    let load = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a writable file");
        store::load(&path).err()
    };
    assert!(load(&good).is_none());
    // The magic word and the version, then everything else.
    for at in [0, 7, 8] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        assert!(matches!(load(&bad), Some(StoreError::Foreign(_))), "byte {at}");
    }
    let mut rng = fastrand::Rng::with_seed(1);
    let places =
        (12..120).step_by(9).chain([good.len() - 1]).chain((0..10).map(|_| rng.usize(120..good.len())));
    for at in places.collect::<Vec<_>>() {
        let mut bad = good.clone();
        bad[at] ^= 1 << rng.u32(0..8);
        assert!(matches!(load(&bad), Some(StoreError::Damaged(_))), "byte {at}");
    }
    for len in [0, 5, 11, 15, 40, 1000, good.len() - 1] {
        assert!(load(&good[..len]).is_some(), "{len} bytes");
    }
    assert!(matches!(load(&[&good[..], b"!"].concat()), Some(StoreError::Damaged(_))));
    // Lengths of chunks that no file can have.
    let mut bad = good.clone();
    bad[20..24].fill(0xFF);
    assert!(matches!(load(&bad), Some(StoreError::Damaged(_))));
    fs::remove_file(&path).expect("removable");
    assert!(store::load(&path).is_err_and(|error| error.is_missing()));
}

#[test]
fn many_may_start_at_once_on_a_damaged_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("colonnes.table");
    fs::write(&path, b"COLONNES, but not really").expect("a writable folder");
    let open = || {
        let mut steps = 0;
        let (opened, origin) = store::open(Some(&path), &mut |progress| {
            assert!(progress.known <= progress.total);
            steps += 1;
        });
        assert!(opened.bytes() == table().bytes());
        match origin {
            Origin::Loaded => false,
            Origin::Solved { refused, unsaved } => {
                assert!(matches!(refused, Some(StoreError::Foreign(_))), "{refused:?}");
                assert!(unsaved.is_none() && steps > 0, "{unsaved:?}");
                true
            }
        }
    };
    let solved = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        all.into_iter().map(|thread| thread.join().expect("no panic")).filter(|solved| *solved).count()
    });
    assert!(solved >= 1);
    assert!(store::load(&path).is_ok_and(|loaded| loaded.bytes() == table().bytes()));
}

#[test]
fn a_folder_that_cannot_be_made_does_not_prevent_playing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a file");
    fs::write(&file, "").expect("a writable folder");
    let (opened, origin) = store::open(Some(&file.join("colonnes.table")), &mut |_| ());
    assert!(opened.bytes() == table().bytes());
    assert!(matches!(origin, Origin::Solved { unsaved: Some(_), .. }), "{origin:?}");
}

#[test]
fn a_choice_may_be_a_file_or_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(store::path(Some(folder.path())), Some(folder.path().join("colonnes.table")));
    let file = folder.path().join("elsewhere");
    assert_eq!(store::path(Some(&file)), Some(file));
}
