//! The server's messages: a header of 4 or 6 decimal digits with the length of the payload in bytes, then the payload.

use super::Edition;

/// The longest payload that [`decode_message`] accepts, whatever the header could say: far above any picture.
const MAX_PAYLOAD: usize = 65_536;

/// The payload does not fit the header of the edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a message of {bytes} bytes does not fit a header of {digits} digits")]
pub struct PayloadTooLong {
    /// Length of the payload.
    pub bytes: usize,
    /// Digits of the header.
    pub digits: usize,
}

/// Appends a message, header and payload, to what is to be written in one piece.
///
/// # Errors
/// The payload is too long; nothing is appended.
pub fn encode_message(edition: Edition, payload: &str, out: &mut Vec<u8>) -> Result<(), PayloadTooLong> {
    let digits = edition.header_digits();
    let header = format!("{:0digits$}", payload.len());
    if header.len() > digits {
        return Err(PayloadTooLong { bytes: payload.len(), digits });
    }
    out.extend_from_slice(header.as_bytes());
    out.extend_from_slice(payload.as_bytes());
    Ok(())
}

/// A message of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message<'a> {
    /// What it says.
    pub payload: &'a str,
    /// Bytes that it takes, header included; the next message begins there.
    pub length: usize,
}

/// Why no message can be read (yet).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FrameError {
    /// No fault so far: at least this many bytes are still to come.
    #[error("{0} bytes are still to come")]
    Incomplete(usize),
    /// A byte of the header is not a digit: the server speaks another edition, or something else.
    #[error("the header is not a number of {digits} digits")]
    Header {
        /// Digits expected.
        digits: usize,
    },
    /// The header announces more than any message needs.
    #[error("a message of {0} bytes is announced, no message is that long")]
    TooLong(usize),
    /// The payload is not UTF-8.
    #[error("the message is not UTF-8")]
    Utf8,
}

/// Reads the message at the beginning of `bytes`.
///
/// # Errors
/// [`FrameError::Incomplete`] while it could still become a message, another one when it cannot.
pub fn decode_message(edition: Edition, bytes: &[u8]) -> Result<Message<'_>, FrameError> {
    let digits = edition.header_digits();
    let header = &bytes[..digits.min(bytes.len())];
    if !header.iter().all(u8::is_ascii_digit) {
        return Err(FrameError::Header { digits });
    }
    if header.len() < digits {
        return Err(FrameError::Incomplete(digits - header.len()));
    }
    let announced = header.iter().fold(0, |sum, digit| 10 * sum + usize::from(digit - b'0'));
    if announced > MAX_PAYLOAD {
        return Err(FrameError::TooLong(announced));
    }
    let length = digits + announced;
    let payload = bytes.get(digits..length).ok_or_else(|| FrameError::Incomplete(length - bytes.len()))?;
    let payload = std::str::from_utf8(payload).map_err(|_| FrameError::Utf8)?;
    Ok(Message { payload, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(edition: Edition, payload: &str) -> Vec<u8> {
        let mut out = Vec::new();
        encode_message(edition, payload, &mut out).expect("a message");
        out
    }

    #[test]
    fn bytes_of_both_editions() {
        assert_eq!(encode(Edition::E2017, "OK"), b"0002OK");
        assert_eq!(encode(Edition::E2025, "OK"), b"000002OK");
        assert_eq!(encode(Edition::E2017, ""), b"0000");
        assert_eq!(encode(Edition::E2017, "déjà"), "0006déjà".as_bytes(), "bytes, not characters");
    }

    #[test]
    fn a_header_has_room_for_so_much() {
        let mut out = vec![1];
        let long = "a".repeat(10_000);
        let error = PayloadTooLong { bytes: 10_000, digits: 4 };
        assert_eq!(encode_message(Edition::E2017, &long, &mut out), Err(error));
        assert_eq!(out, [1]);
        let bytes = encode(Edition::E2025, &long);
        assert_eq!(decode_message(Edition::E2025, &bytes).map(|message| message.length), Ok(10_006));
        assert_eq!(decode_message(Edition::E2025, b"065537"), Err(FrameError::TooLong(65_537)));
    }

    #[test]
    fn every_beginning_is_incomplete() {
        for edition in Edition::ALL {
            let mut bytes = encode(edition, "17 13");
            let whole = bytes.len();
            for end in 0..whole {
                let Err(FrameError::Incomplete(missing)) = decode_message(edition, &bytes[..end]) else {
                    panic!("{end} bytes of {whole} are no message");
                };
                assert!((1..=whole - end).contains(&missing));
            }
            bytes.extend(b"0002OK");
            assert_eq!(decode_message(edition, &bytes), Ok(Message { payload: "17 13", length: whole }));
        }
    }

    #[test]
    fn faults_are_seen_at_once() {
        assert_eq!(decode_message(Edition::E2017, b"O"), Err(FrameError::Header { digits: 4 }));
        assert_eq!(decode_message(Edition::E2017, b"00 2OK"), Err(FrameError::Header { digits: 4 }));
        assert_eq!(decode_message(Edition::E2025, b"0002OK"), Err(FrameError::Header { digits: 6 }));
        assert_eq!(decode_message(Edition::E2017, b"0001\xFF"), Err(FrameError::Utf8));
    }
}
