import { expect, test } from 'vitest';
import { createBrowserWhereabouts, type PositionSource } from './browser-whereabouts.ts';

const answering = (answer: Parameters<PositionSource['getCurrentPosition']>): void => {
  const [found] = answer;
  const coords = { latitude: 1, longitude: 2, accuracy: 3 };
  found({ coords, timestamp: 0 } as GeolocationPosition); // of which only these are read
};

test('[PAGE-62] a position, a refusal, a failure and a platform that has none are told apart', async () => {
  const found = createBrowserWhereabouts({ getCurrentPosition: (...all) => answering(all) });
  expect(await found.locate()).toEqual({
    ok: true,
    value: { latitude: 1, longitude: 2, accuracyM: 3 },
  });
  for (const [code, kind] of [
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'unavailable'],
  ] as const) {
    const failing = createBrowserWhereabouts({
      getCurrentPosition: (_, failed) => failed?.({ code } as GeolocationPositionError), // only the code is read
    });
    expect(await failing.locate()).toEqual({ ok: false, error: { kind } });
  }
  expect(await createBrowserWhereabouts(undefined).locate()).toEqual({
    ok: false,
    error: { kind: 'unsupported' },
  });
});
