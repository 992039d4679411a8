//! The TypeScript types are generated from these messages, kept in the tree, and never out of date.
//!
//! `BLESS=1 cargo test -p tetrarch-protocol` writes them anew.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use tetrarch_protocol::*;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "// What the server and its clients say to each other. Written by `BLESS=1 cargo test -p tetrarch-protocol`\n\
                    // from crates/protocol; do not edit.\n";

/// Declarations by the name of the type, with all they depend on.
#[derive(Default)]
struct Declarations(BTreeMap<String, String>);

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::new();
        if T::output_path().is_none() || self.0.contains_key(&T::ident(&config)) {
            T::visit_generics(self);
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(T::ident(&config), format!("{docs}export {}\n", T::decl(&config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn generated() -> String {
    let mut found = Declarations::default();
    found.visit::<ClientMessage>();
    found.visit::<ServerMessage>();
    found.visit::<CreateTableRequest>();
    found.visit::<TableCreated>();
    found.visit::<JoinRequest>();
    found.visit::<JoinResponse>();
    found.visit::<CommandResponse>();
    found.visit::<ServerInfo>();
    found.visit::<OwnerCommandRecord>();
    found.visit::<GameInfo>();
    found.visit::<RulesPage>();
    found.visit::<ErrorResponse>();
    found.visit::<CurrentUser>();
    found.visit::<RenameRequest>();
    found.visit::<Credentials>();
    found.visit::<ChangePasswordRequest>();
    found.visit::<DeleteAccountRequest>();
    found.visit::<CreateTokenRequest>();
    found.visit::<TokenCreated>();
    found.visit::<TokenInfo>();
    found.visit::<LobbyState>();
    found.visit::<LobbyMessage>();
    found.visit::<ArchivePage>();
    found.visit::<ArchiveQuery>();
    found.visit::<ViewsRequest>();
    found.visit::<ViewsResponse>();
    found.visit::<ExplainRequest>();
    found.visit::<ExplainResponse>();
    found.visit::<AnalysisRequest>();
    found.visit::<Analysis>();
    found.visit::<AnalysedPly>();
    found.visit::<PersonEvent>();
    found.visit::<CreateSetRequest>();
    found.visit::<SetCreated>();
    found.visit::<SetResults>();
    // These stand only as values of objects, whose types are written by hand.
    found.visit::<SeatSetup>();
    found.visit::<RemainingTime>();
    let declarations: Vec<String> = found.0.into_values().collect();
    format!("{HEAD}\n{}", declarations.join("\n"))
}

#[test]
fn the_typescript_types_are_those_of_the_messages() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/messages.ts");
    let generated = generated();
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &generated).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == generated, "{} is out of date: write it with BLESS=1", file.display());
}

#[test]
fn every_type_that_is_used_is_declared() {
    let text = generated();
    let declared = |name: &str| text.contains(&format!("export type {name} ="));
    for name in [
        "View",
        "Choice",
        "Gesture",
        "TimeControl",
        "OfferKind",
        "FairnessRecord",
        "TableStatus",
        "RequestError",
        "CommandKind",
    ] {
        assert!(declared(name), "{name}");
    }
    assert!(!text.contains("bigint"), "JSON has no such numbers");
    assert!(!text.contains(": any") && !text.contains("<any"), "nothing is left open");
}
