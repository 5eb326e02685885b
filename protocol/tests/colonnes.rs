//! The bytes of the messages of Colonnes: golden vectors, round trips, and what is refused.

use jeux::Player;
use jeux::colonnes::{Cell, Move};
use proptest::array::uniform4;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use protocol::colonnes::{
    COUP, CodeRep, Coul, DecodeError, FieldError, Manche, PARTIE, PropCoup, TCoupRep, TCoupReq, TPartieRep,
    TPartieReq, ValCoup,
};
use protocol::name::{NAME_BYTES, NAMELESS, clean};

/// Golden bytes: little-endian words, then text, then NUL.
fn golden<const N: usize>(words: &[u32], text: &[u8]) -> [u8; N] {
    let mut bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).chain(text.iter().copied()).collect();
    bytes.resize(N, 0);
    bytes.try_into().expect("N bytes")
}

#[test]
fn the_sizes_are_those_of_the_subject() {
    assert_eq!([TPartieReq::SIZE, TPartieRep::SIZE, TCoupReq::SIZE, TCoupRep::SIZE], [36, 40, 28, 12]);
    assert_eq!(size_of::<TCoupReq>(), TCoupReq::SIZE, "the C library takes it as it is");
}

#[test]
fn golden_partie_requests() {
    assert_eq!(TPartieReq::new("alice").encode(), golden(&[PARTIE], b"alice"));
    let full = "123456789012345678901234567890";
    assert_eq!(TPartieReq::new(full).encode(), golden(&[PARTIE], full.as_bytes()));
    assert_eq!(
        TPartieReq::new("123456789012345678901234567890too long").encode(),
        golden(&[0], full.as_bytes())
    );
    assert_eq!(TPartieReq::new("").encode(), golden(&[0], NAMELESS.as_bytes()));
    assert_eq!(TPartieReq::new("a\x1b[2J\nb").encode(), golden(&[0], b"ab"));

    // What a C program leaves behind the name does no harm.
    let request = TPartieReq::decode(b"\x4d\0\0\0al\0ZZZZZZZZZZZZZZZZZZZZZZZZZZZYY").expect("36 bytes");
    assert_eq!((request.id_request, request.name().as_str()), (77, "al"));
}

#[test]
fn golden_partie_replies() {
    let reply = TPartieRep::accepted(Coul::Noir, "bob");
    assert_eq!(reply.encode(), golden(&[0, 1], b"bob"));
    assert_eq!(TPartieRep::accepted(Coul::Blanc, "bob").encode(), golden(&[0, 0], b"bob"));
    assert_eq!(TPartieRep::refused(CodeRep::Partie).encode(), golden(&[1, 0], b""));
    assert_eq!(TPartieRep::refused(CodeRep::Typ).encode(), golden(&[3, 0], b""));
    assert_eq!(
        TPartieRep::decode(&golden::<40>(&[0, 1], b"bob\0rubbish")).expect("a reply").opponent(),
        "bob"
    );
}

#[test]
fn golden_coup_requests() {
    for (coul, mv, words) in [
        (Coul::Blanc, "A1", [1, 0, 0, 0, 0, 0, 0]),
        (Coul::Noir, "C2", [1, 0, 1, 1, 2, 0, 0]),
        (Coul::Blanc, "A3-B1", [1, 1, 0, 2, 0, 0, 1]),
        (Coul::Noir, "C1-B3", [1, 1, 1, 0, 2, 2, 1]),
        (Coul::Noir, "passe", [1, 2, 1, 0, 0, 0, 0]),
    ] {
        let mv: Move = mv.parse().expect("a move");
        let request = TCoupReq::new(coul, mv);
        assert_eq!(request.encode(), golden(&words, b""), "{mv}");
        assert_eq!(request.read(), Ok((coul, mv)));
    }
}

#[test]
fn golden_coup_replies() {
    for (reply, words) in [
        (TCoupRep::valid(PropCoup::Cont), [0, 0, 0]),
        (TCoupRep::valid(PropCoup::Gagne), [0, 0, 1]),
        (TCoupRep::valid(PropCoup::Nulle), [0, 0, 2]),
        (TCoupRep::lost(CodeRep::Ok, ValCoup::Timeout), [0, 1, 3]),
        (TCoupRep::lost(CodeRep::Ok, ValCoup::Triche), [0, 2, 3]),
        (TCoupRep::lost(CodeRep::Coup, ValCoup::Triche), [2, 2, 3]),
        (TCoupRep::lost(CodeRep::Typ, ValCoup::Triche), [3, 2, 3]),
    ] {
        assert_eq!(reply.encode(), golden(&words, b""));
        assert_eq!(TCoupRep::decode(&reply.encode()), Ok(reply));
    }
}

/// Every value of the three fields of a COUP reply, and the first that are out of range.
#[test]
fn enumerated_fields_out_of_range_are_refused() {
    for err in 0..6 {
        for valid in 0..5 {
            for prop in 0..6 {
                let decoded = TCoupRep::decode(&golden::<12>(&[err, valid, prop], b""));
                if err < 4 && valid < 3 && prop < 4 {
                    let expected = TCoupRep {
                        err: CodeRep::ALL[err as usize],
                        valid_coup: ValCoup::ALL[valid as usize],
                        prop_coup: PropCoup::ALL[prop as usize],
                    };
                    assert_eq!(decoded, Ok(expected));
                } else {
                    assert_eq!(decoded, Err(DecodeError::Range), "{err} {valid} {prop}");
                }
            }
        }
    }
    for bad in [2, 255, 256, 1 << 31, u32::MAX] {
        assert_eq!(TPartieRep::decode(&golden::<40>(&[0, bad], b"bob")), Err(DecodeError::Range));
    }
}

/// A COUP request field by field, for all small values: right ones, and the first beyond.
#[test]
fn a_move_is_read_from_the_fields_that_it_uses() {
    let cell = |line: u32, column: u32| Cell::at(column as usize, line as usize);
    for code in 0..4u32 * 3 * 256 {
        let [type_coup, coul_pion] = [code / 768, code / 256 % 3];
        let params = [6, 4, 2, 0].map(|shift| code >> shift & 3);
        let (from, to) = (cell(params[0], params[1]), cell(params[2], params[3]));
        let mv = match type_coup {
            0 => from.map(Move::Place),
            1 => from.zip(to).map(|(from, to)| Move::Shift { from, to }),
            2 => Some(Move::Pass),
            _ => None,
        };
        let expected = Coul::ALL.get(coul_pion as usize).copied().zip(mv);
        let request = TCoupReq { id_request: COUP, type_coup, coul_pion, params };
        assert_eq!(request.read().ok(), expected, "{request:?}");
    }
}

#[test]
fn the_field_at_fault_is_named() {
    let fault =
        |type_coup, coul_pion, params| TCoupReq { id_request: 1, type_coup, coul_pion, params }.read();
    let named = |field, value| Err(FieldError { field, value });
    assert_eq!(fault(3, 0, [0; 4]), named("typeCoup", 3));
    assert_eq!(fault(2, u32::MAX, [0; 4]), named("coulPion", -1));
    assert_eq!(fault(0, 0, [3, 0, 9, 9]), named("posPion.l", 3));
    assert_eq!(fault(0, 0, [2, i32::MIN as u32, 9, 9]), named("posPion.c", i32::MIN));
    assert_eq!(fault(1, 1, [3, 3, 3, 3]), named("caseDep.l", 3));
    assert_eq!(fault(1, 1, [0, 3, 3, 3]), named("caseDep.c", 3));
    assert_eq!(fault(1, 1, [0, 0, 3, 3]), named("caseArr.l", 3));
    assert_eq!(fault(1, 1, [0, 0, 0, 3]), named("caseArr.c", 3));
}

#[test]
fn colours_and_places_fit_together() {
    for manche in Manche::ALL {
        assert_eq!(manche.coul(Player::First), manche.first());
        for coul in Coul::ALL {
            assert_eq!(manche.coul(manche.player(*coul)), *coul);
            assert_ne!(coul.other(), *coul);
        }
    }
    assert_eq!([Manche::Aller.first(), Manche::Retour.first()], [Coul::Blanc, Coul::Noir]);
    assert_eq!(
        PropCoup::ALL.iter().map(|prop| prop.for_opponent()).collect::<Vec<_>>(),
        [PropCoup::Cont, PropCoup::Perdu, PropCoup::Nulle, PropCoup::Gagne]
    );
}

/// What every decoder does with some bytes: an error of size, or of range, or the same bytes again.
fn decode_all(bytes: &[u8]) -> Result<(), TestCaseError> {
    macro_rules! check {
        ($($type:ident),+) => {$(
            match $type::decode(bytes) {
                Ok(message) => {
                    prop_assert_eq!(&message.encode()[..], bytes);
                    prop_assert_eq!($type::decode(&message.encode()), Ok(message));
                }
                Err(DecodeError::Size { expected, got }) => {
                    prop_assert_eq!((expected, got), ($type::SIZE, bytes.len()));
                    prop_assert!(expected != got);
                }
                Err(DecodeError::Range) => prop_assert_eq!(bytes.len(), $type::SIZE),
            }
        )+};
    }
    check!(TPartieReq, TPartieRep, TCoupReq, TCoupRep);
    Ok(())
}

/// No part of a message, and nothing longer, is taken for one.
#[test]
fn a_message_of_another_size_is_an_error() {
    for length in 0..=200 {
        let bytes = vec![0; length];
        let wrong = |expected| DecodeError::Size { expected, got: length };
        if length != 36 {
            assert_eq!(TPartieReq::decode(&bytes), Err(wrong(36)));
        }
        if length != 40 {
            assert_eq!(TPartieRep::decode(&bytes), Err(wrong(40)));
        }
        if length != 28 {
            assert_eq!(TCoupReq::decode(&bytes), Err(wrong(28)));
        }
        if length != 12 {
            assert_eq!(TCoupRep::decode(&bytes), Err(wrong(12)));
        }
    }
}

/// Numbers as they come: small ones and wild ones.
fn field() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..4, 1 => any::<u32>()]
}

fn a_move() -> impl Strategy<Value = Move> {
    let cell = || (0..Cell::COUNT).prop_filter_map("nine cells", Cell::new);
    prop_oneof![
        cell().prop_map(Move::Place),
        (cell(), cell()).prop_map(|(from, to)| Move::Shift { from, to }),
        Just(Move::Pass)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_are_a_message_or_an_error(bytes in vec(any::<u8>(), 0..100)) {
        decode_all(&bytes)?;
    }

    #[test]
    fn bytes_of_the_right_size_are_a_message_or_out_of_range(
        words in vec(field(), 10),
        size in select(vec![TPartieReq::SIZE, TPartieRep::SIZE, TCoupReq::SIZE, TCoupRep::SIZE]),
    ) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(size).collect();
        decode_all(&bytes)?;
    }

    #[test]
    fn partie_requests_are_read_back(name in ".{0,40}", id_request in any::<u32>(), raw in vec(any::<u8>(), NAME_BYTES)) {
        let mut request = TPartieReq::new(&name);
        prop_assert_eq!(TPartieReq::decode(&request.encode()), Ok(request));
        prop_assert_eq!(request.name(), clean(name.as_bytes()));
        prop_assert_eq!(request.id_request, PARTIE);

        request.id_request = id_request;
        request.name.copy_from_slice(&raw);
        prop_assert_eq!(TPartieReq::decode(&request.encode()), Ok(request));
        prop_assert_eq!(request.name(), clean(&raw));
    }

    #[test]
    fn partie_replies_are_read_back(
        name in ".{0,40}",
        coul in select(Coul::ALL),
        err in select(CodeRep::ALL),
        raw in vec(any::<u8>(), NAME_BYTES),
    ) {
        let mut reply = TPartieRep::accepted(coul, &name);
        prop_assert_eq!(TPartieRep::decode(&reply.encode()), Ok(reply));
        prop_assert_eq!((reply.err, reply.coul, reply.opponent()), (CodeRep::Ok, coul, clean(name.as_bytes())));
        // Nothing but the name is sent in its field.
        let field = &reply.encode()[8..];
        let end = field.iter().position(|&byte| byte == 0).unwrap_or(NAME_BYTES);
        prop_assert!(end <= NAME_BYTES && field[end..].iter().all(|&byte| byte == 0));

        reply.err = err;
        reply.opponent.copy_from_slice(&raw);
        prop_assert_eq!(TPartieRep::decode(&reply.encode()), Ok(reply));
        prop_assert_eq!(reply.opponent(), clean(&raw));
        let refused = TPartieRep::refused(err);
        prop_assert_eq!(TPartieRep::decode(&refused.encode()), Ok(refused));
    }

    #[test]
    fn coup_requests_are_read_back(
        [id_request, type_coup, coul_pion] in [field(), field(), field()],
        params in uniform4(field()),
    ) {
        let request = TCoupReq { id_request, type_coup, coul_pion, params };
        prop_assert_eq!(TCoupReq::decode(&request.encode()), Ok(request));
        match request.read() {
            // The same move, written properly, differs in the unused fields only.
            Ok((coul, mv)) => prop_assert_eq!(TCoupReq::new(coul, mv).read(), Ok((coul, mv))),
            Err(FieldError { value, .. }) => prop_assert!(!(0..2).contains(&value)),
        }
    }

    #[test]
    fn moves_are_read_back(coul in select(Coul::ALL), mv in a_move()) {
        let request = TCoupReq::new(coul, mv);
        prop_assert_eq!(request.read(), Ok((coul, mv)));
        prop_assert_eq!(TCoupReq::decode(&request.encode()), Ok(request));
    }
}
