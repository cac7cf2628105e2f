import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply, Understanding } from '../protocol/reply-decoder.ts';

const LISTS = ['cellVoltagesV', 'temperaturesC', 'balancing'] as const;

/** Returns the names of the values of a sample that were reported: `socPercent`, `cellVoltagesV` … */
export const placesOf = (sample: PackSample): readonly string[] =>
  Object.entries(sample).flatMap(([name, value]) =>
    name === 'lacksFaults' || (Array.isArray(value) && value.length === 0) ? [] : [name],
  );

const mergeSamples = (before: PackSample, now: PackSample): PackSample => {
  const { lacksFaults: _, ...merged } = { ...before, ...now };
  const kept = Object.fromEntries(
    LISTS.filter((name) => (now[name]?.length ?? 0) === 0).map((name) => [name, before[name]]),
  );
  const { alarms, protections, lacksFaults: isUnknown } = now.lacksFaults === true ? before : now;
  return {
    ...merged,
    ...kept,
    alarms,
    protections,
    ...(isUnknown === true ? { lacksFaults: true } : {}),
  };
};

const mergeUnderstanding = (before: Understanding, now: Understanding): Understanding => {
  if (before.kind !== 'inferred' || now.kind !== 'inferred') return now;
  const fresh = new Set<string>(now.evidence.map(({ place }) => place));
  const older = before.evidence.filter(({ place }) => !fresh.has(place));
  return { kind: 'inferred', evidence: [...older, ...now.evidence] };
};

const merge = (before: DecodedReply, now: DecodedReply): DecodedReply => {
  const names = new Set(now.others.map(({ key }) => key));
  return {
    ...now,
    sample: mergeSamples(before.sample, now.sample),
    others: [...before.others.filter(({ key }) => !names.has(key)), ...now.others],
    understanding: mergeUnderstanding(before.understanding, now.understanding),
  };
};

const NUMBERED = ['cellVoltagesV', 'temperaturesC'] as const;

/** Returns the names of the cells and sensors of a sample that were read: `cellVoltagesV 3`. */
export const numberedIn = (sample: PackSample): readonly string[] =>
  NUMBERED.flatMap((key) =>
    sample[key].flatMap((value, index) => (value === null ? [] : [`${key} ${index + 1}`])),
  );

export interface StreamRecord {
  readonly reply: DecodedReply;
  readonly at: number;
  /** The cells and sensors that the latest records of this kind contained; see `numberedIn`. */
  readonly numbered: ReadonlySet<string>;
}

/** Returns the latest records with a list, without those whose cells or sensors a later one contains, too. */
const partsOf = (records: readonly StreamRecord[], key: (typeof NUMBERED)[number]) => {
  const taken = new Set<string>();
  return records.toReversed().filter(({ reply, numbered }) => {
    const own = [...numbered].filter((place) => place.startsWith(`${key} `));
    if (reply.sample[key].length === 0 || own.some((place) => taken.has(place))) return false;
    for (const place of own) taken.add(place);
    return true;
  });
};

/**
 * Merges the lists of records that each contain other cells or sensors. Undefined unless there are several such records:
 * then the list of the last one replaces that of an earlier one.
 */
const mergeLists = (
  records: readonly StreamRecord[],
  key: (typeof NUMBERED)[number],
  at: number,
) => {
  const parts = partsOf(records, key);
  if (parts.length < 2) return undefined;
  const length = Math.max(...parts.map(({ reply }) => reply.sample[key].length));
  const ages = new Map<string, number>();
  const values = Array.from({ length }, (_, index) => {
    const place = `${key} ${index + 1}`;
    const owner = parts.find(({ numbered }) => numbered.has(place));
    if (owner !== undefined) ages.set(place, Math.max(0, at - owner.at));
    return owner?.reply.sample[key][index] ?? null;
  });
  return { values, ages };
};

/**
 * Merges records, oldest first, into one reply with the latest of each value. `at` is the time of the last record, in
 * ms.
 */
export const mergeReplies = (records: readonly StreamRecord[], at: number): DecodedReply => {
  const replies = records.map(({ reply }) => reply);
  const olderByMs = new Map<string, number>();
  for (const record of records) {
    for (const place of placesOf(record.reply.sample)) {
      if (record.at >= at) olderByMs.delete(place);
      else olderByMs.set(place, at - record.at);
    }
  }
  const [first, ...rest] = replies;
  if (first === undefined) throw new Error('no records to merge');
  const merged = rest.reduce(merge, first);
  const lists: Partial<Record<(typeof NUMBERED)[number], readonly (number | null)[]>> = {};
  for (const key of NUMBERED) {
    const list = mergeLists(records, key, at);
    if (list === undefined) continue;
    lists[key] = list.values;
    const oldest = Math.max(0, ...list.ages.values());
    if (oldest === 0) continue;
    olderByMs.set(key, oldest);
    for (const [place, ms] of list.ages) olderByMs.set(place, ms);
  }
  const sample: PackSample = { ...merged.sample, ...lists };
  const { balancing, ...others } = sample;
  const isOfAll = balancing === undefined || balancing.length === sample.cellVoltagesV.length;
  return { ...merged, sample: isOfAll ? sample : others, olderByMs };
};
