//! A page for organisers to print: a link and its QR code for each seat.

use qrcode::QrCode;
use qrcode::render::svg;
use std::fmt::Write as _;
use tetrarch_protocol::SetTable;

/// Escapes text for HTML. Two short pages need it, which is too little for a template engine.
pub(super) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn qr_code(link: &str) -> String {
    let code = QrCode::new(link).map(|code| {
        let drawing = code.render::<svg::Color<'_>>().min_dimensions(160, 160).quiet_zone(true).build();
        drawing.split_once("?>").map_or(drawing.clone(), |(_, svg)| svg.to_string())
    });
    code.unwrap_or_default()
}

/// Renders the page.
pub(super) fn page(name: &str, site: &str, tables: &[SetTable]) -> String {
    let mut text = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title><style>\
         body{{font:16px/1.4 sans-serif;margin:2em}}section{{break-inside:avoid;border-top:1px dashed #888;padding:1em 0}}\
         .seats{{display:flex;flex-wrap:wrap;gap:1.5em}}figure{{margin:0;width:170px;text-align:center}}\
         figcaption{{font-weight:bold;text-transform:capitalize}}small{{word-break:break-all;font-size:9px}}\
         svg{{width:160px;height:160px}}</style><h1>{0}</h1>",
        escape_html(name)
    );
    for (table, number) in tables.iter().zip(1..) {
        let _ = write!(text, "<section><h2>Table {number}</h2><div class=\"seats\">");
        for (seat, invite) in &table.invites.0 {
            let link = format!("{site}/table/{}?invite={invite}", table.table);
            let _ = write!(
                text,
                "<figure>{}<figcaption>{}</figcaption><small>{}</small></figure>",
                qr_code(&link),
                escape_html(seat),
                escape_html(&link)
            );
        }
        text.push_str("</div></section>");
    }
    text.push_str("</html>");
    text
}
