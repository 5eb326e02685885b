//! What is written down, and when.

use jeux::Slot;
use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{ERR_TYP, GAGNE, Server, TIMEOUT, TRICHE, WIN_BY_FIRST, coup};

/// However the last partie ends: whoever gets its last answer finds the record on disk.
#[test]
fn the_record_is_there_before_the_last_answer() {
    for first_to_look in [Coul::Noir, Coul::Blanc] {
        for (end, rep) in
            [("win", GAGNE), ("triche", TRICHE), ("malformed", ERR_TYP), ("disconnected", TIMEOUT)]
        {
            if end == "disconnected" && first_to_look == Coul::Noir {
                continue;
            }
            let server = Server::start(&[]);
            let mut table = server.table();
            table.win(Manche::Aller);
            for (ply, text) in WIN_BY_FIRST[..4].iter().enumerate() {
                table.play([Coul::Noir, Coul::Blanc][ply % 2], text);
            }
            assert_eq!(server.record_files().len(), 0, "not before the end");
            let noir = table.of(Coul::Noir);
            match end {
                "win" => noir.coup(Coul::Noir, WIN_BY_FIRST[4]),
                "triche" => noir.coup(Coul::Noir, "passe"),
                "malformed" => noir.ask("encore"),
                _ => noir.half_close(),
            }
            table.of(first_to_look).expect(rep);
            // A record that cannot be read whole is none.
            assert_eq!(server.record().parties.len(), 2, "{end}");
        }
        let server = Server::start(&["--temps", "0.3"]);
        let mut table = server.table();
        table.both(TIMEOUT);
        assert_eq!(server.record_files().len(), 0, "not before the end");
        table.of(first_to_look).expect(TIMEOUT);
        assert_eq!(server.record().parties.len(), 2);
    }
}

/// What is recorded is what was played.
#[test]
fn a_record_says_what_happened() {
    let server = Server::start(&["--temps", "2.5"]);
    let mut table = server.table();
    let froms = table.players.each_ref().map(|player| player.address().to_string());
    table.win(Manche::Aller);
    table.play(Coul::Noir, "B2");
    table.finish(Coul::Blanc, "B2-B1", TRICHE);
    table.ended();
    let record = server.record();
    assert_eq!((record.schema, &record.game[..]), (1, "colonnes"));
    assert_eq!((record.settings.time_ms, record.settings.judged), (Some(2500), true));
    assert!(record.started <= record.ended.expect("an end"));
    for (player, (name, color, from)) in
        record.players.iter().zip([("alice", "BLANC", &froms[0]), ("bob", "NOIR", &froms[1])])
    {
        assert_eq!((&player.name[..], player.color.as_deref(), &player.from), (name, Some(color), from));
    }
    let [aller, retour] = &record.parties[..] else { panic!("two parties") };
    assert_eq!(
        (&aller.name[..], aller.first, &retour.name[..], retour.first),
        ("aller", Slot::Zero, "retour", Slot::One)
    );
    let texts: Vec<&str> = aller.moves.iter().map(|mv| &mv.text[..]).collect();
    assert_eq!(texts, WIN_BY_FIRST);
    assert_eq!(aller.moves.iter().map(|mv| mv.player.index()).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
    assert_eq!((aller.result.winner, aller.result.termination), (Some(Slot::Zero), Termination::Win));
    assert_eq!((retour.result.winner, retour.result.charged), (Some(Slot::One), Some(Slot::Zero)));
    assert_eq!(retour.result.termination, Termination::Triche);
    let last = retour.moves.last().expect("the illegal move");
    assert_eq!((last.verdict.word(), last.property.word()), ("TRICHE", "PERDU"));
    let hex: String = coup(Coul::Blanc, "B2-B1").iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(last.raw, Some(hex));
}
