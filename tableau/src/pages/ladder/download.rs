//! What was handed in, as a file.

use std::convert::Infallible;
use std::fs::{self, File};
use std::io;
use std::path::Path as FilePath;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use echelle::Ladder;
use futures_util::stream::{self, Stream};
use tar::{Builder, Header};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::door::{self, OpenedLadder};
use crate::page;
use crate::visit::Visit;

/// Archives on their way at once, and how long somebody waits for his turn.
const AT_ONCE: usize = 8;
static PACKING: Semaphore = Semaphore::const_new(AT_ONCE);
const PATIENCE: Duration = Duration::from_secs(10);
const PIECE: usize = 64 << 10;

pub async fn show(
    visit: Visit,
    opened: OpenedLadder,
    Path((_, slug, number)): Path<(String, String, String)>,
) -> Response {
    if !opened.who.owns(&slug) {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-not-yours");
    }
    // Until the archive has gone: it is in memory.
    let Ok(Ok(permit)) = timeout(PATIENCE, PACKING.acquire()).await else {
        return page::refusal(&visit, StatusCode::SERVICE_UNAVAILABLE, "tableau-late");
    };
    let number = door::number(&number);
    let file = format!("{slug}-v{number}.tar");
    let make = move |_: &OpenedLadder, ladder: &Ladder| {
        ladder.class.named(&slug)?;
        let folder = ladder.folder.version(&slug, number).join("rendu");
        folder.is_dir().then(|| packed(&folder, &format!("{slug}-v{number}")))
    };
    match opened.make(&visit, make).await {
        Some(Some(Ok(bytes))) => {
            let named = format!("attachment; filename=\"{file}\"");
            (
                [
                    (header::CONTENT_TYPE, "application/x-tar".to_owned()),
                    (header::CONTENT_DISPOSITION, named),
                ],
                Body::from_stream(pieces(bytes, permit)),
            )
                .into_response()
        }
        Some(Some(Err(error))) => {
            log::warn!("{}", i18n::system(&error));
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        _ => page::missing(&visit),
    }
}

/// The bytes in pieces; the permit is given back behind the last one.
fn pieces(bytes: Vec<u8>, permit: SemaphorePermit<'static>) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold((Bytes::from(bytes), permit), |(mut bytes, permit)| async move {
        let piece = bytes.split_to(bytes.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok(piece), (bytes, permit)))
    })
}

/// The files below a folder, in a folder of this name; links are not followed.
fn packed(folder: &FilePath, name: &str) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(Vec::new());
    add(&mut archive, folder, FilePath::new(name))?;
    archive.into_inner()
}

fn add(archive: &mut Builder<Vec<u8>>, folder: &FilePath, name: &FilePath) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (kind, name) = (entry.file_type()?, name.join(entry.file_name()));
        if kind.is_dir() {
            add(archive, &entry.path(), &name)?;
        } else if kind.is_file() {
            let file = File::open(entry.path())?;
            let mut head = Header::new_gnu();
            head.set_size(file.metadata()?.len());
            head.set_mode(0o644);
            archive.append_data(&mut head, name, file)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_was_handed_in_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let long = format!("src/{}.py", "é".repeat(100));
        fs::create_dir(folder.path().join("src")).expect("a folder");
        for name in ["a.py", long.as_str()] {
            fs::write(folder.path().join(name), name).expect("written");
        }
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("b")).expect("a link");
        let bytes = packed(folder.path(), "ana-v1").expect("an archive");
        let mut archive = tar::Archive::new(&*bytes);
        let read = archive.entries().expect("entries").map(|entry| {
            let mut entry = entry.expect("an entry");
            let path = entry.path().expect("a path").display().to_string();
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            (path, text)
        });
        let read: Vec<_> = read.collect();
        assert_eq!(read, [("ana-v1/a.py".into(), "a.py".into()), (format!("ana-v1/{long}"), long)]);
    }
}
