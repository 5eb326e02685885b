//! An organiser with a championship, and machines that join him.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arbitre::record::Record;
use nix::sys::signal::Signal;
pub use testing::output::{Heard, text};
pub use testing::process::{Killed, children, program, signal};
pub use testing::{find, until};

/// Speeds may differ as they like: the machines of a test share one computer.
pub const ANY_SPEED: [&str; 2] = ["--ecart-machines", "100000"];

/// The folder of an organiser.
pub struct Organiser {
    pub folder: tempfile::TempDir,
}

/// A running championship.
pub struct RunningRoom {
    pub process: Killed,
    pub said: Heard,
    pub complained: Heard,
    /// The address of its server, on this computer.
    pub address: String,
    pub token: String,
}

pub struct JoinedMachine {
    pub process: Killed,
    pub said: Heard,
    pub complained: Heard,
}

/// An engine that plays the first legal move and takes so many seconds for it; it writes a line to its log.
pub fn slow(seconds: &str) -> String {
    format!(
        r#"while read -r line; do
    case $line in
    hello*) echo 'want legal'; echo 'engine 1 lent' ;;
    legal*) legal=${{line#legal }} ;;
    go*) echo 'je joue' >&2; sleep {seconds}; echo "move ${{legal%%,*}}" ;;
    quit*) exit 0 ;;
    esac
done
"#
    )
}

impl Organiser {
    /// An organiser of morpion with these contestants: name and engine.
    pub fn new(head: &str, contestants: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = format!("jeu = \"morpion\"\ngraine = 1\ntemps = 30\n{head}\n");
        for (name, engine) in contestants {
            file += &format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"{engine}\"\n");
        }
        std::fs::write(folder.path().join("mai.toml"), file).expect("a file");
        Organiser { folder }
    }

    /// An engine in a folder of its own, as a contestant hands it in.
    pub fn engine(&self, name: &str, script: &str) {
        let folder = self.folder.path().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        testing::executable::script(&folder.join("bot.sh"), script);
    }

    pub fn championnat(&self, args: &[&str]) -> Command {
        program("moteur");
        program("joueur");
        let mut command = Command::new(program("championnat"));
        command.current_dir(self.folder.path()).args(args).env_remove("LANG").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the championship, and waits until machines can join it.
    pub fn start(&self, args: &[&str]) -> RunningRoom {
        let begin = ["jouer", "mai.toml", "--machines", "0", "--sans-essai"];
        let mut command = self.championnat(&[&begin, &ANY_SPEED[..], args].concat());
        let mut process = Killed::start(&mut command);
        let mut said = Heard::of(process.0.stdout.take().expect("its output"));
        let complained = Heard::of(process.0.stderr.take().expect("its errors"));
        let (address, token) = testing::output::room(&mut said);
        RunningRoom { process, said, complained, address, token }
    }

    /// The records that count, by the key of their scheduled game; each key must come once.
    pub fn exported(&self) -> BTreeMap<String, Record> {
        let output = self.championnat(&["exporte", "mai.toml"]).output().expect("championnat");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let mut records = BTreeMap::new();
        for line in text(&output.stdout).lines() {
            let record = Record::from_json(line).expect("a record");
            let key = record.scheduled.clone().expect("a key");
            assert!(records.insert(key, record).is_none(), "a game counts twice");
        }
        records
    }

    pub fn records(&self) -> PathBuf {
        self.folder.path().join("mai.parties")
    }
}

impl RunningRoom {
    /// A machine that joins.
    pub fn machine(&self, organiser: &Organiser, name: &str, places: &str) -> JoinedMachine {
        JoinedMachine::start(machine(organiser.folder.path(), &self.address, &self.token, name, places))
    }

    /// Waits until everything is played.
    pub fn ends_well(mut self) -> String {
        until("the championship ends", || self.process.0.try_wait().expect("its state").is_some());
        let ended = self.process.0.wait().expect("its end");
        let (said, complained) = (self.said.all(), self.complained.all());
        assert!(ended.success(), "{said}\n{complained}");
        complained
    }

    /// The process of this program among its companions, and theirs.
    pub fn companion(&self, name: &str) -> u32 {
        find(name, || {
            let mut waiting = vec![self.process.0.id()];
            while let Some(process) = waiting.pop() {
                let path = std::fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
                if path.file_name().is_some_and(|file| file == name) {
                    return Some(process);
                }
                waiting.extend(children(process).into_iter().map(|pid| pid.as_raw().cast_unsigned()));
            }
            None
        })
    }

    pub fn kill_companion(&self, name: &str) {
        signal(self.companion(name), Signal::SIGKILL);
    }
}

/// A server with this folder, and where it listens.
pub fn nats_server(store: &Path) -> (Killed, String) {
    let mut server = Command::new("nats-server");
    server.args(["--jetstream", "--addr", "127.0.0.1", "--port", "-1", "--store_dir"]).arg(store);
    server.stderr(Stdio::piped()).stdout(Stdio::null());
    let mut server = Killed::start(&mut server);
    let mut said = Heard::of(server.0.stderr.take().expect("its log"));
    said.wait_for("Server is ready");
    let said = said.said();
    let port =
        said.lines().find_map(|line| line.split("client connections on 127.0.0.1:").nth(1)).expect("a port");
    (server, format!("127.0.0.1:{}", port.trim()))
}

pub fn machine(folder: &Path, address: &str, token: &str, name: &str, places: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machines"));
    command.args(["rejoindre", address, "--jeton", token, "--nom", name, "--places", places]);
    command.arg("--dossier").arg(folder.join("salle")).env_remove("LANG").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl JoinedMachine {
    pub fn start(mut command: Command) -> Self {
        let mut process = Killed::start(&mut command);
        let said = Heard::of(process.0.stdout.take().expect("its output"));
        let complained = Heard::of(process.0.stderr.take().expect("its errors"));
        JoinedMachine { process, said, complained }
    }

    /// Waits until it leaves; what it said.
    pub fn leaves(mut self) -> String {
        until("the machine leaves", || self.process.0.try_wait().expect("its state").is_some());
        let ended = self.process.0.wait().expect("its end");
        let said = self.said.all() + &self.complained.all();
        assert!(ended.success(), "{said}");
        said
    }
}
