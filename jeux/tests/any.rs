//! Any game without its types.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use jeux::any::{AnyPosition, GAMES, Refused, named, score};
use jeux::draw::below;
use jeux::game::Params;
use rand_core::SeedableRng;

/// Positions of random games of a game, each with the moves that lead to it.
fn walked(name: &str, games: u64, mut see: impl FnMut(&[String], &dyn AnyPosition)) {
    let game = named(name).expect(name);
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for seed in 0..games {
        let mut position = game.start(&game.draw(&Params::new(), seed).expect(name)).expect(name);
        let mut moves = Vec::new();
        for _ in 0..200 {
            see(&moves, position.as_ref());
            let legal = position.legal_moves();
            assert_eq!(position.legal_count(), legal.len());
            if legal.is_empty() {
                break;
            }
            let mv = legal[below(&mut random, legal.len())].clone();
            position.play(&mv).expect(&mv);
            moves.push(mv);
        }
    }
}

#[test]
fn a_copy_is_the_same_and_the_next_position_is_another() {
    for game in &GAMES {
        walked(game.name, 3, |_, position| {
            let copy = position.copy();
            assert!(position.equals(copy.as_ref()), "{}", game.name);
            assert_eq!(position.key(), copy.key());
            for mv in position.legal_moves().iter().take(20) {
                let mut next = position.copy();
                next.play(mv).expect(mv);
                assert!(!position.equals(next.as_ref()), "{} {mv}\n{position}", game.name);
                assert_ne!(position.key(), next.key(), "{} {mv}\n{position}", game.name);
            }
        });
    }
}

#[test]
fn positions_with_one_key_are_equal() {
    for game in &GAMES {
        let setup = game.draw(&Params::new(), 1).expect(game.name);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut seen: HashMap<u64, Box<dyn AnyPosition>> = HashMap::new();
        let mut met = 0;
        for _ in 0..400 {
            let mut position = game.start(&setup).expect(game.name);
            // Near the beginning games meet again.
            for _ in 0..6 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play(&legal[below(&mut random, legal.len())]).expect(game.name);
                match seen.get(&position.key()) {
                    Some(before) => {
                        met += 1;
                        assert!(before.equals(position.as_ref()), "{}\n{before}\n{position}", game.name);
                    }
                    None => drop(seen.insert(position.key(), position.copy())),
                }
            }
        }
        assert!(met > 0, "{}: no two games met", game.name);
        for one in seen.values() {
            assert_eq!(seen.values().filter(|other| one.equals(other.as_ref())).count(), 1, "{one}");
        }
    }
}

#[test]
fn walls_in_another_order_are_the_same_position() {
    let game = named("coursidor").expect("coursidor");
    let begin = || game.start(&game.draw(&Params::new(), 1).expect("drawn")).expect("started");
    let after = |moves: [&String; 3]| {
        let mut position = begin();
        moves.into_iter().for_each(|mv| drop(position.play(mv).expect(mv)));
        position
    };
    let walls: Vec<String> =
        begin().legal_moves().into_iter().filter(|mv| begin().touches(mv).len() > 1).collect();
    let (one, two, three) = (&walls[0], &walls[walls.len() / 2], &walls[walls.len() - 1]);
    let (here, there) = (after([one, two, three]), after([three, two, one]));
    assert!(here.equals(there.as_ref()), "{here}\n{there}");
    assert_eq!(here.key(), there.key());
}

#[test]
fn refused_moves_change_nothing() {
    for game in &GAMES {
        walked(game.name, 1, |_, position| {
            for text in ["", "A", "\u{0}", "99999999999999999999", "é1", "A1B2C3", "-"] {
                let mut tried = position.copy();
                if let Err(refused) = tried.play(text) {
                    assert!(position.equals(tried.as_ref()), "{} {text}", game.name);
                    assert!(matches!(refused, Refused::NotAMove(_) | Refused::Illegal(_)));
                }
            }
        });
    }
}

/// Programs keep keys in files: they must not change from one version or machine to the next.
#[test]
fn keys_stay_what_they_are() {
    let key = |name: &str, moves: &[&str]| {
        let game = named(name).expect(name);
        let mut position = game.start(&game.draw(&Params::new(), 1).expect(name)).expect(name);
        moves.iter().for_each(|mv| drop(position.play(mv).expect(mv)));
        (position.key(), score(position.status()))
    };
    let keys = [
        (key("colonnes", &[]), (12_483_556_256_992_554_093, None)),
        (key("colonnes", &["A1", "B1", "A1", "B1", "A1"]), (16_520_469_123_776_435_358, Some(1))),
        (key("morpion", &[]), (15_561_398_129_931_387_980, None)),
        (key("labyrinthe", &[]), (12_344_484_034_776_843_977, None)),
        (key("sept-couleurs", &[]), (3_682_954_821_362_300_097, None)),
        (key("coursidor", &[]), (3_229_295_580_203_767_582, None)),
        (key("sphinx", &[]), (14_894_797_790_984_497_887, None)),
    ];
    for (is, was) in keys {
        assert_eq!(is, was);
    }
}
