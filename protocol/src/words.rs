//! Enums that are written as fixed words, in lines and records.

/// The word is not one of those that are expected here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}: unknown word {word:?}")]
pub struct UnknownWord {
    /// What was to be read.
    pub what: &'static str,
    /// The word, cut to 40 characters.
    pub word: String,
}

/// Gives an enum its words: `Display`, `FromStr` and `ALL`.
macro_rules! words {
    ($type:ident, $what:literal, { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in order.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The word that stands for this value.
            pub const fn word(self) -> &'static str {
                match self {
                    $($type::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $type::ALL.iter().copied().find(|value| value.word() == text).ok_or_else(|| {
                    $crate::UnknownWord { what: $what, word: text.chars().take(40).collect() }
                })
            }
        }
    };
}

pub(crate) use words;
