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

/**
 * Merges records, oldest first, into one reply with the latest of each value. `at` is the time of the last record, in
 * ms.
 */
export const mergeReplies = (
  records: readonly { readonly reply: DecodedReply; readonly at: number }[],
  at: number,
): DecodedReply => {
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
  return { ...rest.reduce(merge, first), olderByMs };
};
