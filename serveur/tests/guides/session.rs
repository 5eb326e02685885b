//! A document, run from top to bottom by one reader in one folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::document::{self, Block, Command as Shown, Place as Where, Special, Step, Turn};
use crate::place::{self, Place};
use crate::running::{Fault, Running};

/// What became of a document.
#[derive(Debug, Default)]
pub struct Report {
    /// How many commands have done what they should.
    pub done: usize,
    /// Blocks that were left out: where, and what is missing.
    pub omitted: Vec<String>,
    /// Commands that are not run, of those that the caller has named.
    pub passed_over: Vec<usize>,
    /// The first command that did not do what it should: nothing after it was tried.
    pub fault: Option<String>,
}

/// A document.
pub struct Document {
    pub name: String,
    pub text: String,
    /// What is told of its commands, and where.
    pub told: String,
    pub told_in: String,
}

/// Runs a document. Each command has so long for each event; `not_run` are commands to be passed over, by their first words.
pub fn run(document: &Document, patience: Duration, not_run: &[&str]) -> Report {
    let Document { name, text, told, told_in } = document;
    let steps = match document::steps(text, told) {
        Ok(steps) => steps,
        Err(why) => return Report { fault: Some(format!("{name}: {told_in}:{why}")), ..Report::default() },
    };
    // A network is of a thread and of what it starts; nobody else has this one.
    std::thread::scope(|scope| {
        let reader = || {
            let begun = Instant::now();
            let _network = place::network();
            let (place, staying) = (Place::new(), Vec::new());
            let mut session = Session { name, not_run, patience, place, staying, scripts: 0 };
            let mut report = Report::default();
            println!("{:5.1} s {name}: its place", begun.elapsed().as_secs_f64());
            report.fault = session.all(&steps, &mut report).err();
            report
        };
        scope.spawn(reader).join().expect("a report")
    })
}

/// A command that runs beside others, and where it stands.
struct Beside {
    running: Running,
    command: Shown,
}

struct Session<'a> {
    name: &'a str,
    not_run: &'a [&'a str],
    patience: Duration,
    place: Place,
    /// Servers that go on to the end of the document.
    staying: Vec<Beside>,
    scripts: usize,
}

impl Session<'_> {
    fn all(&mut self, steps: &[Step], report: &mut Report) -> Result<(), Fault> {
        fs::write(self.place.path("folder"), self.place.checkout().as_os_str().as_encoded_bytes())
            .expect("a file");
        for step in steps {
            match step {
                Step::File { name, content } => {
                    let path = self.folder().join(name);
                    fs::create_dir_all(path.parent().expect("a folder"))
                        .and_then(|()| fs::write(&path, content))
                        .map_err(|error| format!("{}: {name} cannot be written: {error}", self.name))?;
                }
                Step::Block(block) => self.block(block, report)?,
            }
        }
        let staying = std::mem::take(&mut self.staying);
        staying.into_iter().try_for_each(|server| self.stop(server))
    }

    fn block(&mut self, block: &Block, report: &mut Report) -> Result<(), Fault> {
        let missing = |tool: &&String| {
            !self.shell(&format!("command -v {tool} >/dev/null")).status().expect("sh").success()
        };
        let line = block.commands.first().map_or(0, |command| command.line);
        if let Some(tool) = block.needs.iter().find(missing) {
            report.omitted.push(format!("{}:{line} : il manque {tool}", self.name));
            return Ok(());
        }
        for text in &block.prepare {
            self.in_front(&Shown { line, text: text.clone(), special: Special::default() })?;
        }
        let mut beside = Vec::new();
        for command in &block.commands {
            if let Some(index) = self.not_run.iter().position(|words| command.text.starts_with(words)) {
                report.passed_over.push(index);
                continue;
            }
            let mut command = command.clone();
            for (this, that) in &block.instead {
                command.text = command.text.replace(this, that);
            }
            let begun = Instant::now();
            match &command.special.place {
                Where::InFront => self.in_front(&command)?,
                place => {
                    let mut aside = self.aside(&command);
                    if let Where::Server(ready) | Where::Stays(ready) | Where::Beside(Some(ready)) = place {
                        let heard = aside.running.wait_for(ready);
                        heard.map_err(|why| self.fault(&command, &why, &aside.running.said()))?;
                    }
                    let all = if matches!(place, Where::Stays(_)) { &mut self.staying } else { &mut beside };
                    all.push(aside);
                }
            }
            report.done += 1;
            // For who looks for what takes the time: `-- --nocapture`.
            println!(
                "{:5.1} s {}:{}: {}",
                begun.elapsed().as_secs_f64(),
                self.name,
                command.line,
                command.text
            );
        }
        // Those that end by themselves first: the servers are there for them.
        let (servers, others): (Vec<_>, Vec<_>) =
            beside.into_iter().partition(|aside| matches!(aside.command.special.place, Where::Server(_)));
        for Beside { mut running, command } in others {
            self.ended(&command, &mut running)?;
        }
        servers.into_iter().try_for_each(|server| self.stop(server))
    }

    /// Stops a server as its user does; it ends, and says what it should have.
    fn stop(&self, server: Beside) -> Result<(), Fault> {
        let Beside { mut running, command } = server;
        running.interrupt();
        let ended = running.end();
        let said = running.said();
        ended.map_err(|why| self.fault(&command, &format!("after Ctrl-C it {why}"), &said))?;
        self.says(&command, &said)
    }

    fn in_front(&mut self, command: &Shown) -> Result<(), Fault> {
        let script = self.script(&command.text, true);
        let mut running = if command.special.dialogue.is_empty() {
            Running::start(script, self.patience)
        } else {
            Running::on_a_terminal(&script, self.patience)
        };
        for turn in &command.special.dialogue {
            let taken = match turn {
                Turn::Awaits(wanted) => running.wait_for(wanted),
                Turn::Types(keys) => running.type_keys(keys),
            };
            taken.map_err(|why| self.fault(command, &why, &running.said()))?;
        }
        self.ended(command, &mut running)
    }

    fn aside(&mut self, command: &Shown) -> Beside {
        let running = Running::start(self.script(&command.text, false), self.patience);
        Beside { running, command: command.clone() }
    }

    fn ended(&self, command: &Shown, running: &mut Running) -> Result<(), Fault> {
        let ended = running.end();
        let said = running.said();
        let status = ended.map_err(|why| self.fault(command, &why, &said))?;
        let exit = command.special.exit;
        if status.code() != Some(exit) {
            return Err(self.fault(command, &format!("{status} instead of {exit}"), &said));
        }
        self.says(command, &said)
    }

    fn says(&self, command: &Shown, said: &str) -> Result<(), Fault> {
        match command.special.says.iter().find(|wanted| !said.contains(wanted.as_str())) {
            Some(wanted) => Err(self.fault(command, &format!("does not say {wanted:?}"), said)),
            None => Ok(()),
        }
    }

    /// What went wrong where, for the author.
    fn fault(&self, command: &Shown, why: &str, said: &str) -> Fault {
        let lines: Vec<_> = said.lines().collect();
        let last = lines[lines.len().saturating_sub(40)..].join("\n    ");
        let Shown { line, text, .. } = command;
        format!("{}:{line}: {text}\n  {why}\n    {last}", self.name)
    }

    /// Where the reader is.
    fn folder(&self) -> PathBuf {
        PathBuf::from(fs::read_to_string(self.place.path("folder")).expect("a folder"))
    }

    /// A shell in his folder, as he has it: no option of this test's own caller reaches it.
    fn shell(&self, text: &str) -> Command {
        let path = std::env::var("PATH").expect("a path");
        let mut command = Command::new("sh");
        command.args(["-c", text]).current_dir(self.folder());
        command.env("PATH", format!("{}:{path}", self.place.path("commands").display()));
        command.env("HOME", self.place.path("home")).env("TMPDIR", self.place.path("tmp"));
        command.env("LC_CTYPE", "C.UTF-8").env("TERM", "xterm-256color").env("PAGER", "cat");
        for name in
            ["LC_ALL", "LANG", "LANGUAGE", "RUST_LOG", "CARGO_TARGET_DIR", "ARBITRE_TEST_PG", "NO_COLOR"]
        {
            command.env_remove(name);
        }
        command
    }

    /// The command in a shell that begins where the one before has ended: in its folder, with what it has exported. What is
    /// in front leaves the same to the next one.
    fn script(&mut self, text: &str, in_front: bool) -> Command {
        self.scripts += 1;
        let script = self.place.path(&format!("tmp/.{}.sh", self.scripts));
        let (exported, folder) = (self.place.path("exported"), self.place.path("folder"));
        let (exported, folder) = (exported.display(), folder.display());
        let before = format!("[ ! -f '{exported}' ] || . '{exported}'\n");
        let after = format!("trap 'export -p >\"{exported}\"; printf %s \"$PWD\" >\"{folder}\"' EXIT\n");
        let after = if in_front { after } else { String::new() };
        fs::write(&script, format!("{before}{after}{text}\n")).expect("a script");
        let mut command = self.shell("exec sh \"$0\"");
        command.arg(script);
        command
    }
}
