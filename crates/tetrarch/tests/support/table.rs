//! Tables whose seats are all taken.

use super::HttpConnection;
use serde_json::{Value, json};
use std::io;

/// All games, with their number of seats.
pub(crate) const GAME_SEATS: [(&str, usize); 4] =
    [("bishops", 4), ("ban-chess", 2), ("enochian", 4), ("banqi", 2)];

/// A seat at a table, with its token.
#[derive(Clone, Debug)]
pub(crate) struct SeatToken {
    pub(crate) table: String,
    pub(crate) token: String,
}

fn seat_count(game: &str) -> usize {
    GAME_SEATS.iter().find(|(name, _)| *name == game).expect("unknown game").1
}

/// Creates a table and takes all its seats. The server has acknowledged every seat when this returns.
pub(crate) async fn create_full_table(http: &mut HttpConnection, game: &str) -> io::Result<Vec<SeatToken>> {
    let made = accepted(http.post("/api/tables", &json!({ "game": game })).await?)?;
    let table = text(&made, "table")?;
    let mut seats = Vec::new();
    for _ in 0..seat_count(game) {
        let joined = accepted(http.post(&format!("/api/tables/{table}/join"), &json!({})).await?)?;
        seats.push(SeatToken { table: table.clone(), token: text(&joined, "token")? });
    }
    Ok(seats)
}

fn accepted((status, body): (u16, Value)) -> io::Result<Value> {
    if (200..300).contains(&status) { Ok(body) } else { Err(io::Error::other(format!("{status}: {body}"))) }
}

fn text(body: &Value, name: &str) -> io::Result<String> {
    body[name].as_str().map(str::to_string).ok_or_else(|| io::Error::other(format!("no {name} in {body}")))
}
