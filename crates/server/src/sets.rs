//! Sets of tables for organisers: invite links and results.

use crate::auth::token::TokenHash;
use crate::state::{AppState, LoadError};
use crate::table::header::TableHeader;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tetrarch_protocol::{ArchivedGame, Occupant, SetGame, SetResults, SetScore, SetTable, TablePhase};
use tetrarch_store::GameId;
use tetrarch_table::{SeatMap, TimeControl};

/// How many rematches of a table count.
const MAX_REMATCHES: usize = 50;

/// A set as it is stored. Invite tokens are not stored: they derive from the key, of which only the hash is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TableSet {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) key: TokenHash,
    pub(crate) tables: Vec<String>,
}

/// Derives the invite token of a seat from the set's key.
pub(crate) fn seat_invite(key: &str, table: &str, seat: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(format!("{key}/{table}/{seat}").as_bytes())[..24])
}

/// The names of the seats at a table.
pub(crate) fn seat_names(state: &AppState, header: &TableHeader) -> Vec<String> {
    let game = state.deps().games.by_name(&header.game);
    let table =
        game.and_then(|game| game.rules.open(&header.options, header.start.as_deref(), TimeControl::None));
    table.map(|table| table.seats().iter().map(ToString::to_string).collect()).unwrap_or_default()
}

/// The invite links of all seats that nobody has taken.
pub(crate) async fn seat_invites(state: &AppState, set: &TableSet, key: &str) -> Vec<SetTable> {
    let mut tables = Vec::new();
    for table in &set.tables {
        let Ok(id) = table.parse::<GameId>() else { continue };
        let Ok(Some(live)) = state.load_table(&id).await else { continue };
        let open_seats = live.header.seats.iter().enumerate().filter(|(_, assignment)| assignment.is_free());
        let seats = open_seats.map(|(index, _)| live.seat_name(tetrarch_rules::Seat::new(index)));
        let invites: SeatMap<String> = seats.map(|seat| (seat, seat_invite(key, table, seat))).collect();
        tables.push(SetTable { table: table.clone(), invites });
    }
    tables
}

fn player_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Open | Occupant::Invited { .. } => String::new(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Engine { level } => format!("Tetrarch level {level}"),
    }
}

impl TableSet {
    /// The key of the set in the note store.
    pub(crate) fn storage_key(set: &str) -> String {
        format!("set:{set}")
    }

    pub(crate) fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    pub(crate) fn from_json(text: &str) -> Option<TableSet> {
        serde_json::from_str(text).ok()
    }

    /// The results so far.
    pub(crate) async fn results(&self, state: &AppState) -> Result<SetResults, LoadError> {
        let mut games = Vec::new();
        for (table, number) in self.tables.iter().zip(1..) {
            let mut next = Some(table.clone());
            for _ in 0..MAX_REMATCHES {
                let Some(id) = next.as_deref().and_then(|id| id.parse::<GameId>().ok()) else { break };
                let Some(game) = game_result(state, number, &id).await? else { break };
                games.push(game);
                next = state.store().get_note(&format!("next:{id}")).await?;
            }
        }
        let players = scores(&games);
        Ok(SetResults { name: self.name.clone(), game: self.game.clone(), games, players })
    }
}

async fn game_result(state: &AppState, number: u32, id: &GameId) -> Result<Option<SetGame>, LoadError> {
    let table = id.to_string();
    if let Some(listing) = state.store().listing(id).await? {
        let Ok(game) = serde_json::from_str::<ArchivedGame>(&listing) else { return Ok(None) };
        let players = game.seats.iter().map(|seat| (seat.seat.clone(), player_name(&seat.sitter))).collect();
        return Ok(Some(SetGame {
            number,
            table,
            phase: TablePhase::Over,
            players,
            outcome: Some(game.outcome),
        }));
    }
    let Some(live) = state.load_table(id).await? else { return Ok(None) };
    let seats = live.seats.iter().enumerate();
    let players = seats
        .map(|(index, assignment)| {
            (live.seat_name(tetrarch_rules::Seat::new(index)), player_name(&assignment.to_occupant()))
        })
        .collect();
    Ok(Some(SetGame { number, table, phase: live.phase(), players, outcome: None }))
}

/// Total scores by player, best first.
fn scores(games: &[SetGame]) -> Vec<SetScore> {
    let mut scores: Vec<SetScore> = Vec::new();
    for game in games {
        let Some(outcome) = &game.outcome else { continue };
        for (seat, name) in game.players.0.iter().filter(|(_, name)| !name.is_empty()) {
            let points = outcome.points.get(seat).copied().unwrap_or_default();
            match scores.iter_mut().find(|score| score.name == *name) {
                Some(score) => {
                    score.games += 1;
                    score.points += points;
                }
                None => scores.push(SetScore { name: name.clone(), games: 1, points }),
            }
        }
    }
    scores.sort_by(|a, b| b.points.total_cmp(&a.points).then_with(|| a.name.cmp(&b.name)));
    scores
}

/// Quotes a CSV field, by hand because the rule against formulas is most of it. Text that a spreadsheet would read as a formula gets a leading apostrophe.
fn csv_field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_string() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The results as CSV: one line for each seat of each game.
pub(crate) fn results_csv(results: &SetResults) -> String {
    let mut lines = vec!["table,game,seat,player,points,result".to_string()];
    for game in &results.games {
        for (seat, name) in &game.players.0 {
            let points = game.outcome.as_ref().and_then(|outcome| outcome.points.get(seat));
            let reason = game.outcome.as_ref().map_or("", |outcome| outcome.reason.description());
            let points = points.map(f64::to_string).unwrap_or_default();
            let number = game.number;
            lines.push(format!(
                "{number},{},{},{},{points},{}",
                game.table,
                csv_field(seat),
                csv_field(name),
                csv_field(reason)
            ));
        }
    }
    lines.join("\r\n") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_fields_are_quoted_and_formulas_become_text() {
        assert_eq!(csv_field("Ada"), "Ada");
        assert_eq!(csv_field("Ada, \"the\" first"), "\"Ada, \"\"the\"\" first\"");
        assert_eq!(csv_field("=1+1"), "'=1+1");
    }

    #[test]
    fn an_invite_derives_from_the_key_and_is_unique_per_seat() {
        // Links that were printed must stay valid in later versions.
        assert_eq!(seat_invite("k", "t", "white"), "8acb508dfb36f82a0cbce7b88d8c315b15cb20e9ead88c00");
        assert_ne!(seat_invite("k", "t", "white"), seat_invite("k", "t", "black"));
        assert_ne!(seat_invite("k", "t", "white"), seat_invite("l", "t", "white"));
    }
}
