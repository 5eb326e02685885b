//! What engines write is for the organiser and for the contestant himself: nobody else reads it, whatever the way.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use arbitre::live::path_in;
use testing::championship::engine;
use testing::{find, until};

use crate::common::contest::start;
use crate::common::events::Events;
use crate::common::{Answer, Tableau};
use crate::played;

/// What the engine that fails writes.
pub const IDEA: &str = "IDEE-QUATRE-COINS";

/// Describes a championship of an engine that fails, with a secret, of one that plays, with another, and of one without.
pub fn describe(folder: &Path, file: &str, head: &str) {
    let script = format!(
        "echo engine 1 x; echo 'Traceback (most recent call last):' >&2\n\
         echo '  File \"/home/prof/bots/idee.py\", line 3, in {IDEA}' >&2; echo 'ValueError: {IDEA}' >&2\n\
         read -r line; echo 'debug {IDEA}'; read -r go; exit 3"
    );
    let failing = engine(folder, "panne.sh", &script);
    let text = format!(
        "jeu = \"morpion\"\ngraine = 1\ntemps = 20\nconfinement = \"aucun\"\nresultats = \"mai.sqlite\"\n\
         parties = \"mai.parties\"\n{head}[format]\ntype = \"aller-simple\"\n\
         [[concurrent]]\nnom = \"panne\"\nmoteur = '''{failing}'''\nsecret = \"gargouille\"\n\
         [[concurrent]]\nnom = \"été\"\nmoteur = \"hasard\"\nsecret = \"loup-garou\"\n\
         [[concurrent]]\nnom = \"sans\"\nmoteur = \"hasard\"\n"
    );
    fs::write(folder.join(file), text).expect("a description");
}

fn check(folder: &Path, whence: &str, text: &str) {
    for hidden in [IDEA, "Traceback", "/home/", &folder.display().to_string()] {
        assert!(!text.contains(hidden), "{hidden} in {whence}: {text}");
    }
}

/// Every page that links lead to, from these.
fn crawl(tableau: &Tableau, from: &[&str]) -> Vec<(String, Answer)> {
    let mut waiting: Vec<String> = from.iter().map(|path| (*path).to_owned()).collect();
    let mut known: BTreeSet<String> = waiting.iter().cloned().collect();
    let mut seen = Vec::new();
    while let Some(path) = waiting.pop() {
        let answer = tableau.get(&path);
        let links = answer.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let links = links.map(|link| link.split('#').next().unwrap_or_default().replace("&#38;", "&"));
        let links = links.map(|link| {
            if link.starts_with('?') {
                format!("{}{link}", path.split('?').next().unwrap_or_default())
            } else {
                link
            }
        });
        let elsewhere = answer.header("location").map(str::to_owned);
        for link in links.chain(elsewhere) {
            let outside =
                ["/assets", "/jouer", "/analyse", "/entrer"].iter().any(|start| link.starts_with(start));
            if link.starts_with('/') && !outside && known.insert(link.clone()) {
                waiting.push(link);
            }
        }
        seen.push((path, answer));
    }
    seen
}

#[test]
fn logs_are_for_the_organiser_and_for_each_contestant_his_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "mai.toml", "");
    fs::create_dir(folder.join("mai.parties")).expect("a folder");
    let tableau = Tableau::start(folder, &["mai.toml"]);
    until("the socket", || path_in(&folder.join("mai.parties")).exists());
    let mut wall = Events::open(&tableau, "/mur/mai/suite", &[]);
    let mut running = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    let banner = wall.find("wall-fault\n<p>");
    assert!(banner.contains("panne") && banner.contains("code de sortie 3"), "{banner}");
    assert!(running.0.wait().expect("its end").success());
    until("the end", || tableau.get("/api/v1/championnats").body.contains("\"termine\":true"));
    for told in &wall.seen {
        check(folder, "the wall", told);
    }
    // Nobody without a token, a secret, or with the token of a player.
    let mut pages = crawl(
        &tableau,
        &["/", "/mur", "/mur/mai", "/championnat/mai/fautes", "/championnat/mai/concurrent/0"],
    );
    assert!(pages.len() > 15, "{}", pages.len());
    for path in [
        "",
        "/classement",
        "/resultats",
        "/programme",
        "/concurrents",
        "/fautes",
        "/rencontres/1.1",
        "/rencontres/2.1",
        "/rencontres/3.1",
    ] {
        let path = format!("/api/v1/championnats/mai{path}");
        pages.push((path.clone(), tableau.get(&path)));
    }
    for path in ["/api/v1/championnats", "/api/v1/direct"] {
        pages.push((path.to_owned(), tableau.get(path)));
    }
    let own = "/championnat/mai/concurrent/0/parties.jsonl";
    pages.push((own.to_owned(), tableau.get(own)));
    let page = "/championnat/mai/concurrent/0";
    let with = |cookie: &str, path: &str| tableau.ask("GET", path, &[("cookie", cookie)], "");
    pages.push(("a player".to_owned(), with(&tableau.cookie(&tableau.player), page)));
    for (path, answer) in &pages {
        check(folder, path, &answer.body);
    }
    let said = |sign: &str| pages.iter().filter(|(_, answer)| answer.body.contains(sign)).count();
    assert!(said("code de sortie 3") > 2 && said("engine-exit: 3") > 1, "how a game ended is told");
    // The organiser.
    let organiser = tableau.cookie(&tableau.organiser);
    assert!(with(&organiser, page).body.contains(IDEA) && with(&organiser, own).body.contains(IDEA));
    let keys = ["1.1", "2.1", "3.1"];
    let logs = |cookie: &str| {
        let rencontres = keys.map(|key| with(cookie, &format!("/championnat/mai/rencontre/{key}")).body);
        rencontres.iter().filter(|body| body.contains(IDEA)).count()
    };
    assert_eq!(logs(&organiser), 2);
    let bearer = format!("Bearer {}", tableau.organiser);
    let record = |key: &str| {
        let path = format!("/api/v1/championnats/mai/rencontres/{key}");
        tableau.ask("GET", &path, &[("authorization", &bearer)], "").body
    };
    assert_eq!(keys.iter().filter(|key| record(key).contains(IDEA)).count(), 2);
    // The contestant himself, and not another one.
    let send = |id: u32, secret: &str| {
        let path = format!("/championnat/mai/concurrent/{id}/journal");
        let origin = format!("http://{}", tableau.address);
        let kind = ("content-type", "application/x-www-form-urlencoded");
        tableau.ask("POST", &path, &[("origin", &origin), kind], &format!("secret={secret}"))
    };
    let proven = |id: u32, secret: &str| {
        let answer = send(id, secret);
        let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
        assert_eq!(answer.status, 303, "{answer:?}");
        assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
        cookie.split(';').next().expect("a value").to_owned()
    };
    let own = proven(0, "panne%23gargouille");
    assert_eq!(own, proven(0, "gargouille"));
    assert!(with(&own, page).body.contains(IDEA) && logs(&own) == 2);
    // Each fault has its cause in his words, and where it happened.
    let because = format!("code de sortie 3, « ValueError: {IDEA} »");
    let failed = keys.into_iter().find(|key| record(key).contains(IDEA)).expect("a rencontre that failed");
    let (faults, game) = ("/championnat/mai/fautes", format!("/championnat/mai/rencontre/{failed}"));
    let game = game.as_str();
    for place in [page, faults, game] {
        for (reader, reads) in [(&own, true), (&organiser, true), (&tableau.cookie(&tableau.player), false)] {
            assert_eq!(with(reader, place).body.contains(&because), reads, "{place}");
        }
    }
    let row = with(&own, faults).body;
    assert!(row.contains("aller, coup 1</td>") && row.contains("?partie=aller\""), "{row}");
    assert!(
        row.contains(&format!("{failed}?partie=aller#journal"))
            && !tableau.get(faults).body.contains("#journal"),
        "{row}"
    );
    let odd = format!("panne : il a écrit une ligne qui ne fait pas partie du protocole : « debug {IDEA} »");
    assert!(with(&own, game).body.contains(&odd), "{}", with(&own, game).body);
    let other = proven(1, "loup-garou");
    for place in [faults, game] {
        check(folder, "what another contestant reads", &with(&other, place).body);
    }
    check(folder, "another contestant", &with(&other, page).body);
    assert_eq!(logs(&other), 0);
    assert!(!with(&other, "/championnat/mai/concurrent/1").body.contains("name=\"secret\""));
    assert!(tableau.get("/championnat/mai/concurrent/1").body.contains("name=\"secret\""));
    assert!(!tableau.get("/championnat/mai/concurrent/2").body.contains("name=\"secret\""), "he has none");
    // Wrong ones are refused, forgotten and counted.
    let forged = own.replace(&hex::encode("gargouille"), &hex::encode("loup-garou"));
    let refused = with(&forged, page);
    check(folder, "a forged cookie", &refused.body);
    assert!(refused.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")), "{refused:?}");
    for (id, wrong) in [(0, "loup-garou"), (2, ""), (0, "x"), (1, "gargouille")] {
        let refused = send(id, wrong);
        assert_eq!((refused.status, refused.header("set-cookie")), (403, None), "{wrong}");
        check(folder, "a wrong secret", &refused.body);
    }
    while send(0, "x").status == 403 {}
    assert_eq!(send(0, "gargouille").status, 429);
    assert_eq!(send(0, "gargouille").header("set-cookie"), None);
}

/// What an engine logs stands under its moves, also of one that fails in nothing, and beside a record of a folder.
#[test]
fn the_log_of_a_game_says_in_which_move() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    let script = "echo want legal; echo engine 1 x\nwhile read -r a b; do case $a in legal) c=${b%%,*};;\n\
                  go) echo \"je pense à $c\" >&2; echo \"move $c\";; quit) exit;; esac; done";
    let thinks = engine(folder, "pense.sh", script);
    let text = format!(
        "jeu = \"morpion\"\ngraine = 1\ntemps = 20\nconfinement = \"aucun\"\n[format]\ntype = \"aller-simple\"\n\
         [[concurrent]]\nnom = \"pense\"\nmoteur = '''{thinks}'''\n[[concurrent]]\nnom = \"b\"\nmoteur = \"hasard\"\n"
    );
    fs::write(folder.join("mai.toml"), text).expect("a description");
    let mut running = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    assert!(running.0.wait().expect("its end").success());
    fs::create_dir(folder.join("jeux")).expect("a folder");
    let record = played::record("morpion", "essai", ["ada", "bob"]);
    record.commit(&folder.join("jeux")).expect("a record");
    fs::write(folder.join("jeux/essai-2.log"), "--- bob\n-- aller 2\nje pense à B2\n").expect("a log");
    let tableau = Tableau::start(folder, &["mai.toml", "--parties", "jeux"]);
    let organiser = tableau.cookie(&tableau.organiser);
    let with = |cookie: &str, path: &str| tableau.ask("GET", path, &[("cookie", cookie)], "").body;
    let game = "/championnat/mai/rencontre/1.1";
    let shown =
        find("the log", || Some(with(&organiser, game)).filter(|page| page.contains("class=\"log\"")));
    let turn = if shown.contains("-- aller 1\nje pense à A1") {
        "-- aller 3\nje pense"
    } else {
        "-- aller 2\nje pense"
    };
    assert!(shown.contains(turn), "{shown}");
    assert!(!tableau.get(game).body.contains("je pense"));
    let local = "/parties/jeux/essai";
    assert!(with(&organiser, local).contains("-- aller 2\nje pense à B2"));
    assert!(!tableau.get(local).body.contains("je pense"));
}

#[test]
fn logs_are_for_everybody_where_the_description_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "mai.toml", "journaux = \"publics\"\n");
    let mut running = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    assert!(running.0.wait().expect("its end").success());
    let tableau = Tableau::start(folder, &["mai.toml"]);
    until("the log", || tableau.get("/championnat/mai/concurrent/0").body.contains(IDEA));
    let reason = tableau.get("/api/v1/championnats/mai/fautes").body;
    assert!(reason.contains("engine-exit: 3") && !reason.contains(IDEA), "{reason}");
}
