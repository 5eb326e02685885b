//! Machines that do not fit, and are told why.

use crate::support::{JoinedMachine, Organiser, machine, slow, text, until};

fn two() -> Organiser {
    Organiser::new("", &[("a", "hasard"), ("b", "hasard")])
}

#[test]
fn a_wrong_token_is_said_and_nothing_waits() {
    let organiser = two();
    let running = organiser.start(&[]);
    let output = machine(organiser.folder.path(), &running.address, "faux", "salle-1", "1")
        .output()
        .expect("machines");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("refuse le jeton"), "{}", text(&output.stderr));
}

#[test]
fn what_an_engine_lacks_is_said_before_its_first_game() {
    let contestants = [("ada", "pipe:sh ada/bot.sh"), ("bob", "hasard"), ("cid", "hasard")];
    let organiser = Organiser::new("", &contestants);
    organiser.engine("ada", &format!("command -v arbitre-manque >/dev/null || {{ echo 'arbitre-manque: not found' >&2; exit 127; }}\n{}", slow("0")));
    let mut running = organiser.start(&[]);
    let lacking = running.machine(&organiser, "salle-07", "1");
    running.complained.wait_for("ada n'y joue pas");
    running.complained.wait_for("arbitre-manque: not found");
    // It plays the others meanwhile.
    until("what ada does not play", || organiser.exported().len() == 2);
    // One that has it plays.
    let tools = organiser.folder.path().join("outils");
    std::fs::create_dir(&tools).expect("a folder");
    testing::executable::script(&tools.join("arbitre-manque"), "true");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("a path"));
    let mut command = machine(organiser.folder.path(), &running.address, &running.token, "salle-08", "1");
    command.env("PATH", path);
    let other = JoinedMachine::start(command);
    running.ends_well();
    let records = organiser.exported();
    assert_eq!(records.len(), 6);
    for record in records.values().filter(|record| record.names().contains(&"ada")) {
        assert!(record.machine.as_ref().is_some_and(|one| one.name == "salle-08"));
    }
    other.leaves();
    drop(lacking);
}

#[test]
fn an_engine_that_plays_on_no_computer_is_put_out() {
    let organiser =
        Organiser::new("demarrages_manques = 1", &[("ada", "pipe:ada/bot.sh"), ("bob", "hasard")]);
    organiser.engine("ada", "echo 'arbitre-manque: not found' >&2; exit 127");
    let mut running = organiser.start(&[]);
    let one = running.machine(&organiser, "salle-1", "1");
    running.complained.wait_for("salle-1 : ada n'y joue pas");
    // The other rencontre comes first now.
    let other = running.machine(&organiser, "salle-2", "1");
    running.complained.wait_for("ada est hors concours");
    running.ends_well();
    one.leaves();
    other.leaves();
}

#[test]
fn without_a_server_one_sentence_says_what_installs_it() {
    let organiser = two();
    let begin = ["jouer", "mai.toml", "--machines", "0", "--sans-essai"];
    let output = organiser
        .championnat(&begin)
        .env("ARBITRE_NATS_SERVER", "/nulle/part")
        .output()
        .expect("championnat");
    let complained = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complained}");
    let said = "nats-server n'est pas installé : sudo apt-get install nats-server";
    assert_eq!(complained.matches(said).count(), 1, "{complained}");
    assert!(complained.contains("sans --machines, cet ordinateur joue tout"), "{complained}");
}

#[test]
fn an_engine_whose_folder_cannot_travel_is_said_before_anything_begins() {
    let organiser = Organiser::new("", &[("ada", "pipe:ada/bot.sh"), ("bob", "hasard")]);
    organiser.engine("ada", &slow("0"));
    let path = organiser.folder.path().join("ada/tube");
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    let output =
        organiser.championnat(&["jouer", "mai.toml", "--machines", "0"]).output().expect("championnat");
    let complained = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complained}");
    assert!(complained.contains("ada ne peut pas jouer sur d'autres ordinateurs : "), "{complained}");
    assert!(complained.contains("ada/tube n'est ni un fichier ni un dossier"), "{complained}");
}

#[test]
fn the_same_name_twice_on_one_computer_is_refused() {
    let organiser = two();
    let running = organiser.start(&["--simultanees", "1"]);
    let mut first = machine(organiser.folder.path(), &running.address, &running.token, "salle-1", "1");
    // Nobody there: it waits.
    let mut first = JoinedMachine::start({
        first.env("ARBITRE_JETON", "");
        first
    });
    first.said.wait_for("salle-1");
    let output = machine(organiser.folder.path(), &running.address, &running.token, "salle-1", "1")
        .output()
        .expect("machines");
    assert!(
        output.status.code() == Some(1) && text(&output.stderr).contains("tourne déjà"),
        "{}",
        text(&output.stderr)
    );
    running.ends_well();
    first.leaves();
}

#[test]
fn programs_of_another_version_do_not_join() {
    let organiser = two();
    let running = organiser.start(&[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let answer = runtime.block_on(async {
        let options = async_nats::ConnectOptions::new().custom_inbox_prefix("_INBOX.join");
        let options = options.user_and_password("machine".into(), running.token.clone());
        let client = options.connect(&running.address).await.expect("connected");
        let key = nkeys::KeyPair::new_user().public_key();
        let joining =
            serde_json::json!({ "key": key, "version": "0.0.1-autre", "name": "salle-1" }).to_string();
        let packed = miniz_oxide::deflate::compress_to_vec(joining.as_bytes(), 1);
        let answer = client.request("arbitre.join", packed.into()).await.expect("an answer");
        miniz_oxide::inflate::decompress_to_vec(&answer.payload).expect("a message")
    });
    let answer = text(&answer);
    assert!(answer.contains("machine-version") && answer.contains("0.0.1-autre"), "{answer}");
}
