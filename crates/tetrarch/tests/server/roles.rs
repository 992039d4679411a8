//! Permissions: every role, every command and every stage, checked against the permission table.
//!
//! `BLESS=1` writes the table into `docs/roles.md`.

use crate::client::Client;
use crate::http_client::{HttpClient, HttpResponse};
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tetrarch_protocol::{TablePhase, TableState};
use tetrarch_server::permissions::{self, TableRole, TableStage};

/// How long a player may stay away.
const GRACE: Duration = Duration::from_secs(10);

/// One client for each role.
struct Clients {
    time: PausedTime,
    server: TestServer,
    owner: HttpClient,
    admin: HttpClient,
    guest: HttpClient,
    watcher: HttpClient,
    one: HttpClient,
    other: HttpClient,
}

impl Clients {
    async fn connect() -> Clients {
        let (time, mut server) = (PausedTime::hold(), TestServer::start().await);
        let boss = HttpClient::account(&server, "boss").await;
        server
            .restart_with_config(|config| {
                config.rate_limits = false;
                config.admins = vec!["Boss".to_string()];
            })
            .await;
        Clients {
            owner: HttpClient::account(&server, "Olga").await,
            admin: boss.with_server(&server),
            watcher: HttpClient::account(&server, "Wim").await,
            guest: HttpClient::guest(&server, "Guest").await,
            one: HttpClient::guest(&server, "One").await,
            other: HttpClient::guest(&server, "Other").await,
            time,
            server,
        }
    }
}

/// A table at a stage, and the seats of the two players.
struct TestTable {
    table: String,
    player: HttpClient,
    other: HttpClient,
    seats: (String, String),
}

/// A game, with options and a starting position, in which the command is possible.
fn game_for(command: &str) -> Value {
    let claimable = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 100 80";
    match command {
        "entropy" => json!({"game": "banqi"}),
        "operate" => json!({"game": "bishops", "options": {"force_duel": "anytime"}}),
        "sit" => json!({"game": "enochian"}),
        "claim" => json!({"game": "bishops", "start": claimable}),
        _ => json!({"game": "ban-chess"}),
    }
}

impl TestTable {
    async fn create(clients: &Clients, command: &str, stage: TableStage) -> TestTable {
        let mut new = game_for(command);
        new["control"] = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
        new["setting"] = json!({"owner_begins": true, "grace": GRACE.as_millis()});
        let table = clients.owner.create_table(new).await.table;
        let state = clients.owner.state(&table).await;
        let acts = state.view.turn.who.to_string();
        let next = state.seats.iter().map(|seat| seat.seat.clone()).find(|seat| *seat != acts).unwrap();
        clients.one.join(&table, json!({"seat": acts})).await;
        clients.other.join(&table, json!({"seat": next})).await;
        let test_table = TestTable {
            table,
            player: clients.one.clone(),
            other: clients.other.clone(),
            seats: (acts, next),
        };
        test_table.bring_to(clients, &state, command, stage).await;
        test_table
    }

    async fn bring_to(&self, clients: &Clients, state: &TableState, command: &str, stage: TableStage) {
        // Slow engines play the remaining seats.
        let (first, second) = (&self.seats.0, &self.seats.1);
        let free = state.seats.iter().filter(|seat| seat.seat != *first && seat.seat != *second);
        let leave_open = command == "sit" && stage == TableStage::Waiting;
        for seat in free.filter(|_| !leave_open) {
            self.expect_ok(
                &clients.owner,
                json!({"order": {"engine": {"seat": seat.seat, "level": 1, "delay": 60_000}}}),
            )
            .await;
        }
        if stage != TableStage::Waiting {
            self.expect_ok(&clients.owner, json!({"order": "begin"})).await;
        }
        match command {
            "join" => self.expect_ok(&clients.owner, json!({"order": {"remove": second}})).await,
            "engine_off" => {
                self.expect_ok(&clients.owner, json!({"order": {"engine": {"seat": second, "level": 1}}}))
                    .await;
            }
            _ => {}
        }
        match stage {
            TableStage::Paused => self.expect_ok(&clients.owner, json!({"order": "pause"})).await,
            TableStage::Over => {
                self.expect_ok(&clients.owner, json!({"order": {"adjudicate": "draw"}})).await;
            }
            TableStage::Waiting | TableStage::Playing => {}
        }
    }

    async fn expect_ok(&self, who: &HttpClient, command: Value) {
        let response = who.command(&self.table, command.clone()).await;
        assert_eq!(response.status, 200, "{command}: {}", response.body);
    }

    fn as_role(&self, clients: &Clients, role: TableRole) -> HttpClient {
        match role {
            TableRole::Anonymous => HttpClient::anonymous(&clients.server),
            TableRole::Guest => clients.guest.clone(),
            TableRole::Watcher => clients.watcher.clone(),
            TableRole::OtherPlayer => self.other.clone(),
            TableRole::Player => self.player.clone(),
            TableRole::Owner => clients.owner.clone(),
            TableRole::Admin => clients.admin.clone(),
        }
    }

    /// Sends the command in this role, with whatever it needs to succeed.
    async fn attempt(&self, clients: &Clients, command: &str, role: TableRole) -> HttpResponse {
        let (table, who) = (&self.table, self.as_role(clients, role));
        let (acts, next) = (&self.seats.0, &self.seats.1);
        let from_the_other = if role == TableRole::Player { &self.other } else { &self.player };
        let do_it = async |what: Value| who.command(table, what).await;
        match command {
            "look" => who.get(&format!("/api/tables/{table}")).await,
            "join" => who.post(&format!("/api/tables/{table}/join"), &json!({"seat": next})).await,
            "act" => {
                let state = self.player.state(table).await;
                let choice = state.view.choices.first().map_or("b:e2e4".into(), |choice| choice.text.clone());
                do_it(json!({"act": choice})).await
            }
            "propose" => do_it(json!({"propose": "draw"})).await,
            "accept" | "decline" => {
                from_the_other.command(table, json!({"propose": "draw"})).await;
                do_it(json!({ command: "draw" })).await
            }
            "entropy" => do_it(json!({"entropy": "00ff"})).await,
            "sit" => {
                let state = clients.owner.state(table).await;
                let free =
                    state.seats.iter().map(|seat| &seat.seat).find(|seat| *seat != acts && *seat != next);
                do_it(json!({"sit": free})).await
            }
            "claim_absent" => self.claim_absent(clients, role).await,
            "say to the table" => self.say(&who, "table").await,
            "say to the watchers" => self.say(&who, "watchers").await,
            "claim" | "resign" | "abort" | "stand" | "rematch" => do_it(json!(command)).await,
            "begin" | "reset" | "pause" | "resume" => do_it(json!({"order": command})).await,
            "operate" => do_it(json!({"order": {"operate": "force-duel"}})).await,
            "engine" => do_it(json!({"order": {"engine": {"seat": next, "level": 1}}})).await,
            "engine_off" | "remove" | "hand_over" => do_it(json!({"order": {command: next}})).await,
            "add_time" => do_it(json!({"order": {"add_time": {"seat": next, "time": 1000}}})).await,
            "adjudicate" => do_it(json!({"order": {"adjudicate": {"win": next}}})).await,
            "swap" => do_it(json!({"order": {"swap": {"one": acts, "other": next}}})).await,
            "mute" => do_it(json!({"order": {"mute": {"person": "somebody", "muted": true}}})).await,
            other => panic!("no test for the command {other}"),
        }
    }

    async fn say(&self, who: &HttpClient, to: &str) -> HttpResponse {
        who.post(&format!("/api/tables/{}/say", self.table), &json!({"to": to, "words": "Hello!"})).await
    }

    /// Claims the win against the other player, who never connected.
    async fn claim_absent(&self, clients: &Clients, role: TableRole) -> HttpResponse {
        let who = self.as_role(clients, role);
        let absent = if role == TableRole::Player { &self.seats.1 } else { &self.seats.0 };
        let claim = json!({"claim_absent": absent});
        let playing = clients.owner.state(&self.table).await.now.phase == TablePhase::Playing;
        if playing && matches!(role, TableRole::Player | TableRole::OtherPlayer) {
            let early = who.command(&self.table, claim.clone()).await;
            assert_eq!(early.status, 409, "{}", early.body);
            let token = who.with_api_token().await.bearer;
            let mut here = Client::connect(&clients.server, &self.table, token).await;
            let seat =
                |client: &Client| client.state.seats.iter().find(|seat| seat.seat == *absent).unwrap().absent;
            let paused = clients.owner.state(&self.table).await.now.paused;
            if !paused {
                clients.time.advance(GRACE, [&mut here]).await;
                here.wait_for("the other player to count as absent", seat).await;
            }
        }
        who.command(&self.table, claim).await
    }
}

async fn check_cell(
    clients: Arc<Clients>,
    command: &'static str,
    role: TableRole,
    stage: TableStage,
) -> Option<String> {
    let test_table = TestTable::create(&clients, command, stage).await;
    let before = clients.owner.state(&test_table.table).await.version;
    let response = test_table.attempt(&clients, command, role).await;
    let allowed = permissions::is_permitted(command, &[role], stage);
    let done = (200..300).contains(&response.status);
    let after = clients.owner.state(&test_table.table).await.version;
    let (role, stage) = (role.name(), stage.name());
    if done != allowed {
        return Some(format!(
            "{role} may {command} when {stage}: {allowed}, but {} {}",
            response.status, response.body
        ));
    }
    if !done && (!(400..500).contains(&response.status) || before != after) {
        return Some(format!("{role}, {command}, {stage}: {} and {before} became {after}", response.status));
    }
    None
}

#[tokio::test(start_paused = true)]
async fn permissions_match_the_table_of_roles() {
    let clients = Arc::new(Clients::connect().await);
    let (mut wrong, mut cells) = (Vec::new(), 0);
    for command in permissions::commands() {
        let mut running = tokio::task::JoinSet::new();
        // A player becomes absent when time passes, which would disturb other tables.
        let at_once = if command == "claim_absent" { 1 } else { 24 };
        for role in TableRole::ALL {
            for stage in TableStage::ALL {
                if running.len() >= at_once {
                    wrong.extend(
                        running.join_next().await.and_then(|result| result.expect("the check panicked")),
                    );
                }
                cells += 1;
                running.spawn(check_cell(Arc::clone(&clients), command, role, stage));
            }
        }
        wrong.extend(running.join_all().await.into_iter().flatten());
    }
    assert!(wrong.is_empty(), "{} of {cells} cells differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_roles_page_shows_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let start = page.find("| command |").expect("no table");
    let end = start + page[start..].find("\n\n").map_or(page.len() - start, |end| end + 1);
    let table = permissions::markdown_table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, format!("{}{table}{}", &page[..start], &page[end..])).unwrap();
        return;
    }
    assert!(page[start..end] == table, "docs/roles.md is out of date: write it with BLESS=1");
}
