//! The player's loop, the same for every game and wire: asks the engine for moves in time, checks them with the rules,
//! replaces illegal or missing ones, and reports the game to the engine.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Error, Result, bail};
use arbitre::engine::announcement;
use arbitre::game::GameEntry;
use arbitre::seat::Opening;
use i18n::text;
use jeux::game::{Game, fallback};
use jeux::{ByPlayer, Player, Position, Reason};
use protocol::moteur::GameStart;
use protocol::verdict::{Property, Validity};

use crate::cli::PlayerOptions;
use crate::dialogue::{AnnouncedGame, Dialogue, MoveOf, OpponentTurn, OwnResult, Tally};
use crate::engine::EngineRun;
use crate::insist::Outage;
use crate::person::{show, tell};
use crate::refusal::{Refused, Why};
use crate::server::Gone;
use crate::session::{EngineAnswer, PlayerSession};

/// Plays all the games that the dialogue has; for a player who insists, on one connection after the other, until the server has
/// nothing more.
///
/// The exit code says whether the engine has made all of our moves: success, or failure
/// where others stood in their place.
///
/// # Errors
/// Those of [`PlayerSession::open`] and of [`Dialogue`]; the server's game is not one by the rules, or the engine's move is
/// missing and the person wants no other.
pub fn play<D: Dialogue>(mut dialogue: D, seat: &PlayerOptions<'_>) -> Result<ExitCode> {
    let insist = seat.insisting.insist;
    let (mut session, mut outage) = PlayerSession::open(seat, dialogue.kind())?;
    let mut account = Account::default();
    let ended = loop {
        let since = Instant::now();
        let visited = visit(&mut dialogue, &mut session, seat, &mut outage, &mut account);
        match visited {
            Ok(()) if insist && dialogue.goes_on() => {}
            Ok(()) => break Ok(()),
            Err(error) => {
                outage.cut(since);
                if let Err(error) = outage.wait(error) {
                    break Err(error);
                }
            }
        }
        dialogue.again(account.cut);
        if let Err(error) = session.come_back(&mut outage) {
            break Err(error);
        }
    };
    if insist && dialogue.goes_on() {
        let Account { visits, tally: Tally { won, drawn, lost }, .. } = account;
        tell(&text!("player-championship-over", count = visits, won = won, drawn = drawn, lost = lost));
    }
    let code = account.moves.tell();
    match ended {
        Err(error) if insist && account.ends_well(&error) => {
            tell(&i18n::causes(error.as_ref()));
            Ok(code)
        }
        ended => ended.map(|()| code),
    }
}

#[derive(Default)]
struct Account {
    /// Connections whose games were all played.
    visits: usize,
    /// A server has admitted us.
    admitted: bool,
    /// Games of the last connection were cut off.
    cut: bool,
    tally: Tally,
    moves: MoveCounts,
}

impl Account {
    /// Whether this error is the end of a championship: the server says so, admits nobody who has
    /// played, or has not been there since our last rencontre.
    fn ends_well(&self, error: &Error) -> bool {
        match error.downcast_ref::<Refused>() {
            Some(refused) => refused.why == Why::Over || (refused.why == Why::Untold && self.admitted),
            None => error.is::<Gone>() && self.visits > 0 && !self.cut,
        }
    }
}

/// Plays all the games of a connection.
fn visit<'a, D: Dialogue>(
    dialogue: &mut D,
    session: &mut PlayerSession<'a>,
    seat: &'a PlayerOptions<'a>,
    outage: &mut Outage<'_>,
    account: &mut Account,
) -> Result<()> {
    account.cut = false;
    dialogue.enter(session)?;
    outage.over();
    (account.admitted, account.cut) = (true, true);
    let mut tally = Tally::default();
    while let Some(beginning) = dialogue.next_game(session)? {
        let position = D::Game::start(&beginning.setup).map_err(|error| {
            let why = i18n::reason(&error.problem);
            anyhow::anyhow!(text!("server-start", parameter = error.name, why = why))
        })?;
        let start = announced(dialogue.kind(), &beginning, session, !seat.thinking.no_ponder);
        session.engine.begin(start);
        let partie = PartieUnderWay {
            dialogue,
            session,
            position,
            beginning: &beginning,
            seat,
            moves: &mut account.moves,
        };
        let end = partie.play()?;
        session.engine.end(end.result, end.reason);
        tell(&end.words);
        tally.count(end.result);
        account.tally.count(end.result);
    }
    account.cut = false;
    account.visits += 1;
    tell(&dialogue.sum(&tally));
    Ok(())
}

/// The numbers of our moves.
#[derive(Default)]
struct MoveCounts {
    all: usize,
    /// Fallback moves.
    replaced: usize,
}

impl MoveCounts {
    /// Prints the number of fallback moves, if any.
    fn tell(&self) -> ExitCode {
        let MoveCounts { all, replaced } = *self;
        if replaced == 0 {
            return ExitCode::SUCCESS;
        }
        tell(&text!("player-replaced", count = replaced, moves = all));
        ExitCode::FAILURE
    }
}

/// The announcement of a game.
fn announced(
    kind: &'static GameEntry,
    beginning: &AnnouncedGame,
    session: &PlayerSession<'_>,
    ponder: bool,
) -> GameStart {
    let AnnouncedGame { setup, partie, slot, me, opponent, .. } = beginning;
    let (slot, me, time) = (*slot, *me, session.time());
    let opening = Opening {
        game: kind.name,
        title: kind.title,
        colour: kind.colours.map(|colours| colours[slot]),
        judge: None,
        setup,
        before: &[],
        partie,
        played: 0,
        slot,
        me,
        opponent,
        time,
        interrupt: None,
    };
    let mut start = announcement(&opening, ponder);
    start.params.retain(|(key, value)| key != "opponent" || !value.is_empty());
    start
}

struct PartieUnderWay<'a, 'd, D: Dialogue> {
    dialogue: &'a mut D,
    session: &'a mut PlayerSession<'d>,
    position: D::Game,
    beginning: &'a AnnouncedGame,
    seat: &'a PlayerOptions<'a>,
    moves: &'a mut MoveCounts,
}

impl<D: Dialogue> PartieUnderWay<'_, '_, D> {
    fn play(mut self) -> Result<OwnResult> {
        self.show();
        let mut began = self.beginning.began;
        loop {
            let mine = self.position.to_move() == self.beginning.me;
            let ended = if mine { self.own_turn(began)? } else { self.opponents_turn()? };
            if let Some(end) = ended {
                return Ok(end);
            }
            began = self.session.heard();
        }
    }

    fn own_turn(&mut self, began: Instant) -> Result<Option<OwnResult>> {
        let (mv, author) = match self.session.think(began)? {
            EngineAnswer::Move(text) => self.checked(&text)?,
            EngineAnswer::Nothing(why) => {
                // It may have ended before its turn.
                self.session.engine.tell_failure();
                (self.in_its_place(why)?, None)
            }
            EngineAnswer::Overtaken => {
                let author = Some(self.session.engine.run());
                return self.judged(None, author, began);
            }
        };
        log::info!("{}", text!("player-we-play", move = mv.to_string()));
        self.moves.all += 1;
        self.moves.replaced += usize::from(author.is_none());
        self.judged(Some(mv), author, began)
    }

    /// The engine's move with its start, if legal; otherwise a fallback move.
    fn checked(&mut self, text: &str) -> Result<(MoveOf<D>, Option<EngineRun>)> {
        let why = match self.position.parse_move(text) {
            Ok(mv) => match self.position.clone().play(mv.clone()) {
                Ok(_) => return Ok((mv, Some(self.session.engine.moved()))),
                Err(rule) => {
                    let why = in_words(rule.into());
                    text!("player-engine-illegal", move = mv.to_string(), why = why)
                }
            },
            Err(error) => text!("player-engine-error", why = in_words(error.into())),
        };
        Ok((self.in_its_place(Some(why))?, None))
    }

    /// A fallback move, and why.
    fn in_its_place(&self, why: Option<String>) -> Result<MoveOf<D>> {
        if self.seat.thinking.no_fallback {
            let why = why.unwrap_or_else(|| i18n::reason(&Reason::new("engine-gone")));
            bail!(text!("player-no-fallback", why = why));
        }
        if let Some(why) = why {
            log::error!("{why}");
        }
        let mv = fallback(&self.position).with_context(|| text!("player-nothing-left"))?;
        log::warn!("{}", text!("player-fallback", move = mv.to_string()));
        Ok(mv)
    }

    /// Sends our move, or none in time, on a turn that began at `began`; the server's judgement.
    fn judged(
        &mut self,
        mv: Option<MoveOf<D>>,
        author: Option<EngineRun>,
        began: Instant,
    ) -> Result<Option<OwnResult>> {
        self.session.engine.hold();
        let sent = Instant::now();
        let judged = self.dialogue.own_move(self.session, mv.as_ref())?;
        if judged.validity == Validity::Valid {
            self.session.accepted(sent);
        }
        if judged.validity == Validity::Timeout {
            self.session.timed_out(began);
        }
        let property = judged.end.as_ref().map_or(Property::Cont, |end| end.result);
        self.session.engine.judged(author, judged.validity, property);
        if judged.validity == Validity::Valid {
            let mv = mv.with_context(|| text!("server-judges-nothing"))?;
            let text = mv.to_string();
            self.made(mv)?;
            if judged.end.is_none() {
                self.session.engine.own(text);
            }
        }
        Ok(judged.end)
    }

    /// The opponent's move, or the end of the game.
    fn opponents_turn(&mut self) -> Result<Option<OwnResult>> {
        let mv = match self.dialogue.opponents_move(self.session)? {
            OpponentTurn::Move(mv) => mv,
            OpponentTurn::End(end) => return Ok(Some(end)),
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
        self.session.engine.opponent(text);
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

    /// Prints the position, if wanted.
    fn show(&self) {
        if self.seat.thinking.verbose == 0 {
            return;
        }
        let AnnouncedGame { me, slot, opponent, .. } = self.beginning;
        let opponent = match opponent.as_str() {
            "" => text!("player-opponent"),
            name => name.to_owned(),
        };
        let named = |player: Player| if player == *me { self.seat.name } else { opponent.as_str() };
        let first = if *me == Player::First { *slot } else { slot.other() };
        let names = ByPlayer { first: named(Player::First), second: named(Player::Second) };
        show(&self.position.picture(names, self.dialogue.kind().colours_from(first)));
    }
}

fn in_words(reason: Reason) -> String {
    i18n::reason(&reason)
}
