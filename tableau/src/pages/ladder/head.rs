//! What all pages of a ladder begin with.

use echelle::Ladder;
use jiff::Timestamp;

use super::door::OpenedLadder;
use crate::pages::wording::seconds;

/// The tabs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LadderTab {
    Ranking,
    Own,
    Organise,
    None,
}

pub struct LadderHead {
    pub name: String,
    pub title: String,
    /// Game, time for a move, when it closes.
    pub about: Vec<String>,
    /// What everybody sees is not what is now.
    pub frozen: Option<String>,
    /// Path, label, and whether it is this page.
    pub tabs: Vec<(String, String, bool)>,
    /// The student can be forgotten.
    pub entered: bool,
}

impl LadderHead {
    pub fn of(opened: &OpenedLadder, ladder: &Ladder, here: LadderTab) -> Self {
        let (settings, name) = (&ladder.settings, ladder.folder.name());
        let now = Timestamp::now();
        let closes = settings.closes.map(|closes| match settings.is_closed(now) {
            true => i18n::text!("ladder-closed", time = i18n::time_to_second(closes)),
            false => i18n::text!("ladder-closes", time = i18n::time_to_second(closes)),
        });
        let time = u64::try_from(settings.time.as_millis()).unwrap_or(u64::MAX);
        let about = [
            Some(settings.game.title.to_owned()).filter(|game| *game != settings.title),
            Some(i18n::text!("contest-limit", time = seconds(time))),
            closes,
            settings.limits.without_rules.then(|| i18n::text!("contest-without-rules")),
        ];
        let frozen = settings.freezes.filter(|freezes| now >= *freezes).map(|freezes| {
            let time = i18n::time(freezes);
            match opened.who.organises {
                true => i18n::text!("ladder-frozen-for-others", time = time),
                false => i18n::text!("ladder-frozen", time = time),
            }
        });
        let base = format!("/echelle/{name}");
        let mut tabs = vec![(base.clone(), i18n::text!("contest-ranking"), here == LadderTab::Ranking)];
        if opened.who.student.is_some() {
            tabs.push((format!("{base}/moi"), i18n::text!("ladder-own"), here == LadderTab::Own));
        }
        if opened.who.organises {
            let label = i18n::text!("tableau-nav-organise");
            tabs.push((format!("{base}/organiser"), label, here == LadderTab::Organise));
        }
        LadderHead {
            name: name.to_owned(),
            title: settings.title.clone(),
            about: about.into_iter().flatten().collect(),
            frozen,
            tabs,
            entered: opened.who.student.is_some(),
        }
    }
}
