//! Whatever people try, in whatever order: everybody's state is the server's, and a restart changes nothing.

use crate::client::{Client, must_be_up_to_date};
use crate::kit::Served;
use serde_json::{Value, json};
use tetrarch_protocol::{CommandKind, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// Something that somebody might try: mostly sensible, often not.
fn attempt(luck: &mut SeededRng, client: &Client) -> CommandKind {
    let offers = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Treaty("exchange".to_string())];
    let offer = luck.choose(&offers).cloned().unwrap();
    let nonsense = ["", "e4", "b:e2e4", "?a1", "=q", "swap", "resign:white", "takeback:0", "💥"];
    let choices = client.choices();
    match luck.choose(&(0..40).collect::<Vec<u32>>()).unwrap() {
        0 => CommandKind::Propose(offer),
        1..=3 => CommandKind::Accept(offer),
        4 => CommandKind::Decline(offer),
        5 => CommandKind::Claim,
        6 => CommandKind::Entropy("ab".to_string()),
        7 | 8 => CommandKind::Act((*luck.choose(&nonsense).unwrap()).to_string()),
        9 => CommandKind::Abort,
        _ => CommandKind::Act(luck.choose(&choices).cloned().unwrap_or_default()),
    }
}

async fn storm(game: &str, options: Value, seed: u64, deeds: usize) {
    let mut served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 3_600_000, "increment": 0});
    let table = json!({"game": game, "options": options, "control": control});
    let (table, mut clients) = served.full_table(table).await;
    clients.push(Client::connect(&served, &table, None).await);
    let mut luck = SeededRng::new(seed);
    let (mut done, mut refused) = (0, 0);
    for number in 1..=deeds {
        let who = *luck.choose(&(0..clients.len()).collect::<Vec<_>>()).unwrap();
        let deed = attempt(&mut luck, &clients[who]);
        match clients[who].order(deed).await {
            Ok(_) => done += 1,
            Err(_) => refused += 1,
        }
        if number % (deeds / 4) == 0 {
            served.restart().await;
            for client in &mut clients {
                client.reconnect(&served).await;
            }
        }
    }
    let version = served.state(&table).await.version;
    for client in &mut clients {
        client.until_version(version).await;
        must_be_up_to_date(client).await;
        assert_eq!(client.state.line, served.state(&table).await.line);
    }
    let over = clients[0].state.now.phase == TablePhase::Over;
    assert!(refused > 0 && (done > 0 || over), "{game}: {done} done, {refused} refused");
}

#[tokio::test]
async fn in_ban_chess() {
    storm("ban-chess", json!({}), 21, 120).await;
}

#[tokio::test]
async fn in_banqi() {
    storm("banqi", json!({}), 22, 120).await;
}

#[tokio::test]
async fn in_enochian_chess_with_dice() {
    storm("enochian", json!({"divination": true}), 23, 120).await;
}

#[tokio::test]
async fn in_bishops() {
    storm("bishops", json!({}), 24, 120).await;
}

#[tokio::test]
#[ignore = "long: make prove"]
async fn prove_many_storms() {
    for seed in 100..120 {
        storm("ban-chess", json!({}), seed, 400).await;
        storm("banqi", json!({}), seed, 400).await;
        storm("enochian", json!({"divination": seed % 2 == 0}), seed, 400).await;
        storm("bishops", json!({}), seed, 400).await;
    }
}
