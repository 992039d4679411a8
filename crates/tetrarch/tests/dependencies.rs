//! What we depend on, by the lists of deny.toml: licences that may be combined with ours, and one place it all comes from. `make lint`
//! asks cargo-deny the same and more where it is installed.

use std::collections::BTreeSet;
use std::process::Command;

const RULES: &str = include_str!("../../../deny.toml");

/// The texts in quotation marks of a list in deny.toml.
fn list(name: &str) -> BTreeSet<&'static str> {
    let begin = RULES.find(&format!("\n{name} = [")).expect(name);
    let end = begin + RULES[begin..].find("\n]").expect("an end");
    RULES[begin..end].split('"').skip(1).step_by(2).collect()
}

fn packages() -> Vec<serde_json::Value> {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let mut metadata: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met. `AND` binds more strongly than `OR`.
fn can_be_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let met = any(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression} cannot be read");
    met
}

fn any(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut met = all(rest, allowed);
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        met |= all(rest, allowed);
    }
    met
}

fn all(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut met = one(rest, allowed);
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        met &= one(rest, allowed);
    }
    met
}

fn one(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let (first, after) = rest.split_first().expect("a licence");
    *rest = after;
    if *first == "(" {
        let met = any(rest, allowed);
        *rest = &rest[1..];
        return met;
    }
    // An exception only gives more: the licence itself is what must be allowed.
    if rest.first() == Some(&"WITH") {
        *rest = &rest[2..];
    }
    allowed.contains(first)
}

#[test]
fn every_licence_may_be_combined_with_ours() {
    let allowed = list("allow");
    assert!(allowed.contains("MIT") && !allowed.contains("GPL-2.0-only"));
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(can_be_met(licence, &allowed), "{} has the licence {licence}", package["name"]);
    }
}

#[test]
fn everything_comes_from_the_registry_or_from_here() {
    let known = "registry+https://github.com/rust-lang/crates.io-index";
    for package in packages() {
        let source = package["source"].as_str();
        assert!(source.is_none_or(|source| source == known), "{} comes from {source:?}", package["name"]);
    }
}

#[test]
fn what_is_banned_is_not_there() {
    let banned: BTreeSet<&str> = list("deny").into_iter().collect();
    assert!(banned.contains("openssl"));
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        assert!(!banned.contains(name), "{name} is banned");
    }
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let allowed = BTreeSet::from(["MIT", "ISC"]);
    for (expression, met) in [
        ("MIT/Apache-2.0", true),
        ("Apache-2.0 AND MIT", false),
        ("(Apache-2.0 OR MIT) AND ISC", true),
        ("Apache-2.0 OR MIT AND GPL-2.0-only", false),
        ("MIT WITH Some-exception", true),
    ] {
        assert_eq!(can_be_met(expression, &allowed), met, "{expression}");
    }
}
