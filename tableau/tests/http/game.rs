//! Games on pages: records of all games, stepped through; hostile ones; those that are pasted.

use jeux::Slot;
use std::fs;
use std::path::Path;

use crate::common::contest::play_format;
use crate::common::{Answer, Tableau};
use crate::played;
use arbitre::record::{MachineRecord, Record};
use arbitre::replay;

const HOSTILE: &str = "<img src=x onerror=alert(1)>";

/// A folder of records that pages show under the name `parties`.
fn folder(home: &Path, records: &[Record]) -> std::path::PathBuf {
    let folder = home.join("parties");
    fs::create_dir_all(&folder).expect("a folder");
    for record in records {
        record.commit(&folder).expect("written");
    }
    folder
}

/// What stands between two signs.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).unwrap_or_else(|| panic!("{begin} in {text}")).1;
    rest.split_once(end).expect(end).0
}

#[test]
fn every_game_can_be_stepped_through() {
    let home = tempfile::tempdir().expect("a folder");
    let mut records: Vec<Record> =
        played::games().into_iter().map(|game| played::record(game, game, ["ada", HOSTILE])).collect();
    let machine =
        MachineRecord { name: "salle-03 <b>".into(), processor: "Z80".into(), ..Default::default() };
    records[0].machine = Some(machine);
    folder(home.path(), &records);
    let tableau = Tableau::start(home.path(), &[]);
    let named = tableau.get(&format!("/parties/parties/{}", records[0].id)).body;
    assert!(named.contains("title=\"Z80\">jouée sur salle-03 &#60;b&#62;</bdi>"), "{named}");
    for record in &records {
        replay::verify(record).expect("a record that holds");
        let path = format!("/parties/parties/{}", record.id);
        let page = tableau.get(&path);
        assert_eq!(page.status, 200, "{}", record.id);
        assert!(page.body.contains("<svg xmlns"), "a board of {}", record.id);
        assert!(!page.body.contains("<img"), "names are texts");
        assert!(page.body.contains("Conforme aux règles"));
        assert!(
            page.body.contains("Attente d&#39;un processeur") && page.body.contains("7,65 s"),
            "{}",
            record.id
        );
        for (number, partie) in record.parties.iter().enumerate() {
            let count = partie.moves.len();
            let board = |coup: usize| tableau.get(&format!("{path}/plateau?partie={number}&coup={coup}"));
            let (begin, one, end) = (board(0), board(1), board(count));
            assert_eq!([begin.status, one.status, end.status], [200; 3]);
            assert!(begin.body.starts_with("<svg") && !begin.body.contains("<img"), "{}", record.id);
            assert!(begin.body != one.body && one.body != end.body, "{}", record.id);
            assert_eq!(board(count + 9).body, end.body, "beyond the end is the end");
            let at = tableau.get(&format!("{path}?partie={}&coup=1", partie.name)).body;
            assert_eq!(between(&at, "<div class=\"plank\">", "</div>"), one.body, "without a program");
            assert!(at.contains("data-ply=\"1\" data-last"), "{}", record.id);
            assert!(at.contains(&format!("data-ply=\"{}\"", count.min(1_000))), "all moves are listed");
        }
        let file = tableau.get(&format!("{path}/fichier"));
        assert_eq!(Record::from_json(&file.body).expect("a record").parties, record.parties);
        let both = tableau.get(&format!("{path}?ensemble=1")).body;
        assert_eq!(both.matches("<section class=\"pane\"").count(), record.parties.len());
        let english = tableau.ask("GET", &path, &[("accept-language", "en")], "").body;
        assert!(english.contains("In accordance with the rules"));
    }
    let list = tableau.get("/parties/parties").body;
    assert!(records.iter().all(|record| list.contains(&format!("/parties/parties/{}\"", record.id))));
}

#[test]
fn faults_are_said_with_the_rule_that_was_broken() {
    let home = tempfile::tempdir().expect("a folder");
    let mut record = played::record("morpion", "triche", ["ada", "bob"]);
    let partie = &mut record.parties[1];
    partie.moves.truncate(2);
    partie.moves[1].text = partie.moves[0].text.clone();
    let mut judge = replay::after(&record, &record.parties[1], 1).expect("a game");
    let partie = &record.parties[1];
    let judged = judge.judge(&arbitre::judge::Coup::said(&partie.moves[1].text)).expect("a move");
    let arbitre::judge::Verdict::Illegal(rule) = &judged.verdict else { panic!("{judged:?}") };
    let rule = rule.clone();
    let partie = &mut record.parties[1];
    (partie.moves[1].verdict, partie.moves[1].property) = judged.verdict.words();
    partie.result.termination = protocol::Termination::Triche;
    (partie.result.winner, partie.result.charged) = (Some(Slot::One), Some(Slot::Zero));
    partie.result.detail = Some(rule);
    replay::verify(&record).expect("a record that holds");
    let mut late = played::record("morpion", "retard", ["ada", "bob"]);
    let partie = &mut late.parties[1];
    partie.moves.truncate(1);
    partie.moves[0].property = protocol::verdict::Property::Cont;
    partie.result.termination = protocol::Termination::Timeout;
    (partie.result.winner, partie.result.charged) = (Some(Slot::One), Some(Slot::Zero));
    (partie.result.detail, partie.result.fault_micros) = (None, Some(6_020_000));
    replay::verify(&late).expect("a record that holds");
    folder(home.path(), &[record, late]);
    let tableau = Tableau::start(home.path(), &[]);
    let page = tableau.get("/parties/parties/triche?partie=retour").body;
    let verdict = between(&page, "<p class=\"verdict warn\">", "</p>");
    assert!(
        verdict.contains("TRICHE de ada") && verdict.contains("en 2 coups") && verdict.contains("déjà"),
        "{verdict}"
    );
    let page = tableau.get("/parties/parties/retard?partie=retour").body;
    let verdict = between(&page, "<p class=\"verdict warn\">", "</p>");
    assert!(verdict.contains("TIMEOUT de ada (6,020 s) en 1 coup"), "{verdict}");
    assert!(page.contains("class=\"fault\"") && page.contains("class=\"limit\""), "both are in the chart");
}

#[test]
fn hostile_records_are_named_and_harm_nobody() {
    let home = tempfile::tempdir().expect("a folder");
    let mut unknown = played::record("morpion", "inconnu", ["ada", "bob"]);
    unknown.game = format!("{HOSTILE}{}", "x".repeat(10_000));
    unknown.parties[0].moves[0].text = format!("\u{202e}{}", HOSTILE.repeat(1_000));
    let mut wrong = played::record("morpion", "faux", ["ada", "bob"]);
    wrong.parties[0].result.winner = Some(wrong.parties[0].result.winner.unwrap_or_default().other());
    let mut setup = played::record("labyrinthe", "depart", ["ada", "bob"]);
    setup.parties[0].setup.clear();
    let mut nobody = played::record("morpion", "personne", ["ada", "bob"]);
    nobody.parties.clear();
    let folder = folder(home.path(), &[unknown, wrong, setup, nobody]);
    fs::write(folder.join("texte.json"), "{").expect("written");
    fs::write(folder.join("lien.json"), [0xff, 0xfe]).expect("written");
    fs::write(folder.join("long.json"), " ".repeat(3 << 20)).expect("written");
    fs::write(folder.join("schema.json"), r#"{"schema": 99}"#).expect("written");
    fs::create_dir(folder.join("dossier.json")).expect("a folder");
    fs::write(folder.join("<b>.json"), "{}").expect("written");
    fs::write(home.path().join("secret.json"), "{}").expect("written");
    let tableau = Tableau::start(home.path(), &[]);
    let list = tableau.get("/parties/parties");
    assert_eq!(list.status, 200);
    assert!(!list.body.contains("<img") && !list.body.contains("<b>"));
    assert_eq!(list.body.matches("class=\"hostile\"").count(), 4, "{}", list.body);
    let get = |id: &str| tableau.get(&format!("/parties/parties/{id}"));
    for id in ["texte", "lien", "long", "schema"] {
        let page = get(id);
        assert_eq!(page.status, 422, "{id}");
        assert!(page.body.contains("<h1>"), "in words: {id}");
    }
    for id in ["dossier", "rien", "..%2fsecret", "%2e%2e%2fsecret", ".x", "%3Cb%3E", "a%00b"] {
        assert_eq!(get(id).status, 404, "{id}");
    }
    assert_eq!(tableau.get("/parties/..%2f/secret").status, 404);
    let page = get("inconnu");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<img") && !page.body.contains('\u{202e}'));
    assert!(page.body.contains("<table class=\"moves\">") && page.body.contains("Pas de plateau"));
    assert!(page.body.len() < 100_000, "{} bytes", page.body.len());
    for id in ["faux", "depart", "personne"] {
        let page = get(id);
        assert_eq!(page.status, 200, "{id}");
        assert!(page.body.contains("Les règles contredisent cet enregistrement"), "{id}");
    }
    for wish in ["?partie=9&coup=-1", "?coup=99999999999999999999", "?partie=%00&coup=%F0%9F", "?x=y&partie"]
    {
        assert_eq!(tableau.get(&format!("/parties/parties/faux{wish}")).status, 200, "{wish}");
    }
}

/// A stranger's record with direction marks and invisible characters in all its texts.
#[test]
fn nothing_of_a_record_turns_the_text_of_a_page() {
    let home = tempfile::tempdir().expect("a folder");
    let evil = "x\u{202e}\u{2066}\u{200b}\u{9b}y";
    let mut records = Vec::new();
    for (game, id) in
        [("morpion", "connu"), ("coursidor", "coursidor"), ("sphinx", "sphinx"), ("evil", "inconnu")]
    {
        let known = if game == "evil" { "morpion" } else { game };
        let mut record = played::record(known, id, ["ada", "bob"]);
        if game == "evil" {
            record.game = evil.to_owned();
        }
        record.players[0].name = evil.to_owned();
        record.players[1].from = evil.to_owned();
        for partie in &mut record.parties {
            partie.result.detail = Some(jeux::Reason::new("engine-said").with(evil));
            let last = partie.moves.last_mut().expect("a move");
            last.answer = Some(evil.to_owned());
            if game == "evil" {
                partie.name = evil.to_owned();
                last.text = evil.to_owned();
            }
        }
        records.push(record);
    }
    let ids: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
    folder(home.path(), &records);
    let tableau = Tableau::start(home.path(), &[]);
    let paths = ids.iter().map(|id| format!("/parties/parties/{id}"));
    for path in paths.chain(["/parties/parties".to_owned()]) {
        let page = tableau.get(&path);
        assert_eq!(page.status, 200, "{path}");
        let strange = page.body.chars().find(|c| !matches!(c, '\t' | '\n') && !jeux::text::is_harmless(*c));
        assert_eq!(strange, None, "{path}: {:?}", page.body);
        assert!(page.body.contains("x\u{fffd}\u{fffd}\u{fffd}\u{fffd}y"), "{path}: {}", page.body);
    }
}

#[test]
fn folders_of_thousands_are_listed_by_pages() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = folder(home.path(), &[]);
    let record = played::record("morpion", "x", ["ada", "bob"]).to_json().expect("JSON");
    for number in 0..3_000 {
        fs::write(folder.join(format!("partie-{number:04}.json")), &record).expect("written");
    }
    let newest = fs::File::options().write(true).open(folder.join("partie-0007.json")).expect("a file");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    newest.set_modified(later).expect("a time");
    let tableau = Tableau::start(home.path(), &[]);
    let first = tableau.get("/parties/parties").body;
    assert!(first.contains("3000 enregistrements") && first.contains("1 / 75"), "{first}");
    assert!(
        between(&first, "<ol class=\"records\"", "</a>").contains("/partie-0007\""),
        "the newest is the first"
    );
    let last = tableau.get("/parties/parties?page=75").body;
    assert!(last.contains("75 / 75") && !last.contains("rel=\"next\""));
    assert!(tableau.get("/parties/parties?page=99999").body.contains("75 / 75"));
    assert_eq!(tableau.get("/parties/parties?page=x").status, 200);
    assert_eq!(tableau.get("/parties/ailleurs").status, 404);
}

/// Sends a record as the form of the page does.
pub fn paste(tableau: &Tableau, text: &str) -> Answer {
    let origin = format!("http://{}", tableau.address);
    let body = format!(
        "--x\r\ncontent-disposition: form-data; name=\"fichier\"; filename=\"\"\r\n\r\n\r\n\
         --x\r\ncontent-disposition: form-data; name=\"texte\"\r\n\r\n{text}\r\n--x--\r\n"
    );
    let kind = ("content-type", "multipart/form-data; boundary=x");
    tableau.ask("POST", "/relire", &[("origin", &origin), kind], &body)
}

#[test]
fn a_record_is_pasted_verified_and_replayed_without_being_kept_on_disk() {
    let home = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    assert_eq!(tableau.get("/relire").status, 200);
    let record = played::record("colonnes", "a", [HOSTILE, "bob"]).to_json().expect("JSON");
    let taken = paste(&tableau, &record);
    assert_eq!(taken.status, 303, "{taken:?}");
    let path = taken.header("location").expect("a path").to_owned();
    assert!(path.starts_with("/relire/") && path.len() == "/relire/".len() + 32, "{path}");
    let page = tableau.get(&path);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Conforme aux règles") && !page.body.contains("<img"));
    assert!(tableau.get(&format!("{path}/plateau?partie=0&coup=1")).body.starts_with("<svg"));
    assert_ne!(
        paste(&tableau, &record).header("location"),
        Some(path.as_str()),
        "each has a name of its own"
    );
    assert_eq!(tableau.get("/relire/00000000000000000000000000000000").status, 404);
    for wrong in ["", "{}", "<html>", "[1]", "{\"schema\": 7}"] {
        let refused = paste(&tableau, wrong);
        assert!(matches!(refused.status, 400 | 422) && refused.body.contains("role=\"alert\""), "{wrong}");
    }
    assert_eq!(paste(&tableau, &" ".repeat(5 << 20)).status, 400, "too long");
    let lie =
        record.replacen("\"winner\": 0", "\"winner\": 1", 1).replacen("\"winner\": null", "\"winner\": 1", 1);
    let lie = paste(&tableau, &lie);
    let page = tableau.get(lie.header("location").expect("a path"));
    assert!(page.body.contains("Les règles contredisent cet enregistrement"));
    let elsewhere = tableau.ask("POST", "/relire", &[("origin", "http://example.org")], "");
    assert_eq!(elsewhere.status, 403);
    let files = fs::read_dir(home.path()).expect("a folder").count();
    assert!(files <= 1, "nothing but the folder of what is played here");
}

#[test]
fn a_rencontre_leads_to_its_neighbours_its_players_and_its_files() {
    let home = tempfile::tempdir().expect("a folder");
    let contestants = [("ana", "minimax"), ("bob <b>", "hasard"), ("chloe", "glouton")];
    play_format(home.path(), "mai", "type = \"aller-simple\"", &contestants);
    let tableau = Tableau::start(home.path(), &["mai.toml"]);
    let programme = tableau.get("/championnat/mai/programme").body;
    let mut keys: Vec<String> = programme
        .split("/rencontre/")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    keys.dedup();
    assert_eq!(keys.len(), 3, "{keys:?}");
    let linked = |page: &str, rel: &str| {
        let (_, rest) = page.split_once(&format!("rel=\"{rel}\" href=\""))?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    // From the first to the last and back, and out again.
    let path = |key: &str| format!("/championnat/mai/rencontre/{key}");
    for (at, key) in keys.iter().enumerate() {
        let page = tableau.get(&path(key)).body;
        assert_eq!(linked(&page, "prev"), at.checked_sub(1).map(|at| path(&keys[at])), "{key}");
        assert_eq!(linked(&page, "next"), keys.get(at + 1).map(|key| path(key)), "{key}");
        assert!(page.contains("<a href=\"/championnat/mai\">"), "{page}");
        assert_eq!(page.matches("<a href=\"/championnat/mai/concurrent/").count(), 2, "{page}");
        assert!(!page.contains("bob <b>"), "names are texts");
    }
    // Of one contestant's, who is in two of the three; both games of it, and both languages.
    let own: Vec<String> =
        between(&tableau.get("/championnat/mai/concurrent/1").body, "class=\"met\"", "</table>")
            .split("/rencontre/")
            .skip(1)
            .filter_map(|rest| Some(path(rest.split_once('"')?.0)))
            .collect();
    assert!(own.len() == 2 && own.iter().all(|path| path.ends_with("?de=1")), "{own:?}");
    let mut pages: Vec<String> = own.iter().map(|path| tableau.get(path).body).collect();
    if linked(&pages[0], "next").is_none() {
        pages.reverse();
    }
    let next = linked(&pages[0], "next").expect("another one");
    assert!(own.contains(&next) && linked(&pages[0], "prev").is_none(), "{next}");
    assert!(own.contains(&linked(&pages[1], "prev").expect("the other one")));
    assert!(linked(&pages[1], "next").is_none());
    assert!(
        pages[0].contains("<a href=\"/championnat/mai/concurrent/1\"><span aria-hidden=\"true\">↑"),
        "{}",
        pages[0]
    );
    assert!(pages[0].contains("partie=retour&#38;de=1"), "{}", pages[0]);
    // Nonsense is as if he had come from nowhere.
    for wrong in ["?de=99", "?de=-1", "?de=%3Cscript%3E", "?de="] {
        let page = tableau.get(&format!("{}{wrong}", path(&keys[0]))).body;
        assert_eq!(linked(&page, "next"), Some(path(&keys[1])), "{wrong}");
        assert!(!page.contains("<script>"), "{wrong}");
    }
    // The record, and the board as a picture that needs nothing else.
    let file = between(&pages[0], "<a href=\"/api/v1/championnats/mai/rencontres/", "\"");
    let file = tableau.get(&format!("/api/v1/championnats/mai/rencontres/{file}"));
    assert!(Record::from_json(&file.body).is_ok(), "{}", file.body);
    let image = tableau.get(&format!("{}/plateau?partie=0&coup=2&image=1", path(&keys[0])));
    assert_eq!(image.header("content-type"), Some("image/svg+xml"));
    assert!(image.body.starts_with("<svg ") && image.body.contains(">\n<defs>\n"), "{}", image.body);
}

#[test]
fn records_of_a_folder_and_pasted_ones_lead_back_too() {
    let home = tempfile::tempdir().expect("a folder");
    let records: Vec<Record> = ["morpion", "colonnes"]
        .into_iter()
        .map(|game| played::record(game, game, ["ada", HOSTILE]))
        .collect();
    folder(home.path(), &records);
    let tableau = Tableau::start(home.path(), &[]);
    let list = tableau.get("/parties/parties").body;
    let listed: Vec<String> = list
        .split("<li><a href=\"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    let [newer, older] = [0, 1].map(|at: usize| tableau.get(&listed[at]).body);
    assert!(
        newer.contains(&format!("rel=\"next\" href=\"{}\"", listed[1])) && !newer.contains("rel=\"prev\"")
    );
    assert!(
        older.contains(&format!("rel=\"prev\" href=\"{}\"", listed[0])) && !older.contains("rel=\"next\"")
    );
    assert!([&newer, &older].iter().all(|page| page.contains("<a href=\"/parties/parties\">")));
    let pasted = paste(&tableau, &records[0].to_json().expect("JSON"));
    let there = pasted.header("location").expect("a place").to_owned();
    let page = tableau.get(&there).body;
    assert!(page.contains("class=\"around\"") && page.contains("<a href=\"/relire\">"), "{page}");
    let file = tableau.get(&format!("{there}/fichier"));
    assert_eq!(Record::from_json(&file.body).expect("a record").id, records[0].id);
    assert_eq!(tableau.get("/relire/00000000000000000000000000000000/fichier").status, 404);
}
