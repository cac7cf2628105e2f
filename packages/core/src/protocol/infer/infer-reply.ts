import type { PackSample, OtherValue } from '../pack-sample.ts';
import { draftsOf, type Drafted, type DraftValues, type KnownScales } from './draft-sample.ts';
import { entryName, type Entry } from './entry.ts';
import type { Evidence } from './evidence.ts';
import { itemsOf, recordsOf, type Item, type KnownHeader } from './items.ts';
import { cellRun } from './number-run.ts';
import { rounded } from './numbers.ts';
import { areIdsOfPacks, packNumber, recordId, type IdMemory } from './pack-number.ts';
import { tableEntries } from './table-entries.ts';

/** The values of a reply in an unknown dialect, without those that are uncertain. */
export interface InferredReply {
  readonly sample: PackSample;
  /** The evidence of each value of `sample`. */
  readonly evidence: readonly Evidence[];
  /** The values that were not understood, under the device's own names. */
  readonly others: readonly OtherValue[];
  /** All packs, if the reply reports several; `sample` is the first. */
  readonly packs?: readonly (Omit<InferredReply, 'packs'> & { readonly label: string })[];
}

/** What is known from earlier replies of a connection. It makes later replies with less context readable. */
export interface InferenceMemory extends KnownScales {
  header?: KnownHeader;
  /** True if a value was read that only a battery has. */
  isBattery?: true;
  /** The numbers of the packs that were named. */
  readonly packs: Set<number>;
  readonly ids: IdMemory;
}

export const createMemory = (): InferenceMemory => ({
  proven: new Map(),
  foreignScales: new Set(),
  levels: new Set(),
  packs: new Set(),
  ids: { seen: [] },
});

const MAX_OTHERS = 256;

const sampleOf = (values: DraftValues): PackSample => ({
  ...values,
  alarms: [],
  protections: [],
  lacksFaults: true,
});

const EMPTY: DraftValues = { cellVoltagesV: [], temperaturesC: [] };

const hasValues = ({ evidence }: Drafted): boolean => evidence.length > 0;

/** True if the record contains only temperatures, which may be those of a room or a router. */
const isOnlyWarm = ({ evidence }: Drafted): boolean =>
  evidence.every(
    ({ place, key }) =>
      place.startsWith('temperaturesC') && !/cell|pack|bat|akku|bms|zell/i.test(key),
  );

const rowDraft = (item: Extract<Item, { readonly kind: 'row' }>): Drafted | undefined => {
  const run = cellRun(item.numbers);
  if (run?.pack === undefined) return undefined;
  const { from, length, factor, pack } = run;
  const { at: packAt, factor: packFactor } = pack;
  const volt = (at: number, by: number): number => rounded((item.numbers[at]?.value ?? 0) * by);
  const reason = `one of ${length} numbers in the range of a cell that add up to number ${packAt + 1}`;
  return {
    used: new Set(),
    isBattery: true,
    values: {
      packVoltageV: volt(packAt, packFactor),
      cellVoltagesV: Array.from({ length }, (_, at) => volt(from + at, factor)),
      temperaturesC: [],
    },
    evidence: [
      {
        place: 'packVoltageV',
        key: `#${packAt + 1}`,
        text: String(item.numbers[packAt]?.value),
        reason: `the sum of ${length} numbers in the range of a cell`,
      },
      ...Array.from({ length }, (_, at): Evidence => ({
        place: `cellVoltagesV ${at + 1}`,
        key: `#${from + at + 1}`,
        text: String(item.numbers[from + at]?.value),
        reason,
      })),
    ],
  };
};

const othersOf = (entries: readonly Entry[], used: ReadonlySet<Entry>): readonly OtherValue[] =>
  entries
    .filter((entry) => !used.has(entry) && entry.value.text !== '')
    .slice(0, MAX_OTHERS)
    .map((entry) => ({ key: entryName(entry), text: entry.value.text.slice(0, 200) }));

/** A record with the number of the pack that it names, if it names one. */
interface NumberedRecord {
  readonly reply: InferredReply;
  readonly number: number | undefined;
  /** An id that may be the number of the pack. */
  readonly id: number | undefined;
}

const inferRecord = (
  record: readonly Item[],
  memory: InferenceMemory,
): readonly NumberedRecord[] => {
  const shared: Entry[] = [];
  let moments: readonly (readonly Entry[])[] = [];
  let byPlace: Drafted | undefined;
  const rowOthers: OtherValue[] = [];
  for (const item of record) {
    if (item.kind === 'entries') shared.push(...item.entries);
    else if (item.kind === 'table') {
      const { names, delimiter } = item.table;
      if (delimiter !== undefined) memory.header = { names, delimiter };
      const { records } = tableEntries(item.table, item.rule);
      if (records.length === 1) shared.push(...(records[0] ?? []));
      else moments = [...moments, ...records];
    } else if (item.kind === 'row') {
      const drafted = rowDraft(item);
      byPlace = drafted ?? byPlace;
      const known = new Set(drafted?.evidence.map(({ key }) => key));
      rowOthers.push(
        ...item.numbers.flatMap(({ value }, at) =>
          known.has(`#${at + 1}`) ? [] : [{ key: `#${at + 1}`, text: String(value) }],
        ),
      );
    }
  }
  const replies = (moments.length === 0 ? [[]] : moments).map((moment): NumberedRecord => {
    const entries = moment.length === 0 ? shared : [...moment, ...shared];
    const drafts = draftsOf(entries, memory, memory.isBattery === true)
      .filter(hasValues)
      .filter((each) => memory.isBattery === true || !isOnlyWarm(each));
    if (drafts.some(({ isBattery }) => isBattery)) memory.isBattery = true;
    const first = drafts[0] ?? byPlace;
    const used = new Set(drafts.flatMap((each) => [...each.used]));
    const others = [...othersOf(entries, used), ...rowOthers].slice(0, MAX_OTHERS);
    const replyOf = (draft: Drafted | undefined) => ({
      sample: sampleOf(draft?.values ?? EMPTY),
      evidence: draft?.evidence ?? [],
      others,
    });
    const packs = drafts.map((each, at) => ({
      ...replyOf(each),
      label: String(each.pack ?? at + 1),
    }));
    const reply = { ...replyOf(first), ...(packs.length > 1 ? { packs } : {}) };
    return { reply, number: packNumber(entries), id: recordId(entries) };
  });
  return replies;
};

const numberedRecords = (
  lines: readonly string[],
  memory: InferenceMemory,
): readonly NumberedRecord[] =>
  recordsOf(itemsOf(lines, memory.header)).flatMap((record) => inferRecord(record, memory));

/**
 * Reads a text in an unknown dialect, record by record. Only `memory` is changed; the time is linear in the length of
 * the text. A record without a known value has an empty sample.
 */
export const inferRecords = (
  lines: readonly string[],
  memory: InferenceMemory = createMemory(),
): readonly InferredReply[] => numberedRecords(lines, memory).map(({ reply }) => reply);

/** Merges two replies. Later values replace earlier ones, including lists and evidence. */
const merge = (before: InferredReply, now: InferredReply): InferredReply => {
  const hasCells = now.sample.cellVoltagesV.length > 0;
  const hasTemperatures = now.sample.temperaturesC.length > 0;
  const fresh = new Set<string>(now.evidence.map(({ place }) => place));
  const isReplaced = (place: string): boolean =>
    fresh.has(place) ||
    (hasCells && place.startsWith('cellVoltagesV')) ||
    (hasTemperatures && place.startsWith('temperaturesC'));
  const names = new Set(now.others.map(({ key }) => key));
  return {
    sample: {
      ...before.sample,
      ...now.sample,
      cellVoltagesV: (hasCells ? now : before).sample.cellVoltagesV,
      temperaturesC: (hasTemperatures ? now : before).sample.temperaturesC,
    },
    evidence: [...before.evidence.filter(({ place }) => !isReplaced(place)), ...now.evidence],
    others: [...before.others.filter(({ key }) => !names.has(key)), ...now.others].slice(
      -MAX_OTHERS,
    ),
    ...(now.packs === undefined
      ? before.packs === undefined
        ? {}
        : { packs: before.packs }
      : { packs: now.packs }),
  };
};

const mergeAll = (replies: readonly InferredReply[]): InferredReply | undefined => {
  const [first, ...rest] = replies;
  return first && rest.reduce(merge, first);
};

/**
 * Merges the records of each pack; undefined if no pack is named, or if the device has named only one so far. Records
 * that name no pack are those of the whole system if they contain its voltage or state of charge.
 */
const mergePacks = (
  records: readonly NumberedRecord[],
  known: Set<number>,
): InferredReply | undefined => {
  const numbers = new Set(records.map(({ number }) => number).filter((each) => each !== undefined));
  for (const number of numbers) known.add(number);
  if (numbers.size === 0 || known.size < 2) return undefined;
  const repliesOf = (wanted: number | undefined): readonly InferredReply[] =>
    records.filter(({ number }) => number === wanted).map(({ reply }) => reply);
  const whole = mergeAll(repliesOf(undefined));
  if (whole?.sample.packVoltageV !== undefined || whole?.sample.socPercent !== undefined)
    return whole;
  const packs = [...numbers].flatMap((number) => {
    const { sample, evidence = [], others = [] } = mergeAll(repliesOf(number)) ?? {};
    return sample === undefined || evidence.length === 0
      ? []
      : [{ sample, evidence, others, label: String(number) }];
  });
  const [first] = packs;
  if (first === undefined) return undefined;
  const { label: _, ...reply } = first;
  return { ...reply, packs };
};

/** Uses the ids of records as numbers of packs if they are. While this is not known, records of two ids are not mixed. */
const numberedByIds = (
  records: readonly NumberedRecord[],
  { ids: known, packs }: InferenceMemory,
): readonly NumberedRecord[] => {
  const ids = records.map(({ id }) => id).filter((id) => id !== undefined);
  if (ids.length === 0 || records.some(({ number }) => number !== undefined)) return records;
  const arePacks = areIdsOfPacks(ids, known);
  if (arePacks === true) {
    for (const id of known.seen) packs.add(id);
    return records.map((each) => ({ ...each, number: each.id }));
  }
  const last = ids.at(-1);
  return arePacks === false ? records : records.filter(({ id }) => id === undefined || id === last);
};

/**
 * Reads one reply as one sample. If it contains several records, the latest value counts; records of several packs are
 * not merged. Undefined if no value is certain.
 */
export const inferReply = (
  lines: readonly string[],
  memory: InferenceMemory = createMemory(),
): InferredReply | undefined => {
  const records = numberedByIds(numberedRecords(lines, memory), memory);
  const merged = mergePacks(records, memory.packs) ?? mergeAll(records.map(({ reply }) => reply));
  return merged !== undefined && merged.evidence.length > 0 ? merged : undefined;
};
