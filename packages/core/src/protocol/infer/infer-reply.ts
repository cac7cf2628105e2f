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
  numbering: new Map(),
  foreignScales: new Set(),
  levels: new Set(),
  fitting: new Map(),
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

type Row = Extract<Item, { readonly kind: 'row' }>;

const rowDraft = (item: Row): Drafted | undefined => {
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
    .map((entry) => ({ key: entryName(entry), text: entry.value.text.slice(0, 200) }));

/** Returns the numbers of a row without those that were read. */
const othersOfRow = ({ numbers }: Row, read: Drafted | undefined): readonly OtherValue[] => {
  const known = new Set(read?.evidence.map(({ key }) => key));
  return numbers
    .map(({ value }, at) => ({ key: `#${at + 1}`, text: String(value) }))
    .filter(({ key }) => !known.has(key));
};

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
  const rows: Row[] = [];
  for (const item of record) {
    if (item.kind === 'entries') shared.push(...item.entries);
    else if (item.kind === 'table') {
      const { names, delimiter } = item.table;
      if (delimiter !== undefined) memory.header = { names, delimiter };
      const { records } = tableEntries(item.table, item.rule);
      if (records.length === 1) shared.push(...(records[0] ?? []));
      else moments = [...moments, ...records];
    } else if (item.kind === 'row') rows.push(item);
  }
  const rowDrafts = rows.map(rowDraft);
  const last = rowDrafts.findLastIndex((each) => each !== undefined);
  const byPlace = rowDrafts[last];
  const allNumbers = rows.flatMap((row) => othersOfRow(row, undefined)).slice(0, MAX_OTHERS);
  const unreadNumbers = rows
    .flatMap((row, at) => othersOfRow(row, at === last ? byPlace : undefined))
    .slice(0, MAX_OTHERS);
  return (moments.length === 0 ? [[]] : moments).map((moment): NumberedRecord => {
    const entries = moment.length === 0 ? shared : [...moment, ...shared];
    const named = draftsOf(entries, memory, memory.isBattery === true)
      .filter(hasValues)
      .filter((each) => memory.isBattery === true || !isOnlyWarm(each));
    // The numbers of a row have no names, so they are read only if no other value is.
    const drafts = named.length > 0 || byPlace === undefined ? named : [byPlace];
    if (drafts.some(({ isBattery }) => isBattery)) memory.isBattery = true;
    const used = new Set(drafts.flatMap((each) => [...each.used]));
    const others = [
      ...othersOf(entries, used),
      ...(named.length > 0 ? allNumbers : unreadNumbers),
    ].slice(0, MAX_OTHERS);
    const replyOf = (draft: Drafted | undefined) => ({
      sample: sampleOf(draft?.values ?? EMPTY),
      evidence: draft?.evidence ?? [],
      others,
    });
    const packs = drafts.flatMap((each) =>
      each.pack === undefined ? [] : [{ ...replyOf(each), label: String(each.pack) }],
    );
    const reply = { ...replyOf(drafts[0]), ...(packs.length > 0 && { packs }) };
    return { reply, number: packNumber(entries), id: recordId(entries) };
  });
};

const numberedRecords = (
  lines: readonly string[],
  memory: InferenceMemory,
): readonly NumberedRecord[] =>
  recordsOf(itemsOf(lines, memory.header)).flatMap((record) => inferRecord(record, memory));

/** Merges two replies. Later values replace earlier ones, including lists and evidence. */
const merge = (before: InferredReply, now: InferredReply): InferredReply => {
  const hasCells = now.sample.cellVoltagesV.length > 0;
  const hasTemperatures = now.sample.temperaturesC.length > 0;
  const fresh = new Set<string>(now.evidence.map(({ place }) => place));
  const isReplaced = (place: string): boolean =>
    fresh.has(place) ||
    (hasCells && place.startsWith('cellVoltagesV')) ||
    (hasTemperatures && place.startsWith('temperaturesC'));
  const switches = now.sample.switches && { ...before.sample.switches, ...now.sample.switches };
  const names = new Set(now.others.map(({ key }) => key));
  return {
    sample: {
      ...before.sample,
      ...now.sample,
      ...(switches && { switches }),
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
    const merged = mergeAll(repliesOf(number));
    if (merged === undefined || merged.evidence.length === 0) return [];
    const { sample, evidence, others } = merged;
    return [{ sample, evidence, others, label: String(number) }];
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
 * Reads a text in an unknown dialect, record by record. Only `memory` is changed; the time is linear in the length of
 * the text. A record without a known value has an empty sample. A record that names its pack is a reply of this pack.
 */
export const inferRecords = (
  lines: readonly string[],
  memory: InferenceMemory = createMemory(),
): readonly InferredReply[] => {
  const records = numberedRecords(lines, memory);
  const numbered = numberedByIds(records, memory);
  return (numbered.length < records.length ? records : numbered).map(
    (record) => mergePacks([record], memory.packs) ?? record.reply,
  );
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
