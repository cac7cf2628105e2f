import { expect, test } from 'vitest';
import { nextStates, TRANSITIONS } from '@batbot/core/tickets';
import { reopenMs, ticketTransitions } from '@batbot/server';

test('[PAGE-130] the client and the account server have the same rules for the states of tickets', () => {
  expect(ticketTransitions).toEqual(TRANSITIONS);
  const closed = { state: 'CLOSED', closedAt: 0 } as const;
  expect(nextStates(closed, ['opener'], reopenMs)).toEqual(['OPEN']);
  expect(nextStates(closed, ['opener'], reopenMs + 1)).toEqual([]);
});
