import { NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import type { Traffic } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import { bytesOf, loadBuiltIn, questionBytes } from '../profiles/index.ts';
import { createPackVerdict } from '../verdict/index.ts';
import { basicOf, setUp } from './asking-rig.fixture.ts';

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
