import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';
import type { StoreError } from '../prelude/saved.ts';

export type { StoreError };

/**
 * Small texts by key, kept on this computer over reloads and shared by all tabs of the origin.
 *
 * Obligations: no method throws. When the platform refuses (`blocked`) or has no room (`full`), `set` says so and
 * the value is still returned by `get` until the page closes, so that work goes on in memory (SA-12).
 */
export interface KeyValueStore {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, value: string) => Result<void, StoreError>;
  readonly remove: (key: string) => void;
  /** Removes every key of this origin. */
  readonly clear: () => void;
  /** What *other* tabs changed: the key, or undefined when they cleared everything. Never this tab's own writes. */
  readonly changes$: Observable<string | undefined>;
}
