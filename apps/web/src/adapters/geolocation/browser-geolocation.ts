import { err, ok, type GeolocationPort } from '@batbot/core';

/** The part of `navigator.geolocation` that this adapter uses. */
export type PositionSource = Pick<Geolocation, 'getCurrentPosition'>;

const TIME_LIMIT_MS = 30_000;
/** Maximum age of a position: one minute is precise enough. */
const OLDEST_MS = 60_000;
/** GeolocationPositionError.PERMISSION_DENIED */
const DENIED = 1;

/**
 * Locates this computer through the platform, which asks the user for permission. `source` is undefined if the platform
 * has no geolocation.
 */
export const createBrowserGeolocation = (source: PositionSource | undefined): GeolocationPort => ({
  locate: () =>
    new Promise((resolve) => {
      if (source === undefined) {
        resolve(err({ kind: 'unsupported' }));
        return;
      }
      source.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => {
          resolve(ok({ latitude, longitude, accuracyM: accuracy }));
        },
        ({ code }) => resolve(err({ kind: code === DENIED ? 'denied' : 'unavailable' })),
        { timeout: TIME_LIMIT_MS, maximumAge: OLDEST_MS, enableHighAccuracy: false },
      );
    }),
});
