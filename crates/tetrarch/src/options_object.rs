//! Options as they come from outside: an object in which each name stands once.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// A JSON object without repeated names; serde would silently take the last.
#[derive(Debug)]
pub(crate) struct OptionsObject(pub(crate) Value);

impl<'de> Deserialize<'de> for OptionsObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionsObject, D::Error> {
        struct UniqueKeys;
        impl<'de> Visitor<'de> for UniqueKeys {
            type Value = OptionsObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("options as an object like {}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionsObject, A::Error> {
                let mut options = Map::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if options.contains_key(&name) {
                        return Err(A::Error::custom(format!("the option {name} stands twice")));
                    }
                    options.insert(name, value);
                }
                Ok(OptionsObject(Value::Object(options)))
            }
        }
        deserializer.deserialize_map(UniqueKeys)
    }
}
