//! What comes from an engine or a host: the stream is cut into the same lines however it arrives.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::moteur::{LineBuffer, MAX_LINE, StreamError};

/// The stream that the input stands for: the first four bytes FF become runs half as long as the longest line, so that
/// short inputs give lines that are too long.
fn stream(data: &[u8]) -> Vec<u8> {
    let mut left = 4;
    let mut stream = Vec::new();
    for &byte in data {
        if byte == 0xff && left > 0 {
            left -= 1;
            stream.resize(stream.len() + MAX_LINE / 2, b'x');
        } else {
            stream.push(byte);
        }
    }
    stream
}

/// Everything that a stream gives when it arrives in pieces of these sizes, in turn.
fn lines(mut stream: &[u8], sizes: [usize; 2]) -> Vec<Result<String, StreamError>> {
    let mut buffer = LineBuffer::default();
    let mut lines = Vec::new();
    for size in sizes.into_iter().cycle() {
        if stream.is_empty() {
            break;
        }
        let (piece, rest) = stream.split_at(size.min(stream.len()));
        stream = rest;
        buffer.push(piece);
        lines.extend(std::iter::from_fn(|| buffer.next_line()));
    }
    lines
}

fuzz_target!(|data: &[u8]| {
    let Some((&[a, b], data)) = data.split_first_chunk() else { return };
    let stream = stream(data);
    let all = lines(&stream, [stream.len().max(1); 2]);
    for line in all.iter().flatten() {
        assert!(line.len() <= MAX_LINE && !line.contains('\n'));
    }
    assert_eq!(all, lines(&stream, [usize::from(a) + 1, (usize::from(b) + 1) * 300]));
});
