//! Tests of `tetrarch uci`: a client drives the real program.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tetrarch::games::{GAMES, make_engine};
use tetrarch_engine::Rng;
use tetrarch_rules::Turn;
use tetrarch_table::{Game, Table, TimeControl};

struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    fn new() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
        Client { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads its input");
    }

    /// Reads the lines up to the one that starts with `begins`.
    fn read_until(&self, begins: &str) -> Vec<String> {
        let mut output = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30));
            output.push(line.unwrap_or_else(|_| panic!("no {begins:?} after {output:?}")));
            if output[output.len() - 1].starts_with(begins) {
                return output;
            }
        }
    }

    /// Reads until the search says that it has taken this many milliseconds. It must not have ended.
    fn read_infos(&self, millis: u64) {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("no info lines");
            assert!(!line.starts_with("bestmove"), "the search has ended");
            let time = line.split(" time ").nth(1).and_then(|rest| rest.split(' ').next());
            if time.is_some_and(|time| time.parse::<u64>().expect("not a number") >= millis) {
                return;
            }
        }
    }

    fn ask(&mut self, line: &str, begins: &str) -> Vec<String> {
        self.send(line);
        self.read_until(begins)
    }

    fn best(&mut self, go: &str) -> String {
        let output = self.ask(go, "bestmove");
        output[output.len() - 1].split(' ').nth(1).expect("a move").to_string()
    }

    fn quit(mut self) {
        self.send("quit");
        let end = Instant::now() + Duration::from_secs(10);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success());
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.child.kill().expect("a child");
        panic!("the program does not quit");
    }
}

#[test]
fn the_handshake_lists_the_engine_the_options_and_the_games() {
    let mut client = Client::new();
    let output = client.ask("uci", "uciok").join("\n");
    for line in [
        "id name Tetrarch ",
        "option name UCI_Variant type combo default ban-chess var bishops",
        "option name Hash type spin default 16 min 1 max ",
        "option name Threads type spin default 1 ",
        "option name MultiPV type spin default 1 ",
        "option name Level type spin default 8 min 1 max 8",
        "option name Options type string default {}",
    ] {
        assert!(output.contains(line), "{line} is not in {output}");
    }
    assert_eq!(client.ask("isready", "readyok").len(), 1);
    client.quit();
}

/// The output during a search has the form that clients parse.
#[test]
fn info_lines_have_depth_score_nodes_time_and_a_legal_line() {
    let mut client = Client::new();
    client.send("setoption name MultiPV value 2");
    client.send("setoption name Shares value true");
    client.send("position startpos moves b:e2e4");
    let output = client.ask("go depth 3", "bestmove");
    let infos: Vec<&String> = output.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    assert!(infos.len() >= 2 && infos.iter().any(|line| line.contains(" multipv 2 ")), "{output:?}");
    for info in &infos {
        for word in [" score cp ", " nodes ", " nps ", " time ", " hashfull ", " pv m:"] {
            assert!(info.contains(word), "{word} is not in {info}");
        }
        let mut table = GAMES
            .by_name("ban-chess")
            .unwrap()
            .open(&serde_json::json!({}), None, TimeControl::None)
            .unwrap();
        table.play("b:e2e4").unwrap();
        for action in info.split(" pv ").nth(1).unwrap().split(' ') {
            table.play(action).unwrap_or_else(|refusal| panic!("{info}: {action}: {refusal}"));
        }
    }
    assert!(
        output.iter().any(|line| line.starts_with("info string multipv 1 shares white 0.")),
        "{output:?}"
    );
    client.quit();
}

#[test]
fn commands_are_answered_during_a_search() {
    let mut client = Client::new();
    client.send("position startpos");
    client.send("go infinite");
    client.read_infos(0);
    client.ask("isready", "readyok");
    client.read_infos(100);
    client.send("isready");
    let quiet = client.read_until("readyok");
    assert!(quiet.iter().all(|line| !line.starts_with("bestmove")), "an infinite search ends only on stop");
    assert_ne!(client.best("stop"), "(none)");
    client.quit();
}

/// The machine may be busy, so the best of several attempts counts.
#[test]
fn stop_takes_effect_within_20_milliseconds() {
    let mut client = Client::new();
    let variants: Vec<&str> =
        GAMES.iter().map(Game::name).filter(|name| make_engine(name).is_some()).collect();
    for variant in variants {
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        let mut best = Duration::MAX;
        for attempt in 0..8 {
            client.send("position startpos");
            client.send("go infinite");
            // The moment of the stop differs.
            std::thread::sleep(Duration::from_millis(30 + 10 * attempt));
            while client.lines.try_recv().is_ok() {}
            let begun = Instant::now();
            client.best("stop");
            best = best.min(begun.elapsed());
        }
        assert!(best < Duration::from_millis(20), "{variant}: {best:?}");
    }
    client.quit();
}

#[test]
fn errors_are_reported_and_an_invalid_position_has_no_best_move() {
    let mut client = Client::new();
    for (line, words) in [
        ("setoption name Level value 9", "from 1 to 8"),
        ("setoption name UCI_Variant value chess", "the variants are bishops"),
        ("setoption name Options value {\"x\":1}", "unknown"),
        ("setoption name Options value nonsense", "Options"),
        ("setoption name Colour value blue", "no such option"),
        ("position fen 8/8 w", "fields"),
        ("position startpos moves b:e2e4 e4", "move 2 (e4)"),
        ("what is this", "unknown command"),
    ] {
        let output = client.ask(line, "info string").join("\n");
        assert!(output.contains(words), "{line}: {output}");
    }
    client.send("position startpos moves b:e2e5");
    assert_eq!(client.best("go depth 2"), "(none)");
    client.send("position startpos");
    assert!(client.best("go depth 2").starts_with("b:"), "a valid position recovers");
    for (line, words) in [
        ("go nodes many", "nodes must be followed by a number"),
        ("go movetime", "movetime must be followed by a number"),
        ("go clock white", "clock must be followed by SEAT MILLISECONDS INCREMENT"),
        ("go clock purple 500 10", "no such seat: purple; the seats are white, black"),
    ] {
        let output = client.ask(line, "bestmove").join("\n");
        assert!(output.contains(words) && output.contains("bestmove (none)"), "{line}: {output}");
    }
    let output = client.ask("go perft 2 depth 1", "bestmove").join("\n");
    assert!(output.contains("ignored: perft") && output.contains("bestmove b:"), "{output}");
    client.quit();
}

#[test]
fn plain_chess_moves_are_accepted() {
    let mut client = Client::new();
    client.send("position startpos moves b:e2e4 g1f3 b:e7e5 d7d5 b:a2a3");
    assert!(client.best("go nodes 500").starts_with("m:"));
    client.quit();
}

/// Plays a game through `position` and `go`, with the program playing every seat.
fn play_out(client: &mut Client, name: &str, options: &str, go: &str, most: usize) -> Box<dyn Table> {
    let game = GAMES.by_name(name).expect("a game");
    let options_value = serde_json::from_str(options).expect("JSON");
    let mut table = game.open(&options_value, None, TimeControl::None).expect("a table");
    let mut rng = Rng::new(5);
    client.send(&format!("setoption name UCI_Variant value {name}"));
    client.send(&format!("setoption name Options value {options}"));
    client.send("ucinewgame");
    let mut words: Vec<String> = Vec::new();
    while words.len() < most {
        let word = match table.turn() {
            Turn::Over => break,
            Turn::Chance => rng.choose(&table.legal()).cloned().expect("an outcome"),
            Turn::Seat(_) => {
                let moves =
                    if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
                client.send(&format!("position startpos{moves}"));
                client.best(go)
            }
        };
        table.play(&word).unwrap_or_else(|refusal| panic!("{name}: {word} after {words:?}: {refusal}"));
        words.push(word);
    }
    table
}

#[test]
fn every_variant_can_be_played_through_the_protocol() {
    let mut client = Client::new();
    for game in GAMES.iter().filter(|game| make_engine(game.name()).is_some()) {
        let seats = game.open(&serde_json::json!({}), None, TimeControl::None).unwrap().seats();
        let clocks: String = seats.iter().map(|seat| format!(" clock {seat} 900 10")).collect();
        let options = if game.name() == "enochian" { r#"{"divination":true}"# } else { "{}" };
        let by_nodes = play_out(&mut client, game.name(), options, "go nodes 300", 120);
        let by_clock = play_out(&mut client, game.name(), "{}", &format!("go{clocks}"), 20);
        client.send("setoption name Level value 2");
        let by_level = play_out(&mut client, game.name(), "{}", "go", 40);
        for played in [by_nodes, by_clock, by_level].map(|table| table.line_len()) {
            assert!(played >= 20, "{}: a game of only {played} actions", game.name());
        }
        client.send("setoption name Level value 8");
    }
    client.quit();
}

#[test]
fn with_one_thread_and_a_node_limit_the_moves_are_reproducible() {
    let game = || {
        let mut client = Client::new();
        let table = play_out(&mut client, "ban-chess", "{}", "go nodes 700", 40);
        client.quit();
        table.log().to_vec()
    };
    assert_eq!(game(), game());
}

#[test]
fn pondering_ends_after_ponderhit() {
    let mut client = Client::new();
    client.send("position startpos");
    client.send("go ponder wtime 1000 btime 1000");
    // Longer than the clock would allow.
    client.read_infos(60);
    assert_ne!(client.best("ponderhit"), "(none)");
    client.quit();
}

#[test]
fn another_seats_clock_also_limits_the_search() {
    let duel = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4";
    for (game, position) in [
        ("bishops", format!("fen {duel}")),
        ("bishops", "startpos".to_string()),
        ("enochian", "startpos".to_string()),
        ("banqi", "startpos".to_string()),
    ] {
        let mut client = Client::new();
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send(&format!("position {position}"));
        for go in ["go btime 300", "go wtime 300 btime 300"] {
            assert_ne!(client.best(go), "(none)", "{game}: {go}");
        }
        client.quit();
    }
}

#[test]
fn lines_are_reported_best_first() {
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let mut client = Client::new();
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send("setoption name MultiPV value 5");
        client.send("position startpos");
        let lines = client.ask("go nodes 20000", "bestmove");
        let score = |line: &String| {
            let rest = line.split(" score cp ").nth(1)?;
            rest.split(' ').next()?.parse::<i32>().ok()
        };
        let scores: Vec<i32> = lines.iter().filter_map(score).collect();
        assert!(scores.len() >= 10, "{game}: {lines:?}");
        for report in scores.chunks_exact(5) {
            assert!(report.is_sorted_by(|a, b| a >= b), "{game}: {report:?}");
        }
        client.quit();
    }
}

#[test]
fn the_opponent_model_can_be_set() {
    let mut client = Client::new();
    client.send("setoption name UCI_Variant value bishops");
    let mut searches = HashSet::new();
    for others in ["each-for-itself", "all-against-one", "best-reply"] {
        client.send(&format!("setoption name Others value {others}"));
        client.send("ucinewgame");
        client.send("position startpos");
        let output = client.ask("go nodes 2000", "bestmove");
        let scores: Vec<&str> = output.iter().filter_map(|line| line.split(" nodes ").next()).collect();
        assert!(scores.iter().any(|line| line.contains(" score ")), "{others}: {output:?}");
        assert!(searches.insert(scores.join("\n")), "{others} changes nothing: {output:?}");
    }
    client.send("setoption name Others value usual");
    assert_ne!(client.best("go nodes 2000"), "(none)");
    let output = client.ask("setoption name Others value friendly\nisready", "readyok");
    assert!(output.iter().any(|line| line.contains("each-for-itself")), "{output:?}");
    client.quit();
}

#[test]
fn a_malformed_position_is_reported_and_has_no_best_move() {
    let mut client = Client::new();
    for position in ["position", "position foo", "position startpos e2e4"] {
        let output = client.ask(&format!("{position}\nisready"), "readyok");
        assert!(output.iter().any(|line| line.contains("startpos")), "{output:?}");
        assert_eq!(client.best("go depth 1"), "(none)", "{position}");
    }
    client.quit();
}

#[test]
fn a_finite_search_completes_after_the_input_ends() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("a pipe").write_all(b"position startpos\ngo depth 3\n").expect("a pipe");
    let output = child.wait_with_output().expect("an end");
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove b:"));
}

/// python-chess checks every move and every line with its own rules.
#[test]
#[ignore = "needs PyPI (make test)"]
fn python_chess_plays_ban_chess_with_it() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/third-party-client");
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/python-chess");
    let output = Command::new(script)
        .args([env!("CARGO_BIN_EXE_tetrarch"), folder])
        .output()
        .expect("bash and python3");
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("8 games"), "{said}");
}

mod anything {
    use proptest::prelude::*;
    use std::io::{Cursor, Write};
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("a sink").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Lines of words from commands, with a few random ones.
    fn line() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            4 => prop::sample::select(vec![
                "uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "name", "value",
                "startpos", "fen", "moves", "depth", "nodes", "movetime", "wtime", "btime", "winc", "movestogo",
                "infinite", "ponder", "clock", "white", "mate", "Hash", "MultiPV", "Level", "Threads", "UCI_Variant",
                "ban-chess", "banqi", "enochian", "bishops", "Options", "{}", "{\"quiet_limit\":2}", "b:e2e4",
                "m:d2d4", "e2e4", "?b4", "=q", "resign:white", "draw", "claim", "abort", "takeback:0", "time:white:5",
                "1", "2", "3", "0", "-1", "18446744073709551615", "9223372036854775807",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-",
            ]).prop_map(str::to_string),
            1 => "\\PC{0,12}",
        ];
        prop_oneof![
            3 => prop::collection::vec(word, 0..8).prop_map(|words| words.join(" ")),
            1 => Just("position startpos moves b:e2e4\ngo depth 2".to_string()),
            1 => Just("go infinite\nisready\nstop".to_string()),
            1 => Just("go movetime 3".to_string()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        /// Every `go` gets exactly one `bestmove`, whatever the other lines are.
        #[test]
        fn no_input_makes_it_fail(lines in prop::collection::vec(line(), 0..14)) {
            let sink = Sink::default();
            let asked = format!("{}\nquit\n", lines.join("\n"));
            tetrarch::uci::run(Cursor::new(asked.clone()), sink.clone()).expect("input that can be read");
            let said = String::from_utf8(sink.0.lock().expect("a sink").clone()).expect("UTF-8");
            prop_assert!(!said.contains("the engine has failed"), "{asked}\n{said}");
            let answers = said.lines().filter(|line| line.starts_with("bestmove ")).count();
            let questions = asked.lines().take_while(|line| !is(line, "quit")).filter(|line| is(line, "go")).count();
            prop_assert_eq!(answers, questions, "{}\n{}", asked, said);
        }
    }

    const COMMANDS: [&str; 9] =
        ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit"];

    /// Whether this is the first command in the line.
    fn is(line: &str, command: &str) -> bool {
        line.split_whitespace().find(|word| COMMANDS.contains(word)) == Some(command)
    }
}
