//! The rules of Sphinx against the vectors; grids, their text and their faults; setups, pictures, ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jeux::game::{Params, fallback};
use jeux::sphinx::{Answer, CellName, Ending, Explorer, Grid, GridError, Illegal, Move, Shape, Sphinx, some};
use jeux::{ByPlayer, Game, Outcome, Player, Position, Reason, Status, View};
use serde_json::Value;

/// The games of the vectors.
fn vectors() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/sphinx/rules.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn shape(height: usize, width: usize, walls: usize) -> Shape {
    Shape::new(height, width, walls).expect("a shape")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn play(position: &mut Sphinx, text: &str) -> Result<Status, Illegal> {
    let mv = position.parse_move(text).expect(text);
    assert_eq!(mv.to_string(), text);
    position.play(mv)
}

/// A game after these moves.
fn after(shape: Shape, moves: &[&str]) -> Sphinx {
    let mut position = Sphinx::new(shape);
    for text in moves {
        play(&mut position, text).expect(text);
    }
    position
}

/// What the vectors call the first check that a grid fails.
fn name_of(error: GridError) -> &'static str {
    match error {
        GridError::Size(..) => "size",
        GridError::Value(..) => "value",
        GridError::Walls(..) => "walls",
        GridError::Entries(_) => "entry",
        GridError::Treasures(_) => "treasure",
        GridError::Path => "path",
    }
}

/// A game of the vectors, whose players 0 and 1 are told from those who begin and follow.
struct Given<'a> {
    vector: &'a Value,
    shape: Shape,
    starter: i64,
}

impl<'a> Given<'a> {
    fn new(vector: &'a Value) -> Self {
        let size = |name: &str| number(&vector[name]) as usize;
        Given { vector, shape: shape(size("h"), size("w"), size("n")), starter: number(&vector["starter"]) }
    }

    /// The number that the vectors have for a player.
    fn number(&self, player: Player) -> i64 {
        if player == Player::First { self.starter } else { 1 - self.starter }
    }

    fn grid(&self, player: Player) -> Grid {
        let rows = list(&self.vector["grids"][self.number(player) as usize]);
        Grid::of_rows(rows.iter().map(|row| list(row).iter().map(number)))
    }

    /// How the game ended, in the words of the vectors.
    fn result(&self, ending: Ending) -> (Option<i64>, &'static str) {
        let winner = ending.outcome().winner().map(|player| self.number(player));
        let why = match ending {
            Ending::Found(_) => "treasure",
            Ending::BothFound => "draw",
            Ending::Limit => "limit",
            Ending::Grid(..) => "grid",
            Ending::Grids => "grids",
        };
        (winner, why)
    }
}

#[test]
fn every_game_of_the_vectors_is_judged_as_it_says() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 100);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for vector in &vectors {
        let (id, given) = (&vector["id"], Given::new(vector));
        let mut position = Sphinx::new(given.shape);
        assert_eq!(number(&vector["limit"]) as usize, given.shape.cells());
        for player in Player::ALL {
            assert_eq!((position.to_move(), position.status()), (player, Status::Ongoing), "{id}");
            let grid = given.grid(player);
            let error = grid.check(given.shape).err();
            let said = vector["grid_errors"][given.number(player) as usize].as_str();
            assert_eq!(error.map(name_of), said, "{id}");
            let mv = Move::Grid(grid);
            assert_eq!(position.parse_move(&mv.to_string()), Ok(mv.clone()));
            let answer = position.answer(&mv);
            match error {
                Some(error) => assert_eq!(answer, Some(Reason::from(error).to_string()), "{id}"),
                None => assert_eq!(
                    answer.is_some(),
                    player == Player::Second && position.plan(Player::First).is_some()
                ),
            }
            position.play(mv).expect("a grid");
        }
        let mut chances = false;
        for mv in list(&vector["moves"]) {
            let [player, row, column, answer, next] = [0, 1, 2, 3, 4].map(|place| number(&mv[place]));
            let place = CellName { row: row as i32, column: column as i32 };
            let mover = position.to_move();
            assert_eq!(given.number(mover), player, "{id}: {mv}");
            assert_eq!(position.parse_move(&place.to_string()), Ok(Move::Ask(place)));
            assert_eq!(position.answer(&Move::Ask(place)), Some(answer.to_string()), "{id}: {mv}");
            let again = position.shown(&Move::Ask(place)).of("").to_owned();
            let status = position.play(Move::Ask(place)).expect("a question");
            let plays = if status == Status::Ongoing { given.number(position.to_move()) } else { -1 };
            assert_eq!(plays, next, "{id}: {mv}");
            assert_eq!(again, if next == player { "encore" } else { "passe" }, "{id}: {mv}");
            chances |= position.found().is_some_and(|finder| finder == Player::Second);
            *counts
                .entry(["not allowed", "free", "wall", "entry", "treasure"][(answer + 1) as usize])
                .or_default() += 1;
        }
        for player in Player::ALL {
            let asked = position.exploration(player).map_or(0, |exploration| exploration.asked());
            assert_eq!(asked as i64, number(&vector["counts"][given.number(player) as usize]), "{id}");
        }
        let flags: Vec<&str> =
            list(&vector["flags"]).iter().map(|flag| flag.as_str().expect("a flag")).collect();
        assert_eq!(flags.contains(&"last_chance_to_starter"), chances, "{id}");
        // They do not call it the limit when the last question finds the treasure.
        let used = |player| {
            position
                .exploration(player)
                .is_some_and(|exploration| exploration.left() == 0 && !exploration.found())
        };
        assert_eq!(flags.contains(&"limit"), Player::ALL.into_iter().any(used), "{id}");
        let (winner, why) = given.result(position.ending().expect("the end"));
        assert_eq!(winner, vector["result"]["winner"].as_i64(), "{id}");
        assert_eq!(vector["result"]["why"], why, "{id}");
        assert_eq!(position.legal_moves(), []);
        assert_eq!(play(&mut position, "0:0"), Err(Illegal::GameOver));
        *counts.entry(why).or_default() += 1;
    }
    // The vectors have something of everything.
    for what in ["not allowed", "free", "wall", "entry", "treasure", "draw", "limit", "grid", "grids"] {
        assert!(counts.get(what).is_some_and(|count| *count > 0), "{what}: {counts:?}");
    }
}

#[test]
fn a_grid_says_the_first_rule_that_it_breaks() {
    let shape = shape(2, 3, 1);
    for (text, expected) in [
        ("210/003", None),
        ("201/030", None),
        ("210/00", Some("grid-size: 2; 3")),
        ("210/003/", Some("grid-size: 2; 3")),
        ("210003", Some("grid-size: 2; 3")),
        ("2100/003", Some("grid-size: 2; 3")),
        ("/", Some("grid-size: 2; 3")),
        ("214/003", Some("grid-value: 0; 2; 4")),
        ("210/x03", Some("grid-value: 1; 0; x")),
        ("200/003", Some("grid-walls: 0; 1")),
        ("211/103", Some("grid-walls: 3; 1")),
        ("010/003", Some("grid-entries: 0")),
        ("212/203", Some("grid-entries: 3")),
        ("210/000", Some("grid-treasures: 0")),
        ("213/003", Some("grid-treasures: 2")),
    ] {
        let grid = Grid::read(text).expect(text);
        assert_eq!(grid.to_string(), text);
        let error = grid.check(shape).err().map(|error| Reason::from(error).to_string());
        assert_eq!(error.as_deref(), expected, "{text}");
    }
    let closed = Grid::read("21/13").expect("a grid");
    assert_eq!(closed.check(Shape::new(2, 2, 2).expect("a shape")), Err(GridError::Path));
    assert_eq!(Grid::of_rows([vec![-1, 0, 10], vec![9, 3, 70_000]]).to_string(), "[-1]0x/93x");
    for text in ["/", "[-1]0x/93x", "[4000]"] {
        assert_eq!(Grid::read(text).map(|grid| grid.to_string()).as_deref(), Some(text));
    }
    for text in ["", "[]", "[4", "[a]", "4]", "0 1", "[1:2]"] {
        assert_eq!(Grid::read(text), None, "{text}");
    }
    for rows in [vec![], vec![vec![]]] {
        let none = Grid::of_rows(rows);
        assert_eq!(Grid::read(&none.to_string()), Some(none.clone()), "a grid without cells");
        assert_eq!(none.check(shape), Err(GridError::Size(2, 3)));
    }
    let odd = Grid::of_rows([vec![2, 1, -7], vec![0, 0, 3]]).check(shape);
    assert_eq!(odd.map_err(|error| Reason::from(error).to_string()), Err("grid-value: 0; 2; -7".into()));
}

#[test]
fn what_is_no_move_is_told() {
    let position = Sphinx::new(shape(3, 3, 1));
    for text in [
        "",
        " ",
        "?",
        "2 0",
        "0,0",
        "abc",
        "00>",
        "1:",
        ":1",
        "1:2:3",
        "1-2",
        "+1:2",
        "1: 2",
        "--1:0",
        "1:-",
        "4:99999999999",
        "0012/30 0",
        "٣:١",
        "passe",
    ] {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
    for text in ["-1:0", "32767:-32768", "-2147483648:2147483647", "0:0", "2", "0000/0003"] {
        let mv = position.parse_move(text).expect(text);
        assert_eq!(mv.to_string(), text);
    }
}

#[test]
fn moves_have_their_time() {
    let mut position = Sphinx::new(shape(2, 2, 1));
    assert_eq!(play(&mut position, "0:0"), Err(Illegal::GridDue));
    assert_eq!(play(&mut position, "20/13"), Ok(Status::Ongoing));
    assert_eq!(play(&mut position, "0:0"), Err(Illegal::GridDue));
    assert_eq!(play(&mut position, "02/31"), Ok(Status::Ongoing));
    assert_eq!(play(&mut position, "20/13"), Err(Illegal::GridGiven));
    assert_eq!(Reason::from(Illegal::GridGiven).to_string(), "grid-given");
    assert_eq!(play(&mut position, "0:0"), Ok(Status::Ongoing));
}

/// RULES 3: the second player gives a grid even where the first one's has lost already, and may lose as well.
#[test]
fn grids_are_judged_when_both_are_there() {
    let (good, bad) = ("20/13", "20/03");
    for (moves, expected, why) in [
        ([bad, good], Outcome::Win(Player::Second), "grid-walls: 0; 1"),
        ([good, bad], Outcome::Win(Player::First), "grid-walls: 0; 1"),
        ([bad, bad], Outcome::Draw, "sphinx-grids"),
    ] {
        let mut position = Sphinx::new(shape(2, 2, 1));
        let mv = position.parse_move(moves[0]).expect("a grid");
        assert_eq!(
            position.shown(&mv).of(""),
            "?",
            "the second player hears nothing before he has given his own"
        );
        assert_eq!(play(&mut position, moves[0]), Ok(Status::Ongoing));
        let mv = position.parse_move(moves[1]).expect("a grid");
        assert_eq!(position.shown(&mv).of(""), "?");
        assert_eq!(position.answer(&mv).is_some(), moves[1] == bad);
        assert_eq!(play(&mut position, moves[1]), Ok(Status::Over(expected)));
        assert_eq!(position.why().map(|why| why.to_string()).as_deref(), Some(why));
    }
}

/// RULES 12: the finder wins unless the other one finds his treasure within one turn.
#[test]
fn a_last_chance_is_one_turn() {
    let small = shape(1, 4, 0);
    let grids = ["2003", "3002"];
    // The first player explores 3002, the second one 2003.
    let found = [&grids[..], &["0:2", "0:1", "0:0"]].concat();
    let position = after(small, &found);
    assert_eq!((position.found(), position.to_move()), (Some(Player::First), Player::Second));
    for (moves, ending) in [
        (&["0:3"][..], Ending::Found(Player::First)),
        (&["0:0", "0:0", "0:0", "0:1"], Ending::Found(Player::First)),
        (&["0:1", "0:2", "0:3"], Ending::BothFound),
        (&["0:1", "-1:1"], Ending::Found(Player::First)),
    ] {
        let position = after(small, &[&found, moves].concat());
        assert_eq!(position.ending(), Some(ending), "{moves:?}");
    }
}

/// RULES 11: a player without questions has no turns, and two of them draw.
#[test]
fn questions_are_limited() {
    let small = shape(1, 4, 0);
    let first = ["2003", "3002", "0:3", "0:3", "0:3", "0:3"];
    let position = after(small, &first);
    assert_eq!(position.exploration(Player::First).map(|exploration| exploration.left()), Some(0));
    // The second player goes on alone, even after what would end his turn.
    assert_eq!(position.to_move(), Player::Second);
    let alone = after(small, &[&first[..], &["3:3", "0:3"]].concat());
    assert_eq!((alone.to_move(), alone.ending()), (Player::Second, None));
    let mv = alone.parse_move("0:3").expect("a question");
    assert_eq!(alone.shown(&mv).of(""), "encore");
    let drawn = after(small, &[&first[..], &["3:3", "0:3", "3:3", "0:1"]].concat());
    assert_eq!(drawn.ending(), Some(Ending::Limit));
    assert_eq!(drawn.why(), Some(Reason::new("sphinx-limit")));
    // Nobody is left for a last chance.
    let won = after(small, &[&first[..], &["0:1", "0:2", "0:3"]].concat());
    assert_eq!(won.ending(), Some(Ending::Found(Player::Second)));
    assert_eq!(won.why(), None);
}

#[test]
fn setups_are_checked() {
    let draw = |pairs: &[(&str, &str)]| {
        let given: Params =
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Sphinx::draw(&given, 1).map_err(|error| format!("{}: {}", error.name, error.problem))
    };
    let usual = draw(&[]).expect("the defaults will do");
    assert_eq!(usual, jeux::sphinx::setup_of(&shape(10, 10, 30)));
    assert_eq!(Sphinx::start(&usual).expect("a start").shape(), &shape(10, 10, 30));
    assert!(draw(&[("h", "1"), ("w", "2"), ("n", "0")]).is_ok());
    assert!(draw(&[("h", "100"), ("w", "100"), ("n", "9998")]).is_ok());
    for (given, expected) in [
        (&[("n", "99")][..], "n: grid-too-many-walls: 99; 98"),
        (&[("h", "1"), ("w", "1"), ("n", "0")], "w: grid-one-cell"),
        (&[("h", "0")], "h: not-in-range: 1; 100; 1"),
        (&[("w", "101")], "w: grid-side: 101; 100"),
        (&[("n", "-1")], "n: not-in-range: 0; 9998; 1"),
        (&[("t", "5")], "t: unknown-parameter"),
    ] {
        assert_eq!(draw(given), Err(expected.to_owned()));
    }
    assert!(Sphinx::start(&Params::new()).is_err());
    let huge = Params::from(["h", "w", "n"].map(|name| (name.to_owned(), "4000000000".to_owned())));
    assert!(Sphinx::start(&huge).is_err() && Explorer::begin(&huge, Player::First).is_err());
    assert!(Shape::new(0, 5, 0).is_err() && Shape::new(101, 5, 0).is_err());
}

#[test]
fn some_grids_are_always_at_hand() {
    for height in 1..7 {
        for width in 1..7 {
            for walls in 0..=height * width {
                let Ok(shape) = Shape::new(height, width, walls) else { continue };
                let grids = some(shape);
                assert!(!grids.is_empty());
                assert!(grids.iter().all(|grid| grid.check(shape).is_ok()), "{shape:?}");
            }
        }
    }
    let large = shape(100, 100, 4000);
    assert!(some(large).iter().all(|grid| grid.check(large).is_ok()));
    assert!(Sphinx::new(large).legal_moves().iter().all(|mv| mv.to_string().len() < 20_000));
}

#[test]
fn who_cannot_think_finds_what_is_beside_him() {
    let position = after(shape(1, 4, 0), &["2003", "3002", "0:3", "0:3", "0:3", "0:3", "0:1", "0:2"]);
    assert_eq!(fallback(&position).map(|mv| mv.to_string()).as_deref(), Some("0:3"));
    assert!(fallback(&Sphinx::new(shape(10, 10, 30))).is_some());
}

const NAMES: ByPlayer<&str> = ByPlayer { first: "Ada <A>", second: "Blaise\u{1b}[2J" };

#[test]
fn pictures_show_what_was_explored() {
    let position = after(shape(2, 3, 1), &["210/003", "002/031", "0:1", "1:1", "1:0", "0:1"]);
    let expected = "  0 1 2     0 1 2\n0 · ● ▲   0 ▲ ▣ ·\n1 · ◆ ▒   1 ○ · ◇\n● Ada <A> : 2/6 ◆\n○ Blaise\u{fffd}[2J : 2/6\n";
    assert_eq!(position.picture(NAMES, None), expected);
    assert_eq!(position.ending(), Some(Ending::Found(Player::First)));
    let empty = Sphinx::new(shape(1, 2, 0)).to_string();
    assert_eq!(empty, "  0 1     0 1\n0 ? ?   0 ? ?\n● 0/2\n○ 0/2\n");
    // Twice twenty columns fit on a terminal.
    for (height, width) in [(20, 20), (10, 10), (17, 17), (18, 18), (30, 34)] {
        let picture = Sphinx::new(shape(height, width, 0)).picture(NAMES, None);
        assert!(picture.lines().all(|line| line.chars().count() <= 80), "{picture}");
    }
    let wide = Sphinx::new(shape(1, 12, 0)).to_string();
    assert!(wide.starts_with("                      1"), "{wide}");
}

#[test]
fn answers_read_back() {
    for text in ["-1", "0", "1", "2", "3"] {
        assert_eq!(text.parse::<Answer>().map(|answer| answer.to_string()).as_deref(), Ok(text));
    }
    assert!(["", "4", "-2", "00", "+1", "x"].iter().all(|text| text.parse::<Answer>().is_err()));
}
