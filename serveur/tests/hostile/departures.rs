//! Players who leave, at any point, in any way.

use fastrand::Rng;
use jeux::colonnes::Board;
use jeux::{Position, Slot};
use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{
    End, GAGNE, Leave, MANCHES, Server, TIMEOUT, WIN_BY_FIRST, coup, plays_on, plays_partie,
};

/// At which point of the rencontre somebody leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// Before the first move of the partie.
    Beginning,
    /// After its first two moves.
    Middle,
    /// The mover, after a part of his COUP.
    MidCoup,
}

/// Who leaves, by his part in the partie: the mover or the one who waits.
#[test]
fn a_departure_leaves_the_opponent_a_complete_rencontre() {
    let server = Server::start(&[]);
    let mut rencontres = 0;
    for manche in MANCHES {
        for when in [When::Beginning, When::Middle, When::MidCoup] {
            for mover_leaves in [true, false] {
                for leave in Leave::ALL {
                    if when == When::MidCoup && !mover_leaves {
                        continue;
                    }
                    let ends = departure(&server, manche, when, mover_leaves, leave);
                    let absent = if mover_leaves { manche.first() } else { manche.first().other() };
                    let context = format!("{manche} {when:?} {mover_leaves} {leave:?}");
                    assert!(ends.iter().all(|&end| end == (absent, TIMEOUT)), "{context}: {ends:?}");
                    assert_eq!(ends.len(), if manche == Manche::Aller { 2 } else { 1 }, "{context}");
                    rencontres += 1;
                }
            }
        }
    }
    server.no_children();
    let records = server.records();
    assert_eq!(records.len(), rencontres);
    for record in records {
        assert_eq!(record.interrupted, None);
        assert_eq!(record.parties.len(), 2);
        let last = &record.parties[1].result;
        assert_eq!(last.termination, Termination::Disconnected);
        assert_eq!(last.charged, last.winner.map(Slot::other));
    }
}

/// Plays until then, has one leave, and gives what the other sees of the parties from this one on.
fn departure(server: &Server, manche: Manche, when: When, mover_leaves: bool, leave: Leave) -> Vec<End> {
    let mut table = server.table();
    if manche == Manche::Retour {
        table.win(Manche::Aller);
    }
    let (first, mut board) = (manche.first(), Board::new());
    if when != When::Beginning {
        for (mover, text) in [(first, "A1"), (first.other(), "C3")] {
            table.play(mover, text);
            board.play(text.parse().expect("a move")).expect("legal");
        }
    }
    if when == When::MidCoup {
        table.of(first).send_in_pieces(&coup(first, "B2")[..17], 9);
    }
    let leaves = if mover_leaves { first } else { first.other() };
    let [blanc, noir] = table.split();
    let (absent, mut present) = if leaves == Coul::Blanc { (blanc, noir) } else { (noir, blanc) };
    leave.with(absent);
    let mut ends = vec![plays_partie(&mut present, leaves.other(), manche, board, &mut Rng::with_seed(7))];
    if manche == Manche::Aller {
        ends.extend(plays_on(&mut present, leaves.other(), Manche::Retour, 8));
    } else {
        present.ended();
    }
    ends
}

#[test]
fn a_rencontre_without_players_comes_to_its_end() {
    let server = Server::start(&[]);
    for leaves in [[Leave::Close, Leave::Close], [Leave::Reset, Leave::Reset], [Leave::Close, Leave::Reset]] {
        for played in 0..3 {
            let mut table = server.table();
            for (mover, text) in [(Coul::Blanc, "A1"), (Coul::Noir, "C3")].into_iter().take(played) {
                table.play(mover, text);
            }
            for (leave, client) in leaves.into_iter().zip(table.split()) {
                leave.with(client);
            }
        }
    }
    server.no_children();
    let records = server.records();
    assert_eq!(records.len(), 9);
    for partie in records.iter().flat_map(|record| &record.parties) {
        assert_eq!(partie.result.termination, Termination::Disconnected);
    }
    server.still_serves();
}

/// A player who leaves with the partie's last answer on its way to him changes nothing of the result.
#[test]
fn leaving_after_the_last_move_changes_nothing() {
    for leave in Leave::ALL {
        let server = Server::start(&[]);
        let mut table = server.table();
        table.win(Manche::Aller);
        for (index, text) in WIN_BY_FIRST[..4].iter().enumerate() {
            table.play([Coul::Noir, Coul::Blanc][index % 2], text);
        }
        table.of(Coul::Noir).coup(Coul::Noir, "A1");
        let [mut alice, bob] = table.split();
        alice.expect(GAGNE);
        leave.with(bob);
        alice.ended();
        assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
    }
}
