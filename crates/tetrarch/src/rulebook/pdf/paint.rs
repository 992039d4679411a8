//! Paints the laid-out pages.

use super::PAGE_SIZE;
use super::fonts::{FontFace, FontSet};
use super::layout::DrawOp;
use crate::rulebook::shapes::{GlyphKind, Rgb, Shape, arrow_head};
use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::text::TextDirection;

const INK: Rgb = Rgb(20, 20, 20);
const FAINT: Rgb = Rgb(190, 185, 175);
/// The control point distance that approximates a quarter circle of radius 1 by a Bézier curve.
const CIRCLE_KAPPA: f32 = 0.552_284_8;

pub(super) fn paint_page(document: &mut Document, faces: &FontSet, sheet: &[DrawOp]) {
    let Some(settings) = PageSettings::from_wh(PAGE_SIZE.0, PAGE_SIZE.1) else { return };
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let mut brush = PdfPainter { surface: &mut surface, fonts: faces };
    sheet.iter().for_each(|ink| brush.paint_op(ink));
    surface.finish();
    page.finish();
}

struct PdfPainter<'a, 'b> {
    surface: &'a mut Surface<'b>,
    fonts: &'a FontSet,
}

fn rgb_colour(colour: Rgb) -> rgb::Color {
    rgb::Color::new(colour.0, colour.1, colour.2)
}

impl PdfPainter<'_, '_> {
    fn paint_op(&mut self, ink: &DrawOp) {
        match ink {
            DrawOp::Text { x, y, size, face, text } => self.text((*x, *y), *size, *face, text, INK),
            DrawOp::Rule { x, y, width } => {
                let line = polygon(&[(*x, *y), (x + width, *y)], false);
                self.path(line, None, Some((FAINT, 0.5)));
            }
            DrawOp::Board { x, y, square, shapes } => {
                shapes.iter().for_each(|shape| self.shape(shape, (*x, *y), *square));
            }
        }
    }

    fn text(&mut self, at: (f32, f32), size: f32, face: FontFace, text: &str, colour: Rgb) {
        self.fill(Some(colour));
        self.surface.set_stroke(None);
        let font = self.fonts.font(face);
        self.surface.draw_text(
            Point::from_xy(at.0, at.1),
            font,
            size,
            text,
            false,
            TextDirection::LeftToRight,
        );
    }

    fn fill(&mut self, colour: Option<Rgb>) {
        let fill = |colour| Fill {
            paint: rgb_colour(colour).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        };
        self.surface.set_fill(colour.map(fill));
    }

    fn path(&mut self, path: Option<Path>, fill: Option<Rgb>, line: Option<(Rgb, f32)>) {
        let Some(path) = path else { return };
        self.fill(fill);
        let stroke =
            |(colour, width)| Stroke { paint: rgb_colour(colour).into(), width, ..Stroke::default() };
        self.surface.set_stroke(line.map(stroke));
        self.surface.draw_path(&path);
    }

    fn shape(&mut self, shape: &Shape, origin: (f32, f32), square: f32) {
        let at = |x: f32, y: f32| (origin.0 + x * square, origin.1 + y * square);
        match shape {
            Shape::Square { x, y, fill } => {
                let (x, y) = at(*x, *y);
                let mut builder = PathBuilder::new();
                Rect::from_xywh(x, y, square, square).into_iter().for_each(|rect| builder.push_rect(rect));
                self.path(builder.finish(), Some(*fill), Some((Rgb(160, 140, 110), 0.4)));
            }
            Shape::Ring { x, y, colour } => {
                let (x, y) = at(*x, *y);
                self.path(circle(x, y, 0.45 * square), None, Some((*colour, 0.06 * square)));
            }
            Shape::Disc { x, y, radius, fill, line } => {
                let (x, y) = at(*x, *y);
                self.path(circle(x, y, radius * square), Some(*fill), Some((*line, 0.03 * square)));
            }
            Shape::Text { x, y, size, text, fill, kind } => {
                let (x, y) = at(*x, *y);
                self.centred((x, y), size * square, text, *fill, *kind);
            }
            Shape::Arrow { from, to, colour } => {
                let [tip, left, right, base] = arrow_head(*from, *to).map(|(x, y)| at(x, y));
                let shaft = polygon(&[at(from.0, from.1), base], false);
                self.path(shaft, None, Some((*colour, 0.1 * square)));
                self.path(polygon(&[tip, left, right], true), Some(*colour), None);
            }
            Shape::Line { from, to, width, colour } => {
                let line = polygon(&[at(from.0, from.1), at(to.0, to.1)], false);
                self.path(line, None, Some((*colour, width * square)));
            }
        }
    }

    /// Draws a text centred on a point.
    fn centred(&mut self, at: (f32, f32), size: f32, text: &str, colour: Rgb, kind: GlyphKind) {
        let (face, rise) = match kind {
            GlyphKind::PieceShape => (FontFace::Pieces, 0.36),
            GlyphKind::Character => (FontFace::Chinese, 0.38),
            GlyphKind::Letter => (FontFace::Bold, 0.33),
        };
        // The fonts have all letters of the games; others are skipped.
        let Ok(width) = self.fonts.width(face, size, text) else { return };
        self.text((at.0 - width / 2.0, at.1 + size * rise), size, face, text, colour);
    }
}

fn polygon(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (number, (x, y)) in points.iter().enumerate() {
        if number == 0 { builder.move_to(*x, *y) } else { builder.line_to(*x, *y) }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn circle(x: f32, y: f32, radius: f32) -> Option<Path> {
    let bend = radius * CIRCLE_KAPPA;
    let mut builder = PathBuilder::new();
    builder.move_to(x + radius, y);
    builder.cubic_to(x + radius, y + bend, x + bend, y + radius, x, y + radius);
    builder.cubic_to(x - bend, y + radius, x - radius, y + bend, x - radius, y);
    builder.cubic_to(x - radius, y - bend, x - bend, y - radius, x, y - radius);
    builder.cubic_to(x + bend, y - radius, x + radius, y - bend, x + radius, y);
    builder.close();
    builder.finish()
}
