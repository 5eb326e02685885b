//! Charts of thinking times, the referee's delay and values: the first player's upwards, the
//! second's downwards, so that colours are not needed to tell them apart.

use std::fmt::Write as _;
use std::time::Duration;

use arbitre::record::{PartieRecord, Record};

/// The size of a chart, and where its lines begin.
const WIDTH: f64 = 960.0;
const LEFT: f64 = 72.0;
/// The highest bars of one side.
const LANE: f64 = 96.0;
const TOP: f64 = 22.0;
/// The highest bars of the delay.
const DELAY: f64 = 40.0;
/// The gap between two parts.
const GAP: f64 = 26.0;
/// The shortest visible times, in microseconds.
const SHORTEST: f64 = 100.0;
const SHORTEST_DELAY: f64 = 1.0;
/// Moves drawn at most.
pub const MOST: usize = 1_000;

/// A time's place between the shortest and the longest, from 0 to 1, on a logarithmic scale.
fn share(micros: f64, shortest: f64, longest: f64) -> f64 {
    ((micros.max(shortest) / shortest).log10() / (longest / shortest).log10()).clamp(0.0, 1.0)
}

/// A time as an axis label.
fn label(micros: f64) -> String {
    match micros {
        _ if micros < 1e3 => format!("{micros} µs"),
        _ if micros < 1e6 => format!("{} ms", micros / 1e3),
        _ => format!("{} s", i18n::decimal(micros / 1e6, usize::from(micros % 1e6 != 0.0))),
    }
}

/// The middle and the width of a move's bar.
fn place(number: usize, count: usize) -> (f64, f64) {
    let step = (WIDTH - LEFT - 8.0) / count.max(12) as f64;
    (LEFT + step * (number as f64 - 0.5), (step * 0.7).clamp(0.6, 14.0))
}

/// Thinking time of each move, with the limit, and the referee's delay, as SVG, with a mark after
/// `at` moves; `None` before the first move.
pub fn times(record: &Record, partie: &PartieRecord, at: usize) -> Option<String> {
    let shown = &partie.moves[..partie.moves.len().min(MOST)];
    let fault = partie.result.fault_micros.filter(|_| shown.len() == partie.moves.len());
    let count = shown.len() + usize::from(fault.is_some());
    if count == 0 {
        return None;
    }
    let limit = record.settings.time_ms.map(|ms| ms as f64 * 1e3).filter(|limit| *limit > SHORTEST);
    let taken = shown.iter().map(|mv| mv.micros).chain(fault);
    let longest =
        taken.fold(1e6, |most: f64, micros| most.max(micros as f64)).max(limit.unwrap_or_default()) * 1.25;
    let slowest = shown.iter().fold(1e3, |most: f64, mv| most.max(mv.latency_micros as f64)) * 1.25;
    let middle = TOP + LANE;
    let bottom = middle + LANE + GAP + DELAY;
    let mut bars = [String::new(), String::new()];
    let mut delays = String::new();
    let (_, width) = place(1, count);
    for (index, mv) in shown.iter().enumerate() {
        let (x, _) = place(index + 1, count);
        let height = (LANE * share(mv.micros as f64, SHORTEST, longest)).max(1.5);
        let up = if mv.player == partie.first { -height } else { height };
        let _ = write!(bars[mv.player], "M{x:.1} {middle}v{up:.1}");
        let height = (DELAY * share(mv.latency_micros as f64, SHORTEST_DELAY, slowest)).max(1.0);
        let _ = write!(delays, "M{x:.1} {bottom}v{:.1}", -height);
    }
    let mut svg = begin(&i18n::text!("game-chart-times"), bottom + 6.0, count);
    for decade in (2..10).map(|power| 10f64.powi(power)).take_while(|decade| *decade < longest) {
        let height = LANE * share(decade, SHORTEST, longest);
        for y in [middle - height, middle + height] {
            let _ = write!(svg, r#"<path class="axis" d="M{LEFT} {y:.1}H{WIDTH}"/>"#);
        }
        if decade > SHORTEST {
            text(&mut svg, middle - height + 4.0, &label(decade));
        }
    }
    let _ =
        write!(svg, r#"<path class="axis strong" d="M{LEFT} {middle}H{WIDTH}M{LEFT} {bottom}H{WIDTH}"/>"#);
    cursor(&mut svg, at, count, bottom);
    for (place, path) in bars.iter().enumerate() {
        let _ = write!(svg, r#"<path class="bars b{place}" stroke-width="{width:.1}" d="{path}"/>"#);
    }
    let _ = write!(svg, r#"<path class="bars delay" stroke-width="{width:.1}" d="{delays}"/>"#);
    text(&mut svg, bottom, &i18n::text!("game-chart-delay"));
    let decade = 10f64.powf(slowest.log10().floor());
    let height = DELAY * share(decade, SHORTEST_DELAY, slowest);
    text(&mut svg, bottom - height + 4.0, &label(decade));
    if let Some(fault) = fault {
        let (x, _) = place(count, count);
        let height = LANE * share(fault as f64, SHORTEST, longest);
        let charged = partie.result.charged.unwrap_or(partie.first);
        let y = if charged == partie.first { middle - height } else { middle + height };
        let _ = write!(svg, r#"<path class="fault" d="M{x:.1} {middle}V{y:.1}m-5 -5l10 10m0 -10l-10 10"/>"#);
    }
    if let Some(limit) = limit {
        let height = LANE * share(limit, SHORTEST, longest);
        let (up, down) = (middle - height, middle + height);
        let _ = write!(svg, r#"<path class="limit" d="M{LEFT} {up:.1}H{WIDTH}M{LEFT} {down:.1}H{WIDTH}"/>"#);
        let said = i18n::text!("game-chart-limit", time = label(limit));
        let _ = write!(
            svg,
            r#"<text class="limit-name" x="{:.1}" y="{:.1}">{said}</text>"#,
            WIDTH - 4.0,
            up - 4.0
        );
    }
    Some(svg + "</svg>")
}

/// The value of the position before each move and after the last, as SVG: from -1, good for the
/// player who did not begin, to 1. Unknown values leave gaps; `None` if fewer than two are known.
pub fn values(values: &[Option<f64>], at: usize, name: &str) -> Option<String> {
    let values = &values[..values.len().min(MOST + 1)];
    if values.iter().flatten().count() < 2 {
        return None;
    }
    let count = values.len().saturating_sub(1).max(1);
    let middle = TOP + LANE;
    let mut path = String::new();
    let mut pen = 'M';
    for (number, value) in values.iter().enumerate() {
        let (x, _) = place(number, count);
        match value {
            Some(value) => {
                let y = middle - LANE * value.clamp(-1.0, 1.0);
                let _ = write!(path, "{pen}{:.1} {y:.1}", x.max(LEFT));
                pen = 'L';
            }
            None => pen = 'M',
        }
    }
    let mut svg = begin(name, middle + LANE + 6.0, count);
    for y in [TOP, middle, middle + LANE] {
        let _ = write!(svg, r#"<path class="axis" d="M{LEFT} {y}H{WIDTH}"/>"#);
    }
    cursor(&mut svg, at, count, middle + LANE);
    let _ = write!(svg, r#"<path class="value" d="{path}"/>"#);
    for (y, sign) in [(TOP + 4.0, "+"), (middle + 4.0, "="), (middle + LANE + 4.0, "−")] {
        text(&mut svg, y, sign);
    }
    Some(svg + "</svg>")
}

fn begin(name: &str, height: f64, count: usize) -> String {
    let (first, _) = place(0, count);
    let step = place(1, count).0 - first;
    format!(
        r#"<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}" data-left="{LEFT}" data-first="{first:.2}" data-step="{step:.3}" data-count="{count}">"#
    )
}

fn text(svg: &mut String, y: f64, said: &str) {
    let _ = write!(svg, r#"<text x="{:.1}" y="{y:.1}">{said}</text>"#, LEFT - 6.0);
}

/// The mark at the selected move.
fn cursor(svg: &mut String, at: usize, count: usize, bottom: f64) {
    let x = place(at, count).0.max(LEFT);
    let _ = write!(svg, r#"<path class="cursor" d="M0 {TOP}V{bottom}" transform="translate({x:.2} 0)"/>"#);
}

/// The width of the bar behind a thinking time in microseconds, from 0 to 20, logarithmic up to the
/// limit in milliseconds (a minute if there is none).
pub fn width(micros: u64, limit: Option<u64>) -> u8 {
    let longest = limit.map_or(60e6, |ms| ms as f64 * 1e3).max(1e6);
    (20.0 * share(micros as f64, 1e3, longest)).round() as u8
}

/// A thinking time in microseconds as shown in lists: `87 µs`, `12 ms`, `3,40 s`.
pub fn time(micros: u64) -> String {
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{} ms", micros / 1_000),
        _ => format!("{} s", i18n::decimal(Duration::from_micros(micros).as_secs_f64(), 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fill_what_they_take() {
        assert_eq!(
            (width(0, Some(1_000)), width(1_000_000, Some(1_000)), width(u64::MAX, None)),
            (0, 20, 20)
        );
        assert!(width(10_000, Some(1_000)) < width(100_000, Some(1_000)));
        assert_eq!([999, 1_999, 61_500_000].map(time), ["999 µs", "1 ms", "61,50 s"]);
    }

    #[test]
    fn values_that_nobody_knows_are_gaps() {
        assert_eq!(values(&[None, Some(1.0), None], 0, "x"), None);
        let drawn = values(&[Some(0.0), None, Some(1.0), Some(9.0)], 0, "x").expect("a drawing");
        let path = drawn.split(r#"class="value" d=""#).nth(1).expect("a line");
        assert_eq!(path.split('"').next().map(|path| path.matches('M').count()), Some(2), "{path}");
    }
}
