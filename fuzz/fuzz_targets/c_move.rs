//! Moves of Coursidor that players in C return: any words are a move, which is written as it is read.

#![no_main]

use jeux::Player;
use jeux::coursidor::Move;
use libfuzzer_sys::fuzz_target;
use protocol::coursidor::{Given, RawMove, SchoolMove, SubjectMove};

fn read(mv: impl RawMove + PartialEq + std::fmt::Debug) {
    let given = mv.given();
    for player in Player::ALL {
        let mv = given.of(player);
        if let Move::Pawn(_) | Move::Wall(_) = mv {
            assert_eq!(Given::by(player, mv).of(player), mv);
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }
}

fuzz_target!(|words: (u32, u32, u64, [[u64; 2]; 2])| {
    let (t, c, m, e) = words;
    let subject = SubjectMove { t, c, m, e };
    assert_eq!(SubjectMove::saying(&subject.given()), subject);
    read(subject);
    let school = SchoolMove { c, t, m: m as u32, e: e.map(|edge| edge.map(|vertex| vertex as u32)) };
    assert_eq!(SchoolMove::saying(&school.given()), school);
    read(school);
});
