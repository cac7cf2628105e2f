import type { Result } from '../prelude/result.ts';

/** A place on earth: degrees north and east (WGS 84), radius of 95 % confidence in metres. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyM: number;
}

/** `denied`: the user or the platform refused; `unavailable`: no place could be told, in time or at all. */
export interface LocateError {
  readonly kind: 'denied' | 'unavailable' | 'unsupported';
}

/** Tells where this computer is. Obligations: asks the user first, settles within a minute, throws nothing. */
export interface Whereabouts {
  readonly locate: () => Promise<Result<Position, LocateError>>;
}
