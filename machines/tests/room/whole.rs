//! Championships of a room that end well.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use std::time::Duration;

use arbitre::host::remote::{BridgeOrder, Machine, MachineState};
use arbitre::record::MachineRecord;
use ipc::channel::Channel;

use crate::support::{
    ANY_SPEED, Heard, JoinedMachine, Killed, Organiser, machine, nats_server, slow, text, until,
};

#[test]
fn a_room_plays_a_championship_with_engines_that_travel() {
    let organiser = Organiser::new(
        "",
        &[
            ("ada", "pipe:ada/bot.sh"),
            ("bob", "pipe:cd bob && sh bot.sh"),
            ("cid", "pipe:sh 'un dossier/bot.sh'"),
            ("hasard", "hasard --graine 3"),
        ],
    );
    for name in ["ada", "bob", "un dossier"] {
        organiser.engine(name, &slow("0"));
    }
    std::fs::write(organiser.folder.path().join("ada/livre"), "ouverture").expect("written");
    let running = organiser.start(&[]);
    let (one, two) =
        (running.machine(&organiser, "salle-1", "2"), running.machine(&organiser, "salle-2", "1"));
    let complained = running.ends_well();
    let records = organiser.exported();
    assert_eq!(records.len(), 12, "{complained}");
    let machines: Vec<_> =
        records.values().map(|record| record.machine.clone().expect("a machine")).collect();
    let names: BTreeSet<&str> = machines.iter().map(|machine| machine.name.as_str()).collect();
    assert!(names.iter().all(|name| ["salle-1", "salle-2"].contains(name)), "{names:?}");
    assert!(
        machines.iter().all(|machine| machine.speed > 0 && machine.version.contains('-')),
        "{machines:?}"
    );
    let played = |said: &str| said.contains("parti après") && said.contains("tout est joué");
    assert!(played(&one.leaves()) && played(&two.leaves()));
    // What an engine logs over there is found here, under the rencontre it is about.
    let log = std::fs::read_to_string(organiser.records().join("journaux/ada.log")).expect("a log");
    assert!(log.contains("je joue") && log.matches("bob").count() >= 2, "{log}");
    // An engine arrives with its folder, and without the others.
    let moteurs = organiser.folder.path().join("salle/salle-1/moteurs");
    let arrived: Vec<String> = files(&moteurs);
    assert!(arrived.iter().filter(|path| path.ends_with("ada/livre")).count() <= 1, "{arrived:?}");
    assert!(!arrived.iter().any(|path| path.contains("mai.")), "{arrived:?}");
}

/// The files below a folder.
fn files(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path().display().to_string());
        }
    }
    found
}

#[test]
fn rounds_that_depend_on_results_are_played_in_a_room() {
    let names = ["a", "b", "c", "d", "e"];
    let contestants: Vec<(&str, &str)> = names.iter().map(|name| (*name, "hasard")).collect();
    let organiser = Organiser::new("format = { type = \"suisse\", rondes = 3 }", &contestants);
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "2");
    running.ends_well();
    assert_eq!(organiser.exported().len(), 6);
    machine.leaves();
}

#[test]
fn everything_may_be_encrypted() {
    let organiser = Organiser::new("", &[("a", "hasard"), ("b", "hasard")]);
    let folder = organiser.folder.path();
    let openssl = |args: &[&str]| {
        let done = Command::new("openssl").current_dir(folder).args(args).output();
        assert!(done.as_ref().is_ok_and(|done| done.status.success()), "{done:?}");
    };
    let subject = ["-subj", "/CN=salle", "-days", "2", "-nodes"];
    let authority = ["req", "-x509", "-newkey", "rsa:2048", "-keyout", "ca.key", "-out", "ca.pem"];
    openssl(&[&authority[..], &subject].concat());
    openssl(
        &[
            &["req", "-newkey", "rsa:2048", "-keyout", "cle.pem", "-out", "demande.pem"][..],
            &subject[..2],
            &["-nodes"],
        ]
        .concat(),
    );
    std::fs::write(folder.join("noms"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n").expect("written");
    openssl(&[
        "x509",
        "-req",
        "-in",
        "demande.pem",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-out",
        "certificat.pem",
        "-days",
        "2",
        "-extfile",
        "noms",
    ]);
    let running =
        organiser.start(&["--certificat", "certificat.pem", "--cle", "cle.pem", "--autorite", "ca.pem"]);
    assert!(running.address.starts_with("tls://"), "{}", running.address);
    // Who does not know the authority does not join.
    let mut stranger = running.machine(&organiser, "salle-0", "1");
    stranger.complained.wait_for("injoignable");
    let mut command = machine(folder, &running.address, &running.token, "salle-1", "1");
    command.arg("--autorite").arg(folder.join("ca.pem"));
    let machine = JoinedMachine::start(command);
    running.ends_well();
    assert_eq!(organiser.exported().len(), 2);
    machine.leaves();
}

#[test]
fn a_server_that_is_there_already_is_used() {
    let organiser = Organiser::new("", &[("a", "hasard"), ("b", "hasard")]);
    let (_server, server) = nats_server(&organiser.folder.path().join("nats"));
    let address = format!("nats://{server}");
    let begin = ["jouer", "mai.toml", "--sans-essai", "--machines", &address];
    let mut process = Killed::start(&mut organiser.championnat(&[&begin[..], &ANY_SPEED].concat()));
    let mut told = Heard::of(process.0.stdout.take().expect("its output"));
    told.wait_for("machines rejoindre");
    // A second championship would take the rencontres of the first.
    let second = Organiser::new("", &[("a", "hasard"), ("b", "hasard")]);
    let output = second.championnat(&begin).output().expect("championnat");
    let complained = text(&output.stderr);
    assert!(!output.status.success() && complained.contains("un autre championnat utilise"), "{complained}");
    let machine = JoinedMachine::start(machine(organiser.folder.path(), &address, "", "salle-1", "1"));
    assert!(process.0.wait().expect("its end").success(), "{}", told.all());
    assert_eq!(organiser.exported().len(), 2);
    machine.leaves();
}

#[test]
fn the_room_and_its_machines_are_shown_to_whoever_has_the_token() {
    let organiser = Organiser::new("", &[("a", "pipe:a/bot.sh"), ("b", "hasard")]);
    organiser.engine("a", &slow("0.5"));
    let running = organiser.start(&[]);
    let state = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_machines"));
        command.args(["etat", &running.address, "--jeton", &running.token]).env_remove("LANG");
        text(&command.output().expect("machines").stdout)
    };
    assert!(state().contains("aucun ordinateur n'a rejoint la salle"), "{}", state());
    let mut machine = running.machine(&organiser, "salle-1", "1");
    machine.said.wait_for("a rejoint la salle");
    until("it is shown, playing", || {
        let state = state();
        state.contains("salle-1 : joue 1 sur 1")
            && state.contains("1 ordinateur, 1 place, 1 rencontre en cours")
    });
    running.ends_well();
    machine.leaves();
}

#[test]
fn nothing_begins_on_a_machine_during_a_pause() {
    let organiser = Organiser::new("", &[("a", "pipe:a/bot.sh"), ("b", "hasard")]);
    organiser.engine("a", &slow("1"));
    let running = organiser.start(&[]);
    let first = running.machine(&organiser, "salle-1", "1");
    let control = organiser.records().join(".controle");
    let ask = |line: &str| ipc::control::ask(&control, line);
    until("a rencontre under way", || ask("etat").is_ok_and(|status| status.contains("\"machine\":\"")));
    ask("pause").expect("a pause");
    until("its result", || organiser.exported().len() == 1);
    let mut second = running.machine(&organiser, "salle-2", "1");
    second.said.wait_for("a rejoint la salle");
    let resumed = jiff::Timestamp::now();
    ask("reprend").expect("it goes on");
    running.ends_well();
    let began = organiser.exported().into_values().map(|record| record.started).max();
    assert!(began >= Some(resumed), "{began:?}, {resumed}");
    first.leaves();
    second.leaves();
}

/// As after a restart during a pause: a machine may be heard before the client has said that nothing is to begin.
#[test]
fn a_bridge_lets_nothing_begin_before_its_client_has_spoken() {
    let folder = tempfile::tempdir().expect("a folder");
    let (channel, theirs) = Channel::pair().expect("a channel");
    let mut command = Command::new(env!("CARGO_BIN_EXE_machines"));
    command.arg("pont").arg(folder.path()).args(["--port", "0"]);
    command.stdin(theirs.into_fd()).stdout(Stdio::piped());
    let mut process = Killed::start(&mut command);
    let (address, _) = testing::output::room(&mut Heard::of(process.0.stdout.take().expect("its output")));
    let secrets = std::fs::read_to_string(folder.path().join("secrets.json")).expect("secrets");
    let secrets: serde_json::Value = serde_json::from_str(&secrets).expect("secrets");
    let password = secrets["organiser"].as_str().expect("a password").to_owned();
    let machine = Machine {
        record: MachineRecord { name: "salle-1".into(), ..MachineRecord::default() },
        cores: 1,
        memory_mib: 1,
        programs: BTreeMap::new(),
        places: 1,
        playing: Vec::new(),
        played: 0,
        state: MachineState::Ready,
        fault: None,
    };
    let beat = serde_json::json!({ "machine": machine }).to_string();
    let beat = miniz_oxide::deflate::compress_to_vec(beat.as_bytes(), 1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let options = async_nats::ConnectOptions::new().custom_inbox_prefix("_INBOX.join");
    let options = options.user_and_password("organiser".into(), password);
    let client = runtime.block_on(options.connect(address)).expect("connected");
    let is_held = || {
        let asked = runtime.block_on(client.request("arbitre.beat.U", beat.clone().into()));
        let answer = miniz_oxide::inflate::decompress_to_vec(&asked.expect("an answer").payload);
        let answer: serde_json::Value = serde_json::from_slice(&answer.expect("a message")).expect("JSON");
        answer["held"] == true
    };
    assert!(is_held());
    channel.send(&BridgeOrder::Hold(false), &[], Duration::from_secs(60)).expect("sent");
    until("it goes on", || !is_held());
}

#[test]
fn the_games_of_other_machines_are_shown_live() {
    let organiser = Organiser::new("", &[("a", "pipe:a/bot.sh"), ("b", "hasard")]);
    organiser.engine("a", &slow("0.5"));
    let running = organiser.start(&[]);
    // As the pages do.
    let viewer = arbitre::live::Receiver::bind(&organiser.records()).expect("a viewer");
    let machine = running.machine(&organiser, "salle-1", "1");
    until("a move", || {
        let update = viewer.receive().ok().flatten();
        update.is_some_and(|update| {
            let partie = update.record.parties.last();
            !update.is_over() && partie.is_some_and(|partie| !partie.moves.is_empty())
        })
    });
    running.ends_well();
    machine.leaves();
}
