import type { Result } from '@batbot/core';

/** A point on the map in degrees north and east, with its name as plain text. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

/** `failed`: the library, the style or the graphics could not be loaded. `message` is for the user. */
export interface MapError {
  readonly kind: 'failed';
  readonly message: string;
}

/**
 * Shows points on a map, in an empty element of the page that has a size. Settles when the map is drawn, with a
 * function that removes the map. Never rejects.
 */
export interface MapPort {
  readonly open: (
    container: HTMLElement,
    points: readonly MapPoint[],
  ) => Promise<Result<() => void, MapError>>;
}
