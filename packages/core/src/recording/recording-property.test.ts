import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSamples } from './chunks.ts';
import { checkSession } from './recording-checks.fixture.ts';
import { createRecordingWorld, PACKS } from './recording-world.fixture.ts';
import { parseSessionInfo } from './session-info.ts';

/** The variable `RECORDING="runs seed"` sets the number of runs and the seed. The first failure then ends the test. */
const [runs = 10, seed = 3] = (process.env['RECORDING']?.split(' ') ?? []).map(Number);

/** How often each step is taken, compared with the others. */
const WEIGHTS = {
  wait: 16,
  long: 2,
  start: 6,
  stop: 2,
  note: 4,
  unplug: 1,
  swap: 4,
  disconnect: 1,
  connect: 3,
  silent: 1,
  late: 1,
  ask: 2,
  restart: 1,
  pack: 2,
  current: 2,
  freeze: 1,
  sleep: 1,
  clock: 1,
  rename: 1,
  remove: 1,
  automatic: 1,
  failed: 1,
  full: 1,
  slow: 1,
  lost: 1,
  limit: 1,
  good: 6,
  clear: 1,
  crash: 2,
  user: 1,
};
const NAMES = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name as keyof typeof WEIGHTS),
);
const STEP = fc.record({
  do: fc.constantFrom(...NAMES),
  who: fc.nat(1),
  one: fc.nat(20),
  flag: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

const createRun = async () => {
  const world = createRecordingWorld();
  const { clock, archive, sessions, trouble, disturb } = world;
  const tabs = [await world.openTab('u1'), await world.openTab('u1')];
  const all = [...tabs];
  let notes = 0;

  const heal = (): void => {
    disturb();
    Object.assign(trouble, { delayMs: 0, losesAnswers: false, refusal: false });
    archive.refuse(undefined);
    archive.limitSessions(1_000);
  };
  const refuse = (kind: 'failed' | 'full'): void => {
    trouble.refusal = true;
    archive.refuse(kind);
  };

  const perform = async ({ do: name, who, one, flag }: Step): Promise<void> => {
    const tab = tabs[who];
    if (tab === undefined) return;
    const { recording, core, fake, device } = tab;
    const list = recording.sessions$.value;
    const stored = list.kind === 'ready' ? list.sessions[one % list.sessions.length] : undefined;
    const actions: Readonly<Record<Step['do'], () => unknown>> = {
      wait: () => clock.advance(one * 337),
      long: () => clock.advance(one * 4_000),
      start: () => recording.start(),
      stop: () => void recording.stop(),
      note: () => {
        notes += 1;
        const text = `secret ${notes}`;
        if (recording.note(text) !== undefined) tab.current()?.notes.push(text);
      },
      unplug: () => fake.unplug(flag ? 'eventFirst' : 'streamFirst'),
      swap: async () => {
        if (one % 2 === 0) core.terminal.send('ATI');
        await clock.advance(100);
        fake.unplug(flag ? 'eventFirst' : 'streamFirst');
        if (one > 4) tab.connectPack(one % PACKS.length, flag ? 3_000 : 0);
        await clock.advance(100);
        fake.plug();
        await clock.settle();
        if (core.link.connection$.value.kind === 'disconnected') void core.link.connect('fake');
        await clock.settle();
        if (one % 4 < 2) core.terminal.send('ATI');
        await clock.advance(one * 100);
      },
      disconnect: () => void core.link.disconnect(),
      connect: () => void core.link.connect('fake'),
      silent: () => {
        device.isSilent = !device.isSilent;
      },
      late: () => {
        device.replyMs = device.replyMs === 0 ? one * 50 : 0;
      },
      ask: () => core.terminal.send('ATI'),
      restart: () => {
        tab.connectPack(flag ? one % PACKS.length : device.pack, one * 100);
        fake.device.send('\r\nREADY\r\n');
      },
      pack: () => core.telemetry.choosePack(flag ? '1' : '2'),
      current: () => {
        device.current = one * -100;
      },
      freeze: () => {
        clock.freeze(one * 1_000);
        disturb();
      },
      sleep: () => clock.jumpWall(one * 60_000),
      clock: () => clock.jumpWall((one - 10) * 30_000),
      rename: () => stored && void recording.rename(stored.id, `secret name ${one}`),
      remove: () => stored && tab.remove(stored.id),
      automatic: () => recording.setAutomatic(flag),
      failed: () => refuse('failed'),
      full: () => refuse('full'),
      good: heal,
      slow: () => {
        trouble.delayMs = one * 200;
        disturb();
      },
      lost: () => {
        trouble.losesAnswers = true;
        disturb();
      },
      clear: () => {
        for (const each of sessions.values())
          Object.assign(each, { excuse: 'cleared', durable: 0 });
        archive.clear();
        disturb();
      },
      limit: () => {
        archive.limitSessions(1 + (one % 4));
        trouble.refusal = true;
      },
      crash: async () => {
        if (flag) recording.leavePage();
        tab.crash(one % 2 === 0);
        tabs[who] = await world.openTab(tab.userId);
        all.push(tabs[who]);
      },
      user: async () => {
        for (const each of tabs) await each.signIn(flag ? 'u1' : 'u2');
      },
    };
    await actions[name]();
    await clock.settle();
  };

  /** Checks that what was reported more than 2 s ago is in the store, and that nothing that was in it is lost. */
  const checkDurable = async (): Promise<void> => {
    for (const [id, each] of sessions) {
      const { tab, startedMono } = each;
      const isRecorded = tab.isOpen() && tab.current() === each;
      if (isRecorded && world.isGood() && each.excuse === undefined) {
        const until = clock.monotonicNow() + tab.offset - 2_000 - startedMono;
        each.durable = Math.max(each.durable, each.samples.filter(({ ms }) => ms <= until).length);
      }
      const rows = await world.archiveOf(each.userId).read(each.userId, id, 'samples');
      if (!rows.ok) continue;
      const count = rows.value.reduce(
        (sum, { data }) => sum + (decodeSamples(data)?.ms.length ?? 0),
        0,
      );
      expect(count, `stored samples of ${id}`).toBeGreaterThanOrEqual(each.durable);
      if (each.excuse !== 'cleared' && each.excuse !== 'deleted')
        each.durable = Math.max(each.durable, count);
    }
  };

  const finish = async (): Promise<void> => {
    heal();
    await clock.advance(30_000);
    await checkDurable();
    for (const tab of tabs) {
      let isStopped = false;
      void tab.recording.stop().then(() => {
        isStopped = true;
      });
      await clock.advance(100);
      expect(isStopped, 'the recording is stopped').toBe(true);
    }
  };

  const check = async (): Promise<void> => {
    expect(world.archive.text()).not.toContain('secret');
    const found = new Set<string>();
    for (const userId of ['u1', 'u2']) {
      const list = await world.archiveOf(userId).list(userId);
      if (!list.ok) throw new Error(list.error.kind);
      for (const row of list.value) {
        await checkSession(world, userId, row);
        found.add(parseSessionInfo(row)?.id ?? '');
      }
    }
    for (const [id, { excuse }] of sessions)
      if (excuse === undefined) expect(found.has(id), `${id} is stored`).toBe(true);
    for (const { dropped, notices, device, isOpen } of all) {
      const exchanged = notices.filter(({ kind }) => kind === 'anotherPack').length;
      expect(exchanged, 'reported exchanges').toBeLessThanOrEqual(device.exchanges);
      const reported = notices.filter(({ kind }) => kind === 'oldestRecordingDropped').length;
      if (isOpen()) expect(reported).toBe(dropped.length);
    }
  };
  return { perform, checkDurable, finish, check };
};

test('[OBD-99] [REC-9] whatever happens to device, storage and tabs, a session holds what was reported', async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const world = await createRun();
    for (const step of steps) {
      await world.perform(step);
      await world.checkDurable();
    }
    await world.finish();
    await world.check();
  };
  const steps = fc.array(STEP, { minLength: 30, maxLength: 120, size: 'max' });
  await fc.assert(fc.asyncProperty(steps, run), {
    numRuns: runs,
    seed,
    endOnFailure: process.env['RECORDING'] !== undefined,
    interruptAfterTimeLimit: 560_000,
  });
}, 600_000);
