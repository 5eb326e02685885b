//! Whose fault interruptions may be: an engine's, or the machine's.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::model::{ContestantId, Key};

/// Which engine may be why rencontres are interrupted: the only one that was playing each time.
#[derive(Debug, Default)]
pub struct Suspects {
    /// Of the last interruptions in a row: the engines that were playing.
    playing: Vec<BTreeSet<ContestantId>>,
}

impl Suspects {
    /// So many interruptions are no coincidence.
    pub const INTERRUPTIONS: usize = 3;

    /// A rencontre was interrupted while these were playing. The suspect, if there is one.
    pub fn hear(&mut self, playing: BTreeSet<ContestantId>) -> Option<ContestantId> {
        self.playing.push(playing);
        let first = self.playing.len().saturating_sub(Self::INTERRUPTIONS);
        self.playing.drain(..first);
        let mut each = self.playing.iter().cloned();
        let always = each.next()?;
        let always = each.fold(always, |always, others| always.intersection(&others).copied().collect());
        let only = always.first().copied().filter(|_| always.len() == 1);
        let suspect = only.filter(|_| self.playing.len() == Self::INTERRUPTIONS);
        if suspect.is_some() {
            self.playing.clear();
        }
        suspect
    }
}

/// Whether the machine seems to fail rather than an engine: different rencontres are interrupted, and none
/// ends.
#[derive(Debug, Default)]
pub struct MachineHealth {
    /// Those interrupted since the last result.
    interrupted: BTreeSet<Key>,
    /// How often nothing could be played in a row.
    pauses: u32,
}

impl MachineHealth {
    /// So many rencontres are no coincidence.
    pub const INTERRUPTED: usize = 8;
    /// The first pause; each further one is twice as long.
    const FIRST: Duration = Duration::from_secs(60);
    const LONGEST: Duration = Duration::from_secs(30 * 60);

    /// A rencontre has a result.
    pub fn played(&mut self) {
        *self = MachineHealth::default();
    }

    /// A rencontre was interrupted. Whether the machine seems to be the reason.
    pub fn interrupted(&mut self, key: Key) -> bool {
        self.interrupted.insert(key);
        let fails = self.interrupted.len() >= Self::INTERRUPTED;
        if fails {
            self.interrupted.clear();
        }
        fails
    }

    /// How long nothing should begin, as the machine fails.
    pub fn pause(&mut self) -> Duration {
        self.pauses += 1;
        Self::FIRST.saturating_mul(2u32.saturating_pow(self.pauses - 1)).min(Self::LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_for_a_while_when_nothing_can_be_played() {
        let mut health = MachineHealth::default();
        let interrupt = |health: &mut MachineHealth, number: u32| {
            health.interrupted(Key { round: 1, board: number }).then(|| health.pause())
        };
        for number in 1..8 {
            assert_eq!(interrupt(&mut health, number), None);
            assert_eq!(interrupt(&mut health, 1), None, "the same one may be to blame itself");
        }
        assert_eq!(interrupt(&mut health, 8), Some(Duration::from_secs(60)));
        let pauses: Vec<u64> = (0..48)
            .filter_map(|number| interrupt(&mut health, number))
            .map(|pause| pause.as_secs())
            .collect();
        assert_eq!(pauses, [120, 240, 480, 960, 1800, 1800]);
        health.played();
        let first = (1..=8).filter_map(|number| interrupt(&mut health, number)).next();
        assert_eq!(first, Some(Duration::from_secs(60)));
    }

    #[test]
    fn the_only_engine_that_played_each_time_is_suspected() {
        let playing = |ids: &[u32]| ids.iter().map(|id| ContestantId(*id)).collect::<BTreeSet<_>>();
        let mut suspects = Suspects::default();
        assert_eq!(suspects.hear(playing(&[0, 1, 2])), None);
        assert_eq!(suspects.hear(playing(&[0, 1, 3])), None);
        assert_eq!(suspects.hear(playing(&[1, 0, 4])), None, "it may be either");
        assert_eq!(suspects.hear(playing(&[1, 5, 6])), Some(ContestantId(1)));
        assert_eq!(suspects.hear(playing(&[1, 5, 6])), None, "it is counted anew");
        assert_eq!(suspects.hear(playing(&[2, 3])), None);
        assert_eq!(suspects.hear(playing(&[4, 5])), None, "nobody played each time");
    }
}
