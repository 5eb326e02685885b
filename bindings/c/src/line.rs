//! A position that moves are played on and taken back.

use jeux::any::{AnyPosition, Played, Refused};

/// So many positions at the end are kept whole, at least; before them only each one of so many.
const STEP: usize = 64;

/// A position with the moves that led to it, as far as they were played on it. Taking back costs a move, on average; a ply takes the memory
/// of its text.
pub struct Line {
    now: Box<dyn AnyPosition>,
    /// The positions before the last moves, oldest first.
    recent: Vec<Box<dyn AnyPosition>>,
    /// The positions before each [`STEP`] of the moves before those.
    early: Vec<Box<dyn AnyPosition>>,
    moves: Vec<Box<str>>,
    last: Option<Played>,
}

impl Line {
    /// Begins with this position.
    pub fn new(now: Box<dyn AnyPosition>) -> Self {
        Line { now, recent: Vec::new(), early: Vec::new(), moves: Vec::new(), last: None }
    }

    /// The position.
    pub fn now(&self) -> &dyn AnyPosition {
        self.now.as_ref()
    }

    /// The moves that can be taken back, oldest first.
    pub fn moves(&self) -> &[Box<str>] {
        &self.moves
    }

    /// What the last move did; `None` before the first one, and after one was taken back.
    pub fn last(&self) -> Option<&Played> {
        self.last.as_ref()
    }

    /// Plays a move of the player whose turn it is.
    ///
    /// # Errors
    /// Why it is refused; the position is unchanged.
    pub fn play(&mut self, text: &str) -> Result<&Played, Refused> {
        let (mut next, written) = (self.now.copy(), self.now.notation(text));
        let played = next.play(text)?;
        self.recent.push(std::mem::replace(&mut self.now, next));
        self.moves.push(written.as_deref().unwrap_or(text).into());
        if self.recent.len() == 2 * STEP {
            self.early.extend(self.recent.drain(..STEP).next());
        }
        Ok(self.last.insert(played))
    }

    /// Takes the last move back; gives whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.recent.is_empty()
            && let Some(early) = self.early.last()
        {
            let (mut position, mut recent) = (early.copy(), Vec::with_capacity(STEP));
            for mv in &self.moves[self.moves.len() - STEP..] {
                let mut next = position.copy();
                // It was played here before.
                if next.play(mv).is_err() {
                    return false;
                }
                recent.push(std::mem::replace(&mut position, next));
            }
            self.recent = recent;
            self.early.pop();
        }
        let Some(before) = self.recent.pop() else { return false };
        self.now = before;
        self.moves.pop();
        self.last = None;
        true
    }
}
