//! Creates tables.

use crate::auth::identity::Identity;
use crate::auth::token::{AccessToken, random_bytes};
use crate::state::AppState;
use crate::table::LiveTable;
use crate::table::header::{SeatAssignment, TableHeader, display_name};
use data_encoding::HEXLOWER;
use serde_json::json;
use tetrarch_protocol::{CreateTableRequest, ErrorCode, RequestError, SeatSetup, TableSettings};
use tetrarch_rules::SeatNames;
use tetrarch_store::GameId;
use tetrarch_table::{Millis, SeatMap};

/// A table that is ready to be stored.
pub(crate) struct TableDraft {
    pub(crate) header: TableHeader,
    pub(crate) token: AccessToken,
    /// The invite tokens by seat name.
    pub(crate) invites: SeatMap<String>,
    pub(crate) commitment: Option<String>,
}

/// The shortest and the longest grace period for players who leave.
const GRACE_RANGE: (Millis, Millis) = (Millis::from_secs(10), Millis::from_days(1));

fn bad_request(words: impl Into<String>) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

fn no_randomness(_: getrandom::Error) -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The server could not generate a token. Try again.")
}

/// Validates a request and prepares the table it asks for.
pub(crate) async fn prepare_table(
    state: &AppState,
    identity: &Identity,
    new: &CreateTableRequest,
    id: &GameId,
) -> Result<TableDraft, RequestError> {
    let token = AccessToken::generate().map_err(no_randomness)?;
    let (names, has_chance) = check_request(state, new)?;
    let (mut seats, mut invites) = (Vec::new(), Vec::new());
    for name in names {
        let setup = new.seats.get(name).unwrap_or(&SeatSetup::Open);
        let (assignment, invite) = assign_seat(state, identity, new, setup, &token).await?;
        seats.push(assignment);
        invites.extend(invite.map(|invite| (*name, invite)));
    }
    let secret = has_chance.then(random_bytes::<32>).transpose().map_err(no_randomness)?;
    let header = TableHeader {
        game: new.game.clone(),
        options: new.options.clone().unwrap_or_else(|| json!({})),
        start: new.start.clone(),
        control: new.control,
        seats,
        owner: token.hash(),
        owner_person: identity.person_id().map(str::to_string),
        setting: new.setting.clone(),
        secret: secret.map(|secret| HEXLOWER.encode(&secret)),
        entropy: new.entropy.clone(),
        made: state.clock().timestamp().0,
    };
    // Open the table once before it is stored, so that nothing is stored that cannot be opened.
    let table = LiveTable::new(state.deps(), id.clone(), header.clone());
    let commitment = table.map_err(|error| bad_request(error.to_string()))?.published_deal();
    let commitment = commitment.map(|published| published.commitment);
    Ok(TableDraft { header, token, invites: invites.into_iter().collect(), commitment })
}

/// Validates the request and returns the names of the seats, and whether the game has chance.
fn check_request(state: &AppState, new: &CreateTableRequest) -> Result<(SeatNames, bool), RequestError> {
    let game = state.deps().games.by_name(&new.game).map_err(|error| bad_request(error.to_string()))?;
    let options = new.options.clone().unwrap_or_else(|| json!({}));
    let table = game
        .rules
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
        return Err(bad_request("The grace period must be between 10 seconds and one day."));
    }
    if let Some(level) = stand_in {
        state.deps().check_level(&new.game, *level).map_err(bad_request)?;
        if !state.deps().engine.can_stand_in(&new.game) {
            return Err(bad_request("The engine can't take over for absent players in this game."));
        }
    }
    Ok((names, game.info.chance_rule.is_some()))
}

/// Resolves the setup of one seat to its assignment, and its invite token if it has one.
async fn assign_seat(
    state: &AppState,
    identity: &Identity,
    new: &CreateTableRequest,
    setup: &SeatSetup,
    token: &AccessToken,
) -> Result<(SeatAssignment, Option<String>), RequestError> {
    Ok(match setup {
        SeatSetup::Open => (SeatAssignment::Open, None),
        SeatSetup::Mine => {
            let name = display_name(new.name.as_deref().or(identity.person_name()));
            (
                SeatAssignment::Person {
                    token: token.hash(),
                    name,
                    person: identity.person_id().map(str::to_string),
                },
                None,
            )
        }
        SeatSetup::Invited { account } => {
            let person = match account {
                Some(account) => {
                    let unknown = || bad_request(format!("There is no account {account:?}."));
                    Some(state.accounts().find_account(account).await?.ok_or_else(unknown)?)
                }
                None => None,
            };
            let invite = AccessToken::generate().map_err(no_randomness)?;
            let (id, name) = person.map(|person| (person.id, person.name)).unzip();
            (SeatAssignment::Invited { invite: invite.hash(), person: id, name }, Some(invite.into_string()))
        }
        SeatSetup::Engine { level, delay } => {
            state.deps().check_level(&new.game, *level).map_err(bad_request)?;
            (SeatAssignment::Engine { level: *level, delay: (*delay).min(Millis::from_secs(60)) }, None)
        }
    })
}
