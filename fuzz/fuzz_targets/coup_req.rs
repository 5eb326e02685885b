//! COUP requests, one after the other: decoded, read as moves, and judged as the moves of a partie.

#![no_main]

use jeux::{Player, Position, Status};
use libfuzzer_sys::fuzz_target;
use protocol::colonnes::{Coul, PropCoup, TCoupReq};
use validation::{Partie, Triche};

fuzz_target!(|data: &[u8]| {
    let mut partie = Partie::new(Coul::Blanc);
    for bytes in data.chunks(TCoupReq::SIZE) {
        let Ok(request) = TCoupReq::decode(bytes) else {
            assert_ne!(bytes.len(), TCoupReq::SIZE, "every value of every field is kept");
            return;
        };
        assert_eq!(request.encode(), bytes);
        let read = request.read();
        if let Ok((coul, mv)) = read {
            assert_eq!(TCoupReq::new(coul, mv).read(), Ok((coul, mv)));
        }
        for joueur in Player::ALL {
            let before = partie;
            match partie.judge(joueur, &request) {
                Ok(prop) => {
                    let (coul, mv) = read.expect("a move was played");
                    assert_eq!(coul, before.coul(joueur));
                    assert_eq!(joueur, before.board().to_move());
                    assert!(before.board().moves().contains(&mv));
                    assert_eq!(partie.board(), before.board().after(mv));
                    assert!(partie.board().ply() <= 40);
                    assert_eq!(prop == PropCoup::Cont, partie.board().status() == Status::Ongoing);
                    assert_ne!(prop, PropCoup::Perdu);
                }
                Err(triche) => {
                    assert_eq!(partie, before);
                    assert_eq!(triche == Triche::Over, before.board().status() != Status::Ongoing);
                    assert!(!triche.raison().is_empty());
                }
            }
        }
    }
});
