//! Links to tables, as the web page shows them.

use crate::UserError;
use ureq::http::Uri;

/// A parsed link to a server or one of its tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLink {
    /// The server's base URL, such as `https://games.example.org`.
    pub server: String,
    /// The table, if the link names one.
    pub table: Option<String>,
    /// The invite to a seat, if the link holds one.
    pub invite: Option<String>,
}

impl TableLink {
    /// Whether a text is a link rather than the name of a game.
    pub fn looks_like_link(text: &str) -> bool {
        text.contains("://")
    }

    /// Parses `https://SERVER/table/TABLE?invite=INVITE`. Only the server is required.
    ///
    /// # Errors
    /// If the text is not such a link.
    pub fn parse(text: &str) -> Result<TableLink, UserError> {
        let wrong = || {
            UserError(format!(
                "invalid server address {text:?}: expected a URL that starts with http:// or https://"
            ))
        };
        let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
        let (Some(scheme @ ("http" | "https")), Some(host)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong());
        };
        let table = uri.path().trim_matches('/').strip_prefix("table/").filter(|table| !table.is_empty());
        let mut query = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let invite = query.find(|(name, _)| name == "invite").map(|(_, invite)| invite);
        Ok(TableLink {
            server: format!("{scheme}://{host}"),
            table: table.map(String::from),
            invite: invite.filter(|invite| !invite.is_empty()).map(String::from),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_server_table_and_invite() {
        let link = TableLink::parse("https://games.example.org:8443/table/k3mzq9abcdef?invite=5f0c").unwrap();
        assert_eq!(link.server, "https://games.example.org:8443");
        assert_eq!(link.table.as_deref(), Some("k3mzq9abcdef"));
        assert_eq!(link.invite.as_deref(), Some("5f0c"));
    }

    #[test]
    fn the_table_is_optional() {
        for text in ["http://127.0.0.1:4444", "http://127.0.0.1:4444/", "HTTP://127.0.0.1:4444/?"] {
            let link = TableLink::parse(text).unwrap();
            assert_eq!((link.server.as_str(), link.table), ("http://127.0.0.1:4444", None), "{text}");
        }
    }

    #[test]
    fn other_texts_are_errors() {
        for text in ["banqi", "ftp://example.org/table/x", "https:///table/x", "example.org"] {
            assert!(TableLink::parse(text).is_err(), "{text}");
        }
    }
}
