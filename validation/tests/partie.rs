//! [`Partie`] against the verdicts of the course's validator.

mod common;

use jeux::Player;
use protocol::colonnes::{PropCoup, TCoupReq};
use validation::{Partie, Triche};

use common::{Game, games};

/// As in the C interface: whoever is not joueur 1 is joueur 2.
fn player(joueur: i32) -> Player {
    if joueur == 1 { Player::First } else { Player::Second }
}

/// What becomes of the last move, which alone may be illegal.
fn play(game: &Game) -> Result<PropCoup, Triche> {
    let mut partie = Partie::new(game.first);
    let mut last = Ok(PropCoup::Cont);
    for (ply, mv) in game.moves.iter().enumerate() {
        assert_eq!(last, Ok(PropCoup::Cont), "only a last move ends a party");
        let before = partie;
        last = partie.judge(player(mv.joueur), &mv.req);
        assert_eq!(last.is_ok(), mv.ok, "{} ply {}: {last:?}", game.kind, ply + 1);
        match last {
            Ok(prop) => assert_eq!(prop, mv.prop, "{} ply {}", game.kind, ply + 1),
            Err(_) => {
                assert_eq!(mv.prop, PropCoup::Perdu);
                assert_eq!(partie, before, "a refused move changes nothing");
            }
        }
    }
    last
}

#[test]
fn every_verdict_of_the_course_is_given() {
    for game in games() {
        let end = play(&game);
        let expected = match game.kind.split(['@', '+']).next().unwrap_or_default() {
            "legal:win" => Some(PropCoup::Gagne),
            "legal:draw" => Some(PropCoup::Nulle),
            _ => None,
        };
        if let Some(prop) = expected {
            assert_eq!(end, Ok(prop), "{}", game.kind);
        }
    }
}

/// The reason given is the fault that the maker of the vectors put in.
#[test]
fn the_reason_of_a_refusal_is_the_right_one() {
    use jeux::colonnes::Illegal as Rule;
    let mut seen = 0;
    for game in games() {
        let Err(triche) = play(&game) else { continue };
        seen += 1;
        let kind = game.kind.as_str();
        let fits = match kind.strip_prefix("illegal:").unwrap_or(kind) {
            "range_type" | "range_coul" | "range_lg" | "range_col" | "range_dep" | "range_arr" | "huge"
            | "negative" => matches!(triche, Triche::Field(_)),
            "wrong_joueur" => triche == Triche::NotYourTurn,
            // A number that stands for joueur 2 where joueur 1 is to move.
            "joueur_out" => triche == Triche::NotYourTurn,
            "wrong_colour" | "passe_forced_wrongcol" => triche == Triche::WrongColour,
            "place_full" | "to_full" => matches!(triche, Triche::Rule(Rule::Full(_))),
            "place_nopawn" => triche == Triche::Rule(Rule::NoPawnInHand),
            "move_in_placement" => triche == Triche::Rule(Rule::PawnsInHand),
            "passe_early" => triche == Triche::Rule(Rule::MustPlace),
            "passe_able" => triche == Triche::Rule(Rule::CanMove),
            "move_opp" | "move_covered" => matches!(triche, Triche::Rule(Rule::NotOwnPawn(_))),
            "move_empty" => matches!(triche, Triche::Rule(Rule::Empty(_))),
            "move_diag" | "move_zero" | "move_long" | "move_wrap" => {
                matches!(triche, Triche::Rule(Rule::NotNeighbours(..)))
            }
            // Whatever these hold, some rule refuses it.
            "notpass_forced" | "nothing_zero" => true,
            other => panic!("unknown kind {other}"),
        };
        assert!(fits, "{kind}: {triche:?}");
        assert!(!triche.raison().is_empty());
    }
    assert_eq!(seen, 196);
}

#[test]
fn nothing_is_played_after_the_end() {
    for game in games().into_iter().filter(|game| game.kind.starts_with("legal")) {
        let mut partie = Partie::new(game.first);
        for mv in &game.moves {
            partie.judge(player(mv.joueur), &mv.req).expect("a legal game");
        }
        let end = partie;
        for joueur in Player::ALL {
            let coup = TCoupReq { coul_pion: partie.coul(joueur) as u32, ..game.moves[0].req };
            assert_eq!(partie.judge(joueur, &coup), Err(Triche::Over));
        }
        assert_eq!(partie, end);
    }
}
