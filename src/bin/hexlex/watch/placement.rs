//! Where on the screen something of hexlex goes: beside the game, on the same monitor, over no other program's window where
//! there is other room.

use hexlex::capture::{self, Window, WindowState};
use hexlex::pixels::{Rect, Size};

/// The distance to the game or its board, in pixels. Chosen by hand.
pub(super) const GAP: i32 = 10;
/// The distance of two places that are tried, in pixels. Smaller: more time; larger: narrow gaps between windows are missed.
/// Chosen by hand.
const STEP: usize = 24;

/// What lies around a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// The monitor that shows most of the game.
    pub(super) monitor: Rect,
    /// The game with the frame of its window.
    pub(super) game: Rect,
    /// The windows of other programs, with their frames.
    pub(super) others: Vec<Rect>,
}

impl Surroundings {
    /// What lies around a window now.
    pub(super) fn of(game: Rect) -> Surroundings {
        let monitors: Vec<Rect> = capture::monitors().unwrap_or_default().iter().map(|monitor| monitor.area).collect();
        Surroundings::on(monitor_of(game, &monitors), game)
    }

    /// What lies around a window on this monitor now.
    pub(super) fn on(monitor: Rect, game: Rect) -> Surroundings {
        let windows = capture::windows().unwrap_or_default().into_iter();
        let shown = windows.filter(|window| window.state == WindowState::Shown);
        let (own, others): (Vec<Window>, Vec<Window>) = shown.partition(|window| window.area == game);
        Surroundings {
            monitor,
            game: own.first().map_or(game, |window| window.frame),
            others: others.into_iter().map(|window| window.frame).collect(),
        }
    }

    fn is_on_monitor(&self, place: &Rect) -> bool {
        place.shared(&self.monitor) == Some(*place)
    }

    fn is_free(&self, place: &Rect) -> bool {
        self.is_on_monitor(place) && self.others.iter().all(|other| place.shared(other).is_none())
    }

    /// The place of this size outside the game, over no other window, that is nearest to the board; `None` where there is none.
    pub(super) fn free_place(&self, size: Size, board: Rect) -> Option<Rect> {
        let sides = self.sides(size, board, self.game);
        if let Some(side) = sides.into_iter().find(|place| self.is_free(place)) {
            return Some(side);
        }
        let places = self.places(size);
        let free = places.filter(|place| place.shared(&self.game).is_none() && self.is_free(place));
        free.min_by_key(|place| distance(place, &board))
    }

    /// The place of this size beside the game on its monitor, whatever else is there; `None` where the game leaves no space.
    pub(super) fn place_beside(&self, size: Size, board: Rect) -> Option<Rect> {
        self.sides(size, board, self.game).into_iter().find(|place| self.is_on_monitor(place))
    }

    /// The place of this size beside the board, or else the one on the monitor that covers least of it: over the game.
    pub(super) fn place_over(&self, size: Size, board: Rect) -> Rect {
        let mut sides = self.sides(size, board, board).into_iter();
        let covered =
            |place: &Rect| place.shared(&board).map_or(0, |part| i64::from(part.width) * i64::from(part.height));
        let nearest = |place: &Rect| (covered(place), distance(place, &board));
        let first = sides.find(|place| self.is_on_monitor(place)).or_else(|| self.places(size).min_by_key(nearest));
        first.unwrap_or_else(|| on_monitor(at(size, self.monitor.right(), board.y), self.monitor))
    }

    /// The place beside the game of the first of these sizes that there is space for: over no other window, or else over others, or
    /// else, of the last size, over the game.
    fn place_of_first(&self, sizes: &[Size]) -> Option<Rect> {
        let free = || sizes.iter().find_map(|&size| self.free_place(size, self.game));
        let beside = || sizes.iter().find_map(|&size| self.place_beside(size, self.game));
        free().or_else(beside).or_else(|| sizes.last().map(|&size| self.place_over(size, self.game)))
    }

    /// Places of this size all over the monitor, and along its right and lower edge; none where it is too small.
    fn places(&self, size: Size) -> impl Iterator<Item = Rect> {
        let spare = |all: u32, own: u32| all.checked_sub(own).map(|spare| spare as i32);
        let steps = |spare: Option<i32>| {
            let steps = spare.into_iter().flat_map(|spare| (0..spare).step_by(STEP).chain([spare]));
            steps.collect::<Vec<i32>>()
        };
        let (columns, rows) =
            (steps(spare(self.monitor.width, size.width)), steps(spare(self.monitor.height, size.height)));
        let (left, top) = (self.monitor.x, self.monitor.y);
        rows.into_iter().flat_map(move |y| columns.clone().into_iter().map(move |x| at(size, left + x, top + y)))
    }

    /// To the right and to the left of an area, centered on the board's height; below and above it, centered on its width.
    fn sides(&self, size: Size, board: Rect, area: Rect) -> [Rect; 4] {
        let (width, height) = (size.width as i32, size.height as i32);
        let middle_x = board.x + (board.width as i32 - width) / 2;
        let middle_y = board.y + (board.height as i32 - height) / 2;
        let beside = [area.right() + GAP, area.x - GAP - width].map(|x| at(size, x, middle_y));
        let below = [area.bottom() + GAP, area.y - GAP - height].map(|y| at(size, middle_x, y));
        // Only along the area: to the right of the monitor is another one, or none.
        let along_y = |place: Rect| Rect { y: on_monitor(place, self.monitor).y, ..place };
        let along_x = |place: Rect| Rect { x: on_monitor(place, self.monitor).x, ..place };
        [along_y(beside[0]), along_y(beside[1]), along_x(below[0]), along_x(below[1])]
    }
}

/// The place of a window of this size beside the game, or else beside its board.
pub(super) fn beside_window(size: Size, board: Rect, game: Rect) -> Rect {
    let around = Surroundings::of(game);
    let place = around.free_place(size, board).or_else(|| around.place_beside(size, board));
    place.unwrap_or_else(|| around.place_over(size, board))
}

/// The place of a window beside a part of the screen, of the first of these sizes that there is space for; or else the one of the
/// last size that covers least of it. `None` where that is a whole monitor and there is no other one.
pub(super) fn beside_part_of_screen(sizes: &[Size], part: Rect) -> Option<Rect> {
    let monitors: Vec<Rect> = capture::monitors().unwrap_or_default().iter().map(|monitor| monitor.area).collect();
    let own = monitor_of(part, &monitors);
    // Beside a whole monitor is only another one.
    let monitor = if part.shared(&own) == Some(own) { *monitors.iter().find(|other| **other != own)? } else { own };
    Surroundings::on(monitor, part).place_of_first(sizes)
}

/// The same place, moved as far as it must be to lie on the monitor.
pub(super) fn on_monitor(place: Rect, monitor: Rect) -> Rect {
    let within = |at: i32, start: i32, spare: i32| at.clamp(start, start + spare.max(0));
    let (width, height) = (place.width as i32, place.height as i32);
    Rect {
        x: within(place.x, monitor.x, monitor.width as i32 - width),
        y: within(place.y, monitor.y, monitor.height as i32 - height),
        ..place
    }
}

/// The monitor that shows most of a window.
pub(super) fn monitor_of(game: Rect, monitors: &[Rect]) -> Rect {
    let shared =
        |monitor: &&Rect| game.shared(monitor).map_or(0, |part| u64::from(part.width) * u64::from(part.height));
    monitors.iter().max_by_key(shared).copied().unwrap_or(game)
}

fn at(size: Size, x: i32, y: i32) -> Rect {
    Rect { x, y, width: size.width, height: size.height }
}

/// The square of the distance between the middles of two rectangles.
fn distance(a: &Rect, b: &Rect) -> i64 {
    let middle = |rect: &Rect| (i64::from(rect.x + rect.right()), i64::from(rect.y + rect.bottom()));
    let ((ax, ay), (bx, by)) = (middle(a), middle(b));
    (ax - bx).pow(2) + (ay - by).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(200, 100);

    fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
        Rect { x, y, width, height }
    }

    fn alone(monitor: Rect, game: Rect) -> Surroundings {
        Surroundings { monitor, game, others: Vec::new() }
    }

    #[test]
    fn it_is_beside_the_game_and_on_its_monitor() {
        let screen = rect(0, 0, 1000, 800);
        let (game, board) = (rect(100, 100, 600, 500), rect(200, 150, 400, 400));
        assert_eq!(alone(screen, game).free_place(SIZE, board), Some(rect(710, 300, 200, 100)));
        // At the right edge it goes to the left.
        let moved = alone(screen, game.moved(290, 0)).free_place(SIZE, board.moved(290, 0));
        assert_eq!(moved.map(|place| place.x), Some(180));
        // A game as large as the monitor has no free side, but its board has.
        let around = alone(screen, screen);
        assert_eq!(around.place_beside(SIZE, board), None);
        assert_eq!(around.place_over(SIZE, board).x, 610);
        // Where no side of the board is free, the corner next to it covers nothing of it.
        let (large, middle) = (Size::new(350, 300), rect(330, 150, 600, 450));
        let corner = around.place_over(large, middle);
        assert!(around.is_on_monitor(&corner), "{corner}");
        let least = corner.shared(&middle).map_or(0, |part| part.width * part.height);
        assert_eq!(least, 20 * 100, "{corner}");
        // On a second monitor to the right it stays there.
        let (game, board) = (game.moved(930, 0), board.moved(930, 0));
        let second = |game| alone(rect(1000, 0, 1000, 800), game);
        assert_eq!(second(game).free_place(SIZE, board), Some(rect(1640, 300, 200, 100)));
        assert_eq!(second(game.moved(350, 0)).free_place(SIZE, board).map(|place| place.x), Some(1170));
    }

    #[test]
    fn it_keeps_off_other_windows_where_there_is_room() {
        let (game, board) = (rect(100, 100, 400, 400), rect(120, 120, 360, 360));
        let mut around = alone(rect(0, 0, 1000, 800), game);
        around.others = vec![rect(500, 0, 400, 800), rect(0, 520, 500, 180)];
        let place = around.free_place(SIZE, board).unwrap();
        assert!(around.others.iter().chain([&game]).all(|other| place.shared(other).is_none()), "{place}");
        assert!(around.is_on_monitor(&place));
        around.others.push(around.monitor);
        assert_eq!(around.free_place(SIZE, board), None);
        assert_eq!(around.place_beside(SIZE, board).map(|place| place.x), Some(510));
    }

    #[test]
    fn the_window_is_smaller_where_there_is_less_space() {
        let sizes = [Size::new(640, 480), Size::new(320, 240)];
        let place = |width: u32, others: &[Rect]| {
            let mut around = alone(rect(0, 0, 1000, 800), rect(0, 0, width, 800));
            around.others = others.to_vec();
            around.place_of_first(&sizes).unwrap()
        };
        assert_eq!(place(300, &[]), rect(310, 160, 640, 480));
        assert_eq!(place(600, &[]), rect(610, 280, 320, 240));
        // Over another window rather than over the game, and over the game rather than nowhere.
        assert_eq!(place(600, &[rect(600, 0, 400, 800)]), rect(610, 280, 320, 240));
        assert_eq!(place(900, &[]).shared(&rect(0, 0, 900, 800)).map(|shared| shared.width), Some(220));
    }

    #[test]
    fn it_keeps_off_the_frame_of_the_game() {
        let (content, board) = (rect(0, 400, 1000, 390), rect(300, 410, 370, 370));
        let title = 24;
        let frame = Rect { y: content.y - title, height: content.height + title as u32, ..content };
        let place = alone(rect(0, 0, 1000, 800), frame).free_place(SIZE, board).unwrap();
        assert_eq!(place.bottom(), frame.y - GAP, "above the title");
    }

    #[test]
    fn it_never_leaves_the_monitor() {
        let monitor = rect(-300, 50, 1000, 800);
        let around = alone(monitor, monitor);
        for x in [-900, -300, 0, 500, 990] {
            for y in [-300, 0, 790, 2000] {
                let board = rect(x, y, 400, 400);
                for place in [around.place_over(SIZE, board), on_monitor(board, monitor)] {
                    assert!(around.is_on_monitor(&place), "{x} {y}: {place}");
                }
            }
        }
        // What is larger than the monitor begins at its corner.
        assert_eq!(on_monitor(rect(0, 0, 5000, 5000), monitor), rect(-300, 50, 5000, 5000));
        assert_eq!(around.free_place(Size::new(5000, 5), monitor), None);
    }

    #[test]
    fn the_monitor_is_that_of_most_of_the_game() {
        let monitors = [rect(0, 0, 1000, 800), rect(1000, 0, 1000, 800)];
        assert_eq!(monitor_of(rect(600, 100, 500, 500), &monitors), monitors[0]);
        assert_eq!(monitor_of(rect(800, 100, 500, 500), &monitors), monitors[1]);
        assert_eq!(monitor_of(rect(5, 5, 9, 9), &[]), rect(5, 5, 9, 9));
    }
}
