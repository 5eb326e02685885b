//! The entropy coder of the cache file: range asymmetric numeral systems (rANS, J. Duda, arXiv:1311.2540), with the byte
//! before as context.
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | number of values that occur, `n` |
//! | n | the values, ascending |
//! | 2 n² | after each of these values, how often each one comes, of 2,048 |
//! | 12 each | of four streams: the state of the decoder, and how many words it takes |
//! | 4 each | the words of the first stream, then of the others |
//!
//! Numbers are little-endian. Wins in one are left out, on both sides: see [`super::store`]. Of every 16,384 bytes each
//! stream has a quarter of what remains, one after the other, and the last one is filled up with the first value: four
//! states that do not wait for each other are decoded twice as fast as one.

use std::iter;

/// The bytes that are left out: positions that win at once.
const KNOWN: u8 = 1;
/// Frequencies add up to this, which is a power of two.
const SCALE: u64 = 1 << SCALE_BITS;
const SCALE_BITS: u32 = 11;
/// The state is never smaller between two bytes, and is this at the end.
const LEAST: u64 = 1 << 31;
const STREAMS: usize = 4;
const BLOCK: usize = 1 << 14;

/// How often each value comes after each other one.
struct Model {
    values: Vec<u8>,
    /// A row for each value: the frequencies of what follows.
    frequencies: Vec<u16>,
}

impl Model {
    fn of(bytes: &[u8]) -> Model {
        let mut occurs = [false; 256];
        bytes.iter().for_each(|byte| occurs[usize::from(*byte)] = true);
        let values: Vec<u8> =
            (0..=u8::MAX).filter(|&value| occurs[usize::from(value)] && value != KNOWN).collect();
        let mut model = Model { frequencies: Vec::with_capacity(values.len().pow(2)), values };
        let mut counts = vec![0; model.values.len().pow(2)];
        for symbol in model.symbols(bytes).iter().flatten() {
            counts[*symbol] += 1;
        }
        for row in counts.chunks(model.values.len().max(1)) {
            model.frequencies.extend(frequencies(row));
        }
        model
    }

    /// For each stream, where each of its bytes stands among the frequencies: after the value before it, the first one
    /// of a block after the first value.
    fn symbols(&self, bytes: &[u8]) -> [Vec<usize>; STREAMS] {
        let mut place_of = [0; 256];
        self.values.iter().zip(0..).for_each(|(value, place)| place_of[usize::from(*value)] = place);
        let mut symbols = [const { Vec::new() }; STREAMS];
        for block in bytes.chunks(BLOCK) {
            let open = block.iter().filter(|byte| **byte != KNOWN).map(|byte| place_of[usize::from(*byte)]);
            let length = open.clone().count().div_ceil(STREAMS);
            let mut places = open.chain(iter::repeat(0));
            for symbols in &mut symbols {
                let places = places.by_ref().take(length);
                symbols.extend(places.scan(0, |before, place| {
                    Some(std::mem::replace(before, place) * self.values.len() + place)
                }));
            }
        }
        symbols
    }

    fn write(&self) -> Vec<u8> {
        let mut written = vec![self.values.len() as u8];
        written.extend(&self.values);
        self.frequencies.iter().for_each(|frequency| written.extend(frequency.to_le_bytes()));
        written
    }

    /// The model and what comes after it; `None` if there is none.
    fn read(packed: &[u8]) -> Option<(Model, &[u8])> {
        let (count, rest) = packed.split_first()?;
        let count = usize::from(*count);
        let (values, rest) = rest.split_at_checked(count)?;
        let (rows, rest) = rest.split_at_checked(2 * count.pow(2))?;
        let (numbers, _) = rows.as_chunks();
        let frequencies: Vec<u16> = numbers.iter().map(|number| u16::from_le_bytes(*number)).collect();
        let whole = |row: &[u16]| row.iter().map(|frequency| u64::from(*frequency)).sum::<u64>() == SCALE;
        let whole = frequencies.chunks(count.max(1)).all(whole);
        (whole && !values.contains(&KNOWN)).then(|| (Model { values: values.to_vec(), frequencies }, rest))
    }

    /// What each remainder of a state stands for, a row for each value before it.
    fn slots(&self) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(self.values.len() << SCALE_BITS);
        for row in self.frequencies.chunks(self.values.len().max(1)) {
            for (&frequency, place) in row.iter().zip(0..) {
                slots.extend((0..frequency).map(|offset| Slot::new(place, frequency, offset)));
            }
        }
        slots
    }
}

/// Frequencies in proportion to these counts, none of which disappears.
fn frequencies(counts: &[u64]) -> Vec<u16> {
    let all = counts.iter().sum::<u64>();
    let share = |count: &u64| if *count == 0 { 0 } else { (count * SCALE / all).max(1) };
    let mut frequencies: Vec<u64> = counts.iter().map(share).collect();
    // What rounding leaves goes to the most frequent one, and comes from it.
    loop {
        let sum = frequencies.iter().sum::<u64>();
        let Some(most) = frequencies.iter_mut().max().filter(|_| sum != SCALE) else { break };
        *most = if sum < SCALE { *most + SCALE - sum } else { *most - 1 };
    }
    frequencies.into_iter().map(|frequency| frequency as u16).collect()
}

/// The place of a value, its frequency, and the number of this slot among those of the value, in a word: the table
/// has to fit into a cache.
#[derive(Clone, Copy)]
struct Slot(u32);

impl Slot {
    fn new(place: u8, frequency: u16, offset: u16) -> Slot {
        Slot(u32::from(place) << 24 | u32::from(frequency) << 12 | u32::from(offset))
    }

    fn place(self) -> u8 {
        (self.0 >> 24) as u8
    }

    fn frequency(self) -> u64 {
        u64::from(self.0 >> 12 & 0xFFF)
    }

    fn offset(self) -> u64 {
        u64::from(self.0 & 0xFFF)
    }
}

/// These bytes, without wins in one.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let model = Model::of(bytes);
    let count = model.values.len();
    let mut starts = Vec::with_capacity(model.frequencies.len());
    for row in model.frequencies.chunks(count.max(1)) {
        starts.extend(row.iter().scan(0, |start, frequency| {
            let this = *start;
            *start += u64::from(*frequency);
            Some(this)
        }));
    }
    let (mut packed, mut words) = (model.write(), Vec::new());
    for symbols in model.symbols(bytes) {
        let (mut state, mut own) = (LEAST, Vec::new());
        // The decoder gets the last ones first.
        for symbol in symbols.into_iter().rev() {
            let frequency = u64::from(model.frequencies[symbol]);
            if state >= (LEAST << (32 - SCALE_BITS)) * frequency {
                own.push(state as u32);
                state >>= 32;
            }
            state = (state / frequency) * SCALE + state % frequency + starts[symbol];
        }
        packed.extend(state.to_le_bytes());
        packed.extend((own.len() as u32).to_le_bytes());
        words.extend(own.into_iter().rev());
    }
    words.iter().for_each(|word| packed.extend(word.to_le_bytes()));
    packed
}

/// A stream that is being decoded.
struct Stream<'a> {
    state: u64,
    words: std::slice::Iter<'a, [u8; 4]>,
    before: u8,
}

impl Stream<'_> {
    fn next(&mut self, slots: &[Slot]) -> Option<u8> {
        let slot = *slots.get((usize::from(self.before) << SCALE_BITS) + (self.state % SCALE) as usize)?;
        self.state = slot.frequency() * (self.state / SCALE) + slot.offset();
        if self.state < LEAST {
            self.state = self.state << 32 | u64::from(u32::from_le_bytes(*self.words.next()?));
        }
        self.before = slot.place();
        Some(self.before)
    }

    fn is_over(&self) -> bool {
        self.state == LEAST && self.words.len() == 0
    }
}

/// Fills in all bytes that are not wins in one; `None` if this was not encoded from as many.
pub fn decode(packed: &[u8], room: &mut [u8]) -> Option<()> {
    let (model, rest) = Model::read(packed)?;
    let (heads, words) = rest.split_at_checked(STREAMS * 12)?;
    let (mut words, odd) = words.as_chunks();
    let mut streams = Vec::with_capacity(STREAMS);
    for head in heads.as_chunks::<12>().0 {
        let (state, count) = head.split_first_chunk()?;
        let count = u32::from_le_bytes(*count.first_chunk()?);
        let (own, rest) = words.split_at_checked(count as usize)?;
        words = rest;
        streams.push(Stream { state: u64::from_le_bytes(*state), words: own.iter(), before: 0 });
    }
    let mut streams: [Stream; STREAMS] = streams.try_into().ok()?;
    let slots = model.slots();
    let mut values = [0; 256];
    values[..model.values.len()].copy_from_slice(&model.values);
    let mut places = [0; BLOCK];
    for block in room.chunks_mut(BLOCK) {
        let length = block.iter().filter(|byte| **byte != KNOWN).count().div_ceil(STREAMS);
        let (first, second) = places[..STREAMS * length].split_at_mut(2 * length);
        let ((a, b), (c, d)) = (first.split_at_mut(length), second.split_at_mut(length));
        // Written out: so the compiler keeps all four in registers.
        streams.iter_mut().for_each(|stream| stream.before = 0);
        let [stream_a, stream_b, stream_c, stream_d] = &mut streams;
        for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
            *a = stream_a.next(&slots)?;
            *b = stream_b.next(&slots)?;
            *c = stream_c.next(&slots)?;
            *d = stream_d.next(&slots)?;
        }
        // Without branches: whether the next one is a win cannot be foreseen.
        let mut next = 0;
        for byte in block {
            let open = *byte != KNOWN;
            *byte = if open { values[usize::from(places[next % BLOCK])] } else { KNOWN };
            next += usize::from(open);
        }
    }
    (streams.iter().all(Stream::is_over) && words.is_empty() && odd.is_empty()).then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes into room in which the wins are known.
    fn decoded(packed: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
        let mut room: Vec<u8> = bytes.iter().map(|byte| if *byte == KNOWN { KNOWN } else { 0 }).collect();
        decode(packed, &mut room).map(|()| room)
    }

    proptest! {
        #[test]
        fn what_is_encoded_comes_back(
            bytes in prop_oneof![
                prop::collection::vec(any::<u8>(), 0..2000),
                prop::collection::vec(0..4_u8, 0..2000),
                prop::collection::vec(prop_oneof![99 => Just(0_u8), 1 => any::<u8>()], 0..5000),
            ],
        ) {
            let packed = encode(&bytes);
            prop_assert!(decoded(&packed, &bytes).is_some_and(|decoded| decoded == bytes));
            for len in 0..packed.len().min(600) {
                prop_assert_eq!(decoded(&packed[..len], &bytes), None);
            }
        }

        #[test]
        fn nonsense_is_refused(packed in prop::collection::vec(any::<u8>(), 0..300), len in 0..500_usize) {
            let mut room = vec![0; len];
            prop_assert!(decode(&packed, &mut room).is_none() || room.iter().all(|byte| packed.contains(byte)));
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let rare = |number: usize| if number.is_multiple_of(100) { 25 } else { 0 };
        let bytes: Vec<u8> = (0..100_000).map(rare).collect();
        let bits = -(0.01_f64.log2() * 0.01 + 0.99_f64.log2() * 0.99) * 100_000.0;
        let room = encode(&bytes).len() as f64;
        assert!(room < bits / 8.0 * 1.01 + 70.0, "{room} bytes for {bits} bits");
    }
}
