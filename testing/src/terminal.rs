//! A terminal of its own for a program under test.
//!
//! Both ends are closed on exec from their first moment. A child that another test starts just then
//! would otherwise keep one for its life: a program would not hear that its terminal has gone, nor a
//! test that all is said.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};

use rustix_openpty::openpty;
use rustix_openpty::rustix::termios::Winsize;

/// A pseudo-terminal.
pub struct Terminal {
    /// Where a person types and reads. When the other end has gone, reading it fails.
    pub keys: File,
    /// What a program has for its input and output.
    pub end: OwnedFd,
}

impl Terminal {
    /// One of this size.
    pub fn open(rows: u16, columns: u16) -> Terminal {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(None, Some(&size)).expect("a terminal");
        Terminal { keys: File::from(pty.controller), end: pty.user }
    }

    /// Starts a command in a session of its own, whose controlling terminal this is.
    pub fn start(self, command: &Command) -> (Child, File) {
        let mut session = Command::new("setsid");
        session.args(["--ctty", "--wait"]).arg(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            session.current_dir(folder);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => session.env(name, value),
                None => session.env_remove(name),
            };
        }
        let end = || self.end.try_clone().expect("the terminal");
        let child = session.stdin(end()).stdout(end()).stderr(end()).spawn().expect("setsid, of util-linux");
        (child, self.keys)
    }
}
