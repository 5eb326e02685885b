//! Coming back to a server that is being started again, until there is nothing more to play.

use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use i18n::text;

use crate::cli::Insisting;
use crate::refusal::{Refused, Why};
use crate::server::Gone;
use crate::stop::StopSignals;

/// The wait before the first new try, and the longest one before another.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A server that is not there.
pub struct Outage<'a> {
    insisting: &'a Insisting,
    stop: StopSignals,
    since: Option<Instant>,
    pause: Duration,
}

impl<'a> Outage<'a> {
    /// None so far.
    pub fn new(insisting: &'a Insisting, stop: StopSignals) -> Self {
        Outage { insisting, stop, since: None, pause: FIRST_PAUSE }
    }

    /// The server is there.
    pub fn over(&mut self) {
        if self.since.take().is_some() {
            log::warn!("{}", text!("player-server-back"));
        }
        self.pause = FIRST_PAUSE;
    }

    /// A connection that was made at `since` has come to nothing. One that has lasted was no vain attempt.
    pub fn cut(&mut self, since: Instant) {
        if since.elapsed() > LONGEST_PAUSE {
            self.over();
        }
    }

    /// Waits a little before the next attempt: 200 ms at first, then twice as long each time, 5 s at most.
    ///
    /// # Errors
    /// This error, where another attempt would not help, or nobody wants one, or there were enough; [`crate::stop::Stopped`].
    pub fn wait(&mut self, error: Error) -> Result<()> {
        let passing = error.is::<Gone>()
            || error.downcast_ref::<Refused>().is_some_and(|refused| refused.why == Why::Here);
        if !self.insisting.insist || !passing {
            return Err(error);
        }
        let patience = self.insisting.patience;
        let limit = i18n::decimal(patience.as_secs_f64(), 0);
        match self.since {
            None => {
                let why = i18n::causes(error.as_ref());
                log::warn!("{}", text!("player-server-gone", why = why, limit = limit));
                self.since = Some(Instant::now());
            }
            Some(since) if since.elapsed() >= patience => {
                return Err(error.context(text!("player-server-lost", limit = limit)));
            }
            Some(_) => {}
        }
        let left = self.since.map_or(patience, |since| patience.saturating_sub(since.elapsed()));
        self.stop.pause(self.pause.min(left))?;
        self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        Ok(())
    }
}
