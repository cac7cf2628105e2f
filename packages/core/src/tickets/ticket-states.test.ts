import { describe, expect, test } from 'vitest';
import { nextStates, REOPEN_MS, TICKET_STATES, TRANSITIONS } from './ticket-states.ts';

const NOW = 1_800_000_000_000;

describe('the states of a ticket', () => {
  test('[PAGE-130] the role of the service takes a ticket from open to solved, and back', () => {
    const of = (state: (typeof TICKET_STATES)[number]) => nextStates({ state }, ['service'], NOW);
    expect(of('OPEN')).toEqual(['ASSIGNED', 'WORKING', 'SOLVED']);
    expect(of('WORKING')).toContain('SOLVED');
    expect(of('WAITING_PARTS')).toContain('WORKING');
    expect(of('SOLVED')).toEqual(['OPEN', 'WORKING']);
    expect(of('CLOSED')).toEqual(['OPEN', 'WORKING']);
  });

  test('[PAGE-130] only the opener closes a ticket, and only a solved one', () => {
    for (const state of TICKET_STATES) {
      expect(nextStates({ state, closedAt: NOW }, ['service'], NOW)).not.toContain('CLOSED');
      expect(nextStates({ state, closedAt: NOW }, ['opener'], NOW).includes('CLOSED')).toBe(
        state === 'SOLVED',
      );
    }
  });

  test('[PAGE-130] the opener can reopen a ticket within 14 days, and the service at any time', () => {
    const at = (closedAt: number | undefined, role: 'opener' | 'service') =>
      nextStates({ state: 'CLOSED', closedAt }, [role], NOW);
    expect(at(NOW - REOPEN_MS, 'opener')).toEqual(['OPEN']);
    expect(at(NOW - REOPEN_MS - 1, 'opener')).toEqual([]);
    expect(at(undefined, 'opener')).toEqual([]);
    expect(at(NOW - REOPEN_MS - 1, 'service')).toEqual(['OPEN', 'WORKING']);
  });

  test('[PAGE-130] a user with both roles gets each state once', () => {
    const ticket = { state: 'SOLVED', closedAt: NOW } as const;
    expect(nextStates(ticket, ['service', 'opener'], NOW)).toEqual(['OPEN', 'WORKING', 'CLOSED']);
  });

  test('[PAGE-130] every state can be left, and every state can be reached from OPEN', () => {
    const seen = new Set(['OPEN']);
    for (const state of seen) {
      const { service, opener } = TRANSITIONS[state as (typeof TICKET_STATES)[number]];
      expect([...service, ...opener]).not.toEqual([]);
      for (const next of [...service, ...opener]) seen.add(next);
    }
    expect(seen).toEqual(new Set(TICKET_STATES));
  });
});
