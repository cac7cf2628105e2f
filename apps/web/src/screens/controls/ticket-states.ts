import type { TicketState } from '@batbot/core/tickets';

/** The word for each state of a ticket, and its glyph: meaning is never shown by colour alone. */
export const TICKET_STATES: Readonly<
  Record<TicketState, { readonly word: string; readonly glyph: string }>
> = {
  OPEN: { word: 'Open', glyph: '○' },
  ASSIGNED: { word: 'Assigned', glyph: '◔' },
  WORKING: { word: 'In work', glyph: '◑' },
  WAITING_PARTS: { word: 'Waits for parts', glyph: '◌' },
  WAITING_CLIENT: { word: 'Waits for client', glyph: '◌' },
  SOLVED: { word: 'Solved', glyph: '✓' },
  CLOSED: { word: 'Closed', glyph: '✓' },
};
