//! The file `config.toml`: options by their long names, for all commands or in the table of one, and tables of games.

use crate::args::settings::{Setting, SettingValue, has_optional_value, is_flag, is_repeatable, settable};
use crate::args::{self, GameSettings};
use crate::nearest::nearest;
use crate::{file_kind, other_names, places};
use anyhow::{Context, Result, anyhow, bail, ensure};
use hexlex::files;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::de::DeTable;
use toml::{Table, Value};

/// The most bytes of the file: a thousand games. Chosen by hand.
const MAX_BYTES: u64 = 1 << 20;

/// The tables of games.
const GAME: &str = "game";

/// The settings of the file; none where there is no file.
#[derive(Debug, Default)]
pub(crate) struct ConfigFile {
    of_all: Vec<Setting>,
    /// By the command (`solve`, `words build`).
    of_commands: BTreeMap<String, Vec<Setting>>,
    games: Vec<GameSettings>,
}

impl ConfigFile {
    /// Where the file is, or would be.
    ///
    /// # Errors
    /// If the user has no home folder.
    pub(crate) fn path() -> Result<PathBuf> {
        places::settings("config.toml")
    }

    /// The settings of the user's file.
    ///
    /// # Errors
    /// If the file cannot be read, is not TOML, or sets an unknown option.
    pub(crate) fn load() -> Result<ConfigFile> {
        // Without a home folder there is no file.
        let Ok(path) = ConfigFile::path() else { return Ok(ConfigFile::default()) };
        // The home folder of another user has no settings for this one.
        if fs::symlink_metadata(&path).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied) {
            return Ok(ConfigFile::default());
        }
        let bytes = match files::read(&path, MAX_BYTES) {
            Err(error) if error.is_missing() => return Ok(ConfigFile::default()),
            result => result?,
        };
        let text = file_kind::text(bytes, &path, "settings")?;
        ConfigFile::parse(&text, &path)
    }

    /// The settings of a text.
    fn parse(text: &str, path: &Path) -> Result<ConfigFile> {
        let wrong = |error: toml::de::Error| anyhow!("{}, {}", path.display(), no_toml(&error, text));
        let table: Table = toml::from_str(text).map_err(wrong)?;
        let source = Source { path, text, keys: DeTable::parse(text).map_err(wrong)?.into_inner() };
        let commands = commands();
        let mut file = ConfigFile::default();
        for (key, value) in &table {
            let place = || source.place(&[key]);
            match value {
                Value::Array(games) if key == GAME => {
                    let settings = games.iter().enumerate().map(|(index, game)| game_settings(game, index, &source));
                    file.games = settings.collect::<Result<_>>()?;
                }
                found if key == GAME => bail!("{}", no_game(found, &place())),
                Value::Table(table) => file.add_command(key, table, &commands, &source)?,
                value if is_command(key, &commands) => bail!(
                    "{}: expected the options of the command in a table [{key}], found `{key} = {value}`: write [{key}] \
                     and its options below it",
                    place()
                ),
                value => {
                    let options: Vec<clap::Arg> = commands.values().flat_map(settable).collect();
                    let tables = commands.keys().map(String::as_str).chain([GAME]);
                    file.of_all.push(setting(key, value, &options, tables, &place())?);
                }
            }
        }
        Ok(file)
    }

    /// Adds the table of a command, and those of its commands.
    fn add_command(
        &mut self,
        name: &str,
        table: &Table,
        commands: &BTreeMap<String, clap::Command>,
        source: &Source,
    ) -> Result<()> {
        let begins = |known: &&String| known.starts_with(&format!("{name} "));
        let subs: Vec<&String> = commands.keys().filter(begins).collect();
        let options = commands.get(name).map(settable).unwrap_or_default();
        let tables: Vec<&str> = name.split(' ').collect();
        if options.is_empty() && subs.is_empty() {
            let place = source.place(&tables);
            bail!("{place}: expected a command, found [{name}]: {}", remedy(name, commands.keys().map(String::as_str)));
        }
        for (key, value) in table {
            match value {
                Value::Table(sub) => self.add_command(&format!("{name} {key}"), sub, commands, source)?,
                value => {
                    let origin = format!(
                        "{}, [{}]",
                        source.place(&[tables.as_slice(), &[key]].concat()),
                        name.replace(' ', ".")
                    );
                    let has_key = |sub: &&&String| {
                        let options = commands.get(**sub).map(settable).unwrap_or_default();
                        options.iter().any(|option| option.get_long() == Some(key))
                    };
                    let of_key = subs.iter().filter(has_key).map(|sub| format!("[{}]", sub.replace(' ', ".")));
                    let tables: Vec<String> = of_key.collect();
                    if options.is_empty() && !tables.is_empty() {
                        let tables = tables.join(" or ");
                        bail!("{origin}: expected the table of a command, found `{key}`: write it in {tables}");
                    }
                    let setting = setting(key, value, &options, [], &origin)?;
                    self.of_commands.entry(name.to_string()).or_default().push(setting);
                }
            }
        }
        Ok(())
    }

    /// The settings for every command that has the option.
    pub(super) fn of_all_commands(&self) -> &[Setting] {
        &self.of_all
    }

    /// The settings of the table of a command.
    pub(super) fn of_command(&self, name: &str) -> &[Setting] {
        self.of_commands.get(name).map_or(&[], Vec::as_slice)
    }

    /// The settings of all tables of commands.
    pub(super) fn of_commands(&self) -> impl Iterator<Item = (&String, &Setting)> {
        self.of_commands.iter().flat_map(|(name, settings)| settings.iter().map(move |setting| (name, setting)))
    }

    /// The settings of games.
    pub(super) fn games(&self) -> &[GameSettings] {
        &self.games
    }

    /// The settings of games without those that the command line or a variable sets.
    pub(super) fn games_without(&self, typed: &[OsString], variables: &[Setting]) -> Vec<GameSettings> {
        let is_typed = |name: &str| {
            let option = format!("--{name}");
            typed.iter().any(|arg| arg.to_string_lossy().split('=').next() == Some(&option))
        };
        let is_set = |name: &str| is_typed(name) || variables.iter().any(|setting| setting.name == name);
        let mut games = self.games.clone();
        for game in &mut games {
            game.profile.take_if(|_| is_set("profile"));
            game.lexicon.take_if(|_| is_set("lexicon"));
            game.level.take_if(|_| is_set("level"));
            game.skin.take_if(|_| is_set("skin"));
        }
        games
    }
}

/// The text of the file, with the places of its keys.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
    keys: DeTable<'a>,
}

impl Source<'_> {
    /// The file and the line of a key, for messages; before it come the tables around it, from the outermost one.
    fn place(&self, path: &[&str]) -> String {
        let (key, tables) = path.split_last().map_or(("", path), |(key, tables)| (*key, tables));
        let table = tables.iter().try_fold(&self.keys, |table, name| table.get(*name)?.get_ref().as_table());
        self.named(table, key)
    }

    /// The same for a key of one of the tables of games.
    fn place_in_game(&self, index: usize, key: &str) -> String {
        let games = self.keys.get(GAME).and_then(|value| value.get_ref().as_array());
        let game = games.and_then(|games| games.get(index)).and_then(|value| value.get_ref().as_table());
        format!("{}, [[{GAME}]]", self.named(game, key))
    }

    fn named(&self, table: Option<&DeTable>, key: &str) -> String {
        let start = table.and_then(|table| table.get_key_value(key)).map(|(key, _)| key.span().start);
        match start {
            Some(start) => format!("{}, line {}", self.path.display(), line(self.text, start)),
            None => self.path.display().to_string(),
        }
    }
}

/// The number of the line in which a byte of a text stands, from 1.
fn line(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or(text).matches('\n').count()
}

/// Every command that has settings, by its name (`solve`, `words build`).
pub(super) fn commands() -> BTreeMap<String, clap::Command> {
    let mut commands = BTreeMap::new();
    for command in args::command().get_subcommands() {
        match command.get_name() {
            "help" | "config" | "completions" | "man" => {}
            name if command.has_subcommands() => {
                let named = |sub: &clap::Command| (format!("{name} {}", sub.get_name()), sub.clone());
                commands.extend(command.get_subcommands().map(named));
            }
            name => drop(commands.insert(name.to_string(), command.clone())),
        }
    }
    commands
}

/// Whether a name is that of a command, or of a group of commands (`words`).
fn is_command(name: &str, commands: &BTreeMap<String, clap::Command>) -> bool {
    commands.keys().any(|known| known.split(' ').next() == Some(name))
}

/// The line of an error of the parser, and in words what is wrong there.
fn no_toml(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map_or(1, |span| line(text, span.start));
    let found = text.lines().nth(line - 1).unwrap_or_default().trim();
    let message = error.message().lines().collect::<Vec<_>>().join(", ");
    if let Some((key, value)) = found.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
        if value.is_empty() {
            return format!("line {line}: expected a value, found `{found}`: write it behind the `=`");
        }
        let quoted = format!("{key} = \"{value}\"");
        let is_unquoted = found.parse::<Table>().is_err() && quoted.parse::<Table>().is_ok();
        if is_unquoted && !value.contains(['[', '{', '\'']) {
            return format!("line {line}: expected a text in quotes, found `{found}`: write `{quoted}`");
        }
    }
    let remedy = match message.contains("duplicate key") {
        true => "keep one of the two",
        false => "correct it; texts stand in quotes",
    };
    format!("line {line}: expected TOML, found `{found}` ({message}): {remedy}")
}

/// The message for a value that is not the tables of games.
fn no_game(found: &Value, place: &str) -> String {
    let (found, remedy) = match found {
        Value::Table(_) => (format!("[{GAME}]"), "write two brackets"),
        value => (format!("`{GAME} = {value}`"), "write [[game]], and below it window = \"part of its title\""),
    };
    format!("{place}: expected a table [[{GAME}]] for each game, found {found}: {remedy}")
}

/// The setting of a key, which is one of these options.
fn setting<'a>(
    key: &str,
    value: &Value,
    options: &'a [clap::Arg],
    tables: impl IntoIterator<Item = &'a str>,
    place: &str,
) -> Result<Setting> {
    let names: Vec<&str> = options.iter().filter_map(clap::Arg::get_long).collect();
    let candidates: Vec<&clap::Arg> = options.iter().filter(|option| option.get_long() == Some(key)).collect();
    let Some(first) = candidates.first() else {
        if let Some(owners) = other_names::owners(&format!("--{key}"), &args::command()) {
            bail!(
                "{place}: expected an option of this command, found `{key}`: leave it out; it is an option of {owners}"
            );
        }
        bail!(
            "{place}: expected the long name of an option, found `{key}`: {}",
            remedy(key, names.into_iter().chain(tables))
        );
    };
    let several = candidates.iter().any(|option| is_repeatable(option));
    let value = match (value, is_flag(first)) {
        (Value::Boolean(is_on), true) => SettingValue::Flag(*is_on),
        (other, true) => bail!("{place}: expected true or false for `{key}`, found {other}: write one of them"),
        (Value::Boolean(is_on), _) if has_optional_value(first) => SettingValue::Flag(*is_on),
        (Value::Array(values), _) if several => {
            SettingValue::Values(values.iter().map(|value| plain(key, value, place)).collect::<Result<_>>()?)
        }
        (value, _) => SettingValue::Values(vec![plain(key, value, place)?]),
    };
    Ok(Setting { name: key.to_string(), value, origin: place.to_string() })
}

/// A text or a number as it would be typed.
fn plain(key: &str, value: &Value, place: &str) -> Result<String> {
    Ok(match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        other => bail!("{place}: expected a text or a number for `{key}`, found {other}: write one"),
    })
}

/// What to do about an unknown name.
fn remedy<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(found, names) {
        Some(similar) => format!("use `{similar}`, or leave it out"),
        None => "leave it out, or use an option that `hexlex COMMAND --help` lists".to_string(),
    }
}

/// The settings of a table `[[game]]`.
fn game_settings(value: &Value, index: usize, source: &Source) -> Result<GameSettings> {
    const KEYS: [&str; 5] = ["window", "profile", "lexicon", "level", "skin"];
    let whole = || format!("{}, [[{GAME}]]", source.place(&[GAME]));
    let table = value.as_table().with_context(|| {
        let place = whole();
        format!("{place}: expected a table, found {value}: write [[{GAME}]] alone on a line, and its settings below it")
    })?;
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let is_of_watch = args::command()
            .find_subcommand("watch")
            .is_some_and(|watch| settable(watch).iter().any(|option| option.get_long() == Some(key)));
        let remedy = if is_of_watch { "write it in [watch], for every game".to_string() } else { remedy(key, KEYS) };
        let place = source.place_in_game(index, key);
        bail!("{place}: expected one of {}, found `{key}`: {remedy}", KEYS.join(", "));
    }
    let text = |key: &str| table.get(key).map(|value| plain(key, value, &source.place_in_game(index, key))).transpose();
    let window = text("window")?.unwrap_or_default();
    ensure!(!window.trim().is_empty(), "{}: expected a part of a title as `window`, found none: add it", whole());
    let wrong = |key: &str, error: String| anyhow!("{}, {key}: {error}", source.place_in_game(index, key));
    Ok(GameSettings {
        window,
        profile: text("profile")?.map(|name| name.parse().map_err(|error| wrong("profile", error))).transpose()?,
        lexicon: text("lexicon")?.map(PathBuf::from),
        level: text("level")?.map(|level| args::level(&level).map_err(|error| wrong("level", error))).transpose()?,
        skin: text("skin")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ConfigFile> {
        ConfigFile::parse(text, Path::new("c.toml"))
    }

    #[test]
    fn options_have_their_types() {
        let file =
            parse("top = 3\njson = true\n[solve]\nword = [\"CAT\", \"DOG\"]\n[words.list]\nmin-length = 3\n").unwrap();
        assert_eq!(file.of_all.len(), 2);
        assert_eq!(file.of_command("solve")[0].value, SettingValue::Values(vec!["CAT".into(), "DOG".into()]));
        assert_eq!(file.of_command("words list")[0].name, "min-length");
        assert!(file.of_command("read").is_empty());
    }

    #[test]
    fn an_option_that_may_stand_alone_is_set_with_or_without_its_value() {
        let file = parse("show = true\n[solve]\nshow = \"sixel\"\n").unwrap();
        assert_eq!(file.of_all[0].value, SettingValue::Flag(true));
        assert_eq!(file.of_command("solve")[0].value, SettingValue::Values(vec!["sixel".into()]));
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_near() {
        for (text, part) in [
            ("tpo = 3", "c.toml, line 1: expected the long name of an option, found `tpo`: use `top`"),
            ("[slove]\ntop = 3", "expected a command, found [slove]: use `solve`"),
            (
                "[read]\ngoal = \"score\"",
                "[read]: expected an option of this command, found `goal`: leave it out; it is an",
            ),
            ("[read]\ngaol = 1", "c.toml, line 2, [read]: expected the long name of an option, found `gaol`"),
            ("top = five", "c.toml, line 1: expected a text in quotes, found `top = five`: write `top = \"five\"`"),
            ("json = 1", "expected true or false for `json`, found 1"),
            ("top = 1\ntop = 2", "c.toml, line 2: expected TOML, found `top = 2` (duplicate key): keep one of the two"),
            (
                "[words]\nmin-length = 3",
                "c.toml, line 2, [words]: expected the table of a command, found `min-length`: write it in [words.build] or [words.list]",
            ),
            ("top = [1, 2]", "expected a text or a number for `top`"),
            ("top = ", "c.toml, line 1: expected a value, found `top =`: write it behind the `=`"),
            ("skin = [wood", "c.toml, line 1: expected TOML"),
            ("a = 1\n[x", "c.toml, line 2: expected TOML"),
            ("[[game]]\nprofile = \"deluxe\"", "expected a part of a title as `window`, found none"),
            ("[[game]]\nwindow = \"a\"\nlevle = 3", "found `levle`: use `level`"),
            ("[[game]]\nwindow = \"a\"\ngoal = \"score\"", "found `goal`: write it in [watch], for every game"),
            ("[[game]]\nwindow = \"a\"\nlevel = 0", "[[game]], level: expected a whole number"),
            ("[[game]]\nwindow = \"a\"\nprofile = \"delux\"", "use `deluxe`"),
            ("no-config = true", "found `no-config`"),
            (
                "game = 3",
                "c.toml, line 1: expected a table [[game]] for each game, found `game = 3`: write [[game]], and below it",
            ),
            ("[game]\nwindow = \"a\"", "expected a table [[game]] for each game, found [game]: write two brackets"),
            ("game = [1]", "expected a table, found 1: write [[game]] alone on a line"),
            (
                "solve = 3",
                "expected the options of the command in a table [solve], found `solve = 3`: write [solve] and",
            ),
            ("words = true", "expected the options of the command in a table [words], found `words = true`"),
            ("top = true", "expected a text or a number for `top`, found true"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn games_lose_what_is_typed() {
        let file = parse("[[game]]\nwindow = \"worm\"\nprofile = \"deluxe\"\nlevel = 3\nskin = \"tan\"\n").unwrap();
        let typed = ["hexlex", "watch", "--level=4"].map(OsString::from);
        let games = file.games_without(&typed, &[]);
        assert_eq!((games[0].level, games[0].skin.as_deref()), (None, Some("tan")));
    }
}
