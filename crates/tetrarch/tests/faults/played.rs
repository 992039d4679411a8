//! A game that is played over HTTP, and what its players were promised.

use crate::kit::{Chair, Http, new_table};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// A game of Ban-Chess and all that was acknowledged of it.
pub(crate) struct Played {
    chairs: Vec<Chair>,
    acknowledged: Vec<String>,
    /// A command that was refused by a fault: it is given again with the same id, and may be done only once.
    pending: Option<(usize, Value)>,
    count: usize,
}

/// What was answered instead of the acknowledgement: the status and the words.
pub(crate) type Refusal = (u16, Value);

impl Played {
    pub(crate) async fn at(address: SocketAddr) -> Played {
        let mut http = Http::to(address).await.expect("a connection");
        let chairs = new_table(&mut http, "ban-chess").await.expect("a table");
        Played { chairs, acknowledged: Vec::new(), pending: None, count: 0 }
    }

    /// Whoever is to act plays something. Tells what was refused, and gives the same command again the next time.
    pub(crate) async fn step(&mut self, address: SocketAddr) -> Result<(), Refusal> {
        let mut http = Http::to(address).await.expect("a connection");
        self.step_on(&mut http).await
    }

    /// The same on a connection that is there already.
    pub(crate) async fn step_on(&mut self, http: &mut Http) -> Result<(), Refusal> {
        let (chair, command) = match self.pending.take() {
            Some(pending) => pending,
            None => self.choose(http).await?,
        };
        http.token = Some(self.chairs[chair].token.clone());
        let path = format!("/api/tables/{}/do", self.chairs[chair].table);
        let (status, answer) = http.post(&path, &command).await.expect("an answer");
        if status != 200 {
            self.pending = Some((chair, command));
            return Err((status, answer));
        }
        self.acknowledged.push(command["do"]["act"].as_str().expect("an action").to_string());
        Ok(())
    }

    async fn choose(&mut self, http: &mut Http) -> Result<(usize, Value), Refusal> {
        for chair in 0..self.chairs.len() {
            http.token = Some(self.chairs[chair].token.clone());
            let path = format!("/api/tables/{}", self.chairs[chair].table);
            let (status, state) = http.get(&path).await.expect("an answer");
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
            return Ok((chair, json!({"id": id, "version": state["version"], "do": {"act": action}})));
        }
        panic!("the game is over after {} actions", self.acknowledged.len());
    }

    /// Plays on until the server has recovered, which it must within some seconds.
    pub(crate) async fn must_go_on(&mut self, address: SocketAddr) {
        let mut last = None;
        for _ in 0..40 {
            match self.step(address).await {
                Ok(()) => return,
                Err(refused) => last = Some(refused),
            }
            tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        }
        panic!("it does not recover: {last:?}");
    }

    /// The line is exactly what was acknowledged.
    pub(crate) async fn must_be_there(&self, address: SocketAddr) {
        let state = self.state(address).await;
        let line = state["line"].as_array().expect("a line");
        let words: Vec<&str> = line.iter().filter_map(|step| step["word"].as_str()).collect();
        assert_eq!(words, self.acknowledged, "what is there is not what was acknowledged");
    }

    /// Who is to act, by the token of their seat, and something they may do.
    pub(crate) async fn next(&mut self, address: SocketAddr) -> (String, Value) {
        let mut http = Http::to(address).await.expect("a connection");
        let (chair, command) = self.choose(&mut http).await.expect("a state");
        (self.chairs[chair].token.clone(), command)
    }

    /// The table it is played at.
    pub(crate) fn table(&self) -> &str {
        &self.chairs[0].table
    }

    pub(crate) async fn state(&self, address: SocketAddr) -> Value {
        let mut http = Http::to(address).await.expect("a connection");
        http.token = Some(self.chairs[0].token.clone());
        let (status, state) = http.get(&format!("/api/tables/{}", self.chairs[0].table)).await.unwrap();
        assert_eq!(status, 200, "{state}");
        state
    }
}

/// A refusal that says what has happened: it was not stored, and trying again may help.
pub(crate) fn must_be_clear((status, answer): &Refusal) {
    assert_eq!((*status, answer["error"]["reason"].as_str()), (503, Some("not_stored")), "{answer}");
    assert!(answer["error"]["words"].as_str().is_some_and(|words| words.contains("ry again")), "{answer}");
}
