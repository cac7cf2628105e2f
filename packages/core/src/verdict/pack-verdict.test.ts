import { NEVER, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import type { LateReply } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { NO_HEALTH } from '../telemetry/link-health.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveData, LiveSample } from '../telemetry/telemetry.ts';
import { createPackVerdict } from './pack-verdict.ts';

/** Judges a connected pack. `read` adds a reply that a profile reads. */
const setUp = () => {
  const clock = createFakeClock();
  const liveData = createLive<LiveData>({ kind: 'none' });
  const samples = new Subject<LiveSample>();
  const health = createLive(NO_HEALTH);
  const late = new Subject<LateReply>();
  const unanswered = createLive(0);
  const verdict = createPackVerdict({
    link: {
      connection$: createLive({
        kind: 'connected' as const,
        device: { linkId: 'usb', label: 'USB' },
        baudRate: 115_200,
        since: 0,
      }).live,
      traffic$: NEVER,
      transactions$: NEVER,
      late$: late,
      unanswered$: unanswered.live,
    },
    telemetry: {
      liveData$: liveData.live,
      samples$: samples,
      health$: health.live,
      identity: { identity$: NEVER } as never,
    },
    clock,
    raised$: createLive([]).live,
    packChanged$: NEVER,
  });
  const profiles = new Map<string, { readonly name: string }>();
  const read = async (id: string, change: Partial<PackSample>): Promise<void> => {
    await clock.advance(2_000);
    const profile = profiles.get(id) ?? { name: 'A' };
    profiles.set(id, profile);
    const data: LiveSample = {
      ...liveSample(aPack(0, change)),
      understanding: { kind: 'profile', profile },
    };
    samples.next(data);
    liveData.set(data);
  };
  return { ...verdict, read, health, late, unanswered };
};

const LACKS_FAULTS = { lacksFaults: true } as const;

test('[OBD-364] another profile, also of the same name, starts without the values and faults that the one before has read', async () => {
  const { read, verdict$, trend$ } = setUp();
  await read('wrong', { socPercent: 21, protections: ['shortCircuit'] });
  await read('wrong', LACKS_FAULTS);
  expect(verdict$.value.reason).toMatchObject({ kind: 'protection', fault: 'shortCircuit' });
  await read('right', LACKS_FAULTS);
  expect(verdict$.value.reason).toEqual({ kind: 'ok', reportsFaults: false, reportsCells: true });
  expect(trend$.value).toMatchObject({ socJump: undefined, cells: { replies: 1 } });
});

test('[OBD-376] what another profile could not read is not reported as a poor connection', async () => {
  const { read, verdict$, recent$, health } = setUp();
  health.set({ ...NO_HEALTH, rejected: 5, sentOfLast: 5 });
  await read('wrong', LACKS_FAULTS);
  expect(verdict$.value.reason.kind).toBe('poorConnection');
  health.set(NO_HEALTH);
  await read('right', LACKS_FAULTS);
  expect(recent$.value.unreadable).toBe(0);
  expect(verdict$.value.reason.kind).toBe('ok');
});

test('[OBD-376] late replies to the commands of another profile are not reported', () => {
  const { verdict$, health, late, unanswered } = setUp();
  health.set({ ...NO_HEALTH, rejected: 1 });
  late.next({ of: { origin: 'background' }, afterMs: 1 } as LateReply); // what the verdict reads of it
  unanswered.set(2);
  expect(verdict$.value.reason.kind).toBe('badReplies');
  health.set(NO_HEALTH);
  expect(verdict$.value.reason.kind).toBe('noReply');
});
