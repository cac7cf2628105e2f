import type { Observable } from 'rxjs';
import type { PollResult } from './poll-result.ts';

/** Asks the device, or listens to it, in the place of the default polls. */
export interface LiveSource {
  /** Works while it is subscribed to: asks by itself and emits one result per cycle of questions. Never errors. */
  readonly results$: Observable<PollResult>;
}
