//! A game in texts: its name, what it begins with, and moves, one in a line. Any setup is a position or an error; a move is
//! played and can be taken back, or refused for a reason and changes nothing.

#![no_main]

use jeux::any::{Refused, named};
use jeux::game::Params;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Slot, Status};
use libfuzzer_sys::fuzz_target;
use libjeux::Line;

const MOST_MOVES: usize = 200;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let (Some(name), Some(setup)) = (lines.next(), lines.next()) else { return };
    let Ok(game) = named(name) else { return };
    let given: Params = setup
        .split(' ')
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let drawn = game.draw(&given, 1);
    let Ok(start) = game.start(drawn.as_ref().unwrap_or(&given)) else {
        assert!(drawn.is_err(), "what is drawn can be begun with");
        return;
    };
    for player in Player::ALL {
        game.follow(drawn.as_ref().unwrap_or(&given), player);
    }
    let mut watch = game.watch(drawn.as_ref().unwrap_or(&given));
    let mut line = Line::new(start.copy());
    for mv in lines.take(MOST_MOVES) {
        let before = line.now().copy();
        match line.play(mv).cloned() {
            Ok(played) => {
                assert_eq!(before.status(), Status::Ongoing);
                assert_eq!(played.status, line.now().status());
                if let Some(watch) = &mut watch {
                    watch.told(played.shown.of(mv)).expect("a legal move");
                }
            }
            Err(refused) => {
                assert!(line.now().equals(before.as_ref()));
                let (Refused::NotAMove(why) | Refused::Illegal(why)) = refused;
                assert!(!why.code.is_empty());
            }
        }
    }
    let now = line.now();
    let names = ByPlayer { first: "a", second: "b" };
    now.picture(names, game.colours.map(|[first, second]| ByPlayer { first, second }));
    now.drawing(&Scene { names, first: Slot::Zero, last: line.moves().last().map(|mv| &**mv), plain: false });
    while line.undo() {}
    assert!(line.now().equals(start.as_ref()) && line.moves().is_empty());
});
