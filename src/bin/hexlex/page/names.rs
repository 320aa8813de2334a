//! The names of inputs on a page: relative to the folder that all of them are in.

use super::escaped;
use std::path::{Path, PathBuf};

/// The folder that all inputs of a page are in.
#[derive(Debug, Default)]
pub(crate) struct PageNames {
    folder: PathBuf,
}

impl PageNames {
    /// Those of these files.
    pub(crate) fn of<'a>(files: impl IntoIterator<Item = &'a Path>) -> PageNames {
        let folders = files.into_iter().map(folder_of);
        let shared = |a: PathBuf, b: PathBuf| {
            a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        };
        PageNames { folder: folders.reduce(shared).unwrap_or_default() }
    }

    /// The name of a file, which is that of no other file of the page.
    pub(crate) fn name(&self, typed: &str) -> String {
        let path = Path::new(typed);
        let whole = path.file_name().map(|file| folder_of(path).join(file)).unwrap_or_default();
        whole.strip_prefix(&self.folder).map_or(typed.to_string(), |name| name.display().to_string())
    }
}

/// A heading with the name of a file, and its path as it was typed where the pointer rests.
pub(crate) fn heading(name: &str, typed: &str) -> String {
    let title = if name == typed { String::new() } else { format!(" title=\"{}\"", escaped(typed)) };
    format!("<h4{title}>{}</h4>", escaped(name))
}

/// The folder of a file, whole and without links: two names of one folder are the same.
fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_shared_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        for name in ["a/x", "a/y", "b"] {
            std::fs::create_dir_all(at(name)).unwrap();
        }
        let names = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(|file| at(file)).collect();
            let names = PageNames::of(files.iter().map(Path::new));
            files.iter().map(|file| names.name(file)).collect::<Vec<_>>()
        };
        assert_eq!(names(&["b/../a/x/1.png"]), ["1.png"]);
        assert_eq!(names(&["b/../a/x/1.png", "a/y/../x/2.png"]), ["1.png", "2.png"]);
        assert_eq!(names(&["b/../a/x/1.png", "a/y/1.png"]), ["x/1.png", "y/1.png"]);
        assert_eq!(names(&["a/x/1.png", "a/y/1.png", "b/./1.png"]), ["a/x/1.png", "a/y/1.png", "b/1.png"]);
        assert_eq!(heading("1.png", "../<1>.png"), "<h4 title=\"../&lt;1&gt;.png\">1.png</h4>");
    }
}
