//! The dialogue of a rencontre, aller and retour (subject, 1.1): one poll loop over the socket and the engine.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use jeux::colonnes::{Board, Move};
use jeux::{Player, Position};
use protocol::Termination;
use protocol::colonnes::{
    CodeRep, Coul, Manche, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup,
};
use protocol::moteur::GameStart;

use crate::cli::Colonnes;
use crate::desk::{Desk, Thought};
use crate::fallback;
use crate::server::Server;

/// Plays one rencontre.
pub fn play(args: &Colonnes) -> Result<()> {
    let (Some(host), Some(port), Some(name)) = (&args.host, args.port, &args.name) else {
        anyhow::bail!("il faut hostServeur, portServeur et nomJoueur");
    };
    let desk = Desk::open((host, port), (&args.engine, "colonnes"), args.time, &args.thinking)?;
    let mut player = Rencontre { args, desk, coul: Coul::Blanc, opponent: String::new() };
    player.enter(name)?;
    let mut tally = [0; 3];
    let mut began = Instant::now();
    for manche in [Manche::Aller, Manche::Retour] {
        let (result, reason) = Party::new(&mut player, manche).play(began)?;
        began = Instant::now();
        player.desk.engine.end(result, reason);
        println!("Partie {manche} : {}", in_words(result, reason));
        tally[match result {
            PropCoup::Gagne => 0,
            PropCoup::Perdu => 2,
            PropCoup::Nulle | PropCoup::Cont => 1,
        }] += 1;
    }
    let [won, drawn, lost] = tally;
    println!("Rencontre contre {} : gagnées {won}, nulles {drawn}, perdues {lost}", player.opponent);
    Ok(())
}

fn in_words(result: PropCoup, reason: Termination) -> &'static str {
    match (result, reason) {
        (PropCoup::Gagne, Termination::Win) => "gagnée, trois pions en pile",
        (PropCoup::Gagne, Termination::Triche) => "gagnée, TRICHE de l'adversaire",
        (PropCoup::Gagne, Termination::Timeout) => "gagnée, TIMEOUT de l'adversaire",
        (PropCoup::Gagne, _) => "gagnée",
        (PropCoup::Perdu, Termination::Win) => "perdue, trois pions adverses en pile",
        (PropCoup::Perdu, Termination::Triche) => "perdue, le serveur a jugé notre coup TRICHE",
        (PropCoup::Perdu, Termination::Timeout) => "perdue, TIMEOUT",
        (PropCoup::Perdu, _) => "perdue",
        (PropCoup::Nulle | PropCoup::Cont, _) => "nulle",
    }
}

/// Everything that lasts for the rencontre.
struct Rencontre<'a> {
    args: &'a Colonnes,
    desk: Desk<'a>,
    coul: Coul,
    opponent: String,
}

impl Rencontre<'_> {
    /// Asks for a party and waits for the answer: an opponent and a colour.
    fn enter(&mut self, name: &str) -> Result<()> {
        self.desk.server.send(&TPartieReq::new(name).encode())?;
        println!("{name} : en attente d'un adversaire (moteur {})", self.desk.engine.name());
        let rep = TPartieRep::decode(&self.message::<{ TPartieRep::SIZE }>()?)
            .context("réponse incompréhensible à la requête PARTIE ; est-ce bien le serveur de Colonnes ?")?;
        ensure!(rep.err == CodeRep::Ok, "le serveur refuse la requête PARTIE : {}", rep.err);
        (self.coul, self.opponent) = (rep.coul, rep.opponent());
        println!("Rencontre contre {}, nous avons les pions {}", self.opponent, self.coul);
        Ok(())
    }

    /// Waits for the next message of the server.
    fn message<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.desk.message(Server::take::<N>)
    }
}

/// One party under way.
struct Party<'a, 'b> {
    rencontre: &'a mut Rencontre<'b>,
    manche: Manche,
    me: Player,
    board: Board,
    played: Vec<Move>,
    /// A move was played that the engine does not know of.
    astray: bool,
}

/// How a party ended, seen by us.
type End = (PropCoup, Termination);

impl<'a, 'b> Party<'a, 'b> {
    fn new(rencontre: &'a mut Rencontre<'b>, manche: Manche) -> Self {
        let me = manche.player(rencontre.coul);
        Party { rencontre, manche, me, board: Board::new(), played: Vec::new(), astray: false }
    }

    /// Plays the party, whose first player's time counts from `began`.
    fn play(mut self, began: Instant) -> Result<End> {
        self.prepare_engine();
        let mut began = began;
        loop {
            let ended = if self.board.to_move() == self.me {
                self.my_turn(began)?
            } else {
                let ended = self.opponents_turn()?;
                began = Instant::now();
                ended
            };
            if let Some(end) = ended {
                return Ok(end);
            }
        }
    }

    /// Announces the party to the engine, with the moves made already.
    fn prepare_engine(&mut self) {
        let moves: Vec<String> = self.played.iter().map(Move::to_string).collect();
        let Rencontre { desk, coul, opponent, .. } = &mut *self.rencontre;
        let mut params = vec![
            ("color".to_owned(), coul.to_string()),
            ("party".to_owned(), self.manche.to_string()),
            ("opponent".to_owned(), opponent.clone()),
        ];
        if !moves.is_empty() {
            params.push(("moves".into(), moves.join(",")));
        }
        desk.announce(GameStart { game: "colonnes".into(), side: self.me, params });
        self.astray = false;
    }

    /// Our move, and what the server says of it.
    fn my_turn(&mut self, began: Instant) -> Result<Option<End>> {
        let mv = match self.rencontre.desk.think(began)? {
            Thought::Move(text) => self.legal(&text)?,
            Thought::Nothing => self.fall_back()?,
            Thought::Overtaken => return self.judged(None),
        };
        log::info!("nous jouons {mv}");
        self.rencontre.desk.server.send(&TCoupReq::new(self.rencontre.coul, mv).encode())?;
        self.judged(Some(mv))
    }

    /// The engine's move if it is legal, else another that is.
    fn legal(&mut self, text: &str) -> Result<Move> {
        match text.parse().map_err(|error| format!("{error}")) {
            Ok(mv) => match self.board.check(mv) {
                Ok(()) => return Ok(mv),
                Err(rule) => log::error!("moteur : coup illégal {mv} : {rule}"),
            },
            Err(error) => log::error!("moteur : {error}"),
        }
        self.fall_back()
    }

    fn fall_back(&mut self) -> Result<Move> {
        let mv = fallback::choose(self.board).context("plus de coup à jouer, et le serveur en attend un")?;
        log::warn!("coup de secours : {mv}");
        self.astray = true;
        Ok(mv)
    }

    /// Reads the server's judgement of our move, or of our not having moved in time.
    fn judged(&mut self, mv: Option<Move>) -> Result<Option<End>> {
        let rep = self.reply()?;
        if !self.astray {
            self.rencontre.desk.engine.verdict(rep.valid_coup, rep.prop_coup);
        }
        if rep.valid_coup != ValCoup::Valid {
            return Ok(Some(Self::end(rep, rep.prop_coup)));
        }
        let mv = mv.context("le serveur juge un coup que nous n'avons pas joué")?;
        self.play_on_board(mv);
        if rep.prop_coup != PropCoup::Cont {
            return Ok(Some(Self::end(rep, rep.prop_coup)));
        }
        if self.astray {
            self.prepare_engine();
        }
        Ok(None)
    }

    /// Reads the server's judgement of the opponent's move, and the move if the party goes on.
    fn opponents_turn(&mut self) -> Result<Option<End>> {
        let rep = self.reply()?;
        if rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont {
            return Ok(Some(Self::end(rep, rep.prop_coup.for_opponent())));
        }
        let coup = TCoupReq::decode(&self.rencontre.message::<{ TCoupReq::SIZE }>()?)?;
        let (_, mv) = coup.read().context("le serveur transmet un coup incompréhensible")?;
        self.board.check(mv).with_context(|| format!("le serveur transmet un coup illégal, {mv}"))?;
        log::info!("{} joue {mv}", self.rencontre.opponent);
        self.play_on_board(mv);
        self.rencontre.desk.engine.opponent(&mv.to_string());
        Ok(None)
    }

    fn reply(&mut self) -> Result<TCoupRep> {
        let rep = TCoupRep::decode(&self.rencontre.message::<{ TCoupRep::SIZE }>()?)
            .context("réponse incompréhensible du serveur")?;
        if rep.err != CodeRep::Ok {
            log::warn!("le serveur signale {}", rep.err);
        }
        Ok(rep)
    }

    /// The end of the party by this answer, with the result as we see it.
    fn end(rep: TCoupRep, result: PropCoup) -> End {
        let reason = match (rep.valid_coup, rep.prop_coup) {
            (ValCoup::Triche, _) => Termination::Triche,
            (ValCoup::Timeout, _) => Termination::Timeout,
            (ValCoup::Valid, PropCoup::Nulle) => Termination::Draw,
            (ValCoup::Valid, _) => Termination::Win,
        };
        (result, reason)
    }

    fn play_on_board(&mut self, mv: Move) {
        self.board = self.board.after(mv);
        self.played.push(mv);
        if self.rencontre.args.thinking.verbose > 0 {
            let letters = if self.manche.first() == Coul::Blanc { ['B', 'N'] } else { ['N', 'B'] };
            print!("{}", self.board.show(letters));
        }
    }
}
