//! The OpenAPI document, the page that shows it, health checks and metrics.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::{Value, json};

async fn document(server: &TestServer) -> Value {
    HttpClient::anonymous(server).get("/api/openapi.json").await.json()
}

/// All `$ref` values in a document.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get("$ref").and_then(Value::as_str));
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_is_complete() {
    let server = TestServer::start().await;
    let api = document(&server).await;
    assert_eq!(api["openapi"], "3.1.0");
    let mut found = Vec::new();
    references(&api, &mut found);
    assert!(found.len() > 100);
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("a reference to another document");
        assert!(api.pointer(pointer).is_some(), "{reference} does not resolve");
    }
    let paths = api["paths"].as_object().unwrap();
    assert!(paths.len() >= 35, "{}", paths.len());
    let mut ids: Vec<&str> = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            ids.push(operation["operationId"].as_str().unwrap());
            let parameters = operation["parameters"].as_array().unwrap();
            let named = parameters.iter().filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(named, path.matches('{').count(), "{method} {path}");
            assert!(operation["responses"].as_object().unwrap().len() >= 3);
        }
    }
    let many = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), many, "operation ids are not unique");
}

/// Whether a value matches a schema. Supports the part of JSON Schema that the document uses.
fn matches_schema(value: &Value, schema: &Value, api: &Value) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        return matches_schema(value, api.pointer(reference.trim_start_matches('#')).unwrap(), api);
    }
    if let Some(constant) = schema.get("const") {
        return value == constant;
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |wanted: &Value| wanted == kind || (wanted == "number" && kind == "integer");
    let type_matches = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is),
        wanted => is(wanted),
    };
    let any = |key: &str| {
        schema[key].as_array().is_none_or(|all| all.iter().any(|one| matches_schema(value, one, api)))
    };
    let all =
        schema["allOf"].as_array().is_none_or(|all| all.iter().all(|one| matches_schema(value, one, api)));
    let listed = schema["enum"].as_array().is_none_or(|all| all.contains(value));
    type_matches && any("oneOf") && any("anyOf") && all && listed && parts_match(value, schema, api)
}

fn parts_match(value: &Value, schema: &Value, api: &Value) -> bool {
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        return list.iter().all(|item| matches_schema(item, items, api));
    }
    let Some(object) = value.as_object() else { return true };
    let required = schema["required"].as_array().into_iter().flatten();
    let has_all = required.into_iter().all(|name| object.contains_key(name.as_str().unwrap()));
    let known = object.iter().all(|(name, value)| {
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(schema), _) => matches_schema(value, schema, api),
            (None, Some(Value::Bool(open))) => *open,
            (None, Some(schema)) => matches_schema(value, schema, api),
            (None, None) => true,
        }
    });
    has_all && known
}

#[tokio::test]
async fn responses_match_the_document() {
    let server = TestServer::start().await;
    let api = document(&server).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let table = ada.create_table(json!({"game": "banqi", "seats": seats, "control": {"kind": "fischer", "initial": 60000, "increment": 1000}})).await.table;
    let study = json!({"game": "bishops"});
    let asked = [
        ("get", "/api", None),
        ("get", "/api/games", None),
        ("get", "/api/rules", None),
        ("get", "/api/rules/{name}/blocks", None),
        ("get", "/api/samples", None),
        ("post", "/api/records", Some(json!({"text": "?b4=q ?b4\n\n?b4=q", "game": "banqi"}))),
        ("get", "/api/me", None),
        ("get", "/api/lobby", None),
        ("get", "/api/me/tables", None),
        ("get", "/api/tokens", None),
        ("get", "/api/archive", None),
        ("get", "/api/tables/{table}", None),
        ("post", "/api/me/name", Some(json!({"name": "Ada"}))),
        ("post", "/api/tokens", Some(json!({"label": "x"}))),
        ("post", "/api/tables", Some(json!({"game": "enochian"}))),
        ("post", "/api/views", Some(json!({"study": study, "from": 0}))),
        (
            "post",
            "/api/explanations",
            Some(json!({"study": study, "gesture": {"kind": "tap", "cell": "a3"}})),
        ),
        ("post", "/api/analysis", Some(json!({"study": study, "time": 50}))),
        ("post", "/api/sets", Some(json!({"name": "x", "tables": 1, "table": {"game": "banqi"}}))),
        ("post", "/api/tables/{table}/do", Some(json!({"id": "r", "version": 0, "do": "resign"}))),
    ];
    for (method, path, body) in asked {
        let operation = &api["paths"][path][method];
        let real = path.replace("{table}", &table).replace("{name}", "bishops");
        let response = match &body {
            Some(body) => {
                let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                assert!(matches_schema(body, schema, &api), "{path}: the document does not allow {body}");
                ada.post(&real, body).await
            }
            None => ada.get(&real).await,
        };
        let schema =
            &operation["responses"][response.status.to_string()]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path}: undocumented response {} {}", response.status, response.body);
        assert!(matches_schema(&response.json(), schema, &api), "{path}: {}", response.body);
    }
    let refused = ada.get("/api/tables/nothing").await;
    let fault: Value = serde_json::from_str(&refused.body).unwrap();
    assert!(
        refused.status == 404 && matches_schema(&fault, &api["components"]["schemas"]["ErrorResponse"], &api)
    );
}

#[tokio::test]
async fn every_endpoint_refuses_invalid_bodies_without_a_server_error() {
    let server = TestServer::start().await;
    let api = document(&server).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if path.ends_with("/stream") || path == "/api/stream" {
                continue;
            }
            let real = path.split('/').map(|part| if part.starts_with('{') { "zzz" } else { part });
            let real = real.collect::<Vec<_>>().join("/");
            for body in ["", "{", "null", "[]", "{}", r#"{"game":7}"#, "\u{0}"] {
                let response = ada
                    .request(&method.to_uppercase(), &real, body, &[("content-type", "application/json")])
                    .await;
                assert!(
                    response.status < 500,
                    "{method} {path} {body:?}: {} {}",
                    response.status,
                    response.body
                );
                let takes = operation.get("requestBody").is_some();
                assert!(
                    !takes || response.status >= 400 || path == "/api/me",
                    "{method} {path} accepted {body:?}"
                );
            }
            if path == "/api/logout/everywhere" || path == "/api/logout" {
                break;
            }
        }
    }
}

#[tokio::test]
async fn the_api_page_loads_nothing_from_other_hosts() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let page = anonymous.get("/api/docs").await;
    let script = anonymous.get("/api/docs/browse.js").await;
    assert_eq!((page.status, script.status), (200, 200));
    for text in [&page.body, &script.body] {
        // The example bot on the page contains an address, but only as text.
        let loads = ["=\"http", "=\"//", "('http", "('//", "url(", "@import"];
        assert!(loads.iter().all(|load| !text.contains(load)), "the page loads from another host");
    }
    assert!(!page.body.contains("onclick") && page.body.contains("src=\"/api/docs/browse.js\""));
    assert!(
        page.body.contains("A game in four requests")
            && page.body.contains("random.choice(choices)[&quot;text&quot;]")
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
}

#[tokio::test]
async fn the_server_reports_health_readiness_and_metrics() {
    let mut server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    assert_eq!(ada.get("/healthz").await.status, 200);
    assert_eq!(ada.get("/readyz").await.body, "ready\n");
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let created = ada.create_table(json!({"game": "banqi", "seats": seats})).await;
    // The game has begun once the state is visible.
    ada.state(&created.table).await;
    let metrics = ada.get("/metrics").await;
    assert!(metrics.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"));
    for line in [
        "tetrarch_tables_made_total 1",
        "tetrarch_tables_playing 1",
        "# TYPE tetrarch_requests_total counter",
    ] {
        assert!(metrics.body.contains(line), "{line}: {}", metrics.body);
    }
    for line in metrics.body.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.split_once(' ').expect("not a name and a value");
        assert!(name.starts_with("tetrarch_") && value.parse::<f64>().is_ok(), "{line}");
    }
    server.stop().await;
}
