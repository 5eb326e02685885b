//! The nats-server that the bridge starts: its folder, its accounts, and its process.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ipc::sidecar::{Sidecar, SidecarEvent};
use jeux::Reason;
use nix::sys::signal::{Signal, kill};
use nix::sys::statvfs::statvfs;
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use crate::wire::{ANSWER, BEAT, BUNDLE, JOBS, JOIN, JOIN_INBOX, LIVE, MACHINES, NEWCOMER, ROOM};

/// The program, and what installs it.
const PROGRAM: &str = "nats-server";
/// Where Debian puts it, which is not in everybody's path.
const PLACES: [&str; 2] = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"];
/// The user that may do everything.
const ORGANISER: &str = "organiser";
/// The longest message, in bytes.
const PAYLOAD: u32 = 8 << 20;
/// What the queue may have on disk, in bytes, and of what is free there; whatever machines send.
const STORE: u64 = 4 << 30;
const STORE_OF_FREE: (u64, u64) = (3, 4);
const LEAST_STORE: u64 = 8 << 20;
/// Accounts of machines at most.
const MOST_ACCOUNTS: usize = 10_000;
/// How long the server of an earlier run may take to end.
const ENDING: Duration = Duration::from_secs(5);
/// Between two starts of a server that has ended.
const AGAIN: Duration = Duration::from_secs(1);

/// What lasts from one run to the next, readable for its owner alone.
#[derive(Debug, Serialize, Deserialize)]
struct Secrets {
    /// The password of the bridge.
    organiser: String,
    /// The token of the room.
    token: String,
    /// What tickets are made with.
    tickets: String,
    /// The port, once one has been chosen.
    port: Option<u16>,
    /// The public keys of the machines that have joined.
    machines: BTreeSet<String>,
}

/// A certificate and its key.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

pub struct NatsServer {
    folder: PathBuf,
    secrets: Secrets,
    certificate: Option<Certificate>,
    process: Option<Sidecar>,
    /// What its queue may have on disk, in bytes: a server that runs refuses another value.
    most_bytes: u64,
    /// Accounts that it does not know yet.
    new_accounts: bool,
}

impl NatsServer {
    /// Its folder, with new secrets if it is new. The server is started by [`NatsServer::attend`], unless
    /// another one is used.
    pub fn new(folder: &Path, port: Option<u16>, certificate: Option<Certificate>) -> Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .with_context(|| folder.display().to_string())?;
        let path = folder.join("secrets.json");
        let secrets = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).with_context(|| path.display().to_string())?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Secrets {
                organiser: random()?,
                token: random()?,
                tickets: random()?,
                port: None,
                machines: BTreeSet::new(),
            },
            Err(error) => return Err(error).context(path.display().to_string()),
        };
        let folder = folder.to_owned();
        let free = statvfs(&folder).map_or(0, |disk| disk.blocks_available() * disk.fragment_size());
        let most_bytes = (free / STORE_OF_FREE.1 * STORE_OF_FREE.0).clamp(LEAST_STORE, STORE);
        let (process, new_accounts) = (None, false);
        let mut server = NatsServer { folder, secrets, certificate, process, most_bytes, new_accounts };
        if let Some(port) = port {
            server.start_on(port)?;
        }
        server.save()?;
        Ok(server)
    }

    fn start_on(&mut self, port: u16) -> Result<()> {
        let program = program().with_context(|| i18n::text!("machines-no-server"))?;
        let wanted = Some(port).filter(|port| *port > 0).or(self.secrets.port);
        let port = match wanted {
            // The server of an earlier run may still be ending.
            Some(wanted) if becomes_free(wanted) => wanted,
            Some(wanted) if port > 0 => bail!(i18n::text!("machines-port", port = wanted)),
            _ => TcpListener::bind(("0.0.0.0", 0))?.local_addr()?.port(),
        };
        self.secrets.port = Some(port);
        let arguments = vec!["-c".into(), self.configuration_file().into()];
        self.process = Some(Sidecar::new(program, arguments).again_after(AGAIN));
        Ok(())
    }

    fn configuration_file(&self) -> PathBuf {
        self.folder.join("nats.conf")
    }

    /// The address for the bridge, with its account; `None`: another server is used.
    pub fn own_address(&self) -> Option<(String, String, String)> {
        let port = self.secrets.port.filter(|_| self.process.is_some())?;
        let scheme = if self.certificate.is_some() { "tls" } else { "nats" };
        Some((format!("{scheme}://127.0.0.1:{port}"), ORGANISER.into(), self.secrets.organiser.clone()))
    }

    pub fn port(&self) -> Option<u16> {
        self.secrets.port.filter(|_| self.process.is_some())
    }

    pub fn token(&self) -> &str {
        &self.secrets.token
    }

    pub fn ticket_secret(&self) -> &str {
        &self.secrets.tickets
    }

    /// Starts the server if it does not run, tells it of new accounts, and passes its complaints to the log.
    pub fn attend(&mut self) {
        if self.new_accounts {
            match (self.save(), self.process.as_ref().and_then(Sidecar::pid)) {
                (Ok(()), pid) => {
                    self.new_accounts = false;
                    // It reads its accounts again; who is connected stays.
                    if let Some(pid) = pid {
                        kill(Pid::from_raw(pid.cast_signed()), Signal::SIGHUP).ok();
                    }
                }
                (Err(error), _) => log::error!("{error:#}"),
            }
        }
        let Some(process) = &mut self.process else { return };
        for event in process.attend() {
            match event {
                SidecarEvent::Said(line) | SidecarEvent::Complained(line) => {
                    let worth = ["[ERR]", "[FTL]"].iter().any(|mark| line.contains(mark));
                    if worth { log::warn!("nats-server: {line}") } else { log::debug!("nats-server: {line}") }
                }
                SidecarEvent::Ended(end) => log::warn!("nats-server: {end:?}"),
                SidecarEvent::NotStarted(errno) => log::error!("nats-server: {errno}"),
            }
        }
    }

    /// A machine of this key gets an account, soon; `false`: it is another server's affair.
    ///
    /// # Errors
    /// It is no key, or all accounts are taken.
    pub fn admit(&mut self, key: &str) -> Result<bool, Reason> {
        // A key stands in the server's configuration, and in subjects.
        if nkeys::KeyPair::from_public_key(key).is_err() || !key.starts_with('U') {
            return Err(Reason::new("machines-key"));
        }
        if self.process.is_none() {
            return Ok(false);
        }
        let machines = &mut self.secrets.machines;
        if machines.len() >= MOST_ACCOUNTS && !machines.contains(key) {
            return Err(Reason::new("machines-full").with(MOST_ACCOUNTS));
        }
        self.new_accounts |= machines.insert(key.to_owned());
        Ok(true)
    }

    fn save(&self) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.secrets)?;
        write(&self.folder.join("secrets.json"), &text)?;
        // For scripts that start the machines of a room.
        write(&self.folder.join("jeton"), &(self.secrets.token.clone() + "\n"))?;
        if self.process.is_some() {
            write(&self.configuration_file(), &self.configuration())?;
        }
        Ok(())
    }

    fn configuration(&self) -> String {
        let Secrets { organiser, token, port, machines, .. } = &self.secrets;
        let port = port.unwrap_or_default();
        let store = quoted(&self.folder.join("file"));
        let most = self.most_bytes;
        let mut text = format!(
            "# Made by Arbitre, and made again at each start.\n\
             server_name: arbitre\nport: {port}\nmax_payload: {PAYLOAD}\nmax_connections: 16384\n\
             write_deadline: \"10s\"\njetstream {{ store_dir: {store}, max_file_store: {most} }}\n"
        );
        if let Some(Certificate { certificate, key }) = &self.certificate {
            let (certificate, key) = (quoted(certificate), quoted(key));
            writeln!(text, "tls {{ cert_file: {certificate}, key_file: {key}, timeout: 5 }}").ok();
        }
        writeln!(text, "authorization {{\n  timeout: 5\n  users = [").ok();
        writeln!(text, "    {{ user: {ORGANISER}, password: \"{organiser}\", permissions: {{ publish: \">\", subscribe: \">\" }} }}").ok();
        writeln!(
            text,
            "    {{ user: {NEWCOMER}, password: \"{token}\", permissions: {{ publish: [\"{JOIN}\", \"{ROOM}\"], subscribe: \"{JOIN_INBOX}.>\" }} }}"
        )
        .ok();
        for key in machines {
            let publish = [
                format!("$JS.API.CONSUMER.INFO.{JOBS}.{MACHINES}"),
                format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{MACHINES}"),
                format!("$JS.ACK.{JOBS}.{MACHINES}.>"),
                format!("{ANSWER}.{key}"),
                format!("{BEAT}.{key}"),
                format!("{BUNDLE}.{key}"),
                format!("{LIVE}.{key}"),
            ];
            let publish = publish.map(|subject| format!("\"{subject}\"")).join(", ");
            writeln!(
                text,
                "    {{ nkey: {key}, permissions: {{ publish: [{publish}], subscribe: \"_INBOX.{key}.>\" }} }}"
            )
            .ok();
        }
        text += "  ]\n}\n";
        text
    }
}

/// Whether nobody listens on this port, now or soon.
fn becomes_free(port: u16) -> bool {
    let deadline = Instant::now() + ENDING;
    loop {
        if TcpListener::bind(("0.0.0.0", port)).is_ok() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Another place for it.
const VARIABLE: &str = "ARBITRE_NATS_SERVER";

fn program() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        return path.is_file().then_some(path);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(PROGRAM));
    found.chain(PLACES.map(PathBuf::from)).find(|path| path.is_file())
}

/// A path in the configuration.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}

/// 32 hexadecimal digits.
fn random() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(hex::encode(bytes))
}

/// Replaces a file that only its owner may read.
fn write(path: &Path, text: &str) -> Result<()> {
    let beside = path.with_extension("new");
    let write = || {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().with_context(|| path.display().to_string())
}
