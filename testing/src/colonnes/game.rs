//! Whole parties and rencontres.

use fastrand::Rng;
use jeux::Position;
use jeux::colonnes::{Board, Move};
use protocol::colonnes::{Coul, Manche, TCoupRep, TCoupReq};

use super::{CONT, Client, GAGNE, TRICHE, coup};

/// Both parties, in order.
pub const MANCHES: [Manche; 2] = [Manche::Aller, Manche::Retour];

/// A partie that the first player wins with his third move.
pub const WIN_BY_FIRST: [&str; 5] = ["A1", "C3", "A1", "C3", "A1"];

/// The moves of such a partie that a player of this colour makes.
pub fn moves_of(coul: Coul, manche: Manche) -> impl Iterator<Item = &'static str> {
    WIN_BY_FIRST.into_iter().skip(usize::from(coul != manche.first())).step_by(2)
}

/// Every COUP that a player of this colour makes in a rencontre of two such parties.
pub fn all_coups(coul: Coul) -> Vec<u8> {
    MANCHES.into_iter().flat_map(|manche| moves_of(coul, manche)).flat_map(|text| coup(coul, text)).collect()
}

/// Two players in a rencontre, BLANC and NOIR.
#[derive(Debug)]
pub struct Table {
    /// BLANC, NOIR.
    pub players: [Client; 2],
}

impl Table {
    /// This player.
    pub fn of(&mut self, coul: Coul) -> &mut Client {
        &mut self.players[coul.index()]
    }

    /// Sends a move and waits for both answers: the partie goes on.
    pub fn play(&mut self, mover: Coul, text: &str) {
        self.of(mover).coup(mover, text);
        self.goes_on(mover, text);
    }

    /// Waits for both answers to a move that has been sent: the partie goes on.
    pub fn goes_on(&mut self, mover: Coul, text: &str) {
        self.of(mover).expect(CONT);
        self.of(mover.other()).expect_forwarded(&coup(mover, text));
    }

    /// Sends a move and waits for both answers: the partie is over.
    pub fn finish(&mut self, mover: Coul, text: &str, rep: TCoupRep) {
        self.of(mover).coup(mover, text);
        self.both(rep);
    }

    /// Both players get this.
    pub fn both(&mut self, rep: TCoupRep) {
        self.players.iter_mut().for_each(|player| player.expect(rep));
    }

    /// Plays a partie that its first player wins.
    pub fn win(&mut self, manche: Manche) {
        let [moves @ .., last] = WIN_BY_FIRST;
        let (mut mover, first) = (manche.first(), manche.first());
        for text in moves {
            self.play(mover, text);
            mover = mover.other();
        }
        self.finish(first, last, GAGNE);
    }

    /// Plays a partie that its first player loses with his first move, which no rule allows.
    pub fn triche(&mut self, manche: Manche) {
        self.finish(manche.first(), "passe", TRICHE);
    }

    /// Plays a whole rencontre, each partie won by its first player.
    pub fn aller_et_retour(&mut self) {
        MANCHES.into_iter().for_each(|manche| self.win(manche));
    }

    /// Plays a whole rencontre, each partie won by its first player, in which only this player sends: the other has sent all
    /// his moves already.
    pub fn aller_et_retour_of(&mut self, sender: Coul) {
        for manche in MANCHES {
            let mut mover = manche.first();
            for (ply, text) in WIN_BY_FIRST.into_iter().enumerate() {
                if mover == sender {
                    self.of(mover).coup(mover, text);
                }
                if ply + 1 == WIN_BY_FIRST.len() {
                    self.both(GAGNE);
                } else {
                    self.goes_on(mover, text);
                }
                mover = mover.other();
            }
        }
        self.ended();
    }

    /// Both players see the end of the stream.
    pub fn ended(&mut self) {
        self.players.iter_mut().for_each(Client::ended);
    }

    /// The two players, apart.
    pub fn split(self) -> [Client; 2] {
        self.players
    }
}

/// How a player saw a partie end: whose turn it was, and the answer.
pub type End = (Coul, TCoupRep);

/// Plays what is left of a rencontre as a well-behaved player does, with legal moves drawn from the seed: from the
/// beginning of `from` on. Anything but a complete sequence of answers for every partie is a failure.
pub fn plays_on(client: &mut Client, coul: Coul, from: Manche, seed: u64) -> Vec<End> {
    let left = MANCHES.into_iter().filter(|&manche| manche == from || from == Manche::Aller);
    let mut draw = Rng::with_seed(seed);
    let ends = left.map(|manche| plays_partie(client, coul, manche, Board::new(), &mut draw)).collect();
    client.ended();
    ends
}

/// The same for one partie, from a position of it on.
pub fn plays_partie(
    client: &mut Client,
    coul: Coul,
    manche: Manche,
    mut board: Board,
    draw: &mut Rng,
) -> End {
    loop {
        let mover = manche.coul(board.to_move());
        let legal = board.moves();
        let mut mv = Move::Pass;
        if mover == coul {
            mv = legal[draw.usize(..legal.len())];
            client.send(&TCoupReq::new(coul, mv).encode());
        }
        let rep = client.rep();
        if rep != CONT {
            return (mover, rep);
        }
        if mover != coul {
            let request = TCoupReq::decode(&client.read::<28>()).expect("a TCoupReq");
            let (said, forwarded) = request.read().expect("a move");
            assert_eq!(said, mover, "the colour of the forwarded COUP");
            mv = forwarded;
        }
        board.play(mv).expect("what goes on is legal");
    }
}

/// Two well-behaved players play a whole rencontre, at once.
pub fn play_rencontre(table: &mut Table, seed: u64) -> [Vec<End>; 2] {
    let [blanc, noir] = &mut table.players;
    std::thread::scope(|scope| {
        let noir = scope.spawn(move || plays_on(noir, Coul::Noir, Manche::Aller, seed + 1));
        [plays_on(blanc, Coul::Blanc, Manche::Aller, seed), noir.join().expect("NOIR plays")]
    })
}
