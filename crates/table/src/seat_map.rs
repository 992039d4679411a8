//! Values keyed by seat name, in seat order.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// A value per seat. Serialised as an object whose keys are in seat order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatMap<T>(pub Vec<(String, T)>);

impl<T> SeatMap<T> {
    /// The value of the seat called `name`.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }
}

impl<T> Default for SeatMap<T> {
    fn default() -> SeatMap<T> {
        SeatMap(Vec::new())
    }
}

impl<N: Into<String>, T> FromIterator<(N, T)> for SeatMap<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(pairs: I) -> SeatMap<T> {
        SeatMap(pairs.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

impl<T: Serialize> Serialize for SeatMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SeatMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatMap<T>, D::Error> {
        struct SeatMapVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for SeatMapVisitor<T> {
            type Value = SeatMap<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with seat names as keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SeatMap<T>, A::Error> {
                let mut values: Vec<(String, T)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    if values.iter().any(|(own, _)| *own == name) {
                        return Err(serde::de::Error::custom(format!("duplicate seat {name:?}")));
                    }
                    values.push((name, value));
                }
                Ok(SeatMap(values))
            }
        }
        deserializer.deserialize_map(SeatMapVisitor(PhantomData))
    }
}

/// An object whose keys are seat names.
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for SeatMap<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("SeatMap_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, T>::json_schema(generator)
    }
}
