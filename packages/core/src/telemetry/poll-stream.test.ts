import { describe, expect, test } from 'vitest';
import { createFakeLog } from '../fakes/fake-log.ts';
import type { Link } from '../link/link-api.ts';
import { command as userCommand, setUp as setUpLink } from '../link/link-rig.fixture.ts';
import { setUp as setUpDevice, compact } from './telemetry-rig.fixture.ts';
import { createTelemetry } from './telemetry.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

const reply = (sequence: number): string =>
  `\r\n+ADATA: 1,${sequence},${1_000 + sequence * 2},1,0,3302,0,785,990,10000,7772,123,3,0000,0000,3302,0\r\n\r\nOK\r\n`;

/** Sets up the home section with a device whose replies take `latencyMs`, sent byte by byte. */
const setUp = async (
  latencyMs: number,
  change: (link: Link) => Link = (link) => link,
  isSilent = () => false,
) => {
  const { clock, fake, link } = setUpLink();
  const log = createFakeLog();
  const polls: number[] = [];
  let answers = 0;
  fake.device.onWrite((bytes) => {
    const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
    if (isPoll) polls.push(clock.monotonicNow());
    if (isSilent()) return;
    const text = isPoll ? reply(polls.length) : '\r\nOK\r\n';
    for (const [index, character] of text.split('').entries()) {
      const at = isPoll ? (latencyMs * (index + 1)) / text.length : 0;
      clock.after(at, () => fake.device.send(character));
    }
  });
  const telemetry = createTelemetry({ link: change(link), clock, log });
  telemetry.liveData$.subscribe((live) => {
    if (live.kind === 'sample' && live.ageMs === 0) answers += 1;
  });
  void link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  telemetry.setSection('home');
  return { clock, log, polls, telemetry, answers: () => answers };
};

describe('the stream of polls', () => {
  test('[LR-07] an error inside a poll ends only that poll', async () => {
    let calls = 0;
    const rig = await setUp(10, (link) => ({
      ...link,
      poll: (command) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('a defect of ours')) : link.poll(command);
      },
    }));
    await rig.clock.advance(9_900);
    expect(calls).toBe(5);
    expect(rig.answers()).toBe(4);
    expect(rig.log.entries()).toHaveLength(1);
  });

  test('[LR-09] replies that take 1.9 s are all counted, and polls do not overlap', async () => {
    const rig = await setUp(1_900);
    await rig.clock.advance(119_950);
    expect([rig.polls.length, rig.answers()]).toEqual([60, 60]);
  });

  test('[LR-09] replies of 2.5 s cause every other tick to be skipped, and polls do not queue up', async () => {
    const rig = await setUp(2_500);
    await rig.clock.advance(119_950);
    expect([rig.polls.length, rig.answers()]).toEqual([30, 30]);
    const gaps = rig.polls.slice(1).map((at, index) => at - (rig.polls[index] ?? 0));
    expect(Math.min(...gaps)).toBe(4_000);
  });

  test('[LR-12] polls and values do not change at midnight or when the wall clock is set back or forward', async () => {
    const rig = await setUp(10);
    for (const jump of [86_399_990, -3_600_000, 31_536_000_000, -40_000_000_000]) {
      rig.clock.jumpWall(jump);
      await rig.clock.advance(20_000);
      expect(rig.telemetry.liveData$.value).toMatchObject({ kind: 'sample', freshness: 'fresh' });
    }
    expect(rig.polls.length).toBe(41);
    const gaps = new Set(rig.polls.slice(1).map((at, index) => at - (rig.polls[index] ?? 0)));
    expect([...gaps]).toEqual([2_000]);
  });

  test('[DP-12] a silent device is still polled, and its first reply is used', async () => {
    let isSilent = false;
    const rig = await setUp(10, undefined, () => isSilent);
    await rig.clock.advance(5_000);
    const before = rig.answers();
    isSilent = true;
    const asked = rig.polls.length;
    await rig.clock.advance(40_000);
    expect(rig.polls.length - asked).toBeGreaterThanOrEqual(9);
    isSilent = false;
    await rig.clock.advance(6_000);
    expect(rig.answers()).toBeGreaterThan(before);
    expect(rig.telemetry.liveData$.value).toMatchObject({ freshness: 'fresh' });
  });
});

describe('a device that answers slowly', () => {
  /** Sets up the home section of a device that answers each poll after `latencyMs(poll)`; undefined: never. */
  const setUpSlow = async (latencyMs: (poll: number) => number | undefined) => {
    const rig = await setUpDevice((poll) => {
      const ms = latencyMs(poll);
      if (ms !== undefined) rig.clock.after(ms, () => rig.fake.device.send(compact(poll)));
      return undefined;
    });
    const shownAt: (readonly [number | undefined, number])[] = [];
    rig.telemetry.samples$.subscribe(({ sample }) =>
      shownAt.push([sample.sequence, rig.clock.monotonicNow() - start]),
    );
    rig.telemetry.setSection('home');
    const start = rig.clock.monotonicNow();
    return { ...rig, shownAt, polledAt: () => rig.pollsAt.map((at) => at - start) };
  };

  test('[OBD-315] after one late reply the next replies are awaited and shown when they arrive', async () => {
    const rig = await setUpSlow(() => 1_200);
    await rig.clock.advance(9_900);
    expect(rig.polledAt()).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(rig.shownAt).toEqual([
      [2, 3_200],
      [3, 5_200],
      [4, 7_200],
      [5, 9_200],
    ]);
    expect(rig.shown()).toMatchObject({ ageMs: 500, sample: { sequence: 5 } });
    expect(rig.telemetry.health$.value).toMatchObject({ timeouts: 1, roundTripMs: 1_200 });
  });

  test.each([1_200, 1_900, 2_500, 3_500, 4_900])(
    '[OBD-315] a device that answers after %d ms is shown, and no reply twice',
    async (ms) => {
      const rig = await setUpSlow(() => ms);
      await rig.clock.advance(60_000);
      const sequences = rig.shownAt.map(([sequence]) => sequence);
      expect(new Set(sequences).size).toBe(sequences.length);
      const times = rig.shownAt.map(([, at]) => at);
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.max(...pauses)).toBeLessThanOrEqual(6_000);
      expect(times[0]).toBeLessThan(12_000);
      expect(times.at(-1)).toBeGreaterThan(54_000);
    },
  );

  /** Returns the ages of the samples of a device that answers only polls, and the round trips that are shown. */
  const shownOfPollsOnly = async (latencyMs: (poll: number) => number | undefined, ms: number) => {
    const rig = await setUpSlow(() => undefined);
    let polls = 0;
    rig.fake.device.onWrite((bytes) => {
      if (!new TextDecoder().decode(bytes).startsWith('AT+ADATA')) return;
      polls += 1;
      const answer = compact(polls);
      const after = latencyMs(polls);
      if (after !== undefined) rig.clock.after(after, () => rig.fake.device.send(answer));
    });
    const ages: number[] = [];
    const roundTrips = new Set<number | undefined>();
    rig.telemetry.samples$.subscribe(({ ageMs }) => ages.push(ageMs));
    rig.telemetry.health$.subscribe(({ roundTripMs }) => roundTrips.add(roundTripMs));
    await rig.link.disconnect();
    await rig.connect();
    await rig.clock.advance(ms);
    return { ages, roundTrips: [...roundTrips] };
  };

  test.each([2_500, 3_000, 4_000, 4_900])(
    '[OBD-312] no value of a device that answers only polls, after %d ms, counts as newer than its poll, and the time is shown',
    async (ms) => {
      const { ages, roundTrips } = await shownOfPollsOnly(() => ms, 60_000);
      expect(ages.length).toBeGreaterThan(8);
      expect(roundTrips).toEqual([undefined, ms]);
    },
  );

  test('[OBD-312] after one lost reply the next one may be older by an interval; then no other is awaited', async () => {
    const { ages } = await shownOfPollsOnly((poll) => (poll === 3 ? undefined : 50), 19_900);
    expect(ages).toEqual([0, 0, 2_000, 0, 0, 0, 0, 0]);
  });

  test('[OBD-315] a poll is awaited for at most 5 s, however late a reply was', async () => {
    const rig = await setUpSlow((poll) => [1_900, 3_900][poll - 1]);
    await rig.clock.advance(60_000);
    const gaps = rig.polledAt().map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBe(6_000);
  });

  test('[OBD-315] after quick replies a poll is awaited for the usual time again', async () => {
    const rig = await setUpSlow((poll) => (poll === 1 ? 1_900 : poll > 20 ? undefined : 50));
    await rig.clock.advance(40_000 + 1_000);
    expect(rig.telemetry.health$.value).toMatchObject({ timeouts: 2, skipped: 0 });
  });

  test('[OBD-315] a command of the user is sent when the poll is answered, so that no reply is uncertain', async () => {
    const rig = await setUpSlow(() => 1_200);
    await rig.clock.advance(6_100);
    rig.fake.device.forgetWritten();
    const outcome = rig.link.execute(userCommand('ATX'));
    await rig.clock.advance(1_000);
    expect(rig.fake.device.writtenText()).toBe('');
    await rig.clock.advance(100);
    expect(rig.fake.device.writtenText()).toBe('ATX\r\n');
    rig.fake.device.send('X\r\nOK\r\n');
    expect(await outcome).toMatchObject({ kind: 'ok', lines: ['X'] });
    expect(rig.shown()).toMatchObject({ sample: { sequence: 4 } });
  });

  test('[OBD-315] a device without result codes is awaited, too', async () => {
    const rig = await setUpSlow(() => undefined);
    rig.fake.device.onWrite((bytes) => {
      const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
      const text = isPoll ? 'Voltage: 52.8 V SOC: 77 %\r\n' : 'OK\r\n';
      rig.clock.after(isPoll ? 1_300 : 0, () => rig.fake.device.send(text));
    });
    await rig.clock.advance(5_900);
    expect(rig.shown()).toMatchObject({ sample: { packVoltageV: 52.8, socPercent: 77 } });
    expect(rig.telemetry.health$.value).toMatchObject({ sentOfLast: 3, answeredOfLast: 2 });
  });

  test.each([
    ['', 1_300],
    ['OK\r\n', 1_300],
    ['', 2_500],
    ['OK\r\n', 4_900],
  ] as const)(
    '[OBD-312] no value of a device that names no reply, with “%s” at its end after %d ms, counts as newer than its poll',
    async (end, ms) => {
      const rig = await setUpSlow(() => undefined);
      const sentAt: number[] = [];
      rig.fake.device.onWrite((bytes) => {
        if (!new TextDecoder().decode(bytes).startsWith('AT+ADATA')) return;
        const poll = sentAt.push(rig.clock.monotonicNow());
        const text = `Voltage: 52.8 V\r\nSOC: 77 %\r\nCycles: ${poll}\r\n${end}`;
        rig.clock.after(ms, () => rig.fake.device.send(text));
      });
      /** The time of the last poll that was answered in time. */
      let answeredAt = -1;
      rig.link.transactions$.subscribe(({ text, outcome }) => {
        if (text === 'AT+ADATA' && outcome.kind === 'ok') answeredAt = rig.clock.monotonicNow();
      });
      const tooYoung: string[] = [];
      let count = 0;
      rig.telemetry.samples$.subscribe(({ raw, ageMs }) => {
        count += 1;
        const cycles = Number(raw.at(-1)?.replace('Cycles: ', ''));
        const now = rig.clock.monotonicNow();
        const sinceMs = now - (sentAt[cycles - 1] ?? 0);
        // The age of a reply in time counts from its last line, that of a late one from its poll.
        const leastMs = now === answeredAt ? sinceMs - ms - 150 : sinceMs;
        if (ageMs < leastMs) tooYoung.push(`reply ${cycles}: ${ageMs} of ${leastMs} ms`);
      });
      await rig.link.disconnect();
      await rig.connect();
      await rig.clock.advance(60_000);
      expect(count).toBeGreaterThan(5);
      expect(tooYoung).toEqual([]);
    },
  );

  test('[OBD-315] another connection begins with the usual time', async () => {
    const rig = await setUpSlow((poll) => (poll === 1 ? 1_900 : undefined));
    await rig.clock.advance(1_950);
    await rig.link.disconnect();
    await rig.connect();
    await rig.clock.advance(1_050);
    expect(rig.telemetry.health$.value).toMatchObject({ timeouts: 1 });
  });
});
