//! The tags of a record, in order.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// Names and values in order. Names are unique.
///
/// So that every format can hold them, a name is a capital letter followed by letters, digits or `_`, and a
/// value is one line without surrounding blanks. [`set`](Tags::set) normalises both.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

/// The order is for readers only and does not affect equality.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.0.len() == other.0.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Tags {}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place or as the last. Ignores an invalid name.
    pub fn set(&mut self, name: impl AsRef<str>, value: impl AsRef<str>) {
        let (Some(name), value) = (tag_name(name.as_ref()), one_line(value.as_ref())) else { return };
        match self.0.iter_mut().find(|(own, _)| *own == name) {
            Some(tag) => tag.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::default();
        pairs.into_iter().for_each(|(name, value)| tags.set(name, value));
        tags
    }
}

/// The normalised name, if it is valid.
pub(super) fn tag_name(name: &str) -> Option<String> {
    let mut letters = name.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let plain = letters.clone().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| std::iter::once(first).chain(letters).collect())
}

fn one_line(value: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    value.chars().map(blank).collect::<String>().trim().to_string()
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct TagsVisitor;
        impl<'de> Visitor<'de> for TagsVisitor {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tag names and strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Tags::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    if tag_name(&name).is_none() {
                        return Err(A::Error::custom(format!("{name:?} is not a valid tag name")));
                    }
                    tags.set(name, value);
                }
                Ok(tags)
            }
        }
        deserializer.deserialize_map(TagsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_normalised() {
        let tags: Tags =
            [("white", " Ada\r\nLovelace "), ("no name", "x"), ("", "y"), ("1st", "z"), ("White", "Bob")]
                .into_iter()
                .collect();
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("White", "Bob")]);
        let tags: Tags = [("white", " Ada\tLovelace ")].into_iter().collect();
        assert_eq!(tags.get("White"), Some("Ada Lovelace"));
    }
}
