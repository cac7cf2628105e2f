import type { Result } from '../prelude/result.ts';

/** A position on earth: degrees north and east (WGS 84), with the radius of 95 % confidence in metres. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyM: number;
}

/** `denied`: the user or the platform refused. `unavailable`: no position was found in time. */
export interface LocateError {
  readonly kind: 'denied' | 'unavailable' | 'unsupported';
}

/**
 * Finds the location of this computer. Rules for implementations: ask the user first, settle within a minute, never
 * throw.
 */
export interface GeolocationPort {
  readonly locate: () => Promise<Result<Position, LocateError>>;
}
