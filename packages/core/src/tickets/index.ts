/** `@batbot/core/tickets`: complaints and service tickets. */
export {
  nextStates,
  TICKET_STATES,
  TRANSITIONS,
  type TicketRole,
  type TicketState,
} from './ticket-states.ts';
