//! Parses keys from the bytes of a terminal in raw mode.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A letter or a sign.
    Sign(char),
    Enter,
    Backspace,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    /// Ctrl-C, or Ctrl-D.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L.
    Redraw,
}

/// A parser of keys; incomplete sequences are kept.
#[derive(Default)]
pub struct Keys {
    escape: Vec<u8>,
}

/// The longest sequence that is waited for.
const LONGEST: usize = 16;

impl Keys {
    /// The keys in these bytes. Unknown sequences and non-ASCII bytes are skipped.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Key> {
        bytes.iter().filter_map(|&byte| self.key(byte)).collect()
    }

    fn key(&mut self, byte: u8) -> Option<Key> {
        if byte == 0x1b {
            self.escape = vec![byte];
            return None;
        }
        match self.escape.len() {
            0 => plain(byte),
            1 if matches!(byte, b'[' | b'O') => {
                self.escape.push(byte);
                None
            }
            // Escape alone, or Alt with a key: that key.
            1 => {
                self.escape.clear();
                plain(byte)
            }
            length => {
                let ends = (0x40..=0x7e).contains(&byte) || length >= LONGEST;
                self.escape.push(byte);
                if ends { sequence(&std::mem::take(&mut self.escape)) } else { None }
            }
        }
    }
}

fn plain(byte: u8) -> Option<Key> {
    match byte {
        b'\r' | b'\n' => Some(Key::Enter),
        0x08 | 0x7f => Some(Key::Backspace),
        0x03 | 0x04 => Some(Key::Interrupt),
        0x1a => Some(Key::Suspend),
        0x0c => Some(Key::Redraw),
        b' '..=b'~' => Some(Key::Sign(char::from(byte))),
        _ => None,
    }
}

fn sequence(bytes: &[u8]) -> Option<Key> {
    match &bytes[2..] {
        b"A" => Some(Key::Up),
        b"B" => Some(Key::Down),
        b"C" => Some(Key::Right),
        b"D" => Some(Key::Left),
        b"5~" => Some(Key::PageUp),
        b"6~" => Some(Key::PageDown),
        b"H" | b"1~" | b"7~" => Some(Key::Home),
        b"F" | b"4~" | b"8~" => Some(Key::End),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_are_no_colours_even_in_pieces() {
        let mut keys = Keys::default();
        assert_eq!(keys.read(b"a\x1b[A\x1bOB"), [Key::Sign('a'), Key::Up, Key::Down]);
        assert_eq!(keys.read(b"\x1b"), []);
        assert_eq!(keys.read(b"["), []);
        assert_eq!(keys.read(b"5"), []);
        assert_eq!(keys.read(b"~B"), [Key::PageUp, Key::Sign('B')]);
        // Unknown sequences are skipped; Alt-A is A.
        assert_eq!(keys.read(b"\x1b[1;5Dx\x1ba"), [Key::Sign('x'), Key::Sign('a')]);
        assert_eq!(keys.read(b"\x7f\r\x03\xc3\xa9"), [Key::Backspace, Key::Enter, Key::Interrupt]);
    }

    #[test]
    fn random_bytes_are_read_within_bounds() {
        let mut keys = Keys::default();
        let mut state = 1u32;
        for _ in 0..100_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            keys.read(&[(state >> 24) as u8]);
            assert!(keys.escape.len() <= LONGEST + 1);
        }
    }
}
