//! One hard picture with its truth: random choices, then the drawing, then the board as it is to be read.

use crate::hard::canvas::Region;
use crate::hard::crop::{Crop, visible};
use crate::hard::degradation::Picture;
use crate::hard::fonts::Fonts;
use crate::hard::kind::Kind;
use crate::hard::photo::Photograph;
use crate::hard::plan::{DrawnBoard, Plan};
use crate::hard::random::Random;
use crate::hard::tilt::Tilt;
use crate::{Extent, truth};
use anyhow::Result;
use hexlex::board::{Board, Cell, Face, Shape};
use hexlex::locate::Side;
use hexlex::pixels::Point;
use std::path::Path;

/// Every picture of this rank is impaired.
const IMPAIRED: u64 = 6;

/// The number of pictures that have this many plain ones among them.
pub fn pictures_for(plain: u64) -> u64 {
    plain + plain / (IMPAIRED - 1)
}

/// A picture and what is true of it.
pub struct Sample {
    /// Its number among the pictures of the seed.
    pub number: u64,
    /// The picture as it is read.
    pub picture: Picture,
    /// What it shows.
    pub kind: Kind,
    /// What is to be read: the largest board; of a cut board the tiles that lie wholly in the picture.
    pub board: Board,
    /// The centers of the tiles in pixels, in the order of the board's cells.
    pub centers: Vec<Point>,
    /// Which of the tiles are falling.
    pub falling: Vec<bool>,
    /// The share of each letter that something hides, 0 to 1.
    pub hidden: Vec<f32>,
    /// The distances of neighboring tiles in pixels, to the right and down.
    pub pitch: Extent,
    /// The sides on which the board goes on beyond the picture.
    pub cut: Vec<Side>,
    /// The tiles of a cut board that the picture's edge crosses: they are not part of the board, and may be read.
    pub fragments: Vec<Fragment>,
    /// The smaller boards of the picture.
    pub others: Vec<OtherBoard>,
    /// The shape that the reader is given, of boards of one or two rows.
    pub given: Option<Shape>,
    /// What may make the picture hard: the name of each property, and its class.
    pub traits: Vec<(&'static str, String)>,
}

/// A tile that the picture's edge crosses.
pub struct Fragment {
    /// Its letters.
    pub face: Face,
    /// Its center in pixels, perhaps beyond the edge.
    pub center: Point,
    /// The share of its letters' bounds within the picture, 0 to 1.
    pub visible: f32,
}

/// A smaller board beside the one that is to be read.
pub struct OtherBoard {
    /// Its tiles.
    pub board: Board,
    /// Their centers in pixels, in the order of its cells.
    pub centers: Vec<Point>,
    /// The distances of neighboring tiles in pixels, to the right and down.
    pub pitch: Extent,
}

/// Draws picture `number` of a seed, of a random kind.
///
/// # Errors
/// Where the picture cannot be encoded as a JPEG.
pub fn sample(seed: u64, number: u64, fonts: &Fonts) -> Result<Sample> {
    let mut rng = Random::new(seed, number);
    let kind = if number % IMPAIRED == IMPAIRED - 1 { Kind::impaired(&mut rng) } else { Kind::readable(&mut rng) };
    draw(&mut rng, number, kind, fonts)
}

/// Draws picture `number` of a seed among those of one kind.
///
/// # Errors
/// As for [`sample()`].
pub fn sample_of(kind: Kind, seed: u64, number: u64, fonts: &Fonts) -> Result<Sample> {
    /// The first random stream of the first kind: the mixture and the pictures without a board have lower ones.
    const STREAM: u64 = 1 << 48;
    draw(&mut Random::new(seed, (kind as u64 + 1) * STREAM + number), number, kind, fonts)
}

fn draw(rng: &mut Random, number: u64, kind: Kind, fonts: &Fonts) -> Result<Sample> {
    let plan = Plan::random(rng, kind, fonts)?;
    let mut drawing = plan.draw(rng);
    let traits = plan.traits(&drawing);
    let mut boards = std::mem::take(&mut drawing.boards).into_iter();
    let main = boards.next().ok_or_else(|| anyhow::anyhow!("expected a board in a drawing, found none"))?;
    let factor = plan.degradation.factor();
    let others = boards.map(|other| other.finished(factor)).collect::<Result<_>>()?;
    let mut picture = drawing.canvas.picture;
    let whole = Region::new(0.0, 0.0, picture.width() as f32, picture.height() as f32);
    let crop =
        if kind == Kind::Cut { Crop::random(rng, whole, &main.layout, plan.crossed()) } else { Crop::none(whole) };
    if !crop.cut.is_empty() {
        let Region { x, y, width, height } = crop.region;
        picture = image::imageops::crop_imm(&picture, x as u32, y as u32, width as u32, height as u32).to_image();
    }
    let mut cropped = main.cropped(&crop)?;
    if let Some(range) = kind.tilt() {
        let tilt = Tilt::random(rng, picture.dimensions(), &range);
        let tilt = tilt.ok_or_else(|| anyhow::anyhow!("expected corners that span a picture"))?;
        picture = tilt.picture(&picture);
        cropped.main = tilt.board(cropped.main);
    }
    if kind == Kind::Photograph {
        let photograph = Photograph::random(rng, picture.dimensions());
        picture = photograph.apply(&picture);
        cropped.main = photograph.board(cropped.main);
    }
    let picture = plan.degradation.apply(picture, number as u32)?;
    let falling = cropped.main.tiles.iter().map(|drawn| drawn.falling).collect();
    let hidden = cropped.main.tiles.iter().map(|drawn| drawn.hidden).collect();
    let fragments = cropped.fragments.into_iter();
    let fragments = fragments.map(|fragment| Fragment { center: fragment.center * factor, ..fragment }).collect();
    let OtherBoard { board, centers, pitch } = cropped.main.finished(factor)?;
    let given = (kind == Kind::Rows).then(|| board.shape().clone());
    let cut = crop.cut;
    Ok(Sample { number, picture, kind, board, centers, falling, hidden, pitch, cut, fragments, others, given, traits })
}

/// What is left of a board in the kept part of a picture.
struct Cropped {
    main: DrawnBoard,
    fragments: Vec<Fragment>,
}

impl DrawnBoard {
    /// The board as it is to be read, in a picture that is `factor` times as large.
    fn finished(self, factor: f32) -> Result<OtherBoard> {
        let (width, height) = self.layout.pitch();
        let centers = self.tiles.iter().map(|drawn| drawn.center * factor).collect();
        let settled = !self.tiles.iter().any(|drawn| drawn.falling);
        let tiles = self.tiles.into_iter().map(|drawn| drawn.tile).collect();
        let mut board = Board::new(self.layout.shape().clone(), tiles)?;
        board.settled = settled;
        Ok(OtherBoard { board, centers, pitch: Extent { width: width * factor, height: height * factor } })
    }

    /// What is left of it in the kept part of the picture, in coordinates of that part.
    fn cropped(mut self, crop: &Crop) -> Result<Cropped> {
        if crop.cut.is_empty() {
            return Ok(Cropped { main: self, fragments: Vec::new() });
        }
        let visible = visible(&self.layout, crop.region)?;
        let offset = Point::new(-crop.region.x, -crop.region.y);
        let fragment = |&id: &usize| {
            let drawn = &self.tiles[id];
            let visible = drawn.ink.overlap(crop.region) / (drawn.ink.width * drawn.ink.height).max(1.0);
            Some(Fragment { face: drawn.tile.as_ref()?.face.clone(), center: drawn.center + offset, visible })
        };
        let fragments = visible.crossed.iter().filter_map(fragment).collect();
        let first = self.tiles[visible.whole[0]].center;
        self.layout = hexlex::locate::Layout::new(visible.shape, (first.x, first.y), self.layout.pitch());
        let mut id = 0..;
        self.tiles.retain(|_| id.next().is_some_and(|id| visible.whole.contains(&id)));
        Ok(Cropped { main: self.moved(offset), fragments })
    }
}

impl Sample {
    /// The name of the picture's file.
    pub fn file(&self) -> String {
        format!("{:05}.{}", self.number, if self.picture.jpeg.is_some() { "jpg" } else { "png" })
    }

    /// How the picture was made, in a line.
    fn source(&self) -> String {
        let traits: Vec<String> = self.traits.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("drawn by tools/hard, picture {}, {}", self.number, traits.join(", "))
    }

    /// Comments about what the board text does not say: cut sides, fragments, the number of boards.
    fn remarks(&self) -> String {
        let mut remarks = String::new();
        if !self.cut.is_empty() {
            let names: Vec<String> = self.cut.iter().map(|side| format!("{side:?}").to_lowercase()).collect();
            remarks += &format!("# cut: {}\n# crossed:", names.join(" "));
            for Fragment { face, center, visible } in &self.fragments {
                remarks += &format!(" {face} {:.1},{:.1} {visible:.2}", center.x, center.y);
            }
            remarks.push('\n');
        }
        if !self.others.is_empty() {
            remarks += &format!("# boards: {}\n", 1 + self.others.len());
        }
        remarks
    }

    /// Writes the picture with the truth beside it.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(self.file());
        match &self.picture.jpeg {
            Some(bytes) => std::fs::write(&path, bytes)?,
            None => self.picture.pixels.save(&path)?,
        }
        let center = |cell: Cell| self.board.shape().id(cell).map_or(Point::default(), |id| self.centers[id]);
        let text = truth::text(&self.board, &self.source(), center)?;
        std::fs::write(path.with_extension("txt"), self.remarks() + &text)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hard::tiles::FALLING;
    use clap::ValueEnum;

    /// Three pictures of a kind.
    fn three(kind: Kind) -> Vec<Sample> {
        let fonts = Fonts::embedded();
        (0..3).map(|number| sample_of(kind, 11, number, &fonts).unwrap()).collect()
    }

    #[test]
    fn the_truth_of_every_kind_lies_in_the_picture() {
        for sample in Kind::value_variants().iter().flat_map(|&kind| three(kind)) {
            let (width, height) = sample.picture.pixels.dimensions();
            let cells = sample.board.shape().len();
            let name = format!("{} {}", sample.kind.name(), sample.number);
            assert_eq!(sample.centers.len(), cells, "{name}");
            assert_eq!((sample.falling.len(), sample.hidden.len()), (cells, cells), "{name}");
            let is_inside = |at: &Point| (0.0..width as f32).contains(&at.x) && (0.0..height as f32).contains(&at.y);
            for ((center, falling), tile) in sample.centers.iter().zip(&sample.falling).zip(sample.board.tiles()) {
                assert!(*falling || is_inside(center), "{name}: {center:?} in {width}x{height}");
                assert_eq!(*falling, tile.is_some_and(|tile| tile.has_tag(FALLING)), "{name}");
            }
            assert_eq!(sample.board.settled, !sample.falling.contains(&true), "{name}");
            assert_eq!(sample.cut.is_empty(), sample.kind != Kind::Cut, "{name}");
            assert_eq!(sample.others.is_empty(), sample.kind != Kind::Several, "{name}");
            assert_eq!(sample.given.is_some(), sample.kind == Kind::Rows, "{name}");
        }
    }

    #[test]
    fn a_cut_side_crosses_tiles_and_the_others_do_not() {
        for sample in three(Kind::Cut) {
            let (width, height) = sample.picture.pixels.dimensions();
            let (right, bottom) = (width as f32, height as f32);
            for side in Side::ALL {
                let crosses = |at: Point| {
                    let Extent { width, height } = sample.pitch;
                    let (distance, reach) = match side {
                        Side::Left => (at.x, width),
                        Side::Right => (right - at.x, width),
                        Side::Above => (at.y, height),
                        Side::Below => (bottom - at.y, height),
                    };
                    distance.abs() < 0.4 * reach
                };
                let crossed = sample.fragments.iter().any(|fragment| crosses(fragment.center));
                assert_eq!(crossed, sample.cut.contains(&side), "{side:?} of {}", sample.number);
                assert!(!sample.centers.iter().any(|&center| crosses(center)), "{side:?} of {}", sample.number);
            }
        }
    }

    #[test]
    fn the_board_to_be_read_is_the_largest() {
        for sample in three(Kind::Several) {
            for other in &sample.others {
                assert!(2 * other.board.shape().len() <= sample.board.shape().len(), "{}", sample.number);
                assert!(other.pitch.height <= 1.01 * sample.pitch.height, "{}", sample.number);
            }
        }
    }

    #[test]
    fn falling_tiles_are_seen_between_their_places() {
        for sample in three(Kind::Falling) {
            let places: Vec<Point> =
                sample.centers.iter().zip(&sample.falling).filter(|(_, f)| !**f).map(|(c, _)| *c).collect();
            let between = |at: Point| {
                let landed = places.iter().find(|place| (place.x - at.x).abs() < 1.0);
                landed.is_none_or(|place| {
                    let steps = (place.y - at.y) / sample.pitch.height;
                    (steps - steps.round()).abs() > 0.2
                })
            };
            let seen = sample.centers.iter().zip(&sample.falling).filter(|(_, falling)| **falling).map(|(at, _)| *at);
            assert!(seen.filter(|at| at.y > 0.0).any(between), "{}", sample.number);
        }
    }
}
