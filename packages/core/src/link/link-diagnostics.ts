import { timer, type Observable, type Subscription } from 'rxjs';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import { isBinary } from './command-lines.ts';
import { BAUD_RATES } from './link-api.ts';
import type { Traffic, Transaction } from './traffic.ts';

/** The likely cause of the errors on the line. */
export type Diagnosis =
  | { readonly kind: 'well' }
  /** Many bytes are not text, which is the usual sign of a wrong baud rate. */
  | {
      readonly kind: 'wrongBaudRate';
      readonly unreadablePercent: number;
      readonly tryBaudRate: number;
    }
  /** Commands are sent and no bytes are received. No other rate is offered if the device has answered at this one. */
  | { readonly kind: 'silent'; readonly commands: number; readonly tryBaudRate?: number }
  /** The text contains line errors: cable, ground and plug have to be checked. */
  | {
      readonly kind: 'badLine';
      readonly errors: number;
      readonly names: readonly string[];
    }
  /** The computer did not read the bytes in time. */
  | { readonly kind: 'overrun'; readonly errors: number };

/** Errors are counted over this time. */
export const DIAGNOSIS_WINDOW_S = 10;
const WINDOW_MS = DIAGNOSIS_WINDOW_S * 1_000;
/** Fewer bytes than this lead to no diagnosis. */
const LEAST_BYTES = 20;
const UNREADABLE_LIMIT = 0.1;
const LEAST_ERRORS = 3;
const SILENT_COMMANDS = 3;
const WELL: Diagnosis = { kind: 'well' };

/**
 * Contains 1 for every byte that is not text: DEL, all bytes from 0x80, and control characters except TAB, LF, CR and
 * ESC.
 */
const UNREADABLE = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLayout = byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x1b;
  return (byte < 0x20 && !isLayout) || byte >= 0x7f ? 1 : 0;
});

interface Tally {
  readonly at: number;
  readonly bytes: number;
  readonly unreadable: number;
  readonly glitch?: string;
}

/** Collects the errors of the last ten seconds and diagnoses them. Times are monotonic milliseconds. */
export const createLinkDiagnostics = (baudRate: number) => {
  let tallies: Tally[] = [];
  let unanswered = 0;
  let receivedSinceReply = false;
  let wasAnswered = false;
  let understoodAt = -Infinity;

  // Suggests the next slower of the offered rates, and after the slowest the fastest, so that each try leads to another
  // rate.
  const rates = [...BAUD_RATES].reverse();
  const tryBaudRate =
    rates[(rates.findIndex((rate) => rate === baudRate) + 1) % rates.length] ?? baudRate;

  const add = (tally: Tally): void => {
    tallies = tallies.filter((each) => tally.at - each.at < WINDOW_MS);
    tallies.push(tally);
  };

  return {
    received: (at: number, bytes: Uint8Array): void => {
      receivedSinceReply = true;
      let unreadable = 0;
      // A loop by index is five times as fast as an iterator, and it runs over every received byte.
      for (let each = 0; each < bytes.length; each += 1)
        unreadable += UNREADABLE[bytes[each] ?? 0] ?? 0;
      const last = tallies.at(-1);
      // Chunks within 100 ms share one tally, so that a flood does not grow the list.
      if (last !== undefined && last.glitch === undefined && at - last.at < 100) {
        tallies[tallies.length - 1] = {
          at: last.at,
          bytes: last.bytes + bytes.length,
          unreadable: last.unreadable + unreadable,
        };
      } else add({ at, bytes: bytes.length, unreadable });
    },
    glitch: (at: number, name: string): void => {
      add({ at, bytes: 0, unreadable: 0, glitch: name });
    },
    /** Reports that values were decoded, which proves the baud rate even if the bytes are not text. */
    understood: (at: number): void => {
      understoodAt = at;
    },
    /** Reports that a command ended, with a reply of any kind or without one. */
    command: (answered: boolean): void => {
      unanswered = answered ? 0 : unanswered + 1;
      wasAnswered ||= answered;
      if (answered || unanswered === 1) receivedSinceReply = false;
    },
    diagnose: (at: number): Diagnosis => {
      const recent = tallies.filter((each) => at - each.at < WINDOW_MS);
      const bytes = recent.reduce((sum, each) => sum + each.bytes, 0);
      const unreadable = recent.reduce((sum, each) => sum + each.unreadable, 0);
      const names = recent.flatMap(({ glitch }) => (glitch === undefined ? [] : [glitch]));
      const overruns = names.filter((name) => name === 'BufferOverrunError').length;
      const lineErrors = names.filter((name) => name !== 'BufferOverrunError');
      const isProven = at - understoodAt < WINDOW_MS;
      if (!isProven && bytes >= LEAST_BYTES && unreadable / bytes > UNREADABLE_LIMIT) {
        const unreadablePercent = Math.round((unreadable / bytes) * 100);
        return { kind: 'wrongBaudRate', unreadablePercent, tryBaudRate };
      }
      if (lineErrors.length >= LEAST_ERRORS) {
        const different = [...new Set(lineErrors)].sort();
        return { kind: 'badLine', errors: lineErrors.length, names: different };
      }
      if (overruns > 0) return { kind: 'overrun', errors: overruns };
      return unanswered >= SILENT_COMMANDS && !receivedSinceReply
        ? { kind: 'silent', commands: unanswered, ...(wasAnswered ? {} : { tryBaudRate }) }
        : WELL;
    },
  };
};

const DIAGNOSIS_INTERVAL_MS = 1_000;
const NO_BYTES = new Uint8Array(0);

export interface DiagnosisParts {
  readonly clock: Clock;
  readonly traffic$: Observable<Traffic>;
  readonly transactions$: Observable<Transaction>;
  /** Returns the rate of the connection that has just opened. */
  readonly baudRate: () => number;
}

/** Passes the traffic to the link diagnostics. Publishes a diagnosis every second and after each command. */
export const createDiagnosisMonitor = (
  parts: DiagnosisParts,
): {
  readonly diagnosis$: Live<Diagnosis>;
  readonly understood: () => void;
  readonly dispose: () => void;
} => {
  const { clock } = parts;
  const diagnosis = createLive<Diagnosis>(WELL);
  let diagnostics = createLinkDiagnostics(parts.baudRate());
  let timing: Subscription | undefined;
  /** Whether the user sent bytes that are not text, so that the reply need not be text. */
  let isAskedInBytes = false;

  const publish = (): void => diagnosis.set(diagnostics.diagnose(clock.monotonicNow()));

  const subscription = parts.traffic$.subscribe((event) => {
    const at = clock.monotonicNow();
    if (event.kind === 'sent') isAskedInBytes = event.origin === 'user' && isBinary(event.bytes);
    else if (event.kind === 'received')
      diagnostics.received(at, isAskedInBytes ? NO_BYTES : event.bytes);
    else if (event.kind === 'glitch') diagnostics.glitch(at, event.name);
    else if (event.kind === 'opened') {
      diagnostics = createLinkDiagnostics(parts.baudRate());
      timing?.unsubscribe();
      const every = DIAGNOSIS_INTERVAL_MS;
      timing = timer(every, every, clockScheduler(clock)).subscribe(publish);
    } else if (event.kind === 'closed') {
      timing?.unsubscribe();
      diagnosis.set(WELL);
    }
  });
  subscription.add(
    parts.transactions$.subscribe(({ outcome }) => {
      const isAnswered = outcome.kind === 'ok' || outcome.kind === 'error';
      if (!isAnswered && outcome.kind !== 'timeout') return;
      diagnostics.command(isAnswered);
      publish(); // at once, because the chip of the device shows the same count of commands
    }),
  );

  return {
    diagnosis$: diagnosis.live,
    understood: () => diagnostics.understood(clock.monotonicNow()),
    dispose: () => {
      subscription.unsubscribe();
      timing?.unsubscribe();
      diagnosis.dispose();
    },
  };
};
