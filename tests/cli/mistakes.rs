//! What newcomers mistype: each mistake is answered with what was most likely meant. Every proposal was tried by hand.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::common::{Run, fixture, folder, run, trouble};
use crate::{SQUARE, empty_picture};
use std::fs;
use std::path::Path;

#[test]
fn a_mistake_is_answered_with_what_was_meant() {
    let dir = folder();
    std::fs::write(dir.path().join("a.txt"), "C A T\n").unwrap();
    std::fs::write(dir.path().join("rows.txt"), "cats role nide\n").unwrap();
    for (args, remedy) in [
        (&["solve", "a.txt", "--tpo", "3"][..], "leave it out, or use `--top`; "),
        (&["solve", "a.txt", "--lexcion", "de"], "leave it out, or use `--lexicon`; "),
        (&["solve", "a.txt", "--jsn"], "leave it out, or use `--json`; "),
        (&["solve", "a.txt", "--xyz"], "found `--xyz`: leave it out; "),
        (&["watch", "--windw", "x"], "leave it out, or use `--window`; "),
        (&["slove"], "use `solve`; "),
        (&["help", "solv"], "use `solve`; "),
        (&["chek", "fixtures"], "use `check`; "),
        (&["words", "lst"], "use `list`; "),
        (&["words", "imprt"], "use `import`; "),
        (&["a.txt"], "use `hexlex solve a.txt`; "),
        (&["solve", "a.txt", "--goal", "longst"], "use `longest`; "),
        (&["solve", "a.txt", "--goal", "points"], "use one of them; "),
        (&["read", "a.png", "--engine", "tess"], "use `tesseract`; "),
        (&["practice", "--skin", "wod"], "use `wood`; "),
        (&["completions", "zhs"], "use `zsh`; "),
        (&["completions", "--shell", "zsh"], "give its value alone, as in `hexlex completions bash`"),
        (&["teach"], "found nothing: give them, as in `hexlex teach screenshot.png --skin NAME`"),
        (&["teach", "--skin", "wood"], "give one, as in `hexlex teach screenshot.png --skin NAME`"),
        (&["watch", "--keys", "next=Blah"], "found `Blah`: write it as in next=F8"),
        (&["teach", "--forget"], "give it, as in `hexlex teach --forget --skin NAME`; "),
        (&["words", "forget"], "expected a name, found nothing: give one, as in `hexlex words forget deluxe`"),
        (&["words", "import"], "expected a file, found nothing: give one, as in `hexlex words import words.txt`"),
        (&["solve a.txt"], "leave the quotes out: `hexlex solve a.txt`"),
        (&["solve", "--show=x", "a.txt"], "--show: expected one of auto, "),
        (&["doctor", "x"], "PART: expected one of display, "),
        (&["words", "has", ""], "expected a word, found an empty text: give one; "),
        (&["read", ""], "expected a picture, found an empty text: give one; "),
        (&["words", "list", "--pattern", ""], "found an empty text: correct it; "),
        (&["solve", ""], "expected a picture, a folder or a board text, found an empty text: give one"),
        (&["rules", "show"], "found `show`: use `fit`; "),
        (&["words", "find", "cat"], "use `list`; "),
        (&["teach", "a.png", "--name", "x"], "leave it out, or use `--skin`; "),
        (&["simulate", "--threads", "4"], "leave it out, or use `--jobs`; "),
        (&["solve", "-f", "a.png"], "give its value alone, as in `hexlex solve screenshot.png`; "),
        (&["check", "--input", "."], "give its value alone, as in `hexlex check screenshot.png`; "),
        (&["completions"], "give one of bash, elvish, fish, powershell, zsh"),
        (&["words", "build", "a.txt"], "give it, as in `hexlex words build words.txt --output FILE`"),
        (&["simulate", "--policy", "scores"], "use `score`; "),
        (&["watch", "--keys", "next=F8,next=F9"], "expected one key for next, found two: leave one out"),
        (
            &["practice", "--min-length", "40"],
            "expected --min-length of at most 12, the longest word of the game, found 40",
        ),
        (&["simulate", "--plot", "-"], "--plot: expected a file whose name ends in .svg or .png, found -: name one"),
        (&["watch", "--keys", "nxt=F8"], "found `nxt`: use `next`"),
        (&["solve", "a.txt", "--fix", "1,1=9"], "give letters behind `=`, as in 3,2=V; "),
        (&["solve", "clipboard"], "use `--clipboard` for "),
        (&["solve", "a.txt", "--profile", "bookworm"], "for bookworm name one of deluxe, web, mobile"),
        (&["solve", "a.txt", "--profile", "botgle"], "found `botgle`: use `boggle`"),
        (&["roll", "-n", "2"], "found `-n`: leave it out, or use `--count`"),
        (&["simulate", "-n", "2"], "found `-n`: leave it out, or use `--games`"),
        (&["solve", "a.txt", "-n", "2"], "found `-n`: leave it out, or use `--top`"),
        (&["words", "list", "--letters", "abc1"], "expected letters, and `*` for any letter, found `1` in `abc1`"),
        (&["words", "list", "--letters", ""], "expected letters, and `*` for any letter, found none"),
        (&["solve", "a.txt", "--profile", "delux"], "found `delux`: use `deluxe`"),
        (&["man", "solv"], "use `solve`, or one of "),
        (&["--json"], "found none: give one of solve, "),
        (&["words", "--json"], "found none: give one of build, "),
        (&["completions", "--json", "bash"], "leave --json out"),
        (&["man", "--json"], "leave --json out"),
        (&["words", "has", "cat", "--lexicon", "englsh"], "use `english`, or name a file"),
        (&["words", "has", "cat", "--lexicon", "germna"], "use `german`, or name a file, or use english"),
        (
            &["words", "has", "cat", "--lexicon", "ru"],
            "or use english; other languages, once their word lists are installed: bg,",
        ),
        (&["solve", "a.txt", "--top", "99999999999999999999"], "from 1 to 4294967295, found `99999999999999999999`"),
        (&["solve", "a.txt", "--top", "0"], "a whole number from 1, found `0`: give one"),
        (
            &["solve", "rows.txt", "--split"],
            "found 3 rows in one line: write each on its own line, or pass --shape 4x3",
        ),
        (&["words", "info", "rows.txt"], "found no word in 1 line such as `cats role nide`: check"),
        (&["solve", "a.txt", "--level", "99999999"], "from 1 to 10000, found `99999999`: give one of these"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains("expected ") && error.contains(remedy), "{args:?}: {error}");
    }
}

/// Names of files may be any bytes.
#[cfg(unix)]
#[test]
fn an_unknown_option_beside_a_name_of_other_bytes_is_an_error() {
    use std::os::unix::ffi::OsStrExt;

    let dir = folder();
    let other = std::ffi::OsStr::from_bytes(b"-\xff.png");
    for option in ["-g", "-vx"] {
        let mut program = crate::common::hexlex(dir.path(), &["solve", option]);
        let Run { code, stderr, .. } = Run::of(program.arg(other));
        assert!(code == 2 && stderr.starts_with("error: ") && stderr.lines().count() == 1, "{code} {stderr}");
    }
}

/// Its truth has the same name, too.
#[test]
fn a_missing_picture_is_answered_with_a_picture() {
    let dir = folder();
    for name in ["shot.txt", "shot.webp"] {
        fs::write(dir.path().join(name), SQUARE).unwrap();
    }
    assert!(trouble(dir.path(), &["solve", "shot.png"], "").contains("use `shot.webp`, or "));
    assert!(trouble(dir.path(), &["solve", "shto.txt"], "").contains("use `shot.txt`, or "));
    // What reads only pictures would refuse a text.
    fs::remove_file(dir.path().join("shot.webp")).unwrap();
    for args in [&["read", "shot.png"][..], &["check", "sho"], &["teach", "shto.txt", "--skin", "a"]] {
        let error = trouble(dir.path(), args, "");
        assert!(!error.contains("shot.txt"), "{error}");
    }
}

/// A folder with the files that newcomers try.
fn files(path: &Path) {
    let write = |name: &str, bytes: &[u8]| fs::write(path.join(name), bytes).unwrap();
    write("board.txt", SQUARE.as_bytes());
    write("rows.txt", b"cats role nide\n");
    write("words.txt", b"apple\nbanana\ncherry\n");
    write("a.pdf", b"%PDF-1.7\n");
    write("pdf.png", b"%PDF-1.7\n");
    write("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0");
    write("phone.jpg", b"\0\0\0\x18ftypmif1\0\0\0\0");
    write("a.avif", b"\0\0\0\x18ftypavif\0\0\0\0");
    write("a.tiff", b"II*\0\x08\0\0\0");
    write("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    write("a.zip", b"PK\x03\x04");
    write("a.mp4", b"\0\0\0\x18ftypisom");
    write("a.html", b"<!DOCTYPE html>");
    write("a.json", b"{}");
    write("empty.png", b"");
    write("empty.txt", b"");
    write("columns.txt", b"# layout: columns\nC A T S\nO G E I\nR S D N\n");
    write("cut.png", b"\x89PNG\r\n\x1a\n");
    empty_picture(&path.join("photo.png"), 300, 200);
    fs::create_dir(path.join("folder")).unwrap();
    fs::copy(fixture("gems/medium.png"), path.join("game.png")).unwrap();
    fs::copy(fixture("tan/small.png"), path.join("my shot.png")).unwrap();
    image::open(fixture("gems/medium.png")).unwrap().fliph().save(path.join("mirrored.png")).unwrap();
}

#[test]
fn files_that_are_no_boards_are_named_as_what_they_are() {
    let dir = folder();
    files(dir.path());
    for (args, part) in [
        (&["solve", "a.pdf"][..], "found a PDF document: save its page as PNG"),
        (&["solve", "pdf.png"], "found a PDF document: save its page as PNG"),
        (&["read", "a.heic"], "found HEIC: save it as PNG"),
        (&["read", "phone.jpg"], "found HEIC: save it as PNG"),
        (&["solve", "a.avif"], "found AVIF: save it as PNG"),
        (&["solve", "a.tiff"], "found TIFF: save it as PNG"),
        (&["solve", "a.svg"], "found SVG: save it as PNG"),
        (&["solve", "a.zip"], "found a ZIP archive: unpack it"),
        (&["solve", "a.mp4"], "found a video: take a screenshot"),
        (&["solve", "a.html"], "found a web page: save the picture of it"),
        (&["solve", "a.json"], "found JSON: give the board text that `hexlex read` prints"),
        (&["solve", "empty.png"], "found an empty file"),
        (&["solve", "cut.png"], "expected a whole picture, found damage"),
        (&["solve", "words.txt"], "found a list of 3 words: write a space between tiles (C A T), or use --split"),
        (&["solve", "folder"], "expected PNG, JPEG, BMP, WebP or GIF files, found none"),
        (&["solve", "photo.png"], "photo.png: no board found: "),
        (&["solve", "gmae.png"], "found none: use `game.png`"),
        (&["solve", "gamepng"], "found neither: use `game.png`"),
        (&["solve", "game.jpg"], "found none: use `game.png`"),
        (&["solve", "https://example.com/a.png"], "found an address: save the picture"),
        (&["solve", "*.gif"], "found a pattern: name the folder `.`, or its files"),
        (&["solve", "none/*.gif"], "found a pattern: name a folder that exists"),
        (&["solve", "~/game.png"], "found a name that the shell replaces only without quotes"),
        (&["solve", "catdogers"], "`echo catdogers | hexlex solve --split --shape 3x3 -`"),
        (&["solve", "CATSDOGS"], "`echo CATSDOGS | hexlex solve --split --shape 4x2 -`"),
        (&["solve", "cats", "role", "tsar"], "found rows of letters: write a board that you type"),
        (
            &["read", "game.png", "--shape", "9x9"],
            "found one of the shape 8,7,8,7,8,7,8: pass --shape 8,7,8,7,8,7,8, or leave",
        ),
        (&["solve", "game.png", "-o", "~/best.png"], "expected a path, found ~/best.png with a `~`: write the whole"),
        (&["solve", "game.png", "--out-dir=~/out"], "expected a path, found ~/out with a `~`: write the whole"),
        (&["solve", "photos.pgn"], "photos.pgn: expected a file, found none: use `photo.png`"),
        (&["solve", "phone.png"], "expected a file, found none: use `phone.jpg`"),
        (&["solve", "word"], "expected a file or a folder, found neither: use `words.txt`"),
        (&["solve", "help"], "use `hexlex solve --help` for help"),
        (&["solve", "/?"], "use `--help` for help"),
        (&["read", "game.png", "--skin", "dejavu-snas"], "found `dejavu-snas`: use `dejavu-sans`"),
        (&["teach", "game.png", "--skin", "dejavu-sans"], "found `dejavu-sans`, that of a built-in skin: give another"),
        (&["words", "build", "empty.txt", "-o", "e.dawg"], "expected a word in empty.txt, found none: check the lists"),
        (
            &["advise", "columns.txt", "--profile", "boggle"],
            "expected a game whose tiles fall, found one whose tiles stay: give --profile",
        ),
        (&["read", "mirrored.png"], "which are mirrored: mirror the picture from left to right"),
        (&["read", "game.png", "--skin", "xyz"], "expected a taught skin, a folder "),
        (&["score", "game.png"], "expected a text with a board a line, found the picture game.png: use `hexlex solve`"),
        (&["read", "board.txt"], "expected a picture, found text"),
        (
            &["check", "game.png"],
            "expected its truth in game.txt, found no such file: run `hexlex read game.png > game.txt`",
        ),
        (&["solve", "game.png", "--lexicon", "photo.png"], "expected a word list in photo.png, found binary data"),
        (&["solve", "game.png", "-o", "board.txt"], "give a name that ends in .png, .jpg or .webp"),
        (&["solve", "board.txt", "--html", "r.txt"], "expected a file whose name ends in .html, found r.txt: name one"),
        (&["solve", "game.png", "-o", "game.png"], "expected a new file to write, found the input"),
        (&["solve", "game.png", "-o", "photo.png"], "found another file photo.png: pass --force"),
        (&["solve", "game.png", "board.txt", "-o", "b.png"], "found 2: use --out-dir DIR"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn commands_and_options_of_other_programs_are_answered() {
    let dir = folder();
    files(dir.path());
    for (args, part) in [
        (&["helo"][..], "found `helo`: use `help`"),
        (&["frobnicate"], "use one of solve, read, watch, windows, check, "),
        (&["version"], "found `version`: use `--version`"),
        (&["ocr", "game.png"], "found `ocr`: use `read`"),
        (&["words", "add", "cat"], "found `add`: use `allow`"),
        (&["words", "frob"], "use one of build, info, has, list, "),
        (&["config", "set", "top", "3"], "found `set`: use `edit`"),
        (&["/?"], "found `/?`: use `--help`"),
        (&["-?"], "found `-?`: leave it out, or use `--help`"),
        (&["skins"], "found `skins`: use `doctor`"),
        (&["list"], "found `list`: use `words`"),
        (&["config", "list"], "found `list`: use `show`"),
        (&["solve", "board.txt", "-n", "3"], "or use `--top`"),
        (&["solve", "board.txt", "--count=3"], "or use `--top`"),
        (&["solve", "board.txt", "--language", "de"], "or use `--lexicon`"),
        (&["solve", "board.txt", "--dict", "words.txt"], "or use `--lexicon`"),
        (&["roll", "--size", "4x4"], "or use `--shape`"),
        (&["roll", "5"], "found `5`: use `--count 5`"),
        (&["roll", "4x4"], "found `4x4`: use `--shape 4x4`"),
        (&["roll", "boggle"], "found `boggle`: leave it out"),
        (&["simulate", "10"], "found `10`: use `--games 10`"),
        (&["watch", "bookworm"], "found `bookworm`: use `--window bookworm`"),
        (&["watch", "game.png"], "found `game.png`: use `hexlex solve game.png`"),
        (&["words", "list", "c.t"], "found `c.t`: use `--pattern c.t`"),
        (&["read", "game.png", "--top", "3"], "leave it out; it is an option of `solve`, `watch`"),
        (&["solve", "board.txt", "--format", "json"], "found `json`: use `--json` alone"),
        (&["completions", "bash", "zsh"], "found `zsh`: leave it out"),
        (&["solve", "board.txt", "-top", "3"], "found `-t`: leave it out, or use `--top`"),
        (&["read", "game.png", "-o", "a.txt"], "write it to a file with `> FILE`"),
        (&["solve", "board.txt", "--top"], "expected a value after --top, found none"),
        (&["solve", "board.txt", "--top", "ten"], "--top: expected a whole number from 1"),
        (&["solve"], "expected a picture, a folder or a board text, found nothing: give one, as in `hexlex solve"),
        (&["words", "has"], "expected a word, found nothing: give one, as in `hexlex words has cat`"),
        (&["check"], "expected a picture or a folder, found nothing: give one, as in `hexlex check screenshot.png`"),
        (&["--verison"], "or use `--version`"),
        (&["-version"], "or use `--version`"),
        (&["solve", "a.png", "--longest"], "or use `--goal longest`"),
        (&["solve", "a.png", "--top", "all"], "--top: expected a number, found `all`: use `--all`"),
        (&["solve", "a.png", "--top", "0"], "--top: expected a whole number from 1, found `0`"),
        (
            &["teach", "game.png"],
            "expected --skin <NAME>, found nothing: give it, as in `hexlex teach screenshot.png --skin NAME`",
        ),
        (&["words", "build", "words.txt"], "give it, as in `hexlex words build words.txt --output FILE`"),
        (&["score"], "give one, as in `hexlex score boards.txt`"),
        (&["rules", "fit"], "give one, as in `hexlex rules fit record`"),
        (&["solve", "board.txt", "--json=yes"], "expected --json without a value, found `yes`: write `--json` alone"),
        (&["-o", "x.png", "solve", "game.png"], "write it behind the command; it is an option of `solve`, `"),
        (&["--top", "3", "solve", "game.png"], "write it behind the command; it is an option of `solve`, `"),
        (&["--solve", "game.png"], "found `--solve`: use `solve`"),
        (&["solve", "board.txt", "-t", "3"], "found `-t`: leave it out, or use `--top`"),
        (&["solve", "board.txt", "--no-confg"], "leave it out, or use `--no-config`"),
        (&["solve", "-game.png"], "found `-g`: use `game.png`"),
        (&["help", "words", "biuld"], "expected a command of `hexlex words`, found `biuld`: use `build`"),
        (&["watch", "--keys", "next=F8,quit=F8"], "found `F8` for next and quit: give quit another one"),
        (&["solve", "game.png", "--fix", "V=3,2"], "found `V=3,2`: write 3,2=V"),
        (&["solve", "cats,role,nide,tsar"], "`printf '%s\\n' cats role nide tsar | hexlex solve --split -`"),
        (&["practice", "--state", "words.txt"], "expected a new file or an earlier one of this kind to replace, found"),
        (&["solve", "board.txt", "--min-length", "9", "--max-length", "3"], "lower --min-length or raise --max-length"),
        (&["solve", "game.png", "--fix", "0,1=A"], "count both from 1, as in 3,2=V"),
        // Every other tile of a larger board.
        (
            &["solve", "game.png", "--shape", "4x4"],
            "found one of the shape 8,7,8,7,8,7,8: pass --shape 8,7,8,7,8,7,8, or",
        ),
        (&["roll", "--shape", "hexagon"], "write bookworm, a size such as 4x4, or column lengths"),
        (&["advise", "board.txt"], "found 3x3: use `solve`"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn answers_that_are_negative_or_partial_say_so() {
    let dir = folder();
    files(dir.path());
    for (status, args, part) in [
        (
            0,
            &["solve", "game.png", "--shape", "7,6,7,6,7,6,7"][..],
            "warning: game.png: expected a board of the shape 7,6,7,6,7,6,7, found one of 8,7,",
        ),
        (
            0,
            &["solve", "board.txt", "--region", "1,1,2,2", "--turned"],
            "warning: board.txt: --region, --turned: expected a picture, found a board text: leave them out",
        ),
        (
            0,
            &["solve", "board.txt", "--level", "3"],
            "expected a game with levels for --level, found boggle: leave --level 3 out, which changes nothing",
        ),
        (0, &["solve", "game.png", "--split"], "--split: expected a board text, found a picture: leave it out"),
        (0, &["solve", "rows.txt", "--split", "--shape", "4x3"], ""),
        (1, &["words", "has", "qqqq"], ""),
        (
            0,
            &["words", "refuse", "qqqq", "--forget"],
            "warning: expected words that are on the list, found others (qqqq): run `hexlex words refuse` to print it",
        ),
        (1, &["solve", "board.txt", "--min-length", "9"], ""),
        (1, &["solve", "board.txt", "--word", "zebra"], "error: board.txt: --word: expected one of the "),
        (0, &["solve", "board.txt", "--goal", "survive"], "warning: --goal survive is for staggered boards"),
        (2, &["solve", "board.txt", "none.txt"], "error: none.txt: expected a file, found none"),
        (
            2,
            &["score", "board.txt"],
            "line 1: expected the letters of a board without spaces, found spaces: for a board",
        ),
        (2, &["solve", "game.png", "best.png"], "check the path, or use `-o best.png` to name the overlay"),
        (2, &["solve", "board.txt", "my", "shot.png"], "quotes around a name with spaces, as in \"my shot.png\""),
        (2, &["solve", "board.txt", "C A T", "D O G"], "`printf '%s\\n' 'C A T' 'D O G' | hexlex solve -`"),
    ] {
        let Run { code, stdout, stderr } = run(dir.path(), args, "");
        assert_eq!(code, status, "{args:?}: {stderr}");
        assert!(stderr.contains(part) && !stdout.is_empty(), "{args:?}: {stderr}");
    }
}

#[test]
fn an_argument_that_is_no_word_is_named() {
    let dir = folder();
    for (word, part) in [
        (
            "cat,dog",
            "warning: cat,dog: expected a word of letters, found `,` in it: give each word as an argument of its own",
        ),
        ("don't", "found `'` in it: write it with letters alone"),
    ] {
        let Run { code, stdout, stderr } = run(dir.path(), &["words", "has", word, "cat"], "");
        assert!(code == 1 && stdout.contains("cat: yes") && stderr.contains(part), "{code} {stdout} {stderr}");
    }
    assert_eq!(run(dir.path(), &["words", "has", "cat"], "").stderr, "");
}

/// The game without bonus words is the one error: that the dictionary lacks the word says no more.
#[test]
fn of_two_troubles_with_one_option_the_graver_is_printed() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    let args = ["advise", "a.txt", "--profile", "letterpress", "--bonus", "qqqq"];
    let Run { code, stderr, .. } = run(dir.path(), &args, "");
    assert!(
        code == 2 && stderr.lines().count() == 1 && stderr.contains("found letterpress: leave --bonus out"),
        "{stderr}"
    );
    let help = run(dir.path(), &["advise", "--help"], "").stdout;
    assert!(help.contains("spelltower") && !help.contains("wordament"), "{help}");
}
