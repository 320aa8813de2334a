//! Holds the JSON of the command line to `docs/hexlex.schema.json`.

use super::root;
use serde_json::{Value, json};

/// What a document has that the schema does not allow for this command (`solve`, `words build`), a line each.
pub(crate) fn violations(command: &str, document: &Value) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/hexlex.schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    assert!(schema["$defs"].get(command).is_some(), "the schema does not describe `{command}`");
    let schema = schema.as_object_mut().unwrap();
    schema.remove("anyOf");
    schema.insert("$ref".to_string(), json!(format!("#/$defs/{}", command.replace(' ', "%20"))));
    let validator = jsonschema::validator_for(&json!(schema)).expect("the schema is one");
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Asserts that a document is as the schema describes it.
pub(crate) fn assert_described(command: &str, document: &Value) {
    let violations = violations(command, document);
    assert!(violations.is_empty(), "{command}: {violations:#?}\n{document:#}");
}

/// The command of these arguments, with its subcommand.
pub(crate) fn command_of(args: &[&str]) -> String {
    match args {
        [group @ ("words" | "config" | "rules"), command, ..] => format!("{group} {command}"),
        [command, ..] => command.to_string(),
        [] => String::new(),
    }
}
