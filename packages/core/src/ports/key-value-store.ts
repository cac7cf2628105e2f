import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';
import type { StoreError } from '../prelude/saved.ts';

export type { StoreError };

/**
 * Small texts by key, saved on this computer over reloads and shared by all tabs of the origin.
 *
 * Rules for implementations: nothing throws. If the platform refuses (`blocked`) or the storage is full (`full`), `set`
 * returns that error, and `get` still returns the value until the page closes (SA-12).
 */
export interface KeyValueStore {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, value: string) => Result<void, StoreError>;
  readonly remove: (key: string) => void;
  /** Removes every key of this origin. */
  readonly clear: () => void;
  /**
   * Emits the key that another tab has changed, or undefined if it cleared all keys. Never emits changes of this tab.
   */
  readonly changes$: Observable<string | undefined>;
}
