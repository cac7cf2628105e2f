import { firstValueFrom, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakeProfileStorage } from '../fakes/fake-profile-archive.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import {
  bytesOf,
  isBuiltInId,
  loadBuiltIn,
  questionBytes,
  type Profile,
} from '../profiles/index.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createProfileChoice, type ProfileChoiceParts } from './profile-choice.ts';

const CELLS = 'hex: DD 04 00 08 0F 3B 0F 30 0F 2D 0F 31 FE F3 77';

interface Options {
  readonly load?: ProfileChoiceParts['load'];
  readonly store?: KeyValueStore;
}

const loadById = async (id: string): Promise<Profile | undefined> =>
  isBuiltInId(id) ? loadBuiltIn(id) : undefined;

/** A connected JBD device; it answers a poll with what `answers` holds for its id. */
const setUp = async (
  answers: Record<string, string>,
  { load = loadById, store = createFakeKeyValueStore() }: Options = {},
) => {
  const jbd = await loadBuiltIn('jbd');
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const link = createLink({ links: [fake.link], clock, store, notify: () => undefined });
  const profiles = createFakeProfileStorage().open();
  const choice = createProfileChoice({ link, clock, store, load });
  const { source$ } = choice;
  const telemetry = createTelemetry({ link, profiles, clock, log: createFakeLog(), source$ });
  const sent: string[] = [];
  const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const questions = new Map(jbd.polls.map((poll) => [hexOf(questionBytes(poll)), poll.id]));
  fake.device.onWrite((bytes) => {
    const id = questions.get(hexOf(bytes));
    sent.push(id ?? new TextDecoder().decode(bytes).trim());
    const answer = id === undefined ? undefined : answers[id];
    if (answer !== undefined) fake.device.send(bytesOf(answer) ?? new Uint8Array());
  });
  telemetry.setSection('home');
  const connect = async (): Promise<void> => {
    void link.connect('fake');
    await clock.settle();
  };
  await connect();
  const sample = () => {
    const data = telemetry.liveData$.value;
    return data.kind === 'sample' ? data : undefined;
  };
  return { clock, fake, link, telemetry, choice, sent, sample, store, connect };
};

const basicOf = async (): Promise<string> => {
  const { tests } = await loadBuiltIn('jbd');
  return tests.find(({ expect: { packVoltage } }) => packVoltage === 52.8)?.bytes ?? '';
};

describe('asking by a profile', () => {
  test('[OBD-270] the profile’s questions replace the default ones, and their answers make one sample', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    expect(rig.choice.state$.value).toMatchObject({ kind: 'chosen', profile: { id: 'jbd' } });
    rig.sent.length = 0;
    await rig.clock.advance(6_000);
    expect(rig.sent).not.toContain('AT+ADATA');
    expect(rig.sent.filter((id) => id === 'basic').length).toBeGreaterThanOrEqual(2);
    expect(rig.sent.filter((id) => id === 'hardware')).toHaveLength(1); // every 60 s
    expect(rig.sample()).toMatchObject({
      understanding: { kind: 'device', name: expect.stringContaining('JBD') as string },
      sample: {
        packVoltageV: 52.8,
        currentA: -12.4,
        socPercent: 78,
        switches: { charge: false, discharge: true },
        protections: ['cellUnderVoltage', 'shortCircuit'],
        cellVoltagesV: [3.899, 3.888, 3.885, 3.889],
      },
    });
    expect(rig.sample()?.sample.switches).not.toHaveProperty('precharge');
  });

  test('[OBD-271] a damaged answer is rejected and counted; no value of it is shown', async () => {
    const rig = await setUp({ cells: CELLS.replace('0F 3B', '0F 3C') });
    await rig.choice.choose('jbd');
    const before = rig.telemetry.health$.value.rejected;
    await rig.clock.advance(6_000);
    expect(rig.sample()).toBeUndefined();
    expect(rig.telemetry.health$.value.rejected).toBeGreaterThan(before);
  });

  test('[OBD-272] the choice is saved for the kind of device, and taken back with the default', async () => {
    const rig = await setUp({ basic: await basicOf() });
    await rig.choice.choose('jbd');
    await rig.link.disconnect();
    await rig.clock.settle();
    await rig.connect();
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.choice.choose(undefined);
    rig.sent.length = 0;
    await rig.clock.advance(4_000);
    expect(rig.sent).toContain('AT+ADATA');
    expect(rig.sent).not.toContain('basic');
    await rig.link.disconnect();
    await rig.connect();
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
  });

  test('[OBD-273] nothing is sent before the profile of a device is loaded, and when it closes', async () => {
    const jbd = await loadBuiltIn('jbd');
    const loaded = new Subject<Profile>();
    const store = createFakeKeyValueStore();
    store.set('deviceProfile:fake', 'jbd');
    const answers = { basic: await basicOf(), cells: CELLS };
    const rig = await setUp(answers, { load: () => firstValueFrom(loaded), store });
    await rig.clock.advance(5_000);
    expect(rig.choice.state$.value).toEqual({ kind: 'loading', id: 'jbd' });
    expect(rig.sent).toEqual([]);
    loaded.next(jbd);
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.clock.advance(4_000);
    expect(rig.sent).toContain('basic');
    await rig.link.disconnect();
    await rig.clock.settle();
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
    await rig.connect();
    loaded.next(jbd);
    await rig.clock.advance(4_000);
    expect(rig.sent.filter((text) => text.startsWith('AT+'))).toEqual([]);
  });

  test('[OBD-273] nothing is sent between listening only and a profile', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    rig.choice.listen();
    await rig.clock.advance(5_000);
    rig.sent.length = 0;
    await rig.choice.choose('jbd');
    await rig.clock.advance(5_000);
    rig.choice.listen();
    await rig.clock.advance(5_000);
    expect(rig.sent).toContain('basic');
    expect(rig.sent.filter((text) => text.startsWith('AT+'))).toEqual([]);
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
  });

  test('[OBD-265] while it is identified, only the probes are sent; then it is asked from the beginning', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    rig.sent.length = 0;
    const baud = 115_200;
    const sends = [new TextEncoder().encode('probe')];
    const { ended } = rig.link.identify({
      plan: [
        { line: { baud: 9_600 }, sends, timeoutMs: 5_000 },
        { line: { baud }, sends, timeoutMs: 5_000 },
      ],
      isAnswer: () => false,
      onStep: () => undefined,
    });
    await rig.clock.advance(9_900);
    expect(rig.sent).toEqual(['probe', 'probe']);
    await rig.clock.advance(200);
    expect(await ended).toEqual({ kind: 'none' });
    await rig.clock.advance(3_000);
    expect(rig.sent.slice(2, 5)).toEqual(['basic', 'cells', 'hardware']);
  });

  test.each([
    ['is unknown', () => Promise.resolve(undefined)],
    ['cannot be loaded', () => Promise.reject(new Error('offline'))],
  ])('[OBD-273] when the profile %s, that is said and nothing is sent', async (_, load) => {
    const rig = await setUp({}, { load });
    await rig.choice.choose('mine');
    expect(rig.choice.state$.value).toEqual({ kind: 'failed', id: 'mine' });
    rig.sent.length = 0;
    await rig.clock.advance(5_000);
    expect(rig.sent).toEqual([]);
  });

  test('[OBD-274] another profile removes the values of the one before', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    expect(rig.sample()?.sample.packVoltageV).toBe(52.8);
    const next = rig.choice.choose('daly-uart');
    expect(rig.sample()).toBeUndefined();
    await next;
    await rig.choice.choose(undefined);
    expect(rig.sample()).toBeUndefined();
  });
});
