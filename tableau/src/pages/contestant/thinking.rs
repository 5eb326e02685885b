//! How long a contestant thinks, as a histogram against the limit.

use std::time::Duration;

use askama::Template;
use championnat::Thought;

/// From a tenth of a millisecond on, four bars for each power of ten, up to a thousand seconds.
const SMALLEST: f64 = 1e-4;
const PER_TEN: f64 = 4.0;
const BARS: usize = 28;
/// The drawing.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;

/// All of it.
#[derive(Template)]
#[template(path = "contestant/thinking.html")]
pub struct Thinking {
    moves: usize,
    median: String,
    most: String,
    longest: String,
    bars: Vec<Bar>,
    /// Where powers of ten are, with their names.
    ticks: Vec<(String, String)>,
    limit: Option<(String, String)>,
}

struct Bar {
    x: String,
    y: String,
    height: String,
    late: bool,
    from: String,
    to: String,
    count: usize,
}

impl Thinking {
    /// Of these moves, with this limit in milliseconds (0: none), in the language spoken; nothing before the first move.
    pub fn of(thoughts: &[Thought], limit_ms: u64) -> Option<Self> {
        let mut times: Vec<Duration> = thoughts.iter().map(|thought| thought.time).collect();
        times.sort_unstable();
        let longest = *times.last()?;
        // The smallest value that so many in a hundred do not exceed.
        let percent = |share: usize| times[(times.len() * share).div_ceil(100).max(1) - 1];
        let mut counts = [0usize; BARS];
        for time in &times {
            counts[bar(*time)] += 1;
        }
        let limit = (limit_ms > 0).then(|| limit_ms as f64 / 1000.0);
        let first = counts.iter().position(|count| *count > 0).unwrap_or_default() / PER_TEN as usize
            * PER_TEN as usize;
        let reach = limit.map_or(0.0, place).ceil().max(0.0) as usize;
        let last = counts.iter().rposition(|count| *count > 0).unwrap_or_default().max(reach).min(BARS - 1);
        let wide = WIDTH / (last + 1 - first) as f64;
        let highest = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
        let at = |place: f64| ((place - first as f64) * wide).clamp(0.0, WIDTH);
        let bars = (first..=last).map(|number| Bar {
            x: format!("{:.1}", at(number as f64) + 1.0),
            // What is there is seen, however little it is.
            y: format!("{:.1}", HEIGHT - tall(counts[number], highest)),
            height: format!("{:.1}", tall(counts[number], highest)),
            late: limit.is_some_and(|limit| edge(number) >= limit),
            from: short(edge(number)),
            to: short(edge(number + 1)),
            count: counts[number],
        });
        let powers = (first..=last + 1).step_by(PER_TEN as usize);
        Some(Thinking {
            moves: times.len(),
            median: short(percent(50).as_secs_f64()),
            most: short(percent(99).as_secs_f64()),
            longest: short(longest.as_secs_f64()),
            bars: bars.collect(),
            ticks: powers.map(|power| (format!("{:.1}", at(power as f64)), short(edge(power)))).collect(),
            limit: limit.map(|limit| (format!("{:.1}", at(place(limit))), short(limit))),
        })
    }

    /// The width of a bar.
    fn wide(&self) -> String {
        format!("{:.1}", WIDTH / self.bars.len().max(1) as f64 - 2.0)
    }
}

fn tall(count: usize, highest: f64) -> f64 {
    if count == 0 { 0.0 } else { (count as f64 / highest * HEIGHT).max(2.0) }
}

/// Where a time in seconds is on the scale, in bars.
fn place(seconds: f64) -> f64 {
    (seconds.max(SMALLEST) / SMALLEST).log10() * PER_TEN
}

/// In which bar a time is.
fn bar(time: Duration) -> usize {
    (place(time.as_secs_f64()) as usize).min(BARS - 1)
}

/// Where a bar begins, in seconds.
fn edge(bar: usize) -> f64 {
    SMALLEST * 10f64.powf(bar as f64 / PER_TEN)
}

/// A time in seconds, in as few letters as it needs.
fn short(seconds: f64) -> String {
    if seconds < SMALLEST / 2.0 {
        return format!("< {}", short(SMALLEST));
    }
    let (number, unit) = if seconds < 0.9995 { (seconds * 1000.0, "ms") } else { (seconds, "s") };
    let decimals =
        if number < 0.995 || (number < 9.95 && (number - number.round()).abs() > 0.05) { 1 } else { 0 };
    format!("{} {unit}", words::decimal(number, decimals))
}

#[cfg(test)]
mod tests {
    use championnat::Key;
    use words::Language::Fr;

    use super::*;

    fn thoughts(ms: &[u64]) -> Vec<Thought> {
        let key = Key { round: 1, board: 1 };
        ms.iter().map(|ms| Thought { key, party: 1, ply: 1, time: Duration::from_millis(*ms) }).collect()
    }

    #[test]
    fn every_move_is_in_a_bar_and_late_ones_are_told() {
        words::speaking(Fr, || {
            assert!(Thinking::of(&[], 1000).is_none());
            let all = thoughts(&[0, 1, 3, 20, 20, 20, 999, 1500, 40_000]);
            let thinking = Thinking::of(&all, 1000).expect("moves");
            assert_eq!(thinking.bars.iter().map(|bar| bar.count).sum::<usize>(), 9);
            assert_eq!(thinking.bars.iter().filter(|bar| bar.late).map(|bar| bar.count).sum::<usize>(), 2);
            assert_eq!((thinking.median.as_str(), thinking.longest.as_str()), ("20 ms", "40 s"));
            assert!(thinking.ticks.iter().any(|(_, name)| name == "10 ms"), "{:?}", thinking.ticks);
            assert_eq!(thinking.limit.map(|(_, name)| name).as_deref(), Some("1 s"));
            let huge = Thinking::of(&thoughts(&[u64::MAX / 2_000_000]), 0).expect("a move");
            assert_eq!(huge.bars.iter().map(|bar| bar.count).sum::<usize>(), 1);
        });
    }
}
