//! Who may do what, and when: every role, every command and every stage, as the one table of permits says.
//!
//! `BLESS=1` writes the table anew into `docs/roles.md`.

use crate::client::Client;
use crate::kit::Served;
use crate::web::{Answer, Web};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tetrarch_protocol::{TablePhase, TableState};
use tetrarch_server::permissions::{self, TableRole, TableStage};

/// Everybody there is.
struct Cast {
    served: Served,
    owner: Web,
    admin: Web,
    guest: Web,
    watcher: Web,
    one: Web,
    other: Web,
}

impl Cast {
    async fn gather() -> Cast {
        let mut served = Served::start().await;
        let boss = Web::account(&served, "boss").await;
        served
            .restart_tuned(|config| {
                config.rate_limits = false;
                config.admins = vec!["Boss".to_string()];
            })
            .await;
        Cast {
            owner: Web::account(&served, "Olga").await,
            admin: boss.at(&served),
            watcher: Web::account(&served, "Wim").await,
            guest: Web::guest(&served, "Guest").await,
            one: Web::guest(&served, "One").await,
            other: Web::guest(&served, "Other").await,
            served,
        }
    }
}

/// A table at a stage, and the seats that the two players sit on.
struct Scene {
    table: String,
    /// To act, and not.
    player: Web,
    other: Web,
    seats: (String, String),
}

/// The game in which a command can be done, with options and a start that allow it.
fn game_for(deed: &str) -> Value {
    let claimable = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 100 80";
    match deed {
        "entropy" => json!({"game": "banqi"}),
        "operate" => json!({"game": "bishops", "options": {"force_duel": "anytime"}}),
        "sit" => json!({"game": "enochian"}),
        "claim" => json!({"game": "bishops", "start": claimable}),
        _ => json!({"game": "ban-chess"}),
    }
}

impl Scene {
    async fn set(cast: &Cast, deed: &str, stage: TableStage) -> Scene {
        let mut new = game_for(deed);
        new["control"] = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
        new["setting"] = json!({"owner_begins": true, "grace": 10_000});
        let table = cast.owner.make(new).await.table;
        let state = cast.owner.state(&table).await;
        let acts = state.view.turn.who.to_string();
        let next = state.seats.iter().map(|seat| seat.seat.clone()).find(|seat| *seat != acts).unwrap();
        cast.one.join(&table, json!({"seat": acts})).await;
        cast.other.join(&table, json!({"seat": next})).await;
        let scene = Scene { table, player: cast.one.clone(), other: cast.other.clone(), seats: (acts, next) };
        scene.bring_to(cast, &state, deed, stage).await;
        scene
    }

    async fn bring_to(&self, cast: &Cast, state: &TableState, deed: &str, stage: TableStage) {
        // The seats that nobody has taken are played by the engine, slowly.
        let (first, second) = (&self.seats.0, &self.seats.1);
        let free = state.seats.iter().filter(|seat| seat.seat != *first && seat.seat != *second);
        let leave_open = deed == "sit" && stage == TableStage::Waiting;
        for seat in free.filter(|_| !leave_open) {
            self.must(
                &cast.owner,
                json!({"order": {"engine": {"seat": seat.seat, "level": 1, "delay": 60_000}}}),
            )
            .await;
        }
        if stage != TableStage::Waiting {
            self.must(&cast.owner, json!({"order": "begin"})).await;
        }
        match deed {
            "join" => self.must(&cast.owner, json!({"order": {"remove": second}})).await,
            "engine_off" => {
                self.must(&cast.owner, json!({"order": {"engine": {"seat": second, "level": 1}}})).await;
            }
            _ => {}
        }
        match stage {
            TableStage::Paused => self.must(&cast.owner, json!({"order": "pause"})).await,
            TableStage::Over => self.must(&cast.owner, json!({"order": {"adjudicate": "draw"}})).await,
            TableStage::Waiting | TableStage::Playing => {}
        }
    }

    async fn must(&self, who: &Web, deed: Value) {
        let answer = who.order(&self.table, deed.clone()).await;
        assert_eq!(answer.status, 200, "{deed}: {}", answer.body);
    }

    fn as_role(&self, cast: &Cast, role: TableRole) -> Web {
        match role {
            TableRole::Anonymous => Web::nobody(&cast.served),
            TableRole::Guest => cast.guest.clone(),
            TableRole::Watcher => cast.watcher.clone(),
            TableRole::OtherPlayer => self.other.clone(),
            TableRole::Player => self.player.clone(),
            TableRole::Owner => cast.owner.clone(),
            TableRole::Admin => cast.admin.clone(),
        }
    }

    /// Does it as somebody who would have every reason to.
    async fn attempt(&self, cast: &Cast, deed: &str, role: TableRole) -> Answer {
        let (table, who) = (&self.table, self.as_role(cast, role));
        let (acts, next) = (&self.seats.0, &self.seats.1);
        let from_the_other = if role == TableRole::Player { &self.other } else { &self.player };
        let do_it = async |what: Value| who.order(table, what).await;
        match deed {
            "look" => who.get(&format!("/api/tables/{table}")).await,
            "join" => who.post(&format!("/api/tables/{table}/join"), &json!({"seat": next})).await,
            "act" => {
                let state = self.player.state(table).await;
                let choice = state.view.choices.first().map_or("b:e2e4".into(), |choice| choice.text.clone());
                do_it(json!({"act": choice})).await
            }
            "propose" => do_it(json!({"propose": "draw"})).await,
            "accept" | "decline" => {
                from_the_other.order(table, json!({"propose": "draw"})).await;
                do_it(json!({ deed: "draw" })).await
            }
            "entropy" => do_it(json!({"entropy": "00ff"})).await,
            "sit" => {
                let state = cast.owner.state(table).await;
                let free =
                    state.seats.iter().map(|seat| &seat.seat).find(|seat| *seat != acts && *seat != next);
                do_it(json!({"sit": free})).await
            }
            "claim_absent" => self.claim_absent(cast, role).await,
            "say to the table" => self.say(&who, "table").await,
            "say to the watchers" => self.say(&who, "watchers").await,
            "claim" | "resign" | "abort" | "stand" | "rematch" => do_it(json!(deed)).await,
            "begin" | "reset" | "pause" | "resume" => do_it(json!({"order": deed})).await,
            "operate" => do_it(json!({"order": {"operate": "force-duel"}})).await,
            "engine" => do_it(json!({"order": {"engine": {"seat": next, "level": 1}}})).await,
            "engine_off" | "remove" | "hand_over" => do_it(json!({"order": {deed: next}})).await,
            "add_time" => do_it(json!({"order": {"add_time": {"seat": next, "time": 1000}}})).await,
            "adjudicate" => do_it(json!({"order": {"adjudicate": {"win": next}}})).await,
            "swap" => do_it(json!({"order": {"swap": {"one": acts, "other": next}}})).await,
            "mute" => do_it(json!({"order": {"mute": {"person": "somebody", "muted": true}}})).await,
            other => panic!("nobody has tried to {other} yet"),
        }
    }

    async fn say(&self, who: &Web, to: &str) -> Answer {
        who.post(&format!("/api/tables/{}/say", self.table), &json!({"to": to, "words": "Hello!"})).await
    }

    /// Claims that the seat of the other player, who never connected, gives up.
    async fn claim_absent(&self, cast: &Cast, role: TableRole) -> Answer {
        let who = self.as_role(cast, role);
        let absent = if role == TableRole::Player { &self.seats.1 } else { &self.seats.0 };
        let claim = json!({"claim_absent": absent});
        let playing = cast.owner.state(&self.table).await.now.phase == TablePhase::Playing;
        if playing && matches!(role, TableRole::Player | TableRole::OtherPlayer) {
            let early = who.order(&self.table, claim.clone()).await;
            assert_eq!(early.status, 409, "{}", early.body);
            let token = who.program().await.bearer;
            let mut here = Client::connect(&cast.served, &self.table, token).await;
            let seat =
                |client: &Client| client.state.seats.iter().find(|seat| seat.seat == *absent).unwrap().absent;
            let paused = cast.owner.state(&self.table).await.now.paused;
            if !paused {
                here.until("the other to be absent", seat).await;
            }
        }
        who.order(&self.table, claim).await
    }
}

async fn cell(cast: Arc<Cast>, deed: &'static str, role: TableRole, stage: TableStage) -> Option<String> {
    let scene = Scene::set(&cast, deed, stage).await;
    let before = cast.owner.state(&scene.table).await.version;
    let answer = scene.attempt(&cast, deed, role).await;
    let allowed = permissions::is_permitted(deed, &[role], stage);
    let done = (200..300).contains(&answer.status);
    let after = cast.owner.state(&scene.table).await.version;
    let (role, stage) = (role.name(), stage.name());
    if done != allowed {
        return Some(format!(
            "{role} may {deed} when {stage}: {allowed}, but {} {}",
            answer.status, answer.body
        ));
    }
    if !done && (!(400..500).contains(&answer.status) || before != after) {
        return Some(format!("{role}, {deed}, {stage}: {} and {before} became {after}", answer.status));
    }
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_may_do_what_the_table_of_roles_says_and_nothing_else() {
    let cast = Arc::new(Cast::gather().await);
    let mut running = tokio::task::JoinSet::new();
    let (mut wrong, mut cells) = (Vec::new(), 0);
    for deed in permissions::commands() {
        for role in TableRole::ALL {
            for stage in TableStage::ALL {
                if running.len() >= 24 {
                    wrong.extend(running.join_next().await.and_then(|cell| cell.expect("a cell")));
                }
                cells += 1;
                running.spawn(cell(Arc::clone(&cast), deed, role, stage));
            }
        }
    }
    while let Some(cell) = running.join_next().await {
        wrong.extend(cell.expect("a cell"));
    }
    assert!(wrong.is_empty(), "{} of {cells} cells:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_page_about_roles_shows_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let start = page.find("| command |").expect("a table");
    let end = start + page[start..].find("\n\n").map_or(page.len() - start, |end| end + 1);
    let table = permissions::markdown_table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, format!("{}{table}{}", &page[..start], &page[end..])).unwrap();
        return;
    }
    assert!(page[start..end] == table, "docs/roles.md is out of date: write it with BLESS=1");
}
