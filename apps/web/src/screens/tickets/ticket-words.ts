import { isDone, type AttachedKind, type Ticket, type TicketState } from '@batbot/core/tickets';
import { TICKET_STATES } from '../controls/ticket-states.ts';
import { dueText, isDuePast } from '../../text/due-day.ts';

export const stateText = (state: TicketState): string =>
  `${TICKET_STATES[state].glyph} ${TICKET_STATES[state].word}`;

export const isOverdue = ({ dueAt, state }: Pick<Ticket, 'dueAt' | 'state'>): boolean =>
  dueAt !== undefined && isDuePast(dueAt, Date.now()) && !isDone(state);

/** Formats the due day: "▲ Overdue, Nov 22, 2026". */
export const dueWords = (ticket: Pick<Ticket, 'dueAt' | 'state'>): string | undefined =>
  ticket.dueAt === undefined
    ? undefined
    : `${isOverdue(ticket) ? '▲ Overdue, ' : ''}${dueText(ticket.dueAt)}`;

/** The label of the button that sets a state. */
export const actionText = (from: TicketState, to: TicketState): string => {
  if (from === 'SOLVED' || from === 'CLOSED') {
    if (to === 'WORKING') return 'Reopen and start work';
    return to === 'OPEN' ? 'Reopen' : 'Close';
  }
  const labels: Readonly<Record<TicketState, string>> = {
    OPEN: 'Give back',
    ASSIGNED: 'Assign…',
    WORKING: from === 'OPEN' || from === 'ASSIGNED' ? 'Start work' : 'Continue work',
    WAITING_PARTS: 'Wait for parts',
    WAITING_CLIENT: 'Wait for client',
    SOLVED: 'Mark as solved',
    CLOSED: 'Close',
  };
  return labels[to];
};

export const PRIORITY_WORDS: Readonly<Record<number, string>> = {
  1: '1 · Safety',
  2: '2 · Pack not usable',
  3: '3 · Normal',
  4: '4 · When possible',
};

export const ATTACHED_WORDS: Readonly<Record<AttachedKind, string>> = {
  snapshot: 'Snapshot',
  faults: 'Active protections',
  recording: 'Last 10 minutes of the recording',
  firmware: 'Firmware',
  parameters: 'Parameter set',
  diagnostics: 'Diagnostics',
};
