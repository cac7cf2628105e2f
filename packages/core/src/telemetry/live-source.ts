import type { Observable } from 'rxjs';
import type { PollResult } from './poll-result.ts';

/** A source of live data that asks or listens to the device in place of the default polls. */
export interface LiveSource {
  /** Asks or listens while it is subscribed to, and emits one result per cycle of questions. Never errors. */
  readonly results$: Observable<PollResult>;
}
