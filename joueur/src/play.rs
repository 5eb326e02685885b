//! The player's loop, the same for every game and every wire: the engine is asked for moves within the time, its moves are
//! checked with the rules and replaced where they are none, and it is told what happens.

use std::time::Instant;

use anyhow::{Context, Result};
use arbitre::engine::announcement;
use arbitre::game::Kind;
use arbitre::seat::Opening;
use jeux::game::{Game, fallback};
use jeux::{ByPlayer, Player, Position, Reason};
use protocol::moteur::GameStart;
use protocol::verdict::{Property, Validity};
use words::text;

use crate::cli::Seat;
use crate::desk::{Desk, Thought};
use crate::dialogue::{Beginning, Dialogue, End, Heard, MoveOf, Tally};
use crate::engine::Run;
use crate::person::{show, tell};

/// Plays all the games that the dialogue has.
pub fn play<D: Dialogue>(mut dialogue: D, seat: &Seat<'_>) -> Result<()> {
    let mut desk = Desk::open(seat, dialogue.kind())?;
    dialogue.enter(&mut desk)?;
    let mut tally = Tally::default();
    while let Some(beginning) = dialogue.next_game(&mut desk)? {
        let position = D::Game::start(&beginning.setup).map_err(|error| {
            let why = words::reason(&error.problem.code, &error.problem.args);
            anyhow::anyhow!(text!("server-start", parameter = error.name, why = why))
        })?;
        let start = announced(dialogue.kind(), &beginning, &desk, !seat.thinking.no_ponder);
        desk.engine.begin(start);
        let partie =
            Partie { dialogue: &mut dialogue, desk: &mut desk, position, beginning: &beginning, seat };
        let end = partie.play()?;
        desk.engine.end(end.result, end.reason);
        tell(&end.words);
        tally.count(end.result);
    }
    tell(&dialogue.sum(&tally));
    Ok(())
}

/// What the engine is told of a game that begins.
fn announced(kind: &'static Kind, beginning: &Beginning, desk: &Desk<'_>, ponder: bool) -> GameStart {
    let Beginning { setup, partie, place, me, opponent, .. } = beginning;
    let (place, me, time) = (*place, *me, desk.time());
    let opening = Opening {
        game: kind.name,
        title: kind.title,
        colour: kind.colours.map(|colours| colours[place]),
        judge: None,
        setup,
        partie,
        played: 0,
        place,
        me,
        opponent,
        time,
        interrupt: None,
    };
    let mut start = announcement(&opening, ponder);
    start.params.retain(|(key, value)| key != "opponent" || !value.is_empty());
    start
}

/// One game under way.
struct Partie<'a, 'd, D: Dialogue> {
    dialogue: &'a mut D,
    desk: &'a mut Desk<'d>,
    position: D::Game,
    beginning: &'a Beginning,
    seat: &'a Seat<'a>,
}

impl<D: Dialogue> Partie<'_, '_, D> {
    fn play(mut self) -> Result<End> {
        self.show();
        let mut began = self.beginning.began;
        loop {
            let mine = self.position.to_move() == self.beginning.me;
            let ended = if mine { self.own_turn(began)? } else { self.opponents_turn()? };
            if let Some(end) = ended {
                return Ok(end);
            }
            began = self.desk.heard();
        }
    }

    /// Our move, and what the server says of it.
    fn own_turn(&mut self, began: Instant) -> Result<Option<End>> {
        let (mv, author) = match self.desk.think(began)? {
            Thought::Move(text) => self.checked(&text)?,
            Thought::Nothing => (self.in_its_place()?, None),
            Thought::Overtaken => {
                let author = Some(self.desk.engine.run());
                return self.judged(None, author, began);
            }
        };
        log::info!("{}", text!("player-we-play", move = mv.to_string()));
        self.judged(Some(mv), author, began)
    }

    /// The engine's move if it is legal, with its author; else another one that is.
    fn checked(&mut self, text: &str) -> Result<(MoveOf<D>, Option<Run>)> {
        let why = match self.position.parse_move(text) {
            Ok(mv) => match self.position.clone().play(mv.clone()) {
                Ok(_) => return Ok((mv, Some(self.desk.engine.moved()))),
                Err(rule) => {
                    let why = in_words(rule.into());
                    text!("player-engine-illegal", move = mv.to_string(), why = why)
                }
            },
            Err(error) => text!("player-engine-error", why = in_words(error.into())),
        };
        log::error!("{why}");
        Ok((self.in_its_place()?, None))
    }

    /// A move in the place of the engine's.
    fn in_its_place(&self) -> Result<MoveOf<D>> {
        let mv = fallback(&self.position).with_context(|| text!("player-nothing-left"))?;
        log::warn!("{}", text!("player-fallback", move = mv.to_string()));
        Ok(mv)
    }

    /// Hands in our move and hears the server's judgement of it, or of our not having moved in time, on a turn that began at `began`.
    fn judged(&mut self, mv: Option<MoveOf<D>>, author: Option<Run>, began: Instant) -> Result<Option<End>> {
        let judged = self.dialogue.own_move(self.desk, mv.as_ref())?;
        if judged.validity == Validity::Timeout {
            self.desk.timed_out(began);
        }
        let property = judged.end.as_ref().map_or(Property::Cont, |end| end.result);
        self.desk.engine.judged(author, judged.validity, property);
        if judged.validity == Validity::Valid {
            let mv = mv.with_context(|| text!("server-judges-nothing"))?;
            let text = mv.to_string();
            self.made(mv)?;
            if judged.end.is_none() {
                self.desk.engine.own(text);
            }
        }
        Ok(judged.end)
    }

    /// The opponent's move, or the end of the game.
    fn opponents_turn(&mut self) -> Result<Option<End>> {
        let mv = match self.dialogue.opponents_move(self.desk)? {
            Heard::Move(mv) => mv,
            Heard::End(end) => return Ok(Some(end)),
        };
        let text = mv.to_string();
        log::info!(
            "{}",
            match self.beginning.opponent.as_str() {
                "" => text!("player-opponent-plays", move = text.as_str()),
                name => text!("player-they-play", name = name, move = text.as_str()),
            }
        );
        self.made(mv)?;
        self.desk.engine.opponent(text);
        Ok(None)
    }

    /// Plays a move that counts.
    fn made(&mut self, mv: MoveOf<D>) -> Result<()> {
        let text = mv.to_string();
        let illegal =
            |rule: Reason| anyhow::Error::new(rule).context(text!("server-illegal-move", move = text));
        self.position.play(mv).map_err(|rule| illegal(rule.into()))?;
        self.show();
        Ok(())
    }

    /// Shows the position to a person who wants to see it.
    fn show(&self) {
        if self.seat.thinking.verbose == 0 {
            return;
        }
        let Beginning { me, place, opponent, .. } = self.beginning;
        let opponent = match opponent.as_str() {
            "" => text!("player-opponent"),
            name => name.to_owned(),
        };
        let named = |player: Player| if player == *me { self.seat.name } else { opponent.as_str() };
        let first = if *me == Player::First { *place } else { 1 - *place };
        let names = ByPlayer { first: named(Player::First), second: named(Player::Second) };
        show(&self.position.picture(names, self.dialogue.kind().colours_from(first)));
    }
}

fn in_words(reason: Reason) -> String {
    words::reason(&reason.code, &reason.args)
}
