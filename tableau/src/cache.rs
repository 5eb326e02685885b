//! Fragments of pages that are made once: making them for each reader would take too long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use i18n::Language;

/// Limits on fragments and their bytes; beyond them all are dropped.
const MOST: usize = 1_000;
const MOST_BYTES: usize = 32 << 20;

/// How long fragments that change are reused.
const FRESH: Duration = Duration::from_secs(1);

/// Fragments of a page, by the `id` of their element.
pub type Fragments = Vec<(&'static str, Arc<str>)>;

/// Fragments about something that changes, made at most once a second for all viewers.
#[derive(Default)]
pub struct ShortCache(Mutex<HashMap<Language, (Instant, Arc<Fragments>)>>);

impl ShortCache {
    /// The fragments in a language, at most a second old; others who ask meanwhile wait for `make`.
    pub fn parts(&self, language: Language, make: impl FnOnce() -> Fragments) -> Arc<Fragments> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.get(&language).filter(|(at, _)| at.elapsed() < FRESH);
        if let Some((_, parts)) = known {
            return parts.clone();
        }
        let parts = Arc::new(i18n::speaking(language, make));
        made.insert(language, (Instant::now(), parts.clone()));
        parts
    }
}

/// Fragments about something that does not change, by name and language.
#[derive(Default)]
pub struct FragmentCache(Mutex<CacheShelf>);

#[derive(Default)]
struct CacheShelf {
    pieces: HashMap<(String, Language), Arc<str>>,
    bytes: usize,
}

impl FragmentCache {
    /// The fragment of this name, if it has been made.
    pub fn known(&self, name: &str, language: Language) -> Option<Arc<str>> {
        let shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.pieces.get(&(name.to_owned(), language)).cloned()
    }

    /// The fragment of this name, made now if it is not there in this language.
    pub fn piece(&self, name: &str, language: Language, make: impl FnOnce() -> String) -> Arc<str> {
        let key = (name.to_owned(), language);
        self.known(name, language).unwrap_or_else(|| {
            let piece: Arc<str> = i18n::speaking(language, make).into();
            let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if shelf.pieces.len() >= MOST || shelf.bytes + piece.len() > MOST_BYTES {
                *shelf = CacheShelf::default();
            }
            shelf.bytes += piece.len();
            shelf.pieces.insert(key, piece.clone());
            piece
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_made_once_for_each_language() {
        let kept = FragmentCache::default();
        let made = std::cell::Cell::new(0);
        let piece = |name: &str, language| {
            kept.piece(name, language, || {
                made.set(made.get() + 1);
                format!("{name} {}", i18n::language().code())
            })
        };
        assert_eq!(&*piece("a", Language::Fr), "a fr");
        assert_eq!(&*piece("a", Language::En), "a en");
        assert_eq!((&*piece("a", Language::Fr), made.get()), ("a fr", 2));
        for number in 0..3 * MOST {
            piece(&number.to_string(), Language::Fr);
        }
        assert!(kept.0.lock().expect("a shelf").pieces.len() <= MOST);
    }
}
