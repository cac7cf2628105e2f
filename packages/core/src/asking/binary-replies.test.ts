import { NEVER, take } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import type { Traffic } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import {
  bytesOf,
  loadAllBuiltIn,
  loadBuiltIn,
  questionBytes,
  replyEnd,
  type Profile,
} from '../profiles/index.ts';
import { createPackVerdict } from '../verdict/index.ts';
import { basicOf, setUp } from './asking-rig.fixture.ts';
import { createProfileSource } from './profile-source.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

/** A JBD device's answer to the poll `cells`: 3.355 and 3.354 V, whose high byte is that of a carriage return. */
const CELLS = 'hex: DD 04 00 08 0D 1B 0D 1A 0D 1B 0D 1A FF 5A 77';

/** Sets up a device with binary replies that is asked by its profile, and records what the terminal would show. */
const asked = async () => {
  const rig = await setUp({ basic: await basicOf(), cells: CELLS });
  const traffic: Traffic[] = [];
  rig.link.traffic$.subscribe((event) => traffic.push(event));
  const verdict = createPackVerdict({
    link: rig.link,
    telemetry: rig.telemetry,
    clock: rig.clock,
    raised$: createLive([]).live,
    packChanged$: NEVER,
  });
  await rig.choice.choose('jbd');
  await rig.clock.advance(20_000);
  expect(rig.sample()?.sample.cellVoltagesV).toEqual([3.355, 3.354, 3.355, 3.354]);
  return { ...rig, traffic, verdict };
};

test('[LINK-9] decoded values prove the baud rate, even if the bytes are not text', async () => {
  const { link } = await asked();
  expect(link.diagnosis$.value).toEqual({ kind: 'well' });
});

test('[LINK-19] every line of a binary reply to a poll is traffic of the app, also its unfinished end', async () => {
  const { traffic } = await asked();
  const lines = traffic.flatMap((event) => (event.kind === 'received' ? event.lines : []));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(({ origin }) => origin === 'user')).toEqual([]);
});

test('[OBD-148] the replies to a profile’s polls are not unsolicited lines', async () => {
  const { verdict } = await asked();
  const { findings } = verdict.verdict$.value;
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter(({ kind }) => kind === 'unsolicited')).toEqual([]);
});

test('[OBD-357] behind an adapter that echoes, a reply that begins 200 ms after the echo is read', async () => {
  const rig = await setUp({});
  const { polls } = await loadBuiltIn('jbd');
  const answers = new Map([
    ['basic', await basicOf()],
    ['cells', CELLS],
  ]);
  rig.fake.device.onWrite((bytes) => {
    rig.fake.device.send(bytes);
    const poll = polls.find((each) => questionBytes(each).join() === bytes.join());
    const reply = bytesOf(answers.get(poll?.id ?? '') ?? '');
    if (reply !== undefined) rig.clock.after(200, () => rig.fake.device.send(reply));
  });
  await rig.choice.choose('jbd');
  await rig.clock.advance(20_000);
  expect(rig.sample()?.sample).toMatchObject({
    packVoltageV: 52.8,
    cellVoltagesV: [3.355, 3.354, 3.355, 3.354],
  });
});

/** The kinds of the results of a poll whose reply comes in two parts, 300 ms apart. `at`: the size of the first part. */
const splitAt = async (profile: Profile, poll: string, reply: Uint8Array, at: number) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const store = createFakeKeyValueStore();
  const link = createLink({ links: [fake.link], clock, store, notify: () => undefined });
  const polls = profile.polls.filter(({ id }) => id === poll);
  fake.device.onWrite((bytes) => {
    if (!polls.some((each) => questionBytes(each).join() === bytes.join())) return;
    fake.device.send(reply.subarray(0, at));
    clock.after(300, () => fake.device.send(reply.subarray(at)));
  });
  void link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  const source = createProfileSource({ ...profile, init: [], polls }, { link, clock });
  const results: unknown[] = [];
  source.results$.pipe(take(1)).subscribe((result) => {
    const isRead = result.status === 'answered' || result.status === 'rejected';
    results.push(isRead ? { status: result.status, raw: result.raw } : result);
  });
  await clock.advance(1_900);
  return results;
};

test('[OBD-358] a pause of 300 ms within a reply or between two frames does not end it', async () => {
  for (const profile of await loadAllBuiltIn()) {
    for (const { poll = profile.polls[0]?.id, bytes, name } of profile.tests) {
      if (poll === undefined) continue;
      const all = bytesOf(bytes) ?? new Uint8Array();
      const end = replyEnd(profile, poll);
      const last = all.findIndex((byte) => end.push(Uint8Array.of(byte)) === 'complete');
      const reply = all.subarray(0, last < 0 ? all.length : last + 1);
      const whole = await splitAt(profile, poll, reply, reply.length);
      for (const at of [13, reply.length - 1]) {
        const split = await splitAt(profile, poll, reply, at);
        expect([profile.id, name, at, split]).toEqual([profile.id, name, at, whole]);
      }
    }
  }
});
