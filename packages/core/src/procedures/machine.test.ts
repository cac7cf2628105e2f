import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  begin,
  type MachineEvent,
  type MachineState,
  type PlannedStep,
  type Plan,
  type StepStart,
} from './machine.ts';

const step = fc
  .tuple(fc.constantFrom<StepStart>('now', 'user', 0, 3_000), fc.boolean())
  .map(([start, stops]): PlannedStep => ({ start, onFail: stops ? 'stop' : 'continue' }));
const plans = fc
  .tuple(fc.array(step, { maxLength: 4 }), fc.constantFrom(1, 2, undefined), fc.boolean())
  .map(([steps, loops, halts]): Plan => {
    const rest = { steps, pauseMs: 10, onBroken: halts ? 'halt' : 'end' } as const;
    return loops === undefined ? rest : { ...rest, loops };
  });

const events: fc.Arbitrary<MachineEvent> = fc.oneof(
  fc.constantFrom<MachineEvent>(
    { kind: 'conditions', unmet: undefined, broken: undefined },
    { kind: 'conditions', unmet: 'unconfirmed', broken: undefined },
    { kind: 'conditions', unmet: 'too hot', broken: 'too hot' },
    { kind: 'begin' },
    { kind: 'hold' },
    { kind: 'due' },
    { kind: 'resume' },
    { kind: 'done', hasPassed: true },
    { kind: 'done', hasPassed: false },
  ),
  fc.constantFrom<MachineEvent>({ kind: 'stop', end: 'stopped', why: 'by the user' }),
);

/** Returns every state that these events lead through. */
const walk = (plan: Plan, all: readonly MachineEvent[]): readonly MachineState[] => {
  const states = [begin(plan)];
  for (const event of all) {
    const last = states.at(-1);
    if (last !== undefined) states.push(advance(plan, last, event));
  }
  return states;
};

describe('the state machine under any events in any order', () => {
  test('[TERM-224] a run ends at most once, and its end is final', () => {
    fc.assert(
      fc.property(plans, fc.array(events, { maxLength: 60 }), (plan, all) => {
        const states = walk(plan, all);
        const first = states.findIndex(({ phase }) => phase.kind === 'ended');
        if (first < 0) return;
        for (const state of states.slice(first)) expect(state).toBe(states[first]);
      }),
    );
  });

  test('[TERM-224] a stop ends every run, and no step begins after it', () => {
    fc.assert(
      fc.property(plans, fc.array(events), fc.array(events), (plan, before, after) => {
        const stop = { kind: 'stop', end: 'stopped' } as const;
        const states = walk(plan, [...before, stop, ...after]);
        for (const { phase } of states.slice(before.length + 1)) expect(phase.kind).toBe('ended');
      }),
    );
  });

  test('[TERM-202] [TERM-203] no step begins while a condition is not met, and a broken condition interrupts the step', () => {
    fc.assert(
      fc.property(plans, fc.array(events, { maxLength: 60 }), (plan, all) => {
        const states = walk(plan, all);
        for (const [index, event] of all.entries()) {
          const [before, after] = [states[index], states[index + 1]];
          const begins = before?.phase.kind !== 'working' && after?.phase.kind === 'working';
          if (begins) expect(after.unmet).toBeUndefined();
          const isBroken = event.kind === 'conditions' && event.broken !== undefined;
          if (isBroken) expect(after?.phase.kind).not.toBe('working');
        }
      }),
    );
  });

  test('[TERM-204] only the user ends a halt', () => {
    fc.assert(
      fc.property(plans, fc.array(events, { maxLength: 60 }), (plan, all) => {
        const states = walk(plan, all);
        for (const [index, event] of all.entries()) {
          const [before, after] = [states[index], states[index + 1]];
          if (before?.phase.kind === 'halted' && after?.phase.kind !== 'halted') {
            expect(['resume', 'stop']).toContain(event.kind);
          }
        }
      }),
    );
  });

  test('[TERM-153] no step and no loop is skipped or repeated', () => {
    fc.assert(
      fc.property(plans, fc.array(events, { maxLength: 200 }), (plan, all) => {
        const places = walk(plan, all).map(({ loop, step: at }) => loop * 100 + at);
        for (const [index, place] of places.entries()) {
          const before = places[index - 1] ?? place;
          const next =
            before % 100 < plan.steps.length - 1
              ? before + 1
              : (Math.floor(before / 100) + 1) * 100;
          expect([before, next]).toContain(place);
        }
      }),
    );
  });
});

test('[TERM-210] a procedure without steps has passed', () => {
  expect(begin({ steps: [], pauseMs: 0, onBroken: 'end' }).phase).toEqual({
    kind: 'ended',
    end: 'passed',
  });
});
