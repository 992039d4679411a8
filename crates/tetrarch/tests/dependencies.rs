//! Checks dependencies against deny.toml: licences that are compatible with ours, and the registry as the only source.
//! `make lint` runs cargo-deny, which checks the same and more, where it is installed.

use std::collections::BTreeSet;
use std::process::Command;

const DENY_TOML: &str = include_str!("../../../deny.toml");

/// The quoted strings of a list in deny.toml.
fn list(name: &str) -> BTreeSet<&'static str> {
    let begin = DENY_TOML.find(&format!("\n{name} = [")).expect(name);
    let end = begin + DENY_TOML[begin..].find("\n]").expect("no end");
    DENY_TOML[begin..end].split('"').skip(1).step_by(2).collect()
}

fn packages() -> Vec<serde_json::Value> {
    let host = Command::new("rustc").arg("-vV").output().expect("failed to run rustc");
    let host = String::from_utf8(host.stdout).expect("invalid UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("no host");
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("failed to run cargo");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let mut metadata: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("invalid JSON");
    serde_json::from_value(metadata["packages"].take()).expect("no packages")
}

/// Whether a licence expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` is satisfied. `AND` binds more strongly
/// than `OR`.
fn is_satisfied(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let satisfied = parse_or(&mut rest, allowed);
    assert!(rest.is_empty(), "cannot parse {expression}");
    satisfied
}

fn parse_or(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut satisfied = parse_and(rest, allowed);
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        satisfied |= parse_and(rest, allowed);
    }
    satisfied
}

fn parse_and(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut satisfied = parse_licence(rest, allowed);
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        satisfied &= parse_licence(rest, allowed);
    }
    satisfied
}

fn parse_licence(rest: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let (first, after) = rest.split_first().expect("the expression ends early");
    *rest = after;
    if *first == "(" {
        let satisfied = parse_or(rest, allowed);
        *rest = &rest[1..];
        return satisfied;
    }
    // An exception only adds permissions: the licence itself must be allowed.
    if rest.first() == Some(&"WITH") {
        *rest = &rest[2..];
    }
    allowed.contains(first)
}

#[test]
fn every_licence_is_compatible_with_ours() {
    let allowed = list("allow");
    assert!(allowed.contains("MIT") && !allowed.contains("GPL-2.0-only"));
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_satisfied(licence, &allowed), "{} has the licence {licence}", package["name"]);
    }
}

#[test]
fn every_package_comes_from_the_registry_or_this_repository() {
    let known = "registry+https://github.com/rust-lang/crates.io-index";
    for package in packages() {
        let source = package["source"].as_str();
        assert!(source.is_none_or(|source| source == known), "{} comes from {source:?}", package["name"]);
    }
}

#[test]
fn no_banned_package_is_used() {
    let banned: BTreeSet<&str> = list("deny").into_iter().collect();
    assert!(banned.contains("openssl"));
    for package in packages() {
        let name = package["name"].as_str().expect("the value is not text");
        assert!(!banned.contains(name), "{name} is banned");
    }
}

#[test]
fn licence_expressions_are_evaluated_correctly() {
    let allowed = BTreeSet::from(["MIT", "ISC"]);
    for (expression, satisfied) in [
        ("MIT/Apache-2.0", true),
        ("Apache-2.0 AND MIT", false),
        ("(Apache-2.0 OR MIT) AND ISC", true),
        ("Apache-2.0 OR MIT AND GPL-2.0-only", false),
        ("MIT WITH Some-exception", true),
    ] {
        assert_eq!(is_satisfied(expression, &allowed), satisfied, "{expression}");
    }
}
