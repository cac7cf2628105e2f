import * as v from 'valibot';
import { accountsAbove, withItems } from '../workspace/device-rows.ts';
import type { CopiedRow } from '../workspace/copies.ts';
import type { OutboxItem } from '../workspace/outbox-item.ts';
import { maybe, TIME, type Account } from '../workspace/rows.ts';
import { isDone, TICKET_STATES, type TicketRole } from './ticket-states.ts';

/** The priorities of a ticket; 1 is the most urgent. */
export const PRIORITIES = [1, 2, 3, 4] as const;

const TICKET = v.object({
  id: v.string(),
  version: v.optional(v.number()),
  number: maybe(v.number()),
  assetId: maybe(v.string()),
  serial: maybe(v.string()),
  clientName: maybe(v.string()),
  ownerId: maybe(v.string()),
  ownerName: maybe(v.string()),
  category: v.nullish(v.string(), ''),
  audience: v.picklist(['SERVICE', 'CUSTOMER']),
  title: v.string(),
  priority: v.picklist(PRIORITIES),
  state: v.picklist(TICKET_STATES),
  assigneeId: maybe(v.string()),
  assigneeName: maybe(v.string()),
  dueAt: maybe(TIME),
  openedById: maybe(v.string()),
  openedByName: maybe(v.string()),
  openedAt: TIME,
  closedAt: maybe(TIME),
});

/**
 * A complaint or service ticket. Times are in ms since 1970. `number` is undefined until the server has the ticket;
 * `closedAt` is when it was last solved or closed.
 */
export type Ticket = v.InferOutput<typeof TICKET> & {
  /** Changes on this computer that the server has not applied. */
  readonly waiting: readonly OutboxItem[];
};

type Values = Readonly<Record<string, unknown>>;

/** Returns the values that an unsent change gives a ticket; undefined if it does not change tickets. */
const changeOf =
  (userId: string) =>
  ({ kind, at, input, answer }: OutboxItem, before: Values): Values | undefined => {
    const when = new Date(at).toISOString();
    if (kind === 'openTicket')
      return { state: 'OPEN', openedById: userId, openedAt: when, ...input };
    // A change of state that the server refused is shown as such, not as the state of the ticket.
    if (kind !== 'setTicketState' || answer !== undefined) return undefined;
    const state = TICKET_STATES.find((each) => each === input['state']);
    return {
      ...input,
      // The copied name is that of the assignee before.
      ...('assigneeId' in input && { assigneeName: null }),
      // A ticket that is done stays closed at its time when only its priority or due day changes.
      ...(state !== undefined && state !== before['state'] && isDone(state) && { closedAt: when }),
    };
  };

const dueFirst = (a: Ticket, b: Ticket): number =>
  Number(isDone(a.state)) - Number(isDone(b.state)) ||
  a.priority - b.priority ||
  (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) ||
  a.openedAt - b.openedAt;

/**
 * Returns the tickets with the unsent changes of this computer applied: open ones first, then by priority, due time and
 * age.
 */
export const ticketsOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
  userId: string,
): readonly Ticket[] =>
  withItems(rows, items, {
    kind: 'ticket',
    schema: TICKET,
    changeOf: changeOf(userId),
  }).toSorted(dueFirst);

/** Returns the number by which people name a ticket: "1042", or "L-7F3A" until the server has numbered it. */
export const ticketNumber = ({ id, number }: Pick<Ticket, 'id' | 'number'>): string =>
  number === undefined ? `L-${id.slice(-4).toUpperCase()}` : String(number);

/**
 * Returns the accounts to which a ticket can be assigned: those that see it, have the permission `service` and can sign
 * in. An account cannot sign in if it, or an account above it, is not active.
 */
export const assigneesOf = (
  ticket: Pick<Ticket, 'ownerId'>,
  accounts: readonly Account[],
): readonly Account[] => {
  const above = accountsAbove(ticket, accounts);
  const inactive = accounts.filter(({ active }) => !active).map(({ id }) => id);
  const usable = above.slice(above.findLastIndex((id) => inactive.includes(id)) + 1);
  return accounts.filter(
    ({ id, effectiveFlags }) => usable.includes(id) && effectiveFlags.includes('service'),
  );
};

export const rolesIn = (
  { openedById }: Pick<Ticket, 'openedById'>,
  user: { readonly id: string; readonly service: boolean; readonly raises: boolean },
): readonly TicketRole[] => [
  ...(user.service ? (['service'] as const) : []),
  ...(user.raises && openedById === user.id ? (['opener'] as const) : []),
];
