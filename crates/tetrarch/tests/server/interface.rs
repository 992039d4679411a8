//! The OpenAPI document, the page that shows it, and what those who run the server ask.

use crate::kit::Served;
use crate::web::Web;
use serde_json::{Value, json};
use tetrarch_server::Config;

async fn document(served: &Served) -> Value {
    Web::nobody(served).get("/api/openapi.json").await.json()
}

/// All references in a document.
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
async fn the_document_is_whole() {
    let served = Served::start().await;
    let api = document(&served).await;
    assert_eq!(api["openapi"], "3.1.0");
    let mut found = Vec::new();
    references(&api, &mut found);
    assert!(found.len() > 100);
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("nothing from elsewhere");
        assert!(api.pointer(pointer).is_some(), "{reference} is not there");
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
    assert_eq!(ids.len(), many, "every operation has a name of its own");
}

/// Whether a value is what a schema says: as much of JSON Schema as the document uses.
fn fits(value: &Value, schema: &Value, api: &Value) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        return fits(value, api.pointer(reference.trim_start_matches('#')).unwrap(), api);
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
    let kind_fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is),
        wanted => is(wanted),
    };
    let any =
        |key: &str| schema[key].as_array().is_none_or(|all| all.iter().any(|one| fits(value, one, api)));
    let all = schema["allOf"].as_array().is_none_or(|all| all.iter().all(|one| fits(value, one, api)));
    let listed = schema["enum"].as_array().is_none_or(|all| all.contains(value));
    kind_fits && any("oneOf") && any("anyOf") && all && listed && parts_fit(value, schema, api)
}

fn parts_fit(value: &Value, schema: &Value, api: &Value) -> bool {
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        return list.iter().all(|item| fits(item, items, api));
    }
    let Some(object) = value.as_object() else { return true };
    let required = schema["required"].as_array().into_iter().flatten();
    let has_all = required.into_iter().all(|name| object.contains_key(name.as_str().unwrap()));
    let known = object.iter().all(|(name, value)| {
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(schema), _) => fits(value, schema, api),
            (None, Some(Value::Bool(open))) => *open,
            (None, Some(schema)) => fits(value, schema, api),
            (None, None) => true,
        }
    });
    has_all && known
}

#[tokio::test]
async fn what_the_server_answers_is_what_the_document_says() {
    let served = Served::start().await;
    let api = document(&served).await;
    let ada = Web::guest(&served, "Ada").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let table = ada.make(json!({"game": "banqi", "seats": seats, "control": {"kind": "fischer", "initial": 60000, "increment": 1000}})).await.table;
    let study = json!({"game": "bishops"});
    let asked = [
        ("get", "/api", None),
        ("get", "/api/games", None),
        ("get", "/api/rules", None),
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
        let real = path.replace("{table}", &table);
        let answer = match &body {
            Some(body) => {
                let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                assert!(fits(body, schema, &api), "{path} takes {body}, says the document not");
                ada.post(&real, body).await
            }
            None => ada.get(&real).await,
        };
        let schema =
            &operation["responses"][answer.status.to_string()]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path} answers {} {}", answer.status, answer.body);
        assert!(fits(&answer.json(), schema, &api), "{path}: {}", answer.body);
    }
    let refused = ada.get("/api/tables/nothing").await;
    let fault: Value = serde_json::from_str(&refused.body).unwrap();
    assert!(refused.status == 404 && fits(&fault, &api["components"]["schemas"]["ErrorResponse"], &api));
}

#[tokio::test]
async fn every_request_that_takes_something_refuses_nonsense_without_a_fault_of_ours() {
    let served = Served::start().await;
    let api = document(&served).await;
    let ada = Web::guest(&served, "Ada").await;
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if path.ends_with("/stream") || path == "/api/stream" {
                continue;
            }
            let real = path.split('/').map(|part| if part.starts_with('{') { "zzz" } else { part });
            let real = real.collect::<Vec<_>>().join("/");
            for body in ["", "{", "null", "[]", "{}", r#"{"game":7}"#, "\u{0}"] {
                let answer = ada
                    .ask(&method.to_uppercase(), &real, body, &[("content-type", "application/json")])
                    .await;
                assert!(answer.status < 500, "{method} {path} {body:?}: {} {}", answer.status, answer.body);
                let takes = operation.get("requestBody").is_some();
                assert!(!takes || answer.status >= 400 || path == "/api/me", "{method} {path} took {body:?}");
            }
            if path == "/api/logout/everywhere" || path == "/api/logout" {
                break;
            }
        }
    }
}

#[tokio::test]
async fn the_page_that_shows_the_document_loads_nothing_from_elsewhere() {
    let served = Served::start().await;
    let nobody = Web::nobody(&served);
    let page = nobody.get("/api/docs").await;
    let script = nobody.get("/api/docs/browse.js").await;
    assert_eq!((page.status, script.status), (200, 200));
    for text in [&page.body, &script.body] {
        // The bot that it shows names an address as text only.
        let loads = ["=\"http", "=\"//", "('http", "('//", "url(", "@import"];
        assert!(loads.iter().all(|load| !text.contains(load)), "something of another host is loaded");
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
async fn the_server_says_that_it_lives_is_ready_and_what_it_has_done() {
    let mut served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    assert_eq!(ada.get("/healthz").await.status, 200);
    assert_eq!(ada.get("/readyz").await.body, "ready\n");
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let made = ada.make(json!({"game": "banqi", "seats": seats})).await;
    // Who sees the table sees it begun.
    ada.state(&made.table).await;
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
        let (name, value) = line.split_once(' ').expect("a name and a value");
        assert!(name.starts_with("tetrarch_") && value.parse::<f64>().is_ok(), "{line}");
    }
    served.stop().await;
}

#[tokio::test]
async fn an_operators_own_texts_stand_beside_ours_and_may_replace_them() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("house-rules.md"), "# Rules of the house\n\nTea first.\n").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "not a text about rules").unwrap();
    let path = folder.keep();
    // A function cannot hold the path: the environment of this one test does.
    static PATH: std::sync::OnceLock<std::path::PathBuf> = std::sync::OnceLock::new();
    PATH.set(path).unwrap();
    let served = Served::tuned(|config: &mut Config| config.rules_dir = PATH.get().cloned()).await;
    let nobody = Web::nobody(&served);
    let pages: Value = nobody.get("/api/rules").await.json();
    let titles: Vec<&str> =
        pages.as_array().unwrap().iter().map(|page| page["title"].as_str().unwrap()).collect();
    assert!(titles.contains(&"Rules of the house") && titles.contains(&"Bishops"), "{titles:?}");
    assert!(nobody.get("/api/rules/house-rules").await.body.contains("Tea first."));
    for name in ["rulings", "bishops", "banqi", "enochian", "ban-chess"] {
        assert!(nobody.get(&format!("/api/rules/{name}")).await.body.starts_with("# "), "{name}");
    }
    for name in ["secret", "secret.txt", "..%2Fsecret", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"] {
        assert_eq!(nobody.get(&format!("/api/rules/{name}")).await.status, 404, "{name}");
    }
    std::fs::remove_dir_all(PATH.get().unwrap()).unwrap();
}
