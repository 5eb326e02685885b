//! The pages of championships of each format, played by real engines: finished, under way, stopped, and damaged.

use std::path::Path;

use testing::process::run;
use testing::{find, until};

use crate::common::contest::{begin, command, describe, play, play_format};
use crate::common::events::Events;
use crate::common::{Answer, Tableau};

const SEVEN: [(&str, &str); 7] = [
    ("ana", "minimax"),
    ("bob", "hasard"),
    ("chloe", "glouton"),
    ("dan", "hasard"),
    ("eve", "glouton"),
    ("fred", "hasard"),
    ("gil", "hasard"),
];
/// All pages of a championship but those of its contestants.
const PAGES: [&str; 7] =
    ["", "/grille", "/tableau-final", "/programme", "/courbes?avec=1", "/fautes", "/programme?avec=0"];

/// A page in English.
fn english(tableau: &Tableau, path: &str) -> Answer {
    tableau.ask("GET", path, &[("accept-language", "en")], "")
}

/// A page as the organiser gets it: with logs.
fn organiser(tableau: &Tableau, path: &str) -> Answer {
    tableau.ask("GET", path, &[("cookie", &tableau.cookie(&tableau.organiser))], "")
}

fn bases(names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| ["--base".to_owned(), format!("{name}.sqlite")]).collect()
}

fn start(folder: &Path, names: &[&str]) -> Tableau {
    let bases = bases(names);
    Tableau::start(folder, &bases.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The numbers of tags that open and close something.
fn balanced(html: &str, tag: &str) -> bool {
    let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
    opened == html.matches(&format!("</{tag}>")).count()
}

#[test]
fn championships_of_each_format_have_all_their_pages_in_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let formats = [
        ("coupe", "type = \"elimination\"\nmanches = 2"),
        ("poules", "type = \"poules\"\npoules = 2\nqualifies = 2"),
        ("suisse", "type = \"suisse\"\nrondes = 3"),
        ("ligue", "type = \"aller-retour\""),
    ];
    for (name, format) in formats {
        play_format(folder.path(), name, format, &SEVEN);
    }
    let names = formats.map(|(name, _)| name);
    let tableau = start(folder.path(), &names);
    for name in names {
        let mut pages: Vec<String> = PAGES.map(|page| format!("/championnat/{name}{page}")).into();
        pages.extend((0..7).map(|id| format!("/championnat/{name}/concurrent/{id}")));
        for page in &pages {
            let (french, english) = (tableau.get(page), english(&tableau, page));
            assert_eq!((french.status, english.status), (200, 200), "{page}");
            assert!(french.body.contains("terminé") && french.body.contains("lang=\"fr\""), "{page}");
            assert!(english.body.contains("finished") && english.body.contains("lang=\"en\""), "{page}");
            for tag in ["table", "tr", "td", "th", "svg", "section", "div", "li", "ol", "ul", "details"] {
                assert!(balanced(&french.body, tag), "{page}: {tag}");
            }
            let (tables, captions) =
                (french.body.matches("<table").count(), french.body.matches("<caption").count());
            assert_eq!(tables, captions, "{page}");
            assert!(!french.body.contains("style=") && !french.body.contains("<script>"), "{page}");
        }
        let ranking = tableau.get(&format!("/championnat/{name}"));
        for (who, _) in SEVEN {
            assert!(ranking.body.contains(&format!("<bdi>{who}</bdi>")), "{name}: {who}");
        }
        assert_eq!(ranking.body.matches("data-row=").count(), 7, "{name}");
    }
    let of = |page: &str| tableau.get(&format!("/championnat/{page}")).body;
    let cup = of("coupe/tableau-final");
    for stage in ["quarts de finale", "demi-finales", "finale", "vainqueur"] {
        assert!(cup.contains(&format!("<h3>{stage}</h3>")), "{stage}");
    }
    assert!(cup.contains("exempté") && cup.contains("/championnat/coupe/rencontre/1."), "{cup}");
    assert!(cup.contains("match champion\"><a class=\"name\""), "somebody has won");
    // Others may have more points than who wins a knock-out.
    assert!(of("coupe").contains("l&#39;emporte. Joué") && of("ligue").contains(" points. Joué"));
    let between = |page: String, from: &str| {
        let (_, list) = page.split_once(from).unwrap_or_else(|| panic!("no {from}: {page}"));
        list.split("</ol>").next().is_some_and(|list| list.contains(" points</span>"))
    };
    for (name, points) in [("coupe", false), ("ligue", true)] {
        assert_eq!(between(of(name), "class=\"podium small\""), points, "{name}");
        let link = format!("href=\"/championnat/{name}\"");
        assert_eq!(between(tableau.get("/").body, &link), points, "{name}");
    }
    assert!(of("ligue/rencontre/99.1").contains("<h1>La rencontre 99.1 n&#39;a pas encore été jouée"));
    let pools = of("poules/tableau-final");
    assert!(pools.contains("poule A") && pools.contains("poule B") && pools.contains("demi-finales"));
    assert_eq!(pools.matches("<tr class=\"line\">").count(), 2, "who goes on is told from who does not");
    assert!(of("poules/programme").contains("poules, ronde 1"));
    assert!(of("suisse/programme").contains("est exempté"), "seven cannot all play");
    assert!(of("suisse").contains("système suisse, 3 rondes"));
    assert!(!of("ligue").contains("tableau-final") && of("coupe").contains("tableau-final"));
    let league = of("ligue/programme");
    assert_eq!(league.matches("/championnat/ligue/rencontre/").count(), 42);
    assert_eq!(of("ligue/programme?avec=0").matches("/championnat/ligue/rencontre/").count(), 12);
    // What the pages show can be downloaded, by links that are there.
    assert!(of("ligue").contains("href=\"/championnat/ligue/classement.csv\" download"));
    let csv = tableau.get("/championnat/ligue/classement.csv");
    assert!(csv.header("content-type").is_some_and(|kind| kind.starts_with("text/csv")), "{csv:?}");
    assert!(SEVEN.iter().all(|(who, _)| csv.body.contains(who)), "{csv:?}");
    assert!(
        of("ligue/concurrent/0").contains("href=\"/championnat/ligue/concurrent/0/parties.jsonl\" download")
    );
    let records = of("ligue/concurrent/0/parties.jsonl");
    assert_eq!(records.lines().filter(|line| line.starts_with("{\"")).count(), 12, "{records}");
    let grid = of("ligue/grille");
    assert_eq!(grid.matches("#contre-").count(), 42, "two rencontres of each pair");
    assert_eq!(grid.matches("class=own").count(), 7);
    assert_eq!(of("suisse/grille").matches("href=\"rencontre/").count(), 18);
    let home = tableau.get("/").body;
    for name in names {
        assert!(home.contains(&format!("href=\"/championnat/{name}\"")), "{name}");
    }
    assert_eq!(home.matches("class=\"leaders\"").count(), 4);
}

#[test]
fn swiss_rounds_lead_to_play_offs_and_a_bracket() {
    let folder = tempfile::tempdir().expect("a folder");
    let format = "type = \"suisse\"\nrondes = 1\nqualifies = 2\nbarrages = 1\nprolongations = 0";
    // Whoever always draws is level with everybody, in each play-off too.
    let level = ["ana", "bob", "chloe", "dan"].map(|name| (name, "minimax"));
    play_format(folder.path(), "suisse", format, &level);
    let tableau = start(folder.path(), &["suisse"]);
    let path = "/championnat/suisse/tableau-final";
    let (french, english) = (tableau.get(path).body, english(&tableau, path).body);
    for (page, said) in [
        (&french, ["<h3>finale</h3>", "Barrages", "rondes suisses", "le mieux classé avant passe"]),
        (&english, ["<h3>final</h3>", "Play-offs", "Swiss rounds", "the one ranked higher before advances"]),
    ] {
        for said in said {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert_eq!(page.matches("class=\"match champion\"><a class=\"name\"").count(), 1, "{page}");
        // The play-off's six rencontres, and the final.
        assert_eq!(page.matches("/championnat/suisse/rencontre/").count(), 7, "{page}");
        assert_eq!(page.matches("<tr class=\"line\">").count(), 1, "where the bracket begins: {page}");
        for tag in ["table", "tr", "td", "th", "svg", "section", "div", "li", "ol", "ul"] {
            assert!(balanced(page, tag), "{tag}: {page}");
        }
    }
    let schedule = tableau.get("/championnat/suisse/programme").body;
    assert!(schedule.contains("barrage") && schedule.contains("finale"), "{schedule}");
    let ranking = tableau.get("/championnat/suisse").body;
    assert_eq!(ranking.matches("data-row=").count(), 4, "{ranking}");
}

#[test]
fn what_is_asked_for_wrongly_is_missing_or_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    play_format(folder.path(), "ligue", "type = \"aller-simple\"", &SEVEN[..3]);
    let tableau = start(folder.path(), &["ligue"]);
    let status = |path: &str| tableau.get(path).status;
    for missing in [
        "autre",
        "autre/grille",
        "ligue/concurrent/3",
        "ligue/concurrent/-1",
        "ligue/concurrent/x",
        "ligue/concurrent/3/parties.jsonl",
        "ligue/concurrent/x/parties.jsonl",
        "autre/classement.csv",
        "autre/decisions",
        "ligue/concurrent/99999999999",
        "autre/direct",
        "ligue/concurrent/0/precision",
    ] {
        assert_eq!(status(&format!("/championnat/{missing}")), 404, "{missing}");
    }
    for odd in [
        "courbes?avec=x",
        "courbes?avec=7",
        "programme?avec=-1&ronde=a&page=0",
        "programme?ronde=77",
        "programme?page=99999999999999999999",
        "fautes?page=5",
        "decisions?page=7",
        "decisions?page=-1",
        "fautes?page=18446744073709551615",
    ] {
        assert_eq!(status(&format!("/championnat/ligue/{odd}")), 200, "{odd}");
    }
    let accuracy = tableau.get("/championnat/ligue/concurrent/0/precision");
    assert!(accuracy.body.contains("pas résolu"), "{accuracy:?}");
}

#[test]
fn names_and_logs_are_text_whatever_they_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let (evil, right, quotes) =
        ("<img src=x onerror=alert(1)>", "مرحبا بالعالم", "a&b \"c\" <i>\u{202e}\u{2066}");
    let contestants = [(evil, "glouton"), (right, "hasard"), (quotes, "minimax")];
    play_format(folder.path(), "ligue", "type = \"aller-simple\"", &contestants);
    let log = championnat::paths::log(&folder.path().join("ligue.parties"), evil, 0);
    std::fs::create_dir_all(log.parent().expect("a folder")).expect("made");
    std::fs::write(&log, "<script>alert(1)</script>\n\u{1b}[31mrouge\u{202e}\n").expect("a log");
    let tableau = start(folder.path(), &["ligue"]);
    let mut pages: Vec<String> = PAGES.map(|page| format!("/championnat/ligue{page}")).into();
    pages.extend((0..3).map(|id| format!("/championnat/ligue/concurrent/{id}")));
    pages.push("/".into());
    for page in &pages {
        let html = tableau.get(page).body;
        for raw in ["<img", "<i>", "<script>", "b \"c\"", "\u{1b}", "\u{202e}", "\u{2066}"] {
            assert!(!html.contains(raw), "{page}: {raw}");
        }
    }
    let ranking = tableau.get("/championnat/ligue").body;
    assert!(ranking.contains("<bdi>&#60;img src=x onerror=alert(1)&#62;</bdi>"), "{ranking}");
    assert!(ranking.contains(&format!("<bdi>{right}</bdi>")), "{ranking}");
    let own = organiser(&tableau, "/championnat/ligue/concurrent/0").body;
    assert!(!own.contains("<script>") && !own.contains('\u{1b}') && !own.contains('\u{202e}'), "{own}");
    assert!(own.contains("&#60;script&#62;alert(1)") && own.contains("rouge"), "{own}");
}

#[test]
fn a_championship_is_followed_while_it_is_played_and_after_it_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let contestants = [("ana", "glouton"), ("bob", "hasard"), ("chloe", "glouton"), ("zoe", "reseau")];
    let tableau = Tableau::start(folder.path(), &["--base", "mai.sqlite"]);
    assert_eq!(tableau.get("/championnat/mai").status, 503, "nothing has begun");
    let playing = begin(folder.path(), "mai", &contestants);
    // Asking waits for the store to be read.
    until("the championship", || tableau.get("/championnat/mai").status == 200);
    let decide = |word: &str| {
        run(&mut command("championnat", folder.path(), &["decision", "mai.toml", word]));
    };
    until("its doors are open", || tableau.get("/championnat/mai").body.contains("0 sur 1 est là"));
    decide("commence");
    let mut events = Events::open(&tableau, "/championnat/mai/direct", &[]);
    assert!(events.head.contains("text/event-stream"), "{}", events.head);
    events.until("3 rencontres sur 6");
    assert!(events.seen.iter().any(|data| data.starts_with("avancement")), "{:?}", events.seen);
    let page = tableau.get("/championnat/mai").body;
    assert!(page.contains("state running") && page.contains("en cours"), "{page}");
    assert!(tableau.get("/").body.contains("state running"));
    let described = Tableau::start(folder.path(), &["mai.toml"]);
    until("the championship", || described.get("/championnat/mai").status == 200);
    decide("pause");
    Events::open(&described, "/championnat/mai/direct", &[]).until("state paused");
    assert!(described.get("/mur/mai").body.contains("<strong>en pause</strong>"));
    decide("reprend");
    Events::open(&described, "/championnat/mai/direct", &[]).until("state running");
    let schedule = tableau.get("/championnat/mai/programme").body;
    assert_eq!(schedule.matches("à jouer").count(), 3, "{schedule}");
    assert_eq!(tableau.get("/championnat/mai/concurrent/3").status, 200, "who has not played");
    drop(playing);
    let mut events = Events::open(&tableau, "/championnat/mai/direct", &[]);
    events.until("state stopped");
    assert!(events.seen.iter().any(|data| data.contains("arrêté")), "{:?}", events.seen);
    // Who leaves is told once, and not each of his forfeits.
    let retire = ["decision", "mai.toml", "retire", "zoe", "--motif", "malade"];
    run(&mut command("championnat", folder.path(), &retire));
    run(&mut command("championnat", folder.path(), &["jouer", "mai.toml", "--discret", "--port", "0"]));
    let left = |page: &str| page.matches("class=\"departed\">zoe est retiré").count();
    let page = find("its end", || {
        let page = tableau.get("/championnat/mai").body;
        (page.contains("state over") && left(&page) > 0).then_some(page)
    });
    assert_eq!((left(&page), page.matches("class=\"score\"").count()), (1, 3), "{page}");
}

#[test]
fn a_damaged_store_is_told_and_disturbs_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    play_format(folder.path(), "ligue", "type = \"aller-simple\"", &SEVEN[..3]);
    play_format(folder.path(), "cassee", "type = \"aller-simple\"", &SEVEN[..3]);
    let path = folder.path().join("cassee.sqlite");
    let mut bytes = std::fs::read(&path).expect("a store");
    let middle = bytes.len() / 8;
    bytes[middle..].fill(0xa5);
    std::fs::write(&path, &bytes).expect("damaged");
    std::fs::write(folder.path().join("vide.sqlite"), "rien du tout").expect("no store");
    let tableau = start(folder.path(), &["ligue", "cassee", "vide", "absente"]);
    for broken in ["cassee", "vide", "absente"] {
        for page in ["", "/grille", "/direct", "/concurrent/0", "/programme"] {
            let answer = tableau.get(&format!("/championnat/{broken}{page}"));
            assert_eq!(answer.status, 503, "{broken}{page}");
            assert!(answer.body.contains(".sqlite"), "{broken}: {answer:?}");
        }
    }
    assert_eq!(tableau.get("/championnat/ligue").status, 200);
    let home = tableau.get("/");
    assert_eq!(home.status, 200);
    assert_eq!(home.body.matches("class=\"warn\"").count(), 3, "{home:?}");
}

#[test]
fn the_rencontres_of_a_championship_are_replayed_with_the_last_words_of_who_failed() {
    let home = tempfile::tempdir().expect("a folder");
    let fails = "muet=pipe:sh -c \"echo '<b>derniers mots</b>' >&2; exit 3\"";
    let words = ["jouer", "--jeu", "morpion", "--moteur", "hasard", "--moteur", fails];
    let words = [&words[..], &["--format", "suisse:rondes=1", "--sans-essai", "--langue", "fr"]].concat();
    run(&mut command("championnat", home.path(), &words));
    let tableau = Tableau::start(home.path(), &[]);
    let path = "/championnat/morpion/rencontre/1.1";
    // The store is read by a thread.
    let page = find("the log", || {
        let page = organiser(&tableau, path);
        assert_eq!(page.status, 200, "{page:?}");
        page.body.contains("class=\"log\"").then_some(page.body)
    });
    assert!(page.contains("Fin du journal du moteur de muet") && page.contains("le moteur de muet a échoué"));
    assert!(page.contains("&#60;b&#62;derniers mots") && !page.contains("<b>derniers"), "{page}");
    assert!(tableau.get(&format!("{path}/plateau?partie=0&coup=0")).body.starts_with("<svg"));
    for missing in ["9.9", "x", "1", "0.0", "1.1.1", "-1.1"] {
        assert_eq!(
            tableau.get(&format!("/championnat/morpion/rencontre/{missing}")).status,
            404,
            "{missing}"
        );
    }
    assert_eq!(tableau.get("/championnat/rien/rencontre/1.1").status, 404);
}

#[test]
fn an_open_ranking_page_hears_of_what_was_played_while_the_pages_were_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "[format]\ntype = \"aller-simple\"", &[("un", "glouton"), ("deux", "pipe:exit 3")]);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let page = tableau.get("/championnat/mai").body;
    let stream = page.find("/championnat/mai/direct").and_then(|at| page[at..].split('"').next());
    let stream = stream.expect("the address of its news");
    drop(tableau);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    assert_eq!(tableau.get("/championnat/mai").status, 200, "it has been read");
    let mut events = Events::open(&tableau, stream, &[]);
    events.wait(|seen| seen.iter().any(|data| data.starts_with("classement\n")));
}

#[test]
fn an_open_ranking_page_hears_who_has_won_and_that_he_is_disqualified() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "[format]\ntype = \"aller-simple\"", &[("un", "glouton"), ("deux", "pipe:exit 3")]);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    assert_eq!(tableau.get("/championnat/mai").status, 200, "it has been read");
    let mut events = Events::open(&tableau, "/championnat/mai/direct", &[]);
    events.wait(|seen| seen.iter().any(|data| data.trim() == "vainqueur"));
    play(folder);
    let mut hear = |id: &str, text: &str| {
        events.wait(|seen| seen.iter().any(|data| data.starts_with(id) && data.contains(text)));
    };
    hear("vainqueur\n", "un l&#39;emporte");
    hear("vainqueur\n", "class=\"podium small\"");
    run(&mut command("championnat", folder, &["decision", "mai.toml", "disqualifie", "un"]));
    hear("vainqueur\n", "deux l&#39;emporte");
    hear("suite\n", "un est disqualifié");
}

#[test]
fn the_page_of_a_rencontre_says_what_the_organiser_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "[format]\ntype = \"aller-simple\"", &[("un", "glouton"), ("deux", "pipe:exit 3")]);
    play(folder);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let path = "/championnat/mai/rencontre/1.1";
    assert_eq!(tableau.get("/championnat/mai").status, 200, "it has been read");
    assert!(!tableau.get(path).body.contains("Ce qui compte"));
    let decide = |words: &[&str]| {
        run(&mut command("championnat", folder, &[&["decision", "mai.toml"], words].concat()));
    };
    decide(&["resultat", "1.1", "deux", "nul"]);
    let page =
        find("the decision", || Some(tableau.get(path).body).filter(|page| page.contains("Ce qui compte")));
    assert!(page.contains("fixé (deux gagne, nul)") && page.contains("½-½ ; décision n° 1"), "{page}");
    assert!(english(&tableau, path).body.contains("What counts: "), "{page}");
    // Set as it was played, it needs no words.
    decide(&["resultat", "1.1", "un", "un"]);
    until("the other decision", || !tableau.get(path).body.contains("Ce qui compte"));
    decide(&["disqualifie", "un"]);
    until("the disqualification", || tableau.get(path).body.contains("décision n° 3"));
}

#[test]
fn a_draw_is_told_where_nobody_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let head = "debut = \"2020-01-01T00:00\"\ngrace = 0\n[format]\ntype = \"aller-simple\"";
    describe(folder, head, &[("un", "reseau"), ("deux", "reseau")]);
    let words = ["jouer", "mai.toml", "--sans-essai", "--discret", "--port", "0", "--adresse", "127.0.0.1"];
    run(&mut command("championnat", folder, &words));
    run(&mut command("championnat", folder, &["decision", "mai.toml", "resultat", "1.1", "nul", "nul"]));
    let tableau = Tableau::start(folder, &["mai.toml"]);
    assert_eq!(tableau.get("/championnat/mai").status, 200, "it has been read");
    let page = tableau.get("/championnat/mai/rencontre/1.1").body;
    assert!(page.contains("Ce qui compte"), "{page}");
}
