//! Draws the page of the practice game: the score, the level, the word, the records; and the buttons.

use super::arrangement::{Arrangement, PageParts};
use super::bonus::BonusWord;
use super::play::{Note, Verdict};
use super::renderer::Snapshot;
use super::scenery::{self, Theme};
use super::{PlayedWord, arrangement, round};
use hexlex::game::Refill;
use hexlex::paint::Gradient;
use hexlex::paint::canvas::{Canvas, solid, vertical};
use hexlex::pixels::{Bounds, Point, Rgb, mix};
use tiny_skia::PathBuilder;

/// Text on buttons.
const BUTTON_TEXT: Rgb = [255, 250, 240];
/// What calls for attention.
pub(super) const ALARM: Rgb = [236, 52, 28];

/// What the banner says, over and over.
fn tips(refill: Refill) -> &'static str {
    match refill {
        Refill::Fall | Refill::Collapse(_) => {
            "touching tiles spell a word  ·  five letters bring a gem, eight a diamond  ·  short words bring fire  ·  use \
             a fire before it reaches the bottom  ·  type, click or drag  ·  "
        }
        Refill::Stay | Refill::Own(_) => {
            "touching cubes spell a word  ·  a word counts once  ·  long words score most  ·  drag, click or type  ·  "
        }
    }
}

/// Draws the page of a theme.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page<'a> {
    pub(super) theme: &'a Theme,
}

impl Page<'_> {
    /// Draws what never changes in an arrangement.
    pub(super) fn backdrop(self, canvas: &mut Canvas<'_>, parts: &PageParts) {
        let Theme { pale_ink, button, .. } = self.theme;
        let title = parts.title;
        self.write(canvas, "hexlex practice", title.center(), 0.2, title.width, *pale_ink);
        let rule = Bounds { x: title.x, y: title.bottom() - 0.03, width: title.width, height: 0.02 };
        canvas.fill(rule.rounded(0.0), solid(*pale_ink, 0.6));
        self.button(canvas, parts.scramble, "Scramble", *button);
        self.button(canvas, parts.new_game, "New game", *button);
    }

    /// Draws the rest of the page.
    pub(super) fn draw(self, canvas: &mut Canvas<'_>, parts: &PageParts, snapshot: &Snapshot<'_>) {
        let game = snapshot.game;
        let Theme { ink, pale_ink, submit, .. } = *self.theme;
        let Point { x, y } = parts.score.center();
        let width = parts.score.width;
        self.write(canvas, "SCORE", Point::new(x, y - 0.5), 0.17, width, pale_ink);
        self.write(canvas, &thousands(game.score()), Point::new(x, y - 0.05), 0.5, width, ink);
        let words = counted(game.words_played().into(), "word");
        let level = match (snapshot.clock, game.params().refill) {
            (Some(time), _) => format!("{} left  ·  {words}", round::shown(time.left)),
            (None, refill) if refill.stays() => words,
            (None, _) => format!("level {}  ·  {words}", game.level()),
        };
        self.write(canvas, &level, Point::new(x, y + 0.5), 0.18, width, ink);
        self.progress(canvas, parts.progress, snapshot);
        self.word(canvas, parts.word, snapshot);
        self.note(canvas, parts.note, snapshot.note);
        let color = if snapshot.is_word { submit } else { mix(submit, self.theme.paper.end, 0.45) };
        self.button(canvas, parts.submit, "Submit", color);
        if let Some(rest) = snapshot.rest {
            let PageParts { records, free, .. } = *parts;
            let both = Bounds { height: free.bottom().max(records.bottom()) - records.y, ..records };
            return self.history(canvas, both, rest.missed.iter());
        }
        self.records(canvas, parts.records, snapshot);
    }

    /// Writes the line about the last move. What became of a word has a color and, before the text, a mark of its own: a tick, a ring or
    /// a cross.
    fn note(self, canvas: &mut Canvas<'_>, area: Bounds, note: &Note) {
        /// The height of capitals, half the size of the mark, and the distance between both, in units.
        const CAPITALS: f32 = 0.17;
        const MARK: f32 = 0.1;
        const SPACE: f32 = 0.1;
        let Theme { ink, pale_ink, accent, submit, .. } = *self.theme;
        let Point { x, y } = area.center();
        let Some(verdict) = note.verdict else {
            return self.write(canvas, &note.text, Point::new(x, y), CAPITALS, area.width, accent);
        };
        let most = area.width - 2.0 * MARK - SPACE;
        let width = (self.theme.typeface.width(&note.text) * CAPITALS).min(most);
        let left = x - (width + 2.0 * MARK + SPACE) / 2.0 + MARK;
        let mut path = PathBuilder::new();
        let line = |path: &mut PathBuilder, points: &[(f32, f32)]| {
            for (n, &(dx, dy)) in points.iter().enumerate() {
                let (x, y) = (left + dx * MARK, y + dy * MARK);
                if n == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
        };
        let color = match verdict {
            Verdict::Right => {
                line(&mut path, &[(-0.9, 0.0), (-0.3, 0.7), (0.9, -0.8)]);
                mix(submit, ink, 0.3)
            }
            Verdict::Repeated => {
                path.push_circle(left, y, 0.75 * MARK);
                pale_ink
            }
            Verdict::NoWord => {
                line(&mut path, &[(-0.7, -0.7), (0.7, 0.7)]);
                line(&mut path, &[(-0.7, 0.7), (0.7, -0.7)]);
                mix(ALARM, ink, 0.2)
            }
        };
        canvas.stroke(path.finish(), 0.045, solid(color, 1.0));
        self.write(canvas, &note.text, Point::new(left + MARK + SPACE + width / 2.0, y), CAPITALS, most, color);
    }

    /// How far the score has come from the beginning of the level to its end; in a round, how much time is left.
    fn progress(self, canvas: &mut Canvas<'_>, area: Bounds, snapshot: &Snapshot<'_>) {
        let (params, level) = (snapshot.game.params(), snapshot.game.level());
        let (start, end) = (params.level_start(level), params.level_start(level.saturating_add(1)));
        let part = match (snapshot.clock, snapshot.rest) {
            (Some(time), _) => time.left.as_secs_f32() / time.all.as_secs_f32(),
            (None, Some(_)) => 0.0,
            (None, None) => {
                snapshot.game.score().saturating_sub(start) as f32 / end.saturating_sub(start).max(1) as f32
            }
        };
        let bar = Bounds::centered(area.center(), 0.86 * area.width, 0.15);
        let radius = self.theme.radius(bar.height / 2.0);
        canvas.fill(bar.rounded(radius), solid(self.theme.pale_ink, 0.35));
        let filled = Bounds { width: (bar.width * part.min(1.0)).max(bar.height), ..bar };
        canvas.fill(filled.rounded(radius), solid(self.theme.submit, 1.0));
        canvas.stroke(bar.rounded(radius), 0.02, solid(self.theme.pale_ink, 0.8));
    }

    /// Writes the word of the selected tiles and the points that it would score.
    fn word(self, canvas: &mut Canvas<'_>, area: Bounds, snapshot: &Snapshot<'_>) {
        let Theme { cover, gilt, cream, .. } = *self.theme;
        let outline = area.rounded(self.theme.radius(0.14));
        canvas.fill(outline.clone(), vertical(area, Gradient::new(cover.end, cover.start)));
        canvas.stroke(outline, 0.035, solid(if snapshot.is_word { gilt } else { mix(cover.end, gilt, 0.35) }, 1.0));
        let Point { x, y } = area.center();
        let width = area.width - 0.4;
        let word = snapshot.game.word();
        if snapshot.rest.is_some() {
            self.write(canvas, "not found, by score:", area.center(), 0.2, width, mix(cover.start, cream, 0.6));
            return;
        }
        if word.is_empty() {
            let (text, color) = match (snapshot.danger, snapshot.bonus) {
                (true, _) => ("use the fire at the bottom!".to_string(), mix(ALARM, [255; 3], 0.45)),
                (false, Some(BonusWord { word, points })) => {
                    (format!("bonus word {word}: {} points", thousands((*points).into())), mix(gilt, cream, 0.5))
                }
                (false, None) => ("spell a word".to_string(), mix(cover.start, cream, 0.6)),
            };
            self.write(canvas, &text, area.center(), 0.2, width, color);
            return;
        }
        let color = if snapshot.is_word { gilt } else { cream };
        self.write(canvas, &word, Point::new(x, y - 0.16), 0.4, width, color);
        let points = format!("{} points", thousands(snapshot.game.word_points().into()));
        let counts_once = snapshot.game.params().refill.stays();
        let verdict = match snapshot.is_word {
            true => &points,
            false if counts_once && snapshot.words.iter().any(|played| played.word == word) => "played before",
            false => "not a word yet",
        };
        self.write(canvas, verdict, Point::new(x, y + 0.34), 0.17, width, mix(cover.start, color, 0.75));
    }

    /// Writes the highest score of all, and the best and the longest word of this game, as far as there are any.
    fn records(self, canvas: &mut Canvas<'_>, area: Bounds, snapshot: &Snapshot<'_>) {
        let line = area.height / 3.0;
        let best = snapshot.best.map(|best| format!("{}  {}", best.word, thousands(best.score.into())));
        let longest = snapshot.longest.map(|longest| longest.word.clone());
        let highest = snapshot.highest.max(snapshot.game.score());
        let highest = (highest > 0).then(|| thousands(highest));
        let entries = [("high score", highest), ("best", best), ("longest", longest)];
        let known = entries.into_iter().filter_map(|(name, value)| Some((name, value?)));
        for (n, (name, value)) in known.enumerate() {
            let y = area.y + (n as f32 + 0.5) * line;
            self.entry(
                canvas,
                Bounds { y, height: line, ..area },
                (name, self.theme.pale_ink),
                (&value, self.theme.ink),
            );
        }
    }

    /// Writes the first of these words.
    fn history<'w>(self, canvas: &mut Canvas<'_>, area: Bounds, words: impl Iterator<Item = &'w PlayedWord>) {
        /// The height of a line.
        const LINE: f32 = 0.4;
        let lines = (area.height / LINE) as usize;
        for (n, PlayedWord { word, score }) in words.take(lines).enumerate() {
            let y = area.y + (n as f32 + 0.5) * LINE;
            let color = mix(self.theme.ink, self.theme.pale_ink, n as f32 / lines as f32);
            let points = thousands((*score).into());
            self.entry(canvas, Bounds { y, height: LINE, ..area }, (word, color), (&points, color));
        }
    }

    /// Writes a text at the left end of a line and one at its right end, with dots between; the line's middle is at the
    /// upper edge of the area.
    fn entry(self, canvas: &mut Canvas<'_>, area: Bounds, left: (&str, Rgb), right: (&str, Rgb)) {
        /// The height of capitals.
        const CAPITALS: f32 = 0.17;
        /// The distance between two dots, and their radius.
        const DOT_DISTANCE: f32 = 0.14;
        const DOT_RADIUS: f32 = 0.016;
        let width = |text: &str| (self.theme.typeface.width(text) * CAPITALS).min(area.width * 0.6);
        let (left_width, right_width) = (width(left.0), width(right.0));
        let y = area.y;
        self.write(canvas, left.0, Point::new(area.x + left_width / 2.0, y), CAPITALS, left_width, left.1);
        self.write(canvas, right.0, Point::new(area.right() - right_width / 2.0, y), CAPITALS, right_width, right.1);
        let (from, to) = (area.x + left_width + DOT_DISTANCE, area.right() - right_width - DOT_DISTANCE);
        for dot in 0..((to - from) / DOT_DISTANCE).max(0.0) as usize {
            let x = to - dot as f32 * DOT_DISTANCE;
            let dot = PathBuilder::from_circle(x, y + CAPITALS / 2.0, DOT_RADIUS);
            canvas.fill(dot, solid(self.theme.pale_ink, 0.8));
        }
    }

    fn button(self, canvas: &mut Canvas<'_>, area: Bounds, label: &str, color: Rgb) {
        /// The height of the visible lower edge.
        const EDGE: f32 = 0.06;
        let radius = self.theme.radius(0.16);
        canvas.fill(Bounds { y: area.y + EDGE, ..area }.rounded(radius), solid(mix(color, [0; 3], 0.5), 1.0));
        let colors = Gradient::new(mix(color, [255; 3], 0.18), mix(color, [0; 3], 0.1));
        canvas.fill(area.rounded(radius), vertical(area, colors));
        canvas.stroke(area.inset(0.02).rounded(radius), 0.025, solid(mix(color, [255; 3], 0.4), 0.8));
        let height = (area.height * 0.34).min(0.25);
        self.write(canvas, label, area.center(), height, area.width - 0.25, BUTTON_TEXT);
    }

    /// Draws the banner of a game; its text has moved by this length, in units.
    pub(super) fn banner(self, canvas: &mut Canvas<'_>, area: Bounds, refill: Refill, moved: f32) {
        const CAPITALS: f32 = 0.2;
        let Theme { cover, gilt, cream, typeface, .. } = self.theme;
        canvas.fill(area.rounded(0.0), vertical(area, *cover));
        canvas.fill(Bounds { y: area.bottom() - 0.04, height: 0.04, ..area }.rounded(0.0), solid(*gilt, 0.8));
        let tips = tips(refill);
        let width = typeface.width(tips) * CAPITALS + 0.6;
        let first = -(moved % width);
        for n in 0..(area.width / width) as u32 + 2 {
            let center = Point::new(first + (n as f32 + 0.5) * width, area.center().y);
            self.write(canvas, tips, center, CAPITALS, width, mix(*gilt, *cream, 0.5));
        }
    }

    /// Darkens the board, and writes the result of the game over it.
    pub(super) fn game_over(self, canvas: &mut Canvas<'_>, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        let Theme { ground, accent, pale_ink, ink, .. } = *self.theme;
        let (game, well) = (snapshot.game, arrangement.well);
        canvas.fill(well.rounded(0.0), solid(mix(ground.end, [0; 3], 0.5), 0.7));
        let Point { x, y } = well.center();
        let card = Bounds::centered(well.center(), arrangement::CARD.x, arrangement::CARD.y);
        scenery::book(canvas, self.theme, card);
        let width = card.width - 0.7;
        let (title, reason) = match snapshot.rest {
            Some(rest) => ("TIME IS UP", rest.share()),
            None => ("GAME OVER", "a fire has reached the bottom".to_string()),
        };
        self.write(canvas, title, Point::new(x, y - 0.95), 0.5, width, accent);
        self.write(canvas, &reason, Point::new(x, y - 0.4), 0.18, width, pale_ink);
        let result = format!("{} points  ·  {}", thousands(game.score()), counted(game.words_played().into(), "word"));
        self.write(canvas, &result, Point::new(x, y + 0.05), 0.26, width, ink);
        let rank = match game.score() > snapshot.highest {
            true => "your highest score".to_string(),
            false => format!("your highest score: {}", thousands(snapshot.highest)),
        };
        self.write(canvas, &rank, Point::new(x, y + 0.5), 0.2, width, accent);
        self.write(canvas, "click, or press a key, for a new game", Point::new(x, y + 1.0), 0.17, width, pale_ink);
    }

    pub(super) fn write(self, canvas: &mut Canvas<'_>, text: &str, at: Point, height: f32, width: f32, color: Rgb) {
        canvas.fill(self.theme.typeface.centered(text, at, height, width), solid(color, 1.0));
    }
}

/// `1234567` as `1,234,567`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 word`, `2 words`.
fn counted(count: u64, name: &str) -> String {
    format!("{} {name}{}", thousands(count), if count == 1 { "" } else { "s" })
}
