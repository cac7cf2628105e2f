import type { Result } from '@batbot/core';

/** A point on the map: degrees north and east, and its name as plain text. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

/** `failed`: the library, the style or the graphics did not come; `message` is for people. */
export interface MapError {
  readonly kind: 'failed';
  readonly message: string;
}

/**
 * Shows points on a map, in an element of the page that is empty and has a size. Settles when the map is drawn;
 * the function it gives takes the map away. Never rejects.
 */
export interface MapPort {
  readonly open: (
    container: HTMLElement,
    points: readonly MapPoint[],
  ) => Promise<Result<() => void, MapError>>;
}
