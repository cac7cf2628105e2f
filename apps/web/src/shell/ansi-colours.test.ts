import { describe, expect, test } from 'vitest';
import { ansiVariables } from './ansi-colours.ts';
import { contrast } from './contrast.ts';
import { paletteOf } from './theme.ts';

const AA_TEXT = 4.5;

describe.each(['light', 'dark'] as const)('colours of device text in the %s scheme', (scheme) => {
  test.each(['#1d5bd1', '#ffe600'])(
    '[TERM-91] all colours have AA contrast with the brand colour %s',
    (brand) => {
      const palette = paletteOf(scheme, brand);
      const colours = ansiVariables(scheme, palette);
      expect(colours).toHaveLength(14);
      for (const [name, colour] of colours) {
        if (name.endsWith('-ground')) {
          expect(contrast(palette.ink, colour)).toBeGreaterThanOrEqual(AA_TEXT);
          continue;
        }
        for (const ground of [palette.surface, palette.sunken, palette.actionTint])
          expect(contrast(colour, ground)).toBeGreaterThanOrEqual(AA_TEXT);
      }
    },
  );
});
