//! The language spoken.

use std::cell::Cell;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Language {
    /// The language of the courses.
    #[default]
    Fr,
    En,
}

/// Whether English is spoken; French by default.
static ENGLISH: AtomicBool = AtomicBool::new(false);

/// Sets the language of this process, once at its start.
pub fn set(language: Language) {
    ENGLISH.store(language == Language::En, Ordering::Relaxed);
}

thread_local! {
    /// The language of this thread, if it differs.
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language spoken: the process's, unless within [`speaking`].
pub fn language() -> Language {
    let process = if ENGLISH.load(Ordering::Relaxed) { Language::En } else { Language::Fr };
    HERE.get().unwrap_or(process)
}

/// Does something in a language, for a process that speaks to several people: sentences made
/// meanwhile on this thread are in it.
pub fn speaking<T>(language: Language, work: impl FnOnce() -> T) -> T {
    /// Restores the thread's language, also after a panic.
    struct Before(Option<Language>);
    impl Drop for Before {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _before = Before(HERE.replace(Some(language)));
    work()
}

impl Language {
    pub const ALL: [Language; 2] = [Language::Fr, Language::En];

    /// The requested language, otherwise the environment's: the first non-empty one of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` decides. French unless it begins with `en`.
    pub fn choose(
        option: Option<Language>,
        lc_all: Option<&str>,
        lc_messages: Option<&str>,
        lang: Option<&str>,
    ) -> Language {
        option.unwrap_or_else(|| {
            let named = [lc_all, lc_messages, lang].into_iter().flatten().find(|name| !name.is_empty());
            let english =
                named.and_then(|name| name.get(..2)).is_some_and(|two| two.eq_ignore_ascii_case("en"));
            if english { Language::En } else { Language::Fr }
        })
    }

    /// [`Language::choose`] with this process's environment.
    pub fn from_environment(option: Option<Language>) -> Language {
        let variable = |name| std::env::var(name).ok();
        let (all, messages, lang) = (variable("LC_ALL"), variable("LC_MESSAGES"), variable("LANG"));
        Language::choose(option, all.as_deref(), messages.as_deref(), lang.as_deref())
    }

    /// As in `--langue`: `fr` or `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::Fr => "fr",
            Language::En => "en",
        }
    }
}

/// An unknown language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLanguage(pub String);

impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text!("language-unknown", name = &self.0))
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, UnknownLanguage> {
        let found = Language::ALL.into_iter().find(|language| language.code() == name);
        found.ok_or_else(|| UnknownLanguage(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{self, En, Fr};

    #[test]
    fn french_unless_english_is_asked_for() {
        let choose = Language::choose;
        assert_eq!(choose(None, None, None, None), Fr);
        for name in ["C", "POSIX", "C.UTF-8", "fr_FR.UTF-8", "de_DE", "", "e", "é"] {
            assert_eq!(choose(None, None, None, Some(name)), Fr, "{name:?}");
        }
        for name in ["en", "en_US.UTF-8", "en_GB", "EN"] {
            assert_eq!(choose(None, None, None, Some(name)), En, "{name:?}");
        }
    }

    #[test]
    fn the_nearest_wish_counts() {
        let choose = Language::choose;
        assert_eq!(choose(Some(Fr), Some("en"), Some("en"), Some("en")), Fr);
        assert_eq!(choose(Some(En), Some("fr_FR"), None, None), En);
        assert_eq!(choose(None, Some("fr_FR"), Some("en"), Some("en")), Fr);
        assert_eq!(choose(None, Some(""), Some("en_US"), Some("fr_FR")), En);
        assert_eq!(choose(None, Some("C"), None, Some("en_US")), Fr, "LC_ALL=C hides LANG");
    }

    #[test]
    fn a_thread_may_speak_otherwise_for_a_while() {
        use super::{language, speaking};
        let process = language();
        let heard = speaking(En, || (language(), speaking(Fr, language), language()));
        assert_eq!((heard, language()), ((En, Fr, En), process));
        std::panic::catch_unwind(|| speaking(En, || panic!("on purpose"))).expect_err("a panic");
        assert_eq!(language(), process);
    }

    #[test]
    fn codes_read_back() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        assert!("de".parse::<Language>().is_err());
    }
}
