import { timer, type Observable, type Subscription } from 'rxjs';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import { createLineDoctor, type Diagnosis } from './line-doctor.ts';
import type { Traffic, Transaction } from './traffic.ts';

const EVERY_MS = 1_000;
const WELL: Diagnosis = { kind: 'well' };

export interface LineWatchParts {
  readonly clock: Clock;
  readonly traffic$: Observable<Traffic>;
  readonly transactions$: Observable<Transaction>;
  /** The rate of the connection that has just opened. */
  readonly baudRate: () => number;
}

/** Lets the doctor listen to each connection, and asks for its diagnosis once a second while one is open. */
export interface LineWatch {
  readonly diagnosis$: Live<Diagnosis>;
  readonly dispose: () => void;
}

export const createLineWatch = (parts: LineWatchParts): LineWatch => {
  const { clock } = parts;
  const diagnosis = createLive<Diagnosis>(WELL);
  let doctor = createLineDoctor(parts.baudRate());
  let asking: Subscription | undefined;

  const tell = (): void => {
    const found = doctor.diagnose(clock.monotonicNow());
    diagnosis.set(found.kind === 'well' ? WELL : found);
  };

  const onTraffic = (event: Traffic): void => {
    const at = clock.monotonicNow();
    if (event.kind === 'received') doctor.received(at, event.bytes);
    else if (event.kind === 'glitch') doctor.glitch(at, event.name);
    else if (event.kind === 'opened') {
      doctor = createLineDoctor(parts.baudRate());
      asking?.unsubscribe();
      asking = timer(EVERY_MS, EVERY_MS, clockScheduler(clock)).subscribe(tell);
    } else if (event.kind === 'closed') {
      asking?.unsubscribe();
      diagnosis.set(WELL);
    }
  };

  const subscription = parts.traffic$.subscribe(onTraffic);
  subscription.add(
    parts.transactions$.subscribe(({ outcome }) => {
      if (outcome.kind === 'timeout') doctor.command(false);
      else if (outcome.kind === 'ok' || outcome.kind === 'error') doctor.command(true);
    }),
  );

  return {
    diagnosis$: diagnosis.live,
    dispose: () => {
      subscription.unsubscribe();
      asking?.unsubscribe();
      diagnosis.dispose();
    },
  };
};
