//! Endpoints for guests, accounts and API tokens.

use super::Endpoint;
use super::error::{ApiError, bad_request};
use super::extract::{Caller, JsonBody};
use crate::auth::identity::Person;
use crate::state::AppState;
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
        Endpoint::new("get", "/api/me", "The current user.", get(me)).returns::<CurrentUser>(),
        Endpoint::new("post", "/api/me", "Become a guest, unless you are already known.", post(guest))
            .body::<Option<RenameRequest>>()
            .body_optional()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/me/name", "Change your display name.", post(rename))
            .body::<RenameRequest>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/account", "Create an account for the current guest.", post(sign_up))
            .body::<Credentials>()
            .returns::<CurrentUser>()
            .created(),
        Endpoint::new("post", "/api/account/password", "Change your password.", post(change_password))
            .body::<ChangePasswordRequest>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/account/delete", "Delete your account.", post(delete_account))
            .body::<DeleteAccountRequest>()
            .no_content(),
        Endpoint::new("post", "/api/login", "Log in.", post(log_in))
            .body::<Credentials>()
            .returns::<CurrentUser>(),
        Endpoint::new("post", "/api/logout", "Log out.", post(log_out)).no_content(),
        Endpoint::new(
            "post",
            "/api/logout/everywhere",
            "Log out everywhere and revoke all API tokens.",
            post(log_out_everywhere),
        )
        .no_content(),
        Endpoint::new("get", "/api/tokens", "List your API tokens.", get(tokens)).returns::<Vec<TokenInfo>>(),
        Endpoint::new("post", "/api/tokens", "Create an API token.", post(create_token))
            .body::<CreateTokenRequest>()
            .returns::<TokenCreated>()
            .created(),
        Endpoint::new("delete", "/api/tokens/{id}", "Revoke an API token.", delete(revoke_token))
            .no_content(),
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

async fn me(caller: Caller) -> Result<Json<CurrentUser>, ApiError> {
    Ok(to_me(&*caller.require_person()?))
}

async fn guest(State(state): State<AppState>, caller: Caller, body: Bytes) -> Result<Response, ApiError> {
    let request: Option<RenameRequest> = match &*body {
        [] => None,
        body => serde_json::from_slice(body).map_err(|error| bad_request(error.to_string()))?,
    };
    if let Ok(person) = caller.require_person() {
        return Ok(to_me(&person).into_response());
    }
    state.limits().check_guest(&caller.limit_subject())?;
    let (person, token) =
        state.accounts().create_guest(request.as_ref().map(|request| request.name.as_str())).await?;
    Ok((caller.set_session_cookie(token), to_me(&person)).into_response())
}

async fn rename(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<RenameRequest>,
) -> Result<Json<CurrentUser>, ApiError> {
    Ok(to_me(&state.accounts().rename(&*caller.require_person()?, &request.name).await?))
}

async fn sign_up(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<Credentials>,
) -> Result<(StatusCode, Json<CurrentUser>), ApiError> {
    let person = caller.require_person()?;
    state.limits().check_account_lookup(&caller.limit_subject())?;
    Ok((StatusCode::CREATED, to_me(&state.accounts().sign_up(&person, &request).await?)))
}

async fn log_in(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    state.limits().check_login(&caller.limit_subject(), &credentials.account)?;
    let (person, token) = state.accounts().log_in(&credentials).await?;
    Ok((caller.set_session_cookie(token), to_me(&person)).into_response())
}

async fn log_out(State(state): State<AppState>, caller: Caller) -> Result<Response, ApiError> {
    if let Some(session) = &caller.identity.session {
        state.accounts().log_out(session).await?;
        state.notify_logged_out(caller.identity.person_id().unwrap_or_default());
    }
    Ok((StatusCode::NO_CONTENT, Caller::clear_session_cookie()).into_response())
}

async fn log_out_everywhere(State(state): State<AppState>, caller: Caller) -> Result<Response, ApiError> {
    let person = caller.require_person()?;
    state.accounts().log_out_everywhere(&person).await?;
    state.notify_logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, Caller::clear_session_cookie()).into_response())
}

async fn change_password(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<ChangePasswordRequest>,
) -> Result<Response, ApiError> {
    let person = caller.require_person()?;
    // Somebody with access to a logged-in browser must not be able to guess passwords either.
    state.limits().check_login(&caller.limit_subject(), person.account.as_deref().unwrap_or(&person.id))?;
    let token = state.accounts().change_password(&person, &request).await?;
    state.notify_logged_out(&person.id);
    Ok((caller.set_session_cookie(token), to_me(&person)).into_response())
}

async fn delete_account(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<DeleteAccountRequest>,
) -> Result<Response, ApiError> {
    let person = caller.require_person()?;
    state.limits().check_login(&caller.limit_subject(), person.account.as_deref().unwrap_or(&person.id))?;
    state.accounts().delete(&person, &request.password).await?;
    state.notify_logged_out(&person.id);
    Ok((StatusCode::NO_CONTENT, Caller::clear_session_cookie()).into_response())
}

async fn tokens(State(state): State<AppState>, caller: Caller) -> Result<Json<Vec<TokenInfo>>, ApiError> {
    Ok(Json(state.accounts().tokens(&*caller.require_person()?).await?))
}

async fn create_token(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateTokenRequest>,
) -> Result<(StatusCode, Json<TokenCreated>), ApiError> {
    let created = state.accounts().create_token(&*caller.require_person()?, &request.label).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

async fn revoke_token(
    State(state): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let person = caller.require_person()?;
    state.accounts().revoke_token(&person, &id).await?;
    state.notify_logged_out(&person.id);
    Ok(StatusCode::NO_CONTENT)
}
