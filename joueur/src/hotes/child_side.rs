//! The process that loads a library: one game, call by call.
//!
//! The library may use the standard streams: the protocol has descriptors of its own, and printed
//! text goes to the log.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd, FromRawFd};

use anyhow::{Context, Result, bail};
use jeux::Reason;
use nix::fcntl::{FcntlArg, fcntl};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::{dup2_stdin, dup2_stdout, getppid};
use protocol::moteur::{EngineLine, HostLine, LineBuffer, VERSION};
use protocol::verdict::Validity;

use super::library::{Calls, Library};

/// Above what a library closes that closes the first few hundred descriptors.
const HIGH: i32 = 900;

/// Loads the library and serves one game for the process `guard`. `memory` bounds the address
/// space, in bytes. A library that cannot be loaded is reported to the guard.
pub fn serve<L: Library>(
    guard: u32,
    load: impl FnOnce(&mut Calls) -> Result<L, Reason>,
    memory: u64,
) -> Result<()> {
    let (mut input, mut calls) = apart(guard, memory)?;
    let mut library = match load(&mut calls) {
        Ok(library) => library,
        Err(why) => {
            calls.say(&EngineLine::Error(why.to_string()))?;
            return Ok(());
        }
    };
    let mut lines = LineBuffer::default();
    let mut bytes = [0; 4096];
    let mut failure = None;
    loop {
        while let Some(line) = lines.next_line() {
            let Some(line) = line.ok().and_then(|line| line.parse().ok()) else { continue };
            if !answer(line, &mut library, &mut calls, &mut failure)? {
                return Ok(());
            }
        }
        match input.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(read) => lines.push(&bytes[..read]),
            // A timer of the library's.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("stdin"),
        }
    }
}

/// Prepares this process, a child of `guard`, for a library with so many bytes of memory; the
/// streams of the protocol.
pub fn apart(guard: u32, memory: u64) -> Result<(File, Calls)> {
    // If the guard is killed nothing of the library is left.
    set_pdeathsig(Signal::SIGKILL).context("prctl")?;
    if u32::try_from(getppid().as_raw()) != Ok(guard) {
        bail!("orphan");
    }
    let (input, calls) = (aside(io::stdin().as_fd())?, Calls::to(aside(io::stdout().as_fd())?));
    dup2_stdin(File::open("/dev/null").context("/dev/null")?).context("dup2")?;
    dup2_stdout(io::stderr()).context("dup2")?;
    as_in_c()?;
    print_by_lines();
    setrlimit(Resource::RLIMIT_CORE, 0, 0).context("RLIMIT_CORE")?;
    // The limit may be lower already.
    let (_, most) = getrlimit(Resource::RLIMIT_AS).context("RLIMIT_AS")?;
    let memory = memory.min(most);
    setrlimit(Resource::RLIMIT_AS, memory, memory).context("RLIMIT_AS")?;
    Ok((input, calls))
}

/// Resets signal handling to a C program's: Rust has handlers of its own.
fn as_in_c() -> Result<()> {
    for number in [Signal::SIGSEGV, Signal::SIGBUS, Signal::SIGPIPE] {
        #[expect(unsafe_code, reason = "signal(2)")]
        // SAFETY: no handler is installed; those that go only explain an overflow of the stack, or keep a write to nobody from
        // killing us, which may happen now.
        unsafe { signal(number, SigHandler::SigDfl) }.with_context(|| number.as_str())?;
    }
    Ok(())
}

/// Makes stdout line-buffered, so that the last line is in the log when the library crashes.
fn print_by_lines() {
    #[expect(unsafe_code, reason = "setvbuf(3)")]
    mod c {
        use nix::libc::{FILE, c_char, c_int, setvbuf, size_t};
        unsafe extern "C" {
            static stdout: *mut FILE;
        }
        /// From stdio.h.
        const LINES: c_int = 1;
        pub fn by_lines() {
            let buffer: *mut c_char = std::ptr::null_mut();
            let size: size_t = 0;
            // SAFETY: the stream of libc, which nobody has written to yet.
            unsafe { setvbuf(stdout, buffer, LINES, size) };
        }
    }
    c::by_lines();
}

/// Answers a line; whether more follow. Errors are reported by the next `go` and those after it.
fn answer(
    line: HostLine,
    library: &mut impl Library,
    calls: &mut Calls,
    failure: &mut Option<Reason>,
) -> io::Result<bool> {
    match line {
        HostLine::Hello(_) => {
            let name = library.name().to_owned();
            calls.say(&EngineLine::Engine { version: VERSION, name })?;
        }
        HostLine::Game(start) => *failure = library.begin(&start, calls).err(),
        HostLine::Go(_) => {
            let chosen = failure.take().map_or_else(|| library.choose(calls), Err);
            let line = match chosen {
                Ok(text) => EngineLine::Move(text),
                Err(why) => EngineLine::Error(failure.insert(why).to_string()),
            };
            calls.say(&line)?;
        }
        HostLine::Opponent(text) => {
            if failure.is_none() {
                *failure = library.opponent(&text).err();
            }
        }
        HostLine::End(..) => {
            if failure.is_none() {
                library.end(calls);
            }
            return Ok(false);
        }
        HostLine::Quit => return Ok(false),
        HostLine::Verdict(Validity::Valid, _, told) => {
            if failure.is_none() {
                *failure = library.verdict(told.as_deref(), calls).err();
            }
        }
        HostLine::Verdict(..) | HostLine::Legal(_) | HostLine::Stop => {}
    }
    Ok(true)
}

/// A copy of a descriptor above the library's reach.
fn aside(fd: BorrowedFd<'_>) -> Result<File> {
    let copy =
        fcntl(fd, FcntlArg::F_DUPFD_CLOEXEC(HIGH)).or_else(|_| fcntl(fd, FcntlArg::F_DUPFD_CLOEXEC(3)));
    let copy = copy.context("F_DUPFD_CLOEXEC")?;
    #[expect(unsafe_code, reason = "fcntl gives a number")]
    // SAFETY: the descriptor was opened on the line above, and nothing else knows of it.
    let file = unsafe { File::from_raw_fd(copy) };
    Ok(file)
}
