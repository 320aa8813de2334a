"""Makes font files that `samples` reads of typefaces that come in other formats.

    python typefaces.py NODE_MODULES X11_FONTS OUT

NODE_MODULES/@fontsource has the packages of package.json: their Latin letters, compressed (WOFF2), are unpacked. X11_FONTS
has the bitmap fonts of packages.txt (PCF): each pixel becomes a square. Every package and every family gets a folder in OUT.
"""
import sys
from pathlib import Path

import freetype
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

WEIGHTS = (300, 400, 700, 900)
LETTERS = [chr(c) for c in range(33, 127)]
UNIT = 100  # of a font's units a pixel


def unpack(package, out):
    """Writes the Latin letters of a package: the upright weights of WEIGHTS, and the usual italic."""
    files = {}
    for file in (package / "files").glob(f"{package.name}-latin-*.woff2"):
        weight, _, style = file.stem.removeprefix(f"{package.name}-latin-").partition("-")
        if weight.isdigit():
            files[int(weight), style] = file
    upright = [key for key in sorted(files) if key[1] == "normal"]
    usual = [key for key in upright if key[0] in WEIGHTS] or upright[:1]
    for key in usual + [key for key in [(400, "italic")] if key in files]:
        font = TTFont(files[key])
        font.flavor = None
        folder = out / package.name
        folder.mkdir(parents=True, exist_ok=True)
        font.save(folder / f"{files[key].stem}.{'otf' if 'CFF ' in font else 'ttf'}")


def rows_of(face, letter):
    """The rows of a letter's bitmap as lists of bits, the row of the first one above the baseline, and its column."""
    face.load_char(letter, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    bitmap = face.glyph.bitmap
    bits = lambda y: [bitmap.buffer[y * bitmap.pitch + x // 8] >> (7 - x % 8) & 1 for x in range(bitmap.width)]
    return [bits(y) for y in range(bitmap.rows)], face.glyph.bitmap_top, face.glyph.bitmap_left


def trace(rows, top, left):
    """A glyph of rectangles: a run of pixels each."""
    pen = TTGlyphPen(None)
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            first = x
            while x < len(row) and row[x]:
                x += 1
            if x > first:
                x0, x1, y0, y1 = left + first, left + x, top - y - 1, top - y
                for i, point in enumerate([(x0, y0), (x0, y1), (x1, y1), (x1, y0)]):
                    (pen.lineTo if i else pen.moveTo)(tuple(UNIT * value for value in point))
                pen.closePath()
            x += 1
    return pen.glyph()


def square(file, out):
    """Writes an upright bitmap font with capitals of 5 to 24 rows, unless one of that name and size was written before."""
    face = freetype.Face(str(file))
    if any(face.get_char_index(letter) == 0 for letter in LETTERS) or face.style_flags & freetype.FT_STYLE_FLAG_ITALIC:
        return
    capital = len(rows_of(face, "H")[0])
    family, style = face.family_name.decode(), face.style_name.decode()
    width = face.available_sizes[0].width
    name = f"{family} {style} {width}x{capital}"
    target = out / f"x11 {family}".lower().replace(" ", "-") / f"{name.lower().replace(' ', '-')}.ttf"
    if not 5 <= capital <= 24 or target.exists():
        return
    glyphs, advances, names = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (UNIT * width, 0)}, {}
    for letter in LETTERS:
        rows, top, left = rows_of(face, letter)
        glyph = f"u{ord(letter):04x}"
        names[ord(letter)] = glyph
        glyphs[glyph] = trace(rows, top, left)
        advances[glyph] = (UNIT * (face.glyph.advance.x >> 6), UNIT * left)
    builder = FontBuilder(UNIT * (capital + capital // 2), isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(advances)
    builder.setupHorizontalHeader(ascent=UNIT * capital, descent=-UNIT * (capital // 3))
    builder.setupNameTable({"familyName": f"{family} {capital}", "styleName": style})
    builder.setupOS2(sCapHeight=UNIT * capital)
    builder.setupPost()
    target.parent.mkdir(parents=True, exist_ok=True)
    builder.save(target)


def main():
    packages, bitmaps, out = map(Path, sys.argv[1:4])
    for package in sorted((packages / "@fontsource").iterdir()):
        unpack(package, out)
    for file in sorted(bitmaps.rglob("*.pcf.gz")):
        square(file, out)


main()
