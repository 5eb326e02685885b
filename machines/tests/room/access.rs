//! What the account of a machine allows, and what it does not.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, jetstream};
use futures_util::StreamExt;

use crate::support::{Organiser, RunningRoom, find, slow};

const SHORT: Duration = Duration::from_secs(2);

/// The key that a machine has made for itself.
fn seed(organiser: &Organiser, name: &str) -> String {
    find("a key", || {
        std::fs::read_to_string(organiser.folder.path().join("salle").join(name).join("cle"))
            .ok()
            .filter(|seed| seed.len() > 50)
    })
}

async fn as_machine(running: &RunningRoom, seed: &str) -> (Client, String) {
    let key = nkeys::KeyPair::from_seed(seed).expect("a key").public_key();
    let options = ConnectOptions::new().nkey(seed.to_owned()).custom_inbox_prefix(format!("_INBOX.{key}"));
    (options.connect(&running.address).await.expect("connected"), key)
}

#[test]
fn a_machine_can_take_rencontres_and_hand_in_results_and_nothing_else() {
    let organiser = Organiser::new("", &[("ada", "pipe:ada/bot.sh"), ("bob", "pipe:bob/bot.sh")]);
    ["ada", "bob"].iter().for_each(|name| organiser.engine(name, &slow("1")));
    let running = organiser.start(&[]);
    let mut machine = running.machine(&organiser, "salle-1", "1");
    machine.said.wait_for("a rejoint la salle");
    let seed = seed(&organiser, "salle-1");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (client, key) = as_machine(&running, &seed).await;
        // Without the ticket of a rencontre there are no engines.
        let sum = "0".repeat(64);
        let request = serde_json::json!({ "sum": sum, "ticket": sum, "offset": 0 }).to_string();
        let packed = miniz_oxide::deflate::compress_to_vec(request.as_bytes(), 1);
        let answer = client.request(format!("arbitre.bundle.{key}"), packed.into()).await.expect("an answer");
        assert!(answer.payload.is_empty());
        // Nor does the bridge publish where only it may, for whoever names such a subject.
        let secrets =
            std::fs::read_to_string(organiser.records().join("machines/secrets.json")).expect("secrets");
        let secrets: serde_json::Value = serde_json::from_str(&secrets).expect("secrets");
        let password = secrets["organiser"].as_str().expect("a password").to_owned();
        let organisers = ConnectOptions::new().user_and_password("organiser".into(), password);
        let organisers = jetstream::new(organisers.connect(&running.address).await.expect("connected"));
        let request = serde_json::json!({ "sum": sum, "ticket": sum, "offset": 0 }).to_string();
        let packed = miniz_oxide::deflate::compress_to_vec(request.as_bytes(), 1);
        let delete = "$JS.API.STREAM.DELETE.ARBITRE_ANSWERS";
        client
            .publish_with_reply(format!("arbitre.bundle.{key}"), delete, packed.into())
            .await
            .expect("sent");
        client.flush().await.expect("flushed");
        tokio::time::sleep(SHORT).await;
        organisers.get_stream("ARBITRE_ANSWERS").await.expect("it is still there");
        // What others say is not heard.
        let everything = [">", "arbitre.>", "_INBOX.>", "arbitre.answers.*", "$JS.>"];
        let heard = everything.map(|subject| {
            let client = client.clone();
            async move {
                let mut heard = client.subscribe(subject).await.expect("asked for");
                assert!(tokio::time::timeout(SHORT, heard.next()).await.is_err(), "{subject} is heard");
            }
        });
        futures_util::future::join_all(heard).await;
        // Streams are neither read, nor written, nor changed.
        let context = jetstream::new(client.clone());
        let published = ["arbitre.jobs", "arbitre.answers.UAUTRE"].map(|subject| {
            let context = context.clone();
            async move {
                let published = context.publish(subject, "x".into()).await.expect("sent");
                let kept = tokio::time::timeout(SHORT, published).await;
                assert!(kept.map_or(true, |kept| kept.is_err()), "{subject}");
            }
        });
        futures_util::future::join_all(published).await;
        let requests = [
            "STREAM.INFO.ARBITRE_JOBS",
            "STREAM.MSG.GET.ARBITRE_JOBS",
            "STREAM.PURGE.ARBITRE_JOBS",
            "STREAM.DELETE.ARBITRE_ANSWERS",
            "CONSUMER.MSG.NEXT.ARBITRE_ANSWERS.bridge",
            "STREAM.NAMES",
        ];
        let asked = requests.map(|request| {
            let client = client.clone();
            async move {
                let answer = client.request(format!("$JS.API.{request}"), "{\"seq\":1}".into());
                let answer = tokio::time::timeout(SHORT, answer).await;
                assert!(answer.map_or(true, |answer| answer.is_err()), "{request}");
            }
        });
        futures_util::future::join_all(asked).await;
        // Who has only the token of the room cannot even listen to the answers of others.
        let newcomer = ConnectOptions::new().user_and_password("machine".into(), running.token.clone());
        let newcomer = newcomer.connect(&running.address).await.expect("connected");
        let mut heard = newcomer.subscribe("_INBOX.>").await.expect("asked for");
        newcomer.flush().await.expect("flushed");
        assert!(tokio::time::timeout(SHORT, heard.next()).await.is_err());
        // Nor are its lies believed.
        let packed = miniz_oxide::deflate::compress_to_vec(b"{\"Played\":{}}", 1);
        let lie = context.publish(format!("arbitre.answers.{key}"), packed.into()).await.expect("sent");
        lie.await.expect("kept, and thrown away by the bridge");
        let why = serde_json::json!({ "code": "text", "args": ["x"] });
        let said = serde_json::json!({ "Declined": { "task": "morpion-1", "slot": null, "why": why } });
        let stranger = serde_json::json!({ "ticket": sum, "said": said }).to_string();
        let packed = miniz_oxide::deflate::compress_to_vec(stranger.as_bytes(), 1);
        let lie = context.publish(format!("arbitre.answers.{key}"), packed.into()).await.expect("sent");
        lie.await.expect("kept, and thrown away by the bridge");
    });
    let complained = running.ends_well();
    assert!(complained.contains("d'un ordinateur qui ne l'a pas reçue"), "{complained}");
    assert_eq!(organiser.exported().len(), 2);
    machine.leaves();
}
