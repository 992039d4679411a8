//! Deserialises game options from a JSON object without repeated keys.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// A JSON object without repeated keys; `serde_json` would silently keep the last value.
#[derive(Debug)]
pub(crate) struct OptionsObject(pub(crate) Value);

impl<'de> Deserialize<'de> for OptionsObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionsObject, D::Error> {
        struct UniqueKeys;
        impl<'de> Visitor<'de> for UniqueKeys {
            type Value = OptionsObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of options like {}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionsObject, A::Error> {
                let mut options = Map::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if options.contains_key(&name) {
                        return Err(A::Error::custom(format!("the option {name} is given twice")));
                    }
                    options.insert(name, value);
                }
                Ok(OptionsObject(Value::Object(options)))
            }
        }
        deserializer.deserialize_map(UniqueKeys)
    }
}
