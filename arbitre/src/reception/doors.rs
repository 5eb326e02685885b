//! Listening sockets, and accepting at them.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};

use super::listen;
use ipc::wait::Deadline;

/// How long accepting pauses when the system has just refused it for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);
/// How many connections are taken at a door before somebody looks at what else has happened.
const ACCEPTS: usize = 256;

/// A listening socket.
#[derive(Debug)]
pub struct Door {
    /// The socket, non-blocking.
    pub listener: TcpListener,
    /// Which form of the protocol is spoken there, in the word of [`check_form`](super::Wire::check_form).
    pub form: String,
}

/// All listening sockets of a reception.
#[derive(Debug)]
pub struct Doors {
    doors: Vec<Door>,
    /// Until when nobody is taken in, because the system refused.
    paused: Deadline,
}

impl Doors {
    /// These doors, open.
    pub fn new(doors: Vec<Door>) -> Self {
        Doors { doors, paused: Deadline::after(Instant::now(), Some(Duration::ZERO)) }
    }

    /// Adds what to wait for; gives the end of the pause.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        if !self.paused.passed() {
            return self.paused;
        }
        fds.extend(self.doors.iter().map(|door| PollFd::new(door.listener.as_fd(), PollFlags::POLLIN)));
        Deadline::NEVER
    }

    /// Takes in who has come, each with the form of the door. `true`: the system refuses more for now, somebody should
    /// make room.
    pub fn accept(&mut self, take: &mut dyn FnMut(TcpStream, SocketAddr, &str)) -> bool {
        if !self.paused.passed() {
            return false;
        }
        for door in &self.doors {
            // Bounded: those who connect faster than this do not keep the others waiting.
            for _ in 0..ACCEPTS {
                match door.listener.accept() {
                    Ok((stream, address)) => match listen::prepare(&stream) {
                        Ok(()) => take(stream, address, &door.form),
                        Err(error) => log::debug!("{address} : {error}"),
                    },
                    Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                    Err(error) => {
                        let errno = error.raw_os_error().map(Errno::from_raw);
                        if matches!(
                            errno,
                            Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOBUFS | Errno::ENOMEM)
                        ) {
                            self.pause();
                            return true;
                        }
                        // The client has gone while the kernel kept him for us, or the like.
                        log::debug!("accept : {error}");
                    }
                }
            }
        }
        false
    }

    /// Takes nobody in for a moment: 200 milliseconds.
    pub fn pause(&mut self) {
        self.paused = Deadline::after(Instant::now(), Some(PAUSE));
    }

    /// Takes nobody in any more.
    pub fn close(&mut self) {
        self.doors.clear();
    }
}
