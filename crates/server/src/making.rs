//! Making a table.

use crate::chronicle::Chronicle;
use crate::head::{Head, Sitting, fit_name};
use crate::rooms::Rooms;
use crate::token::{Token, hex, random};
use crate::when::now;
use crate::who::Who;
use serde_json::json;
use tetrarch_protocol::{Named, NewSeat, NewTable, Refused, RefusedFor, Setting};
use tetrarch_store::GameId;
use tetrarch_table::Millis;

/// A table that can be stored.
pub(crate) struct Made {
    pub(crate) head: Head,
    pub(crate) token: Token,
    /// The invites of the seats, by name.
    pub(crate) invites: Named<String>,
    pub(crate) commitment: Option<String>,
}

/// The shortest and the longest grace.
const GRACE: (Millis, Millis) = (Millis::seconds(10), Millis::days(1));

fn wrong(words: impl Into<String>) -> Refused {
    Refused::new(RefusedFor::NotUnderstood, words)
}

fn no_luck(_: getrandom::Error) -> Refused {
    Refused::new(RefusedFor::NotStored, "The server has no random numbers now. Try again.")
}

/// What is fixed at a new table, if it can be so.
pub(crate) async fn made(rooms: &Rooms, who: &Who, new: &NewTable, id: &GameId) -> Result<Made, Refused> {
    let token = Token::draw().map_err(no_luck)?;
    let names = check(rooms, new)?;
    let (mut seats, mut invites) = (Vec::new(), Vec::new());
    for name in names {
        let wanted = new.seats.get(name).unwrap_or(&NewSeat::Open);
        let (sitting, invite) = sitting(rooms, who, new, wanted, &token).await?;
        seats.push(sitting);
        invites.extend(invite.map(|invite| (*name, invite)));
    }
    let has_chance = rooms.house().dealing.has_chance(&new.game);
    let secret = has_chance.then(random::<32>).transpose().map_err(no_luck)?;
    let head = Head {
        game: new.game.clone(),
        options: new.options.clone().unwrap_or_else(|| json!({})),
        start: new.start.clone(),
        control: new.control,
        seats,
        owner: token.hash(),
        owner_person: who.id().map(str::to_string),
        setting: new.setting.clone(),
        secret: secret.map(|secret| hex(&secret)),
        entropy: new.entropy.clone(),
        made: now().0,
    };
    // Opened once before it is stored, so that nothing is stored that cannot be opened.
    let table = Chronicle::open(rooms.house(), id.clone(), head.clone());
    let commitment = table.map_err(|error| wrong(error.to_string()))?.published();
    let commitment = commitment.map(|published| published.commitment);
    Ok(Made { head, token, invites: invites.into_iter().collect(), commitment })
}

/// The names of the seats, if all that is wanted can be.
fn check(rooms: &Rooms, new: &NewTable) -> Result<tetrarch_rules::SeatNames, Refused> {
    let game = rooms.house().games.named(&new.game).map_err(|error| wrong(error.to_string()))?;
    let options = new.options.clone().unwrap_or_else(|| json!({}));
    let table =
        game.open(&options, new.start.as_deref(), new.control).map_err(|error| wrong(error.to_string()))?;
    new.control.check().map_err(wrong)?;
    let names = table.seats();
    if let Some((unknown, _)) = new.seats.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        return Err(wrong(format!("There is no seat {unknown:?}: the seats are {}.", names.join(", "))));
    }
    let Setting { grace, stand_in, .. } = &new.setting;
    if grace.is_some_and(|grace| !(GRACE.0..=GRACE.1).contains(&grace)) {
        return Err(wrong("The grace is 10 seconds to a day."));
    }
    if let Some(level) = stand_in {
        rooms.house().check_level(&new.game, *level).map_err(wrong)?;
        if !rooms.house().opponent.may_stand_in(&new.game) {
            return Err(wrong(
                "No engine sits in by itself in this game: its decisions are the player's own.",
            ));
        }
    }
    Ok(names)
}

/// Who is to sit on a seat, and the invite for it.
async fn sitting(
    rooms: &Rooms,
    who: &Who,
    new: &NewTable,
    wanted: &NewSeat,
    token: &Token,
) -> Result<(Sitting, Option<String>), Refused> {
    Ok(match wanted {
        NewSeat::Open => (Sitting::Open, None),
        NewSeat::Mine => {
            let name = fit_name(new.name.as_deref().or(who.name()));
            (Sitting::Person { token: token.hash(), name, person: who.id().map(str::to_string) }, None)
        }
        NewSeat::Invited { account } => {
            let person = match account {
                Some(account) => {
                    let unknown = || wrong(format!("There is no account {account:?}."));
                    Some(rooms.people().with_account(account).await?.ok_or_else(unknown)?)
                }
                None => None,
            };
            let invite = Token::draw().map_err(no_luck)?;
            let (id, name) = person.map(|person| (person.id, person.name)).unzip();
            (Sitting::Invited { invite: invite.hash(), person: id, name }, Some(invite.tell()))
        }
        NewSeat::Engine { level, delay } => {
            rooms.house().check_level(&new.game, *level).map_err(wrong)?;
            (Sitting::Engine { level: *level, delay: (*delay).min(Millis::seconds(60)) }, None)
        }
    })
}
