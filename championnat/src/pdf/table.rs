//! A table over as many A4 pages as it takes.

use super::document::{Align, Document, FontError, Style};

/// A4, in points.
const SIZE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 50.0;
const TITLE: f32 = 22.0;
const TEXT: f32 = 10.0;
const SMALL: f32 = 8.5;
const ROW: f32 = 19.0;
const GAP: f32 = 14.0;

pub struct PdfTable {
    pub title: String,
    /// Lines below the title.
    pub about: Vec<String>,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The column of names, which takes what the others leave, and is cut.
    pub names: usize,
}

impl PdfTable {
    /// The document; `page_of` says which page of how many it is.
    pub fn draw(&self, page_of: impl Fn(usize, usize) -> String) -> Result<Document, FontError> {
        let mut document = Document::new(&self.title, SIZE)?;
        let columns = self.columns(&document);
        let top = SIZE.1 - MARGIN - TITLE - 18.0 * self.about.len() as f32 - 24.0;
        let fits = |from: f32| ((from - ROW - MARGIN - ROW) / ROW).floor().max(1.0) as usize;
        let (first, others) = (fits(top), fits(SIZE.1 - MARGIN));
        let count = 1 + self.rows.len().saturating_sub(first).div_ceil(others);
        let (head, rest) = self.rows.split_at(first.min(self.rows.len()));
        for (number, rows) in std::iter::once(head).chain(rest.chunks(others)).enumerate() {
            document.page();
            let mut y = SIZE.1 - MARGIN;
            if number == 0 {
                y = self.heading(&mut document);
            }
            self.line(&mut document, &columns, y, Style::Bold, &self.head);
            document.line((MARGIN, y - 6.0), (SIZE.0 - MARGIN, y - 6.0), 0.8, 0.2);
            for row in rows {
                y -= ROW;
                self.line(&mut document, &columns, y, Style::Regular, row);
                document.line((MARGIN, y - 6.0), (SIZE.0 - MARGIN, y - 6.0), 0.4, 0.8);
            }
            let foot = page_of(number + 1, count);
            document.text((SIZE.0 - MARGIN, MARGIN - 20.0), Align::Right, Style::Regular, SMALL, 0.4, &foot);
        }
        Ok(document)
    }

    /// Writes the title, and says where the table begins.
    fn heading(&self, document: &mut Document) -> f32 {
        let mut y = SIZE.1 - MARGIN - TITLE;
        let title = document.cut(Style::Bold, TITLE, &self.title, SIZE.0 - 2.0 * MARGIN);
        document.text((MARGIN, y), Align::Left, Style::Bold, TITLE, 0.0, &title);
        for line in &self.about {
            y -= 18.0;
            let line = document.cut(Style::Regular, TEXT, line, SIZE.0 - 2.0 * MARGIN);
            document.text((MARGIN, y), Align::Left, Style::Regular, TEXT, 0.35, &line);
        }
        y - 30.0
    }

    /// The left and right edges of each column.
    fn columns(&self, document: &Document) -> Vec<(f32, f32)> {
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let cells = cells.map(|cell| document.width(Style::Regular, TEXT, cell));
            cells.fold(document.width(Style::Bold, TEXT, &self.head[column]), f32::max)
        };
        let mut widths: Vec<f32> = (0..self.head.len()).map(widest).collect();
        let others: f32 =
            widths.iter().enumerate().filter(|(at, _)| *at != self.names).map(|(_, width)| width).sum();
        let gaps = GAP * widths.len().saturating_sub(1) as f32;
        if let Some(names) = widths.get_mut(self.names) {
            *names = (SIZE.0 - 2.0 * MARGIN - others - gaps).max(60.0);
        }
        let mut left = MARGIN;
        let edges = widths.into_iter().map(|width| {
            let column = (left, left + width);
            left += width + GAP;
            column
        });
        edges.collect()
    }

    /// Writes a line: names to the left, everything else to the right.
    fn line(&self, document: &mut Document, columns: &[(f32, f32)], y: f32, style: Style, cells: &[String]) {
        for (at, ((left, right), cell)) in columns.iter().zip(cells).enumerate() {
            let (x, align) = if at == self.names { (*left, Align::Left) } else { (*right, Align::Right) };
            let cell = document.cut(style, TEXT, cell, right - left);
            document.text((x, y), align, style, TEXT, 0.0, &cell);
        }
    }
}
