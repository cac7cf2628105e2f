import { badArgument } from '../../api/api-errors.ts';
import type { Scope } from '../scope.ts';
import type { TicketState } from '../ticket-states.ts';
import { findAccount } from './accounts.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** A ticket, as `Ticket` of schema.graphql. */
export interface Ticket {
  readonly id: string;
  readonly version: number;
  readonly number: number;
  readonly assetId: string | null;
  readonly state: TicketState;
  readonly priority: number;
  readonly dueAt: Date | null;
  readonly closedAt: Date | null;
  /** The accounts as stored, also those outside of the actor's subtree, which are not returned by the API. */
  readonly opener: string;
  readonly assignee: string | null;
  /** The owner's path. */
  readonly owner: string;
  readonly [fact: string]: unknown;
}

const columns = `t.id, t.version, t.number, t.asset_id as "assetId", t.serial, o.client_name as "clientName",
  t.owner::text as owner, o.id as "ownerId", coalesce(nullif(o.company_name, ''), o.user_name) as "ownerName", t.category,
  t.audience, t.title, t.priority, t.state, t.assignee_id as assignee, s.id as "assigneeId",
  person_name(t.assignee_id) as "assigneeName", t.due_at as "dueAt", t.opened_by as opener, b.id as "openedById",
  person_name(t.opened_by) as "openedByName", t.opened_at as "openedAt", t.closed_at as "closedAt"`;
const table = 'tickets t';
const joins = `left join users o on o.node = t.owner_node left join users s on s.id = t.assignee_id
  left join users b on b.id = t.opened_by`;
const from = `${table} ${joins}`;

export interface TicketFilter {
  readonly state?: readonly TicketState[] | null;
  readonly mine?: boolean | null;
  readonly under?: string | null;
  readonly assetId?: string | null;
  readonly open?: boolean | null;
}

export const listTickets = async (
  scope: Scope,
  { filter, ...page }: PageArguments & { readonly filter?: TicketFilter | null },
): Promise<Page<Ticket>> => {
  const values = createValues();
  const where: string[] = [];
  const { state, mine, under, assetId, open } = filter ?? {};
  if (state) where.push(`t.state = any(string_to_array(${values.add(state.join(','))}, ','))`);
  if (typeof mine === 'boolean')
    where.push(`t.assignee_id is ${mine ? 'not ' : ''}distinct from ${values.add(scope.actor.id)}`);
  if (typeof under === 'string') {
    const account = await findAccount(scope, under);
    if (account === undefined) throw badArgument('filter.under', 'an account of your subtree');
    const path = values.add(account.path);
    where.push(`t.owner_text >= ${path} and t.owner_text < ${path} || '/'`);
  }
  if (assetId) where.push(`t.asset_id = ${values.add(assetId)}`);
  if (typeof open === 'boolean') where.push(`t.is_done = ${values.add(!open)}`);
  const by = {
    't.is_done': 'boolean',
    't.priority': 'int',
    "coalesce(t.due_at, 'infinity')": 'timestamptz',
    't.opened_at': 'timestamptz',
    't.id': 'uuid',
  };
  const source = { columns, from: table, joins, where, values, by };
  return readPage<Ticket>(scope, source, page);
};

export const { find: findTicket, all: ticketsOf } = createRowReader<Ticket>({
  columns: () => columns,
  from,
  alias: 't',
});
