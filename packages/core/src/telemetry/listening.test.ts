import { describe, expect, test } from 'vitest';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { command } from '../link/link-rig.fixture.ts';
import { err, ok } from '../prelude/result.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { RECORD, setUp } from './listening.fixture.ts';

type Rig = Awaited<ReturnType<typeof setUp>>;

describe('a device that sends records by itself', () => {
  test('[OBD-246] after two unsolicited records, nothing is sent to the device until it is silent', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    rig.fake.device.forgetWritten();
    await rig.stream(1_000, 0, 20_000, [RECORD]);
    expect(rig.fake.device.writtenText()).toBe('');
    await rig.clock.advance(15_000);
    expect(rig.fake.device.writtenText()).toContain('AT+ADATA');
  });

  test('[OBD-246] unsolicited records stop the polls even if they arrive while another section is shown', async () => {
    const rig = await setUp();
    const show = (section: string): void => {
      rig.link.setSection(section);
      rig.telemetry.setSection(section);
    };
    show('terminal');
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    rig.fake.device.forgetWritten();
    const shown = rig.samplesAt.length;
    await rig.stream(1_000, 0, 20_000, [RECORD]);
    expect(rig.samplesAt).toHaveLength(shown);
    show('home');
    await rig.stream(1_000, 0, 5_000, [RECORD]);
    expect(rig.samplesAt.length).toBeGreaterThan(shown);
    show('terminal');
    await rig.stream(1_000, 0, 20_000, [RECORD]);
    expect(rig.fake.device.writtenText()).toBe('');
  });

  test('[OBD-306] the late reply to a command of the user is no record', async () => {
    const rig = await setUp();
    rig.link.ports.setListenOnly(true);
    await rig.clock.advance(31_000);
    void rig.link.execute(command('AT+LIM?'));
    await rig.clock.advance(1_800);
    rig.fake.device.send('Limits\r\nPack voltage: 58.4 V\r\nCurrent: 100 A\r\n\r\nOK\r\n');
    await rig.clock.advance(500);
    expect(rig.telemetry.liveData$.value).toEqual({ kind: 'none' });
    rig.fake.device.send(RECORD); // after the end of the late reply
    await rig.clock.advance(200);
    expect(rig.telemetry.liveData$.value).toMatchObject({
      sample: { currentA: -1.2, socPercent: 77 },
    });
  });

  const LIMITS = 'Limits\r\nPack voltage: 58.4 V\r\nCurrent: 100 A\r\n';

  test('[OBD-306] the late reply to a command of a user who has signed out is no record', async () => {
    const rig = await setUp();
    rig.link.ports.setListenOnly(true);
    await rig.clock.advance(31_000);
    void rig.link.execute(command('AT+LIM?'));
    await rig.clock.advance(1_500);
    rig.link.endUser();
    rig.link.ports.setListenOnly(true);
    rig.fake.device.send(`${LIMITS}OK\r\n`);
    await rig.clock.advance(500);
    expect(rig.telemetry.liveData$.value).toEqual({ kind: 'none' });
  });

  test('[OBD-306] a late reply that arrives while another command awaits only its result code is no record', async () => {
    const rig = await setUp();
    rig.link.ports.setListenOnly(true);
    await rig.clock.advance(31_000);
    void rig.link.execute(command('AT+LIM?'));
    await rig.clock.advance(1_500);
    void rig.link.execute({ ...command('AT+VB=0', 'background'), isBare: true });
    await rig.clock.settle();
    rig.fake.device.send(`${LIMITS}OK\r\n`);
    await rig.clock.advance(500);
    expect(rig.telemetry.liveData$.value).toEqual({ kind: 'none' });
  });

  /** Sends records one per second. Returns for each of them whether the temperature was read as a line of the stream. */
  const readsTemperature = async ({ clock, fake, telemetry }: Rig, texts: readonly string[]) => {
    const read: boolean[] = [];
    for (const text of texts) {
      fake.device.send(text);
      await clock.advance(1_000);
      const data = telemetry.liveData$.value;
      read.push(data.kind === 'sample' && data.raw.includes('Temperature: 35 C'));
    }
    return read;
  };
  const WARM = `${RECORD}Temperature: 35 C\r\n`;
  const [YES, NO] = [true, false];

  test('[OBD-306] a new line of a stream is read from its second record on, if one command of the user has no reply', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    void rig.link.execute(command('AT+LIM?'));
    await rig.stream(1_000, 0, 3_000, [RECORD]);
    expect(await readsTemperature(rig, [WARM, WARM, RECORD, WARM])).toEqual([NO, YES, NO, YES]);
    void rig.link.execute(command('AT+X?'));
    await rig.stream(1_000, 0, 3_000, [RECORD]);
    expect(await readsTemperature(rig, [WARM])).toEqual([YES]);
  });

  test('[OBD-306] if two commands have no reply, it is read from the third record on, because both replies may have it', async () => {
    const rig = await setUp();
    rig.link.ports.setListenOnly(true);
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    for (const text of ['AT+LIM?', 'AT+X?']) {
      void rig.link.execute(command(text));
      await rig.clock.advance(1_500);
    }
    expect(await readsTemperature(rig, [WARM, WARM, WARM])).toEqual([NO, NO, YES]);
  });

  /** Reads a voltage from `V=…` and an alarm from `ALARM`. */
  const withAlarms: ReplyProfile = {
    name: 'with alarms',
    read: (lines) => {
      const text = lines.join(' ');
      const volts = /V=([\d.]+)/.exec(text)?.[1];
      const hasAlarm = text.includes('ALARM');
      if (volts === undefined && !hasAlarm) return err({ kind: 'unknownFormat', detail: '' });
      const sample: PackSample = {
        ...{ cellVoltagesV: [], temperaturesC: [], protections: [] },
        ...(hasAlarm ? { alarms: ['cellOverVoltage'] } : { alarms: [], lacksFaults: true }),
        ...(volts === undefined ? {} : { packVoltageV: Number(volts) }),
      };
      return ok({ sample, others: [] });
    },
  };

  test('[OBD-306] a line from which a profile reads only faults counts at once, and no other line does', async () => {
    const rig = await setUp(undefined, withAlarms);
    rig.link.ports.setListenOnly(true);
    await rig.stream(1_000, 300, 4_000, ['V=52.8\r\n']);
    void rig.link.execute(command('AT+LIM?'));
    await rig.clock.advance(1_500);
    rig.fake.device.send('ALARM 3\r\n');
    await rig.clock.advance(500);
    expect(rig.telemetry.liveData$.value).toMatchObject({
      sample: { packVoltageV: 52.8, alarms: ['cellOverVoltage'] },
    });
    void rig.link.execute(command('AT+LIM?'));
    await rig.clock.advance(5_500);
    rig.fake.device.send('ALARM at V=58.4\r\n');
    await rig.clock.advance(500);
    expect(rig.telemetry.liveData$.value).toMatchObject({ raw: ['ALARM 3'] });
  });

  test('[OBD-306] lines of one late reply are no lines of a stream, also if they are alike and a record is between them', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    void rig.link.execute(command('AT+LIM?'));
    await rig.stream(1_000, 0, 3_000, [RECORD]);
    const limit = (cell: number): string => `${cell}: 3.65 V\r\n`;
    rig.fake.device.send(`${limit(1)}${limit(2)}`);
    await rig.clock.advance(100);
    rig.fake.device.send(`${RECORD}${limit(3)}${limit(4)}`);
    await rig.clock.advance(1_000);
    expect(rig.telemetry.liveData$.value).toMatchObject({ raw: RECORD.trim().split('\r\n') });
  });

  test('[OBD-306] late replies to a command that is sent again later are no lines of a stream', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    for (let times = 0; times < 2; times += 1) {
      void rig.link.execute(command('AT+LIM?'));
      await rig.stream(1_000, 0, 3_000, [RECORD]);
      expect(await readsTemperature(rig, ['Temperature: 35 C\r\n', RECORD])).toEqual([NO, NO]);
      await rig.stream(1_000, 0, 40_000, [RECORD]);
    }
  });

  test('[OBD-306] the records of a known stream are shown also while a command of the user has no reply', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    void rig.link.execute(command('AT+LIM?'));
    const before = rig.samplesAt.length;
    await rig.stream(1_000, 0, 6_000, [RECORD]);
    expect(rig.samplesAt.length - before).toBeGreaterThanOrEqual(5);
  });

  test('[OBD-312] the first two records of a stream may be late replies, so their age counts from the poll', async () => {
    const rig = await setUp();
    const ages: number[] = [];
    rig.telemetry.samples$.subscribe(({ ageMs }) => ages.push(ageMs));
    await rig.clock.advance(3_500);
    expect(rig.fake.device.writtenText()).toMatch(/^AT\+VB=0\r\n(AT\+ADATA\r\n)+$/);
    rig.link.ports.setListenOnly(true);
    await rig.stream(1_000, 0, 4_000, [RECORD]);
    const firstPollAt = 1_100; // after the timeout of the verbose command
    expect(ages).toEqual([3_650 - firstPollAt, 4_650 - firstPollAt, 150, 150]);
  });

  test('[OBD-246] nothing is sent either when the connection ends', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    const sent: string[] = [];
    rig.link.traffic$.subscribe((each) => {
      if (each.kind === 'sent') sent.push(each.text);
    });
    await rig.link.disconnect();
    expect(sent).toEqual([]);
  });

  test('[OBD-247] records of different shapes are merged into one sample, with the age of each value', async () => {
    const rig = await setUp();
    await rig.stream(400, 300, 8_000, ['Pack voltage: 52.8 V\r\n', 'SOC: 77 %\r\n']);
    expect(rig.telemetry.liveData$.value).toMatchObject({
      sample: { packVoltageV: 52.8, socPercent: 77 },
      olderByMs: new Map([['packVoltageV', 400]]),
    });
  });

  test('[OBD-248] “Listen only” stops all commands of the app, also on the next connection', async () => {
    const store = createFakeKeyValueStore();
    const rig = await setUp(store);
    expect(rig.link.ports.setListenOnly(true).ok).toBe(true);
    await rig.clock.advance(5_000);
    rig.fake.device.forgetWritten();
    await rig.link.disconnect();
    void rig.link.connect('fake');
    await rig.clock.advance(10_000);
    expect(rig.fake.device.writtenText()).toBe('');
    rig.link.ports.setListenOnly(false);
    await rig.clock.advance(4_000);
    expect(rig.fake.device.writtenText()).toContain('AT+ADATA');
  });
});
