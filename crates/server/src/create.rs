//! Making a table.

use crate::header::{SeatAssignment, TableHeader, display_name};
use crate::rooms::AppState;
use crate::table::LiveTable;
use crate::timestamp::now;
use crate::token::{AccessToken, hex, random_bytes};
use crate::who::Identity;
use serde_json::json;
use tetrarch_protocol::{CreateTableRequest, ErrorCode, RequestError, SeatMap, SeatSetup, TableSettings};
use tetrarch_store::GameId;
use tetrarch_table::Millis;

/// A table that can be stored.
pub(crate) struct TableDraft {
    pub(crate) head: TableHeader,
    pub(crate) token: AccessToken,
    /// The invites of the seats, by name.
    pub(crate) invites: SeatMap<String>,
    pub(crate) commitment: Option<String>,
}

/// The shortest and the longest grace.
const GRACE_RANGE: (Millis, Millis) = (Millis::from_secs(10), Millis::from_days(1));

fn bad_request(words: impl Into<String>) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

fn no_randomness(_: getrandom::Error) -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The server has no random numbers now. Try again.")
}

/// What is fixed at a new table, if it can be so.
pub(crate) async fn prepare_table(
    rooms: &AppState,
    who: &Identity,
    new: &CreateTableRequest,
    id: &GameId,
) -> Result<TableDraft, RequestError> {
    let token = AccessToken::generate().map_err(no_randomness)?;
    let names = check_request(rooms, new)?;
    let (mut seats, mut invites) = (Vec::new(), Vec::new());
    for name in names {
        let wanted = new.seats.get(name).unwrap_or(&SeatSetup::Open);
        let (sitting, invite) = assign_seat(rooms, who, new, wanted, &token).await?;
        seats.push(sitting);
        invites.extend(invite.map(|invite| (*name, invite)));
    }
    let has_chance = rooms.deps().chance.has_chance(&new.game);
    let secret = has_chance.then(random_bytes::<32>).transpose().map_err(no_randomness)?;
    let head = TableHeader {
        game: new.game.clone(),
        options: new.options.clone().unwrap_or_else(|| json!({})),
        start: new.start.clone(),
        control: new.control,
        seats,
        owner: token.hash(),
        owner_person: who.person_id().map(str::to_string),
        setting: new.setting.clone(),
        secret: secret.map(|secret| hex(&secret)),
        entropy: new.entropy.clone(),
        made: now().0,
    };
    // Opened once before it is stored, so that nothing is stored that cannot be opened.
    let table = LiveTable::new(rooms.deps(), id.clone(), head.clone());
    let commitment = table.map_err(|error| bad_request(error.to_string()))?.published_deal();
    let commitment = commitment.map(|published| published.commitment);
    Ok(TableDraft { head, token, invites: invites.into_iter().collect(), commitment })
}

/// The names of the seats, if all that is wanted can be.
fn check_request(
    rooms: &AppState,
    new: &CreateTableRequest,
) -> Result<tetrarch_rules::SeatNames, RequestError> {
    let game = rooms.deps().games.by_name(&new.game).map_err(|error| bad_request(error.to_string()))?;
    let options = new.options.clone().unwrap_or_else(|| json!({}));
    let table = game
        .open(&options, new.start.as_deref(), new.control)
        .map_err(|error| bad_request(error.to_string()))?;
    new.control.validate().map_err(bad_request)?;
    let names = table.seats();
    if let Some((unknown, _)) = new.seats.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        return Err(bad_request(format!(
            "There is no seat {unknown:?}: the seats are {}.",
            names.join(", ")
        )));
    }
    let TableSettings { grace, stand_in, .. } = &new.setting;
    if grace.is_some_and(|grace| !(GRACE_RANGE.0..=GRACE_RANGE.1).contains(&grace)) {
        return Err(bad_request("The grace is 10 seconds to a day."));
    }
    if let Some(level) = stand_in {
        rooms.deps().check_level(&new.game, *level).map_err(bad_request)?;
        if !rooms.deps().engine.can_stand_in(&new.game) {
            return Err(bad_request(
                "No engine sits in by itself in this game: its decisions are the player's own.",
            ));
        }
    }
    Ok(names)
}

/// Who is to sit on a seat, and the invite for it.
async fn assign_seat(
    rooms: &AppState,
    who: &Identity,
    new: &CreateTableRequest,
    wanted: &SeatSetup,
    token: &AccessToken,
) -> Result<(SeatAssignment, Option<String>), RequestError> {
    Ok(match wanted {
        SeatSetup::Open => (SeatAssignment::Open, None),
        SeatSetup::Mine => {
            let name = display_name(new.name.as_deref().or(who.person_name()));
            (
                SeatAssignment::Person {
                    token: token.hash(),
                    name,
                    person: who.person_id().map(str::to_string),
                },
                None,
            )
        }
        SeatSetup::Invited { account } => {
            let person = match account {
                Some(account) => {
                    let unknown = || bad_request(format!("There is no account {account:?}."));
                    Some(rooms.accounts().find_account(account).await?.ok_or_else(unknown)?)
                }
                None => None,
            };
            let invite = AccessToken::generate().map_err(no_randomness)?;
            let (id, name) = person.map(|person| (person.id, person.name)).unzip();
            (SeatAssignment::Invited { invite: invite.hash(), person: id, name }, Some(invite.into_string()))
        }
        SeatSetup::Engine { level, delay } => {
            rooms.deps().check_level(&new.game, *level).map_err(bad_request)?;
            (SeatAssignment::Engine { level: *level, delay: (*delay).min(Millis::from_secs(60)) }, None)
        }
    })
}
