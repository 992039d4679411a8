//! Random commands, legal or not: all clients always agree with the server, and a restart changes nothing.

use crate::client::{Client, assert_up_to_date, wait_all_for_version};
use crate::test_server::TestServer;
use serde_json::{Value, json};
use tetrarch_protocol::CommandKind;
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// A random command: mostly sensible, often not.
fn random_command(rng: &mut SeededRng, client: &Client) -> CommandKind {
    let offers = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Treaty("exchange".to_string())];
    let offer = rng.choose(&offers).cloned().unwrap();
    let nonsense = ["", "e4", "b:e2e4", "?a1", "=q", "swap", "resign:white", "takeback:0", "💥"];
    let choices = client.choices();
    match rng.choose(&(0..40).collect::<Vec<u32>>()).unwrap() {
        0 => CommandKind::Propose(offer),
        1..=3 => CommandKind::Accept(offer),
        4 => CommandKind::Decline(offer),
        5 => CommandKind::Claim,
        6 => CommandKind::Entropy("ab".to_string()),
        7 | 8 => CommandKind::Act((*rng.choose(&nonsense).unwrap()).to_string()),
        // Earlier, it would end most games at once.
        9 if client.state.line.len() > 20 => CommandKind::Abort,
        _ => CommandKind::Act(rng.choose(&choices).cloned().unwrap_or_default()),
    }
}

async fn send_random_commands(game: &str, options: Value, seed: u64, commands: usize) {
    let mut server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 3_600_000, "increment": 0});
    let table = json!({"game": game, "options": options, "control": control});
    let (table, mut clients) = server.full_table(table).await;
    clients.push(Client::connect(&server, &table, None).await);
    let mut rng = SeededRng::new(seed);
    let (mut done, mut refused, mut version) = (0, 0, 0);
    for number in 1..=commands {
        // Half of the commands come from whoever is to act, and know the latest version.
        let in_turn = rng.below(2) == 0;
        if in_turn {
            wait_all_for_version(&mut clients, version).await;
        }
        let acting = clients.iter().position(|client| in_turn && !client.choices().is_empty());
        let who = acting.unwrap_or_else(|| rng.below(clients.len()));
        let command = random_command(&mut rng, &clients[who]);
        match clients[who].command(command).await {
            Ok(now) => (done, version) = (done + 1, now),
            Err(_) => refused += 1,
        }
        if number % (commands / 4) == 0 {
            server.restart_with_clients(&mut clients).await;
            for client in &mut clients {
                client.reconnect(&server).await;
            }
        }
    }
    let version = server.state(&table).await.version;
    for client in &mut clients {
        client.wait_for_version(version).await;
        assert_up_to_date(client).await;
        assert_eq!(client.state.line, server.state(&table).await.line);
    }
    assert!(refused > 0 && done > commands / 8, "{game}: {done} done, {refused} refused");
}

#[tokio::test]
async fn clients_agree_with_the_server_in_ban_chess() {
    send_random_commands("ban-chess", json!({}), 21, 120).await;
}

#[tokio::test]
async fn clients_agree_with_the_server_in_banqi() {
    send_random_commands("banqi", json!({}), 22, 120).await;
}

#[tokio::test]
async fn clients_agree_with_the_server_in_enochian_chess_with_dice() {
    send_random_commands("enochian", json!({"divination": true}), 23, 120).await;
}

#[tokio::test]
async fn clients_agree_with_the_server_in_bishops() {
    send_random_commands("bishops", json!({}), 24, 120).await;
}

#[tokio::test]
#[ignore = "slow (make prove)"]
async fn prove_clients_agree_with_the_server_in_many_games() {
    for seed in 100..120 {
        send_random_commands("ban-chess", json!({}), seed, 400).await;
        send_random_commands("banqi", json!({}), seed, 400).await;
        send_random_commands("enochian", json!({"divination": seed % 2 == 0}), seed, 400).await;
        send_random_commands("bishops", json!({}), seed, 400).await;
    }
}
