//! The locale of engines: where it is not UTF-8, a JVM finds no file whose name has an accent.

use std::ffi::CStr;
use std::ptr;
use std::sync::OnceLock;

use nix::libc;

/// `LC_ALL`, and a locale of UTF-8 that every system has.
const UTF8: (&str, &str) = ("LC_ALL", "C.UTF-8");

/// The variable to set for engines, if the locale of this process is not of UTF-8, or not installed
/// here (`LANG=en`, or one that came by ssh).
pub fn utf8_locale() -> Option<(&'static str, &'static str)> {
    static IS_UTF8: OnceLock<bool> = OnceLock::new();
    (!*IS_UTF8.get_or_init(is_utf8)).then_some(UTF8)
}

/// Whether programs that take their locale from this environment use UTF-8.
#[expect(unsafe_code, reason = "newlocale(3)")]
fn is_utf8() -> bool {
    // SAFETY: the name is a C string, and no locale is given to be changed.
    let locale = unsafe { libc::newlocale(libc::LC_ALL_MASK, c"".as_ptr(), ptr::null_mut()) };
    if locale.is_null() {
        return false;
    }
    // SAFETY: the locale exists until it is freed; the text belongs to it, and is not used afterwards.
    unsafe {
        let charset = CStr::from_ptr(libc::nl_langinfo_l(libc::CODESET, locale));
        let is_utf8 = charset == c"UTF-8";
        libc::freelocale(locale);
        is_utf8
    }
}
