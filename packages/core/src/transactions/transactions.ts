import { Subscription } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Origin, Traffic } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import { packBytes } from './packed-bytes.ts';
import { createTransactionStore, type TransactionList } from './transaction-list.ts';
import { rowOf } from './transaction-row.ts';

/** Minimum interval between two publications of the list; a screen does not paint faster. */
const PUBLISH_MS = 33;
/** How often the elapsed time of the pending command is published. */
const ELAPSED_STEP_MS = 100;
const STILL_WAITING_MS = 1_000;

/** The pending command. */
export interface RunningCommand {
  readonly text: string;
  readonly origin: Origin;
  /** Wall-clock time of the write. */
  readonly at: number;
  readonly elapsedMs: number;
  /** Whether the command has been pending longer than most replies take. It is still awaited. */
  readonly isStillWaiting: boolean;
}

export interface TransactionsView extends TransactionList {
  readonly running?: RunningCommand;
}

export interface TransactionsParts {
  readonly link: Link;
  readonly clock: Clock;
}

/** Every command sent in this browser session with its outcome: user commands and app traffic. */
export const createTransactions = ({ link, clock }: TransactionsParts) => {
  const store = createTransactionStore();
  const view = createLive<TransactionsView>(store.list());
  const subscription = new Subscription();
  /** The row id of each transaction object of the link. A late reply refers to its transaction. */
  const ids = new WeakMap<object, number>();
  let lastId = 0;
  let sent = 0;
  let settled = 0;
  let pending:
    | {
        readonly command: Omit<RunningCommand, 'elapsedMs' | 'isStillWaiting'>;
        readonly startedAt: number;
      }
    | undefined;
  let cancelPublish: (() => void) | undefined;
  let cancelStep: (() => void) | undefined;

  const publish = (): void => {
    cancelPublish?.();
    cancelPublish = undefined;
    const elapsedMs = clock.monotonicNow() - (pending?.startedAt ?? 0);
    const isStillWaiting = elapsedMs >= STILL_WAITING_MS;
    const running = pending && { ...pending.command, elapsedMs, isStillWaiting };
    view.set(running === undefined ? store.list() : { ...store.list(), running });
  };
  const publishSoon = (): void => {
    cancelPublish ??= clock.after(PUBLISH_MS, publish);
  };
  const step = (): void => {
    cancelStep = clock.after(ELAPSED_STEP_MS, () => {
      publish();
      step();
    });
  };

  const begin = ({ text, origin, at }: Extract<Traffic, { kind: 'sent' }>): void => {
    sent += 1;
    // A command may be sent and answered while the link handles one chunk. Its transaction then arrives before `sent`.
    if (settled >= sent) return;
    pending = {
      command: { text, origin, at },
      startedAt: clock.monotonicNow(),
    };
    cancelStep?.();
    step();
    publishSoon();
  };

  const end = (): void => {
    settled += 1;
    pending = undefined;
    cancelStep?.();
    cancelStep = undefined;
  };

  subscription.add(
    link.traffic$.subscribe((traffic) => {
      if (traffic.kind === 'sent' && traffic.isRaw !== true) begin(traffic);
    }),
  );
  subscription.add(
    link.transactions$.subscribe((transaction) => {
      if (transaction.wasSent) end();
      lastId += 1;
      ids.set(transaction, lastId);
      store.add(rowOf(lastId, transaction));
      publishSoon();
    }),
  );
  subscription.add(
    link.late$.subscribe(({ of, bytes, afterMs }) => {
      const id = ids.get(of);
      if (id === undefined) return;
      store.addLate(id, packBytes(bytes), afterMs);
      publishSoon();
    }),
  );

  return {
    view$: view.live,
    clear: (): void => {
      store.clear();
      publish();
    },
    dispose: (): void => {
      subscription.unsubscribe();
      cancelPublish?.();
      cancelStep?.();
      view.dispose();
    },
  };
};
