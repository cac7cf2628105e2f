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
  /** Points without a map behind them; nothing is asked of the maps service. */
  readonly isPlain: boolean;
  /** The ids of a point that was clicked, or of at most 100 that are in one place; without it points are not buttons. */
  readonly onPick?: (ids: readonly string[]) => void;
}

/** A map that is drawn. */
export interface ShownMap {
  readonly show: (points: readonly MapPoint[]) => void;
  readonly remove: () => void;
}

/**
 * Shows points on a map, in an element of the page that is empty and has a size; points near each other are shown as
 * one, with their number. `open` settles when the map is drawn and never rejects.
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
