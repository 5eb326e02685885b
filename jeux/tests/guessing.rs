//! The contract for games with secrets, on a game made for it: what each player is told is enough to know whose turn it is
//! and what can be played, and tells nothing of what is hidden.

mod toy;

use jeux::game::{Game, Params};
use jeux::scene::Scene;
use jeux::{ByPlayer, Outcome, Player, Position, Status, View};
use proptest::prelude::*;
use toy::{Coup, Devine, TRIES, Vue};

const TOP: u64 = 20;

fn setup() -> Params {
    Devine::draw(&Params::new(), 1).expect("the default will do")
}

#[test]
fn a_game_without_a_drawing_has_none() {
    let game = Devine::start(&setup()).expect("a start");
    assert_eq!(game.drawing(&Scene::of(ByPlayer { first: "a", second: "b" })), None);
}

/// What a player is told of a move, in the order in which it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Told {
    Own(Coup, Option<String>),
    Opponent(String),
}

/// A game with these secrets and tries (each player takes his own in turn), and what each player was told; both follow it.
fn play(secrets: [u64; 2], tries: &[[u64; 2]]) -> (Devine, ByPlayer<Vec<Told>>) {
    let mut position = Devine::start(&setup()).expect("a start");
    let mut views = ByPlayer::from_fn(|me| Vue::begin(&setup(), me).expect("a view"));
    let mut told = ByPlayer::from_fn(|_| Vec::new());
    let mut made = [0; 2];
    while position.status() == Status::Ongoing {
        let mover = position.to_move();
        let count = &mut made[mover.index()];
        let mv = match *count {
            0 => Coup::Secret(secrets[mover.index()]),
            number => match tries.get(number - 1) {
                Some(both) => Coup::Essai(both[mover.index()]),
                None => break,
            },
        };
        *count += 1;
        let (answer, shown) = (position.answer(&mv), position.shown(&mv));
        position.play(mv.clone()).expect("legal");
        let shown = shown.of(&mv.to_string()).to_owned();
        views[mover].own(&mv, answer.as_deref()).expect("the view takes it");
        views[!mover].opponent(&shown).expect("the view takes it");
        told[mover].push(Told::Own(mv, answer));
        told[!mover].push(Told::Opponent(shown));
        if position.status() == Status::Ongoing {
            let turn = Some(position.to_move());
            assert_eq!((views.first.turn(), views.second.turn()), (turn, turn));
        }
    }
    for player in Player::ALL {
        let secret = secrets[(!player).index()];
        assert!(views[player].candidates.contains(&secret), "what was told excludes the truth");
    }
    (position, told)
}

fn numbers() -> impl Strategy<Value = u64> {
    1..=TOP
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// The same game against two secrets: all that a player is told is the same until an answer to a try of his own differs.
    #[test]
    fn nothing_told_depends_on_the_others_secret(
        mine in numbers(),
        theirs in numbers(),
        other in numbers(),
        tries in proptest::collection::vec([numbers(), numbers()], 0..TRIES as usize),
        me in prop::sample::select(&Player::ALL[..]),
    ) {
        let secrets = |theirs| if me == Player::First { [mine, theirs] } else { [theirs, mine] };
        let (_, one) = play(secrets(theirs), &tries);
        let (_, two) = play(secrets(other), &tries);
        let pairs = one[me].iter().zip(&two[me]);
        match pairs.clone().find(|(one, two)| one != two) {
            None => prop_assert!(one[me].len() == two[me].len()),
            Some((Told::Own(tried, answer), Told::Own(again, differs))) => {
                prop_assert!(tried == again && answer.is_some() && answer != differs);
            }
            Some(difference) => prop_assert!(false, "told without having asked: {:?}", difference),
        }
        // The opponent is told the numbers of this player neither.
        let shown = one[!me].iter().filter_map(|told| match told {
            Told::Opponent(text) => Some(text.as_str()),
            Told::Own(..) => None,
        });
        prop_assert!(shown.clone().all(|text| ["?", "essai", "essai encore"].contains(&text)));
    }

    #[test]
    fn a_game_ends_as_it_should(
        secrets in [numbers(), numbers()],
        tries in proptest::collection::vec([numbers(), numbers()], TRIES as usize),
    ) {
        let (position, told) = play(secrets, &tries);
        let Status::Over(outcome) = position.status() else { panic!("it ends") };
        let found = Player::ALL.into_iter().find(|&player| {
            told[player].iter().any(|told| matches!(told, Told::Own(_, Some(answer)) if answer == "trouve"))
        });
        prop_assert_eq!(outcome.winner(), found);
        prop_assert!(outcome != Outcome::Draw || told.first.len() == TRIES as usize + 2);
    }
}

#[test]
fn whoever_is_close_goes_on() {
    let mut position = Devine::start(&setup()).expect("a start");
    let mut views = ByPlayer::from_fn(|me| Vue::begin(&setup(), me).expect("a view"));
    for text in ["secret 7", "secret 9", "essai 8", "essai 10"] {
        let mv = position.parse_move(text).expect(text);
        let (mover, answer, shown) = (position.to_move(), position.answer(&mv), position.shown(&mv));
        views[mover].own(&mv, answer.as_deref()).expect(text);
        views[!mover].opponent(shown.of(text)).expect(text);
        assert_eq!(position.play(mv), Ok(Status::Ongoing));
    }
    assert_eq!(position.to_move(), Player::First);
    assert_eq!((views.first.turn(), views.second.turn()), (Some(Player::First), Some(Player::First)));
    assert_eq!(views.first.sensible(7), Some(Coup::Essai(9)));
    assert_eq!(position.play(Coup::Essai(9)), Ok(Status::Over(Outcome::Win(Player::First))));
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn moves_out_of_place_are_refused() {
    let mut position = Devine::start(&setup()).expect("a start");
    for text in ["essai 3", "secret 0", "secret 21"] {
        let mv = position.parse_move(text).expect(text);
        assert!(position.play(mv).is_err(), "{text}");
    }
    assert!(
        ["", "secret", "secret x", "essai -1", "?"].iter().all(|text| position.parse_move(text).is_err())
    );
    assert_eq!(position.legal_moves().len(), TOP as usize);
    assert!(Devine::draw(&Params::from([("sommet".into(), "3".into())]), 1).is_err());
}
