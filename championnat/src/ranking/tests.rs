//! A whole championship of four, counted by hand, and its renderings.

use std::collections::BTreeMap;

use PartieResult::{Disqualified, Drawn, Won};
use Side::{Black, White};
use jeux::text;

use super::*;
use crate::message::said;
use crate::model::Fault;
use crate::results::Results;
use crate::spreadsheet::Convention;
use crate::{EntryOrder, Format, Points, Regulations};

fn regulations() -> Regulations {
    Regulations {
        game: "colonnes".into(),
        parameters: BTreeMap::new(),
        parties: 2,
        time_ms: 6000,
        contestants: ["alphabeta", "hasard", "bot|py", "jamais, là"].map(String::from).to_vec(),
        format: Format::RoundRobin { meetings: 1 },
        order: EntryOrder::Listed,
        seed: 1,
        points: Points::default(),
        playoffs: None,
        roster: crate::Roster::default(),
    }
}

/// Contestant 0 beats all, 3 never connects, 1 and 2 draw once and 1 cheats once.
fn results() -> Results {
    let parties = |white: u32, black: u32| match (white.min(black), white.max(black)) {
        (0, 3) | (1, 3) | (2, 3) => {
            [Disqualified(if white == 3 { White } else { Black }, Fault::Absent); 2].to_vec()
        }
        (0, _) => [Won(if white == 0 { White } else { Black }); 2].to_vec(),
        _ => vec![Drawn, Disqualified(if white == 1 { White } else { Black }, Fault::Triche)],
    };
    let rounds = regulations().schedule().unwrap().rounds(&Results::new());
    let games = rounds.iter().flat_map(|round| &round.pairings);
    games
        .map(|game| {
            let parties = parties(game.white.0, game.black.0);
            (game.key, RencontreResult { white: game.white, black: game.black, parties })
        })
        .collect()
}

#[test]
fn the_table_adds_up() {
    let ranking = regulations().ranking(&results()).unwrap();
    let line = |line: &RankingLine| (line.name.clone(), line.standing.rank, line.standing.points);
    let lines: Vec<_> = ranking.lines.iter().map(line).collect();
    // 0: 6 wins. 2: 2 losses, a draw, a win by disqualification, 2 forfeits. 1: 2 losses, a draw, a
    // disqualification, 2 forfeits. 3: nothing.
    let expected = [("alphabeta", 1, 60), ("bot|py", 2, 2 + 3 + 10 + 20), ("hasard", 3, 2 + 3 + 20)];
    let expected = expected.map(|(name, rank, points)| (name.to_owned(), rank, points));
    assert_eq!(lines[..3], expected);
    assert_eq!(lines[3], ("jamais, là".to_owned(), 4, 0));
    assert_eq!(ranking.played, 6);
    let second = &ranking.lines[1].standing;
    assert_eq!((second.won, second.drawn, second.lost, second.faults), (3, 1, 2, 0));
    // Beat 1 (25 points) once, 3 (0 points) twice, drew with 1: 25 + 25/2.
    assert_eq!(second.sonneborn_berger_doubled, 75);
    assert_eq!(ranking.cross[1][2], Some(Cross { points: 13, won: 1, drawn: 1, lost: 0 }));
    assert_eq!(ranking.cross[2][1], Some(Cross { points: 3, won: 0, drawn: 1, lost: 1 }));
    assert!((0..4).all(|i| ranking.cross[i][i].is_none()));
}

#[test]
fn absence_says_nothing_of_strength() {
    let ranking = regulations().ranking(&results()).unwrap();
    assert_eq!(ranking.line_of(ContestantId(3)).unwrap().rating, None);
    let value = |i: usize| ranking.lines[i].rating.unwrap().value;
    assert!(value(0) > value(1) && value(1) > value(2));
}

#[test]
fn a_ranking_without_results_has_everybody_first() {
    let ranking = regulations().ranking(&Results::new()).unwrap();
    assert!(ranking.lines.iter().all(|line| line.standing.rank == 1 && line.rating.is_none()));
    for (_, rendering) in Rendering::NAMES {
        assert!(ranking.render(rendering, &said).contains("alphabeta"));
    }
}

#[test]
fn results_of_strangers_are_left_out() {
    let mut results = results();
    let stranger =
        RencontreResult { white: ContestantId(9), black: ContestantId(0), parties: vec![Won(White)] };
    results.insert("9.9".parse().unwrap(), stranger);
    assert_eq!(regulations().ranking(&results).unwrap(), regulations().ranking(&self::results()).unwrap());
}

/// The lines of a text up to the first one that is not part of a table.
fn table_of(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| line.starts_with(['┌', '│', '╞', '└', '|'])).collect()
}

#[test]
fn as_a_table() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Table, &said);
    let points = table_of(&text);
    assert!(points[1].contains("rang") && points[1].contains("force (95 %)"), "{text}");
    // Names stand on the left of their columns, numbers on the right.
    assert!(points[3].starts_with("│    1 ┆ alphabeta  ┆     60 ┆"), "{text}");
    assert!(text.contains('×') && text.ends_with('\n') && !text.contains('\x1b'), "{text}");
    assert!(points.iter().all(|line| line.chars().count() == points[0].chars().count()), "{text}");
    let legend = text.lines().nth(points.len()).unwrap();
    assert!(
        legend.contains("G, N, P : parties gagnées") && legend.contains("confrontation directe"),
        "{text}"
    );
    // Nobody had a bye, and everybody meets everybody.
    assert!(!text.contains("exemptions") && !text.contains("Buchholz"), "{text}");
    let grid = text.split("\n\n").nth(1).unwrap();
    assert_eq!(table_of(grid).len(), 8, "{text}");
}

#[test]
fn as_markdown() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Md, &said);
    assert!(text.contains(r"bot\|py"), "{text}");
    let tables: Vec<_> = text.split("\n\n").filter(|part| part.starts_with('|')).collect();
    assert_eq!(tables.len(), 2, "{text}");
    for table in tables {
        assert!(table.lines().all(|line| line.starts_with('|')), "{text}");
        assert!(table.lines().nth(1).unwrap().starts_with("|--"), "{text}");
    }
}

#[test]
fn as_json() {
    let text = regulations().ranking(&results()).unwrap().render(Rendering::Json, &said);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["rencontres"], 6);
    let second = &value["classement"][1];
    assert_eq!(second["concurrent"], "bot|py");
    assert_eq!(second["points"], 35);
    assert_eq!(second["sonneborn_berger"], 37.5);
    assert_eq!(second["contre"][1]["adversaire"], "hasard");
    assert_eq!(second["contre"][1]["points"], 13);
    assert!(second["force"]["min95"].as_f64() < second["force"]["valeur"].as_f64());
    assert!(value["classement"][3]["force"].is_null());
}

#[test]
fn who_waited_for_a_processor_is_told() {
    let ms = Duration::from_millis;
    let mut ranking = regulations().ranking(&results()).unwrap();
    let quiet = ranking.clone();
    // A tenth of the time for a move is told, less is negligible, and what is unknown is no zero.
    ranking.lines[0].waited = ProcessorWait::of([ms(599), ms(1)]);
    ranking.lines[1].waited = ProcessorWait::of([ms(600), ms(20)]);
    ranking.starved = vec!["1.2".parse().unwrap()];
    for form in [Rendering::Table, Rendering::Md] {
        let text = ranking.render(form, &said);
        assert!(text.contains(" : 0,620 s en tout, max 0,600 s pour un coup"), "{text}");
        assert!(text.contains("n'avait pas de processeur : 1.2"), "{text}");
        assert!(!text.contains("0,599") && !quiet.render(form, &said).contains("processeur"), "{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&ranking.render(Rendering::Json, &said)).unwrap();
    let waited = |at: usize| json["classement"][at].get("attente_processeur_ms");
    assert_eq!(waited(0), Some(&serde_json::json!({ "somme": 600, "plus_longue": 599 })));
    assert_eq!(waited(2), None);
    assert_eq!(json["rejouees_faute_de_processeur"], serde_json::json!(["1.2"]));
    let csv = ranking.render(Rendering::Csv, &said);
    let ends: Vec<bool> = csv
        .lines()
        .skip(1)
        .zip([";600;599;", ";620;600;", ";;;"])
        .map(|(line, end)| line.ends_with(end))
        .collect();
    assert_eq!(ends, [true; 3], "{csv}");
    // Many are not all listed.
    for line in &mut ranking.lines {
        line.waited = ProcessorWait::of([ms(700)]);
    }
    let four: Vec<RankingLine> = ranking.lines.iter().chain(&ranking.lines).cloned().collect();
    ranking.lines = four;
    assert_eq!(ranking.long_waits().len(), 6);
    assert_eq!(said(&ranking.long_waits()[5]), "3 autres : max 0,700 s");
}

#[test]
fn as_csv() {
    let ranking = regulations().ranking(&results()).unwrap();
    let text = ranking.render(Rendering::Csv, &said);
    let cells = text.strip_prefix('\u{feff}').expect("a BOM").as_bytes();
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(cells);
    let head = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 4);
    let cell = |row: usize, name: &str| &rows[row][head.iter().position(|h| h == name).unwrap()];
    assert_eq!(cell(3, "concurrent"), "jamais, là");
    assert_eq!(cell(1, "points"), "35");
    assert_eq!(cell(1, "sonneborn_berger"), "37,5");
    for form in [Rendering::Table, Rendering::Md] {
        let text = ranking.render(form, &said);
        assert!(text.contains(" 37,5 ") && !text.contains("37.5"), "{text}");
    }
    assert_eq!(cell(1, "contre hasard"), "13");
    assert_eq!(cell(1, "contre bot|py"), "");
    assert_eq!(cell(1, "place"), "");
    let english = TextLayout { sheet: Convention(i18n::Language::En), ..TextLayout::default() };
    let text = ranking.render_in(Rendering::Csv, english, &said);
    assert!(
        text.contains("\r\n2,") && text.contains(",37.5,") && text.contains(",\"jamais, là\","),
        "{text}"
    );
}

#[test]
fn a_name_is_no_formula_for_a_spreadsheet() {
    let mut regulations = regulations();
    regulations.contestants[0] = "=HYPERLINK(A1)".into();
    let text = regulations.ranking(&results()).unwrap().render(Rendering::Csv, &said);
    assert!(text.contains(";'=HYPERLINK(A1);") && text.contains("contre =HYPERLINK(A1)"), "{text}");
}

#[test]
fn a_knock_out_shows_the_places() {
    let mut regulations = regulations();
    regulations.format = Format::Knockout(crate::Knockout { legs: 1, extra: 0, third_place: true });
    let schedule = regulations.schedule().unwrap();
    let mut results = Results::new();
    while let Some(game) = schedule.next_round(&results).first() {
        let winner = if game.white < game.black { White } else { Black };
        let result = RencontreResult { white: game.white, black: game.black, parties: vec![Won(winner); 2] };
        results.insert(game.key, result);
    }
    let ranking = regulations.ranking(&results).unwrap();
    let places: Vec<_> = ranking.lines.iter().map(|line| (line.name.as_str(), line.standing.place)).collect();
    assert_eq!(places, [("alphabeta", 1), ("hasard", 2), ("bot|py", 3), ("jamais, là", 4)]);
    assert!(ranking.render(Rendering::Table, &said).contains("place"));
    assert!(ranking.render(Rendering::Json, &said).contains("\"place\": 4"));
}

#[test]
fn a_swiss_bye_counts() {
    let mut regulations = regulations();
    regulations.contestants.pop();
    regulations.format = Format::Swiss { rounds: 1, finals: None };
    let ranking = regulations.ranking(&Results::new()).unwrap();
    assert_eq!((ranking.lines[0].standing.points, ranking.lines[0].standing.byes), (20, 1));
}

#[test]
fn regulations_differ_in_named_parts() {
    let mut other = regulations();
    other.seed = 2;
    other.contestants.pop();
    let differs = ["differs-contestants", "differs-seed"].map(crate::Message::new);
    assert_eq!(regulations().differences(&other), differs);
    assert!(regulations().differences(&regulations()).is_empty());
    let text = serde_json::to_string(&regulations()).unwrap();
    assert_eq!(serde_json::from_str::<Regulations>(&text).unwrap(), regulations());
}

#[test]
fn renderings_are_read_by_name() {
    assert_eq!("md".parse(), Ok(Rendering::Md));
    assert!("html".parse::<Rendering>().unwrap_err().to_string().contains("html"));
}

#[test]
fn rencontres_without_a_result_count_for_nobody() {
    let mut results = results();
    let (key, result) = results.pop_last().unwrap();
    let before = regulations().ranking(&results).unwrap();
    results.insert(key, RencontreResult { parties: vec![], ..result });
    let mut ranking = regulations().ranking(&results).unwrap();
    assert_eq!(ranking.lines, before.lines);
    assert_eq!((&ranking.cross, ranking.played), (&before.cross, before.played));
    ranking.left_out[0].why =
        Some(Reason::new("given-up").with(4).because(Reason::new("interrupted-signal").with("SIGKILL")));
    for (rendering, shown) in [
        (
            Rendering::Table,
            "interrompue, ne compte pas (après 4 essais : l'arbitre a été tué par le signal SIGKILL)",
        ),
        (Rendering::Md, "interrompues, hors classement"),
        (Rendering::Json, "\"raison\": \"given-up: 4; interrupted-signal: SIGKILL\""),
    ] {
        let text = ranking.render(rendering, &said);
        assert!(text.contains(shown), "{text}");
    }
    assert!(!before.render(Rendering::Table, &said).contains("interrompue"));
}

/// A round robin of so many, in which the one before in the list wins.
fn many(count: u32) -> Ranking {
    let contestants = (0..count).map(|number| format!("concurrente au nom long {number}")).collect();
    let regulations = Regulations { contestants, ..regulations() };
    let rounds = regulations.schedule().unwrap().rounds(&Results::new());
    let games = rounds.iter().flat_map(|round| &round.pairings);
    let result = |game: &crate::Pairing| {
        let winner = if game.white < game.black { White } else { Black };
        (game.key, RencontreResult { white: game.white, black: game.black, parties: vec![Won(winner); 2] })
    };
    regulations.ranking(&games.map(result).collect()).unwrap()
}

#[test]
fn a_hundred_contestants_fit_the_terminal() {
    let ranking = many(100);
    for width in [200, 132, 100, 80, 60, 40] {
        let room = TextLayout { width: Some(width), ..TextLayout::default() };
        let text = ranking.render_in(Rendering::Table, room, &said);
        let widest = text.lines().map(text::width).max().unwrap();
        assert!(widest <= width, "{widest} in {width}:\n{text}");
        assert!(text.contains("grille des 100"), "{text}");
        let lines = text.lines().filter(|line| line.contains("concurrente au n")).count();
        assert!(lines >= 100, "{text}");
    }
    let whole = ranking.render(Rendering::Table, &said);
    assert!(
        !whole.contains("grille des") && whole.contains("concurrente au nom long 99"),
        "the grid is whole"
    );
    let none =
        ranking.render_in(Rendering::Table, TextLayout { grid: false, ..TextLayout::default() }, &said);
    assert!(!none.contains('×') && !none.contains("grille"), "{none}");
}

#[test]
fn what_is_too_narrow_gives_up_least_first() {
    let text = |width| {
        many(12).render_in(
            Rendering::Table,
            TextLayout { width: Some(width), ..TextLayout::default() },
            &said,
        )
    };
    assert!(text(120).contains("force (95 %)") && text(120).contains('×'));
    assert!(text(95).contains("force") && !text(95).contains("force (95 %)"));
    assert!(text(80).contains("SB : ") && !text(80).contains('│'), "{}", text(80));
    assert!(!text(40).contains("SB : ") && text(40).contains("points"), "{}", text(40));
}

#[test]
fn names_of_any_width_do_no_harm() {
    let mut regulations = regulations();
    regulations.contestants =
        ["日本語の名前です", "e\u{301}te\u{301}", "\x1b[2Jrouge", "a\u{202e}b"].map(String::from).to_vec();
    let ranking = regulations.ranking(&results()).unwrap();
    for (_, rendering) in Rendering::NAMES {
        // A spreadsheet begins with a mark, and its lines end with both.
        let text = ranking.render(rendering, &said).replace("\r\n", "\n");
        let text = text.trim_start_matches('\u{feff}');
        assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{text:?}");
        // JSON is for programs, which have the name as it is.
        let whole = matches!(rendering, Rendering::Json);
        assert!(whole || text.chars().all(|c| c == '\n' || text::is_harmless(c)), "{text:?}");
    }
    let text = ranking.render(Rendering::Table, &said);
    let points = table_of(&text);
    assert!(points.iter().all(|line| text::width(line) == text::width(points[0])), "{text}");
}

#[test]
fn equals_are_separated_in_words() {
    let mut regulations = regulations();
    regulations.contestants = ["ada", "bob", "cyd", "dan"].map(String::from).to_vec();
    regulations.parties = 1;
    let rounds = regulations.schedule().unwrap().rounds(&Results::new());
    let games = rounds.iter().flat_map(|round| &round.pairings);
    // ada and bob lose to nobody but dan and ada; cyd and dan draw.
    let winner = |one: u32, other: u32| match (one, other) {
        (0, 1 | 2) => Some(0),
        (0, 3) => Some(3),
        (1, 2 | 3) => Some(1),
        _ => None,
    };
    let result = |game: &crate::Pairing| {
        let (one, other) = (game.white.min(game.black), game.white.max(game.black));
        let partie = match winner(one.0, other.0) {
            Some(id) if id == game.white.0 => Won(White),
            Some(_) => Won(Black),
            None => Drawn,
        };
        (game.key, RencontreResult { white: game.white, black: game.black, parties: vec![partie] })
    };
    let ranking = regulations.ranking(&games.map(result).collect()).unwrap();
    let text = ranking.render(Rendering::Table, &said);
    assert!(
        text.contains("départages :\nada devant bob (21 points) : confrontation directe : 10-1\n"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&ranking.render(Rendering::Json, &said)).unwrap();
    let tie = serde_json::json!({
        "critere": "confrontation", "devant": "ada", "valeur_devant": 10.0, "valeur": 1.0, "parmi": 2,
    });
    assert_eq!(json["classement"][1]["departage"], tie);
    assert!(json["classement"][0].get("departage").is_none());
    let csv = ranking.render(Rendering::Csv, &said);
    assert!(
        csv.lines()
            .next()
            .unwrap()
            .ends_with("departage;departage_devant;departage_derriere;poule;rang_poule;qualifie;tour;parti;attente_processeur_ms;attente_plus_longue_ms;arrete_apres")
    );
    assert!(csv.lines().nth(2).unwrap().ends_with(";confrontation;10;1;;;;;;;;"), "{csv}");
}

#[test]
fn real_equals_share_a_rank_and_are_named() {
    let mut regulations = regulations();
    regulations.contestants.truncate(3);
    let rounds = regulations.schedule().unwrap().rounds(&Results::new());
    let games = rounds.iter().flat_map(|round| &round.pairings);
    let result = |game: &crate::Pairing| {
        (game.key, RencontreResult { white: game.white, black: game.black, parties: vec![Drawn; 2] })
    };
    let ranking = regulations.ranking(&games.map(result).collect()).unwrap();
    let text = ranking.render(Rendering::Table, &said);
    assert!(
        text.contains("rang 1 (12 points), à égalité sur tous les critères : alphabeta, hasard, bot|py"),
        "{text}"
    );
}

#[test]
fn a_bye_is_shown_apart_and_buchholz_stands_in_swiss() {
    let mut regulations = regulations();
    regulations.contestants.pop();
    regulations.format = Format::Swiss { rounds: 1, finals: None };
    let ranking = regulations.ranking(&Results::new()).unwrap();
    let bye = &ranking.lines[0].standing;
    assert_eq!((bye.byes, bye.bye_points, bye.won, bye.rencontres, bye.buchholz), (1, 20, 0, 0, 20));
    let text = ranking.render(Rendering::Table, &said);
    assert!(text.contains("ex. : exemptions") && text.contains("Bu : Buchholz"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&ranking.render(Rendering::Json, &said)).unwrap();
    assert_eq!(json["classement"][0]["points_exemptions"], 20);
}

/// Plays a championship in which the one before in the list wins, up to so many results.
fn played(regulations: &Regulations, most: usize) -> Ranking {
    let schedule = regulations.schedule().unwrap();
    let mut results = Results::new();
    while results.len() < most
        && let Some(game) = schedule.next_round(&results).first()
    {
        let winner = if game.white < game.black { White } else { Black };
        let result = RencontreResult { white: game.white, black: game.black, parties: vec![Won(winner); 2] };
        results.insert(game.key, result);
    }
    regulations.ranking(&results).unwrap()
}

fn knockout(third_place: bool) -> crate::Knockout {
    crate::Knockout { legs: 1, extra: 0, third_place }
}

#[test]
fn a_knock_out_is_drawn() {
    let mut regulations = regulations();
    regulations.contestants = ["ada", "bob", "cyd", "dan", "eve", "flo"].map(String::from).to_vec();
    regulations.format = Format::Knockout(knockout(true));
    let text = played(&regulations, 99).render(Rendering::Table, &said);
    let drawing = text.split("élimination\n").nth(1).unwrap();
    let expected = [
        "quarts de finale   demi-finales   finale",
        "ada            ─┐",
        "                ├─ ada     20 ─┐",
        "(exempté)      ─┘              │",
        "                               ├─ ada 20 ─┐",
        "dan         20 ─┐              │          │",
        "                ├─ dan      2 ─┘          │",
        "eve          2 ─┘                         │",
        "                                          ├─ ada",
        "bob            ─┐                         │",
        "                ├─ bob     20 ─┐          │",
        "(exempté)      ─┘              │          │",
        "                               ├─ bob  2 ─┘",
        "cyd         20 ─┐              │",
        "                ├─ cyd      2 ─┘",
        "flo          2 ─┘",
        "petite finale : dan 2 - 20 cyd",
    ];
    assert_eq!(drawing.lines().take(expected.len()).collect::<Vec<_>>(), expected, "{text}");
    let narrow = TextLayout { width: Some(36), ..TextLayout::default() };
    let text = played(&regulations, 99).render_in(Rendering::Table, narrow, &said);
    assert!(text.contains("demi-finales\n  ada 20 - 2 dan\n  bob 20 - 2 cyd\n"), "{text}");
    assert!(text.lines().all(|line| text::width(line) <= 36), "{text}");
    let begun = played(&regulations, 1).render(Rendering::Md, &said);
    assert!(begun.contains("    dan         20 ─┐"), "{begun}");
    assert!(begun.contains("├─ ?"), "{begun}");
}

#[test]
fn a_level_match_says_why_one_goes_on() {
    let mut regulations = regulations();
    regulations.contestants = ["ada", "bob"].map(String::from).to_vec();
    regulations.format = Format::Knockout(knockout(false));
    let key = "1.1".parse().unwrap();
    let game = regulations.schedule().unwrap().next_round(&Results::new())[0];
    let of = |parties: Vec<PartieResult>| {
        let result = RencontreResult { white: game.white, black: game.black, parties };
        regulations.ranking(&Results::from([(key, result)])).unwrap()
    };
    let text = of(vec![Drawn, Drawn]).render(Rendering::Table, &said);
    assert!(text.contains("ada 6 - 6 bob : à égalité, ada passe, mieux placé à l'entrée"), "{text}");
    regulations.contestants[0] = "a*b".into();
    let of = |parties: Vec<PartieResult>| {
        let result = RencontreResult { white: game.white, black: game.black, parties };
        regulations.ranking(&Results::from([(key, result)])).unwrap()
    };
    let text = of(vec![Drawn, Drawn]).render(Rendering::Md, &said);
    assert!(
        text.contains(r"a\*b 6 - 6 bob : à égalité, a\*b passe") && text.contains("    a*b 6 ─┐"),
        "{text}"
    );
    let json = of(vec![Drawn, Drawn]).render(Rendering::Json, &said);
    assert!(json.contains("\"decision\": \"tete-de-serie\""), "{json}");
}

#[test]
fn pools_have_tables_with_who_goes_on() {
    let mut regulations = regulations();
    regulations.contestants = ["ada", "bob", "cyd", "dan", "eve", "flo"].map(String::from).to_vec();
    regulations.format = Format::Pools { pools: 2, qualified: 1, meetings: 1, knockout: knockout(false) };
    let begun = played(&regulations, 1).render(Rendering::Table, &said);
    assert!(begun.contains("poule A, en cours") && begun.contains("provisoire"), "{begun}");
    assert!(!begun.contains("élimination"), "{begun}");
    let ranking = played(&regulations, 99);
    let text = ranking.render(Rendering::Table, &said);
    let pool = text.split("poule B\n").nth(1).unwrap();
    let rows: Vec<&str> = table_of(pool).into_iter().filter(|line| line.contains(['b', 'c', 'f'])).collect();
    assert!(rows[1].contains("bob") && rows[1].contains("oui"), "{text}");
    assert!(rows[2].contains("cyd") && !rows[2].contains("oui"), "{text}");
    assert!(text.contains("├─ ada"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&ranking.render(Rendering::Json, &said)).unwrap();
    assert_eq!(json["poules"][0]["nom"], "A");
    assert_eq!(json["poules"][0]["classement"][0]["qualifie"], true);
    assert_eq!(json["elimination"][0]["matchs"][0]["vainqueur"], "ada");
    let csv = ranking.render(Rendering::Csv, &said);
    assert!(csv.lines().nth(1).unwrap().ends_with(";A;1;oui;2;;;;"), "{csv}");
}

#[test]
fn games_say_what_part_they_are_of() {
    let mut regulations = regulations();
    regulations.contestants = ["ada", "bob", "cyd", "dan"].map(String::from).to_vec();
    let name = |regulations: &Regulations, results: &Results| {
        let schedule = regulations.schedule().unwrap();
        let game = schedule.next_round(results)[0];
        let stage = schedule.stage_of(&game, results);
        assert_eq!(stage, schedule.course(results).stage_of(&game));
        stage.map(|stage| said(&stage))
    };
    assert_eq!(name(&regulations, &Results::new()), None);
    regulations.format = Format::Swiss { rounds: 2, finals: None };
    assert_eq!(name(&regulations, &Results::new()).as_deref(), Some("ronde 1"));
    let two = crate::Knockout { legs: 2, extra: 1, third_place: true };
    regulations.format = Format::Knockout(two);
    let schedule = regulations.schedule().unwrap();
    let (mut results, mut names) = (Results::new(), vec![]);
    while let Some(game) = schedule.next_round(&results).first().copied() {
        names.push(said(&schedule.stage_of(&game, &results).unwrap()));
        // Semi-finals are decided, the final and the other match stay level.
        let winner = if game.white < game.black { White } else { Black };
        let parties = if game.key.round < 3 { vec![Won(winner); 2] } else { vec![Drawn; 2] };
        results.insert(game.key, RencontreResult { white: game.white, black: game.black, parties });
    }
    let expected = [
        "demi-finales, manche 1",
        "demi-finales, manche 1",
        "demi-finales, manche 2",
        "demi-finales, manche 2",
        "finale, manche 1",
        "petite finale, manche 1",
        "finale, manche 2",
        "petite finale, manche 2",
        "finale, prolongation 1",
        "petite finale, prolongation 1",
    ];
    assert_eq!(names, expected);
    regulations.format = Format::Pools { pools: 2, qualified: 1, meetings: 1, knockout: knockout(false) };
    assert_eq!(name(&regulations, &Results::new()).as_deref(), Some("poule A"));
}
