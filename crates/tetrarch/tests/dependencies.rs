//! Checks dependencies against deny.toml: licences that are compatible with ours, and the registry as the only source.
//! `make lint` runs cargo-deny, which checks the same and more, where it is installed.

use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::process::Command;

const DENY_TOML: &str = include_str!("../../../deny.toml");

/// A list in a section of deny.toml.
fn list(section: &str, name: &str) -> Vec<toml::Value> {
    let config: toml::Table = DENY_TOML.parse().expect("deny.toml is not valid");
    config[section][name].as_array().expect("not a list").clone()
}

fn allowed_licences() -> BTreeSet<String> {
    let text = |licence: &toml::Value| licence.as_str().expect("a licence is text").to_string();
    list("licenses", "allow").iter().map(text).collect()
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

/// Whether a licence expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` is satisfied. Older packages write `/`
/// for `OR`.
fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX);
    let parsed = parsed.unwrap_or_else(|error| panic!("cannot parse {expression}: {error}"));
    // An exception only adds permissions: the licence itself must be allowed.
    parsed.evaluate(|licence| licence.license.id().is_some_and(|id| allowed.contains(id.name)))
}

#[test]
fn every_licence_is_compatible_with_ours() {
    let allowed = allowed_licences();
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
    let banned = list("bans", "deny");
    let banned: BTreeSet<&str> = banned.iter().filter_map(|package| package["crate"].as_str()).collect();
    assert!(banned.contains("openssl"));
    for package in packages() {
        let name = package["name"].as_str().expect("the value is not text");
        assert!(!banned.contains(name), "{name} is banned");
    }
}

#[test]
fn licence_expressions_are_evaluated_correctly() {
    let allowed = BTreeSet::from(["MIT", "ISC"].map(String::from));
    for (expression, satisfied) in [
        ("MIT/Apache-2.0", true),
        ("Apache-2.0 AND MIT", false),
        ("(Apache-2.0 OR MIT) AND ISC", true),
        ("Apache-2.0 OR MIT AND GPL-2.0-only", false),
        ("MIT WITH LLVM-exception", true),
    ] {
        assert_eq!(is_satisfied(expression, &allowed), satisfied, "{expression}");
    }
}
