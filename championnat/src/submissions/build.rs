//! Compiles a submission, confined as engines are: its sources go in as a tar, what was made comes out as one.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use confine::{EngineEnd, Files, LauncherLink, Level, Limits, Policy, utf8_locale};
use jeux::Reason;

use super::language;
use super::unpack::{Room, add_new};

/// How long compiling may take.
const BUILD_BOUND: Duration = Duration::from_secs(180);
/// How much of what compilers say is kept.
const WORDS: u64 = 64 << 10;
/// The pause before looking again whether the launcher has ended.
const PAUSE: Duration = Duration::from_millis(10);
const LIMITS: Limits =
    Limits { memory_mib: 2048, processes: 256, disk_mib: 1024, network: false, without_rules: false };
/// `$1` is the command. All but the files made goes to the error output. A Makefile of Coursidor may demand
/// GSL_PATH.
const SCRIPT: &str = r#"
tar -xf - --no-same-owner --no-same-permissions 2>/dev/null
find . -type f > "$TMPDIR/.avant"
[ ! -d /usr/include/gsl ] || export GSL_PATH="${GSL_PATH:-/usr}"
(eval "$1") </dev/null 1>&2 || exit 1
find . -type f -name '*.o' -delete
exec tar -cf - --anchored --no-wildcards --exclude-from="$TMPDIR/.avant" .
"#;

/// What starts a confined program, and what Rust's compilers need.
pub struct Compilers<'a> {
    pub launcher: &'a Path,
    /// The folder of Rust's programs, if it is not one of the system's.
    pub rust: Option<PathBuf>,
    /// How strictly they are confined.
    pub level: Level,
}

impl<'a> Compilers<'a> {
    pub fn new(launcher: &'a Path) -> Self {
        let asked = Command::new("rustc").args(["--print", "sysroot"]).stderr(Stdio::null()).output();
        let path = asked.ok().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        let rust = path.map(PathBuf::from).filter(|path| path.is_absolute() && !path.starts_with("/usr"));
        Compilers { launcher, rust, level: Level::Ordinary }
    }
}

/// Compiles what is in this folder by a command of the shell, and adds what it makes. What the compilers
/// said, and why it failed if it did.
pub fn compile(home: &Path, command: &str, compilers: &Compilers<'_>) -> (String, Result<(), Reason>) {
    match run(home, command, compilers) {
        Ok((said, made)) => (said, made.and_then(|tar| add_new(&tar, home, Room::SUBMISSION))),
        Err(why) => (String::new(), Err(why)),
    }
}

type Ran = (String, Result<Vec<u8>, Reason>);

fn run(home: &Path, command: &str, compilers: &Compilers<'_>) -> Result<Ran, Reason> {
    let refused = |error: confine::LaunchError| arbitre::reasons::not_executed(&error);
    let os = |error: std::io::Error| Reason::os(&error);
    let packed = pack(home).map_err(os)?;
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT, "sh", command]).envs(utf8_locale());
    let mut policy = Policy { level: compilers.level, limits: LIMITS, ..Policy::default() };
    if let Some(rust) = &compilers.rust {
        let path = std::env::var("PATH").unwrap_or_default();
        shell.env("PATH", format!("{}/bin:{path}", rust.display()));
        policy.readable.push(rust.clone());
    }
    let mut launch =
        confine::prepare(compilers.launcher, &shell, &Files::default(), &policy).map_err(refused)?;
    launch.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let (mut child, mut line) = launch.spawn().map_err(os)?;
    let deadline = Instant::now() + BUILD_BOUND;
    let stdin = child.stdin.take();
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&packed)));
    let said = kept(child.stderr.take(), WORDS);
    let made = kept(child.stdout.take(), Room::SUBMISSION.bytes);
    let tar = made.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    let end = ended(&mut child, &mut line, deadline);
    let said = said.recv_timeout(Duration::from_secs(5)).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).trim_end().to_owned();
    let made = match (tar, end) {
        (Err(_), _) | (_, None) => Err(Reason::new("build-slow").with(BUILD_BOUND.as_secs())),
        (Ok(tar), Some(EngineEnd::Exited(0))) => Ok(tar),
        (_, Some(EngineEnd::Exited(_))) => Err(Reason::new("build-failed")),
        (_, Some(end)) => Err(Reason::new("build-ended").because(arbitre::reasons::engine_end(&end))),
    };
    Ok((said, made))
}

/// Reads to the end, on a thread of its own, and keeps this much.
fn kept(from: Option<impl Read + Send + 'static>, most: u64) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = vec![];
        if let Some(mut from) = from {
            from.by_ref().take(most).read_to_end(&mut bytes).ok();
            std::io::copy(&mut from, &mut std::io::sink()).ok();
        }
        // Nobody waits for it any more.
        sender.send(bytes).ok();
    });
    receiver
}

/// How it has ended; after the deadline it is ended.
fn ended(child: &mut Child, line: &mut LauncherLink, deadline: Instant) -> Option<EngineEnd> {
    loop {
        let end = line.end();
        if end.is_some() || Instant::now() >= deadline {
            line.release();
            // Its launcher ends everything, and itself.
            let last = Instant::now() + Duration::from_secs(5);
            while matches!(child.try_wait(), Ok(None)) {
                if Instant::now() >= last {
                    child.kill().ok();
                }
                thread::sleep(PAUSE);
            }
            return end;
        }
        thread::sleep(PAUSE);
    }
}

/// The files of this folder as a tar.
fn pack(home: &Path) -> std::io::Result<Vec<u8>> {
    let mut builder = tar::Builder::new(vec![]);
    // All files get the same time, so that `make` does not build again what came with its sources.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    for path in language::all_files(home) {
        let mut file = File::open(home.join(&path))?;
        let about = file.metadata()?;
        let mut head = tar::Header::new_gnu();
        head.set_size(about.len());
        head.set_mode(about.permissions().mode() & 0o755);
        head.set_mtime(now);
        builder.append_data(&mut head, Path::new(".").join(&path), &mut file)?;
    }
    builder.into_inner()
}
