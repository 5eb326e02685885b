//! What Arbitre says to people: every sentence stands in a catalogue, in French and in English, under an id.
//!
//! Libraries give data (a code and its arguments), the edge of a program gives the sentence: `text!("lobby-left", name =
//! name)`. French is what is spoken unless the person asks for English, by `--langue en` or by the environment.
//!
//! # Layout
//! * [`language`](mod@language): which language is spoken, in the whole process or for a while on a thread.
//! * [`catalogue`]: the sentences, from `fr.ftl` and `en.ftl`, and what fills their variables.
//! * `memory`: what is said when there is no memory.
//! * [`number`]: decimals, seconds, shares and durations as the language writes them.
//! * [`analysis`]: what analyses say of positions, moves and players.
//! * [`confinement`]: names of the layers of a confinement, and of its means.
//! * [`out`](mod@out): the standard streams at the edge of a program, whose readers may go.
//! * `clap` (a feature): help and complaints of the command line.
//! * [`outcome`](mod@outcome): how a game ended.
//! * `program`: our programs as a person types them.
//! * [`reason`](mod@reason): the sentence of a reason that comes as a code with arguments.
//! * [`system`](mod@system): errors of the system, and errors with their causes.

pub mod analysis;
pub mod catalogue;
#[cfg(feature = "clap")]
pub mod clap;
pub mod confinement;
mod errno;
pub mod language;
mod memory;
pub mod number;
pub mod out;
pub mod outcome;
mod program;
pub mod reason;
pub mod system;

pub use catalogue::{Value, has, say, say_in};
pub use language::{Language, language, set, speaking};
pub use number::{clock, day, decimal, grouped, hour, moment, percent, seconds, stamp, time, time_to_second};
pub use out::out;
pub use outcome::{capital, loss_reason, odd_output, outcome, outcome_reason, outcome_sentence};
pub use program::program;
pub use reason::{log_lines, reason};
pub use system::{causes, file, system};

/// The sentence of an id in the language that is spoken, its variables filled: see `say`.
///
/// ```
/// assert_eq!(i18n::text!("count-moves", count = 2), "2 coups");
/// ```
#[macro_export]
macro_rules! text {
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::say($id, &[$((stringify!($name), $crate::Value::from($value))),*])
    };
}

/// The same in a language given first, for what speaks several in one process (and for tests).
///
/// ```
/// use i18n::Language::En;
/// assert_eq!(i18n::text_in!(En, "count-moves", count = 2), "2 moves");
/// ```
#[macro_export]
macro_rules! text_in {
    ($language:expr, $id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::say_in($language, $id, &[$((stringify!($name), $crate::Value::from($value))),*])
    };
}
