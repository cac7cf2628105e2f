import { describe, expect, test } from 'vitest';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
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
