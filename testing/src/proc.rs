//! What Linux tells of processes and connections.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;

use nix::unistd::Pid;

/// The state of a process as the system names it: R runs, S waits for something, T was stopped, Z has ended and nobody
/// has seen it; `None` when it is gone.
pub fn state(pid: Pid) -> Option<char> {
    stat(pid, 0)?.chars().next()
}

/// Who started a process, or has it since its parent ended.
pub fn parent(pid: Pid) -> Option<Pid> {
    stat(pid, 1)?.parse().ok().map(Pid::from_raw)
}

/// The field of a process's status that comes so many after its name, which may hold anything.
fn stat(pid: Pid, field: usize) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(field).map(str::to_owned)
}

/// Whether a process still runs: a zombie whom nobody reaps does not.
pub fn alive(pid: Pid) -> bool {
    state(pid).is_some_and(|state| state != 'Z')
}

/// The descriptors of a process: what each of them is.
pub fn descriptors(pid: Pid) -> Vec<String> {
    fs::read_dir(format!("/proc/{pid}/fd"))
        .expect("descriptors")
        .flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .map(|target| target.to_string_lossy().into_owned())
        .collect()
}

/// The sockets of this port among them, each once: the listening one and those of connections.
pub fn sockets(pid: Pid, port: u16) -> BTreeSet<String> {
    let of_port: BTreeSet<String> = connections(port)
        .filter(|connection| connection.local == port)
        .map(|connection| format!("socket:[{}]", connection.inode))
        .collect();
    // The process may have ended.
    let descriptors = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let targets = descriptors.filter_map(|entry| fs::read_link(entry.path()).ok());
    targets
        .map(|target| target.to_string_lossy().into_owned())
        .filter(|target| of_port.contains(target))
        .collect()
}

/// The server's socket of this connection, or, for `remote` 0, its listening one.
pub fn server_socket(local: u16, remote: u16) -> Option<String> {
    connections(local)
        .find(|c| c.local == local && c.remote == remote)
        .map(|c| format!("socket:[{}]", c.inode))
}

/// How many bytes from `client` are on the way to `server` or not read yet by it.
pub fn unread(client: SocketAddr, server: SocketAddr) -> u64 {
    let (client, server) = (client.port(), server.port());
    connections(client)
        .map(|c| match (c.local, c.remote) {
            here if here == (client, server) => c.to_send,
            there if there == (server, client) => c.to_read,
            _ => 0,
        })
        .sum()
}

/// Whether the system still has the client's end of this connection.
pub fn stands(client: SocketAddr, server: SocketAddr) -> bool {
    connections(client.port()).any(|c| (c.local, c.remote) == (client.port(), server.port()))
}

struct Connection {
    local: u16,
    remote: u16,
    to_send: u64,
    to_read: u64,
    inode: u64,
}

/// The connections at one end of which this port is.
fn connections(port: u16) -> impl Iterator<Item = Connection> {
    let port = format!(":{port:04X} ");
    // A machine without IPv6 has the first only.
    let tables =
        ["/proc/net/tcp", "/proc/net/tcp6"].into_iter().filter_map(|path| fs::read_to_string(path).ok());
    let lines = tables.flat_map(move |table| {
        table.lines().filter(|line| line.contains(&port)).map(str::to_owned).collect::<Vec<_>>()
    });
    lines.filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        let port = |text: &str| u16::from_str_radix(text.rsplit(':').next()?, 16).ok();
        let (to_send, to_read) = fields.get(4)?.split_once(':')?;
        Some(Connection {
            local: port(fields.get(1)?)?,
            remote: port(fields.get(2)?)?,
            to_send: hex(to_send)?,
            to_read: hex(to_read)?,
            inode: fields.get(9)?.parse().ok()?,
        })
    })
}
