//! A game played over HTTP, with the actions that the server acknowledged.

use crate::support::{HttpConnection, SeatToken, create_full_table, within};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// A game of Ban-Chess with its acknowledged actions.
pub(crate) struct HttpGame {
    seats: Vec<SeatToken>,
    acknowledged: Vec<String>,
    /// A command that failed: it is repeated with the same id, and may be applied only once.
    pending: Option<(usize, Value)>,
    count: usize,
}

/// The status and body of a refused command.
pub(crate) type Refusal = (u16, Value);

impl HttpGame {
    pub(crate) async fn create(address: SocketAddr) -> HttpGame {
        let mut http = HttpConnection::connect(address).await.expect("failed to connect");
        let seats = create_full_table(&mut http, "ban-chess").await.expect("no table");
        HttpGame { seats, acknowledged: Vec::new(), pending: None, count: 0 }
    }

    /// Plays an action for the seat to act. A refused command is returned, and repeated by the next call.
    pub(crate) async fn step(&mut self, address: SocketAddr) -> Result<(), Refusal> {
        let mut http = HttpConnection::connect(address).await.expect("failed to connect");
        self.step_on(&mut http).await
    }

    /// Like `step`, on an existing connection.
    pub(crate) async fn step_on(&mut self, http: &mut HttpConnection) -> Result<(), Refusal> {
        let (seat, command) = match self.pending.take() {
            Some(pending) => pending,
            None => self.choose(http).await?,
        };
        http.token = Some(self.seats[seat].token.clone());
        let path = format!("/api/tables/{}/do", self.seats[seat].table);
        let (status, answer) = http.post(&path, &command).await.expect("no response");
        if status != 200 {
            self.pending = Some((seat, command));
            return Err((status, answer));
        }
        self.acknowledged.push(command["do"]["act"].as_str().expect("not an action").to_string());
        Ok(())
    }

    async fn choose(&mut self, http: &mut HttpConnection) -> Result<(usize, Value), Refusal> {
        for seat in 0..self.seats.len() {
            http.token = Some(self.seats[seat].token.clone());
            let path = format!("/api/tables/{}", self.seats[seat].table);
            let (status, state) = http.get(&path).await.expect("no response");
            if status != 200 {
                return Err((status, state));
            }
            let choices = state["view"]["choices"].as_array().map_or(&[][..], Vec::as_slice);
            if choices.is_empty() {
                continue;
            }
            self.count += 1;
            let action = &choices[self.count * 7919 % choices.len()]["text"];
            let id = format!("step-{}", self.count);
            return Ok((seat, json!({"id": id, "version": state["version"], "do": {"act": action}})));
        }
        panic!("the game is over after {} actions", self.acknowledged.len());
    }

    /// Plays one action, retrying for half a minute until the server has recovered.
    pub(crate) async fn step_until_accepted(&mut self, address: SocketAddr) {
        let accepted =
            async || self.step(address).await.inspect_err(|refused| println!("{refused:?}")).is_ok();
        within(Duration::from_secs(30), "the server to recover", accepted).await;
    }

    /// Asserts that the line of play is exactly the acknowledged actions.
    pub(crate) async fn assert_line_acknowledged(&self, address: SocketAddr) {
        let state = self.state(address).await;
        let line = state["line"].as_array().expect("the state has no line");
        let words: Vec<&str> = line.iter().filter_map(|step| step["word"].as_str()).collect();
        assert_eq!(words, self.acknowledged, "the line differs from the acknowledged actions");
    }

    /// The token of the seat to act, and a legal command for it.
    pub(crate) async fn next_command(&mut self, address: SocketAddr) -> (String, Value) {
        let mut http = HttpConnection::connect(address).await.expect("failed to connect");
        let (seat, command) = self.choose(&mut http).await.expect("no state");
        (self.seats[seat].token.clone(), command)
    }

    pub(crate) fn table(&self) -> &str {
        &self.seats[0].table
    }

    pub(crate) async fn state(&self, address: SocketAddr) -> Value {
        let mut http = HttpConnection::connect(address).await.expect("failed to connect");
        http.token = Some(self.seats[0].token.clone());
        let (status, state) = http.get(&format!("/api/tables/{}", self.seats[0].table)).await.unwrap();
        assert_eq!(status, 200, "{state}");
        state
    }
}

/// Asserts that the refusal says that the command was not stored and can be repeated.
pub(crate) fn assert_not_stored((status, answer): &Refusal) {
    assert_eq!((*status, answer["error"]["reason"].as_str()), (503, Some("not_stored")), "{answer}");
    assert!(answer["error"]["words"].as_str().is_some_and(|words| words.contains("ry again")), "{answer}");
}
