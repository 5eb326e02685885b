//! A bot's library and its functions.

#![expect(unsafe_code, reason = "functions of a library in Pascal")]

use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::Path;

use jeux::Reason;
use jeux::sphinx::Shape;
use libloading::os::unix::{RTLD_LOCAL, RTLD_NOW};

use super::arrays::{Variable, Width};
use crate::hotes::loading::{self, located};

/// Room for a `string`: 255 characters and their number, or a pointer to more.
const NAME_BUFFER: usize = 264;
/// The longest string read.
const LONGEST_NAME: usize = 255;

type Grid = *mut *mut *mut u8;
type GetName = unsafe extern "C" fn(*mut u8);
type InitGrid<I> = unsafe extern "C" fn(Grid, I, I, I);
type Play<I> = unsafe extern "C" fn(Grid, I, I) -> Coord<I>;
type Outcome<I> = unsafe extern "C" fn(Grid, I, I, Coord<I>, I);

/// A place in a grid, from 0: the subject's `Coord` (section 2.1).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coord<I> {
    /// Row.
    pub l: I,
    /// Column.
    pub c: I,
}

/// The functions of a bot (subject, section 2.1), with either integers. They may do anything: this
/// process exists for nothing else.
pub struct Symbols {
    get_name: GetName,
    init_grid: *mut std::ffi::c_void,
    play: *mut std::ffi::c_void,
    outcome: *mut std::ffi::c_void,
}

impl Symbols {
    /// Loads the library; it is never unloaded.
    pub fn load(path: &Path) -> Result<Self, Reason> {
        let file = located(path)?;
        let library =
            loading::open(&file, RTLD_NOW | RTLD_LOCAL).map_err(|why| loading::refused(path, &why))?;
        let find = |name: &str| {
            // Free Pascal exports lower case, other compilers as in the source.
            let names = [name.to_lowercase(), name.to_uppercase()];
            let found = names.iter().find_map(|name| {
                // SAFETY: that the function is one of the template's is what its name means.
                unsafe { library.get::<*mut std::ffi::c_void>(name.as_bytes()) }
                    .ok()
                    .map(|symbol| symbol.as_raw_ptr())
            });
            found.ok_or_else(|| loading::missing(path, name))
        };
        let symbols = Symbols {
            // SAFETY: the same.
            get_name: unsafe { std::mem::transmute::<*mut std::ffi::c_void, GetName>(find("get_name")?) },
            init_grid: find("init_grid")?,
            play: find("play")?,
            outcome: find("outcome")?,
        };
        std::mem::forget(library);
        Ok(symbols)
    }

    /// The beginning of the bot's name: 255 bytes at most.
    pub fn name(&self) -> Vec<u8> {
        let mut buffer = [0_u8; NAME_BUFFER];
        // SAFETY: a function of the bot, which writes a string of either kind into the buffer.
        unsafe { (self.get_name)(buffer.as_mut_ptr()) };
        // Free Pascal leaves behind a short string what the function has written before.
        let (head, rest) = buffer.split_at(size_of::<usize>());
        let start = usize::from_ne_bytes(head.try_into().unwrap_or_default()) as *const u8;
        if rest.iter().all(|byte| *byte == 0)
            && let Some(long) = readable(start)
        {
            return long;
        }
        let short = &buffer[1..=usize::from(buffer[0])];
        short.iter().copied().take_while(|byte| *byte != 0).collect()
    }

    /// The bot fills its grid, of this height and width, with so many walls. Both widths of
    /// integers read what they need of the registers.
    pub fn init_grid(&self, grid: &mut Variable, size: [i32; 2], walls: i32) {
        // SAFETY: a function of the bot with a grid of this size.
        unsafe {
            let init_grid = std::mem::transmute::<*mut std::ffi::c_void, InitGrid<i32>>(self.init_grid);
            init_grid(grid.address(), size[0], size[1], walls);
        }
    }

    /// The cell that the bot asks for; it may be outside the grid.
    pub fn play(&self, grid: &mut Variable, width: Width, size: [i32; 2]) -> Coord<i32> {
        // SAFETY: a function of the bot with a grid of this size; a place is two integers of this width.
        unsafe {
            match width {
                Width::Two => {
                    let play = std::mem::transmute::<*mut std::ffi::c_void, Play<i16>>(self.play);
                    let Coord { l, c } = play(grid.address(), size[0] as i16, size[1] as i16);
                    Coord { l: l.into(), c: c.into() }
                }
                Width::Four => {
                    let play = std::mem::transmute::<*mut std::ffi::c_void, Play<i32>>(self.play);
                    play(grid.address(), size[0], size[1])
                }
            }
        }
    }

    /// Tells the bot the answer: the cell's number, or -1 if it may not ask for it.
    pub fn outcome(
        &self,
        grid: &mut Variable,
        width: Width,
        size: [i32; 2],
        played: Coord<i32>,
        answer: i32,
    ) {
        let Coord { l, c } = played;
        // SAFETY: the same.
        unsafe {
            match width {
                Width::Two => {
                    let outcome = std::mem::transmute::<*mut std::ffi::c_void, Outcome<i16>>(self.outcome);
                    let played = Coord { l: l as i16, c: c as i16 };
                    outcome(grid.address(), size[0] as i16, size[1] as i16, played, answer as i16);
                }
                Width::Four => {
                    let outcome = std::mem::transmute::<*mut std::ffi::c_void, Outcome<i32>>(self.outcome);
                    outcome(grid.address(), size[0], size[1], played, answer);
                }
            }
        }
    }
}

/// The text at an address up to its zero byte, [`LONGEST_NAME`] bytes at most; nothing if it cannot be read.
fn readable(start: *const u8) -> Option<Vec<u8>> {
    let (mut reader, writer) = std::io::pipe().ok()?;
    let mut text = Vec::new();
    let mut byte = [0];
    while text.len() < LONGEST_NAME {
        let place = start.wrapping_add(text.len());
        // SAFETY: the kernel refuses to read what this process may not.
        let written = unsafe { nix::libc::write(writer.as_raw_fd(), place.cast(), byte.len()) };
        if written != 1 || reader.read_exact(&mut byte).is_err() {
            return None;
        }
        if byte == [0] {
            break;
        }
        text.extend(byte);
    }
    Some(text)
}

/// Height and width for a bot.
pub fn size(shape: &Shape) -> [i32; 2] {
    [shape.height() as i32, shape.width() as i32]
}
