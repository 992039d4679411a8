//! Options as tags: `king_safety` is written as `[KingSafety "free"]`.

use super::Tags;
use serde_json::{Map, Value};
use tetrarch_rules::capitalised;

/// `king_safety` as a tag's name.
pub(super) fn name(option: &str) -> String {
    option.split('_').map(capitalised).collect()
}

/// The options as tags.
pub(super) fn write(options: &Value, tags: &mut Tags) {
    for (option, value) in options.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        tags.set(name(option), text);
    }
}

/// The options that tags tell, read like the usual values: a text as a text, anything else as JSON.
pub(super) fn read(tags: &Tags, usual: &Value) -> Result<Value, String> {
    let mut options = Map::new();
    for (option, usual) in usual.as_object().into_iter().flatten() {
        let Some(text) = tags.get(&name(option)) else { continue };
        let value = if usual.is_string() {
            Value::from(text)
        } else {
            serde_json::from_str(text)
                .map_err(|_| format!("{} is {text:?}, not like {usual}", name(option)))?
        };
        options.insert(option.clone(), value);
    }
    Ok(Value::Object(options))
}
