import type { Result } from '../prelude/result.ts';

/** A place on earth: degrees north and east (WGS 84), radius of 95 % confidence in metres. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyM: number;
}

/** `denied`: the user or the platform refused; `unavailable`: no position was found, or not in time. */
export interface LocateError {
  readonly kind: 'denied' | 'unavailable' | 'unsupported';
}

/** Finds the location of this computer. Obligations: asks the user first, settles within a minute, never throws. */
export interface GeolocationPort {
  readonly locate: () => Promise<Result<Position, LocateError>>;
}
