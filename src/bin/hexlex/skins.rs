//! The taught skins of the user, each a folder below `hexlex/skins` in the data folder.
//!
//! A skin is one thing of many files. [`update`] therefore builds the new one beside the old one, and exchanges the two folders
//! in one step: whatever ends the program, the skin is the old one or the new one.

use crate::console::Console;
use crate::lock::Lock;
use crate::output_file::{self, Durability, TEMPORARY};
use crate::{outputs, places};
use anyhow::{Context, Result, anyhow, bail};
use hexlex::skin::Skin;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The entries of a skin's folder. Any others are the user's own, and are kept.
const ENTRIES: [&str; 3] = ["letters", "corrections", "skin.toml"];

/// The folder of the skin of this name.
///
/// # Errors
/// If the user has no home folder.
pub(crate) fn folder(name: &str) -> Result<PathBuf> {
    Ok(all().context("cannot keep skins: name a folder with --dir")?.join(name))
}

/// The folder of all skins.
fn all() -> Result<PathBuf> {
    places::data("skins")
}

/// The skin in a folder, or a new one of this name where there is none, or only what an interrupted program left there.
///
/// # Errors
/// If the name is not allowed, or the folder cannot be read or written.
pub(crate) fn open(folder: &Path, name: &str) -> Result<Skin> {
    outputs::check_creatable(folder)?;
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let is_skin = entries.into_iter().any(|entry| entry != "letters" && entry != "corrections");
    if is_skin { Ok(Skin::load(folder)?) } else { Ok(Skin::new(name)?) }
}

/// Whether [`update`] writes what was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Kept,
    Dropped,
}

/// Changes the skin that [`open`] opens, and returns it as it then is. No other hexlex changes it meanwhile.
///
/// # Errors
/// As [`open`], if `change` fails, or if the folder cannot be written. The skin is then as it was.
pub(crate) fn update(folder: &Path, name: &str, change: impl FnOnce(&mut Skin) -> Result<Change>) -> Result<Skin> {
    let Locked { folder, parent, _lock } = lock(folder)?;
    let mut skin = open(&folder, name)?;
    if change(&mut skin)? == Change::Kept {
        replace(&skin, &folder, &parent).map_err(|error| {
            let folder = folder.display();
            anyhow!("cannot write the skin {folder} ({error}): check the permissions of its folder and the free space")
        })?;
    }
    Ok(skin)
}

/// A skin's folder that no other hexlex changes.
struct Locked {
    folder: PathBuf,
    parent: PathBuf,
    _lock: Lock,
}

/// Waits until no other hexlex changes the skin of a folder, and completes what an interrupted one has begun.
fn lock(folder: &Path) -> Result<Locked> {
    let folder = output_file::resolved(folder)?;
    // The folder may be the current one, whose parent has another name.
    let folder = folder.canonicalize().unwrap_or(folder);
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (parent, lock) = (parent.to_path_buf(), Lock::of(parent)?);
    restore(&folder);
    Ok(Locked { folder, parent, _lock: lock })
}

/// Removes the taught skin of this name; returns its folder. No other hexlex changes it meanwhile.
///
/// # Errors
/// If there is none, its folder has files of the user's own, or it cannot be removed.
pub(crate) fn remove(name: &str) -> Result<PathBuf> {
    let taught = names();
    if !taught.iter().any(|other| other == name) {
        let remedy = match taught.is_empty() {
            true => "none was taught".to_string(),
            false => format!("name one of {}", taught.join(", ")),
        };
        bail!("--skin: expected a taught skin, found `{name}`: {remedy}");
    }
    let named = folder(name)?;
    let Locked { folder, parent, _lock } = lock(&named)?;
    let failed = |error: io::Error| {
        anyhow!("cannot remove the skin {} ({error}): check the permissions of its folder", folder.display())
    };
    if let Some(other) = others(&folder).map_err(failed)?.first() {
        bail!(
            "{}: expected the files of a skin alone, found {} too: move it elsewhere, or remove the folder by hand",
            folder.display(),
            other.display()
        );
    }
    if named.is_symlink() {
        // What it leads to is the user's.
        fs::remove_file(&named).map_err(failed)?;
        return Ok(named);
    }
    // In one step: a program that is killed leaves the whole skin, or a folder that the next change removes.
    let aside = tempfile::Builder::new().prefix(TEMPORARY.0).suffix(TEMPORARY.1).tempdir_in(&parent).map_err(failed)?;
    fs::rename(&folder, aside.path().join("skin")).map_err(failed)?;
    output_file::sync_folder(&parent);
    Ok(folder)
}

/// Writes a skin beside its folder and puts it in its place.
fn replace(skin: &Skin, folder: &Path, parent: &Path) -> io::Result<()> {
    remove_leftovers(parent);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = fs::metadata(folder).map(|old| old.permissions());
        builder.permissions(permissions.unwrap_or(fs::Permissions::from_mode(0o777)));
    }
    let building = builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1).tempdir_in(parent)?;
    for part in ["letters", "corrections"] {
        fs::create_dir(building.path().join(part))?;
    }
    for (path, bytes) in skin.files() {
        output_file::write(&bytes, &building.path().join(path), Durability::Synced)?;
    }
    if folder.exists() {
        copy_others(folder, building.path())?;
    }
    // Gone where there are no corrections, as in skins of earlier versions.
    let _ = fs::remove_dir(building.path().join("corrections"));
    if folder.exists() {
        exchange(building.path(), folder)?;
    } else {
        fs::rename(building.path(), folder)?;
    }
    output_file::sync_folder(parent);
    Ok(())
}

/// Copies what is in the folder of a skin and is not the skin's.
fn copy_others(from: &Path, to: &Path) -> io::Result<()> {
    others(from)?.iter().try_for_each(|path| copy(&from.join(path), &to.join(path)))
}

/// What is in the folder of a skin and is not the skin's, whose letters and corrections are PNG files: paths below the folder.
fn others(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut others = entries(folder)?;
    others.retain(|name| !ENTRIES.iter().any(|of_skin| name == Path::new(of_skin)));
    for part in ["letters", "corrections"].into_iter().filter(|part| folder.join(part).is_dir()) {
        let names = entries(&folder.join(part))?.into_iter();
        others.extend(
            names.filter(|name| name.extension().is_none_or(|end| end != "png")).map(|name| Path::new(part).join(name)),
        );
    }
    Ok(others)
}

/// The names in a folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(PathBuf::from(entry?.file_name()))).collect()
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(from)?.file_type();
    if kind.is_dir() {
        fs::create_dir(to)?;
        entries(from)?.iter().try_for_each(|name| copy(&from.join(name), &to.join(name)))?;
    } else if kind.is_symlink() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(fs::read_link(from)?, to)?;
    } else if kind.is_file() {
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Exchanges two folders: in one step where the system can, else in two, which [`restore`] completes.
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = aside(old);
    fs::rename(old, &aside)?;
    fs::rename(new, old)?;
    // A leftover of this name is the old skin: the next change removes it.
    let _ = fs::remove_dir_all(aside);
    Ok(())
}

/// Where the old folder lies while there is no new one.
fn aside(folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".hexlex-{name}.old"))
}

/// Puts an old folder back in its place, if a program ended before the new one was there.
fn restore(folder: &Path) {
    let aside = aside(folder);
    if !aside.join("skin.toml").is_file() {
        return;
    }
    // A failure leaves it where it is, for the next time.
    let _ = if folder.exists() { fs::remove_dir_all(aside) } else { fs::rename(aside, folder) };
}

/// Removes the folders that programs left when they were killed. The caller has the lock, so none of them is in use.
fn remove_leftovers(parent: &Path) {
    let paths = fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in paths.filter(|path| output_file::is_temporary(path) && path.is_dir()) {
        let _ = fs::remove_dir_all(path);
    }
}

/// Every taught skin, sorted by name. A skin that cannot be loaded is skipped with a warning.
pub(crate) fn load(console: &Console) -> Vec<Skin> {
    let load = |folder: &PathBuf| match Skin::load(folder) {
        Ok(skin) => Some(skin),
        Err(error) => {
            console.warn(format_args!("skipped a taught skin: {error}"));
            None
        }
    };
    folders().iter().filter_map(load).collect()
}

/// The name of every taught skin, sorted; whether it can be loaded is not checked.
pub(crate) fn names() -> Vec<String> {
    folders().iter().filter_map(|folder| Some(folder.file_name()?.to_str()?.to_string())).collect()
}

/// The folder of every taught skin, sorted by name; without those that are being built.
pub(crate) fn folders() -> Vec<PathBuf> {
    let entries = all().and_then(|folder| Ok(fs::read_dir(folder)?)).into_iter().flatten().flatten();
    let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir() && !is_hidden(path)).collect();
    folders.sort();
    folders
}
