//! The TOML file of a profile: its numbers with their sources, and the profile that it is based on.
//!
//! A file becomes a [`Profile`] in three steps: its tables are laid over those of the profile that it is based on; each
//! number with a source becomes the bare number, and is listed where it is assumed; the bare tables are the typed
//! [`Sections`].

use super::sections::Sections;
use super::{BuiltIn, Profile, ProfileError, UnknownProfile};
use toml::{Table, Value};

impl std::str::FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        let mut table = with_base(text, 0)?;
        let mut assumed = Vec::new();
        strip_sources(&mut table, "", &mut assumed)?;
        let sections: Sections =
            Value::Table(table).try_into().map_err(|error| ProfileError::Form(one_line(&error)))?;
        sections.profile(assumed)
    }
}

/// An error of TOML without the excerpt that it prints below its first line.
fn one_line(error: &toml::de::Error) -> String {
    error.message().replace('\n', " ")
}

/// The table of a file, laid over that of the profile that it is based on.
fn with_base(text: &str, depth: usize) -> Result<Table, ProfileError> {
    let mut table: Table = text.parse().map_err(|error| ProfileError::Form(one_line(&error)))?;
    let Some(base) = table.remove("based_on") else { return Ok(table) };
    let name = base.as_str().unwrap_or_default().to_string();
    let built_in = BuiltIn::named(&name).filter(|_| depth < BuiltIn::ALL.len());
    let mut under = with_base(built_in.ok_or(UnknownProfile(name))?.text(), depth + 1)?;
    lay_over(&mut under, table);
    Ok(under)
}

/// Replaces what `over` has; tables that are not a number with its source are laid over one another.
fn lay_over(under: &mut Table, over: Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Table(under)), Value::Table(over)) if !is_sourced(&over) => lay_over(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// Whether a table is a number with its source.
fn is_sourced(table: &Table) -> bool {
    table.contains_key("source")
}

/// Replaces each number with a source by the bare number, and lists those whose source is unknown.
fn strip_sources(table: &mut Table, prefix: &str, assumed: &mut Vec<String>) -> Result<(), ProfileError> {
    for (key, value) in table.iter_mut() {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        let Value::Table(inner) = value else { continue };
        if !is_sourced(inner) {
            strip_sources(inner, &name, assumed)?;
            continue;
        }
        let is_unknown = inner.get("source").and_then(Value::as_str) == Some("unknown");
        let field = if is_unknown { "default" } else { "value" };
        let found = inner.remove(field);
        if inner.len() != 1 || found.is_none() {
            let fields: Vec<&str> = inner.keys().map(String::as_str).collect();
            let expected = format!("source and {field}");
            return Err(ProfileError::Value { name, expected, found: fields.join(", ") });
        }
        if is_unknown {
            assumed.push(name);
        }
        *value = found.unwrap_or_else(|| unreachable!("it was just found"));
    }
    Ok(())
}
