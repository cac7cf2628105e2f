import { describe, expect, test } from 'vitest';
import { createFakeLog } from '../fakes/fake-log.ts';
import type { Link } from '../link/link-api.ts';
import { setUp as setUpLink } from '../link/link-rig.fixture.ts';
import { createTelemetry } from './telemetry.ts';

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
      clock.after(at, () => {
        fake.device.send(character);
      });
    }
  });
  const telemetry = createTelemetry({ link: change(link), clock, log });
  telemetry.liveData$.subscribe((live) => {
    if (live.kind === 'sample' && live.ageMs === 0) answers += 1;
  });
  telemetry.setSection('home');
  void link.connect('fake');
  await clock.settle();
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

  test('[DP-12] a silent device is still polled, and its first reply counts', async () => {
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
