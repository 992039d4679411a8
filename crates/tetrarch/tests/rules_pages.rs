//! The rules pages as documents.

use clap::CommandFactory as _;
use std::collections::BTreeSet;
use std::process::{Command, Output};
use tetrarch::cli::Cli;
use tetrarch::games::{GAMES, rules_page};
use tetrarch::rulebook::{Block, Page, html, markdown, pdf, text};

fn pages() -> impl Iterator<Item = (&'static str, &'static str, Page)> {
    GAMES.iter().map(|game| {
        let source = rules_page(game.name()).expect("no such page");
        let page = Page::parse(source).unwrap_or_else(|why| panic!("{}: {why}", game.name()));
        (game.name(), source, page)
    })
}

fn tetrarch(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetrarch")).args(args).output().expect("failed to run tetrarch")
}

#[test]
fn every_game_has_a_page_with_diagrams_and_rulings() {
    for (game, _, page) in pages() {
        let diagrams = page.blocks.iter().filter(|block| matches!(block, Block::Diagram(_))).count();
        assert!(diagrams >= 2, "{game} has {diagrams} diagrams");
        assert!(text(&page).contains("how we decided"), "{game}");
    }
}

#[test]
fn the_page_of_bishops_mentions_the_false_rule() {
    let page = Page::parse(rules_page("bishops").expect("no such page")).expect("no such page");
    let text = text(&page).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("The false rule.") && text.contains("Force Duel") && text.contains("anytime"));
}

#[test]
fn every_format_has_every_diagram_and_caption() {
    for (game, source, page) in pages() {
        let (plain, web) = (text(&page), html(&page));
        let letters = markdown(source).expect("no Markdown");
        assert!(!letters.contains("```diagram"), "{game}");
        let flat = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let straight = web.replace(['‘', '’'], "'").replace(['“', '”'], "\"").replace("&amp;", "&");
        for block in &page.blocks {
            let Block::Diagram(diagram) = block else { continue };
            let caption = &diagram.content.caption;
            assert!(!caption.is_empty(), "{game}: a diagram without a caption");
            assert!(flat.contains(caption), "{game}: {caption}");
            assert!(letters.contains(caption), "{game}: {caption}");
            assert!(straight.contains(&format!("<figcaption>{caption}</figcaption>")), "{game}: {caption}");
        }
        assert_eq!(web.matches("<svg").count(), source.matches("```diagram").count());
        assert!(plain.lines().all(|line| line.chars().count() <= 90), "{game} is too wide");
    }
}

#[test]
fn a_ban_is_drawn_as_a_cross_and_not_as_an_arrow() {
    let read = |lines: &str| {
        let own = format!("# Own\n\n```diagram\ngame: ban-chess\n{lines}\n```\n");
        Page::parse(&own).expect("no such page")
    };
    let (green, red) = ("stroke=\"#14783c\"", "stroke=\"#c81e19\"");
    for banned in ["play: b:e2e4", "bans: e2-e4"] {
        let page = read(banned);
        let (web, letters) = (html(&page), text(&page));
        assert!(web.contains(red) && !web.contains(green), "{banned}: {web}");
        assert!(letters.contains("xPx"), "{banned}: {letters}");
    }
    let web = html(&read("arrows: e2-e4"));
    assert!(web.contains(green) && !web.contains(red), "{web}");
}

#[test]
fn every_page_can_be_exported_as_pdf() {
    for (game, _, page) in pages() {
        let file = pdf(&page).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert!(file.starts_with(b"%PDF-") && file.len() > 20_000, "{game}: {} bytes", file.len());
    }
}

#[test]
fn the_page_of_banqi_has_the_characters_that_the_board_draws() {
    let web = include_str!("../../../web/src/board/characters.ts");
    let is_chinese = |letter: &char| ('\u{4e00}'..='\u{9fff}').contains(letter);
    let drawn: BTreeSet<char> = web.chars().filter(is_chinese).collect();
    let source = rules_page("banqi").expect("no such page");
    let on_page: BTreeSet<char> = source.chars().filter(is_chinese).collect();
    assert_eq!((drawn.len(), &drawn), (14, &on_page));
    // A board with all characters, which the fonts must contain too.
    let board = "kgechpq./KGECHPQ./......../........";
    let own =
        format!("# All\n\n```diagram\ngame: banqi\nposition: {board} r 1 gechppppqGECHPPPPQ 0 61 -\n```\n");
    let page = Page::parse(&own).expect("no such page");
    let shown: BTreeSet<char> = html(&page).chars().filter(is_chinese).collect();
    assert_eq!(shown, drawn);
    let fonts = String::from_utf8_lossy(&pdf(&page).expect("no PDF")).into_owned();
    assert!(fonts.contains("TetrarchBanqiMen"), "the PDF does not contain the characters");
}

#[test]
fn an_invalid_diagram_reports_the_error() {
    for (block, why) in [
        ("game: chess", "unknown game"),
        ("game: ban-chess\narrows: e2-e9", "e9"),
        ("game: ban-chess\nbans: e2", "e2-e4"),
        ("game: ban-chess\nplay: e5", "e5"),
        ("game: banqi\ncolour: red", "colour"),
        ("caption: nothing", "game: NAME"),
    ] {
        let error = Page::parse(&format!("# Own\n\n```diagram\n{block}\n```\n")).unwrap_err();
        assert!(error.contains(why), "{block}: {error}");
    }
}

#[test]
fn a_page_of_the_operator_can_be_exported() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let (own, out) = (folder.path().join("own.md"), folder.path().join("own.pdf"));
    std::fs::write(&own, "# House rules\n\nNo talking.\n\n```diagram\ngame: banqi\n```\n")
        .expect("failed to write the file");
    let (own, out_name) =
        (own.to_str().expect("the value is not text"), out.to_str().expect("the value is not text"));
    let result = tetrarch(&["rules", "banqi", "--text", own, "--format", "pdf", "-o", out_name]);
    assert!(result.status.success(), "{result:?}");
    assert!(std::fs::read(&out).expect("failed to read the file").starts_with(b"%PDF-"));
}

#[test]
fn the_export_falls_back_to_text_if_the_pdf_fails() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let (own, out) = (folder.path().join("own.md"), folder.path().join("own.pdf"));
    std::fs::write(&own, "# 暗棋\n\nHouse rules.\n").expect("failed to write the file");
    let (own, out_name) =
        (own.to_str().expect("the value is not text"), out.to_str().expect("the value is not text"));
    let result = tetrarch(&["rules", "banqi", "--text", own, "--format", "pdf", "-o", out_name]);
    assert!(result.status.success());
    assert!(String::from_utf8_lossy(&result.stderr).contains("Writing plain text instead"), "{result:?}");
    assert!(std::fs::read_to_string(&out).expect("failed to read the file").contains("House rules."));
}

#[test]
fn completions_and_man_pages_cover_every_command() {
    let cli = Cli::command();
    let commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    assert!(commands.contains(&"play"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let result = tetrarch(&["completions", shell]);
        let script = String::from_utf8_lossy(&result.stdout).to_string();
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '-';
        let words: BTreeSet<&str> = script.split(|letter: char| !is_word(letter)).collect();
        for command in &commands {
            assert!(words.contains(command), "{shell}: {command}");
        }
    }
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let name = folder.path().to_str().expect("the value is not text");
    assert!(tetrarch(&["man", "-o", name]).status.success());
    assert!(folder.path().join("tetrarch.1").exists());
    for command in commands {
        assert!(folder.path().join(format!("tetrarch-{command}.1")).exists(), "{command}");
    }
}
