import { describe, expect, test } from 'vitest';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { command } from '../link/link-rig.fixture.ts';
import { RECORD, setUp } from './listening.fixture.ts';

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

  test('[OBD-306] the records of a known stream are shown also while a command of the user has no reply', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    void rig.link.execute(command('AT+LIM?'));
    const before = rig.samplesAt.length;
    await rig.stream(1_000, 0, 6_000, [RECORD]);
    expect(rig.samplesAt.length - before).toBeGreaterThanOrEqual(5);
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
