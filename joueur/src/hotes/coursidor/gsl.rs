//! The player's own GNU Scientific Library, which builds the matrix if its layout is unknown to us.

#![expect(unsafe_code, reason = "functions of GSL")]

use std::env;
use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
use std::ptr;

use jeux::Reason;
use jeux::coursidor::Board;
use libloading::os::unix::Library;
use protocol::coursidor::{CSR, RawMatrix};

use super::graph::edges;

/// The versions with the layout of [`RawMatrix`].
const KNOWN: &str = "2.7";
/// An editable matrix.
const COO: c_int = 0;
/// Names of libraries that players may lack: linear algebra, and several versions of GSL.
const NAMES: [&[&str]; 2] =
    [&["libgslcblas.so.0", "libgslcblas.so"], &["libgsl.so.28", "libgsl.so.27", "libgsl.so.25", "libgsl.so"]];

type Allocate = unsafe extern "C" fn(usize, usize, usize, c_int) -> *mut RawMatrix;
type Set = unsafe extern "C" fn(*mut RawMatrix, usize, usize, u32) -> c_int;
type Compress = unsafe extern "C" fn(*const RawMatrix, c_int) -> *mut RawMatrix;
type Free = unsafe extern "C" fn(*mut RawMatrix);

/// The functions of GSL that build a matrix.
pub struct Gsl {
    allocate: Allocate,
    set: Set,
    compress: Compress,
    free: Free,
}

impl Gsl {
    /// The player's GSL; `None` if it has none, or one with a known layout.
    pub fn unknown(player: &Library) -> Result<Option<Self>, Reason> {
        let Some(version) = text(player, b"gsl_version") else { return Ok(None) };
        if version.starts_with(KNOWN) {
            return Ok(None);
        }
        macro_rules! find {
            ($name:literal) => {
                // SAFETY: the type is the one in GSL's manual; matrices are only handed from one function to another.
                unsafe { player.get(concat!("gsl_spmatrix_uint_", $name).as_bytes()) }
                    .map(|symbol| *symbol)
                    .map_err(|_| Reason::new("gsl-version").with(&version))
            };
        }
        let allocate = find!("alloc_nzmax")?;
        Ok(Some(Gsl { allocate, set: find!("set")?, compress: find!("compress")?, free: find!("free")? }))
    }

    pub fn matrix(&self, board: &Board) -> Result<*mut RawMatrix, Reason> {
        let none = || Reason::new("os").with(nix::libc::ENOMEM);
        let size = board.len();
        // SAFETY: GSL's own functions on GSL's own matrices, with places inside of them.
        unsafe {
            let filled = (self.allocate)(size, size, 2 * board.edges(), COO);
            if filled.is_null() {
                return Err(none());
            }
            for vertex in board.vertices() {
                for (other, direction) in edges(board, vertex) {
                    (self.set)(filled, vertex.into(), other.into(), direction);
                }
            }
            let matrix = (self.compress)(filled, CSR);
            (self.free)(filled);
            if matrix.is_null() { Err(none()) } else { Ok(matrix) }
        }
    }
}

/// Loads the GSL of `GSL_PATH` or of the system, with these flags of `dlopen`, for players linked
/// without it; if there is none, they fail with a message.
pub fn for_everybody(flags: c_int) {
    // `GSL_PATH` is where the subject's Makefile looks.
    let given = env::var_os("GSL_PATH");
    let debian = format!("lib/{}-linux-gnu", env::consts::ARCH);
    let below = |given| ["lib", "lib64", &debian].map(|folder| Path::new(given).join(folder));
    let folders: Vec<_> = given.iter().flat_map(below).collect();
    for names in NAMES {
        let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let anywhere = names.iter().map(|name| Path::new(name).to_owned());
        // SAFETY: GSL has no constructors that matter.
        let loaded = places.chain(anywhere).find_map(|name| unsafe { Library::open(Some(name), flags) }.ok());
        std::mem::forget(loaded);
    }
}

/// A player needs GSL, which is missing.
pub fn needed(player: &Path, why: &str) -> Reason {
    Reason::new("library-gsl").with(player.display()).with(why)
}

/// A string of the library at this symbol.
fn text(library: &Library, symbol: &[u8]) -> Option<String> {
    // SAFETY: by convention a variable of this name is a pointer to a text that ends with a zero byte.
    let text = unsafe { library.get::<*const *const c_char>(symbol) }
        .ok()
        .map(|symbol| unsafe { ptr::read(*symbol) })?;
    // SAFETY: the same.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
