import type { Reading } from '../bms/reading.ts';
import type { SeededRandom } from '../random/seeded-random.ts';
import type { DeviceFaultName } from './device-faults.ts';
import { eventFaults } from './event-faults.ts';
import type { FaultEvent } from './event-faults.ts';
import { faultCatalogue } from './fault-spec.ts';
import type { EventFaultName, FaultSpec, ReadingFaultName, ReplyFaultName } from './fault-spec.ts';
import { readingFaults } from './reading-faults.ts';
import type { ReplyDraft, SpoilReply } from './reply-draft.ts';
import { replyFaults } from './reply-faults.ts';

export interface ActiveFault {
  readonly id: number;
  readonly spec: FaultSpec;
  /** How often it has occurred so far. */
  readonly strikes: number;
}

interface Running {
  readonly id: number;
  readonly spec: FaultSpec;
  readonly startMs: number;
  readonly endMs: number;
  readonly random: SeededRandom;
  strikes: number;
  /** For timed faults: number of times that have passed. */
  moments: number;
  frozen: Reading | undefined;
}

const isOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name);

/** The faults of one device. Times in ms on the device's clock. */
export const createFaultEngine = (random: SeededRandom) => {
  let running: Running[] = [];
  let created = 0;
  let previous: string | undefined;
  const valueOf = (fault: Running): number =>
    fault.spec.value ?? faultCatalogue[fault.spec.name].value ?? 0;
  const strikes = (fault: Running, nowMs: number): boolean => {
    if (nowMs < fault.startMs || nowMs >= fault.endMs) return false;
    if (fault.strikes >= (fault.spec.count ?? Infinity)) return false;
    if (fault.random.next() >= (fault.spec.p ?? 1)) return false;
    fault.strikes += 1;
    return true;
  };
  /** Returns the times at which an event fault may occur, up to now. */
  const passedMoments = (fault: Running, nowMs: number): readonly number[] => {
    const name = fault.spec.name as EventFaultName; // only called for event faults
    const everyMs = (fault.spec.every ?? eventFaults[name].everyS) * 1000;
    const last = Math.min(nowMs, fault.endMs);
    const moments: number[] = [];
    for (;;) {
      const at = fault.startMs + fault.moments * everyMs;
      if (at > last || (everyMs === 0 && fault.moments > 0)) return moments;
      fault.moments += 1;
      moments.push(at);
    }
  };

  return {
    /** Adds a fault. Returns the id to remove it. */
    add: (spec: FaultSpec, nowMs: number): number => {
      created += 1;
      const startMs = nowMs + (spec.after ?? 0) * 1000;
      running.push({
        id: created,
        spec,
        startMs,
        endMs: startMs + (spec.for ?? Infinity) * 1000,
        random: random.fork(`fault ${created} ${spec.name}`),
        strikes: 0,
        moments: 0,
        frozen: undefined,
      });
      return created;
    },
    /** Removes a fault; without an id, all faults. */
    remove: (id?: number): void => {
      running = id === undefined ? [] : running.filter((fault) => fault.id !== id);
    },
    list: (): readonly ActiveFault[] =>
      running.map(({ id, spec, strikes: count }) => ({ id, spec, strikes: count })),
    spoilReading: (reading: Reading, nowMs: number): Reading =>
      running.reduce((spoilt, fault) => {
        const { name } = fault.spec;
        if (!isOf(readingFaults, name) || !strikes(fault, nowMs)) return spoilt;
        fault.frozen ??= reading;
        const kind: ReadingFaultName = name;
        return readingFaults[kind].spoil(spoilt, {
          random: fault.random,
          value: valueOf(fault),
          frozen: fault.frozen,
        });
      }, reading),
    spoilReply: (draft: ReplyDraft, poll: boolean, nowMs: number): ReplyDraft => {
      const before = previous;
      if (poll) previous = draft.text;
      return running.reduce((spoilt, fault) => {
        const { name, on } = fault.spec;
        if (!isOf(replyFaults, name) || (on === 'polls' && !poll) || !strikes(fault, nowMs))
          return spoilt;
        const kind: ReplyFaultName = name;
        const spoil: SpoilReply = replyFaults[kind].spoil;
        return spoil(spoilt, {
          random: fault.random,
          value: valueOf(fault),
          previous: before,
          poll,
        });
      }, draft);
    },
    /** Returns the events up to now, in the order of their times. */
    events: (nowMs: number): readonly { readonly atMs: number; readonly event: FaultEvent }[] =>
      running
        .filter(({ spec }) => isOf(eventFaults, spec.name))
        .flatMap((fault) =>
          passedMoments(fault, nowMs).flatMap((atMs) => {
            if (!strikes(fault, atMs)) return [];
            const name = fault.spec.name as EventFaultName; // the list is filtered above
            return [{ atMs, event: eventFaults[name].event(valueOf(fault), fault.strikes) }];
          }),
        )
        .toSorted((a, b) => a.atMs - b.atMs),
    /** Asks whether a fault of the device occurs now. */
    strike: (name: DeviceFaultName, nowMs: number): number | undefined => {
      const fault = running.find((each) => each.spec.name === name && strikes(each, nowMs));
      return fault && valueOf(fault);
    },
  };
};
