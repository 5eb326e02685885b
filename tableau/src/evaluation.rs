//! Values of positions, computed by a few confined processes and cached.
//!
//! A page waits a moment for an answer; if none comes in time the question goes on while a page asks
//! for it again, and finds the answer. Visitors without a token leave a process to the others.

use std::cmp;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arbitre::analysis::{Analysis, AnalysisError, Analyst, Expected, Opinion, Unit, Value};
use arbitre::engine::InstallPaths;
use arbitre::game::GameEntry;
use arbitre::record::Record;
use confine::Level;
use ipc::wait::Deadline;
use jeux::Reason;
use jeux::game::Params;
use lru::LruCache;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use protocol::analysis::MOST_MOVES;
use protocol::verdict::Validity;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use crate::access::RateLimit;

/// Analysis processes at once.
const AT_ONCE: usize = 2;
/// Those of visitors without a token at once.
const AT_ONCE_OF_VISITORS: usize = 1;
/// Questions waiting or in progress, with a token and without; beyond that, readers are told to come
/// back. Those of an address without a token are computed one after another.
const MOST_QUESTIONS: usize = 12;
const MOST_OF_ADDRESS: usize = 4;
/// The time for a question in all; then it has an answer for the first games only.
pub const MOST_TIME: Duration = Duration::from_secs(120);
/// A question for which nobody waits ends after this time. Pages ask again every few seconds.
const UNATTENDED: Duration = Duration::from_secs(10);
/// The interval of looks whether somebody waits.
const LOOK: Duration = Duration::from_secs(1);
/// Cached answers, and their positions in all.
const MOST_ANSWERS: NonZeroUsize = NonZeroUsize::new(2_000).unwrap();
const MOST_POSITIONS: usize = 30_000;
/// New questions per address and minute.
const MOST_ASKED: u32 = 60;
/// Thinking time for one position, and for a whole game.
const ONE: Duration = Duration::from_millis(1_500);
const WHOLE: Duration = Duration::from_secs(12);

/// The analysis of each position of each game, in order; of the last position only if that was the
/// question. The last games are missing if the time was up.
pub type Evaluations = Vec<Vec<Analysis>>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EvaluationQuestion {
    game: &'static str,
    /// Each game's setup and moves.
    games: Vec<(Params, Vec<String>)>,
    /// All positions, not only the last one.
    all: bool,
}

impl EvaluationQuestion {
    /// The value of the position after these moves.
    pub fn position(kind: &'static GameEntry, setup: Params, moves: Vec<String>) -> Self {
        EvaluationQuestion { game: kind.name, games: vec![(setup, moves)], all: false }
    }

    /// The values of all legal moves of a record, as far as it is analysed.
    pub fn record(kind: &'static GameEntry, record: &Record) -> Self {
        let games = record.parties.iter().map(|partie| {
            let valid = partie.moves.iter().filter(|mv| mv.verdict == Validity::Valid);
            (partie.setup.clone(), valid.map(|mv| mv.text.clone()).take(MOST_MOVES).collect())
        });
        EvaluationQuestion { game: kind.name, games: games.collect(), all: true }
    }

    fn positions(&self) -> usize {
        self.games.iter().map(|(_, moves)| if self.all { moves.len() + 1 } else { 1 }).sum()
    }

    /// Blocks until the answer.
    fn ask(&self, analyst: &mut Analyst) -> Result<Evaluations, AnalysisError> {
        let kind = arbitre::registry::named(self.game).map_err(AnalysisError::Unanswerable)?;
        if self.all {
            return analyst.games(kind, &self.games, WHOLE);
        }
        let answers = self
            .games
            .iter()
            .map(|(setup, moves)| analyst.position(kind, setup, moves, ONE).map(|analysis| vec![analysis]));
        answers.collect()
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answered {
    /// The values, or why there are none.
    Found(Result<Arc<Evaluations>, Reason>),
    Awaited,
    Busy,
}

type Found = Option<Result<Arc<Evaluations>, Reason>>;

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub from: IpAddr,
    /// By a token, rather than as anybody may.
    pub has_token: bool,
}

/// A question in progress; those with a token never wait for those without.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct PendingKey {
    question: EvaluationQuestion,
    has_token: bool,
}

struct PendingAnswer {
    coming: watch::Receiver<Found>,
    from: IpAddr,
    /// The turn of this address.
    turn: Arc<Semaphore>,
}

/// Accepts questions.
pub struct Evaluator {
    free: Arc<Semaphore>,
    /// What visitors without a token may take of it.
    of_visitors: Arc<Semaphore>,
    state: Mutex<EvaluatorState>,
}

struct EvaluatorState {
    known: LruCache<EvaluationQuestion, Result<Arc<Evaluations>, Reason>>,
    positions: usize,
    coming: HashMap<PendingKey, PendingAnswer>,
    /// Idle processes, with their game.
    idle: Vec<(&'static str, Analyst)>,
    /// Without a token, and with one.
    asked: [RateLimit; 2],
}

impl Default for Evaluator {
    fn default() -> Self {
        let state = EvaluatorState {
            known: LruCache::new(MOST_ANSWERS),
            positions: 0,
            coming: HashMap::new(),
            idle: Vec::new(),
            asked: [0; 2].map(|_| RateLimit::new(MOST_ASKED, u32::MAX)),
        };
        Evaluator {
            free: Arc::new(Semaphore::new(AT_ONCE)),
            of_visitors: Arc::new(Semaphore::new(AT_ONCE_OF_VISITORS)),
            state: Mutex::new(state),
        }
    }
}

impl Evaluator {
    /// The cached answer.
    pub fn known(&self, question: &EvaluationQuestion) -> Option<Result<Arc<Evaluations>, Reason>> {
        self.state().known.get(question).cloned()
    }

    /// Asks, and waits so long for the answer; it is still computed for a while. New questions are
    /// limited, in all and per address.
    pub async fn ask(
        self: &Arc<Self>,
        question: EvaluationQuestion,
        asker: Asker,
        patience: Duration,
    ) -> Answered {
        let mut coming = match self.begin(question, asker) {
            Ok(coming) => coming,
            Err(answer) => return answer,
        };
        let arrived = tokio::time::timeout(patience, coming.wait_for(Option::is_some)).await;
        match arrived {
            Ok(Ok(found)) => found.clone().map_or(Answered::Awaited, Answered::Found),
            Ok(Err(_)) | Err(_) => Answered::Awaited,
        }
    }

    /// Starts computing; an immediate answer instead where there is one.
    fn begin(
        self: &Arc<Self>,
        question: EvaluationQuestion,
        asker: Asker,
    ) -> Result<watch::Receiver<Found>, Answered> {
        let Asker { from, has_token } = asker;
        let mut state = self.state();
        if let Some(found) = state.known.get(&question) {
            return Err(Answered::Found(found.clone()));
        }
        let key = PendingKey { question, has_token };
        if let Some(pending) = state.coming.get(&key) {
            return Ok(pending.coming.clone());
        }
        let alike = state.coming.iter().filter(|(key, _)| key.has_token == has_token);
        let own = alike.clone().filter(|(_, pending)| pending.from == from && !has_token);
        let many = alike.count() >= MOST_QUESTIONS || own.clone().count() >= MOST_OF_ADDRESS;
        let turn = own.map(|(_, pending)| pending.turn.clone()).next();
        let asked = &mut state.asked[usize::from(has_token)];
        if many || !asked.allows(from) {
            return Err(Answered::Busy);
        }
        asked.count(from);
        let (sender, coming) = watch::channel(None);
        let turn = turn.unwrap_or_else(|| Arc::new(Semaphore::new(1)));
        let pending = PendingAnswer { coming: coming.clone(), from, turn: turn.clone() };
        state.coming.insert(key.clone(), pending);
        let worth = self.clone();
        tokio::spawn(async move {
            let stopped = Arc::new(AtomicBool::new(false));
            let found = tokio::select! {
                found = worth.compute(&key, turn, stopped.clone()) => found,
                () = worth.unattended(&key, &sender) => {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
            };
            // A failure may not recur, unless the question itself was wrong.
            let lasting = !matches!(found, Err(AnalysisError::Failed(_)));
            let found = found.map(Arc::new).map_err(Reason::from);
            worth.keep(key, &found, lasting);
            // There may be no receiver left.
            sender.send_replace(Some(found));
        });
        Ok(coming)
    }

    /// Waits for its turn, and for the answer.
    async fn compute(
        self: &Arc<Self>,
        key: &PendingKey,
        turn: Arc<Semaphore>,
        stopped: Arc<AtomicBool>,
    ) -> Result<Evaluations, AnalysisError> {
        let turns = match key.has_token {
            true => None,
            // In this order: an address has one place in the queue of visitors.
            false => Some((turn.acquire_owned().await, self.of_visitors.clone().acquire_owned().await)),
        };
        let permit = self.free.clone().acquire_owned().await;
        let (asking, asked) = (self.clone(), key.question.clone());
        let found = tokio::task::spawn_blocking(move || {
            // They last as long as the process computes, also when nobody waits for it any more.
            let _permits = (permit, turns);
            asking.answer(&asked, stopped)
        });
        found.await.unwrap_or_else(|_| Err(AnalysisError::Failed(Reason::new("analysis-strange"))))
    }

    /// Until nobody has waited for the answer for a while; then the question is no longer pending.
    async fn unattended(&self, key: &PendingKey, sender: &watch::Sender<Found>) {
        let mut attended = Instant::now();
        loop {
            sleep(LOOK).await;
            let mut state = self.state();
            // One receiver is in `coming`.
            if sender.receiver_count() > 1 {
                attended = Instant::now();
            } else if attended.elapsed() >= UNATTENDED {
                state.coming.remove(key);
                return;
            }
        }
    }

    fn answer(
        &self,
        question: &EvaluationQuestion,
        stopped: Arc<AtomicBool>,
    ) -> Result<Evaluations, AnalysisError> {
        let idle = {
            let mut state = self.state();
            let same = state.idle.iter().position(|(game, _)| *game == question.game);
            same.map(|at| state.idle.swap_remove(at)).or_else(|| state.idle.pop())
        };
        let mut analyst = match idle {
            Some((_, analyst)) => analyst,
            None => {
                let places = InstallPaths::beside_this_program();
                let places = places.map_err(|error| AnalysisError::Failed(Reason::from(&error)))?;
                Analyst::new(places, Level::default(), None)
            }
        };
        analyst.end_at(Deadline::after(Instant::now(), Some(MOST_TIME)), stopped);
        let found = question.ask(&mut analyst);
        let mut state = self.state();
        if state.idle.len() < AT_ONCE {
            state.idle.push((question.game, analyst));
        }
        found
    }

    fn keep(&self, key: PendingKey, found: &Result<Arc<Evaluations>, Reason>, lasting: bool) {
        let mut state = self.state();
        state.coming.remove(&key);
        if !lasting {
            return;
        }
        let question = key.question;
        state.positions += question.positions();
        if let Some((old, _)) = state.known.push(question, found.clone()) {
            state.positions -= old.positions();
        }
        while state.positions > MOST_POSITIONS
            && let Some((old, _)) = state.known.pop_lru()
        {
            state.positions -= old.positions();
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, EvaluatorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The URL for exploring a position.
pub fn address(kind: &GameEntry, seed: Option<u64>, moves: &[&str]) -> String {
    let moves: Vec<String> =
        moves.iter().map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()).collect();
    let seed = seed.map(|seed| format!("graine={seed}"));
    let moves = (!moves.is_empty()).then(|| format!("coups={}", moves.join(",")));
    let query: Vec<String> = seed.into_iter().chain(moves).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/analyse/{}{mark}{}", kind.name, query.join("&"))
}

/// An exact value in words.
pub fn value(value: Value) -> String {
    let plies = match value {
        Value::Win(plies) | Value::Loss(plies) => plies,
        Value::Draw => 0,
    };
    i18n::analysis::value(value.result(), plies.into())
}

/// The same, short enough for a table cell: `+5`, `=`, `−4`.
pub fn sign(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("+{plies}"),
        Value::Draw => "=".to_owned(),
        Value::Loss(plies) => format!("−{plies}"),
    }
}

/// The advantage of the player who began, from -1 to 1, for each position in order; `None` if
/// unknown.
pub fn heights(analyses: &[Analysis]) -> Vec<Option<f64>> {
    let scores = analyses.iter().filter_map(|analysis| analysis.opinion.as_ref()?.score);
    let most = scores.fold(1.0, |most: f64, score| most.max(score.abs()));
    // At the end nobody is to move: it counts as the opponent's turn.
    let mover_first = |analysis: &Analysis, at: usize| {
        let last = || at.checked_sub(1).and_then(|before| analyses[before].mover);
        analysis.mover.or_else(|| Some(1 - last()?.min(1))).is_none_or(|mover| mover == 0)
    };
    let height = |(at, analysis): (usize, &Analysis)| {
        let height = match (analysis.value, &analysis.opinion) {
            (Some(Value::Draw), _) => 0.0,
            (Some(Value::Win(plies)), _) => 1.0 - 0.5 * (f64::from(plies) / 60.0).min(1.0),
            (Some(Value::Loss(plies)), _) => -1.0 + 0.5 * (f64::from(plies) / 60.0).min(1.0),
            (None, Some(opinion)) => match (opinion.sure, opinion.score) {
                (Some(Expected::Win), _) => 1.0,
                (Some(Expected::Draw), _) => 0.0,
                (Some(Expected::Loss), _) => -1.0,
                (None, Some(score)) if opinion.unit == Unit::Chance => 2.0 * score - 1.0,
                (None, Some(score)) => score / most,
                (None, None) => return None,
            },
            (None, None) => return None,
        };
        Some(if mover_first(analysis, at) { height } else { -height })
    };
    analyses.iter().enumerate().map(height).collect()
}

/// An engine's opinion of a position in words.
pub fn estimate(opinion: &Opinion) -> Option<String> {
    let announced = opinion.sure.map(|sure| {
        let result = match sure {
            Expected::Win => cmp::Ordering::Greater,
            Expected::Draw => cmp::Ordering::Equal,
            Expected::Loss => cmp::Ordering::Less,
        };
        i18n::analysis::announced(result, opinion.plies)
    });
    announced.or_else(|| opinion.score.map(|thought| score(opinion.unit, thought)))
}

pub fn score(unit: Unit, score: f64) -> String {
    let unit = match unit {
        Unit::None => "none",
        Unit::Cells => "cells",
        Unit::Steps => "steps",
        Unit::Plies => "plies",
        Unit::Chance => "chance",
    };
    i18n::analysis::score(unit, score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_as_who_began_sees_them() {
        let analysis =
            |mover, value| Analysis { mover: Some(mover), value: Some(value), ..Analysis::default() };
        let heights =
            heights(&[analysis(0, Value::Win(1)), analysis(1, Value::Win(1)), analysis(0, Value::Draw)]);
        assert!(
            heights[0].is_some_and(|height| height > 0.9) && heights[1].is_some_and(|height| height < -0.9)
        );
        assert_eq!((heights[2], heights.len()), (Some(0.0), 3));
    }

    #[test]
    fn the_end_is_seen_by_the_opponent_of_who_moved_last() {
        let of = |mover, value| Analysis { mover, value, ..Analysis::default() };
        for (last, value, wanted) in [
            (0, Value::Loss(0), 1.0),
            (0, Value::Win(0), -1.0),
            (1, Value::Loss(0), -1.0),
            (1, Value::Win(0), 1.0),
        ] {
            // One player may have moved several times in a row.
            for moves in 1..4 {
                let mut analyses = vec![of(Some(last), None); moves];
                analyses.push(of(None, Some(value)));
                assert_eq!(heights(&analyses).last(), Some(&Some(wanted)), "{last} {value:?} {moves}");
            }
        }
    }

    #[test]
    fn addresses_hold_any_move() {
        let kind = arbitre::registry::GAMES[0];
        let moves = ["A1", "a-b+c, d"];
        assert_eq!(
            address(kind, Some(3), &moves),
            format!("/analyse/{}?graine=3&coups=A1,a%2Db%2Bc%2C%20d", kind.name)
        );
        assert_eq!(address(kind, None, &[]), format!("/analyse/{}", kind.name));
    }
}
