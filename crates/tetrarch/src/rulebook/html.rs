//! Renders a page as a self-contained HTML file.

use super::block::with_curly_quotes;
use super::shapes::{DiagramShapes, GlyphKind, Rgb, Shape, arrow_head, draw};
use super::{Block, Diagram, Page};
use std::fmt::Write as _;
use tetrarch_protocol::{TextSpan, TextStyle};

const CSS: &str = "body{max-width:42em;margin:2em auto;padding:0 1em;font:1.05em/1.5 Georgia,serif;color:#1e1e1e;background:#fff}\
h1,h2{line-height:1.2}table{border-collapse:collapse;margin:1em 0}td,th{border-bottom:1px solid #ccc;padding:.25em .8em .25em 0;\
text-align:left;vertical-align:top}figure{margin:1.5em auto;text-align:center}figure svg{max-width:100%;height:auto}\
figcaption{font-style:italic;margin-top:.4em}code{font-size:.9em}@media print{figure,tr{break-inside:avoid}}";

/// Renders a page as HTML.
pub fn html(page: &Page) -> String {
    let body: String = page.blocks.iter().map(block).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{CSS}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n",
        escaped(&page.title())
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>\n", runs(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", runs(text)),
        Block::List(first, items) => {
            let tag = if first.is_some() { "ol" } else { "ul" };
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", runs(item))).collect();
            format!("<{tag}>\n{items}</{tag}>\n")
        }
        Block::Table(rows) => table(rows),
        Block::Diagram(diagram) => {
            format!("<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>\n", svg(diagram), caption(diagram))
        }
        Block::Code(code) => format!("<pre><code>{}</code></pre>\n", escaped(code)),
    }
}

fn table(rows: &[Vec<Vec<TextSpan>>]) -> String {
    let row = |(at, row): (usize, &Vec<Vec<TextSpan>>)| {
        let tag = if at == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", runs(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
}

fn runs(runs: &[TextSpan]) -> String {
    let runs = with_curly_quotes(runs);
    let set = |run: &TextSpan| {
        let text = escaped(&run.text);
        let styled = match run.style {
            None => text,
            Some(TextStyle::Bold) => format!("<strong>{text}</strong>"),
            Some(TextStyle::Italic) => format!("<em>{text}</em>"),
            Some(TextStyle::Code) => format!("<code>{text}</code>"),
        };
        // Other documents are not beside this file.
        match run.link.as_deref().filter(|link| link.starts_with("https://") || link.starts_with("http://")) {
            Some(link) => format!("<a href=\"{}\">{styled}</a>", escaped(link)),
            None => styled,
        }
    };
    runs.iter().map(set).collect()
}

fn caption(diagram: &Diagram) -> String {
    runs(&[TextSpan { text: diagram.content.caption.clone(), ..TextSpan::default() }])
}

/// Escapes text. pulldown-cmark has such a function, but not for the captions and labels that are not Markdown.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The size of a cell, in pixels.
const CELL: f32 = 40.0;

/// Renders a diagram as SVG.
fn svg(diagram: &Diagram) -> String {
    let DiagramShapes { width, height, shapes } = draw(diagram);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">",
        width * CELL,
        height * CELL,
        caption(diagram)
    );
    shapes.iter().for_each(|shape| write_shape(&mut out, shape));
    out + "</svg>"
}

fn write_shape(out: &mut String, shape: &Shape) {
    let hex = |Rgb(r, g, b): Rgb| format!("#{r:02x}{g:02x}{b:02x}");
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Square { x, y, fill } => {
            write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{}\" stroke=\"#a08c6e\" stroke-width=\".02\"/>",
                hex(*fill)
            )
        }
        Shape::Ring { x, y, colour } => {
            write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\".46\" fill=\"none\" stroke=\"{}\" stroke-width=\".06\"/>",
                hex(*colour)
            )
        }
        Shape::Disc { x, y, radius, fill, line } => write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".03\"/>",
            hex(*fill),
            hex(*line)
        ),
        Shape::Text { x, y, size, text, fill, kind } => {
            let font = match kind {
                GlyphKind::PieceShape => "DejaVu Sans,Segoe UI Symbol,sans-serif",
                GlyphKind::Character => "Noto Serif TC,Noto Serif CJK TC,Songti TC,PMingLiU,serif",
                GlyphKind::Letter => "sans-serif",
            };
            write!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-family=\"{font}\" fill=\"{}\" text-anchor=\"middle\" dominant-baseline=\"central\">{}&#xFE0E;</text>",
                hex(*fill),
                escaped(text)
            )
        }
        Shape::Arrow { from, to, colour } => {
            let [tip, left, right, base] = arrow_head(*from, *to);
            let colour = hex(*colour);
            write!(
                out,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\".1\" stroke-linecap=\"round\"/>\
                 <polygon points=\"{},{} {},{} {},{}\" fill=\"{colour}\"/>",
                from.0, from.1, base.0, base.1, tip.0, tip.1, left.0, left.1, right.0, right.1
            )
        }
        Shape::Line { from, to, width, colour } => write!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
            from.0,
            from.1,
            to.0,
            to.1,
            hex(*colour)
        ),
    };
}
