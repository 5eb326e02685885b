//! How far what a student has handed in has got.

use echelle::spool::{self, Deposit, Wish};
use echelle::{LadderError, Refused, Stage, StudentVersions, Version};

use super::LadderData;

/// What a student has handed in.
pub struct StudentProgress {
    /// What is not a version yet, the newest first, with its place in the queue of the ladder, from 1.
    pub waiting: Vec<(Deposit, usize)>,
    pub student: StudentVersions,
}

impl StudentProgress {
    /// Blocks.
    pub fn read(data: &LadderData, slug: &str) -> Result<Self, LadderError> {
        // The spool first: what leaves it meanwhile is a version then.
        Self::of(data, slug, &spool::deposits(&data.folder.spool())?)
    }

    /// The same, with all that was in the spool.
    pub fn of(data: &LadderData, slug: &str, deposits: &[Deposit]) -> Result<Self, LadderError> {
        let student = data.folder.student(slug)?;
        let is_version = |id: &str| student.versions.iter().any(|version| version.deposit == id);
        let own = deposits.iter().zip(1..).filter(|(one, _)| one.student == slug && !is_version(&one.id));
        let mut waiting: Vec<(Deposit, usize)> = own.map(|(one, place)| (one.clone(), place)).collect();
        waiting.reverse();
        Ok(StudentProgress { waiting, student })
    }

    /// Whether something is expected to happen by itself.
    pub fn goes_on(&self) -> bool {
        !self.waiting.is_empty() || self.student.versions.iter().any(|version| !version.is_decided())
    }

    /// Whether this is the version that plays.
    pub fn plays(&self, version: &Version) -> bool {
        self.student.playing().is_some_and(|playing| playing.number == version.number)
    }
}

/// What a deposit that waits is, in words.
pub fn waiting(deposit: &Deposit, place: usize) -> String {
    match deposit.wish {
        Wish::Submit => i18n::text!("ladder-waiting", place = place),
        Wish::Return(number) => i18n::text!("ladder-waiting-return", number = number, place = place),
    }
}

/// How far a version has got, as a word and a sentence.
pub fn stage(version: &Version) -> (&'static str, String) {
    match &version.stage {
        Stage::Compiled => ("compilation", i18n::text!("ladder-compiled")),
        Stage::Tried => ("essai", i18n::text!("ladder-tried")),
        Stage::Games => ("parties", i18n::text!("ladder-games")),
        Stage::Passed => ("admise", i18n::text!("ladder-passed")),
        Stage::Refused(why) => ("refusee", i18n::text!("ladder-refused", why = refusal(why))),
    }
}

/// Why a version may not play, for its student.
fn refusal(why: &Refused) -> String {
    match why {
        Refused::NoEngine(why) | Refused::Otherwise(why) => i18n::reason(why),
        Refused::Trial => i18n::text!("ladder-refused-trial"),
        Refused::Fault { opponent, why, .. } => {
            i18n::text!("ladder-refused-fault", opponent = opponent, why = i18n::reason(why))
        }
    }
}
