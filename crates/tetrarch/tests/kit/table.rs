//! Tables with somebody on every seat.

use super::Http;
use serde_json::{Value, json};
use std::io;

/// The games that are played at once, and how many sit at each.
pub(crate) const MIX: [(&str, usize); 4] = [("bishops", 4), ("ban-chess", 2), ("enochian", 4), ("banqi", 2)];

/// A seat at a table, and the token for it.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    pub(crate) table: String,
    pub(crate) token: String,
}

/// How many sit at a game.
fn chairs_of(game: &str) -> usize {
    MIX.iter().find(|(name, _)| *name == game).expect("one of the games").1
}

/// Makes a table and takes all of its seats. When this returns, the server has promised that they are taken.
pub(crate) async fn new_table(http: &mut Http, game: &str) -> io::Result<Vec<Chair>> {
    let made = accepted(http.post("/api/tables", &json!({ "game": game })).await?)?;
    let table = text(&made, "table")?;
    let mut chairs = Vec::new();
    for _ in 0..chairs_of(game) {
        let joined = accepted(http.post(&format!("/api/tables/{table}/join"), &json!({})).await?)?;
        chairs.push(Chair { table: table.clone(), token: text(&joined, "token")? });
    }
    Ok(chairs)
}

fn accepted((status, body): (u16, Value)) -> io::Result<Value> {
    if (200..300).contains(&status) { Ok(body) } else { Err(io::Error::other(format!("{status}: {body}"))) }
}

fn text(body: &Value, name: &str) -> io::Result<String> {
    body[name].as_str().map(str::to_string).ok_or_else(|| io::Error::other(format!("no {name} in {body}")))
}
