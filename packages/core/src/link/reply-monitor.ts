import type { Observable } from 'rxjs';
import { createLive } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { LateReply, Traffic, Transaction } from './traffic.ts';

/** How often the age of the last reply is published. */
const AGE_STEP_MS = 500;

export interface ReplyMonitorParts {
  readonly clock: Clock;
  readonly traffic$: Observable<Traffic>;
  readonly transactions$: Observable<Transaction>;
  readonly late$: Observable<LateReply>;
}

export const createReplyMonitor = (parts: ReplyMonitorParts) => {
  const { clock } = parts;
  const age = createLive<number | undefined>(undefined);
  const unanswered = createLive(0);
  let receivedAt: number | undefined;
  let cancelStep: (() => void) | undefined;

  const publishAge = (): void => {
    cancelStep?.();
    cancelStep = undefined;
    if (receivedAt === undefined) {
      age.set(undefined);
      return;
    }
    cancelStep = clock.after(AGE_STEP_MS, publishAge);
    age.set(clock.monotonicNow() - receivedAt);
  };

  const subscription = parts.traffic$.subscribe(({ kind }) => {
    if (kind === 'received') {
      const isFirst = receivedAt === undefined;
      receivedAt = clock.monotonicNow();
      if (isFirst) publishAge();
    } else if (kind === 'opened' || kind === 'closed') {
      receivedAt = undefined;
      publishAge();
      unanswered.set(0);
    }
  });
  subscription.add(
    parts.transactions$.subscribe(({ outcome }) => {
      if (outcome.kind === 'timeout') unanswered.update((count) => count + 1);
      else if ('endedBy' in outcome) unanswered.set(0);
    }),
  );
  subscription.add(parts.late$.subscribe(() => unanswered.set(0)));

  return {
    /**
     * Milliseconds since the device last sent bytes on this connection; undefined before the first bytes. Published with
     * the first bytes and every 500 ms after that, never for each chunk. Uses the monotonic clock [ST-07].
     */
    replyAge$: age.live,
    /**
     * Consecutive commands without a reply on this connection (LINK-116). Any reply sets it to 0, also a late one or an
     * error. Unsolicited lines do not count as replies.
     */
    unanswered$: unanswered.live,
    dispose: (): void => {
      subscription.unsubscribe();
      cancelStep?.();
      age.dispose();
      unanswered.dispose();
    },
  };
};

/** Whether the device answers, and how long ago it last sent anything. */
export type ReplyMonitor = ReturnType<typeof createReplyMonitor>;
