//! Blocks of memory that the caller frees, and texts that the caller gives.

use std::alloc::{Layout, alloc, dealloc};
use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::ptr::null_mut;

/// What stands before a block: its size. As wide as the alignment that `malloc` gives.
const HEADER: usize = 16;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEADER)?, HEADER).ok()
}

/// A block of this many bytes; NULL where there is no room for it.
pub(crate) fn allocate(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return null_mut() };
    // SAFETY: the layout has at least the size of the header.
    let start = unsafe { alloc(layout) };
    if start.is_null() {
        return start;
    }
    // SAFETY: the header lies within what was just allocated, aligned for more than a `usize`; the block begins behind it.
    unsafe {
        start.cast::<usize>().write(size);
        start.add(HEADER)
    }
}

/// The size of a block; 0 for NULL.
///
/// # Safety
/// The block is NULL, or [`allocate`] gave it and it was not freed.
pub(crate) unsafe fn size(block: *const u8) -> usize {
    if block.is_null() {
        return 0;
    }
    // SAFETY: before every block there is its header.
    unsafe { block.sub(HEADER).cast::<usize>().read() }
}

/// Frees a block.
///
/// # Safety
/// As for [`size`]; nobody uses it afterwards.
pub(crate) unsafe fn free(block: *mut u8) {
    // SAFETY: the caller's promise.
    let size = unsafe { size(block) };
    if let Some(layout) = layout(size).filter(|_| !block.is_null()) {
        // SAFETY: it was allocated with this layout, from the header on.
        unsafe { dealloc(block.sub(HEADER), layout) };
    }
}

/// A block with this text and a NUL behind it. A NUL within the text ends it for whoever reads it as C does.
pub(crate) fn text(text: &str) -> *mut c_char {
    texts([text])
}

/// A block with these texts, each with a NUL behind it.
fn texts<'a>(parts: impl IntoIterator<Item = &'a str> + Clone) -> *mut c_char {
    let size = parts.clone().into_iter().map(|part| part.len() + 1).sum();
    let block = allocate(size);
    if block.is_null() {
        return null_mut();
    }
    let mut end = block;
    for part in parts {
        // SAFETY: the block has room for every part and its NUL, and was just made: no part overlaps it.
        unsafe {
            end.copy_from_nonoverlapping(part.as_ptr(), part.len());
            end.add(part.len()).write(0);
            end = end.add(part.len() + 1);
        }
    }
    block.cast()
}

/// A block with these texts, each with a NUL behind it, and an empty one at the end.
pub(crate) fn list(parts: &[String]) -> *mut c_char {
    texts(parts.iter().map(String::as_str).chain([""]))
}

/// The length that says: up to the NUL.
pub(crate) const UP_TO_NUL: usize = usize::MAX;

/// The bytes that the caller gives; `None` for NULL and for a length that no memory has.
///
/// # Safety
/// The text is NULL, or has this many bytes, or a NUL if the length is [`UP_TO_NUL`]; nobody changes it meanwhile.
pub(crate) unsafe fn bytes<'a>(text: *const c_char, length: usize) -> Option<&'a [u8]> {
    if text.is_null() {
        return None;
    }
    if length == UP_TO_NUL {
        // SAFETY: the caller's promise.
        return Some(unsafe { CStr::from_ptr(text) }.to_bytes());
    }
    isize::try_from(length).ok()?;
    // SAFETY: the caller's promise; the length is one that a slice may have.
    Some(unsafe { std::slice::from_raw_parts(text.cast(), length) })
}

/// The same as a text; what is no UTF-8 in it is U+FFFD, which no move and no name of a game contains.
///
/// # Safety
/// See [`bytes`].
pub(crate) unsafe fn given<'a>(text: *const c_char, length: usize) -> Option<Cow<'a, str>> {
    // SAFETY: the caller's promise.
    unsafe { bytes(text, length) }.map(String::from_utf8_lossy)
}
