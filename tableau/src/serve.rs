//! The HTTP server, with limits on everything a browser may take: connections, time to ask, time to
//! read.

use std::fs::File;
use std::io::{self, Write};
use std::pin::Pin;
use std::process::ExitCode;
use std::task::{Context as Polling, Poll};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use jeux::Reason;
use nix::errno::Errno;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Sleep, sleep};

use crate::app::App;
use crate::cli::Cli;
use crate::connections::Connections;
use crate::routes;

/// The time for the head of a request, also on a kept connection.
const ASKING: Duration = Duration::from_secs(10);
/// How long a browser may read nothing.
const STALLED: Duration = Duration::from_secs(20);
/// The longest request head, in bytes.
const LONGEST_HEAD: usize = 32 * 1024;
/// How long threads for what blocks stay: where the system gives no other, requests wait for one of them.
const THREADS_STAY: Duration = Duration::MAX;
/// The pause when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until a signal stops it, without waiting for readers.
pub fn run(cli: &Cli) -> Result<ExitCode> {
    ipc::process::raise_descriptor_limit();
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().thread_keep_alive(THREADS_STAY).build().context("tokio")?;
    let code = runtime.block_on(serve(cli));
    // Blocking reads of stores may be in progress; do not wait for them.
    runtime.shutdown_background();
    code
}

/// Starts the first thread for what blocks.
async fn start_thread() -> io::Result<()> {
    // Of all that has one started, this does not panic where the system gives none, but does not say why either.
    let mut nowhere = tokio::fs::File::from_std(File::options().write(true).open("/dev/null")?);
    nowhere.write_all(b"\n").await.map_err(|_| Errno::EAGAIN.into())
}

/// Prints the address, even if stdout is closed.
fn greet(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

async fn serve(cli: &Cli) -> Result<ExitCode> {
    let listener = TcpListener::bind(cli.address)
        .await
        .map_err(|error| anyhow::anyhow!(i18n::system(&error)))
        .with_context(|| i18n::text!("tableau-cannot-listen", address = cli.address.to_string()))?;
    let address = listener.local_addr()?;
    let app = App::new(cli, address)?;
    start_thread().await.map_err(|error| anyhow::anyhow!(i18n::system(&error)))?;
    let pages = TowerToHyperService::new(routes::router(app.clone()));
    let mut ends = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
    // The reader of the greeting may stop the program at once.
    greet(&app.guard.greeting(address));
    let [terminate, interrupt] = &mut ends;
    let connections = Connections::new(ipc::process::descriptor_limit(), &cli.proxies);
    let mut full = false;
    loop {
        let (stream, from) = tokio::select! {
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
            taken = listener.accept() => match taken {
                Ok(taken) => {
                    full = false;
                    taken
                }
                Err(error) => {
                    if !full {
                        let why = Reason::new("no-room").because(Reason::os(&error));
                        log::warn!("{}", i18n::reason(&why));
                    }
                    full = true;
                    connections.end_oldest();
                    sleep(PAUSE).await;
                    continue;
                }
            },
        };
        let Some(counted) = connections.admit(from.ip()) else { continue };
        let (pages, asking) = (pages.clone(), counted.clone());
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(from));
            let answering = asking.answers();
            let answer = pages.call(request);
            async move { answer.await.map(|answer| answering.with(answer)) }
        });
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(ASKING)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(Reader { stream, stalled: None }), service);
            // A broken connection is normal.
            tokio::select! {
                _ = connection => {}
                () = counted.end.notified() => {}
            }
        });
    }
    Ok(ExitCode::SUCCESS)
}

/// A connection that ends if its peer stops reading.
struct Reader {
    stream: TcpStream,
    /// When it counts as stalled.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Reader {
    /// Fails once nothing was read for too long.
    fn unless_stalled<T>(
        &mut self,
        polling: &mut Polling<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED)));
        match stalled.as_mut().poll(polling) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Reader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        polling: &mut Polling<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(polling, bytes)
    }
}

impl AsyncWrite for Reader {
    fn poll_write(
        mut self: Pin<&mut Self>,
        polling: &mut Polling<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(polling, bytes);
        self.unless_stalled(polling, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        polling: &mut Polling<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(polling, slices);
        self.unless_stalled(polling, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(polling)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(polling)
    }
}
