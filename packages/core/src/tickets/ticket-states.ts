/** The states of a ticket, from the complaint to its solution. */
export const TICKET_STATES = [
  'OPEN',
  'ASSIGNED',
  'WORKING',
  'WAITING_PARTS',
  'WAITING_CLIENT',
  'SOLVED',
  'CLOSED',
] as const;

export type TicketState = (typeof TICKET_STATES)[number];

/** `service`: a user with the permission `service`; `opener`: the user who opened the ticket. */
export type TicketRole = 'service' | 'opener';

/** How long the opener may reopen a solved or closed ticket, in milliseconds. */
export const REOPEN_MS = 14 * 86_400_000;

/**
 * The other states that each role may set. `service` may also set the current state again, to change assignee, priority
 * or due time. The account server has the same table, and a test compares both.
 */
export const TRANSITIONS: Readonly<
  Record<TicketState, Readonly<Record<TicketRole, readonly TicketState[]>>>
> = {
  OPEN: { service: ['ASSIGNED', 'WORKING', 'SOLVED'], opener: [] },
  ASSIGNED: {
    service: ['OPEN', 'WORKING', 'WAITING_PARTS', 'WAITING_CLIENT', 'SOLVED'],
    opener: [],
  },
  WORKING: { service: ['ASSIGNED', 'WAITING_PARTS', 'WAITING_CLIENT', 'SOLVED'], opener: [] },
  WAITING_PARTS: { service: ['ASSIGNED', 'WORKING', 'WAITING_CLIENT', 'SOLVED'], opener: [] },
  WAITING_CLIENT: { service: ['ASSIGNED', 'WORKING', 'WAITING_PARTS', 'SOLVED'], opener: [] },
  SOLVED: { service: ['OPEN', 'WORKING'], opener: ['OPEN', 'CLOSED'] },
  CLOSED: { service: ['OPEN', 'WORKING'], opener: ['OPEN'] },
};

/** The states in which a ticket needs no more work. */
export const isDone = (state: TicketState): boolean => state === 'SOLVED' || state === 'CLOSED';

/**
 * Returns the states to which a user may change a ticket now. Times are in ms since 1970; `closedAt` is when it was last
 * solved or closed.
 */
export const nextStates = (
  { state, closedAt }: { readonly state: TicketState; readonly closedAt?: number | undefined },
  roles: readonly TicketRole[],
  now: number,
): readonly TicketState[] => {
  const mayReopen = closedAt !== undefined && now - closedAt <= REOPEN_MS;
  const allowed = roles.flatMap((role) =>
    TRANSITIONS[state][role].filter((next) => role === 'service' || next !== 'OPEN' || mayReopen),
  );
  return TICKET_STATES.filter((each) => allowed.includes(each));
};
