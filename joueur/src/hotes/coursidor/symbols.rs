//! A player's library and its functions.

#![expect(unsafe_code, reason = "functions of a library in C")]

use std::ffi::{c_char, c_void};
use std::path::Path;

use jeux::Reason;
use jeux::coursidor::Course;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW};
use protocol::coursidor::{Abi, Given, RawMove, SchoolMove, SubjectMove};

use super::graph;
use super::gsl::{self, Gsl};
use crate::hotes::loading::{self, located};

/// The longest name read, in bytes.
const LONGEST_NAME: usize = 256;

type Name = unsafe extern "C" fn() -> *const c_char;
type Initialize = unsafe extern "C" fn(u32, *mut c_void);
type Play<M> = unsafe extern "C" fn(M) -> Roomy<M>;
type Finalize = unsafe extern "C" fn();

/// A result with room behind it: a player of the other, larger layout must be recognised by its
/// values, not by overwritten memory. Both are returned by address.
#[repr(C)]
struct Roomy<M> {
    given: M,
    room: [u64; 8],
}

/// The functions of a player (subject, Serveur et client). They may do anything: this process
/// exists for nothing else.
pub struct Symbols {
    name: Option<Name>,
    initialize: Initialize,
    play: PlayFunction,
    finalize: Finalize,
    /// If its matrices have an unknown layout.
    gsl: Option<Gsl>,
}

/// `play`, by layout.
#[derive(Clone, Copy)]
enum PlayFunction {
    School(Play<SchoolMove>),
    Subject(Play<SubjectMove>),
}

/// A board that now belongs to the player.
pub struct Graph(*mut c_void);

impl Symbols {
    /// Loads the library; it is never unloaded.
    pub fn load(path: &Path, abi: Abi) -> Result<Self, Reason> {
        let library = open(path)?;
        macro_rules! find {
            ($name:literal) => {
                // SAFETY: that the function has this type is what the layout means, by which the user calls the library.
                unsafe { library.get($name) }.map(|symbol| *symbol).map_err(|_| loading::missing(path, &String::from_utf8_lossy($name)))
            };
        }
        let initialize: Initialize = find!(b"initialize")?;
        let play = match abi {
            Abi::Entetes => PlayFunction::School(find!(b"play")?),
            Abi::Sujet => PlayFunction::Subject(find!(b"play")?),
        };
        let finalize: Finalize = find!(b"finalize")?;
        let name: Result<Name, Reason> = find!(b"get_player_name");
        let symbols = Symbols { name: name.ok(), initialize, play, finalize, gsl: Gsl::unknown(&library)? };
        std::mem::forget(library);
        Ok(symbols)
    }

    /// The beginning of the player's name: 256 bytes at most.
    pub fn name(&self) -> Option<Vec<u8>> {
        // SAFETY: a function of the player, without parameters.
        let text = unsafe { self.name?() };
        if text.is_null() {
            return None;
        }
        let mut bytes = Vec::new();
        for place in 0..LONGEST_NAME {
            // SAFETY: a text ends with a zero byte, up to which it can be read; one byte at a time nothing beyond it is.
            match unsafe { text.add(place).read() } {
                0 => break,
                byte => bytes.push(byte as u8),
            }
        }
        Some(bytes)
    }

    /// The board, for the player.
    pub fn graph(&self, course: &Course) -> Result<Graph, Reason> {
        let matrix = match &self.gsl {
            None => graph::matrix(course.board())?,
            Some(gsl) => gsl.matrix(course.board())?,
        };
        Ok(Graph(match self.play {
            PlayFunction::School(_) => graph::graph::<u32>(course, matrix)?.cast(),
            PlayFunction::Subject(_) => graph::graph::<u64>(course, matrix)?.cast(),
        }))
    }

    /// Gives the player its number, 0 for BLACK and 1 for WHITE, and its board.
    pub fn initialize(&self, player: u32, graph: Graph) {
        // SAFETY: a function of the player; the board is of its layout, and it alone has it.
        unsafe { (self.initialize)(player, graph.0) }
    }

    /// The player's move, after the opponent's.
    pub fn play(&self, previous: Option<&Given>) -> Given {
        fn call<M: RawMove>(function: Play<M>, previous: Option<&Given>) -> Given {
            // SAFETY: a function of the player, which takes and gives moves of this layout.
            unsafe { function(previous.map_or(M::NONE, M::saying)) }.given.given()
        }
        match self.play {
            PlayFunction::School(function) => call(function, previous),
            PlayFunction::Subject(function) => call(function, previous),
        }
    }

    /// The game is over.
    pub fn finalize(&self) {
        // SAFETY: a function of the player, without parameters.
        unsafe { (self.finalize)() }
    }
}

/// Loads the library. One linked without GSL, for a server that has it, gets ours.
fn open(path: &Path) -> Result<Library, Reason> {
    let file = located(path)?;
    let first = match loading::open(&file, RTLD_NOW | RTLD_LOCAL) {
        Ok(library) => return Ok(library),
        Err(why) => why,
    };
    if first.contains("libgsl") {
        // A GSL already loaded is the right one.
        gsl::for_everybody(RTLD_LAZY | RTLD_GLOBAL);
        return loading::open(&file, RTLD_NOW | RTLD_LOCAL).map_err(|why| gsl::needed(path, &why));
    }
    if first.contains("undefined symbol") {
        gsl::for_everybody(RTLD_LAZY | RTLD_GLOBAL);
        // A missing function fails when it is called.
        if let Ok(library) = loading::open(&file, RTLD_LAZY | RTLD_LOCAL) {
            return Ok(library);
        }
        if first.contains("gsl_") {
            return Err(gsl::needed(path, &first));
        }
    }
    Err(loading::refused(path, &first))
}
