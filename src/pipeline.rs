//! The one function that composes the stages: a frame becomes a reading.

use crate::locate::{BlobKind, Candidate, LONG_SIDE, Layout, Shrunk, Straightening};
use crate::options::NamedEngine;
use crate::pixels::{Frame, Rect, Size, Stripes};
use crate::read::{self, Reading, is_mirrored, is_turned};
use crate::read_error::{NotUpright, falling, no_board, not_upright};
use crate::search::{Found, Search};
use crate::stopwatch::Stopwatch;
use std::time::Duration;

pub use crate::options::{Method, Options};
pub use crate::read_error::{ReadError, Remedy};

/// The tile in pixels of the shrunk picture below which a board is looked for again in a larger one. A smaller one
/// leaves letters of few pixels unread; a larger one costs time. Chosen by hand; `hard judge --seed 21` shows a change.
const SMALL: f32 = 24.0;

/// How long the stages took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// Finding the board.
    pub locate: Duration,
    /// Reading its tiles.
    pub recognize: Duration,
}

/// The boards of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Boards {
    /// Their readings, the largest first; at least one.
    pub readings: Vec<Reading>,
    /// Whether the budget ended the search before every candidate was read.
    pub limited: bool,
    /// The time that the stages took.
    pub timing: Timing,
}

impl Boards {
    /// How many letters of the largest board are right, as its confidences say: their sum.
    pub fn right_letters(&self) -> f32 {
        self.readings.first().map_or(0.0, Reading::right_letters)
    }
}

/// Finds the largest board of a picture and reads its tiles.
///
/// # Errors
/// As [`read_boards`].
pub fn read(frame: &Frame, options: &Options) -> Result<(Reading, Timing), ReadError> {
    let Boards { mut readings, timing, .. } = read_boards(frame, options)?;
    Ok((readings.swap_remove(0), timing))
}

/// Finds the boards of a picture and reads their tiles. With [`turned`](Options::turned), letters are read in every direction
/// only where they do not make a board upright.
///
/// # Errors
/// [`ReadError::NoBoard`] where no lattice of letters is found, [`ReadError::Skin`] where the skin is unknown,
/// [`ReadError::Tesseract`] where it was asked for and is not there.
pub fn read_boards(frame: &Frame, options: &Options) -> Result<Boards, ReadError> {
    let engines = options.engines()?;
    let clock = Stopwatch::start();
    let upright = Options { turned: false, ..options.clone() };
    let refusal = match search_with_joined_stripes(frame, &upright, &engines, clock) {
        Ok(boards) => return Ok(boards),
        Err(refusal) => refusal,
    };
    if !options.turned {
        return Err(refusal.into_error(options));
    }
    // Where the letters lie turned by their evidence, the shape is known, as if it had been given.
    let shape = match refusal.not_upright {
        Some(NotUpright { is_mirrored: true, .. }) => return Err(refusal.into_error(options)),
        Some(NotUpright { shape, .. }) => Some(shape),
        None => options.shape.clone(),
    };
    let turned = Options { shape, ..options.clone() };
    search_boards(frame, &turned, &engines, clock).map_err(|refusal| refusal.into_error(options))
}

/// The number of quarters by which a picture is probably turned clockwise; `None` where too few of its letters read better in another
/// direction. It reads some letters, isolated ones that are not tiny, by the networks in each direction, which takes less time than a search.
pub fn quarters_turned(frame: &Frame) -> Option<u8> {
    /// The most letters that are read. Fewer: on a desktop full of text those of a board are not among them. More: pictures without a
    /// board take longer, about a millisecond for each letter in all directions (two shared cores of an AMD EPYC). Chosen by hand.
    const MOST: usize = 100;
    read::quarters_turned(frame, &Shrunk::new(frame, None, LONG_SIDE).stable_letters(MOST))
}

/// Why a search has no board.
struct Refusal {
    /// The board, where its letters are not upright.
    not_upright: Option<NotUpright>,
    /// What came nearest to a board.
    nearest: Option<Box<Found>>,
    /// Whether that is a board whose tiles fall.
    falls: bool,
    /// Whether the budget ended the search.
    limited: bool,
}

impl Refusal {
    fn into_error(self, options: &Options) -> ReadError {
        match self.not_upright {
            Some(board) => not_upright(options.shape.as_ref(), &board),
            None => match self.nearest {
                Some(nearest) if self.falls => falling(&nearest),
                nearest => no_board(options.shape.as_ref(), nearest.as_deref(), self.limited),
            },
        }
    }
}

/// The boards whose letters are upright. Where they, or without a board any letters, are made of stripes, the picture is searched again with joined
/// stripes, and the search by which more letters are right counts.
fn search_with_joined_stripes(
    frame: &Frame,
    options: &Options,
    engines: &[NamedEngine],
    clock: Stopwatch,
) -> Result<Boards, Refusal> {
    /// The longest period of stripes where no board was found, in heights of the picture: that of letters of a board of three rows.
    /// Smaller: large letters count as whole. Larger: lines of text count as stripes. Chosen by hand; `cargo bench --bench worst` and `hard
    /// judge --kind pixel` show a change.
    const LONGEST: f32 = 0.04;
    let found = search_boards(frame, options, engines, clock);
    let joined = match &found {
        _ if clock.elapsed() >= options.budget => None,
        Ok(boards) => {
            let is_doubtful = |reading: &&Reading| reading.skin.is_none() && reading.has_doubtful_letters();
            let largest = boards.readings.first().filter(is_doubtful);
            largest.and_then(|reading| reading.layout.with_joined_stripes(frame))
        }
        Err(Refusal { not_upright: Some(_), .. }) => None,
        // A second search would refuse text and large lattices again.
        Err(Refusal { nearest: Some(found), .. }) if found.is_too_large() || found.is_of_words() => None,
        Err(_) => {
            let (whole, longest) = (Rect::at_origin(frame.size()), LONGEST * frame.size().height as f32);
            Stripes::of(frame.pixels(), whole, longest).map(|stripes| frame.joined(stripes, &[]))
        }
    };
    let Some(joined) = joined else { return found };
    let joined = search_boards(&joined, options, engines, clock);
    let right = |boards: &Boards| boards.readings.iter().map(Reading::right_letters).sum::<f32>();
    match (found, joined) {
        (Ok(found), Ok(joined)) => {
            let locate = found.timing.locate + joined.timing.locate;
            let recognize = clock.elapsed().saturating_sub(locate);
            let better = if right(&found) >= right(&joined) { found } else { joined };
            Ok(Boards { timing: Timing { locate, recognize }, ..better })
        }
        (Err(_), Ok(joined)) => Ok(joined),
        (found, Err(_)) => found,
    }
}

/// The boards whose letters are upright, or with [`turned`](Options::turned) lie in any direction. The budget counts from the
/// start of the clock.
fn search_boards(
    frame: &Frame,
    options: &Options,
    engines: &[NamedEngine],
    clock: Stopwatch,
) -> Result<Boards, Refusal> {
    let mut search = Search::new(frame, options, engines, clock);
    let mut located = search_scales(&mut search, options, WhereTilted::Stop);
    let straightened = located
        .straightening
        .and_then(|straightening| read_straightened(frame, options, engines, (straightening, clock)));
    let upright = straightened.as_ref().map(|(boards, _)| boards);
    let has_none = |boards: &Boards| boards.readings.is_empty();
    if located.straightening.is_some() && !has_whole_board(upright) && search.used_share() < 1.0 {
        located.time += search_scales(&mut search, options, WhereTilted::GoOn).time;
    }
    let nearest = search.nearest().map(Box::new);
    let is_in_time = !options.turned && clock.elapsed() < options.budget;
    let turned = nearest.as_ref().filter(|found| {
        let has_board = !search.boards.is_empty() || upright.is_some_and(|boards| !has_none(boards));
        is_in_time && !has_board && !found.is_too_large() && search.is_turned(found)
    });
    let falls = nearest.as_ref().is_some_and(|found| {
        let has_no_board = search.boards.is_empty() && upright.is_none_or(has_none);
        is_in_time && has_no_board && found.may_fall() && search.falls(found)
    });
    let (mut boards, mut log_odds) = into_boards(frame, search, located.time);
    if let Some((straightened, of_straightened)) = straightened {
        boards.limited |= straightened.limited;
        boards.timing.locate += straightened.timing.locate;
        if straightened.right_letters() >= boards.right_letters() {
            (boards.readings, log_odds) = (straightened.readings, of_straightened);
        }
    }
    let board = boards.readings.first().filter(|reading| is_in_time && is_turned(frame, reading));
    let not_upright = turned.map(|found| &found.reading).or(board).map(|reading| NotUpright {
        tiles: reading.tiles(),
        shape: reading.board.shape().clone(),
        is_mirrored: is_mirrored(frame, &reading.layout),
    });
    if not_upright.is_some() || has_none(&boards) {
        return Err(Refusal { not_upright, nearest, falls, limited: boards.limited });
    }
    // Where the shape is given, there is a board.
    if options.shape.is_none() {
        let weighed = boards.readings.iter_mut().zip(log_odds);
        weighed.for_each(|(reading, log_odds)| reading.weigh_by_board(log_odds, options.min_confidence));
    }
    boards.timing.recognize = clock.elapsed().saturating_sub(boards.timing.locate);
    Ok(boards)
}

/// Whether the first board of a straightened picture is whole. If it is cut, the picture may have been upright: straightening an upright
/// picture moves a part of its board out of it. The picture is then read as it is, too.
fn has_whole_board(straightened: Option<&Boards>) -> bool {
    straightened.and_then(|boards| boards.readings.first()).is_some_and(|reading| reading.cut.is_empty())
}

/// The boards that a search found, where finding candidates took this time, and the log odds that each is one.
fn into_boards(frame: &Frame, search: Search, locate: Duration) -> (Boards, Vec<f32>) {
    let limited = search.limited;
    let board = |found: Found| (Reading { layout: found.reading.layout.measured(frame), ..found.reading }, found.score);
    let (readings, log_odds) = search.into_boards().into_iter().map(board).unzip();
    (Boards { readings, limited, timing: Timing { locate, ..Timing::default() } }, log_odds)
}

/// The boards of a picture that is set upright, with their layouts in the picture as it is, and the log odds that each is one; `None` where
/// it would be too large. The budget counts from the start of the clock.
fn read_straightened(
    frame: &Frame,
    options: &Options,
    engines: &[NamedEngine],
    (Straightening { projection, size }, clock): (Straightening, Stopwatch),
) -> Option<(Boards, Vec<f32>)> {
    /// The share of the glyphs of the budget that are classified there. Smaller: tilted boards beside long texts are lost. Larger: pages of
    /// text that seem to be tilted take longer. Chosen by hand; `hard judge --kind photograph` shows a change.
    const SHARE: f32 = 0.5;
    let resampling = Stopwatch::start();
    let upright = frame.resampled(&projection, size)?;
    let resampling = resampling.elapsed();
    let mut search = Search::new(&upright, options, engines, clock).with_share_of_glyphs(SHARE);
    let located = search_scales(&mut search, options, WhereTilted::GoOn);
    let (mut boards, log_odds) = into_boards(&upright, search, resampling + located.time);
    boards.readings.iter_mut().for_each(|reading| reading.layout = reading.layout.mapped(&projection));
    Some((boards, log_odds))
}

/// What a search does where the board that it found, or without one the largest lattice, is tilted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WhereTilted {
    /// It stops: the picture is set upright first.
    Stop,
    /// It goes on.
    GoOn,
}

/// The stages of a search, each by these blobs: letters of one height, then small letters with tails, and whole tiles, of which groups of letters
/// and the bodies of tiles are signs of one kind. Read together, the clearer sign is read first. Each stage ends when this share of the budget is
/// used up, counted from the start of its scale; the rest is for the candidates that remain. Chosen by hand. Smaller for letters: boards of single
/// letters beside long texts are read last. Larger: boards of several letters a tile beside long texts are lost; `hard judge --kind digrams` shows a
/// change.
const STAGES: [(&[BlobKind], f32); 2] =
    [(&[BlobKind::Letters], 0.5), (&[BlobKind::SmallLetters, BlobKind::Groups, BlobKind::Tiles], 0.75)];

/// What a search found out beside its boards.
#[derive(Default)]
struct Located {
    /// The time that finding candidates took.
    time: Duration,
    /// How the picture is set upright; `None` where it is.
    straightening: Option<Straightening>,
}

/// Searches the shrunk picture, then one twice as large where letters may be too small for that. Each is searched by the
/// letters; where these show no board, or one that may lack letters, by small letters and whole tiles; then by the candidates that remain. Returns how
/// the picture is set upright, and the time.
fn search_scales(search: &mut Search, options: &Options, where_tilted: WhereTilted) -> Located {
    let frame = search.frame();
    let Size { width, height } = frame.size();
    let long = width.max(height);
    let mut located = Located::default();
    for long_side in [LONG_SIDE, 2 * LONG_SIDE] {
        let clock = Stopwatch::start();
        let shrunk = Shrunk::new(frame, options.shape.as_ref(), long_side);
        located.time += clock.elapsed();
        let mut remaining: Vec<Candidate> = Vec::new();
        let used = search.used_share();
        for (kinds, share) in STAGES {
            let most_used = used + share * (1.0 - used);
            let clock = Stopwatch::start();
            let candidates: Vec<Candidate> = kinds.iter().flat_map(|&kind| shrunk.candidates(kind)).collect();
            located.time += clock.elapsed();
            if where_tilted == WhereTilted::Stop && kinds == [BlobKind::Letters] {
                remaining.extend(read_or_straighten(search, &shrunk, candidates, most_used, &mut located));
            } else {
                remaining.extend(search.read(&candidates, most_used));
            }
            // One letter of each tile makes a lattice too, and so do the gaps between tiles: either may be read as a board.
            let is_found = search.boards.iter().any(|found| !found.may_lack_letters());
            if is_found || located.straightening.is_some() {
                break;
            }
        }
        if located.straightening.is_none() {
            search.read_remaining(&remaining);
        }
        let scale = (long as f32 / long_side as f32).max(1.0);
        let is_large = |found: &Found| found.reading.layout.tile() > SMALL * scale;
        if search.limited || long <= long_side || located.straightening.is_some() || search.boards.iter().any(is_large)
        {
            break;
        }
    }
    located
}

/// Reads candidates by their letters, best first, and stops where the board turns out to be tilted. The tilt is tested
/// as early as possible: a tilted board is read badly, and reading it for nothing takes most of the time. Returns the candidates that
/// remain when this share of the budget is used up.
fn read_or_straighten(
    search: &mut Search,
    shrunk: &Shrunk,
    mut candidates: Vec<Candidate>,
    most_used: f32,
    located: &mut Located,
) -> Vec<Candidate> {
    /// The number of candidates that are read before the whole picture is searched for a tilted lattice: in nearly all
    /// upright pictures the board is among them. More: tilted pictures take longer. Fewer: upright ones do. Chosen by hand.
    const FIRST: usize = 2;
    let mut straightening = |layouts: &[&Layout]| {
        let clock = Stopwatch::start();
        let straightening = shrunk.straightening(layouts);
        located.time += clock.elapsed();
        straightening
    };
    search.sort(&mut candidates);
    let (first, others) = candidates.split_at(FIRST.min(candidates.len()));
    // The evidence of a large board suffers most from a tilt, so the largest of the other candidates is tried, too.
    let largest = others.iter().rev().max_by_key(|candidate| candidate.layout.shape().len());
    let layouts: Vec<&Layout> = first.iter().chain(largest).map(|candidate| &candidate.layout).collect();
    if !layouts.is_empty() {
        located.straightening = straightening(&layouts);
    }
    if located.straightening.is_some() {
        return Vec::new();
    }
    let mut remaining = search.read(first, most_used);
    if search.boards.is_empty() {
        located.straightening = straightening(&[]);
        if located.straightening.is_none() {
            remaining.extend(search.read(others, most_used));
        }
    } else {
        remaining.extend(search.read(others, most_used));
        let board = search.boards.iter().max_by(|a, b| a.score.total_cmp(&b.score));
        located.straightening = board.and_then(|found| straightening(&[&found.reading.layout]));
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Shape};
    use crate::locate::Side;
    use crate::paint::{Marks, Style, paint};
    use crate::pixels::{Point, Projection};
    use crate::read::{Engine, TileReader, lessons, read_tiles};
    use crate::typeface::Typeface;
    use image::{Rgba, RgbaImage};

    #[test]
    fn a_picture_without_a_board_says_so() {
        for size in [1, 2, 40, 700] {
            let frame = Frame::new(RgbaImage::from_pixel(size, size, Rgba([70, 80, 90, 255])), "even");
            let error = read(&frame, &Options::default()).unwrap_err();
            assert!(error.to_string().contains("nothing that repeats"), "{error}");
        }
    }

    /// The letters of a painted board say how its picture is turned; nothing else is searched again.
    #[test]
    fn only_pictures_of_turned_letters_seem_to_be_turned() {
        use image::imageops::{rotate90, rotate180, rotate270};
        let board = painted("T E A R F\nL I N O D\nG K P U C\nH B Y J W\nE R E F T", Typeface::embedded());
        let pixels = board.pixels();
        let turned = [pixels.clone(), rotate90(pixels), rotate180(pixels), rotate270(pixels)];
        let quarters = |pixels: RgbaImage| quarters_turned(&Frame::new(pixels, "turned"));
        assert_eq!(turned.map(quarters), [None, Some(1), Some(2), Some(3)]);
        let gray = |size: u32, level: &dyn Fn(u32, u32) -> u8| {
            RgbaImage::from_fn(size, size, |x, y| Rgba([level(x, y), level(x, y), level(x, y), 255]))
        };
        let noise =
            |x: u32, y: u32| (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)).wrapping_mul(x + 7 * y) as u8;
        let checks = |x: u32, y: u32| if (x / 7 + y / 7).is_multiple_of(2) { 255 } else { 0 };
        for (size, level) in [(1, &noise as &dyn Fn(u32, u32) -> u8), (2, &checks), (300, &noise), (300, &checks)] {
            assert_eq!(quarters(gray(size, level)), None, "{size}");
        }
    }

    /// A painted board of these letters in this typeface, without values.
    fn painted(text: &str, typeface: Typeface) -> Frame {
        let style = Style { typeface, marks: Marks::None, ..Style::default() };
        Frame::new(paint(&text.parse::<Board>().unwrap(), &style, 48.0).unwrap().0, "painted")
    }

    #[test]
    fn letters_that_lie_turned_are_refused_and_read_by_the_remedy() {
        let text = "T E A R F\nL I N O D\nG K P U C\nH B Y J W\nE R E F T";
        let frame = painted(text, Typeface::embedded().turned(1));
        let error = read(&frame, &Options::default()).unwrap_err().to_string();
        assert!(error.contains("turned: pass --turned to"), "{error}");
        for shape in [None, Some(Shape::rows(5, 5).unwrap())] {
            let (reading, _) = read(&frame, &Options { turned: true, shape, ..Options::default() }).unwrap();
            let faces = reading.board.tiles().flatten().map(|tile| tile.face.to_string());
            let right = faces.zip(text.split_whitespace()).filter(|(face, truth)| face == truth).count();
            // Others look like other letters in other directions, and do not read.
            assert!(2 * right > 25, "{}", reading.board);
        }
    }

    #[test]
    fn a_mirrored_picture_is_refused_as_such() {
        let mut pixels =
            painted("T E A R F\nL I N O D\nG K P U C\nH B Y J W\nE R E F T", Typeface::embedded()).pixels().clone();
        image::imageops::flip_horizontal_in_place(&mut pixels);
        for turned in [false, true] {
            let options = Options { turned, ..Options::default() };
            let error = read(&Frame::new(pixels.clone(), "mirrored"), &options).unwrap_err().to_string();
            assert!(error.contains("rows 5x5, which are mirrored: mirror the picture"), "{error}");
        }
    }

    /// The size of a tile in pixels, and the rows of a stripe and of a stripe with its gap.
    #[test]
    fn boards_of_striped_letters_are_read() {
        let board: Board = "W O R D S\nG A M E K\nF I V H L\nJ P U T Y\nB C N Q X".parse().unwrap();
        let style = Style { marks: Marks::None, ..Style::default() };
        for (size, bar, period) in [(80.0, 4, 8), (96.0, 3, 7), (40.0, 2, 4)] {
            let (mut pixels, layout) = paint(&board, &style, size).unwrap();
            for cell in layout.shape().cells() {
                let (x, y) = layout.center(cell);
                let part = |center: f32| (center - 0.36 * size) as u32..(center + 0.36 * size) as u32;
                let tile = *pixels.get_pixel(part(x).start, part(y).start);
                let gaps = part(y).filter(|row| (row - part(y).start) % period >= bar);
                gaps.for_each(|row| part(x).for_each(|column| pixels.put_pixel(column, row, tile)));
            }
            let frame = Frame::new(pixels, "stripes");
            let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
            let mut apart = tiles.read(&layout);
            tiles.weigh(&mut apart);
            let reading = read_tiles(&frame, &layout, &Engine::Net, 0.5);
            assert!(reading.right_letters() > apart.right_letters() + 0.5, "{size}");
            let (found, _) = read(&frame, &Options::default()).unwrap();
            assert!(found.right_letters() > apart.right_letters() + 0.5, "{size}");
            assert_eq!(
                [reading, found].map(|reading| reading.board.to_string()),
                [board.to_string(), board.to_string()],
                "{size}"
            );
        }
    }

    #[test]
    fn upright_letters_are_read_upright_where_they_may_lie_turned() {
        let frame = painted("N Z W M\nO X I H\nS N Z C\nU D W O", Typeface::embedded());
        let read = |turned: bool| read(&frame, &Options { turned, ..Options::default() }).unwrap().0;
        assert_eq!(read(true), read(false));
    }

    /// A painted board of four columns, each lifted by this number of tiles.
    #[test]
    fn a_board_whose_tiles_fall_is_unsettled_or_refused_as_such() {
        let board: Board = "T E A R\nL I N O\nG K P U\nH B Y J".parse().unwrap();
        let style = Style { marks: Marks::None, ..Style::default() };
        let (painted, layout) = paint(&board, &style, 48.0).unwrap();
        let (left, top, ..) = layout.bounds();
        let outcome = |lifts: [f32; 4]| {
            let ground = *painted.get_pixel(0, 0);
            let mut pixels = RgbaImage::from_pixel(painted.width(), painted.height() + 96, ground);
            for (column, lift) in lifts.into_iter().enumerate() {
                let (x, height) = (left as u32 + 48 * column as u32, 4 * 48);
                let tiles = image::imageops::crop_imm(&painted, x, top as u32, 48, height).to_image();
                image::imageops::replace(&mut pixels, &tiles, x.into(), (top + (2.0 - lift) * 48.0) as i64);
            }
            match read(&Frame::new(pixels, "painted"), &Options::default()) {
                Ok((reading, _)) => format!("settled: {}", reading.board.settled),
                Err(error) => error.to_string(),
            }
        };
        assert_eq!(outcome([0.0; 4]), "settled: true");
        assert_eq!(outcome([0.0, 0.0, 0.35, 0.7]), "settled: false");
        assert_eq!(outcome([0.0, 0.6, 0.0, 0.0]), "settled: false");
        assert!(
            outcome([0.0, 0.7, 0.6, 0.3]).contains("take the picture when nothing moves"),
            "{}",
            outcome([0.0, 0.7, 0.6, 0.3])
        );
    }

    #[test]
    fn small_letters_are_read() {
        let text = "T E A R F\nL I N O D\nG K P U C\nH B Y J W\nV Qu X Z T";
        let (reading, _) = read(&painted(text, Typeface::embedded().in_lower_case()), &Options::default()).unwrap();
        assert_eq!(reading.board, text.parse().unwrap());
    }

    /// Several small letters of a tile with their dots, and with tails above and below.
    #[test]
    fn small_letters_side_by_side_are_read() {
        for text in ["A N -ING\nC PRE- O\nD E B", "A N Qu S\nC LY O M\nD E GA E\nPI R A N"] {
            let (reading, _) = read(&painted(text, Typeface::serif().in_lower_case()), &Options::default()).unwrap();
            assert_eq!(reading.board, text.parse().unwrap());
        }
    }

    /// Adjacent tiles of one odd color are selected; the same color anywhere else makes gems.
    #[test]
    fn adjacent_tiles_of_one_color_are_selected() {
        let letters = "T E A R S\nL I N O D\nG M P U C\nH B Y K W\nA V E N T";
        let read_with = |odd: [usize; 5]| {
            let mut tiles: Vec<String> = letters.split_whitespace().map(str::to_string).collect();
            odd.iter().for_each(|&id| tiles[id] += ":sapphire");
            let text: Vec<String> = tiles.chunks(5).map(|row| row.join(" ")).collect();
            let (pixels, _) = paint(&text.join("\n").parse::<Board>().unwrap(), &Style::default(), 48.0).unwrap();
            let (reading, _) = read(&Frame::new(pixels, "painted"), &Options::default()).unwrap();
            let ids = reading.board.tiles().enumerate();
            let selected = ids.filter(|(_, tile)| tile.is_some_and(|tile| tile.has_tag(crate::board::SELECTED)));
            selected.map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(read_with([5, 6, 11, 12, 17]), [5, 6, 11, 12, 17]);
        assert!(read_with([0, 3, 11, 15, 24]).is_empty());
    }

    /// The same board upright, and tilted in several ways.
    #[test]
    fn a_tilted_board_is_read_where_it_lies() {
        let board: Board = "T E A R S\nL I N O D\nG M P U C\nH B Y K W\nA V E N T".parse().unwrap();
        let (painted, layout) = paint(&board, &Style::default(), 44.0).unwrap();
        let (width, height) = (painted.width() as f32, painted.height() as f32);
        for (degrees, nearer) in [(0.0, 0.0), (2.0, 0.0), (-5.0, 0.0), (9.0, 0.0), (0.0, 0.08), (-4.0, 0.08)] {
            let (sin, cos) = f32::to_radians(degrees).sin_cos();
            let turned = |(x, y): (f32, f32)| {
                let (u, v) = (x - 0.5 * width, y - 0.5 * height);
                // The upper side is narrower, as of a board that leans back.
                let u = if y == 0.0 { u * (1.0 - 2.0 * nearer) } else { u };
                Point::new(cos * u - sin * v + 0.7 * width, sin * u + cos * v + 0.7 * height)
            };
            let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
            let map = Projection::projective(&corners.map(|corner| (corner.into(), turned(corner)))).unwrap();
            let size = Size::new((1.4 * width) as u32, (1.4 * height) as u32);
            let frame = Frame::new(map.inverted().resampled(&painted, size), "tilted");
            let (reading, _) = read(&frame, &Options::default()).unwrap();
            assert_eq!(reading.board.to_string(), board.to_string(), "{degrees} degrees, {nearer}");
            assert!((reading.layout.tilt() - degrees).abs() < 0.5, "{} for {degrees} degrees", reading.layout.tilt());
            for cell in board.shape().cells() {
                let expected = map.map(layout.center(cell).into());
                let found = Point::from(reading.layout.center(cell));
                assert!(found.distance(expected) < 4.0, "{cell:?} at {found:?}, expected {expected:?}");
                assert_eq!(reading.layout.cell_at(expected.x, expected.y), Some(cell));
            }
            // The letters are found there again, and can be taught from there.
            let again = read_tiles(&frame, &reading.layout, &Engine::Net, 0.5);
            assert_eq!(
                (again.board.to_string(), &again.layout),
                (board.to_string(), &reading.layout),
                "{degrees} degrees"
            );
            assert!(
                lessons(&frame, &reading.layout, &board, &Engine::Net).iter().all(Option::is_some),
                "{degrees} degrees"
            );
        }
    }

    /// A board that is cut at these sides, or no board, and whether it counts as whole.
    #[test]
    fn a_cut_board_of_a_straightened_picture_may_be_a_part_of_an_upright_one() {
        let frame = painted("T E R A\nO N I L\nP U M E", Typeface::embedded());
        let (reading, _) = read(&frame, &Options::default()).unwrap();
        for (cut, is_whole) in [(None, false), (Some(vec![]), true), (Some(vec![Side::Left]), false)] {
            let readings = cut.map(|cut| Reading { cut, ..reading.clone() }).into_iter().collect();
            let boards = Boards { readings, limited: false, timing: Timing::default() };
            assert_eq!(has_whole_board(Some(&boards)), is_whole);
        }
        assert!(!has_whole_board(None));
    }

    /// The picture's edge runs through the tilted tiles of the first column, beside them, or not there at all.
    #[test]
    fn a_tilted_board_that_is_cut_is_reported_as_cut() {
        let board: Board = "T E A R S\nL I N O D\nG M P U C\nH B Y K W\nA V E N T".parse().unwrap();
        let (painted, layout) = paint(&board, &Style::default(), 44.0).unwrap();
        let (sin, cos) = f32::to_radians(-4.0).sin_cos();
        let turned = |point: (f32, f32)| Point::new(cos * point.0 - sin * point.1, sin * point.0 + cos * point.1);
        for (left, expected) in [(-30.0, vec![]), (layout.bounds().0 + 20.0, vec![Side::Left])] {
            let (width, height) = (painted.width() as f32, painted.height() as f32);
            let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
            let moved = |corner: (f32, f32)| turned(corner) - Point::new(left, -30.0);
            let map = Projection::projective(&corners.map(|corner| (corner.into(), moved(corner)))).unwrap();
            let size = Size::new((width - left + 30.0) as u32, height as u32 + 60);
            let frame = Frame::new(map.inverted().resampled(&painted, size), "tilted");
            let (reading, _) = read(&frame, &Options::default()).unwrap();
            assert_eq!(reading.cut, expected, "{left}: {}", reading.board);
        }
    }

    #[test]
    fn an_unknown_skin_is_told_before_anything_is_read() {
        let frame = Frame::new(RgbaImage::new(9, 9), "");
        let options = Options { skin: Some("nonesuch".to_string()), ..Options::default() };
        assert!(matches!(read(&frame, &options), Err(ReadError::Skin(_))));
    }
}
