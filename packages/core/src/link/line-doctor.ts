import { BAUD_RATES } from './link-settings.ts';

/** What the line's errors point to. The user interface words it. */
export type Diagnosis =
  | { readonly kind: 'well' }
  /** Bytes that are no text: the usual sign of two baud rates. */
  | {
      readonly kind: 'wrongBaudRate';
      readonly unreadablePercent: number;
      readonly windowS: number;
      readonly tryBaudRate: number;
    }
  /** Commands go out and nothing at all comes back. No other rate is offered where this one has been answered at. */
  | { readonly kind: 'silent'; readonly commands: number; readonly tryBaudRate?: number }
  /** Text, but with errors of the line in it: cable, ground, plug. */
  | {
      readonly kind: 'badLine';
      readonly errors: number;
      readonly names: readonly string[];
      readonly windowS: number;
    }
  /** The computer did not fetch the bytes in time. */
  | { readonly kind: 'overrun'; readonly errors: number; readonly windowS: number };

const WINDOW_MS = 10_000;
const WINDOW_S = WINDOW_MS / 1_000;
/** Fewer bytes than this prove nothing. */
const LEAST_BYTES = 20;
const UNREADABLE_LIMIT = 0.1;
const LEAST_ERRORS = 3;
const SILENT_COMMANDS = 3;

/** 1 for every byte that is no part of a device's text: control characters but TAB LF CR ESC, DEL, and 0x80 on. */
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

/** Keeps the errors of the last ten seconds and says what they mean. Times are monotonic milliseconds. */
export interface LineDoctor {
  readonly received: (at: number, bytes: Uint8Array) => void;
  readonly glitch: (at: number, name: string) => void;
  /** A command ended: by a reply of any kind, or unanswered. */
  readonly command: (answered: boolean) => void;
  readonly diagnose: (at: number) => Diagnosis;
}

export const createLineDoctor = (baudRate: number): LineDoctor => {
  let tallies: Tally[] = [];
  let unanswered = 0;
  let heardSinceAnswer = false;
  let wasAnswered = false;

  // The next of the offered rates, from the fastest down, round and round: each try leads to another one.
  const rates = [...BAUD_RATES].reverse();
  const tryBaudRate =
    rates[(rates.findIndex((rate) => rate === baudRate) + 1) % rates.length] ?? baudRate;

  const add = (tally: Tally): void => {
    tallies = tallies.filter((each) => tally.at - each.at < WINDOW_MS);
    tallies.push(tally);
  };

  return {
    received: (at, bytes) => {
      heardSinceAnswer = true;
      let unreadable = 0;
      // By index: five times as fast as an iterator, and every byte of a flood comes by here.
      for (let each = 0; each < bytes.length; each += 1)
        unreadable += UNREADABLE[bytes[each] ?? 0] ?? 0;
      const last = tallies.at(-1);
      // Receptions of one tick of 100 ms are one tally: a flood must not grow the list.
      if (last !== undefined && last.glitch === undefined && at - last.at < 100) {
        tallies[tallies.length - 1] = {
          at: last.at,
          bytes: last.bytes + bytes.length,
          unreadable: last.unreadable + unreadable,
        };
      } else add({ at, bytes: bytes.length, unreadable });
    },
    glitch: (at, name) => {
      add({ at, bytes: 0, unreadable: 0, glitch: name });
    },
    command: (answered) => {
      unanswered = answered ? 0 : unanswered + 1;
      wasAnswered ||= answered;
      if (answered || unanswered === 1) heardSinceAnswer = false;
    },
    diagnose: (at) => {
      const recent = tallies.filter((each) => at - each.at < WINDOW_MS);
      const bytes = recent.reduce((sum, each) => sum + each.bytes, 0);
      const unreadable = recent.reduce((sum, each) => sum + each.unreadable, 0);
      const names = recent.flatMap(({ glitch }) => (glitch === undefined ? [] : [glitch]));
      const overruns = names.filter((name) => name === 'BufferOverrunError').length;
      const lineErrors = names.filter((name) => name !== 'BufferOverrunError');
      if (bytes >= LEAST_BYTES && unreadable / bytes > UNREADABLE_LIMIT) {
        const unreadablePercent = Math.round((unreadable / bytes) * 100);
        return { kind: 'wrongBaudRate', unreadablePercent, windowS: WINDOW_S, tryBaudRate };
      }
      if (lineErrors.length >= LEAST_ERRORS) {
        const different = [...new Set(lineErrors)].sort();
        return {
          kind: 'badLine',
          errors: lineErrors.length,
          names: different,
          windowS: WINDOW_S,
        };
      }
      if (overruns > 0) return { kind: 'overrun', errors: overruns, windowS: WINDOW_S };
      return unanswered >= SILENT_COMMANDS && !heardSinceAnswer
        ? { kind: 'silent', commands: unanswered, ...(wasAnswered ? {} : { tryBaudRate }) }
        : { kind: 'well' };
    },
  };
};
