import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** An entry of a ticket, as `TicketEntry` of schema.graphql. */
export interface TicketEntry {
  readonly id: string;
  readonly ticketId: string;
  readonly receivedAt: Date;
}

const columns = `e.id, e.ticket_id as "ticketId", e.kind, e.at, e.received_at as "receivedAt", a.id as "authorId",
  person_name(e.author_id) as "authorName", e.body, e.pieces`;
const from = 'ticket_entries e left join users a on a.id = e.author_id';

/** Lists the entries of a ticket, the oldest first; without a ticket those of all tickets, the newest first. */
export const listTicketEntries = (
  scope: Scope,
  { ticketId, ...page }: PageArguments & { readonly ticketId?: string | null },
): Promise<Page<TicketEntry>> => {
  const values = createValues();
  const where = ticketId ? [`e.ticket_id = ${values.add(ticketId)}`] : [];
  const by = { 'e.received_at': 'timestamptz', 'e.id': 'uuid' };
  const source = { columns, from, where, values, by, descending: !ticketId };
  return readPage<TicketEntry>(scope, source, page);
};

export const { all: ticketEntriesOf } = createRowReader<TicketEntry>({
  columns: () => columns,
  from,
  alias: 'e',
});
