//! A picture with the board drawn over it, as SVG in a page.

use super::{data_address, escaped};
use hexlex::board::Cell;
use hexlex::locate::Layout;
use hexlex::pixels::{Rect, crop};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::thumbnail;
use image::{DynamicImage, RgbaImage};
use std::fmt::Write;

/// The longest side of the picture in a page, in pixels. Smaller: letters of small tiles cannot be read. Larger: pages of many
/// pictures are slow to load. Chosen by hand.
const LONGEST: u32 = 900;

/// The quality of the JPEG, of 100: below, letters have visible fringes; above, the page grows. Chosen by hand.
const QUALITY: u8 = 80;

/// What is around the board, in tiles. Chosen by hand: enough to see where the board was found.
const MARGIN: f32 = 0.7;

/// Half the width and height that the line of a path leaves free around the center of a tile, in tiles: those of a `Qu`. Smaller: wide
/// letters are covered. Larger: nothing is left of the line between two tiles. Chosen by hand.
const LETTER: (f32, f32) = (0.4, 0.34);

/// The radius of the ring around a letter of a path, in tiles. Smaller: it covers the letter. Larger: it covers those beside it. Chosen
/// by hand.
const RING: f32 = 0.42;

/// How far right of the center of a tile, and above it, the number of a path's step stands, in tiles: on the ring. Smaller: it covers
/// the letter. Larger: it covers that of the next tile. Chosen by hand.
const BADGE: f32 = 0.3;
/// The radius of a number's plate, in tiles. Smaller: it cannot be read on a phone. Larger: it covers the letter. Chosen by hand.
const PLATE: f32 = 0.15;

/// How a tile is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkKind {
    /// Nothing is to be said.
    Good,
    /// It has a low confidence.
    Doubtful,
    Unreadable,
    Wrong,
}

impl MarkKind {
    /// The class of the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            MarkKind::Good => "good",
            MarkKind::Doubtful => "doubt",
            MarkKind::Unreadable => "unread",
            MarkKind::Wrong => "wrong",
        }
    }
}

/// What is written on a tile.
pub(crate) struct Mark {
    pub(crate) cell: Cell,
    pub(crate) kind: MarkKind,
    /// The letters.
    pub(crate) label: String,
    /// What is shown where the pointer rests.
    pub(crate) title: String,
}

/// The part of a picture with the board, small enough for a page.
pub(crate) struct BoardPicture {
    jpeg: Vec<u8>,
    area: Rect,
    layout: Layout,
    marks: Vec<Mark>,
}

impl BoardPicture {
    /// The board of this layout with its marks; `None` where it lies outside the picture.
    pub(crate) fn new(picture: &RgbaImage, layout: &Layout, mut marks: Vec<Mark>) -> Option<BoardPicture> {
        let (left, top, right, bottom) = layout.bounds();
        let margin = MARGIN * layout.tile();
        let size = |from: f32, to: f32| (to - from + 2.0 * margin).max(1.0) as u32;
        let around = Rect {
            x: (left - margin) as i32,
            y: (top - margin) as i32,
            width: size(left, right),
            height: size(top, bottom),
        };
        let whole = Rect { x: 0, y: 0, width: picture.width(), height: picture.height() };
        let area = around.shared(&whole)?;
        let mut part = crop(picture, area);
        let long = area.width.max(area.height);
        if long > LONGEST {
            let side = |n: u32| (n * LONGEST / long).max(1);
            part = thumbnail(&part, side(area.width), side(area.height));
        }
        let mut jpeg = Vec::new();
        let rgb = DynamicImage::from(part).into_rgb8();
        rgb.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY)).ok()?;
        // Worse marks are drawn later, over the better ones.
        marks.sort_by_key(|mark| mark.kind);
        Some(BoardPicture { jpeg, area, layout: layout.clone(), marks })
    }

    /// The center of a cell in the drawing, whose unit is a tile.
    fn center(&self, cell: Cell) -> (f32, f32) {
        let (x, y) = self.layout.center(cell);
        ((x - self.area.x as f32) / self.layout.tile(), (y - self.area.y as f32) / self.layout.tile())
    }

    /// The centers of a path's tiles as SVG has them.
    pub(crate) fn points(&self, path: &[Cell]) -> String {
        let point = |&cell: &Cell| {
            let (x, y) = self.center(cell);
            format!("{x:.2},{y:.2}")
        };
        path.iter().map(point).collect::<Vec<_>>().join(" ")
    }

    /// The drawing, with this path; the number makes its ids unique on the page.
    pub(crate) fn svg(&self, name: &str, path: &[Cell], number: usize) -> String {
        let tile = self.layout.tile();
        let (width, height) = (self.area.width as f32 / tile, self.area.height as f32 / tile);
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {width:.2} {height:.2}\" role=\"img\" aria-label=\"{}\">\n\
             <image width=\"{width:.2}\" height=\"{height:.2}\" href=\"{}\"/>\n",
            escaped(name),
            data_address("jpeg", &self.jpeg)
        );
        svg.push_str(&self.line(path, number));
        let (pitch, tilt) = (self.layout.pitch(), self.layout.tilt());
        let (w, h) = (0.94 * pitch.0 / tile, 0.94 * pitch.1 / tile);
        for Mark { cell, kind, label, title } in &self.marks {
            let (x, y) = self.center(*cell);
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<g class=\"{}\" transform=\"translate({x:.2} {y:.2}) rotate({tilt:.1})\"><title>{}</title>\
                 <rect x=\"{:.2}\" y=\"{:.2}\" width=\"{w:.2}\" height=\"{h:.2}\" rx=\".1\"/>\
                 <text x=\"{:.2}\" y=\"{:.2}\">{}</text></g>",
                kind.class(),
                escaped(title),
                -w / 2.0,
                -h / 2.0,
                -w / 2.0 + 0.06,
                -h / 2.0 + 0.3,
                escaped(label)
            );
        }
        svg.push_str(&self.steps(path));
        svg.push_str("</svg>\n");
        svg
    }

    /// The line of a path, below the marks. The script of the page moves it, so a mask keeps every letter free.
    fn line(&self, path: &[Cell], number: usize) -> String {
        if path.is_empty() {
            return String::new();
        }
        let letters = self.layout.shape().cells().map(|cell| {
            let (x, y) = self.center(cell);
            let (rx, ry) = LETTER;
            format!("<ellipse cx=\"{x:.2}\" cy=\"{y:.2}\" rx=\"{rx}\" ry=\"{ry}\"/>")
        });
        format!(
            "<mask id=\"letters-{number}\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"100%\" height=\"100%\">\
             <rect width=\"100%\" height=\"100%\"/>{}</mask>\n\
             <g class=\"path\" mask=\"url(#letters-{number})\"><polyline points=\"{}\"/></g>\n",
            letters.collect::<String>(),
            self.points(path)
        )
    }

    /// The tiles of a path, above the marks: a ring around each letter with its number at the upper right. The script of the page copies
    /// the first.
    fn steps(&self, path: &[Cell]) -> String {
        let steps = path.iter().enumerate().map(|(place, &cell)| {
            let (x, y) = self.center(cell);
            format!(
                "<g class=\"step\" transform=\"translate({x:.2} {y:.2})\"><circle r=\"{RING}\"/>\
                 <circle class=\"badge\" cx=\"{BADGE}\" cy=\"-{BADGE}\" r=\"{PLATE}\"/>\
                 <text x=\"{BADGE}\" y=\"-{BADGE}\">{}</text></g>\n",
                place + 1
            )
        });
        steps.collect()
    }
}
