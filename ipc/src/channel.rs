//! A socket between two processes of Arbitre: JSON messages with descriptors.
//!
//! The system limits what travels at once, so a long message travels in pieces; its descriptors
//! come with the last one.

use std::io::{self, IoSlice, IoSliceMut};
use std::net::{Shutdown, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::PollFlags;
use nix::sys::socket::{
    AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg, sendmsg,
    socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::wait::{Deadline, wait};

/// The length of a piece: any socket takes it at once.
const PIECE: usize = 32 << 10;
/// The longest message, longer than any rencontre.
const LONGEST: usize = 64 << 20;
/// Descriptors per message.
const CONNECTIONS: usize = 2;
/// The first byte of a piece: more follow, or it is the last.
const MORE: u8 = 0;
const LAST: u8 = 1;

/// The other process cannot be talked to any more.
#[derive(Debug, thiserror::Error)]
pub enum ChannelError {
    /// It has ended, or closed its end.
    #[error("the other process has ended")]
    Gone,
    /// It does not read.
    #[error("the other process reads nothing")]
    Silent,
    /// Its messages are invalid.
    #[error("the other process sends nonsense: {0}")]
    Nonsense(String),
    /// A system error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Errno> for ChannelError {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::EPIPE | Errno::ECONNRESET | Errno::ENOTCONN => ChannelError::Gone,
            errno => ChannelError::Io(errno.into()),
        }
    }
}

/// One end. Only [`Channel::send`] and [`Channel::wait_for`] block.
#[derive(Debug)]
pub struct Channel {
    socket: OwnedFd,
    /// Pieces of an incomplete message.
    pieces: Vec<u8>,
    /// Room for a piece, once something is to be received.
    room: Vec<u8>,
}

impl Channel {
    fn new(socket: OwnedFd) -> Self {
        Channel { socket, pieces: Vec::new(), room: Vec::new() }
    }

    /// Both ends, close-on-exec.
    pub fn pair() -> io::Result<(Channel, Channel)> {
        let flags = SockFlag::SOCK_CLOEXEC | SockFlag::SOCK_NONBLOCK;
        let (one, other) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, flags)?;
        Ok((Channel::new(one), Channel::new(other)))
    }

    /// From a descriptor.
    pub fn of(socket: OwnedFd) -> io::Result<Self> {
        let flags = OFlag::from_bits_retain(fcntl(&socket, FcntlArg::F_GETFL)?);
        fcntl(&socket, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(Channel::new(socket))
    }

    /// For a child process.
    pub fn into_fd(self) -> OwnedFd {
        self.socket
    }

    /// Readable when there is a message, or the other end has gone.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Sends a message of 64 MiB at most with up to two descriptors, of which the receiver gets
    /// copies, within a bound.
    pub fn send(
        &self,
        message: &impl Serialize,
        connections: &[BorrowedFd<'_>],
        bound: Duration,
    ) -> Result<(), ChannelError> {
        let text = serde_json::to_vec(message).map_err(io::Error::from)?;
        let deadline = Deadline::after(Instant::now(), Some(bound));
        let fds: Vec<RawFd> = connections.iter().map(AsRawFd::as_raw_fd).collect();
        let mut pieces = text.chunks(PIECE).peekable();
        while let Some(piece) = pieces.next() {
            let last = pieces.peek().is_none();
            self.send_piece(if last { LAST } else { MORE }, piece, if last { &fds } else { &[] }, deadline)?;
        }
        Ok(())
    }

    fn send_piece(
        &self,
        mark: u8,
        piece: &[u8],
        fds: &[RawFd],
        deadline: Deadline,
    ) -> Result<(), ChannelError> {
        let rights = [ControlMessage::ScmRights(fds)];
        let rights = if fds.is_empty() { &rights[..0] } else { &rights[..] };
        let parts = [IoSlice::new(std::slice::from_ref(&mark)), IoSlice::new(piece)];
        loop {
            match sendmsg::<()>(self.socket.as_raw_fd(), &parts, rights, MsgFlags::MSG_NOSIGNAL, None) {
                Ok(_) => return Ok(()),
                Err(Errno::EAGAIN) => {
                    if wait([(self.fd(), PollFlags::POLLOUT)], deadline)? == [false] {
                        return Err(ChannelError::Silent);
                    }
                }
                Err(Errno::EINTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    /// The next complete message with its descriptors, in the order of sending.
    pub fn receive<T: DeserializeOwned>(&mut self) -> Result<Option<(T, Vec<OwnedFd>)>, ChannelError> {
        self.room.resize(PIECE + 1, 0);
        loop {
            let (length, connections) = match receive_piece(&self.socket, &mut self.room) {
                Ok(received) => received,
                Err(Errno::EAGAIN) => return Ok(None),
                // The other end has gone and left something unread; what it sent before comes after this error.
                Err(Errno::EINTR | Errno::ECONNRESET) => continue,
                Err(errno) => return Err(errno.into()),
            };
            let Some((&mark, rest)) = self.room[..length].split_first() else {
                return Err(ChannelError::Gone);
            };
            self.pieces.extend_from_slice(rest);
            if self.pieces.len() > LONGEST {
                return Err(ChannelError::Nonsense(format!("{} bytes", self.pieces.len())));
            }
            if mark != MORE {
                let text = std::mem::take(&mut self.pieces);
                let message = serde_json::from_slice(&text)
                    .map_err(|error| ChannelError::Nonsense(error.to_string()))?;
                return Ok(Some((message, connections)));
            }
        }
    }

    /// As [`Channel::receive`], but waits until the deadline.
    pub fn wait_for<T: DeserializeOwned>(
        &mut self,
        deadline: Deadline,
    ) -> Result<Option<(T, Vec<OwnedFd>)>, ChannelError> {
        loop {
            if let Some(received) = self.receive()? {
                return Ok(Some(received));
            }
            if wait([(self.fd(), PollFlags::POLLIN)], deadline)? == [false] {
                return Ok(None);
            }
        }
    }

    /// Closes this end for sending: the other end sees that, and can still be heard.
    pub fn finish(&self) {
        // The other end may have gone.
        socket2::SockRef::from(&self.socket).shutdown(Shutdown::Write).ok();
    }

    /// Closes both directions, whoever else holds this end.
    pub fn shut(&self) {
        // It may have gone.
        socket2::SockRef::from(&self.socket).shutdown(Shutdown::Both).ok();
    }
}

/// One piece: its length, and the descriptors that came with it.
fn receive_piece(socket: &OwnedFd, bytes: &mut [u8]) -> nix::Result<(usize, Vec<OwnedFd>)> {
    let mut space = nix::cmsg_space!([RawFd; CONNECTIONS]);
    let mut parts = [IoSliceMut::new(bytes)];
    let flags = MsgFlags::MSG_CMSG_CLOEXEC;
    let received = recvmsg::<()>(socket.as_raw_fd(), &mut parts, Some(&mut space), flags)?;
    let mut owned = Vec::new();
    for message in received.cmsgs()? {
        if let ControlMessageOwned::ScmRights(fds) = message {
            for fd in fds {
                #[expect(unsafe_code, reason = "a descriptor from recvmsg(2) has no owner yet")]
                // SAFETY: recvmsg has just made this descriptor for this process; its number has been given to nobody
                // else, and each is taken over once.
                owned.push(unsafe { OwnedFd::from_raw_fd(fd) });
            }
        }
    }
    Ok((received.bytes, owned))
}

/// A TCP connection received with a message, non-blocking.
pub fn adopt(connection: OwnedFd) -> io::Result<TcpStream> {
    let stream = TcpStream::from(connection);
    stream.set_nonblocking(true)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::thread;

    use super::*;

    const BOUND: Duration = Duration::from_secs(30);

    fn soon() -> Deadline {
        Deadline::after(Instant::now(), Some(BOUND))
    }

    #[test]
    fn long_messages_and_connections_arrive_whole() {
        let (here, mut there) = Channel::pair().expect("a pair");
        let long = "é".repeat(1 << 20);
        let (mut client, server) = UnixStream::pair().expect("a connection");
        thread::scope(|scope| {
            scope.spawn(|| {
                here.send(&"", &[], BOUND).expect("sent");
                here.send(&long, &[server.as_fd()], BOUND).expect("sent");
            });
            let (text, none) = there.wait_for::<String>(soon()).expect("received").expect("in time");
            assert_eq!((text.as_str(), none.len()), ("", 0));
            let (text, mut fds) = there.wait_for::<String>(soon()).expect("received").expect("in time");
            assert!(text == long, "{} bytes", text.len());
            client.write_all(b"bonjour").expect("written");
            client.shutdown(Shutdown::Write).expect("closed");
            let mut said = String::new();
            UnixStream::from(fds.remove(0)).read_to_string(&mut said).expect("read");
            assert_eq!((said.as_str(), fds.len()), ("bonjour", 0));
        });
    }

    #[test]
    fn an_end_that_has_finished_still_hears() {
        let (here, mut there) = Channel::pair().expect("a pair");
        here.finish();
        assert!(matches!(there.receive::<u32>(), Err(ChannelError::Gone)));
        there.send(&7, &[], BOUND).expect("sent");
        let mut here = here;
        assert_eq!(here.receive::<u32>().expect("received").map(|(number, _)| number), Some(7));
        drop(there);
        assert!(matches!(here.receive::<u32>(), Err(ChannelError::Gone)));
        assert!(matches!(here.send(&1, &[], BOUND), Err(ChannelError::Gone)));
    }

    #[test]
    fn the_last_words_of_who_leaves_something_unread_are_heard() {
        let (mut here, there) = Channel::pair().expect("a pair");
        here.send(&1, &[], BOUND).expect("sent");
        there.send(&7, &[], BOUND).expect("sent");
        drop(there);
        assert_eq!(here.receive::<u32>().expect("received").map(|(number, _)| number), Some(7));
        assert!(matches!(here.receive::<u32>(), Err(ChannelError::Gone)));
    }

    #[test]
    fn nonsense_and_deaf_ends_are_errors() {
        let (here, mut there) = Channel::pair().expect("a pair");
        assert!(there.receive::<u32>().expect("nothing yet").is_none());
        here.send(&"a word", &[], BOUND).expect("sent");
        assert!(matches!(there.receive::<u32>(), Err(ChannelError::Nonsense(_))));
        let full = loop {
            if let Err(error) = here.send(&"x".repeat(PIECE), &[], Duration::ZERO) {
                break error;
            }
        };
        assert!(matches!(full, ChannelError::Silent), "{full}");
    }
}
