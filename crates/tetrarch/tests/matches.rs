//! Tests of `tetrarch match` and `tetrarch ladder` on the command line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn tetrarch(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetrarch")).args(args).output().expect("the program")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Plays a match and checks its records with `tetrarch record`. Returns the output and the records.
fn played(game: &str, name: &str, more: &[&str]) -> (String, String) {
    let records = file(name);
    let path = records.to_str().expect("a path");
    let output = tetrarch(&[&["match", game, "--records", path], more].concat());
    assert!(output.status.success(), "{}", err(&output));
    let checked = tetrarch(&["record", path]);
    assert!(checked.status.success() && err(&checked).contains(" good, 0 bad"), "{}", err(&checked));
    (out(&output), std::fs::read_to_string(records).expect("records"))
}

fn values(records: &str, pointer: &str) -> Vec<String> {
    let value =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON").pointer(pointer).cloned();
    records.lines().map(|line| value(line).map_or(String::new(), |value| value.to_string())).collect()
}

#[test]
fn greedy_beats_random_in_every_game_and_the_records_are_valid() {
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let args = ["--a", "greedy", "--b", "random", "--games", "6", "--longest", "3000"];
        let (said, records) = played(game, &format!("{game}.jsonl"), &args);
        assert!(said.starts_with("greedy against random\n6 games: "), "{said}");
        assert!(said.contains("\nscore ") && said.contains("\nElo "), "{said}");
        let score: f64 =
            said.split("score ").nth(1).and_then(|s| s.split(' ').next()).unwrap().parse().unwrap();
        assert!(score > 50.0, "{game}: {said}");
        assert_eq!(records.lines().count(), 6);
    }
}

/// Both games of a pair have the same opening and deal, and each player plays each seat once.
#[test]
fn pairs_swap_the_seats_and_keep_the_chance_outcomes() {
    let (_, records) = played("banqi", "pairs.jsonl", &["--a", "random", "--b", "greedy", "--games", "8"]);
    let (first, fair) = (values(&records, "/tags/First"), values(&records, "/tags/Fair"));
    let openings: Vec<String> = [0, 1, 2, 3]
        .map(|action| values(&records, &format!("/actions/{action}")))
        .into_iter()
        .reduce(|before, next| before.iter().zip(next).map(|(a, b)| format!("{a} {b}")).collect())
        .unwrap_or_default();
    for pair in 0..4 {
        assert_eq!(fair[2 * pair], fair[2 * pair + 1]);
        assert_eq!(openings[2 * pair], openings[2 * pair + 1]);
        assert_ne!(first[2 * pair], first[2 * pair + 1]);
    }
    assert_eq!(fair.iter().collect::<HashSet<_>>().len(), 4, "pairs differ from each other");
    let verified = tetrarch(&["verify", file("pairs.jsonl").to_str().unwrap()]);
    assert!(verified.status.success(), "{}", out(&verified));
}

#[test]
fn two_seats_each_are_played_in_all_six_ways() {
    let args = ["--a", "random", "--b", "greedy", "--games", "6", "--longest", "12"];
    let (said, records) = played("bishops", "six.jsonl", &args);
    assert!(said.contains("stopped at the maximum length and counted as draws"), "{said}");
    let seats = ["White", "Grey", "Black", "Pink"].map(|seat| values(&records, &format!("/tags/{seat}")));
    let ways: HashSet<Vec<bool>> =
        (0..6).map(|game| seats.iter().map(|seat| seat[game].contains("random")).collect()).collect();
    assert_eq!(ways.len(), 6);
    assert!(ways.iter().all(|way| way.iter().filter(|a| **a).count() == 2));
}

#[test]
fn one_player_can_play_alone_against_three() {
    let output = tetrarch(&[
        "match",
        "bishops",
        "--a",
        "greedy",
        "--b",
        "random",
        "--games",
        "8",
        "--alone",
        "--longest",
        "40",
    ]);
    assert!(out(&output).contains("A alone ") && out(&output).contains("B alone "), "{}", out(&output));
    let team = tetrarch(&["match", "enochian", "--a", "greedy", "--b", "random", "--games", "2", "--alone"]);
    assert!(!team.status.success() && err(&team).contains("nobody can play alone"), "{}", err(&team));
}

/// Allied seats belong to the same player.
#[test]
fn one_player_plays_all_seats_of_a_team() {
    let args = ["--a", "random", "--b", "greedy", "--games", "2", "--longest", "40"];
    let (_, records) = played("enochian", "team.jsonl", &args);
    assert_eq!(values(&records, "/tags/Blue"), values(&records, "/tags/Black"));
    assert_ne!(values(&records, "/tags/Blue"), values(&records, "/tags/Red"));
}

#[test]
fn the_same_seed_gives_the_same_match_at_any_concurrency() {
    let play = |name: &str, concurrency: &str| {
        let args = ["--a", "level=2,nodes=300", "--b", "nodes=200", "--games", "8", "--seed", "5"];
        played("ban-chess", name, &[&args[..], &["--concurrency", concurrency]].concat())
    };
    assert_eq!(play("one.jsonl", "1"), play("three.jsonl", "3"));
}

#[test]
fn players_lose_on_time() {
    let clock = r#"{"kind":"fischer","initial":30,"increment":0}"#;
    let args = ["--a", "time=20ms", "--b", "random", "--games", "4", "--clock", clock];
    let (said, records) = played("ban-chess", "flags.jsonl", &args);
    assert!(said.contains("4 lost") && said.contains("4 games ended by time forfeit"), "{said}");
    assert!(values(&records, "/tags/Termination").iter().all(|end| end == "\"time forfeit\""), "{records}");
}

/// With `--until duel`, the two duellists share the point.
#[test]
fn opponent_models_of_bishops_can_be_compared_up_to_the_duel() {
    let args = [
        "--a",
        "nodes=60,others=best-reply",
        "--b",
        "nodes=60,others=each-for-itself",
        "--games",
        "6",
        "--until",
        "duel",
        "--options",
        r#"{"material_limit":18}"#,
    ];
    let (said, records) = played("bishops", "searches.jsonl", &args);
    let (first, rest) = said.split_once('\n').expect("lines");
    assert_eq!(first, "nodes=60,others=best-reply against nodes=60,others=each-for-itself");
    assert!(
        rest.contains("games stopped at \"duel\", with the points shared by the remaining seats"),
        "{said}"
    );
    assert!(values(&records, "/tags/Termination").iter().any(|end| end == "\"adjudication\""), "{records}");
    let differently = [&["--b", "nodes=60,others=all-against-one"][..], &args[..2], &args[4..]].concat();
    assert_ne!(played("bishops", "others.jsonl", &differently).1, records);
}

#[test]
fn an_odd_number_of_games_is_rounded_up_with_a_note() {
    let output = tetrarch(&["match", "ban-chess", "--a", "random", "--b", "random", "--games", "3"]);
    assert!(out(&output).contains("\n4 games: "), "{}", out(&output));
    assert!(
        err(&output).contains("playing 4 games instead of 3: games are played in pairs"),
        "{}",
        err(&output)
    );
    let even = tetrarch(&["match", "ban-chess", "--a", "random", "--b", "random", "--games", "2"]);
    assert_eq!(err(&even), "");
}

#[test]
fn a_decided_match_stops_early() {
    let args =
        ["--a", "nodes=400", "--b", "random", "--games", "400", "--sprt", "0,200", "--concurrency", "2"];
    let (said, records) = played("ban-chess", "sprt.jsonl", &args);
    assert!(said.contains("at least 200 Elo better"), "{said}");
    assert!(records.lines().count() < 100, "{said}");
}

#[test]
fn a_uci_engine_plays_like_the_built_in_engine() {
    let program = format!("uci={} uci", env!("CARGO_BIN_EXE_tetrarch"));
    let args = ["--a", &format!("{program},nodes=300,hash=1"), "--b", "nodes=300", "--games", "2"];
    let (said, records) = played("ban-chess", "uci.jsonl", &args);
    assert!(said.contains("score 50.0 %"), "the same engine on both sides scores 50 %: {said}");
    assert_eq!(records.lines().count(), 2);
    let clock = r#"{"kind":"fischer","initial":400,"increment":20}"#;
    let args = ["--a", &format!("{program},Level=3"), "--b", "random", "--games", "2", "--clock", clock];
    let (said, _) = played("ban-chess", "uci_clock.jsonl", &args);
    assert!(!said.contains("fault"), "{said}");
}

#[test]
fn invalid_matches_are_refused_before_the_first_game() {
    for (args, words) in [
        (["match", "chess", "--a", "random", "--b", "random"], "the games are"),
        (["match", "ban-chess", "--a", "weights=/no/such/file", "--b", "random"], "/no/such/file"),
        (["match", "ban-chess", "--a", "uci=/no/such/engine", "--b", "random"], "failed to start"),
        (["match", "ban-chess", "--a", "uci=true", "--b", "random"], "has exited"),
        (["match", "enochian", "--a", "others=best-reply", "--b", "random"], "more than two sides"),
    ] {
        let output = tetrarch(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains(words), "{args:?}: {}", err(&output));
    }
    let both = ["match", "ban-chess", "--a", "random", "--b", "random"];
    let output = tetrarch(&[&both[..], &["--alone"]].concat());
    assert!(!output.status.success() && err(&output).contains("only two seats play"), "{}", err(&output));
    let output = tetrarch(&[&both[..], &["--until", "rnbqkbnr"]].concat());
    assert!(!output.status.success() && err(&output).contains("games should stop"), "{}", err(&output));
    for (player, words) in [("clever", "level=3"), ("random,greedy", "not two"), ("others=all", "best-reply")]
    {
        let output = tetrarch(&["match", "ban-chess", "--a", player, "--b", "random"]);
        assert_eq!(output.status.code(), Some(2), "{player}");
        assert!(err(&output).contains(words), "{player}: {}", err(&output));
    }
}

/// Runs a ladder until its page has this row, then kills it. Returns the page.
fn ladder_until(row: &str, folder: &Path, more: &[&str]) -> String {
    let page = folder.join("ban-chess.md");
    let mut ladder = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .args(["ladder", "ban-chess", "--games", "2", "--nodes", "30", "--out"])
        .arg(folder)
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let read = || std::fs::read_to_string(&page).unwrap_or_default();
    let begun = Instant::now();
    while !read().contains(row) && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    ladder.kill().and_then(|()| ladder.wait()).expect("it ends");
    read()
}

#[test]
fn an_interrupted_ladder_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = ladder_until("| level 3 against level 1 | 2 |", folder.path(), &[]);
    let marked = page.replace("| level 3 against level 1 | 2 |", "| level 3 against level 1 | 2000 |");
    assert_ne!(page, marked);
    std::fs::write(folder.path().join("ban-chess.md"), &marked).expect("a page");
    let page = ladder_until("| level 5 against level 3 |", folder.path(), &["--go-on"]);
    assert!(page.starts_with(&marked) && page.contains("| level 4 against level 2 |"), "{page}");
    let page = ladder_until("| level 3 against level 1 | 2 |", folder.path(), &["--go-on", "--seed", "2"]);
    assert!(!page.contains("2000 |"), "another seed starts a new ladder: {page}");
}
