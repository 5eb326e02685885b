//! A request that hands something in: a form with files, with pasted code, or a single file as it is.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::header;
use echelle::spool::Deposit;
use futures_util::StreamExt;
use http_body_util::Limited;
use i18n::Language;
use jiff::Timestamp;
use serde::Deserialize;
use tokio::time::timeout;

use super::LadderData;
use super::intake::{Files, HandingIn, Rejected, Written};
use super::names;

/// How long nothing may come, and how long the rest of what is refused is read: a browser hears an answer only then.
const STALLED: Duration = Duration::from_secs(30);
const REST: Duration = Duration::from_secs(20);
/// What a request may have beyond the largest deposit, in bytes.
const FORM: usize = 64 << 20;
/// The field of pasted code, and that of its name.
const CODE: &str = "code";
const NAME: &str = "nom";
/// How archives begin, and the names that they get.
const ARCHIVES: [(&[u8], &str); 2] = [(b"PK\x03\x04", "depot.zip"), (b"\x1f\x8b", "depot.tar.gz")];

#[derive(Deserialize)]
struct Named {
    #[serde(rename = "nom")]
    name: Option<String>,
}

/// Takes what a student hands in by this request.
pub async fn take(
    data: &Arc<LadderData>,
    student: &str,
    language: Language,
    request: Request,
) -> Result<Deposit, Rejected> {
    let taken = taken(data, student, language, request).await;
    if let Err(Rejected::Failed(why)) = &taken {
        log::error!("{}: {}", data.name(), i18n::reason(why));
    }
    taken
}

async fn taken(
    data: &Arc<LadderData>,
    student: &str,
    language: Language,
    request: Request,
) -> Result<Deposit, Rejected> {
    let (asked, name) = (data.clone(), student.to_owned());
    let begun = match blocking(move || HandingIn::begin(&asked, &name, true)).await {
        Ok(begun) => begun,
        Err(why) => {
            drain(request.into_body().into_data_stream()).await;
            return Err(why);
        }
    };
    let (written, arrived) = receive(data, &begun, request).await?;
    blocking(move || begun.finish(written, arrived, language)).await
}

/// Asks that a version plays again.
pub async fn again(
    data: &Arc<LadderData>,
    student: &str,
    number: u32,
    language: Language,
) -> Result<Deposit, Rejected> {
    let (data, student) = (data.clone(), student.to_owned());
    blocking(move || HandingIn::begin(&data, &student, false)?.again(number, language)).await
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Rejected> + Send + 'static,
) -> Result<T, Rejected> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Rejected::Broken))
}

/// The files of a request, and when the last byte had come.
async fn receive(
    data: &LadderData,
    begun: &HandingIn,
    request: Request,
) -> Result<(Written, Timestamp), Rejected> {
    let mut files = Files::new(data.folder.spool(), begun.most());
    // What a form has around its files is kept in memory until it is complete. The rest of what is refused is read.
    let limit = usize::try_from(begun.most()).unwrap_or(usize::MAX).saturating_add(FORM);
    let request = request.map(|body| Body::new(Limited::new(body, limit)));
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        let mut form = Multipart::from_request(request, &()).await.map_err(|_| Rejected::Broken)?;
        if let Err(why) = fields(&mut files, begun.most(), &mut form).await {
            // Dropped first: what was written is not needed any more.
            drop(files);
            rest_of(form).await;
            return Err(why);
        }
    } else {
        let named = Query::<Named>::try_from_uri(request.uri()).ok().and_then(|named| named.0.name);
        let mut body = request.into_body().into_data_stream();
        if let Err(why) = whole(&mut files, named, &mut body).await {
            drop(files);
            drain(body).await;
            return Err(why);
        }
    }
    let arrived = Timestamp::now();
    Ok((files.end().await?, arrived))
}

/// The next of something that comes, if it does not stall or break.
async fn next<T, E>(coming: impl Future<Output = Result<Option<T>, E>>) -> Result<Option<T>, Rejected> {
    match timeout(STALLED, coming).await {
        Ok(Ok(next)) => Ok(next),
        Ok(Err(_)) | Err(_) => Err(Rejected::Broken),
    }
}

async fn fields(files: &mut Files, most: u64, form: &mut Multipart) -> Result<(), Rejected> {
    let mut pasted_as = String::new();
    while let Some(mut field) = next(form.next_field()).await? {
        let file = field.file_name().map(str::to_owned);
        match (file, field.name()) {
            // A browser sends one without a name if no file was chosen.
            (Some(name), _) if name.is_empty() || names::is_made(&name) => {
                while next(field.chunk()).await?.is_some() {}
            }
            (Some(name), _) => {
                files.file(&name).await?;
                while let Some(bytes) = next(field.chunk()).await? {
                    files.take(bytes).await?;
                }
            }
            (None, Some(NAME)) => pasted_as = text(&mut field, 4096).await?.trim().to_owned(),
            (None, Some(CODE)) => {
                let code = text(&mut field, most).await?;
                if !code.trim().is_empty() {
                    if pasted_as.is_empty() {
                        return Err(Rejected::Nameless);
                    }
                    files.file(&pasted_as).await?;
                    // A browser sends lines as mail has them.
                    files.take(Bytes::from(code.replace("\r\n", "\n"))).await?;
                }
            }
            _ => while next(field.chunk()).await?.is_some() {},
        }
    }
    Ok(())
}

/// A field that is no file.
async fn text(field: &mut Field<'_>, most: u64) -> Result<String, Rejected> {
    let mut all = Vec::new();
    while let Some(bytes) = next(field.chunk()).await? {
        all.extend_from_slice(&bytes);
        if all.len() as u64 > most {
            return Err(Rejected::Large { most });
        }
    }
    Ok(String::from_utf8_lossy(&all).into_owned())
}

/// A body that is a file itself; an archive needs no name.
async fn whole(files: &mut Files, named: Option<String>, body: &mut BodyDataStream) -> Result<(), Rejected> {
    let mut named = named.filter(|name| !name.is_empty());
    let mut begun = false;
    while let Some(bytes) = next(async { body.next().await.transpose() }).await? {
        if bytes.is_empty() {
            continue;
        }
        if !begun {
            let archive = ARCHIVES.iter().find(|(sign, _)| bytes.starts_with(sign));
            let name = named.take().or_else(|| archive.map(|(_, name)| (*name).to_owned()));
            files.file(&name.ok_or(Rejected::Nameless)?).await?;
            begun = true;
        }
        files.take(bytes).await?;
    }
    Ok(())
}

/// Reads what else comes, so that the answer is heard.
async fn rest_of(mut form: Multipart) {
    let reading = async {
        while let Ok(Some(mut field)) = form.next_field().await {
            while let Ok(Some(_)) = field.chunk().await {}
        }
    };
    // If there is too much, the connection ends.
    drop(timeout(REST, reading).await);
}

async fn drain(mut body: BodyDataStream) {
    let reading = async { while let Some(Ok(_)) = body.next().await {} };
    drop(timeout(REST, reading).await);
}
