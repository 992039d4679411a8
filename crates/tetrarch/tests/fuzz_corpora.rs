//! Replays the fuzz corpora, so that fixed bugs stay fixed.

use std::fs;
use std::path::Path;
use tetrarch::fuzz::TARGETS;
use tetrarch::games::ENTRIES;

#[test]
fn every_fuzz_target_survives_its_corpus() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let files: Vec<_> = entries.map(|entry| entry.expect("failed to read the folder").path()).collect();
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            let bytes = fs::read(&file).expect("failed to read the file");
            let survived = std::panic::catch_unwind(|| target(&bytes));
            assert!(survived.is_ok(), "{name} fails on {}", file.display());
        }
    }
}

/// A target ignores input that does not begin with the name of a game.
#[test]
fn every_game_has_inputs_for_its_parsers() {
    for target in ["position_text", "position_actions", "records"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
        let files = fs::read_dir(&folder).expect("failed to read the folder");
        let inputs: Vec<Vec<u8>> =
            files.map(|file| fs::read(file.unwrap().path()).expect("failed to read the file")).collect();
        for entry in ENTRIES {
            let name = format!("{}\n", entry.name());
            let count = inputs.iter().filter(|input| input.starts_with(name.as_bytes())).count();
            assert!(count > 1, "{target} has {count} inputs for {}", entry.name());
        }
    }
}

#[test]
fn every_fuzz_target_is_in_the_fuzz_manifest() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml")).unwrap();
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is missing in fuzz/Cargo.toml");
    }
}
