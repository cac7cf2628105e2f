import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';

/** The unicode ranges of Fontsource's two subsets. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/**
 * The characters of numbers, which have the same width so that values do not jitter: digits, plus and minus.
 * `font-variant-numeric: tabular-nums` would also widen each hyphen to the width of a digit.
 */
const NUMERALS = 'U+002B,U+0030-0039,U+2212';

const face = (url: string, unicodeRange: string, featureSettings = 'normal'): FontFace =>
  new FontFace('Inter Variable', `url(${url})`, {
    weight: '100 900',
    display: 'optional',
    unicodeRange,
    featureSettings,
  });

/**
 * Loads the interface font once the shell is shown, never for the login page. The latin subset is applied after it has
 * loaded, so that text is never invisible. The extended subset is loaded only for text that needs it. Without the font,
 * the system font is used.
 */
export const loadFont = async (fonts: FontFaceSet): Promise<void> => {
  fonts.add(face(latinExtended, LATIN_EXTENDED));
  try {
    const [text, numerals] = await Promise.all([
      face(latin, LATIN).load(),
      face(latin, NUMERALS, '"tnum"').load(),
    ]);
    fonts.add(text).add(numerals); // of two faces with the same character, the last one is used
  } catch {
    // Offline or refused: the system font stays.
  }
};
