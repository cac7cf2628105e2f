import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import { createTelemetry } from './telemetry.ts';

/** Sets up the home section with a device that answers no command. */
const setUp = async (store = createFakeKeyValueStore()) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const link = createLink({ links: [fake.link], clock, store, notify: () => undefined });
  const telemetry = createTelemetry({ link, clock, log: createFakeLog() });
  telemetry.setSection('home');
  const samplesAt: number[] = [];
  telemetry.samples$.subscribe(() => samplesAt.push(clock.monotonicNow()));
  void link.connect('fake');
  await clock.settle();
  /** Sends the texts one after another, one per `periodMs`, the first after `phaseMs`, for a given time. */
  const stream = async (
    periodMs: number,
    phaseMs: number,
    forMs: number,
    texts: readonly string[],
  ) => {
    await clock.advance(phaseMs);
    for (let at = 0; at * periodMs < forMs; at += 1) {
      fake.device.send(texts[at % texts.length] ?? '');
      await clock.advance(periodMs);
    }
  };
  return { clock, fake, link, telemetry, samplesAt, stream };
};

const RECORD = 'Pack voltage: 52.8 V\r\nCurrent: -1.2 A\r\nSOC: 77 %\r\n';

describe('a device that sends records by itself', () => {
  test('[OBD-245] each cycle of the device gives a sample, for any period and phase', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 8_000 }),
        fc.integer({ min: 0, max: 4_000 }),
        async (periodMs, phaseMs) => {
          const rig = await setUp();
          await rig.stream(periodMs, phaseMs, Math.max(12_000, 5 * periodMs), [RECORD]);
          const before = rig.samplesAt.length;
          await rig.stream(periodMs, 0, 10 * periodMs, [RECORD]);
          expect(rig.samplesAt.length - before).toBeGreaterThanOrEqual(9);
          expect(rig.telemetry.liveData$.value).toMatchObject({
            sample: { packVoltageV: 52.8, currentA: -1.2, socPercent: 77 },
            understanding: { kind: 'inferred' },
          });
        },
      ),
      {
        numRuns: 30,
        // Records that arrive together with the polls are taken as answers, until one answer does not end.
        examples: [
          [816, 1_690],
          [770, 1_690],
        ],
      },
    );
  });

  test('[OBD-246] after two unsolicited records, nothing is sent to the device until it is silent', async () => {
    const rig = await setUp();
    await rig.stream(1_000, 300, 6_000, [RECORD]);
    rig.fake.device.forgetWritten();
    await rig.stream(1_000, 0, 20_000, [RECORD]);
    expect(rig.fake.device.writtenText()).toBe('');
    await rig.clock.advance(15_000);
    expect(rig.fake.device.writtenText()).toContain('AT+ADATA');
  });

  test('[OBD-246] unsolicited records stop the polls also when they arrive on another section', async () => {
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
