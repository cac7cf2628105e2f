import * as v from 'valibot';
import { OBJECT, readAs } from '../prelude/schema.ts';
import { cleanText } from '../recording/session-info.ts';
import type { CopiedRow } from '../workspace/copies.ts';
import { isApplied, type OutboxItem } from '../workspace/outbox-item.ts';
import { maybe, TIME } from '../workspace/rows.ts';

const BASE = {
  id: v.string(),
  ticketId: v.string(),
  at: TIME,
  receivedAt: maybe(TIME),
  authorId: maybe(v.string()),
  authorName: maybe(v.string()),
  pieces: v.nullish(v.array(v.object({ seq: v.number(), sha256: v.string() })), []),
};

const LONGEST_NAME = 200;

const text = v.nullish(v.string(), '');
const count = v.pipe(v.number(), v.finite());

/** The name under which a sealed file is saved. Another user has chosen it, so it must not be that of a program. */
const FILE_NAME = v.pipe(
  v.string(),
  v.transform((name) => {
    const clean = cleanText(name, LONGEST_NAME);
    return clean.endsWith('.jsonl') ? clean : `${clean}.sealed.jsonl`;
  }),
);

/** The failed step of a check: what was measured, what was expected, and the unit of the value. */
const FINDING = v.object({
  check: v.string(),
  step: v.string(),
  found: v.string(),
  needed: maybe(v.string()),
  value: maybe(count),
  unit: maybe(v.string()),
});

/** The context that is attached to a complaint. Each part may be absent. Units of the snapshot as in the API. */
const ATTACHMENTS = v.object({
  snapshot: maybe(OBJECT),
  faults: maybe(v.array(v.string())),
  firmware: maybe(v.string()),
  parameters: maybe(OBJECT),
  diagnostics: maybe(OBJECT),
});

/** The lines of a signature: each is a list of x, y, x, y … in the pixels of its canvas. */
const SIGNATURE = v.object({
  name: v.string(),
  width: count,
  height: count,
  strokes: v.array(v.array(count)),
});

const entry = <Kind extends string, T>(kind: Kind, body: v.GenericSchema<unknown, T>) =>
  v.object({ ...BASE, kind: v.literal(kind), body });

const ENTRY = v.variant('kind', [
  entry('TEXT', v.object({ text, finding: maybe(FINDING) })),
  entry('PHOTO', v.object({ name: text, type: v.string(), sizeBytes: count })),
  entry('CHECK', v.object({ report: OBJECT })), // see `readCheckReport`
  entry(
    'RECORDING',
    v.object({
      startedAt: v.string(),
      durationS: count,
      samples: count,
      schemaVersion: count,
      parts: v.array(v.object({ kind: v.string(), seq: v.number() })),
    }),
  ),
  entry('SEALED', v.object({ name: FILE_NAME, sizeBytes: count, fingerprint: text })),
  entry('PART', v.object({ number: text, name: text, count })),
  entry('MINUTES', v.object({ minutes: count, what: text })),
  entry('SIGNATURE', SIGNATURE),
  entry('ATTACHMENTS', ATTACHMENTS),
]);

const UNKNOWN_ENTRY = v.object({
  ...BASE,
  kind: v.pipe(
    v.string(),
    v.transform(() => 'UNKNOWN' as const),
  ),
});

type KnownEntry = v.InferOutput<typeof ENTRY>;
export type EntryKind = KnownEntry['kind'];
/** The content of an entry of a kind, in the form of the API. */
export type EntryBody<Kind extends EntryKind> = Extract<
  KnownEntry,
  { readonly kind: Kind }
>['body'];
export type Attachments = v.InferOutput<typeof ATTACHMENTS>;
export type Signature = v.InferOutput<typeof SIGNATURE>;

/**
 * An entry of a ticket. Entries are never changed. `UNKNOWN` is an entry that this version cannot read. Times are in ms
 * since 1970; `receivedAt` is undefined until the server has the entry.
 */
export type TicketEntry = (KnownEntry | v.InferOutput<typeof UNKNOWN_ENTRY>) & {
  /** The change that adds the entry, until the server has applied it. */
  readonly waiting: OutboxItem | undefined;
};

const read = (raw: unknown, waiting?: OutboxItem): readonly TicketEntry[] => {
  const row = readAs(ENTRY, raw) ?? readAs(UNKNOWN_ENTRY, raw);
  return row === undefined ? [] : [{ ...row, waiting }];
};

/** Returns the entries of a ticket, the oldest first, including those that this computer still has to send. */
export const entriesOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
  ticketId: string,
): readonly TicketEntry[] => {
  const sent = rows
    .filter(({ kind, row }) => kind === 'ticketEntry' && row['ticketId'] === ticketId)
    .flatMap(({ row }) => read(row));
  const known = new Set(sent.map(({ id }) => id));
  const own = items.flatMap((item) => {
    const { kind, at, input } = item;
    if (kind !== 'addTicketEntry' || input['ticketId'] !== ticketId) return [];
    const raw = { at: new Date(at).toISOString(), ...input };
    return read(raw, isApplied(item) ? undefined : item).filter(({ id }) => !known.has(id));
  });
  return [...sent.toSorted((a, b) => (a.receivedAt ?? a.at) - (b.receivedAt ?? b.at)), ...own];
};

/** Returns the sum of the minutes, and of each part by its number and name. */
export const workIn = (
  entries: readonly TicketEntry[],
): { readonly minutes: number; readonly parts: readonly EntryBody<'PART'>[] } => {
  const parts = new Map<string, EntryBody<'PART'>>();
  let minutes = 0;
  for (const each of entries) {
    if (each.kind === 'MINUTES') minutes += each.body.minutes;
    if (each.kind !== 'PART') continue;
    const key = `${each.body.number}\n${each.body.name}`;
    parts.set(key, { ...each.body, count: each.body.count + (parts.get(key)?.count ?? 0) });
  }
  return { minutes, parts: [...parts.values()] };
};
