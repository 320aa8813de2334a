#!/bin/sh
# Writes the typefaces that hexlex embeds: DejaVu's bold Sans and Serif, cut down to the scripts of dictionaries.
#
#   apt-get install fonts-dejavu-core fonttools
#   tools/typefaces.sh
#
# The whole files have 1.06 MB, the parts 0.25 MB. A letter outside of these ranges is drawn as an empty box.
set -eu
cd -- "$(dirname -- "$0")/.."

# ASCII; Latin with its extensions; combining marks; Greek; Cyrillic; Armenian; Hebrew; Georgian; Vietnamese; polytonic
# Greek; then punctuation, currency, signs, arrows and shapes that captions may use.
ranges=U+0020-007E,U+00A0-024F,U+0259,U+0300-036F,U+0370-03FF,U+0400-052F,U+0531-058F,U+05D0-05EA,U+10D0-10FC
ranges=$ranges,U+1E00-1EFF,U+1F00-1FFF,U+2010-205E,U+20AC,U+2116,U+2122,U+2190-2193,U+2212,U+2260,U+2264,U+2265
ranges=$ranges,U+25A0-25CF

for face in DejaVuSans-Bold DejaVuSerif-Bold; do
    pyftsubset "/usr/share/fonts/truetype/dejavu/$face.ttf" --unicodes="$ranges" --output-file="src/typeface/$face.ttf" \
        --no-hinting --legacy-kern --layout-features= --notdef-outline --name-IDs='*' --drop-tables+=FFTM
done
