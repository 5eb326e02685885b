//! What a room of computers costs and brings, with real processes on this computer:
//!
//! `cargo bench -p machines --bench room -- [queue] [speedup] [bridge] [deaths] [kills N]`
//!
//! * `queue`: a rencontre through the queue and on a host of this computer, in the same championship's time.
//! * `speedup`: 1, 2, 4, 8 and 16 machines whose engines sleep instead of computing.
//! * `bridge`: 10,000 rencontres through 1,000 places that answer at once, and the memory after 100,000.
//! * `deaths`: the time from a machine's death until its rencontre is begun again.
//! * `kills N`: so many kills of machines, server, bridge and organiser; each scheduled game has one result.

#[path = "../tests/room/support.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arbitre::engine::Travelling;
use arbitre::host::remote::{BridgeOrder, BridgeReport, RoomSettings};
use arbitre::host::{Task, TaskEngine, TaskPlayer, TaskSeat};
use async_nats::jetstream::{self, consumer::PullConsumer};
use futures_util::StreamExt;
use ipc::channel::Channel;
use ipc::wait::Deadline;
use nix::sys::signal::Signal;
use support::{JoinedMachine, Killed, Organiser, machine, signal, slow};
use testing::process::resident;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|word| word == name);
    if wanted("queue") {
        queue();
    }
    if wanted("speedup") {
        speedup();
    }
    if wanted("bridge") {
        bridge();
    }
    if wanted("deaths") {
        deaths();
    }
    if let Some(at) = arguments.iter().position(|word| word == "kills") {
        kills(arguments.get(at + 1).and_then(|count| count.parse().ok()).unwrap_or(100));
    }
}

/// From the beginning of the first rencontre to the end of the last one, in seconds; and how many.
fn span(organiser: &Organiser) -> (f64, usize) {
    let records = organiser.exported();
    let first = records.values().map(|record| record.started).min().expect("a record");
    let last = records.values().filter_map(|record| record.ended).max().expect("a record");
    (last.duration_since(first).as_secs_f64(), records.len())
}

fn random_players(count: usize) -> Organiser {
    let names: Vec<String> = (0..count).map(|number| format!("j{number}")).collect();
    let contestants: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "hasard")).collect();
    Organiser::new("confinement = \"aucun\"", &contestants)
}

fn queue() {
    let (here, away) = (random_players(40), random_players(40));
    let local = ["jouer", "mai.toml", "--sans-essai", "--simultanees", "2"];
    assert!(here.championnat(&local).output().expect("championnat").status.success());
    let (local, count) = span(&here);
    let mut running = away.start(&[]);
    let machine = running.machine(&away, "salle-1", "2");
    let (mut first, mut last) = (None, None);
    while running.process.0.try_wait().expect("its state").is_none() {
        std::thread::sleep(Duration::from_millis(200));
        let played = count_files(&away.records(), "json");
        if let Some(memory) = resident(machine.process.0.id()).ok().filter(|_| played >= 20) {
            first.get_or_insert((played, memory));
            last = Some((played, memory));
        }
    }
    running.ends_well();
    machine.leaves();
    if let (Some((early, before)), Some((late, after))) = (first, last) {
        println!("queue: the machine has {before} KiB after {early} rencontres, {after} KiB after {late}");
    }
    let (room, _) = span(&away);
    let each = |seconds: f64| 2.0 * 1e3 * seconds / count as f64;
    println!(
        "queue: {count} rencontres, two at once; {:.1} ms each on hosts of this computer, {:.1} ms through the queue: {:+.1} ms",
        each(local),
        each(room),
        each(room) - each(local)
    );
}

/// Rencontres a second while every machine plays: from the last machine's first one until the first machine has no
/// more.
fn steady_rate(organiser: &Organiser) -> f64 {
    let records = organiser.exported();
    let mut spans = BTreeMap::new();
    for record in records.values() {
        let machine = record.machine.as_ref().expect("a machine").name.clone();
        let (started, ended) = (record.started, record.ended.expect("an end"));
        let span = spans.entry(machine).or_insert((started, ended));
        *span = (span.0.min(started), span.1.max(ended));
    }
    let from = spans.values().map(|span| span.0).max().expect("a machine");
    let to = spans.values().map(|span| span.1).min().expect("a machine");
    let within = |record: &&arbitre::record::Record| record.ended.is_some_and(|at| at > from && at <= to);
    records.values().filter(within).count() as f64 / to.duration_since(from).as_secs_f64()
}

fn speedup() {
    let mut alone = None;
    // So many players that each machine has about as much to do.
    for (machines, players) in [(1, 5), (2, 6), (4, 9), (8, 12), (16, 17)] {
        let names: Vec<String> = (0..players).map(|number| format!("j{number}")).collect();
        let engines: Vec<String> = names.iter().map(|name| format!("pipe:{name}/bot.sh")).collect();
        let contestants: Vec<(&str, &str)> =
            names.iter().map(String::as_str).zip(engines.iter().map(String::as_str)).collect();
        let organiser = Organiser::new("confinement = \"aucun\"", &contestants);
        names.iter().for_each(|name| organiser.engine(name, &slow("0.3")));
        let running = organiser.start(&[]);
        let joined: Vec<JoinedMachine> = (0..machines)
            .map(|number| running.machine(&organiser, &format!("salle-{number}"), "1"))
            .collect();
        running.ends_well();
        joined.into_iter().for_each(|machine| drop(machine.leaves()));
        let (rate, count) = (steady_rate(&organiser), organiser.exported().len());
        let one = *alone.get_or_insert(rate);
        println!(
            "speedup: {machines} machines, {count} rencontres: while all play {rate:.3} a second, {:.2} times as many as one ({:.0} %)",
            rate / one,
            100.0 * rate / one / f64::from(machines)
        );
    }
}

/// A task of two engines that nobody starts.
fn task(number: usize) -> BridgeOrder {
    let player = |name: &str| {
        let engine = TaskEngine {
            spec: "hasard".into(),
            key: name.into(),
            label: name.into(),
            start_ms: 1000,
            unlimited_ms: None,
            core: None,
            ponder: false,
            policy: confine::Policy::none(),
            log: None,
        };
        TaskPlayer::new(name, "hasard", TaskSeat::Engine(Box::new(engine)))
    };
    let task = Task {
        time_ms: Some(1000),
        scheduled: Some(format!("1.{number}")),
        leave_ms: 1000,
        ..Task::new(format!("morpion-{number}"), "morpion", 2, ["a", "b"].map(player))
    };
    let engine = Travelling { spec: "hasard".into(), files: Vec::new(), readable: Vec::new() };
    BridgeOrder::Play { task: Box::new(task), engines: Box::new([engine.clone(), engine]) }
}

/// The bridge alone, with a client here and places that answer at once.
fn bridge() {
    const PLACES: usize = 1000;
    const CONNECTIONS: usize = 20;
    let folder = tempfile::tempdir().expect("a folder");
    let (mut channel, theirs) = Channel::pair().expect("a channel");
    let mut command = Command::new(env!("CARGO_BIN_EXE_machines"));
    command.arg("pont").arg(folder.path().join("machines")).args(["--port", "0"]);
    command.stdin(Stdio::from(theirs.into_fd())).stdout(Stdio::piped());
    let mut process = Killed::start(&mut command);
    let mut said = support::Heard::of(process.0.stdout.take().expect("its output"));
    let bound = Duration::from_secs(60);
    let settings = RoomSettings { ponder: false, band: 15, fallback: false };
    channel.send(&BridgeOrder::Begin(settings), &[], bound).expect("sent");
    said.wait_for("--jeton ");
    let secrets = std::fs::read_to_string(folder.path().join("machines/secrets.json")).expect("secrets");
    let secrets: serde_json::Value = serde_json::from_str(&secrets).expect("secrets");
    let (port, password) =
        (secrets["port"].to_string(), secrets["organiser"].as_str().expect("a password").to_owned());
    let address = format!("nats://127.0.0.1:{port}");
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(answer_at_once(address, password, CONNECTIONS, PLACES / CONNECTIONS));
    });
    let (mut given, mut taken, mut begun) = (0, 0, None);
    while taken < 100_000 {
        let Some((report, _)) =
            channel.wait_for::<BridgeReport>(Deadline::after(Instant::now(), Some(bound))).expect("a report")
        else {
            panic!("nothing after {taken} of {given}");
        };
        match report {
            BridgeReport::Ready => begun = Some(Instant::now()),
            BridgeReport::Result { tag, .. } => {
                taken += 1;
                channel.send(&BridgeOrder::Taken(tag), &[], bound).expect("sent");
                let begun = begun.expect("ready");
                if [1_000, 10_000, 100_000].contains(&taken) {
                    println!(
                        "bridge: {taken} rencontres through {PLACES} places that answer at once: {:.0} a second; the bridge has {} KiB",
                        taken as f64 / begun.elapsed().as_secs_f64(),
                        resident(process.0.id()).unwrap_or_default()
                    );
                }
            }
            _ => {}
        }
        while begun.is_some() && given < taken + PLACES && given < 100_000 {
            channel.send(&task(given), &[], bound).expect("sent");
            given += 1;
        }
    }
}

async fn answer_at_once(address: String, password: String, connections: usize, places: usize) {
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..connections {
        let options =
            async_nats::ConnectOptions::new().user_and_password("organiser".into(), password.clone());
        let client = options.connect(address.clone()).await.expect("connected");
        let context = jetstream::new(client);
        for _ in 0..places {
            let context = context.clone();
            all.spawn(async move {
                loop {
                    let Ok(consumer) = context.get_consumer_from_stream::<jetstream::consumer::pull::Config, _, _>("machines", "ARBITRE_JOBS").await else {
                        tokio::time::sleep(Duration::from_millis(200)).await;
                        continue;
                    };
                    let consumer: PullConsumer = consumer;
                    while let Ok(mut batch) = consumer.batch().max_messages(1).expires(Duration::from_secs(5)).messages().await {
                        let Some(Ok(message)) = batch.next().await else { continue };
                        let json = miniz_oxide::inflate::decompress_to_vec(&message.payload).expect("a job");
                        let job: serde_json::Value = serde_json::from_slice(&json).expect("a job");
                        let answer = serde_json::json!({ "ticket": job["ticket"], "said": { "Played": {
                            "task": job["task"]["id"], "scheduled": job["task"]["scheduled"],
                            "machine": { "name": "m", "processor": "", "speed": 1, "version": "" },
                            "reports": [], "end": { "Err": { "code": "text", "args": ["x"] } }, "logs": ["", ""], "age_ms": 0
                        } } });
                        let packed = miniz_oxide::deflate::compress_to_vec(answer.to_string().as_bytes(), 1);
                        let kept = context.publish("arbitre.answers.UBENCH", packed.into()).await.expect("sent");
                        kept.await.expect("kept");
                        message.double_ack().await.expect("done");
                    }
                }
            });
        }
    }
    while all.join_next().await.is_some() {}
}

/// Kills of everything, one after the other, while championships go on.
fn kills(count: usize) {
    let (mut killed, mut of, mut random, begun) = (0, [0; 4], 1, Instant::now());
    let (mut results, mut late) = (0, 0);
    while killed < count {
        let organiser = slow_players(16, "0.05");
        let ended = kills_of(&organiser, &mut random, count - killed);
        ended.into_iter().for_each(|what| of[what] += 1);
        killed = of.iter().sum();
        let records = organiser.exported().len();
        assert_eq!(records, 16 * 15, "{}", organiser.folder.path().display());
        results += records;
        late += count_files(&organiser.records(), "double");
    }
    println!(
        "kills: {killed} ({} of machines, {} of nats-server, {} of the bridge, {} of the organiser) in {:.0} s: \
         each of {results} scheduled games has exactly one result, {late} came twice and were put aside",
        of[0],
        of[1],
        of[2],
        of[3],
        begun.elapsed().as_secs_f64(),
    );
}

/// How long it takes until a rencontre of a machine that is killed is begun again on another one with a free place.
fn deaths() {
    // Rencontres that last for several beats.
    let organiser = slow_players(16, "0.3");
    let mut running = organiser.start(&[]);
    let free = running.machine(&organiser, "libre", "2");
    running.complained.wait_for("libre joue");
    let mut seconds = Vec::new();
    for number in 0..20 {
        let name = format!("salle-{number}");
        let mut doomed = running.machine(&organiser, &name, "1");
        doomed.said.wait_for("a rejoint la salle");
        support::until("it plays", || {
            let status = ipc::control::ask(&organiser.records().join(".controle"), "etat");
            status.is_ok_and(|status| status.contains(&format!("\"machine\":\"{name}\"")))
        });
        signal(doomed.process.0.id(), Signal::SIGKILL);
        running.complained.wait_for(&format!("{name} ne répond plus ; un autre"));
        running.complained.wait_for(" la joue maintenant, ");
        let said = running.complained.said();
        let last = said.rsplit(" la joue maintenant, ").next().and_then(|rest| rest.split(' ').next());
        seconds.extend(last.and_then(|seconds| seconds.replace(',', ".").parse::<f64>().ok()));
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "deaths: {} machines were killed; their rencontres were begun again elsewhere {:.1} s (median) and {:.1} s (at most) after their last sign",
        seconds.len(),
        seconds[seconds.len() / 2],
        seconds[seconds.len() - 1],
    );
    signal(running.process.0.id(), Signal::SIGINT);
    running.process.0.wait().expect("its end");
    drop(free);
}

/// Players that take so many seconds for a move.
fn slow_players(count: usize, seconds: &str) -> Organiser {
    let names: Vec<String> = (0..count).map(|number| format!("j{number}")).collect();
    let engines: Vec<String> = names.iter().map(|name| format!("pipe:{name}/bot.sh")).collect();
    let contestants: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(engines.iter().map(String::as_str)).collect();
    let organiser = Organiser::new("confinement = \"aucun\"", &contestants);
    names.iter().for_each(|name| organiser.engine(name, &slow(seconds)));
    organiser
}

/// Kills until this championship is over, so many at most; what was killed.
fn kills_of(organiser: &Organiser, random: &mut u64, most: usize) -> Vec<usize> {
    let mut pick = |most: u64| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*random >> 33) % most
    };
    let mut running = organiser.start(&[]);
    let join = |running: &support::RunningRoom, number: usize| {
        let name = format!("salle-{number}");
        JoinedMachine::start(machine(organiser.folder.path(), &running.address, &running.token, &name, "1"))
    };
    let mut machines: Vec<JoinedMachine> = (0..4).map(|number| join(&running, number)).collect();
    let mut killed = Vec::new();
    while killed.len() < most {
        std::thread::sleep(Duration::from_millis(100 + pick(300)));
        // Near its end nothing may be there any more to be killed.
        if count_files(&organiser.records(), "json") + 8 > 16 * 15 {
            break;
        }
        let what = match pick(10) {
            0 => {
                signal(running.process.0.id(), Signal::SIGKILL);
                running.process.0.wait().expect("its end");
                running = organiser.start(&[]);
                3
            }
            1 => {
                running.kill_companion("nats-server");
                1
            }
            2 => {
                running.kill_companion("machines");
                2
            }
            _ => {
                let number = pick(4) as usize;
                signal(machines[number].process.0.id(), Signal::SIGKILL);
                machines[number].process.0.wait().expect("its end");
                machines[number] = join(&running, number);
                0
            }
        };
        killed.push(what);
    }
    running.ends_well();
    killed
}

fn count_files(folder: &Path, extension: &str) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|one| one == extension)).count()
}
