//! Rules pages: those of the games, and the operator's own.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::OnceLock;
use tetrarch_protocol::{RulesBlock, RulesDocument, TextStyle};
use tetrarch_server::Config;

#[tokio::test]
async fn rules_pages_of_the_operator_are_added_to_the_built_in_ones() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("house-rules.md"), "# Rules of the house\n\nTea first.\n").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "not a rules page").unwrap();
    let path = folder.keep();
    // The configuration function cannot capture the path.
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.set(path).unwrap();
    let server = TestServer::with_config(|config: &mut Config| config.rules_dir = PATH.get().cloned()).await;
    let anonymous = HttpClient::anonymous(&server);
    let pages: Value = anonymous.get("/api/rules").await.json();
    let titles: Vec<&str> =
        pages.as_array().unwrap().iter().map(|page| page["title"].as_str().unwrap()).collect();
    assert!(titles.contains(&"Rules of the house") && titles.contains(&"Bishops"), "{titles:?}");
    assert!(anonymous.get("/api/rules/house-rules").await.body.contains("Tea first."));
    for name in ["rulings", "bishops", "banqi", "enochian", "ban-chess"] {
        assert!(anonymous.get(&format!("/api/rules/{name}")).await.body.starts_with("# "), "{name}");
    }
    for name in ["secret", "secret.txt", "..%2Fsecret", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"] {
        assert_eq!(anonymous.get(&format!("/api/rules/{name}")).await.status, 404, "{name}");
    }
    std::fs::remove_dir_all(PATH.get().unwrap()).unwrap();
}

/// The spans of a page.
fn spans(document: &RulesDocument) -> impl Iterator<Item = &tetrarch_protocol::TextSpan> {
    document.blocks.iter().flat_map(|block| match block {
        RulesBlock::Paragraph { spans } | RulesBlock::Heading { spans, .. } => spans.iter().collect(),
        RulesBlock::List { items, .. } => items.iter().flatten().collect(),
        RulesBlock::Table { head, rows } => head.iter().chain(rows.iter().flatten()).flatten().collect(),
        _ => Vec::new(),
    })
}

#[tokio::test]
async fn a_rules_page_is_served_as_blocks() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let pages: Value = anonymous.get("/api/rules").await.json();
    for page in pages.as_array().unwrap() {
        let name = page["name"].as_str().unwrap();
        let source = anonymous.get(&format!("/api/rules/{name}")).await.body;
        let document: RulesDocument = anonymous.get(&format!("/api/rules/{name}/blocks")).await.json();
        assert_eq!(document.title, page["title"].as_str().unwrap());
        let count =
            |wanted: fn(&RulesBlock) -> bool| document.blocks.iter().filter(|one| wanted(one)).count();
        let diagrams = count(|block| matches!(block, RulesBlock::Diagram(_)));
        assert_eq!(diagrams, source.matches("\n```diagram\n").count(), "{name}");
        let headings = count(|block| matches!(block, RulesBlock::Heading { .. }));
        assert_eq!(headings, source.lines().filter(|line| line.starts_with('#')).count(), "{name}");
        assert!(spans(&document).all(|span| !span.text.contains("](")), "{name}");
    }
    let banqi: RulesDocument = anonymous.get("/api/rules/banqi/blocks").await.json();
    let link = spans(&banqi).find(|span| span.link.is_some()).expect("the page has a link");
    assert_eq!((link.text.as_str(), link.link.as_deref()), ("fair dealing", Some("../fair-dealing.md")));
    assert!(spans(&banqi).any(|span| span.style == Some(TextStyle::Bold)));
    let tasks =
        banqi.blocks.iter().filter(|block| matches!(block, RulesBlock::Diagram(one) if one.task.is_some()));
    assert!(tasks.count() >= 3, "the page has positions to try");
    assert_eq!(anonymous.get("/api/rules/nothing/blocks").await.status, 404);
}

#[tokio::test]
async fn a_page_with_a_broken_diagram_says_what_is_wrong() {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = tempfile::TempDir::new().unwrap();
    FOLDER.set(folder.path().to_path_buf()).unwrap();
    let page = "# Ours\n\nSee [the rest](rest.md).\n\n```diagram\ngame: banqi\ncells: z9\n```\n";
    std::fs::write(folder.path().join("ours.md"), page).unwrap();
    std::fs::write(folder.path().join("rest.md"), "# Rest\n\n<script>alert(1)</script>\n").unwrap();
    let server =
        TestServer::with_config(|config: &mut Config| config.rules_dir = FOLDER.get().cloned()).await;
    let anonymous = HttpClient::anonymous(&server);
    let refused = anonymous.get("/api/rules/ours/blocks").await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("no such cell") && refused.body.contains("z9"), "{}", refused.body);
    assert_eq!(anonymous.get("/api/rules/ours").await.body, page, "the Markdown is served as it is");
    let rest: RulesDocument = anonymous.get("/api/rules/rest/blocks").await.json();
    assert!(spans(&rest).any(|span| span.text.contains("<script>")), "HTML is text: {rest:?}");
}
