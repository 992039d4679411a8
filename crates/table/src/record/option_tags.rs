//! Options as tags: `king_safety` is written as `[KingSafety "free"]`.

use super::Tags;
use serde_json::{Map, Value};
use tetrarch_rules::capitalised;

/// The tag name of an option.
pub(super) fn name(option: &str) -> String {
    option.split('_').map(capitalised).collect()
}

/// Adds the options as tags.
pub(super) fn write(options: &Value, tags: &mut Tags) {
    for (option, value) in options.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        tags.set(name(option), text);
    }
}

/// Reads the options from tags. If the default value is a string the tag is one too; otherwise the tag is
/// JSON.
pub(super) fn read(tags: &Tags, defaults: &Value) -> Result<Value, String> {
    let mut options = Map::new();
    for (option, default) in defaults.as_object().into_iter().flatten() {
        let Some(text) = tags.get(&name(option)) else { continue };
        let value = if default.is_string() {
            Value::from(text)
        } else {
            serde_json::from_str(text)
                .map_err(|_| format!("{} is {text:?}, but a value like {default} is needed", name(option)))?
        };
        options.insert(option.clone(), value);
    }
    Ok(Value::Object(options))
}
