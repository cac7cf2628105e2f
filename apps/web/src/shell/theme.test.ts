import { describe, expect, test } from 'vitest';
import { MORE_CHARTS, PACK_CHARTS } from '../screens/charts/chart-lines.ts';
import { antdTheme } from './antd-theme.ts';
import { contrast, readableOn } from './contrast.ts';
import { paletteOf, themeVariables } from './theme.ts';

const AA_TEXT = 4.5;
const AA_SHAPE = 3;

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  test.each(['#1d5bd1', '#1a7f5a', '#ffe600', '#000000', '#ffffff'])(
    'all colours have AA contrast on every surface with the brand colour %s',
    (brandColour) => {
      const palette = paletteOf(scheme, brandColour);
      for (const ground of [palette.surface, palette.page, palette.sunken]) {
        for (const text of [palette.ink, palette.muted, palette.good, palette.watch, palette.act]) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(AA_TEXT);
        }
      }
      for (const ground of [palette.surface, palette.page, palette.sunken, palette.actionTint]) {
        expect(contrast(palette.action, ground)).toBeGreaterThanOrEqual(AA_TEXT);
      }
      expect(contrast(palette.onAction, palette.action)).toBeGreaterThanOrEqual(AA_TEXT);
      expect(contrast(palette.fieldLine, palette.surface)).toBeGreaterThanOrEqual(AA_SHAPE);
      expect(contrast(palette.good, palette.goodTint)).toBeGreaterThanOrEqual(AA_TEXT);
      expect(contrast(palette.watch, palette.watchTint)).toBeGreaterThanOrEqual(AA_TEXT);
      expect(contrast(palette.act, palette.actTint)).toBeGreaterThanOrEqual(AA_TEXT);
    },
  );
});

test('a colour with enough contrast is not changed', () => {
  expect(readableOn('#1d5bd1', '#ffffff')).toBe('#1d5bd1');
});

test('[PAGE-187] on a touch screen, the controls that are always small are 40 px high', () => {
  const heightOn = (isTouch: boolean) =>
    antdTheme('light', undefined, true, isTouch).token?.controlHeightSM;
  expect([heightOn(true), heightOn(false)]).toEqual([40, 28]);
});

test('every token is available as a CSS variable', () => {
  const variables = themeVariables(paletteOf('light'), 'light');
  expect(variables.get('--field-line')).toBe(paletteOf('light').fieldLine);
  expect(variables.get('--radius')).toBe('6px');
  expect([variables.get('--size-body'), variables.get('--line-body')]).toEqual(['13px', '20px']);
});

test.each(['light', 'dark'] as const)(
  'in the %s theme, no data series has the colour of a state, and each is visible',
  (scheme) => {
    const palette = paletteOf(scheme);
    const states = [palette.good, palette.watch, palette.act];
    const series = [...themeVariables(palette, scheme)].filter(([name]) =>
      name.startsWith('--series-'),
    );
    expect(series).toHaveLength(7);
    for (const [, colour] of series) {
      expect(states).not.toContain(colour);
      expect(contrast(colour, palette.surface)).toBeGreaterThanOrEqual(AA_SHAPE);
    }
    const ofCharts = [...PACK_CHARTS, ...MORE_CHARTS].flatMap(({ lines }) => lines);
    for (const { colour } of ofCharts) expect(series.map(([name]) => name)).toContain(colour);
  },
);
