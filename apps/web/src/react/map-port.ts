import type { Result } from '@batbot/core';

/** A point on the map in degrees north and east, with its name as plain text. */
export interface MapPoint {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

/** `failed`: the library, the style or the graphics could not be loaded. `message` is for the user. */
export interface MapError {
  readonly kind: 'failed';
  readonly message: string;
}

export interface MapOptions {
  /** Whether the points have a plain background. The maps service is then not called. */
  readonly isPlain: boolean;
  /**
   * Called with the id of a clicked point, or with at most 100 ids of points in one place. Without it, points are not
   * buttons.
   */
  readonly onPick?: (ids: readonly string[]) => void;
}

export interface ShownMap {
  readonly show: (points: readonly MapPoint[]) => void;
  readonly remove: () => void;
}

/**
 * Shows points on a map, in an empty element of the page that has a size. Points near each other are shown as one, with
 * their number. `open` settles when the map is drawn and never rejects.
 */
export interface MapPort {
  /** Whether a maps service is configured. */
  readonly hasTiles: boolean;
  readonly open: (
    container: HTMLElement,
    points: readonly MapPoint[],
    options: MapOptions,
  ) => Promise<Result<ShownMap, MapError>>;
}
