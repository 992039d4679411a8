//! Guests, accounts and tokens.

use super::Endpoint;
use super::asker::{Asker, Input};
use super::fault::{Fault, wrong};
use crate::rooms::Rooms;
use crate::who::Person;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};
use tetrarch_protocol::{
    Credentials, DeleteAccount, Me, NewPassword, NewToken, Rename, TokenMade, TokenShown,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/me", "Who asks.", get(me)).gives::<Me>(),
        Endpoint::new("post", "/api/me", "Be a guest from now on, unless one is known already.", post(guest))
            .takes::<Option<Rename>>()
            .may_be_empty()
            .gives::<Me>(),
        Endpoint::new("post", "/api/me/name", "Take another name.", post(rename))
            .takes::<Rename>()
            .gives::<Me>(),
        Endpoint::new("post", "/api/account", "The guest makes an account.", post(sign_up))
            .takes::<Credentials>()
            .gives::<Me>()
            .made(),
        Endpoint::new("post", "/api/account/password", "Take another password.", post(password))
            .takes::<NewPassword>()
            .gives::<Me>(),
        Endpoint::new("post", "/api/account/delete", "Delete the account.", post(delete_account))
            .takes::<DeleteAccount>()
            .empty(),
        Endpoint::new("post", "/api/login", "Log in.", post(log_in)).takes::<Credentials>().gives::<Me>(),
        Endpoint::new("post", "/api/logout", "Log out here.", post(log_out)).empty(),
        Endpoint::new(
            "post",
            "/api/logout/everywhere",
            "Log out everywhere, programs included.",
            post(log_out_everywhere),
        )
        .empty(),
        Endpoint::new("get", "/api/tokens", "The tokens of one's programs.", get(tokens))
            .gives::<Vec<TokenShown>>(),
        Endpoint::new("post", "/api/tokens", "Make a token for a program.", post(make_token))
            .takes::<NewToken>()
            .gives::<TokenMade>()
            .made(),
        Endpoint::new("delete", "/api/tokens/{id}", "Take a token back.", delete(take_token)).empty(),
    ]
}

fn shown(person: &Person) -> Json<Me> {
    Json(Me {
        person: person.id.clone(),
        name: person.name.clone(),
        account: person.account.clone(),
        admin: person.admin,
    })
}

async fn me(asker: Asker) -> Result<Json<Me>, Fault> {
    Ok(shown(&*asker.person()?))
}

async fn guest(State(rooms): State<Rooms>, asker: Asker, body: Bytes) -> Result<Response, Fault> {
    let wanted: Option<Rename> = match &*body {
        [] => None,
        body => serde_json::from_slice(body).map_err(|error| wrong(error.to_string()))?,
    };
    if let Ok(person) = asker.person() {
        return Ok(shown(&person).into_response());
    }
    rooms.limits().guest(&asker.counted())?;
    let (person, token) = rooms.people().guest(wanted.as_ref().map(|wanted| wanted.name.as_str())).await?;
    Ok(([asker.keep(token)], shown(&person)).into_response())
}

async fn rename(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(wanted): Input<Rename>,
) -> Result<Json<Me>, Fault> {
    Ok(shown(&rooms.people().rename(&*asker.person()?, &wanted.name).await?))
}

async fn sign_up(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(wanted): Input<Credentials>,
) -> Result<(StatusCode, Json<Me>), Fault> {
    let person = asker.person()?;
    rooms.limits().account(&asker.counted())?;
    Ok((StatusCode::CREATED, shown(&rooms.people().sign_up(&person, &wanted).await?)))
}

async fn log_in(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(credentials): Input<Credentials>,
) -> Result<Response, Fault> {
    rooms.limits().password(&asker.counted(), &credentials.account)?;
    let (person, token) = rooms.people().log_in(&credentials).await?;
    Ok(([asker.keep(token)], shown(&person)).into_response())
}

async fn log_out(State(rooms): State<Rooms>, asker: Asker) -> Result<Response, Fault> {
    if let Some(session) = &asker.who.session {
        rooms.people().log_out(session).await?;
        rooms.logged_out(asker.who.id().unwrap_or_default());
    }
    Ok((StatusCode::NO_CONTENT, [Asker::forget()]).into_response())
}

async fn log_out_everywhere(State(rooms): State<Rooms>, asker: Asker) -> Result<Response, Fault> {
    let person = asker.person()?;
    rooms.people().log_out_everywhere(&person).await?;
    rooms.logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, [Asker::forget()]).into_response())
}

async fn password(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(wanted): Input<NewPassword>,
) -> Result<Response, Fault> {
    let person = asker.person()?;
    // Whoever has got hold of a browser may not try passwords there either.
    rooms.limits().password(&asker.counted(), person.account.as_deref().unwrap_or(&person.id))?;
    let token = rooms.people().change_password(&person, &wanted).await?;
    rooms.logged_out(&person.id);
    Ok(([asker.keep(token)], shown(&person)).into_response())
}

async fn delete_account(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(wanted): Input<DeleteAccount>,
) -> Result<Response, Fault> {
    let person = asker.person()?;
    rooms.limits().password(&asker.counted(), person.account.as_deref().unwrap_or(&person.id))?;
    rooms.people().delete(&person, &wanted.password).await?;
    rooms.logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, [Asker::forget()]).into_response())
}

async fn tokens(State(rooms): State<Rooms>, asker: Asker) -> Result<Json<Vec<TokenShown>>, Fault> {
    Ok(Json(rooms.people().tokens(&*asker.person()?).await?))
}

async fn make_token(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(wanted): Input<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Fault> {
    let made = rooms.people().make_token(&*asker.person()?, &wanted.label).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

async fn take_token(
    State(rooms): State<Rooms>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let person = asker.person()?;
    rooms.people().take_token(&person, &id).await?;
    rooms.logged_out(&person.id);
    Ok(StatusCode::NO_CONTENT)
}
