//! Guests, accounts and tokens.

use super::Endpoint;
use super::asker::{Caller, JsonBody};
use super::error::{ApiError, bad_request};
use crate::rooms::AppState;
use crate::who::Person;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};
use tetrarch_protocol::{
    ChangePasswordRequest, CreateTokenRequest, Credentials, CurrentUser, DeleteAccountRequest, RenameRequest,
    TokenCreated, TokenInfo,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/me", "Who asks.", get(me)).returns::<CurrentUser>(),
        Endpoint::new("post", "/api/me", "Be a guest from now on, unless one is known already.", post(guest))
            .body::<Option<RenameRequest>>()
            .body_optional()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/me/name", "Take another name.", post(rename))
            .body::<RenameRequest>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/account", "The guest makes an account.", post(sign_up))
            .body::<Credentials>()
            .returns::<CurrentUser>()
            .created(),
        Endpoint::new("post", "/api/account/password", "Take another password.", post(change_password))
            .body::<ChangePasswordRequest>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/account/delete", "Delete the account.", post(delete_account))
            .body::<DeleteAccountRequest>()
            .no_content(),
        Endpoint::new("post", "/api/login", "Log in.", post(log_in))
            .body::<Credentials>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/logout", "Log out here.", post(log_out)).no_content(),
        Endpoint::new(
            "post",
            "/api/logout/everywhere",
            "Log out everywhere, programs included.",
            post(log_out_everywhere),
        )
        .no_content(),
        Endpoint::new("get", "/api/tokens", "The tokens of one's programs.", get(tokens))
            .returns::<Vec<TokenInfo>>(),
        Endpoint::new("post", "/api/tokens", "Make a token for a program.", post(create_token))
            .body::<CreateTokenRequest>()
            .returns::<TokenCreated>()
            .created(),
        Endpoint::new("delete", "/api/tokens/{id}", "Take a token back.", delete(revoke_token)).no_content(),
    ]
}

fn to_me(person: &Person) -> Json<CurrentUser> {
    Json(CurrentUser {
        person: person.id.clone(),
        name: person.name.clone(),
        account: person.account.clone(),
        admin: person.admin,
    })
}

async fn me(asker: Caller) -> Result<Json<CurrentUser>, ApiError> {
    Ok(to_me(&*asker.require_person()?))
}

async fn guest(State(rooms): State<AppState>, asker: Caller, body: Bytes) -> Result<Response, ApiError> {
    let wanted: Option<RenameRequest> = match &*body {
        [] => None,
        body => serde_json::from_slice(body).map_err(|error| bad_request(error.to_string()))?,
    };
    if let Ok(person) = asker.require_person() {
        return Ok(to_me(&person).into_response());
    }
    rooms.limits().check_guest(&asker.limit_subject())?;
    let (person, token) =
        rooms.accounts().create_guest(wanted.as_ref().map(|wanted| wanted.name.as_str())).await?;
    Ok(([asker.session_cookie(token)], to_me(&person)).into_response())
}

async fn rename(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(wanted): JsonBody<RenameRequest>,
) -> Result<Json<CurrentUser>, ApiError> {
    Ok(to_me(&rooms.accounts().rename(&*asker.require_person()?, &wanted.name).await?))
}

async fn sign_up(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(wanted): JsonBody<Credentials>,
) -> Result<(StatusCode, Json<CurrentUser>), ApiError> {
    let person = asker.require_person()?;
    rooms.limits().check_account_lookup(&asker.limit_subject())?;
    Ok((StatusCode::CREATED, to_me(&rooms.accounts().sign_up(&person, &wanted).await?)))
}

async fn log_in(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    rooms.limits().check_login(&asker.limit_subject(), &credentials.account)?;
    let (person, token) = rooms.accounts().log_in(&credentials).await?;
    Ok(([asker.session_cookie(token)], to_me(&person)).into_response())
}

async fn log_out(State(rooms): State<AppState>, asker: Caller) -> Result<Response, ApiError> {
    if let Some(session) = &asker.identity.session {
        rooms.accounts().log_out(session).await?;
        rooms.notify_logged_out(asker.identity.person_id().unwrap_or_default());
    }
    Ok((StatusCode::NO_CONTENT, [Caller::clear_session_cookie()]).into_response())
}

async fn log_out_everywhere(State(rooms): State<AppState>, asker: Caller) -> Result<Response, ApiError> {
    let person = asker.require_person()?;
    rooms.accounts().log_out_everywhere(&person).await?;
    rooms.notify_logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, [Caller::clear_session_cookie()]).into_response())
}

async fn change_password(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(wanted): JsonBody<ChangePasswordRequest>,
) -> Result<Response, ApiError> {
    let person = asker.require_person()?;
    // Whoever has got hold of a browser may not try passwords there either.
    rooms.limits().check_login(&asker.limit_subject(), person.account.as_deref().unwrap_or(&person.id))?;
    let token = rooms.accounts().change_password(&person, &wanted).await?;
    rooms.notify_logged_out(&person.id);
    Ok(([asker.session_cookie(token)], to_me(&person)).into_response())
}

async fn delete_account(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(wanted): JsonBody<DeleteAccountRequest>,
) -> Result<Response, ApiError> {
    let person = asker.require_person()?;
    rooms.limits().check_login(&asker.limit_subject(), person.account.as_deref().unwrap_or(&person.id))?;
    rooms.accounts().delete(&person, &wanted.password).await?;
    rooms.notify_logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, [Caller::clear_session_cookie()]).into_response())
}

async fn tokens(State(rooms): State<AppState>, asker: Caller) -> Result<Json<Vec<TokenInfo>>, ApiError> {
    Ok(Json(rooms.accounts().tokens(&*asker.require_person()?).await?))
}

async fn create_token(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(wanted): JsonBody<CreateTokenRequest>,
) -> Result<(StatusCode, Json<TokenCreated>), ApiError> {
    let made = rooms.accounts().create_token(&*asker.require_person()?, &wanted.label).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

async fn revoke_token(
    State(rooms): State<AppState>,
    asker: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let person = asker.require_person()?;
    rooms.accounts().revoke_token(&person, &id).await?;
    rooms.notify_logged_out(&person.id);
    Ok(StatusCode::NO_CONTENT)
}
