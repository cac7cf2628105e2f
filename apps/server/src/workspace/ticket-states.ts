/** The states of a ticket. The client has the same rules; a test checks that both are equal. */
export const ticketStates = [
  'OPEN',
  'ASSIGNED',
  'WORKING',
  'WAITING_PARTS',
  'WAITING_CLIENT',
  'SOLVED',
  'CLOSED',
] as const;
export type TicketState = (typeof ticketStates)[number];

/**
 * `service`: a caller with the flag `service`; `opener`: who opened the ticket, with the flag
 * `raiseServiceTicketForClient`.
 */
export type TicketRole = 'service' | 'opener';

/** The states to which each role may change a ticket. */
export const ticketTransitions: Readonly<
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

/** Time in ms within which the opener may reopen a ticket that was solved or closed: 14 days. */
export const reopenMs = 14 * 86_400_000;

export const isDone = (state: TicketState): boolean => state === 'SOLVED' || state === 'CLOSED';

/**
 * Whether one of the roles may set the state. The service may keep a state that is not CLOSED, to change other values.
 * `closedAt` is the time at which the ticket was last solved or closed, as `now` in ms since 1970.
 */
export const maySetState = (
  { state, closedAt }: { readonly state: TicketState; readonly closedAt: number | undefined },
  next: TicketState,
  roles: readonly TicketRole[],
  now: number,
): boolean =>
  roles.some((role) => {
    if (role === 'service' && next === state) return state !== 'CLOSED';
    const isInTime = closedAt !== undefined && now - closedAt <= reopenMs;
    const isLate = role === 'opener' && next === 'OPEN' && !isInTime;
    return ticketTransitions[state][role].includes(next) && !isLate;
  });
