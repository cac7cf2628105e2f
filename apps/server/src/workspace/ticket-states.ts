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

/** The states that a caller with the flag `service` may set, by the present state. */
const byService: Readonly<Record<TicketState, readonly TicketState[]>> = {
  OPEN: ['ASSIGNED', 'WORKING', 'SOLVED'],
  ASSIGNED: ['OPEN', 'WORKING', 'WAITING_PARTS', 'WAITING_CLIENT', 'SOLVED'],
  WORKING: ['ASSIGNED', 'WAITING_PARTS', 'WAITING_CLIENT', 'SOLVED'],
  WAITING_PARTS: ['ASSIGNED', 'WORKING', 'WAITING_CLIENT', 'SOLVED'],
  WAITING_CLIENT: ['ASSIGNED', 'WORKING', 'WAITING_PARTS', 'SOLVED'],
  SOLVED: ['OPEN', 'WORKING'],
  CLOSED: ['OPEN', 'WORKING'],
};

/** Time in ms within which the opener may reopen a ticket that was solved or closed: 14 days. */
export const REOPEN_MS = 14 * 86_400_000;

export interface TicketCaller {
  /** Whether the caller has the flag `service`. */
  readonly isService: boolean;
  /** Whether the caller opened the ticket. */
  readonly isOpener: boolean;
}

/**
 * Returns the other states that the caller may set. `closedAt` is the time at which the ticket was last solved or
 * closed, as `now` in ms since 1970.
 */
export const nextStates = (
  { state, closedAt }: { readonly state: TicketState; readonly closedAt: number | undefined },
  { isService, isOpener }: TicketCaller,
  now: number,
): readonly TicketState[] => {
  const isDone = state === 'SOLVED' || state === 'CLOSED';
  const mayReopen = isOpener && isDone && closedAt !== undefined && now - closedAt <= REOPEN_MS;
  const allowed = new Set<TicketState>(isService ? byService[state] : []);
  if (isOpener && state === 'SOLVED') allowed.add('CLOSED');
  if (mayReopen) allowed.add('OPEN');
  return ticketStates.filter((each) => allowed.has(each));
};
