//! Checks what ARCHITECTURE.md says about the source tree.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Collects all files with this extension below a folder.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("failed to read the folder") {
        let path = entry.expect("failed to read the folder").path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

/// The Rust files below a folder of `crates/`, with their contents.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join("crates").join(folder), "rs", &mut found);
    let read = |path: &PathBuf| fs::read_to_string(path).expect("failed to read the file");
    found.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// The code of a file without its comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Whether an identifier occurs in the code.
fn has_word(code: &str, word: &str) -> bool {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|own| own == word)
}

/// The rest of a text from each of its lines on, without the indentation.
fn from_each_line(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(text[*end - line.len()..].trim_start())
    })
}

/// The `use` declarations of a file, each from its visibility to its semicolon.
fn use_declarations(code: &str) -> impl Iterator<Item = &str> {
    let declarations = from_each_line(code).filter(|rest| without_visibility(rest).starts_with("use "));
    declarations.map(|rest| rest.split(';').next().unwrap_or_default())
}

/// Whether a file uses a module, by its path or by a `use` declaration.
fn uses_module(code: &str, module: &str) -> bool {
    code.contains(&format!("{module}::")) || use_declarations(code).any(|item| has_word(item, module))
}

/// The names of a crate's dependencies, as cargo understands them, but for those of its tests.
fn dependencies(crate_name: &str) -> BTreeSet<String> {
    let manifest = root().join("crates").join(crate_name).join("Cargo.toml");
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("failed to run cargo");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let metadata: Value = serde_json::from_slice(&asked.stdout).expect("invalid JSON");
    let package = match crate_name {
        "tetrarch" => "tetrarch".to_string(),
        other => format!("tetrarch-{other}"),
    };
    let mut packages = metadata["packages"].as_array().expect("no packages").iter();
    let found = packages.find(|own| own["name"] == package.as_str()).expect("no such package");
    let all = found["dependencies"].as_array().expect("no dependencies").iter();
    let used = all.filter(|dependency| dependency["kind"] != "dev");
    used.map(|dependency| dependency["name"].as_str().expect("no name").to_string()).collect()
}

#[test]
fn only_the_rules_crate_uses_shakmaty() {
    for (name, _) in CRATE_DEPENDENCIES {
        assert_eq!(dependencies(name).contains("shakmaty"), name == "rules", "{name}");
    }
    for (path, text) in sources("rules/src") {
        let code = code(&text);
        let exports =
            use_declarations(&code).any(|item| item.starts_with("pub use ") && has_word(item, "shakmaty"));
        assert!(!exports, "{} re-exports shakmaty", path.display());
    }
}

#[test]
fn the_games_are_listed_in_one_place() {
    let lists: Vec<PathBuf> = ["tetrarch/src", "table/src", "server/src"]
        .into_iter()
        .flat_map(sources)
        .filter(|(_, text)| {
            let code = code(text);
            GAME_MODULES.iter().filter(|game| uses_module(&code, game)).count() > 1
        })
        .map(|(path, _)| path)
        .collect();
    assert!(lists.len() == 1 && lists[0].ends_with("games/mod.rs"), "{lists:?}");
}

#[test]
fn modules_are_found_in_any_declaration() {
    for text in ["use crate::{a, banqi};", "fn f() {}\npub use super::banqi as b;", "let x = banqi::new();"] {
        assert!(uses_module(&code(text), "banqi"), "{text}");
    }
    for text in ["let banqi = 1;", "// use crate::banqi;", "use crate::banqis;"] {
        assert!(!uses_module(&code(text), "banqi"), "{text}");
    }
}

#[test]
fn every_relative_link_in_the_documents_resolves() {
    let mut pages =
        vec!["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].into_iter().map(|p| root().join(p)).collect();
    files(&root().join("docs"), "md", &mut pages);
    for page in pages {
        let text = fs::read_to_string(&page).expect("failed to read the page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            assert!(
                page.parent().expect("a file is in a folder").join(target).exists(),
                "{}: {link} does not exist",
                page.display()
            );
        }
    }
}

const GAME_MODULES: [&str; 4] = ["ban_chess", "banqi", "bishops", "enochian"];

#[test]
fn the_games_never_use_each_other() {
    for game in GAME_MODULES {
        for (path, text) in sources(&format!("rules/src/{game}")) {
            for other in GAME_MODULES.iter().filter(|other| **other != game) {
                assert!(!uses_module(&code(&text), other), "{} uses {other}", path.display());
            }
        }
    }
}

/// Each crate with the crates that it uses, as in the diagram in ARCHITECTURE.md.
const CRATE_DEPENDENCIES: [(&str, &[&str]); 10] = [
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
fn the_crates_depend_on_each_other_as_in_the_diagram() {
    for (name, allowed) in CRATE_DEPENDENCIES {
        let dependencies = dependencies(name);
        let own: BTreeSet<&str> =
            dependencies.iter().filter_map(|package| package.strip_prefix("tetrarch-")).collect();
        assert_eq!(own, allowed.iter().copied().collect(), "{name}");
    }
}

/// The spellings of the games in lower case. The game Bishops shares its name with a chess piece in the plural, so it only
/// counts with a capital, in quotes or as a module.
const NAMES_OF_GAMES: [&str; 5] = ["banchess", "ban_chess", "ban-chess", "banqi", "enochian"];
const NAMES_OF_BISHOPS: [&str; 6] = ["Bishops", "BISHOPS", "\"bishops", "'bishops", "`bishops", "bishops::"];

/// The first line that names a game, with its number.
fn line_with_game(text: &str) -> Option<(usize, &str)> {
    let names_game = |line: &str| {
        let lower = line.to_lowercase().replace("ban chess", "ban-chess");
        NAMES_OF_GAMES.iter().any(|name| lower.contains(name))
            || NAMES_OF_BISHOPS.iter().any(|name| line.contains(name))
    };
    let found = text.lines().enumerate().find(|(_, line)| names_game(line));
    found.map(|(index, line)| (index + 1, line))
}

/// The source without unit tests and without the lines that declare and export modules.
fn without_tests_and_exports(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_export = |line: &&str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.ends_with(';') && (line.starts_with("mod ") || line.starts_with("use "))
    };
    let export = |line: &str| is_export(&line) && GAME_MODULES.iter().any(|game| line.contains(game));
    code.lines().map(|line| if export(line) { "" } else { line }).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_modules_of_a_game_name_it() {
    let crates = root().join("crates");
    for (name, _) in CRATE_DEPENDENCIES {
        for (path, text) in sources(&format!("{name}/src")) {
            let own = path.strip_prefix(&crates).expect("a path below crates/");
            let of_one_game = own.iter().any(|part| {
                GAME_MODULES.iter().any(|game| Path::new(part).file_stem().is_some_and(|stem| stem == *game))
            });
            let is_test = own.iter().any(|part| {
                let stem = Path::new(part).file_stem().unwrap_or_default().to_string_lossy();
                stem == "tests" || stem.ends_with("_tests")
            });
            if of_one_game || is_test || own.ends_with("games/mod.rs") {
                continue;
            }
            let named = without_tests_and_exports(&text);
            assert_eq!(line_with_game(&named), None, "{} names a game", path.display());
        }
    }
}

#[test]
fn the_page_names_no_game() {
    let mut found = Vec::new();
    for folder in ["web/src", "web/build"] {
        for extension in ["ts", "svelte", "css", "html", "mjs", "js"] {
            files(&root().join(folder), extension, &mut found);
        }
    }
    assert!(found.len() > 50, "the page is in web/");
    for path in found.into_iter().filter(|path| !path.to_string_lossy().ends_with(".test.ts")) {
        let text = fs::read_to_string(&path).expect("failed to read the file");
        assert_eq!(line_with_game(&text), None, "{} names a game", path.display());
    }
}

#[test]
fn names_of_games_are_found_in_any_spelling() {
    for line in
        ["BanChess", "// Ban-Chess", "ban_chess::x", "a banqi", "\"bishops\"", "in Bishops", "Enochian"]
    {
        assert!(line_with_game(line).is_some(), "{line}");
    }
    for line in ["his bishops become queens", "let [pawns, bishops] = roles;", "\"bishop\"", "a chess game"] {
        assert_eq!(line_with_game(line), None, "{line}");
    }
}

#[test]
fn rules_and_table_use_no_clock_file_or_randomness() {
    for folder in ["rules/src", "table/src"] {
        for (path, text) in sources(folder) {
            let code = code(&text);
            // A `Duration` is a value, and is permitted.
            for forbidden in ["Instant", "SystemTime", "rand", "getrandom", "print", "println", "eprintln"] {
                assert!(!has_word(&code, forbidden), "{} uses {forbidden}", path.display());
            }
            for module in ["fs", "net"] {
                assert!(!uses_module(&code, module), "{} uses std::{module}", path.display());
            }
        }
    }
}

/// Where `crates/server` reads the time, so that tests can pause and advance it.
const CLOCK: &str = "server/src/clock.rs";

#[test]
fn the_server_reads_the_time_only_from_its_clock() {
    for (path, text) in sources("server/src").into_iter().filter(|(path, _)| !path.ends_with(CLOCK)) {
        let code = code(&text);
        for forbidden in ["Instant::now", "UtcDateTime::now", "SystemTime", "UNIX_EPOCH.elapsed"] {
            assert!(!code.contains(forbidden), "{} uses {forbidden} instead of Clock", path.display());
        }
    }
}

/// Type names that may mean two things, each with the reason.
const SHARED_NAMES: [(&str, &str); 0] = [];

/// The definition of a type or trait.
#[derive(Clone, Debug)]
struct Definition {
    name: String,
    /// From `crates/` on.
    path: PathBuf,
    line: usize,
    in_tests: bool,
}

impl Definition {
    fn has_component(&self, component: &str) -> bool {
        let matches = |part: &Path| part.file_stem().is_some_and(|stem| stem == component);
        self.path.iter().any(|part| matches(Path::new(part)))
    }

    fn crate_name(&self) -> &str {
        self.path.iter().next().and_then(|name| name.to_str()).expect("a path in a crate")
    }

    fn game(&self) -> Option<&'static str> {
        GAME_MODULES.into_iter().find(|game| self.has_component(game))
    }

    /// Whether both are the same thing in sibling modules, or never meet.
    fn may_share_name_with(&self, other: &Definition) -> bool {
        let same_crate = self.crate_name() == other.crate_name();
        if (self.in_tests || other.in_tests) && !same_crate {
            return true;
        }
        let has_games = |own: &Definition| ["rules", "engine", "table"].contains(&own.crate_name());
        let sibling_games = self.game().is_some() && other.game().is_some() && self.game() != other.game();
        let client = |own: &Definition| {
            ["tui/src/local", "tui/src/remote"].into_iter().find(|client| own.path.starts_with(client))
        };
        let sibling_clients =
            client(self).is_some() && client(other).is_some() && client(self) != client(other);
        sibling_clients || sibling_games && (same_crate || has_games(self) && has_games(other))
    }
}

/// The types and traits that a file defines. Skips associated types; relies on the indentation of rustfmt.
fn definitions(path: &Path, text: &str) -> Vec<Definition> {
    let test_file = path.iter().any(|part| part == "tests" || part == "tests.rs");
    let (mut found, mut blocks) = (Vec::new(), Vec::<(usize, bool)>::new());
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if code.starts_with('}') {
            blocks.retain(|(own, _)| *own < indent);
        }
        let item = without_visibility(code);
        let mut words = item.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (keyword, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_associated = keyword == "type" && blocks.iter().any(|(_, is_tests)| !is_tests);
        if ["struct", "enum", "trait", "type"].contains(&keyword)
            && name.starts_with(|letter: char| letter.is_ascii_uppercase())
            && !is_associated
        {
            let in_tests = test_file || blocks.iter().any(|(_, is_tests)| *is_tests);
            let (name, path) = (name.to_string(), path.to_path_buf());
            found.push(Definition { name, path, line: number + 1, in_tests });
        }
        let is_tests = keyword == "mod" && name == "tests";
        if line.ends_with('{') && (["impl", "trait"].contains(&keyword) || is_tests) {
            blocks.push((indent, is_tests));
        }
    }
    found
}

/// An item without `pub`, `pub(…)` and `unsafe`.
fn without_visibility(item: &str) -> &str {
    let item = match item.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(item, |(_, rest)| rest),
        Some(rest) => rest.strip_prefix(' ').unwrap_or(item),
        None => item,
    };
    item.strip_prefix("unsafe ").unwrap_or(item)
}

#[test]
fn no_type_name_means_two_things() {
    let crates = root().join("crates");
    let mut by_name: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
    for (name, _) in CRATE_DEPENDENCIES {
        for (path, text) in sources(&format!("{name}/src")) {
            let path = path.strip_prefix(&crates).expect("a path below crates/");
            for definition in definitions(path, &text) {
                by_name.entry(definition.name.clone()).or_default().push(definition);
            }
        }
    }
    let clash = |all: &[Definition]| {
        let others = |at: usize| all[at + 1..].iter();
        all.iter().enumerate().any(|(at, one)| others(at).any(|other| !one.may_share_name_with(other)))
    };
    let shared: BTreeMap<&str, &Vec<Definition>> =
        by_name.iter().filter(|(_, all)| clash(all)).map(|(name, all)| (name.as_str(), all)).collect();
    let listed: BTreeSet<&str> = SHARED_NAMES.into_iter().map(|(name, _)| name).collect();
    let mut faults: Vec<String> = Vec::new();
    for (name, all) in shared.iter().filter(|(name, _)| !listed.contains(**name)) {
        let places: Vec<String> =
            all.iter().map(|own| format!("crates/{}:{}", own.path.display(), own.line)).collect();
        faults.push(format!("{name} is defined in {}: rename all but one", places.join(", ")));
    }
    for name in listed.iter().filter(|name| !shared.contains_key(**name)) {
        faults.push(format!("{name} is defined only once: remove it from SHARED_NAMES"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn definitions_are_found_but_associated_types_are_not() {
    let text = "pub(crate) struct A(u8);\nimpl Iterator for A {\n    type Item = u8;\n}\npub trait B {\n    \
                type C;\n}\nenum D {}\ntype E = u8;\n#[cfg(test)]\nmod tests {\n    struct F;\n}\n";
    let found = definitions(Path::new("rules/src/a.rs"), text);
    let names: Vec<(&str, bool)> = found.iter().map(|own| (own.name.as_str(), own.in_tests)).collect();
    assert_eq!(names, [("A", false), ("B", false), ("D", false), ("E", false), ("F", true)]);
}

/// The calls in the section of ARCHITECTURE.md: each with its file and its function.
fn path_of_a_move() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("failed to read the page");
    let section = text.split("## The path of a move").nth(1).expect("no section");
    let rows =
        section.split("\n## ").next().unwrap_or_default().lines().filter(|line| line.starts_with("| `"));
    let call = |row: &str| {
        let mut parts = row.split('`');
        let function = parts.nth(1).expect("no function").rsplit("::").next().unwrap_or_default().to_string();
        let file = row.split("](").nth(1).and_then(|rest| rest.split(')').next()).expect("no link");
        (file.to_string(), function)
    };
    rows.map(call).collect()
}

#[test]
fn the_path_of_a_move_is_short_and_names_real_functions() {
    let calls = path_of_a_move();
    assert!((20..=40).contains(&calls.len()), "{} calls", calls.len());
    for (file, function) in calls {
        let text = fs::read_to_string(root().join(&file)).expect("failed to read the file");
        let defined = [format!("fn {function}("), format!("fn {function}<")];
        assert!(defined.iter().any(|name| text.contains(name)), "{file} has no function {function}");
    }
}

/// The reasons why a test is ignored, each with how it is run and how its name begins.
const IGNORE_REASONS: [(&str, &str); 7] = [
    ("needs Chromium (make test)", ""),
    ("needs mount namespaces (make test)", ""),
    ("needs Node (make test)", ""),
    ("needs PostgreSQL (make test)", ""),
    ("needs PyPI (make test)", ""),
    ("prints new problems (by hand)", "write_problems"),
    ("slow (make prove)", "prove_"),
];

/// The attributes that ignore a test, each from its name on, with the rest of the file.
fn ignore_attributes(text: &str) -> impl Iterator<Item = &str> {
    let attributes = from_each_line(text).filter_map(|rest| rest.strip_prefix("#["));
    attributes.filter(|rest| has_word(&code(rest.split("]\n").next().unwrap_or_default()), "ignore"))
}

#[test]
fn attributes_that_ignore_a_test_are_found_in_any_spelling() {
    for attribute in
        ["ignore", "ignore=\"slow\"", "ignore = \"slow\"", " ignore", "cfg_attr(\n    unix,\n    ignore\n)"]
    {
        let text = format!("#[test]\n#[{attribute}]\nfn a() {{}}\n");
        assert_eq!(ignore_attributes(&text).count(), 1, "{attribute}");
    }
    assert_eq!(
        ignore_attributes("#[test]\nfn ignore() {}\n// #[ignore]\nlet a = \"#[ignore]\";\n").count(),
        0
    );
}

#[test]
fn every_ignored_test_has_one_of_the_reasons() {
    let mut ignored = 0;
    for (path, text) in sources("") {
        for rest in ignore_attributes(&text) {
            let reason = rest.strip_prefix("ignore = \"").and_then(|rest| rest.split("\"]\n").next());
            let reason = IGNORE_REASONS.iter().find(|(known, _)| reason == Some(*known));
            let (reason, begin) = reason.unwrap_or_else(|| panic!("{}: #[{rest:.40}", path.display()));
            let name = rest.split("fn ").nth(1).expect("an attribute belongs to a test");
            assert!(name.starts_with(begin), "{}: {reason}: fn {name:.40}", path.display());
            let skipped = ["prove_", "write_problems"].iter().any(|word| name.starts_with(word));
            assert!(!skipped || !begin.is_empty(), "{}: make test skips fn {name:.40}", path.display());
            ignored += 1;
        }
    }
    assert!(ignored > 20, "{ignored} ignored tests");
}

#[test]
fn the_page_has_no_skipped_tests() {
    let mut found = Vec::new();
    for (folder, extension) in [("web/src", "ts"), ("web/tests", "mjs")] {
        files(&root().join(folder), extension, &mut found);
    }
    found.retain(|path| {
        path.to_string_lossy().ends_with(".test.ts")
            || path.parent().is_some_and(|own| own.ends_with("tests"))
    });
    assert!(found.len() > 15, "{found:?}");
    for path in found {
        let text = fs::read_to_string(&path).expect("failed to read the file");
        for word in ["skip", "skipIf", "runIf", "todo", "only", "fails"] {
            let called = [format!(".{word}("), format!(".{word}."), format!("{{ {word}:")];
            assert!(!called.iter().any(|call| text.contains(call)), "{} has {word}", path.display());
        }
    }
}
