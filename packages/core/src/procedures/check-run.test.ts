import { of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLive } from '../prelude/live.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { startCheck } from './check-run.ts';
import { measure } from './procedures.fixture.ts';
import { resultsOf, type CheckRun } from './run.ts';

test('[OBD-291] the sum of the cells is measured only in replies that bring cells and pack voltage together', async () => {
  const clock = createFakeClock();
  const samples$ = new Subject<LiveSample>();
  let run: CheckRun | undefined;
  const check = startCheck(
    {
      name: 'Test',
      purpose: '',
      conditions: [],
      steps: [measure({ quantity: 'sumOff', most: 1, heldMs: 4_000 })],
    },
    {
      clock,
      link: {
        connection$: createLive({ kind: 'connected' } as never).live,
        traffic$: of(),
        transactions$: of(),
        execute: () => Promise.reject(new Error('not used')),
      },
      telemetry: {
        liveData$: createLive(liveSample(aPack(0))).live,
        samples$,
        follow: () => () => undefined,
        decode: () => undefined as never,
      },
      judges: [undefined],
      lineEnding: () => 'crlf',
      onChange: (changed) => {
        run = changed;
      },
      onEvent: () => undefined,
    },
  );
  const reply = async (packVoltageV: number, cellsOlderByMs: number): Promise<void> => {
    await clock.advance(2_000);
    samples$.next({
      ...liveSample(aPack(0, { packVoltageV })),
      olderByMs: new Map([['cellVoltagesV', cellsOlderByMs]]),
    });
  };
  check.begin(0);
  await reply(13.211, 0);
  await reply(12.5, 2_000); // the load has changed, and the cells are those before it
  await reply(12.5, 4_000);
  expect(run?.phase.kind).toBe('working');
  await reply(13.211, 0);
  expect(run && resultsOf(run)).toMatchObject([
    { outcome: 'passed', found: 'Sum of cells vs. pack 0.00 %, stable for 4 s' },
  ]);
});
