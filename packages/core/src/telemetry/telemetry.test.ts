import type { Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { profileOfFields, replyProfile } from '../profiles/index.ts';
import { NO_HEALTH } from './link-health.ts';
import { compact, setUp, type Source } from './telemetry-rig.fixture.ts';

describe('polling', () => {
  test('[OBD-25] on the home section the device is polled at once and every 2 s, elsewhere never', async () => {
    const rig = await setUp();
    await rig.clock.advance(10_000);
    expect(rig.pollsAt).toEqual([]);
    rig.telemetry.setSection('home');
    const start = rig.clock.monotonicNow();
    await rig.clock.advance(6_000);
    expect(rig.pollsAt.map((at) => at - start)).toEqual([0, 2_000, 4_000, 6_000]);
    rig.telemetry.setSection('users');
    await rig.clock.advance(10_000);
    expect(rig.pollsAt.length).toBe(4);
  });

  test('[OBD-26] polling begins with the connection when home is already shown', async () => {
    const rig = await setUp();
    await rig.link.disconnect();
    rig.telemetry.setSection('home');
    await rig.clock.advance(5_000);
    expect(rig.pollsAt).toEqual([]);
    await rig.connect();
    await rig.clock.advance(0);
    expect(rig.pollsAt.length).toBe(1);
    expect(rig.soc()).toBe(78.5);
  });

  test('[LR-08] a device that never answers is polled again, without overlap', async () => {
    const rig = await setUp(() => undefined);
    rig.telemetry.setSection('home');
    await rig.clock.advance(120_000);
    expect(rig.telemetry.health$.value.timeouts).toBeGreaterThan(25);
    const gaps = rig.pollsAt.slice(1).map((at, index) => at - (rig.pollsAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(rig.telemetry.health$.value.answeredOfLast).toBe(0);
  });

  test('[LR-08] a poll that never ends is given up after 20 s', async () => {
    let calls = 0;
    const rig = await setUp(undefined, undefined, (link) => ({
      ...link,
      poll: (command) => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : link.poll(command);
      },
    }));
    rig.telemetry.setSection('home');
    await rig.clock.advance(19_900);
    expect(calls).toBe(1);
    expect(rig.log.entries()).toEqual([]);
    await rig.clock.advance(2_200);
    expect(rig.soc()).toBe(78.5);
    expect(rig.log.entries()).toHaveLength(1);
    expect(rig.log.entries()[0]?.event).toBe('poll failed');
  });

  test('[OBD-246] after a poll whose answer did not end, the device is not polled until it is silent for 10 s', async () => {
    const rig = await setUp(() => undefined);
    rig.telemetry.setSection('home');
    await rig.clock.advance(0);
    for (let at = 0; at < 160; at += 1) {
      rig.fake.device.send(`line ${at}\r\n`);
      await rig.clock.advance(50);
    }
    expect(rig.pollsAt.length).toBe(1);
    await rig.clock.advance(6_000);
    expect(rig.pollsAt.length).toBe(1);
    await rig.clock.advance(6_000);
    expect(rig.pollsAt.length).toBeGreaterThan(1);
  });

  test('[DP-15] ticks after quick replies are not skipped, and each connection counts from the beginning', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(10_000);
    expect(rig.telemetry.health$.value).toMatchObject({
      skipped: 0,
      sentOfLast: 6,
      lastResult: 'answered',
    });
    await rig.link.disconnect();
    expect(rig.telemetry.health$.value).toEqual(NO_HEALTH);
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.telemetry.health$.value).toMatchObject({ sentOfLast: 1 });
  });

  test('[DP-15] a reply slower than the interval causes skipped ticks, which are counted', async () => {
    const rig = await setUp(() => undefined);
    rig.telemetry.setSection('home');
    await rig.clock.advance(0);
    // The device sends slowly but steadily, so the link waits past the next tick.
    const [head = '', ...rest] = compact(1).split(',');
    rig.fake.device.send(head);
    for (const token of rest) {
      await rig.clock.advance(120);
      rig.fake.device.send(`,${token}`);
    }
    await rig.clock.advance(0);
    expect(rig.telemetry.health$.value.skipped).toBeGreaterThanOrEqual(1);
    expect(rig.pollsAt.length).toBe(1);
    expect(rig.soc()).toBe(78.5);
  });

  test('[DP-07] a tick while a user command is pending is skipped', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(1_900);
    void rig.link.execute({ text: 'AT+X', bytes: new Uint8Array([65]), origin: 'user' });
    await rig.clock.advance(200);
    expect(rig.pollsAt.length).toBe(1);
    expect(rig.telemetry.health$.value.skipped).toBe(1);
  });
});

describe('polling on other sections', () => {
  test('[OBD-130] while the live data is followed, the device is polled on every section', async () => {
    const rig = await setUp();
    const [first, second] = [rig.telemetry.follow(), rig.telemetry.follow()];
    await rig.clock.advance(4_000);
    expect(rig.pollsAt.length).toBe(3);
    first();
    first();
    await rig.clock.advance(2_000);
    expect(rig.pollsAt.length).toBe(4);
    second();
    await rig.clock.advance(10_000);
    expect(rig.pollsAt.length).toBe(4);
  });

  test('[OBD-25] between home and another section that is followed, the interval of the polls stays', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(1_000);
    rig.telemetry.follow();
    rig.telemetry.setSection('terminal');
    await rig.clock.advance(2_000);
    expect(rig.pollsAt.map((at) => at - (rig.pollsAt[0] ?? 0))).toEqual([0, 2_000]);
  });

  test('[OBD-265] during identification the device is not polled, and its lines are not records', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(1_000);
    const identification = rig.link.identify({
      plan: [{ line: { baud: 9_600 }, sends: [], timeoutMs: 20_000 }],
      isAnswer: () => false,
      onStep: () => undefined,
    });
    for (let at = 0; at < 10; at += 1) {
      await rig.clock.advance(1_000);
      rig.fake.device.send('Pack voltage: 52.8 V\r\nSOC: 77 %\r\n');
    }
    expect(rig.soc()).not.toBe(77);
    expect(rig.pollsAt.length).toBe(1);
    identification.stop();
    identification.release();
    await rig.clock.advance(1_000);
    expect(rig.pollsAt.length).toBe(2);
  });
});

describe('shown live data', () => {
  test('[OBD-28] each reply gives one sample event, however often its age is published', async () => {
    const rig = await setUp();
    const sequences: (number | undefined)[] = [];
    let published = 0;
    rig.telemetry.samples$.subscribe(({ sample }) => sequences.push(sample.sequence));
    rig.telemetry.liveData$.subscribe(() => (published += 1));
    rig.telemetry.setSection('home');
    await rig.clock.advance(4_900);
    expect(sequences).toEqual([1, 2, 3]);
    expect(published).toBeGreaterThan(8);
  });

  test('[DP-12] the age is published every 500 ms after the reply', async () => {
    const rig = await setUp();
    const ages: number[] = [];
    rig.telemetry.liveData$.subscribe((data) => {
      if (data.kind === 'sample') ages.push(data.ageMs);
    });
    rig.telemetry.setSection('home');
    await rig.clock.advance(3_900);
    expect(ages).toEqual([0, 500, 1_000, 1_500, 0, 500, 1_000, 1_500]);
  });

  test('[OBD-28] a native sample has neither packs nor values of earlier records', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(100);
    expect(rig.shown()).toMatchObject({ receivedAt: rig.clock.wallNow() - 100 });
    expect(rig.shown()).not.toHaveProperty('pack');
    expect(rig.shown()).not.toHaveProperty('olderByMs');
  });

  test('[DP-12] if the device is silent, its values are late after 3 s, stale after 6 s and expired after 10 s', async () => {
    const rig = await setUp((poll) => (poll === 1 ? compact(1) : undefined));
    rig.telemetry.setSection('home');
    const freshness: string[] = [];
    for (const ms of [500, 2_600, 3_000, 4_500]) {
      await rig.clock.advance(ms);
      const data = rig.shown();
      freshness.push(data.kind === 'sample' ? data.freshness : data.kind);
    }
    expect(freshness).toEqual(['fresh', 'late', 'stale', 'expired']);
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[DP-03] a corrupt reply is dropped and counted; the last good value stays and ages', async () => {
    const rig = await setUp((poll) =>
      poll === 2 ? compact(2).replace('3304,', '') : compact(poll),
    );
    rig.telemetry.setSection('home');
    await rig.clock.advance(3_900);
    expect(rig.soc()).toBe(78.5);
    expect(rig.shown()).toMatchObject({ freshness: 'late' });
    expect(rig.telemetry.health$.value).toMatchObject({
      rejected: 1,
      answeredOfLast: 1,
      sentOfLast: 2,
      lastRejection: { error: { kind: 'count' } },
    });
  });

  test('[OBD-9] a reply with a repeated sequence number is rejected', async () => {
    const rig = await setUp(() => compact(7));
    rig.telemetry.setSection('home');
    await rig.clock.advance(2_000);
    expect(rig.telemetry.health$.value.lastRejection?.error.kind).toBe('repeated');
  });

  test('[SR-17] a loss clears the live data at once', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(100);
    expect(rig.shown().kind).toBe('sample');
    rig.fake.unplug('streamOnly');
    await rig.clock.settle();
    expect(rig.shown()).toEqual({ kind: 'none' });
  });

  test('[DP-10] falling counters are a restart, after which the verbose command is sent again', async () => {
    const rig = await setUp((poll) =>
      poll < 3 ? compact(poll + 50, 5_000 + poll) : compact(poll, poll),
    );
    rig.telemetry.setSection('home');
    await rig.clock.advance(3_900);
    rig.fake.device.forgetWritten();
    await rig.clock.advance(2_000);
    expect(rig.fake.device.writtenText()).toBe('AT+ADATA\r\nAT+VB=0\r\n');
    await rig.clock.advance(4_000);
    expect(rig.fake.device.writtenText().match(/VB/g)?.length).toBe(1);
  });

  test('[ST-07] ages come from the monotonic clock and do not depend on the wall clock', async () => {
    const rig = await setUp((poll) => (poll === 1 ? compact(1) : undefined));
    rig.telemetry.setSection('home');
    await rig.clock.advance(0);
    rig.clock.jumpWall(-3_600_000);
    await rig.clock.advance(1_000);
    expect(rig.shown()).toMatchObject({ freshness: 'fresh', ageMs: 1_000 });
  });

  test('[LR-06] after the end of a connection no timer is left', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(5_000);
    await rig.link.disconnect();
    await rig.clock.advance(1_000);
    expect(rig.clock.pendingTimers()).toBe(0);
  });

  test('[LR-06] after dispose all streams are complete', async () => {
    const rig = await setUp();
    const { liveData$, samples$, restarted$, health$, identity } = rig.telemetry;
    const { identity$ } = identity;
    const streams: Readonly<Record<string, Observable<unknown>>> = {
      ...{ liveData$, samples$, restarted$, health$, identity$ },
    };
    const open = new Set(Object.keys(streams));
    for (const [name, stream] of Object.entries(streams)) {
      stream.subscribe({ complete: () => open.delete(name) });
    }
    rig.telemetry.dispose();
    expect([...open]).toEqual([]);
  });

  test('[LR-06] after dispose no timer is left', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(5_000);
    rig.telemetry.dispose();
    await rig.link.disconnect();
    await rig.clock.advance(20_000);
    expect(rig.clock.pendingTimers()).toBe(0);
  });
});

describe('devices without a profile', () => {
  const json = (soc: number): string =>
    `\r\n{"v":13.2,"soc":${soc},"cells":[3.3,3.301,3.302],"mood":"fine"}\r\n\r\nOK\r\n`;

  test('[OBD-19] a reply with named values is decoded without a profile, and marked as inferred', async () => {
    const rig = await setUp((poll) => json(60 - poll));
    rig.telemetry.setSection('home');
    await rig.clock.advance(2_000);
    expect(rig.shown()).toMatchObject({
      sample: { socPercent: 58, cellVoltagesV: [3.3, 3.301, 3.302] },
      others: [{ key: 'mood', text: 'fine' }],
      understanding: { kind: 'inferred' },
    });
  });

  test('[OBD-20] a profile applies at once to the last reply, and after a reconnect', async () => {
    const source = createLive<Source>(undefined);
    const rig = await setUp(() => '\r\n7;13.2;55\r\n\r\nOK\r\n', source.live);
    rig.telemetry.setSection('home');
    await rig.clock.advance(100);
    expect(rig.telemetry.health$.value.lastRejection?.error.kind).toBe('unknownFormat');
    const soc = { to: 'soc', unit: '%', scale: 1 } as const;
    source.set(replyProfile(profileOfFields('mine', { '#3': soc })));
    expect(rig.soc()).toBe(55);
    expect(rig.shown()).toMatchObject({ ageMs: 100, freshness: 'fresh' });
    expect(rig.pollsAt.length).toBe(1);
    await rig.link.disconnect();
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.soc()).toBe(55);
    source.set(undefined);
    await rig.clock.advance(2_000);
    expect(rig.telemetry.health$.value.lastRejection?.error.kind).toBe('unknownFormat');
  });

  test('[OBD-21] after a native reply only native replies are accepted', async () => {
    const rig = await setUp((poll) => (poll === 1 ? compact(1) : json(10)));
    rig.telemetry.setSection('home');
    await rig.clock.advance(2_100);
    expect(rig.soc()).toBe(78.5);
    expect(rig.telemetry.health$.value.rejected).toBe(1);
  });
});
