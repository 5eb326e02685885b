//! The catalogue of sentences and their variables.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use jeux::text::sanitize_lines;
use memchr::{memchr, memchr_iter};
use unic_langid::LanguageIdentifier;

use crate::{Language, language};

/// The French sentences; those of the pages have a file of their own.
pub const FRENCH: &str = concat!(include_str!("../fr.ftl"), "\n", include_str!("../pages.fr.ftl"));
/// The English ones, under the same ids.
pub const ENGLISH: &str = concat!(include_str!("../en.ftl"), "\n", include_str!("../pages.en.ftl"));
/// The English help texts; the French ones are in the programs.
pub const ENGLISH_HELP: &str = include_str!("../help.en.ftl");

/// Larger whole numbers are not exact as Fluent's numbers, and are passed as text.
const EXACT: u64 = 1 << 53;

/// The value of a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// A name, a path, another sentence: sanitized, since most texts are from outside.
    Text(Cow<'a, str>),
    /// A number, which may select a plural (1 coup, 2 coups).
    Count(u64),
    /// A negative number.
    Below(i64),
    /// A decimal, written as in the language.
    Decimal(f64),
}

type Bundle = FluentBundle<FluentResource>;

static CATALOGUES: [LazyLock<Catalogue>; 2] = [
    LazyLock::new(|| Catalogue::new(Language::Fr, &[FRENCH])),
    LazyLock::new(|| Catalogue::new(Language::En, &[ENGLISH, ENGLISH_HELP])),
];

/// The sentences of a language. Each is parsed when it is said first: a program says few of them, and engines are
/// started for every rencontre.
struct Catalogue {
    /// The messages as they are written, by id.
    texts: HashMap<&'static str, &'static str>,
    /// Those that have been said.
    said: RwLock<Bundle>,
}

impl Catalogue {
    fn new(language: Language, files: &[&'static str]) -> Self {
        let locale: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = Bundle::new_concurrent(vec![locale]);
        // Fluent's invisible marks around variables are for mixed directions of writing; they would end
        // up in logs.
        bundle.set_use_isolating(false);
        // A function of this name exists once.
        bundle.add_function("PROGRAM", typed).ok();
        let texts = files.iter().copied().flat_map(messages).collect();
        Catalogue { texts, said: RwLock::new(bundle) }
    }

    /// The messages that have been said and, if there is one of this id, this one. Unreadable parts are left out: a
    /// test makes sure that there are none.
    fn with(&self, id: &str) -> RwLockReadGuard<'_, Bundle> {
        let said = || self.said.read().unwrap_or_else(PoisonError::into_inner);
        let known = said();
        let Some(text) = self.texts.get(id).filter(|_| !known.has_message(id)) else { return known };
        drop(known);
        let read = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, _)| resource);
        self.said.write().unwrap_or_else(PoisonError::into_inner).add_resource_overriding(read);
        said()
    }
}

/// The messages of a file by id, as they are written: each begins with a letter at the beginning of a line. None may
/// use another one, which may not have been read.
pub fn messages(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let begins = |at: &usize| file.as_bytes().get(*at).is_some_and(u8::is_ascii_lowercase);
    let lines = iter::once(0).chain(memchr_iter(b'\n', file.as_bytes()).map(|at| at + 1));
    let mut starts = lines.filter(begins).peekable();
    iter::from_fn(move || {
        let start = starts.next()?;
        let text = &file[start..starts.peek().copied().unwrap_or(file.len())];
        Some((&text[..memchr(b' ', text.as_bytes())?], text))
    })
}

/// `{ PROGRAM("serveur") }`: the program as it has to be typed.
fn typed<'a>(words: &[FluentValue<'a>], _: &FluentArgs) -> FluentValue<'a> {
    match words {
        [FluentValue::String(name)] => FluentValue::from(sanitize_lines(&crate::program(name)).into_owned()),
        _ => FluentValue::Error,
    }
}

/// The sentence of `id` in the language spoken; a missing variable stays as `{$name}`, a missing id
/// is shown itself.
pub fn say(id: &str, args: &[(&str, Value)]) -> String {
    say_in(language(), id, args)
}

pub fn say_in(language: Language, id: &str, args: &[(&str, Value)]) -> String {
    find(language, id, args).unwrap_or_else(|| id.to_owned())
}

/// Whether the catalogue has this sentence.
pub fn has(language: Language, id: &str) -> bool {
    find(language, id, &[]).is_some()
}

/// The sentence of `id`, or of an attribute of a message: `id.attribute`.
pub(crate) fn find(language: Language, id: &str, args: &[(&str, Value)]) -> Option<String> {
    let (message, attribute) = id.split_once('.').map_or((id, None), |(id, attribute)| (id, Some(attribute)));
    let bundle = CATALOGUES[language as usize].with(message);
    let message = bundle.get_message(message)?;
    let pattern = match attribute {
        Some(attribute) => message.get_attribute(attribute)?.value(),
        None => message.value()?,
    };
    let args: FluentArgs = args.iter().map(|(name, value)| (*name, value.for_fluent(language))).collect();
    // A missing variable stays as {$name}.
    Some(bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned())
}

impl Value<'_> {
    fn for_fluent(&self, language: Language) -> FluentValue<'_> {
        match self {
            Value::Text(text) => FluentValue::from(sanitize_lines(text)),
            Value::Count(number) if *number < EXACT => FluentValue::from(*number),
            Value::Count(number) => FluentValue::from(number.to_string()),
            Value::Below(number) => FluentValue::from(number.to_string()),
            // As text: Fluent panics on some decimals (NaN, 1e-300).
            Value::Decimal(number) => FluentValue::from(crate::number::point(number.to_string(), language)),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Value::Text(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Decimal(number)
    }
}

macro_rules! counts {
    ($($number:ty)*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value::Count(number as u64)
            }
        }
    )*};
}

macro_rules! signed {
    ($($number:ty)*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                u64::try_from(number).map_or(Value::Below(number as i64), Value::Count)
            }
        }
    )*};
}

counts!(u8 u16 u32 u64 usize);
signed!(i8 i16 i32 i64 isize);
