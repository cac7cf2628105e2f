import { Subscription } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Origin, Traffic } from '../link/traffic.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import { packBytes, type PackedBytes } from './packed-bytes.ts';
import { createTransactionKeeper, type TransactionList } from './transaction-list.ts';
import { rowOf } from './transaction-row.ts';

/** The list is published at most this often; a screen paints no faster. */
const PUBLISH_MS = 33;
/** How often the time of a running command is told anew. */
const ELAPSED_STEP_MS = 100;

/** The command on the line, whose reply has not ended. */
export interface RunningCommand {
  readonly text: string;
  readonly origin: Origin;
  /** Wall-clock time of the write. */
  readonly at: number;
  readonly sent: PackedBytes;
  readonly elapsedMs: number;
}

export interface TransactionsView extends TransactionList {
  readonly running?: RunningCommand;
}

/** Every command of this computer's sitting with what became of it: typed ones and the program's own. */
export interface Transactions {
  readonly view$: Live<TransactionsView>;
  readonly clear: () => void;
  readonly dispose: () => void;
}

export interface TransactionsParts {
  readonly link: Link;
  readonly clock: Clock;
}

export const createTransactions = ({ link, clock }: TransactionsParts): Transactions => {
  const keeper = createTransactionKeeper();
  const view = createLive<TransactionsView>(keeper.list());
  const subscription = new Subscription();
  /** Rows by the link's own transactions: a late reply names the one it belongs to. */
  const ids = new WeakMap<object, number>();
  let lastId = 0;
  let sent = 0;
  let settled = 0;
  let flight:
    { readonly told: Omit<RunningCommand, 'elapsedMs'>; readonly startedAt: number } | undefined;
  let cancelPublish: (() => void) | undefined;
  let cancelStep: (() => void) | undefined;

  const publish = (): void => {
    cancelPublish?.();
    cancelPublish = undefined;
    const running = flight && {
      ...flight.told,
      elapsedMs: clock.monotonicNow() - flight.startedAt,
    };
    view.set(running === undefined ? keeper.list() : { ...keeper.list(), running });
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

  const begin = ({ text, origin, at, bytes }: Extract<Traffic, { kind: 'sent' }>): void => {
    sent += 1;
    // A command may be answered within the reception that let it go out: then its end is told before its beginning.
    if (settled >= sent) return;
    flight = {
      told: { text, origin, at, sent: packBytes(bytes) },
      startedAt: clock.monotonicNow(),
    };
    cancelStep?.();
    step();
    publishSoon();
  };

  const end = (): void => {
    settled += 1;
    flight = undefined;
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
      keeper.add(rowOf(lastId, transaction));
      publishSoon();
    }),
  );
  subscription.add(
    link.late$.subscribe(({ of, bytes, afterMs }) => {
      const id = ids.get(of);
      if (id === undefined) return;
      keeper.addLate(id, packBytes(bytes), afterMs);
      publishSoon();
    }),
  );

  return {
    view$: view.live,
    clear: () => {
      keeper.clear();
      publish();
    },
    dispose: () => {
      subscription.unsubscribe();
      cancelPublish?.();
      cancelStep?.();
      view.dispose();
    },
  };
};
