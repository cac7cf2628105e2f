import type { Observable } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import { pause } from '../prelude/pause.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import { filled, type DeviceIo, type RawValues } from './device-io.ts';
import { parameterOf, type ParameterSchema } from './parameter-schema.ts';
import { firstDifference, MOST_READS, otherDevice, readSame } from './read-steadily.ts';
import {
  nextPhase,
  type WriteEnd,
  type WriteEvent,
  type WritePhase,
  type WritePlan,
} from './write-machine.ts';

/** How long a device is awaited after a restart, in addition to the time in its schema. */
const RETURN_MS = 15_000;
const RETRY_MS = 500;

/** A phase that changes the device or verifies it. */
export type JournaledPhase = Extract<
  WritePhase,
  { readonly kind: 'writing' | 'persisting' | 'restarting' | 'verifying' }
>;

export interface WriteParts {
  readonly io: DeviceIo;
  readonly clock: Pick<Clock, 'after' | 'monotonicNow'>;
  readonly schema: ParameterSchema;
  /** The device of the plan. Another one is never written to. */
  readonly identity: DeviceIdentity;
  readonly plan: WritePlan;
  /** The values that the device must have before the write. */
  readonly present: RawValues;
  /** The values that the device must have after the write. */
  readonly expected: RawValues;
  readonly password?: string | undefined;
  /** Returns why the write must not continue now. May wait for fresh live data. */
  readonly blocked: () => Promise<string | undefined>;
  /** Saves the progress before a command is sent. Returns why this failed. */
  readonly save: (phase: JournaledPhase) => Promise<string | undefined>;
  /** Emits when the device restarted, or when the connection ended, also for a moment. */
  readonly interrupted$: Observable<'restarted' | 'closed'>;
  readonly onPhase: (phase: WritePhase) => void;
}

export interface WriteResult {
  readonly end: WriteEnd;
  readonly why?: string;
  /** The values that the device had at the end; undefined if they could not be read. */
  readonly values: RawValues | undefined;
}

export type ActiveWrite = ReturnType<typeof startWrite>;

const OK: WriteEvent = { kind: 'ok' };
const INTERRUPTIONS = {
  restarted: 'The device restarted during the write',
  closed: 'The connection was interrupted during the write',
} as const;

/** Runs a write until its end. */
export const startWrite = (parts: WriteParts) => {
  const { io, clock, schema, identity, plan, present, expected } = parts;
  const { commands } = schema;
  let interruption: string | undefined;
  let interruptions = 0;
  let hasRestarted = false;
  let expectsRestart = false;
  let values: RawValues | undefined;

  const subscription = parts.interrupted$.subscribe((kind) => {
    interruptions += 1;
    if (kind === 'restarted') hasRestarted = true;
    if (!expectsRestart) interruption ??= INTERRUPTIONS[kind];
  });

  const identify = async (): Promise<WriteEvent> => {
    const why = await otherDevice(io, identity);
    return why === undefined ? OK : { kind: 'lost', why };
  };

  /** Checks everything that has to be true before a command that changes the device. */
  const mayGoOn = async (phase?: JournaledPhase): Promise<WriteEvent> => {
    const why = interruption ?? (await parts.blocked());
    if (why !== undefined) return { kind: 'stopped', why };
    const problem = phase && (await parts.save(phase));
    const late = interruption ?? problem;
    return late === undefined ? OK : { kind: 'stopped', why: late };
  };

  const change = async (text: string, name: string, password?: string): Promise<WriteEvent> => {
    const sent = await io.send(text, password);
    if (sent.ok) return OK;
    return {
      kind: sent.error.kind === 'refused' ? 'failed' : 'unknown',
      why: `${name} ${sent.error.text}`,
    };
  };

  const readAll = (wanted: RawValues) =>
    readSame({ io, schema, identity, interruptions: () => interruptions, expected: wanted });

  const labelOf = (key: string): string => parameterOf(schema, key)?.label ?? key;

  const prepare = async (): Promise<WriteEvent> => {
    const same = await identify();
    if (same.kind !== 'ok') return same;
    const found = await readAll(present);
    if (found.kind !== 'values') return found;
    const why = firstDifference(schema, present, found.values);
    if (why === undefined) return OK;
    return {
      kind: 'failed',
      why: `The device has changed since it was read: ${why}. Read it again`,
    };
  };

  const checkValue = async (index: number): Promise<WriteEvent> => {
    const { key = '', wanted = '' } = plan.changes[index] ?? {};
    let last: string | undefined;
    for (let read = 0; read < MOST_READS; read += 1) {
      const raw = await io.readOne(schema, key);
      if (!raw.ok) continue;
      if (raw.value === wanted) return OK;
      if (raw.value === last) break; // reads twice, to exclude a flipped bit
      last = raw.value;
    }
    if (last === undefined) {
      return { kind: 'unknown', why: `${labelOf(key)} could not be read back` };
    }
    const why = firstDifference(schema, new Map([[key, wanted]]), new Map([[key, last]]));
    return { kind: 'failed', why: `The device has another value than written: ${why ?? key}` };
  };

  const restart = async (): Promise<WriteEvent> => {
    const begun = await mayGoOn({ kind: 'restarting', attempt: 1 });
    if (begun.kind !== 'ok') return begun;
    expectsRestart = true;
    const sent = await change(commands.restart ?? '', 'The restart');
    if (sent.kind === 'failed') {
      expectsRestart = false;
      return sent;
    }
    const until = clock.monotonicNow() + schema.restartMs + RETURN_MS;
    await pause(clock, schema.restartMs);
    let answer = await identify();
    while (answer.kind === 'lost' && answer.why.startsWith('ATI') && clock.monotonicNow() < until) {
      await pause(clock, RETRY_MS);
      answer = await identify();
    }
    expectsRestart = false;
    if (answer.kind !== 'ok') return answer;
    return sent.kind === 'ok' || hasRestarted
      ? OK
      : { kind: 'unknown', why: 'It is not known whether the device has restarted' };
  };

  const verify = async (isComplete: boolean): Promise<WriteEvent> => {
    const same = await identify();
    if (same.kind !== 'ok') return same;
    // A failure to save does not stop the write: without this entry, the journal only causes more checks than
    // necessary.
    if (isComplete) await parts.save({ kind: 'verifying' });
    const found = await readAll(expected);
    if (found.kind !== 'values') return found;
    values = found.values;
    const why = firstDifference(schema, expected, values);
    return why === undefined ? OK : { kind: 'failed', why: `The device has other values: ${why}` };
  };

  const perform = async (phase: WritePhase): Promise<WriteEvent> => {
    switch (phase.kind) {
      case 'preparing':
        return prepare();
      case 'beginning': {
        const may = await mayGoOn();
        if (may.kind !== 'ok') return may;
        const name = commands.begin?.includes('{password}') === true ? 'The password' : 'The write';
        return change(commands.begin ?? '', name, parts.password);
      }
      case 'writing': {
        const may = await mayGoOn(phase);
        if (may.kind !== 'ok') return may;
        const { key = '', wanted = '' } = plan.changes[phase.index] ?? {};
        return change(filled(commands.write, { key, value: wanted }), `Writing ${labelOf(key)}`);
      }
      case 'checking':
        return checkValue(phase.index);
      case 'persisting': {
        const same = await identify();
        const may = same.kind === 'ok' ? await mayGoOn(phase) : same;
        return may.kind === 'ok' ? change(commands.persist ?? '', 'Storing the values') : may;
      }
      case 'restarting':
        return restart();
      case 'verifying':
        return verify(phase.why === undefined);
      case 'ended':
        return OK;
    }
  };

  const run = async (): Promise<WriteResult> => {
    let phase: WritePhase = { kind: 'preparing' };
    while (phase.kind !== 'ended') {
      parts.onPhase(phase);
      phase = nextPhase(plan, phase, await perform(phase));
    }
    subscription.unsubscribe();
    return { end: phase.end, values, ...(phase.why === undefined ? {} : { why: phase.why }) };
  };

  return {
    /** Settles when the write has ended. */
    result: run(),
    stop: (why: string): void => {
      interruption ??= why;
    },
  };
};
