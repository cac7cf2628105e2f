import { describe, expect, test } from 'vitest';
import { geometryOf } from './use-log-geometry.ts';

describe('the geometry of the log', () => {
  test('[TERM-54] the bytes per hex row are a power of two, eight on a phone', () => {
    expect(geometryOf(1_230, 7.8).bytesPerRow).toBe(32);
    expect(geometryOf(700, 7.8).bytesPerRow).toBe(16);
    expect(geometryOf(372, 7.22)).toEqual({ columns: 33, bytesPerRow: 8 });
    expect(geometryOf(60, 7.8)).toEqual({ columns: 8, bytesPerRow: 4 });
  });
});
