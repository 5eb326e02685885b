//! The socket between the championship and a worker: messages in JSON with a border each, connections of players beside
//! them.

use std::io::{self, IoSlice, IoSliceMut};
use std::net::TcpStream;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::wait::{Deadline, wait};
use nix::errno::Errno;
use nix::poll::PollFlags;
use nix::sys::socket::{
    AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg, sendmsg,
    socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest message in bytes.
const LONGEST: usize = 64 << 10;
/// How long the other side may leave a message unread.
const WRITE_BOUND: Duration = Duration::from_secs(5);

/// One end.
#[derive(Debug)]
pub struct Channel(OwnedFd);

impl Channel {
    /// Both ends; they close when a program is executed, unless they are handed to it.
    pub fn pair() -> io::Result<(Channel, Channel)> {
        let flags = SockFlag::SOCK_CLOEXEC | SockFlag::SOCK_NONBLOCK;
        let (one, other) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, flags)?;
        Ok((Channel(one), Channel(other)))
    }

    /// The end that this descriptor is.
    pub fn from_fd(fd: OwnedFd) -> Self {
        Channel(fd)
    }

    /// The descriptor, for a child process.
    pub fn into_fd(self) -> OwnedFd {
        self.0
    }

    /// Readable when there is a message, or when the other end has gone.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Sends a message with connections, of which the receiver gets copies.
    pub fn send(&self, message: &impl Serialize, connections: &[TcpStream]) -> Result<()> {
        let text = serde_json::to_vec(message)?;
        let fds: Vec<RawFd> = connections.iter().map(AsRawFd::as_raw_fd).collect();
        let rights = [ControlMessage::ScmRights(&fds)];
        let rights = if fds.is_empty() { &rights[..0] } else { &rights[..] };
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        loop {
            match sendmsg::<()>(
                self.0.as_raw_fd(),
                &[IoSlice::new(&text)],
                rights,
                MsgFlags::MSG_NOSIGNAL,
                None,
            ) {
                Ok(_) => return Ok(()),
                Err(Errno::EAGAIN) => {
                    if wait([(self.fd(), PollFlags::POLLOUT)], deadline)? == [false] {
                        bail!("l'autre processus ne lit plus");
                    }
                }
                Err(Errno::EINTR) => {}
                Err(errno) => return Err(errno).context("l'autre processus ne répond plus"),
            }
        }
    }

    /// The next message with its connections; `None` when there is none now.
    ///
    /// # Errors
    /// The other end has gone, or the message makes no sense.
    pub fn receive<T: DeserializeOwned>(&self) -> Result<Option<(T, Vec<TcpStream>)>> {
        let mut bytes = vec![0; LONGEST];
        let mut space = nix::cmsg_space!([RawFd; 2]);
        let (length, streams) = {
            let mut parts = [IoSliceMut::new(&mut bytes)];
            let flags = MsgFlags::MSG_CMSG_CLOEXEC;
            let received = match recvmsg::<()>(self.0.as_raw_fd(), &mut parts, Some(&mut space), flags) {
                Ok(received) => received,
                Err(Errno::EAGAIN | Errno::EINTR) => return Ok(None),
                Err(errno) => return Err(errno).context("l'autre processus ne répond plus"),
            };
            let mut streams = Vec::new();
            for message in received.cmsgs().context("message illisible")? {
                if let ControlMessageOwned::ScmRights(fds) = message {
                    streams.extend(fds.into_iter().map(own));
                }
            }
            (received.bytes, streams)
        };
        if length == 0 {
            bail!("l'autre processus a fini");
        }
        let message = serde_json::from_slice(&bytes[..length]).context("message illisible")?;
        Ok(Some((message, streams)))
    }
}

/// Takes over a descriptor that the kernel has just made for us.
#[expect(unsafe_code, reason = "a descriptor from recvmsg(2) has no owner yet")]
fn own(fd: RawFd) -> TcpStream {
    // SAFETY: recvmsg has made this descriptor for this process, and nothing else knows of it.
    unsafe { TcpStream::from_raw_fd(fd) }
}
