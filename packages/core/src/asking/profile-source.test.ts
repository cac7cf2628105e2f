import { describe, expect, test } from 'vitest';
import { bytesOf, loadBuiltIn, readProfile, type Profile } from '../profiles/index.ts';
import { basicOf, CELLS, setUp } from './asking-rig.fixture.ts';

const DAMAGED = CELLS.replace('0F 3B', '0F 3C');

/** Returns a profile with two polls whose replies have the same form. */
const twoPolls = (amperesEveryMs = 2_000): Profile => {
  const value = (poll: string, to: string) => ({
    ...{ id: poll, answers: [poll], read: 'fields', by: ',' },
    fields: [{ at: 0, to }],
  });
  const read = readProfile({
    ...{ profile: 2, id: 'two', name: 'Two', frame: { split: 'line' } },
    polls: [
      { id: 'volts', send: 'V\r', everyMs: 2_000, timeoutMs: 500 },
      { id: 'amperes', send: 'A\r', everyMs: amperesEveryMs, timeoutMs: 500 },
    ],
    records: [value('volts', 'packVoltage'), value('amperes', 'current')],
  });
  if (!read.ok) throw new Error(read.error.problem);
  return read.value;
};

describe('a device that is asked by a profile', () => {
  test('[OBD-270] the profile’s questions replace the default ones, and their answers are merged into one sample', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    expect(rig.choice.state$.value).toMatchObject({ kind: 'chosen', profile: { id: 'jbd' } });
    rig.sent.length = 0;
    await rig.clock.advance(6_000);
    expect(rig.sent).not.toContain('AT+ADATA');
    expect(rig.sent.filter((id) => id === 'basic').length).toBeGreaterThanOrEqual(2);
    expect(rig.sent.filter((id) => id === 'hardware')).toHaveLength(1); // its period is 60 s
    expect(rig.sample()).toMatchObject({
      understanding: {
        kind: 'profile',
        profile: { name: expect.stringContaining('JBD') as string },
      },
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

  test('[OBD-292] each value has as many decimals as the device reports', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    const decimals = rig.sample()?.decimals;
    expect(decimals?.get('packVoltageV')).toBe(2);
    expect(decimals?.get('currentA')).toBe(2);
    expect(decimals?.get('socPercent')).toBe(0);
    expect(decimals?.get('cellVoltagesV')).toBe(3);
  });

  test('[OBD-271] a damaged answer is rejected and counted; no value of it is shown', async () => {
    const rig = await setUp({ cells: DAMAGED });
    await rig.choice.choose('jbd');
    const before = rig.telemetry.health$.value.rejected;
    await rig.clock.advance(6_000);
    expect(rig.sample()).toBeUndefined();
    expect(rig.telemetry.health$.value.rejected).toBeGreaterThan(before);
  });

  test('[OBD-270] a value has its age, and is removed after three periods of its own poll', async () => {
    const answers = { basic: await basicOf(), cells: CELLS as string | undefined };
    const rig = await setUp(answers);
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    answers.cells = undefined;
    await rig.clock.advance(4_000);
    expect(rig.sample()?.sample.cellVoltagesV).toHaveLength(4);
    expect(rig.sample()?.olderByMs?.get('cellVoltagesV')).toBeGreaterThan(3_000);
    expect(rig.sample()?.olderByMs?.get('packVoltageV') ?? 0).toBeLessThan(1_000);
    await rig.clock.advance(6_000);
    expect(rig.sample()?.sample).toMatchObject({ packVoltageV: 52.8, cellVoltagesV: [] });
  });

  test('[OBD-271] a damaged answer and a missing answer are counted while another poll is answered well', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: DAMAGED });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_900);
    expect(rig.sample()?.sample).toMatchObject({ packVoltageV: 52.8, cellVoltagesV: [] });
    const health = rig.telemetry.health$.value;
    expect(health.rejected).toBeGreaterThanOrEqual(1);
    expect(health.timeouts).toBe(1); // the poll `hardware`, which is not answered
    expect(health.lastRejection?.raw).toEqual([DAMAGED.replace('hex: ', '')]);
  });

  test('[OBD-275] a cycle ends when the view is left: no further question is sent', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    rig.sent.length = 0;
    for (let at = 0; at < 400 && rig.sent.length === 0; at += 1) await rig.clock.advance(10);
    expect(rig.sent).toEqual(['basic']);
    rig.telemetry.setSection('terminal');
    await rig.clock.advance(5_000);
    expect(rig.sent).toEqual(['basic']);
  });

  test('[OBD-265] during identification only the probes are sent; afterwards the polls start from the beginning', async () => {
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
    // The profile is loaded again, by imports, which take real time.
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.clock.advance(3_000);
    expect(rig.sent.slice(2, 5)).toEqual(['basic', 'cells', 'hardware']);
  });

  test('[OBD-278] after a cycle without an answer all polls are sent again', async () => {
    const answers = { basic: (await basicOf()) as string | undefined };
    const rig = await setUp(answers);
    await rig.choice.choose('jbd');
    await rig.clock.advance(4_000);
    const { basic } = answers;
    answers.basic = undefined;
    await rig.clock.advance(5_000);
    rig.sent.length = 0;
    answers.basic = basic;
    await rig.clock.advance(4_000);
    expect(rig.sent).toContain('hardware'); // the poll `hardware` has a period of 60 s
  });

  test('[OBD-278] after a boot banner earlier values are removed', async () => {
    const answers = { basic: await basicOf(), cells: CELLS as string | undefined };
    const rig = await setUp(answers);
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    expect(rig.sample()?.sample.cellVoltagesV).toHaveLength(4);
    expect(rig.sample()?.olderByMs?.get('cellVoltagesV') ?? 0).toBeLessThan(1_000);
    answers.cells = undefined;
    rig.link.deviceRestarted();
    await rig.clock.advance(5_000);
    expect(rig.clock.monotonicNow()).toBeLessThan(9_000); // until then the values would be kept without a boot banner
    expect(rig.sample()?.sample).toMatchObject({ packVoltageV: 52.8, cellVoltagesV: [] });
  });

  test('[OBD-276] initial commands are repeated until they are answered, and sent again when the device stops answering', async () => {
    const { init, tests } = await loadBuiltIn('elm327-nissan-leaf');
    const answers: Record<string, string | undefined> = {};
    const rig = await setUp(answers, { device: 'elm327-nissan-leaf' });
    await rig.choice.choose('elm327-nissan-leaf');
    rig.sent.length = 0;
    await rig.clock.advance(10_000);
    expect(new Set(rig.sent)).toEqual(new Set(['ATZ']));
    expect(rig.telemetry.health$.value.timeouts).toBeGreaterThan(0);
    for (const { send, expect: expected } of init) answers[send.trim()] = `${expected}\r\r>`;
    answers['group1'] = tests.find(({ poll }) => poll === 'group1')?.bytes;
    rig.sent.length = 0;
    await rig.clock.advance(20_000);
    expect(rig.sent.slice(0, 10)).toEqual([...init.map(({ send }) => send.trim()), 'group1']);
    expect(rig.sent.filter((text) => text === 'ATZ')).toHaveLength(1);
    answers['group1'] = 'NO DATA\r\r>';
    await rig.clock.advance(30_000);
    expect(rig.sent.filter((text) => text === 'ATZ').length).toBeGreaterThan(1);
  });

  test('[OBD-289] [DP-02] a late answer to one poll is not read as the answer to the next poll', async () => {
    const answers: Record<string, string | undefined> = { A: '52.8\r' };
    const rig = await setUp(answers, { load: () => Promise.resolve(twoPolls()) });
    await rig.choice.choose('two');
    await rig.clock.advance(3_000);
    expect(rig.telemetry.liveData$.value).toEqual({ kind: 'none' });
    expect(rig.telemetry.health$.value.lastRejection?.error.detail).toBe(
      'the reply may answer volts',
    );
    Object.assign(answers, { V: '52.8\r', A: '-1.2\r' });
    await rig.clock.advance(4_000);
    expect(rig.sample()?.sample).toMatchObject({ packVoltageV: 52.8, currentA: -1.2 });
    answers['V'] = undefined; // this poll is never answered again, but the other poll is still answered
    await rig.clock.advance(20_000);
    expect(rig.sample()).toMatchObject({ freshness: 'fresh', sample: { currentA: -1.2 } });
    answers['A'] = '52.8\r'; // could be the voltage too
    await rig.clock.advance(20_000);
    expect(rig.sample()).toMatchObject({ freshness: 'fresh', sample: { currentA: 52.8 } });
    // The same without an answered cycle between.
    answers['A'] = undefined;
    await rig.clock.advance(20_000);
    answers['A'] = '52.8\r';
    await rig.clock.advance(20_000);
    expect(rig.sample()).toMatchObject({ freshness: 'fresh', sample: { currentA: 52.8 } });
  });

  test('[OBD-354] a poll that is never answered does not hold back a rarer one', async () => {
    const profile = twoPolls(10_000);
    const rig = await setUp({ A: '52.8\r' }, { load: () => Promise.resolve(profile) });
    const samples: unknown[] = [];
    rig.telemetry.samples$.subscribe((sample) => samples.push(sample));
    await rig.choice.choose('two');
    await rig.clock.advance(200_000);
    expect(samples.length).toBeGreaterThan(40);
    expect(rig.telemetry.health$.value.rejected).toBeLessThan(4);
  });

  test('[OBD-354] after cycles without an answer, a late answer to one poll is not read as the answer to another', async () => {
    const status = 'hex: 01 04 04 00 00 00 01 3A 44';
    const right = 'hex: 01 04 04 09 C4 0C 1C BD 2C';
    /** The answers to the poll `temperatures`: at first the late one to the poll `status` of an earlier cycle. */
    const replies = [status, right, right, right];
    let isBack = false;
    const rig = await setUp(
      {
        get battery() {
          return isBack ? 'hex: 01 04 06 14 DB FF FB FF FF 47 C1' : undefined;
        },
        get temperatures() {
          return isBack ? replies.shift() : undefined;
        },
        get status() {
          return replies.length < 4 ? status : undefined;
        },
      },
      { device: 'epever' },
    );
    const temperatures: unknown[] = [];
    rig.telemetry.samples$.subscribe(({ sample }) => temperatures.push(...sample.temperaturesC));
    await rig.choice.choose('epever');
    await rig.clock.advance(20_000);
    expect(rig.telemetry.health$.value.timeouts).toBeGreaterThan(15);
    isBack = true;
    await rig.clock.advance(12_000);
    expect(replies.length).toBeLessThan(3);
    expect(new Set(temperatures)).toEqual(new Set([25]));
  });

  test('[OBD-270] a profile may ask with the command of the default polls', async () => {
    const read = readProfile({
      ...{ profile: 2, id: 'own', name: 'Own', frame: { split: 'reply' }, end: { final: ['OK'] } },
      polls: [{ id: 'all', send: 'AT+ADATA\r\n', everyMs: 1_000, timeoutMs: 800 }],
      records: [
        { id: 'values', read: 'keys', separator: ':', keys: { Volts: { to: 'packVoltage' } } },
      ],
    });
    if (!read.ok) throw new Error(read.error.problem);
    const answers = { 'AT+ADATA': 'Volts: 52.8\r\nOK\r\n' };
    const rig = await setUp(answers, { load: () => Promise.resolve(read.value) });
    await rig.choice.choose('own');
    await rig.clock.advance(3_000);
    expect(rig.sample()).toMatchObject({
      sample: { packVoltageV: 52.8 },
      understanding: { kind: 'profile' },
    });
  });

  test('[OBD-286] a flood of records gives at most 20 samples a second, with the latest values', async () => {
    const { tests } = await loadBuiltIn('ve-direct');
    const [first, , second] = tests.map(({ bytes }) => bytesOf(bytes) ?? new Uint8Array());
    const rig = await setUp({}, { device: 've-direct' });
    await rig.choice.choose('ve-direct');
    let samples = 0;
    rig.telemetry.samples$.subscribe(() => {
      samples += 1;
    });
    for (let at = 0; at < 100; at += 1) {
      rig.fake.device.send((at < 50 ? first : second) ?? '');
      await rig.clock.advance(10);
    }
    expect(samples).toBeGreaterThanOrEqual(19);
    expect(samples).toBeLessThanOrEqual(21);
    expect(rig.sample()?.sample.packVoltageV).toBe(51.87);
  });
});
