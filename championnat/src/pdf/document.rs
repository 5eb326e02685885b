//! A document of pages with text and lines: fonts are embedded, of which only the letters used; text can be selected.

use std::collections::{BTreeMap, BTreeSet};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::Face;
use unicode_normalization::UnicodeNormalization;

/// DejaVu Serif has the letters of all European languages.
const REGULAR: &[u8] = include_bytes!("../../fonts/DejaVuSerif.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/DejaVuSerif-Bold.ttf");
/// Stands for a letter that the font does not have.
const UNKNOWN: char = '\u{25a1}';
const COMPRESSION: u8 = 6;

/// The font of the document is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("font: {0}")]
pub struct FontError(String);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Regular,
    Bold,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// Shades from black (0) to white (1).
pub type Grey = f32;

/// A font, and what was written with it.
struct Font {
    face: Face<'static>,
    data: &'static [u8],
    name: &'static str,
    used: GlyphRemapper,
    /// The letter of each glyph used.
    letters: BTreeMap<u16, char>,
}

impl Font {
    fn new(name: &'static str, data: &'static [u8]) -> Result<Self, FontError> {
        let face = Face::parse(data, 0).map_err(|error| FontError(error.to_string()))?;
        Ok(Font { face, data, name, used: GlyphRemapper::new(), letters: BTreeMap::new() })
    }

    /// A length of the font in thousandths of its size.
    fn scaled(&self, length: f32) -> f32 {
        1000.0 * length / f32::from(self.face.units_per_em())
    }

    fn advance(&self, letter: char) -> f32 {
        let glyph = self.face.glyph_index(letter).and_then(|glyph| self.face.glyph_hor_advance(glyph));
        self.scaled(glyph.map_or(0.0, f32::from))
    }
}

/// A document being written.
pub struct Document {
    fonts: [Font; 2],
    /// Width and height of each page, in points.
    size: (f32, f32),
    title: String,
    pages: Vec<Content>,
    /// Texts with letters that the fonts do not have.
    incomplete: BTreeSet<String>,
}

impl Document {
    /// One without pages; pages are `size` wide and high, in points.
    pub fn new(title: &str, size: (f32, f32)) -> Result<Self, FontError> {
        let fonts = [Font::new("DejaVuSerif", REGULAR)?, Font::new("DejaVuSerif-Bold", BOLD)?];
        Ok(Document { fonts, size, title: title.to_owned(), pages: Vec::new(), incomplete: BTreeSet::new() })
    }

    /// Texts of which letters are missing.
    pub fn incomplete(&self) -> impl Iterator<Item = &str> {
        self.incomplete.iter().map(String::as_str)
    }

    /// Begins a page, on which everything is written until the next one begins.
    pub fn page(&mut self) {
        self.pages.push(Content::new());
    }

    /// The text in letters that the font has: composed, or without its accents, or as a square.
    fn letters(&mut self, style: Style, text: &str) -> String {
        let face = &self.fonts[style as usize].face;
        let has = |letter: &char| face.glyph_index(*letter).is_some();
        let mut whole = true;
        let letters = text.nfc().map(|letter| {
            if has(&letter) {
                return letter;
            }
            whole = false;
            std::iter::once(letter).nfkd().next().filter(has).unwrap_or(UNKNOWN)
        });
        let letters = letters.collect();
        if !whole {
            self.incomplete.insert(text.to_owned());
        }
        letters
    }

    /// The width of a text.
    pub fn width(&self, style: Style, size: f32, text: &str) -> f32 {
        let font = &self.fonts[style as usize];
        text.nfc().map(|letter| font.advance(letter)).sum::<f32>() * size / 1000.0
    }

    /// The text, cut so that it is no wider than this.
    pub fn cut(&self, style: Style, size: f32, text: &str, most: f32) -> String {
        if self.width(style, size, text) <= most {
            return text.to_owned();
        }
        let mut cut: String = text.nfc().collect();
        while cut.pop().is_some() {
            let shown = format!("{}…", cut.trim_end());
            if self.width(style, size, &shown) <= most {
                return shown;
            }
        }
        String::new()
    }

    /// Writes a text at this point of its baseline, from the lower left corner of the page.
    pub fn text(
        &mut self,
        (x, y): (f32, f32),
        align: Align,
        style: Style,
        size: f32,
        grey: Grey,
        text: &str,
    ) {
        let letters = self.letters(style, text);
        let width = self.width(style, size, &letters);
        let x = match align {
            Align::Left => x,
            Align::Centre => x - width / 2.0,
            Align::Right => x - width,
        };
        let font = &mut self.fonts[style as usize];
        let mut codes = Vec::with_capacity(2 * letters.len());
        for letter in letters.chars() {
            let glyph = font.face.glyph_index(letter).map_or(0, |glyph| glyph.0);
            let code = font.used.remap(glyph);
            font.letters.insert(code, letter);
            codes.extend(code.to_be_bytes());
        }
        let Some(page) = self.pages.last_mut() else { return };
        let name: &[u8] = if style == Style::Bold { b"B" } else { b"R" };
        page.begin_text();
        page.set_fill_gray(grey).set_font(Name(name), size);
        page.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]).show(Str(&codes));
        page.end_text();
    }

    /// Draws a line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, grey: Grey) {
        let Some(page) = self.pages.last_mut() else { return };
        page.set_line_width(width).set_stroke_gray(grey);
        page.move_to(from.0, from.1).line_to(to.0, to.1).stroke();
    }

    /// Draws a frame at this distance from the edges of the page.
    pub fn frame(&mut self, distance: f32, width: f32, grey: Grey) {
        let (right, top) = (self.size.0 - 2.0 * distance, self.size.1 - 2.0 * distance);
        let Some(page) = self.pages.last_mut() else { return };
        page.set_line_width(width).set_stroke_gray(grey).rect(distance, distance, right, top).stroke();
    }

    /// The file.
    pub fn finish(self, language: &str) -> Result<Vec<u8>, FontError> {
        let mut next = 1;
        let mut fresh = || {
            next += 1;
            Ref::new(next - 1)
        };
        let (catalog, tree, info) = (fresh(), fresh(), fresh());
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree).lang(TextStr(language)).viewer_preferences().display_doc_title(true);
        pdf.document_info(info).title(TextStr(&self.title)).creator(TextStr("Arbitre"));
        let fonts = [fresh(), fresh()];
        let pages: Vec<(Ref, Ref)> = self.pages.iter().map(|_| (fresh(), fresh())).collect();
        pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(pages.len() as i32);
        for ((id, contents), content) in pages.iter().zip(self.pages) {
            let mut page = pdf.page(*id);
            page.parent(tree).media_box(Rect::new(0.0, 0.0, self.size.0, self.size.1)).contents(*contents);
            page.resources().fonts().pair(Name(b"R"), fonts[0]).pair(Name(b"B"), fonts[1]);
            page.finish();
            let content = compress_to_vec_zlib(content.finish().as_slice(), COMPRESSION);
            pdf.stream(*contents, &content).filter(Filter::FlateDecode);
        }
        for (id, font) in fonts.into_iter().zip(&self.fonts) {
            embed(&mut pdf, id, [fresh(), fresh(), fresh(), fresh()], font)?;
        }
        Ok(pdf.finish())
    }
}

/// Writes a font: its letters, their widths, and how they are read back.
fn embed(
    pdf: &mut Pdf,
    id: Ref,
    [cid, descriptor, cmap, file]: [Ref; 4],
    font: &Font,
) -> Result<(), FontError> {
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    // Six letters before the name tell that it is a part of the font.
    let name = format!("ARBITR+{}", font.name);
    let name = Name(name.as_bytes());
    let mut type0 = pdf.type0_font(id);
    type0.base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(cmap);
    type0.finish();
    let mut written = pdf.cid_font(cid);
    written.subtype(CidFontType::Type2).base_font(name).system_info(system).font_descriptor(descriptor);
    written.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = font.letters.values().map(|letter| font.advance(*letter));
    let mut listed = written.widths();
    for (code, width) in font.letters.keys().zip(widths) {
        listed.same(*code, *code, width);
    }
    listed.finish();
    written.finish();
    let (face, bounds) = (&font.face, font.face.global_bounding_box());
    let corner = |x: i16| font.scaled(f32::from(x));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC | FontFlags::SERIF)
        .bbox(Rect::new(
            corner(bounds.x_min),
            corner(bounds.y_min),
            corner(bounds.x_max),
            corner(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(corner(face.ascender()))
        .descent(corner(face.descender()))
        .cap_height(corner(face.capital_height().unwrap_or(face.ascender())))
        .stem_v(80.0)
        .font_file2(file);
    let mut unicode = UnicodeCmap::new(
        Name(b"Custom"),
        SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 },
    );
    for (code, letter) in &font.letters {
        unicode.pair(*code, *letter);
    }
    pdf.cmap(cmap, &unicode.finish());
    let part = subset(font.data, 0, &font.used).map_err(|error| FontError(error.to_string()))?;
    let packed = compress_to_vec_zlib(&part, COMPRESSION);
    pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), part.len() as i32);
    Ok(())
}
