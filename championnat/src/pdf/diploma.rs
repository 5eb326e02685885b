//! Certificates: a landscape A4 page each.

use super::document::{Align, Document, FontError, Style};

/// A4 landscape, in points.
const SIZE: (f32, f32) = (842.0, 595.0);
const MIDDLE: f32 = SIZE.0 / 2.0;
/// The widest text.
const WIDEST: f32 = SIZE.0 - 180.0;

pub struct Diploma {
    pub name: String,
    /// The place, as a sentence.
    pub place: String,
    /// What was reached, as a sentence.
    pub reached: String,
}

/// What all certificates have.
pub struct Ceremony {
    pub heading: String,
    pub contest: String,
    pub date: String,
    /// The organiser's line.
    pub signed: Option<String>,
}

impl Ceremony {
    pub fn draw(&self, diplomas: &[Diploma]) -> Result<Document, FontError> {
        let mut document = Document::new(&self.contest, SIZE)?;
        for diploma in diplomas {
            document.page();
            document.frame(30.0, 1.6, 0.25);
            document.frame(36.0, 0.5, 0.45);
            centred(&mut document, 480.0, Style::Regular, 20.0, 0.35, &self.heading);
            document.line((MIDDLE - 60.0, 462.0), (MIDDLE + 60.0, 462.0), 0.8, 0.45);
            centred(&mut document, 425.0, Style::Regular, 18.0, 0.0, &self.contest);
            centred(&mut document, 318.0, Style::Bold, 44.0, 0.0, &diploma.name);
            centred(&mut document, 250.0, Style::Regular, 22.0, 0.0, &diploma.place);
            centred(&mut document, 220.0, Style::Regular, 13.0, 0.35, &diploma.reached);
            document.text((90.0, 90.0), Align::Left, Style::Regular, 12.0, 0.2, &self.date);
            document.line((SIZE.0 - 310.0, 108.0), (SIZE.0 - 90.0, 108.0), 0.6, 0.45);
            if let Some(signed) = &self.signed {
                let signed = document.cut(Style::Regular, 12.0, signed, 220.0);
                document.text((SIZE.0 - 90.0, 90.0), Align::Right, Style::Regular, 12.0, 0.2, &signed);
            }
        }
        Ok(document)
    }
}

/// Writes a text in the middle, smaller if need be, and cut at the smallest size.
fn centred(document: &mut Document, y: f32, style: Style, size: f32, grey: f32, text: &str) {
    let width = document.width(style, size, text);
    let size = if width > WIDEST { (size * WIDEST / width).max(size / 2.5) } else { size };
    let text = document.cut(style, size, text, WIDEST);
    document.text((MIDDLE, y), Align::Centre, style, size, grey, &text);
}
