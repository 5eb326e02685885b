//! Reconnecting to a server that is being restarted, until there is nothing more to play.

use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use i18n::text;

use crate::cli::Insisting;
use crate::refusal::{Refused, Why};
use crate::server::Gone;
use crate::stop::StopSignals;

/// The first pause, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A missing server.
pub struct Outage<'a> {
    insisting: &'a Insisting,
    stop: StopSignals,
    since: Option<Instant>,
    pause: Duration,
}

impl<'a> Outage<'a> {
    pub fn new(insisting: &'a Insisting, stop: StopSignals) -> Self {
        Outage { insisting, stop, since: None, pause: FIRST_PAUSE }
    }

    pub fn over(&mut self) {
        if self.since.take().is_some() {
            log::warn!("{}", text!("player-server-back"));
        }
        self.pause = FIRST_PAUSE;
    }

    /// A connection made at `since` was lost. One that lasted counts as a success.
    pub fn cut(&mut self, since: Instant) {
        if since.elapsed() > LONGEST_PAUSE {
            self.over();
        }
    }

    /// Waits before the next attempt: 200 ms at first, doubled each time, 5 s at most.
    ///
    /// # Errors
    /// This error, if another attempt would not help, is not wanted, or was one too many;
    /// [`crate::stop::Stopped`].
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
