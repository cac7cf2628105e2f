import { cursorLost } from '../../api/api-errors.ts';
import { visibleTopics } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { accountsOf } from './accounts.ts';
import { assetsOf } from './assets.ts';
import { assignmentsOf } from './assignments.ts';
import { documentsOf } from './documents.ts';
import { type Event, eventColumns, eventTables } from './events.ts';
import { decodeCursor, encodeCursor, fitting, PAGE_SIZE, readFirst } from './page.ts';
import type { PageArguments } from './page.ts';
import { recordingsOf } from './recordings.ts';
import { ticketEntriesOf } from './ticket-entries.ts';
import { ticketsOf } from './tickets.ts';

/** The field of `ChangeNode` for the row that an event is about. */
type Field =
  | 'asset'
  | 'recording'
  | 'account'
  | 'assignment'
  | 'document'
  | 'ticket'
  | 'ticketEntry';

const readers: Readonly<
  Record<
    Field,
    (scope: Scope, ids: readonly string[]) => Promise<readonly { readonly id: string }[]>
  >
> = {
  asset: assetsOf,
  recording: recordingsOf,
  account: accountsOf,
  assignment: assignmentsOf,
  document: documentsOf,
  ticket: ticketsOf,
  ticketEntry: ticketEntriesOf,
};

/** The part of an event that identifies its row. */
type Subject = Pick<Event, 'topic' | 'kind' | 'subjectId'>;

const fieldOf = ({ topic, kind }: Subject): Field => {
  if (topic === 'ASSET' || topic === 'PARAMETER_WRITE' || topic === 'FIRMWARE_INSTALL')
    return 'asset';
  if (topic === 'RECORDING') return 'recording';
  if (topic === 'ACCOUNT') return 'account';
  if (topic === 'TICKET') return kind === 'addTicketEntry' ? 'ticketEntry' : 'ticket';
  return kind === 'assign' || kind === 'setAssignment' ? 'assignment' : 'document';
};

/**
 * Adds the current row to each event. For a change by an account above the actor, only the row is returned, or null if
 * the actor cannot see it.
 */
const withRows = async (
  scope: Scope,
  events: readonly FeedRow[],
): Promise<readonly (ChangeNode | null)[]> => {
  const rows = new Map<string, { readonly id: string }>();
  for (const field of Object.keys(readers) as Field[]) {
    const ids = events.filter((event) => fieldOf(event) === field).map((event) => event.subjectId);
    if (ids.length === 0) continue;
    for (const row of await readers[field](scope, [...new Set(ids)])) {
      rows.set(`${field} ${row.id}`, row);
    }
  }
  return events.map(({ isAbove, ...event }) => {
    const field = fieldOf(event);
    const row = rows.get(`${field} ${event.subjectId}`);
    if (isAbove && row === undefined) return null;
    const seen: Rows = row === undefined ? {} : { [field]: row };
    return { event: isAbove ? null : event, ...seen };
  });
};

type Rows = Partial<Readonly<Record<Field, { readonly id: string }>>>;
type ChangeNode = Rows & { readonly event: Omit<FeedRow, 'isAbove'> | null };

interface FeedRow extends Subject {
  /** Not read for a change by an account above the actor. */
  readonly body?: { readonly before?: object; readonly after?: object };
  /** The id of the event; not read for a change by an account above the actor. */
  readonly id: string;
  /** The transaction id and the sequence number of the event. */
  readonly cursorParts: readonly [xid: string, seq: string];
  readonly isAbove: boolean;
}

/**
 * Whether an event changes rows that have no event of their own: a move of an account, or a change of a name that the
 * rows of its assets and tickets contain. Of an account above, only changes of the company are read.
 */
const changesOthers = ({ topic, kind, isAbove, body: { before = {} } = {} }: FeedRow): boolean =>
  kind === 'moveAccount' ||
  (isAbove && kind === 'putAccount') ||
  (topic === 'ACCOUNT' && ['userName', 'companyName', 'clientName'].some((name) => name in before));

const inOrder = (a: FeedRow, b: FeedRow): number => {
  const [[ax, as], [bx, bs]] = [a.cursorParts, b.cursorParts];
  return Number(BigInt(ax) - BigInt(bx)) || Number(BigInt(as) - BigInt(bs));
};

/**
 * Lists events in the order of (transaction, number), up to the oldest transaction that still runs. A row that commits
 * late has a transaction that was not listed yet, so no cursor skips it [WS-04]. After an account was moved or renamed, or
 * its rights changed, the cursors of all affected accounts are lost, because rows without an event of their own change,
 * or become visible or invisible. A cursor that is ahead of the database is lost too: the files of the database are an older
 * copy, and changes up to the cursor would be skipped.
 */
export const listChanges = async (scope: Scope, { first, after }: PageArguments) => {
  const size = readFirst(first, PAGE_SIZE);
  const [from = '', xid = '', seq = ''] =
    after === undefined || after === null ? [] : decodeCursor(after, 3);
  const [now] = await scope.query<{
    readonly cluster: string;
    readonly xid: string;
    readonly isAhead: boolean | null;
  }>(
    `select cluster || restored as cluster, oldest::text as xid, nullif($1, '')::text::xid8 > oldest as "isAhead"
     from feed, pg_snapshot_xmin(pg_current_snapshot()) oldest`,
    [xid],
  );
  const { cluster = '', xid: oldest = '0', isAhead } = now ?? {};
  const topics = visibleTopics(scope.actor).join(',');
  const origin = `${cluster} ${topics}`;
  if (after === undefined || after === null) {
    return { nodes: [], endCursor: encodeCursor([origin, oldest, '0']), hasNext: false };
  }
  if (from !== origin || isAhead === true) throw cursorLost();
  const read = (columns: string, tables: string) =>
    scope.query<FeedRow>(
      `select ${columns}, jsonb_build_array(e.xid::text, e.seq::text) as "cursorParts" from ${tables}
       where (e.xid, e.seq) > ($1::text::xid8, $2::text::bigint) and e.xid < $3::text::xid8
         and e.topic = any(string_to_array($4, ',')) order by e.xid, e.seq limit ${size + 1}`,
      [xid, seq, oldest, topics],
    );
  const own = await read(`${eventColumns}, false as "isAbove"`, eventTables);
  const above = await read(
    `e.topic, e.kind, e.subject_id as "subjectId", true as "isAbove"`,
    'changes_above e',
  );
  const rows = [...own, ...above].toSorted(inOrder);
  const events = rows.slice(0, size);
  if (events.some(changesOthers)) throw cursorLost();
  const nodes = fitting(await withRows(scope, events));
  const last = events[nodes.length - 1];
  return {
    nodes: nodes.filter((node) => node !== null),
    endCursor: last === undefined ? after : encodeCursor([origin, ...last.cursorParts]),
    hasNext: rows.length > nodes.length,
  };
};
