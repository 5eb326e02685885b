//! What our programs say when the system has no memory for them: in the language spoken, and without any.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Language, language};

/// Of every program that speaks to people.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The system's allocator. Where it gives nothing, that is said once; mostly the program is then aborted.
struct Allocator;

#[expect(unsafe_code, reason = "an allocator")]
// SAFETY: every block is one of the system's allocator, and only looked at for whether it is there.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        told(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        told(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        told(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is the same.
        unsafe { System.dealloc(block, layout) }
    }
}

fn told(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        tell();
    }
    block
}

#[cold]
fn tell() {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if TOLD.swap(true, Ordering::Relaxed) {
        return;
    }
    // Not from the catalogue, which allocates.
    let text = match language() {
        Language::Fr => {
            "Le système n'a plus de mémoire pour ce programme. S'il s'arrête, fermez-en d'autres et relancez-le : \
             ce qu'il a annoncé est enregistré.\n"
        }
        Language::En => {
            "The system has no memory left for this program. If it stops, close others and start it again: what it \
             has announced is recorded.\n"
        }
    };
    #[expect(unsafe_code, reason = "standard error, whose lock this thread may hold")]
    // SAFETY: it is not closed.
    let mut errors = ManuallyDrop::new(unsafe { File::from_raw_fd(2) });
    // Nobody may be there to read it.
    errors.write_all(text.as_bytes()).ok();
}
