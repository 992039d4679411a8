//! What the architecture page promises about the tree.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files with this ending below a folder.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
}

fn sources(part: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join("crates").join(part), "rs", &mut found);
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("text"))).collect()
}

#[test]
fn only_the_rules_touch_shakmaty() {
    for part in fs::read_dir(root().join("crates")).expect("crates") {
        let part = part.expect("a crate").path();
        if part.ends_with("rules") {
            continue;
        }
        let manifest = fs::read_to_string(part.join("Cargo.toml")).expect("a manifest");
        assert!(!manifest.contains("shakmaty"), "{} depends on shakmaty", part.display());
    }
    for (path, text) in sources("rules/src") {
        assert!(!text.contains("pub use shakmaty"), "{} hands shakmaty on", path.display());
    }
}

#[test]
fn the_games_are_listed_in_one_place() {
    let names = ["GameKind::<BanChess>", "GameKind::<Banqi>", "GameKind::<Enochian>", "GameKind::<Bishops>"];
    let lists: Vec<PathBuf> = ["tetrarch/src", "table/src", "rules/src"]
        .into_iter()
        .flat_map(sources)
        .filter(|(_, text)| names.iter().filter(|name| text.contains(*name)).count() > 1)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(lists.len(), 1, "{lists:?}");
}

#[test]
fn every_page_links_to_what_is_there() {
    let mut pages =
        vec!["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].into_iter().map(|p| root().join(p)).collect();
    files(&root().join("docs"), "md", &mut pages);
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            assert!(
                page.parent().expect("a folder").join(target).exists(),
                "{}: {link} is not there",
                page.display()
            );
        }
    }
}

#[test]
fn the_games_never_use_each_other() {
    let games = ["ban_chess", "banqi", "enochian", "bishops"];
    for game in games {
        let folder = root().join("crates/rules/src").join(game);
        let mut found = Vec::new();
        if folder.exists() {
            files(&folder, "rs", &mut found);
        }
        for path in found {
            let text = fs::read_to_string(&path).expect("text");
            for other in games.iter().filter(|other| **other != game) {
                assert!(!text.contains(&format!("{other}::")), "{} uses {other}", path.display());
            }
        }
    }
}

/// The crates of ours that a crate may use, as the picture on the architecture page has it.
const USES: [(&str, &[&str]); 10] = [
    ("rules", &[]),
    ("fair", &[]),
    ("store", &[]),
    ("table", &["rules"]),
    ("protocol", &["fair", "rules", "table"]),
    ("engine", &["rules", "table"]),
    ("arena", &["engine", "fair", "rules", "table"]),
    ("server", &["fair", "protocol", "rules", "store", "table"]),
    ("tui", &["engine", "protocol", "rules", "table"]),
    ("tetrarch", &["arena", "engine", "fair", "protocol", "rules", "server", "table", "tui"]),
];

#[test]
fn every_crate_uses_only_what_lies_below_it() {
    for (part, allowed) in USES {
        let manifest =
            fs::read_to_string(root().join("crates").join(part).join("Cargo.toml")).expect("a manifest");
        let used = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let used = used.split("\n[").next().unwrap_or_default();
        for (other, _) in USES {
            let uses = used.lines().any(|line| line.starts_with(&format!("tetrarch-{other}")));
            assert!(!uses || allowed.contains(&other), "{part} uses {other}");
        }
    }
}

#[test]
fn the_server_knows_no_game_by_name() {
    for part in ["server/src", "protocol/src", "store/src"] {
        for (path, text) in sources(part) {
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = code.join("\n");
            for name in ["BanChess", "Banqi", "Enochian", "Bishops", "\"ban-chess\"", "\"banqi\""] {
                assert!(!code.contains(name), "{} names {name}", path.display());
            }
        }
    }
}

#[test]
fn the_rules_read_no_clock_file_or_random_number() {
    for part in ["rules/src", "table/src"] {
        for (path, text) in sources(part) {
            for forbidden in ["std::time", "std::fs", "std::net", "SystemTime", "rand::", "println!"] {
                assert!(!text.contains(forbidden), "{} has {forbidden}", path.display());
            }
        }
    }
}
