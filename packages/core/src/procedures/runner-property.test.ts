import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measure, question, send, setUpChecks } from './procedures.fixture.ts';
import { newStep } from './procedure.ts';

type Rig = Awaited<ReturnType<typeof setUpChecks>>;

/** Events that may happen to running procedures, in any order. */
const EVENTS: Readonly<Record<string, (rig: Rig) => void | Promise<void>>> = {
  wait: ({ clock }) => clock.advance(700),
  reply: ({ fake }) => fake.device.send('OK\r\n'),
  error: ({ fake }) => fake.device.send('ERROR\r\n'),
  restart: ({ fake }) => fake.device.send('READY\r\n'),
  unplug: ({ fake }) => fake.unplug(),
  plug: async ({ fake, connect }) => {
    fake.plug();
    await connect();
  },
  load: ({ pack }) => {
    pack.current = 1_240;
  },
  rest: ({ pack }) => {
    pack.current = 0;
  },
  begin: ({ checks }) => [0, 1, 2].forEach(checks.begin),
  answer: ({ checks }) => [0, 1, 2].forEach((step) => checks.answer(step, 'yes')),
  resume: ({ checks }) => [0, 1, 2].forEach(checks.resume),
};
const ENDINGS: Readonly<Record<string, (rig: Rig) => void>> = {
  stop: ({ procedures: { checks, sequences, lines } }) => {
    for (const { stop } of [checks, sequences, lines]) stop();
  },
  signOut: ({ procedures, store }) => {
    store.clear();
    procedures.dispose();
  },
  pageEnd: ({ procedures }) => procedures.dispose(),
};

test('[TERM-224] after any events each run has exactly one outcome, and nothing is sent after its end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(EVENTS)), { maxLength: 12 }),
      fc.constantFrom(...Object.keys(ENDINGS)),
      async (events, ending) => {
        const rig = await setUpChecks([{ quantity: 'current', least: -1, most: 1 }]);
        const { procedures, checks, replies, clock, sent } = rig;
        const ends = { check: 0, sequence: 0, lines: 0 };
        for (const command of ['AT+A', 'AT+B', 'AT+C']) replies.set(command, '');
        await rig.start([send({ command: 'AT+A' }), question(), measure()]);
        procedures.sequences.save({ name: 'S', steps: [newStep('AT+B')], pauseMs: 100 });
        await procedures.sequences.start('S');
        procedures.lines.start(['AT+C', 'AT+C', 'AT+C']);
        const subscriptions = [
          checks.run$.subscribe((run) => (ends.check += run?.phase.kind === 'ended' ? 1 : 0)),
          procedures.sequences.run$.subscribe(
            (run) => (ends.sequence += run?.phase.kind === 'ended' ? 1 : 0),
          ),
          procedures.lines.state$.subscribe(({ kind }) => (ends.lines += kind === 'ended' ? 1 : 0)),
        ];
        await clock.advance(20); // everything passed to the port is written by then
        for (const event of events) {
          await EVENTS[event]?.(rig);
          await clock.advance(20);
        }
        ENDINGS[ending]?.(rig);
        const before = sent().length;
        expect(ends).toEqual({ check: 1, sequence: 1, lines: 1 });
        for (const event of [
          'reply',
          'rest',
          'begin',
          'answer',
          'resume',
          'wait',
          'plug',
          'wait',
        ]) {
          await EVENTS[event]?.(rig);
        }
        await clock.advance(20_000);
        expect([sent().length, ends]).toEqual([before, { check: 1, sequence: 1, lines: 1 }]);
        for (const subscription of subscriptions) subscription.unsubscribe();
      },
    ),
    { numRuns: 60 },
  );
});
