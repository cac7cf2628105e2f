import {
  debounceTime,
  filter,
  firstValueFrom,
  map,
  merge,
  scan,
  ReplaySubject,
  timer,
  type Observable,
} from 'rxjs';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Link } from './link-api.ts';
import { hasLineFormat, type LineFormat } from './port-options.ts';

export interface Probe {
  readonly line: { readonly baud: number } & Partial<LineFormat>;
  /** The texts to send, each after the answer to the previous one; the last one is the question. Empty: only listen. */
  readonly sends: readonly Uint8Array[];
  readonly timeoutMs: number;
}

/** How an identification ended; `index` is the index of the answered step. */
export type IdentifyEnd =
  | { readonly kind: 'found'; readonly index: number }
  | { readonly kind: 'none' | 'stopped' | 'lost' };

export interface IdentifyRequest<Step extends Probe> {
  /** The steps in the order in which they are tried. */
  readonly plan: readonly Step[];
  /** Whether these bytes, received after the question, prove the device. */
  readonly isAnswer: (step: Step, received: Uint8Array) => boolean;
  readonly onStep: (index: number) => void;
}

export interface Identification {
  /** Settles when the identification has ended; never rejects. */
  readonly ended: Promise<IdentifyEnd>;
  readonly stop: () => void;
  /**
   * Lets the app send again after an answer. Until this call, the app sends nothing of its own, so that the user can
   * choose the profile first.
   */
  readonly release: () => void;
}

/** The silence in ms after which the answer to a preparing command counts as complete. */
const GAP_MS = 150;
/** Maximum number of bytes that are kept of an endless stream. */
const MOST_BYTES = 65_536;

type StepEnd = 'answered' | 'silent' | 'stopped' | 'lost';

interface IdentifyParts {
  readonly link: Omit<Link, 'identify'>;
  readonly clock: Clock;
  /** Stops the app from sending anything of its own while `isQuiet` is true. */
  readonly setQuiet: (isQuiet: boolean) => void;
}

const run = async <Step extends Probe>(
  { link, clock, setQuiet }: IdentifyParts,
  { plan, isAnswer, onStep }: IdentifyRequest<Step>,
  stopped: Observable<void>,
): Promise<IdentifyEnd> => {
  const before = link.connection$.value;
  if (before.kind !== 'connected') return { kind: 'lost' };
  const scheduler = clockScheduler(clock);
  const received$ = link.traffic$.pipe(
    filter((traffic) => traffic.kind === 'received'),
    map(({ bytes }) => bytes),
  );
  const ended$: Observable<StepEnd> = merge(
    stopped.pipe(map(() => 'stopped' as const)),
    link.traffic$.pipe(
      filter(({ kind }) => kind === 'closed'),
      map(() => 'lost' as const),
    ),
  );
  const within = (answered$: Observable<StepEnd>, timeoutMs: number): Promise<StepEnd> =>
    firstValueFrom(
      merge(ended$, answered$, timer(timeoutMs, scheduler).pipe(map(() => 'silent' as const))),
    );
  const send = async (bytes: Uint8Array): Promise<boolean> =>
    (await link.writeRaw(new TextDecoder('latin1').decode(bytes), bytes)).ok;
  const inUse = (): LineFormat | undefined => link.ports.atHand$.value?.inUse;
  const formatBefore = inUse();
  /** Opens the port again, unless its line already has these settings. Resolves to whether the port is open. */
  const setLine = async ({ baud, ...format }: Probe['line']): Promise<boolean> => {
    const now = inUse();
    const isSet = now !== undefined && hasLineFormat(now, format);
    if (isSet && link.settings$.value.baudRate === baud) return true;
    return (await link.reopenAt(baud, { ...formatBefore, ...format })).ok;
  };

  const tryStep = async (step: Step): Promise<StepEnd> => {
    if (!(await setLine(step.line))) return 'lost';
    for (const bytes of step.sends.slice(0, -1)) {
      const prepared = within(
        received$.pipe(
          debounceTime(GAP_MS, scheduler),
          map(() => 'answered' as const),
        ),
        step.timeoutMs,
      );
      if (!(await send(bytes))) return 'lost';
      const end = await prepared;
      if (end === 'stopped' || end === 'lost') return end;
    }
    const answered = within(
      received$.pipe(
        scan((all, bytes) => joinBytes([all, bytes]).slice(-MOST_BYTES), new Uint8Array()),
        filter((bytes) => isAnswer(step, bytes)),
        map(() => 'answered' as const),
      ),
      step.timeoutMs,
    );
    const question = step.sends.at(-1);
    return question !== undefined && !(await send(question)) ? 'lost' : answered;
  };

  const tryAll = async (): Promise<IdentifyEnd> => {
    for (const [index, step] of plan.entries()) {
      onStep(index);
      const end = await tryStep(step);
      if (end === 'answered') return { kind: 'found', index };
      if (end !== 'silent') return { kind: end };
    }
    return { kind: 'none' };
  };

  setQuiet(true);
  const end = await tryAll();
  if (end.kind === 'none' || end.kind === 'stopped') {
    await setLine({ baud: before.baudRate, ...formatBefore });
  }
  const found = end.kind === 'found' ? plan[end.index]?.line : undefined;
  if (found !== undefined) {
    const { baud: _, ...format } = found;
    link.ports.change(format); // so the port opens with this format the next time, too
  }
  if (end.kind !== 'found') setQuiet(false);
  return end;
};

/**
 * Tries probes on the connected device, each at its baud rate, until the first certain answer. The app sends nothing
 * else meanwhile. After an answer, the line format of the probe is saved. If no probe is answered or the identification
 * is stopped, the port is opened again as before.
 */
export const identifyDevice = <Step extends Probe>(
  parts: IdentifyParts,
  request: IdentifyRequest<Step>,
): Identification => {
  const stopped = new ReplaySubject<void>(1);
  /** The events `found` and `released`, which may come in any order. */
  const steps = new Set<'found' | 'released'>();
  const reach = (step: 'found' | 'released'): void => {
    if (steps.has(step)) return;
    steps.add(step);
    if (steps.size === 2) parts.setQuiet(false);
  };
  const ended = run(parts, request, stopped).then((end) => {
    if (end.kind === 'found') reach('found');
    return end;
  });
  return {
    ended,
    release: () => reach('released'),
    stop: () => stopped.next(),
  };
};
