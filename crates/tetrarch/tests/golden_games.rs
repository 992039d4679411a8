//! Replays games from independent implementations: the turn, the complete list of legal actions and the position text
//! must agree at every ply. The files hold a digest for each state; `BLESS=1` rewrites them after an intended change.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tetrarch::games::GAMES;
use tetrarch::trace;
use tetrarch_table::Game;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenGame {
    game: String,
    options: Value,
    start: Option<String>,
    /// Separated by spaces.
    actions: String,
    /// One for each state, separated by spaces.
    digests: String,
    /// The result, if the game is over.
    #[serde(default)]
    outcome: Value,
}

impl GoldenGame {
    fn trace(&self) -> Value {
        let actions: Vec<&str> = self.actions.split_whitespace().collect();
        let line =
            json!({"game": self.game, "options": self.options, "start": self.start, "actions": actions});
        let answer = trace::respond(GAMES, line.to_string().as_bytes()).expect("no response");
        let answer: Value = serde_json::from_str(&answer).expect("invalid JSON");
        assert_eq!(answer["error"], Value::Null, "{} {}", self.game, self.actions);
        answer
    }

    fn check(&self, at: &str) {
        let digests: Vec<&str> = self.digests.split_whitespace().collect();
        let answer = self.trace();
        assert_eq!(answer["outcome"], self.outcome, "{at}");
        let plies = answer["plies"].as_array().expect("no plies");
        assert_eq!(plies.len(), digests.len(), "{at}");
        for (number, (ply, expected)) in plies.iter().zip(digests).enumerate() {
            assert_eq!(digest(ply), expected, "{at}, ply {number}: {ply}");
        }
    }

    fn blessed(self) -> GoldenGame {
        let answer = self.trace();
        let digests: Vec<String> = answer["plies"].as_array().expect("no plies").iter().map(digest).collect();
        GoldenGame { digests: digests.join(" "), outcome: answer["outcome"].clone(), ..self }
    }
}

/// FNV-1a over turn, legal list and text, folded to 32 bits.
fn digest(ply: &Value) -> String {
    let legal: Vec<&str> =
        ply["legal"].as_array().expect("not a list").iter().filter_map(Value::as_str).collect();
    let state = format!("{}|{}|{}", ply["turn"], legal.join(" "), ply["text"]);
    let hash = state.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", (hash >> 32) as u32 ^ hash as u32)
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_games");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("failed to read the folder").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn golden_games_replay_with_identical_states() {
    let files = files();
    let names: Vec<_> = files.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
    let mut expected: Vec<&str> = GAMES.iter().map(Game::name).collect();
    expected.sort_unstable();
    assert_eq!(names, expected, "each game has golden games");
    for file in files {
        let text = fs::read_to_string(&file).expect("failed to read the file");
        let games = text.lines().map(|line| serde_json::from_str::<GoldenGame>(line).expect("invalid JSON"));
        if std::env::var_os("BLESS").is_some() {
            let blessed = games.map(|game| serde_json::to_string(&game.blessed()).unwrap() + "\n");
            fs::write(&file, blessed.collect::<String>()).expect("failed to write the file");
            continue;
        }
        let mut checked = 0;
        for game in games {
            checked += 1;
            game.check(&format!("{} game {checked}", file.display()));
        }
        assert!(checked >= 40, "{} has only {checked} games", file.display());
    }
}
