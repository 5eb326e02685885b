//! Machines in networks of their own: slow, lossy, unplugged and back.

use std::process::Command;
use testing::left_out;

use crate::support::{JoinedMachine, Organiser, machine, slow, until};

/// A network namespace with a link to this one; gone with its value.
struct Wire {
    name: String,
    number: u8,
}

fn ip(args: &[&str]) -> bool {
    Command::new("ip").args(args).output().is_ok_and(|output| output.status.success())
}

impl Wire {
    /// Needs root; `None` without.
    fn new(number: u8) -> Option<Wire> {
        let wire = Wire { name: format!("arb{}-{number}", std::process::id()), number };
        let (ours, theirs) = (wire.ours(), format!("t{}-{number}", std::process::id() % 10_000));
        let made = ip(&["netns", "add", &wire.name])
            && ip(&["link", "add", &ours, "type", "veth", "peer", "name", &theirs])
            && ip(&["link", "set", &theirs, "netns", &wire.name])
            && ip(&["addr", "add", &format!("10.213.{number}.1/24"), "dev", &ours])
            && ip(&["link", "set", &ours, "up"])
            && ip(&["-n", &wire.name, "addr", "add", &format!("10.213.{number}.2/24"), "dev", &theirs])
            && ip(&["-n", &wire.name, "link", "set", &theirs, "up"])
            && ip(&["-n", &wire.name, "link", "set", "lo", "up"]);
        made.then_some(wire)
    }

    fn ours(&self) -> String {
        format!("o{}-{}", std::process::id() % 10_000, self.number)
    }

    fn plugged(&self, plugged: bool) {
        assert!(ip(&["link", "set", &self.ours(), if plugged { "up" } else { "down" }]));
    }

    /// Whether what is sent takes 100 ms longer, and 2 % of it is lost.
    fn bad(&self) -> bool {
        let tc = ["qdisc", "add", "dev", &self.ours(), "root", "netem", "delay", "100ms", "loss", "2%"];
        Command::new("tc").args(tc).output().is_ok_and(|output| output.status.success())
    }

    /// A machine over there.
    fn machine(&self, organiser: &Organiser, address: &str, token: &str, name: &str) -> JoinedMachine {
        let port = address.rsplit(':').next().expect("a port");
        let address = format!("nats://10.213.{}.1:{port}", self.number);
        let plain = machine(organiser.folder.path(), &address, token, name, "1");
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(plain.get_program()).args(plain.get_args());
        command.env_remove("LANG").stdin(std::process::Stdio::null());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        JoinedMachine::start(command)
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        ip(&["link", "del", &self.ours()]);
        ip(&["netns", "del", &self.name]);
    }
}

fn organiser(seconds: &str) -> Organiser {
    let organiser =
        Organiser::new("", &[("ada", "pipe:ada/bot.sh"), ("bob", "pipe:bob/bot.sh"), ("cid", "hasard")]);
    ["ada", "bob"].iter().for_each(|name| organiser.engine(name, &slow(seconds)));
    organiser
}

#[test]
fn a_slow_and_lossy_network_is_enough() {
    let Some(wire) = Wire::new(1) else {
        return left_out("network::a_slow_and_lossy_network_is_enough", "ip netns manque ou est refusé");
    };
    if !wire.bad() {
        return left_out("network::a_slow_and_lossy_network_is_enough", "tc netem manque ou est refusé");
    }
    let organiser = organiser("0");
    let running = organiser.start(&[]);
    let machine = wire.machine(&organiser, &running.address, &running.token, "loin");
    running.ends_well();
    assert_eq!(organiser.exported().len(), 6);
    drop(machine);
}

#[test]
fn a_machine_may_be_unplugged_and_come_back() {
    let Some(wire) = Wire::new(2) else {
        return left_out(
            "network::a_machine_may_be_unplugged_and_come_back",
            "ip netns manque ou est refusé",
        );
    };
    let organiser = organiser("0.2");
    let mut running = organiser.start(&[]);
    let machine = wire.machine(&organiser, &running.address, &running.token, "loin");
    running.complained.wait_for("loin joue");
    until("a result", || !organiser.exported().is_empty());
    // Shorter than the queue waits, and longer.
    wire.plugged(false);
    std::thread::sleep(std::time::Duration::from_secs(1));
    wire.plugged(true);
    until("another result", || organiser.exported().len() >= 2);
    wire.plugged(false);
    running.complained.wait_for("loin ne répond plus");
    let near = running.machine(&organiser, "pres", "1");
    until("results of the other", || organiser.exported().len() >= 3);
    wire.plugged(true);
    running.ends_well();
    assert_eq!(organiser.exported().len(), 6);
    near.leaves();
    drop(machine);
}
