import { expect, test } from 'vitest';
import { createBrowserGeolocation, type PositionSource } from './browser-geolocation.ts';

const answering = (answer: Parameters<PositionSource['getCurrentPosition']>): void => {
  const [found] = answer;
  const coords = { latitude: 1, longitude: 2, accuracy: 3 };
  found({ coords, timestamp: 0 } as GeolocationPosition); // the adapter reads only these properties
};

test('[PAGE-62] a position, a refusal, a failure and an unsupported platform are distinguished', async () => {
  const found = createBrowserGeolocation({ getCurrentPosition: (...all) => answering(all) });
  expect(await found.locate()).toEqual({
    ok: true,
    value: { latitude: 1, longitude: 2, accuracyM: 3 },
  });
  for (const [code, kind] of [
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'unavailable'],
  ] as const) {
    const failing = createBrowserGeolocation({
      // the adapter reads only the code
      getCurrentPosition: (_, failed) => failed?.({ code } as GeolocationPositionError),
    });
    expect(await failing.locate()).toEqual({ ok: false, error: { kind } });
  }
  expect(await createBrowserGeolocation(undefined).locate()).toEqual({
    ok: false,
    error: { kind: 'unsupported' },
  });
});
