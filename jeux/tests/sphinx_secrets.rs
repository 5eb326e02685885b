//! What the players of Sphinx are told: enough to follow the game, and nothing that they may not know.

use jeux::game::Game;
use jeux::sphinx::{Answer, Cell, CellName, Explorer, Grid, Move, Shape, Sphinx, random, setup_of};
use jeux::{ByPlayer, Player, Position, Status, View};
use proptest::prelude::*;

/// What a player is told of a move, in the order in which it is told, and what he knows then.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Told {
    Own(Move, Option<String>),
    Opponent(String),
}

/// A game that has been played, and what the players were told of it.
struct Played {
    position: Sphinx,
    told: ByPlayer<Vec<Told>>,
    /// What each knew after each move.
    known: ByPlayer<Vec<Explorer>>,
}

/// A question that somebody may have asked.
#[derive(Clone, Copy, Debug)]
enum Wish {
    /// One of those that tell something new.
    Useful(usize),
    /// Any cell.
    Cell(usize),
    /// Any place.
    Anywhere(i32, i32),
}

fn wishes() -> impl Strategy<Value = Vec<[Wish; 2]>> {
    let wish = prop_oneof![
        6 => (0..1000_usize).prop_map(Wish::Useful),
        2 => (0..1000_usize).prop_map(Wish::Cell),
        1 => (-2..9, -2..9).prop_map(|(row, column)| Wish::Anywhere(row, column)),
    ];
    prop::collection::vec([wish.clone(), wish], 0..60)
}

fn shapes() -> impl Strategy<Value = Shape> {
    let sides = (1..7_usize, 1..7_usize).prop_filter("two cells", |(height, width)| height * width > 1);
    sides.prop_flat_map(|(height, width)| {
        (0..=height * width - 2).prop_map(move |walls| Shape::new(height, width, walls).expect("a shape"))
    })
}

/// A grid of this shape and seed.
fn grid(shape: Shape, seed: u64) -> Grid {
    let mut state = seed;
    random(shape, move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    })
}

/// Plays a game with these grids; `choose` says what the mover does, given how many questions he has asked.
fn play(
    grids: &ByPlayer<Grid>,
    shape: Shape,
    mut choose: impl FnMut(&Sphinx, usize) -> Option<Move>,
) -> Played {
    let setup = setup_of(&shape);
    let mut position = Sphinx::start(&setup).expect("a start");
    let mut views = ByPlayer::from_fn(|me| Explorer::begin(&setup, me).expect("a view"));
    let mut told = ByPlayer::from_fn(|_| Vec::new());
    let mut known = ByPlayer::from_fn(|_| Vec::new());
    let mut made = [0; 2];
    while position.status() == Status::Ongoing {
        let mover = position.to_move();
        let count = &mut made[mover.index()];
        let mv = match *count {
            0 => Some(Move::Grid(grids[mover].clone())),
            number => choose(&position, number - 1),
        };
        let Some(mv) = mv else { break };
        *count += 1;
        let (answer, shown) = (position.answer(&mv), position.shown(&mv).of(&mv.to_string()).to_owned());
        position.play(mv.clone()).expect("legal");
        views[mover].own(&mv, answer.as_deref()).expect("the mover believes it");
        views[!mover].opponent(&shown).expect("the opponent believes it");
        told[mover].push(Told::Own(mv, answer));
        told[!mover].push(Told::Opponent(shown));
        for player in Player::ALL {
            known[player].push(views[player].clone());
            if position.status() == Status::Ongoing {
                assert_eq!(views[player].turn(), Some(position.to_move()));
                assert_eq!(views[player].exploration(), position.exploration(player));
                let left = position.exploration(!player).map_or(shape.cells(), |other| other.left());
                assert_eq!(views[player].opponent_left(), left);
            }
        }
    }
    Played { position, told, known }
}

/// The move that a wish comes to.
fn granted(position: &Sphinx, wish: Wish) -> Move {
    let exploration = position.exploration(position.to_move()).expect("questions");
    let place = |cell| CellName::of(position.shape(), cell);
    Move::Ask(match wish {
        Wish::Useful(number) => {
            let useful: Vec<usize> = exploration.useful().collect();
            place(useful[number % useful.len()])
        }
        Wish::Cell(number) => place(number % position.shape().cells()),
        Wish::Anywhere(row, column) => CellName { row, column },
    })
}

/// A game by wishes; when they are used up it stops.
fn by_wishes(grids: &ByPlayer<Grid>, shape: Shape, wishes: &[[Wish; 2]]) -> Played {
    play(grids, shape, |position, number| {
        let wish = wishes.get(number)?[position.to_move().index()];
        Some(granted(position, wish))
    })
}

/// The same grid with other cells where this player has not looked; the last one of some that follow the rules.
fn elsewhere(position: &Sphinx, player: Player, seed: u64) -> Option<Grid> {
    let (plan, exploration) = (position.plan(!player)?, position.exploration(player)?);
    let shape = *position.shape();
    let hidden: Vec<usize> = (0..shape.cells()).filter(|cell| exploration.known(*cell).is_none()).collect();
    let mut cells: Vec<Cell> = (0..shape.cells()).map(|cell| plan.cell(cell)).collect();
    let mut state = seed;
    let mut changed = None;
    for _ in 0..40 {
        let before = cells.clone();
        let mut any = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            hidden.get((state >> 33) as usize % hidden.len().max(1)).copied()
        };
        let (one, other) = (any()?, any()?);
        cells.swap(one, other);
        let rows = cells.chunks(shape.width()).map(|row| row.iter().map(|cell| i64::from(cell.number())));
        let grid = Grid::of_rows(rows);
        if grid.check(shape).is_err() {
            cells = before;
        } else {
            changed = Some(grid);
        }
    }
    changed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// The same questions of a grid that is different where nobody has looked: all that is told, and all that is known, is the same.
    #[test]
    fn nothing_depends_on_cells_that_were_not_asked(
        shape in shapes(),
        seeds in [any::<u64>(), any::<u64>(), any::<u64>()],
        wishes in wishes(),
        me in prop::sample::select(&Player::ALL[..]),
    ) {
        let grids = ByPlayer { first: grid(shape, seeds[0]), second: grid(shape, seeds[1]) };
        let one = by_wishes(&grids, shape, &wishes);
        let Some(other) = elsewhere(&one.position, me, seeds[2]) else { return Ok(()) };
        let mut changed = grids.clone();
        changed[!me] = other;
        let mut asked = ByPlayer::from_fn(|player| one.told[player].iter().filter_map(|told| match told {
            Told::Own(mv, _) => Some(mv.clone()),
            Told::Opponent(_) => None,
        }).skip(1));
        let two = play(&changed, shape, |position, _| asked[position.to_move()].next());
        prop_assert_eq!(&one.told[me], &two.told[me]);
        prop_assert_eq!(&one.known[me], &two.known[me]);
        prop_assert_eq!(one.position.ending(), two.position.ending());
        // The one whose grid it is hears of it only what he has said himself.
        let theirs = |played: &Played| {
            played.told[!me].iter().skip_while(|told| matches!(told, Told::Own(Move::Grid(_), _))).cloned().collect::<Vec<_>>()
        };
        let grids_apart = |told: Vec<Told>| -> Vec<Told> {
            told.into_iter().filter(|told| !matches!(told, Told::Own(Move::Grid(_), _))).collect()
        };
        prop_assert_eq!(grids_apart(theirs(&one)), grids_apart(theirs(&two)));
    }

    /// No word that is told of the other one's moves names a cell, but for entry and treasure.
    #[test]
    fn questions_are_not_told(
        shape in shapes(),
        seeds in [any::<u64>(), any::<u64>()],
        wishes in wishes(),
    ) {
        let grids = ByPlayer { first: grid(shape, seeds[0]), second: grid(shape, seeds[1]) };
        let played = by_wishes(&grids, shape, &wishes);
        for player in Player::ALL {
            let doors = played.position.doors(!player).expect("a grid").to_string();
            for (number, told) in played.told[player].iter().enumerate() {
                match told {
                    Told::Opponent(text) if number < 2 && player == Player::First => prop_assert_eq!(text, &doors),
                    Told::Opponent(text) if number < 2 => prop_assert_eq!(text, "?"),
                    Told::Opponent(text) => prop_assert!(text == "encore" || text == "passe"),
                    Told::Own(Move::Grid(_), answer) => {
                        let expected = (player == Player::Second).then_some(doors.as_str());
                        prop_assert_eq!(answer.as_deref(), expected);
                    }
                    Told::Own(Move::Ask(_), answer) => {
                        prop_assert!(answer.as_ref().is_some_and(|answer| answer.parse::<Answer>().is_ok()));
                    }
                }
            }
        }
    }

    /// Games of any useful questions end, with a treasure; games of any questions end too.
    #[test]
    fn games_end(shape in shapes(), seeds in [any::<u64>(), any::<u64>()], picks in prop::collection::vec(any::<usize>(), 1..9)) {
        let grids = ByPlayer { first: grid(shape, seeds[0]), second: grid(shape, seeds[1]) };
        let mut moves = 0;
        let useful = play(&grids, shape, |position, number| {
            let legal = position.legal_moves();
            moves += 1;
            legal.get(picks[number % picks.len()] % legal.len()).cloned()
        });
        prop_assert!(useful.position.why().is_none_or(|why| why.code == "sphinx-both-found"));
        prop_assert!(matches!(useful.position.status(), Status::Over(_)) && moves < 2 * shape.cells());
        let any = play(&grids, shape, |position, number| {
            Some(granted(position, Wish::Cell(picks[number % picks.len()])))
        });
        prop_assert!(matches!(any.position.status(), Status::Over(_)));
    }

    /// Whatever comes from outside is read or refused; what is read is written the same way again.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}", grid in "[0-9x/]{1,40}", place in "-?[0-9]{1,9}:-?[0-9]{1,9}") {
        let shape = Shape::new(3, 4, 2).expect("a shape");
        let setup = setup_of(&shape);
        let position = Sphinx::new(shape);
        for text in [text, grid, place] {
            if let Ok(mv) = position.parse_move(&text) {
                let again = position.parse_move(&mv.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&mv));
                prop_assert!(!mv.to_string().contains([',', '>', ' ']));
                let (mut after, mut view) = (position.clone(), Explorer::begin(&setup, Player::First).expect("a view"));
                let answer = after.answer(&mv);
                prop_assert_eq!(after.play(mv.clone()).is_ok(), matches!(mv, Move::Grid(_)));
                prop_assert_eq!(view.own(&mv, answer.as_deref()).is_ok(), matches!(mv, Move::Grid(_)));
            }
            let view = |me| Explorer::begin(&setup, me).expect("a view");
            prop_assert!(view(Player::First).opponent(&text).is_err());
            let mut second = view(Player::Second);
            prop_assert_eq!(second.opponent(&text).is_ok(), text == "?");
        }
    }
}

/// A view at the beginning of the questions: the grid that it explores is `2010/0003`.
fn searching(me: Player) -> Explorer {
    let mut view = Explorer::begin(&setup_of(&Shape::new(2, 4, 1).expect("a shape")), me).expect("a view");
    let own = view.read("2010/0003").expect("a grid");
    match me {
        Player::First => {
            view.own(&own, None).expect("it is valid");
            view.opponent("0:0 1:3").expect("entry and treasure");
        }
        Player::Second => {
            view.opponent("?").expect("a grid");
            view.own(&own, Some("0:0 1:3")).expect("it is valid");
            view.opponent("passe").expect("a question");
        }
    }
    view
}

#[test]
fn what_cannot_be_is_not_believed() {
    for me in Player::ALL {
        let view = searching(me);
        assert_eq!(view.turn(), Some(me));
        for (text, answer) in [
            ("0:1", None),
            ("0:1", Some("-1")),
            ("0:1", Some("2")),
            ("0:1", Some("3")),
            ("0:1", Some("oui")),
            ("0:0", Some("0")),
            ("0:2", Some("0")),
            ("5:5", Some("1")),
            ("2010/0003", None),
        ] {
            let mv = view.read(text).expect(text);
            assert!(view.clone().own(&mv, answer).is_err(), "{text} {answer:?}");
        }
        for told in ["encore", "passe"] {
            assert!(view.clone().opponent(told).is_err(), "it is not his turn");
        }
        let mut view = view;
        view.own(&Move::Ask(CellName { row: 0, column: 1 }), Some("1")).expect("a wall");
        for told in ["?", "0:0 1:3", "Encore", ""] {
            assert!(view.clone().opponent(told).is_err(), "{told}");
        }
    }
    let mut view =
        Explorer::begin(&setup_of(&Shape::new(2, 4, 1).expect("a shape")), Player::First).expect("a view");
    let bad = view.read("2000/0003").expect("a grid");
    assert!(view.clone().own(&bad, None).is_err());
    view.own(&bad, Some("grid-walls: 0; 1")).expect("that is so");
    assert!(view.clone().opponent("0:0 1:3").is_err(), "the game is lost");
    view.opponent("?").expect("a grid");
    assert_eq!(view.turn(), None);
    let mut view =
        Explorer::begin(&setup_of(&Shape::new(2, 4, 1).expect("a shape")), Player::First).expect("a view");
    let good = view.read("2010/0003").expect("a grid");
    view.own(&good, None).expect("that is so");
    for doors in ["0:0", "0:0 0:0", "0:0 2:0", "0:0 -1:0", "encore"] {
        assert!(view.clone().opponent(doors).is_err(), "{doors}");
    }
}

/// A person sees what an engine knows: the own grid, what has been found out of the other one, and no more.
#[test]
fn a_person_sees_what_a_player_knows() {
    let setup = setup_of(&Shape::new(2, 4, 1).expect("a shape"));
    let names = ByPlayer { first: "Ada", second: "Blaise" };
    let mut player_view = Sphinx::follow(&setup, Player::First).expect("not everything is seen");
    assert_eq!(player_view.legal_moves().len(), 4);
    for (text, code) in
        [("0:0", Some("grid-due")), ("passe", Some("not-a-move")), ("2000/0003", Some("grid-walls"))]
    {
        assert_eq!(player_view.refusal(text).map(|reason| reason.code).as_deref(), code, "{text}");
    }
    assert_eq!(player_view.refusal("2010/0003"), None);
    player_view.own("2010/0003", None).expect("a grid");
    assert_eq!(player_view.legal_moves(), [""; 0], "it is not his turn");
    player_view.opponent("0:1 1:3").expect("entry and treasure");
    assert_eq!(player_view.legal_moves(), ["0:0", "0:2", "1:1"]);
    assert_eq!(player_view.refusal("2010/0003"), Some(jeux::Reason::new("grid-given")));
    assert_eq!(player_view.refusal("-5:70"), None, "it is a question");
    player_view.own("0:2", Some("0")).expect("an answer");
    player_view.own("1:2", Some("1")).expect("an answer");
    player_view.opponent("passe").expect("a question");
    let expected =
        "  0 1 2 3     0 1 2 3\n0 ? ▲ ● ?   0 ▲ · ▒ ·\n1 ? ? ▣ ◇   1 · · · ◇\n● Ada : 2/8\n○ Blaise : 1/8\n";
    assert_eq!(player_view.picture(names), expected);
    player_view.own("0:3", Some("0")).expect("an answer");
    player_view.own("1:3", Some("3")).expect("an answer");
    player_view.opponent("passe").expect("the last chance");
    assert!(
        player_view.picture(names).contains("1 ? ? █ ◆")
            && player_view.picture(names).contains("● Ada : 4/8 ◆")
    );
    assert_eq!(player_view.legal_moves(), [""; 0]);
}

/// An audience sees what both players know: how many questions there were, and where the first player's search begins and ends.
#[test]
fn an_audience_sees_what_both_players_know() {
    let setup = setup_of(&Shape::new(2, 4, 1).expect("a shape"));
    let names = ByPlayer { first: "Ada", second: "Blaise" };
    let mut audience = Sphinx::watch(&setup).expect("not everything is seen");
    let turns = |told: &str, next: Option<Player>, audience: &mut dyn jeux::game::Watch| {
        audience.told(told).expect("it can be told");
        assert_eq!(audience.to_move(), next, "{told}");
    };
    assert!(audience.told("encore").is_err() && audience.told("0:1 1:3").is_err());
    turns("?", Some(Player::Second), audience.as_mut());
    turns("0:1 1:3", Some(Player::First), audience.as_mut());
    turns("encore", Some(Player::First), audience.as_mut());
    turns("passe", Some(Player::Second), audience.as_mut());
    turns("passe", Some(Player::First), audience.as_mut());
    assert!(audience.told("?").is_err() && audience.told("0:0").is_err());
    let expected =
        "  0 1 2 3     0 1 2 3\n0 ? ▲ ? ?   0 ? ? ? ?\n1 ? ? ? ◇   1 ? ? ? ?\n● Ada : 2/8\n○ Blaise : 1/8\n";
    assert_eq!(audience.picture(names), expected);
    // Who has no question left is passed over.
    for _ in 0..5 {
        turns("encore", Some(Player::First), audience.as_mut());
    }
    turns("encore", Some(Player::Second), audience.as_mut());
    turns("passe", Some(Player::Second), audience.as_mut());
    let mut audience = Sphinx::watch(&setup).expect("not everything is seen");
    turns("?", Some(Player::Second), audience.as_mut());
    turns("?", None, audience.as_mut());
}
