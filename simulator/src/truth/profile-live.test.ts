import { createDeviceCore } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { identifyPlan, loadAllBuiltIn, matchesProbe, type BuiltInId } from '@batbot/core/profiles';
import { expect, test } from 'vitest';
import { createDevice, type DeviceOptions } from '../index.ts';
import type { ForeignName } from '../device/foreign/foreign-devices.ts';

const STEP_MS = 20;

/** The profile of each simulated dialect. */
const DEVICES: readonly (readonly [ForeignName, BuiltInId])[] = [
  ['vedirect', 've-direct'],
  ['jbd', 'jbd'],
  ['srne', 'srne-renogy'],
  ['jk-modbus', 'jk-pb'],
  ['daly', 'daly-uart'],
  ['seplos', 'seplos-v2'],
  ['pace', 'pace'],
  ['jk', 'jk-rs485'],
  ['growatt', 'growatt-spf'],
  ['epever', 'epever'],
  ['seplos-v3', 'seplos-v3'],
  ['voltronic', 'voltronic-pi30'],
  ['pylontech', 'pylontech'],
  ['junctek', 'junctek-kg-f'],
  ['elm327-kia', 'elm327-hyundai-kia'],
  ['elm327-leaf', 'elm327-nissan-leaf'],
];

/** Connects the whole core to a simulated device in virtual time. */
const openBench = async (dialect: ForeignName, options: DeviceOptions = {}) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink({ usb: { vendorId: 0x0403, productId: 0x6001 } });
  const device = createDevice({ dialect, seed: 1, scenario: 'idle', noiseMv: 0, ...options });
  const line = device.openLine('test');
  fake.device.onWrite((bytes) => line.receive(bytes, clock.monotonicNow()));
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  const pass = async (isOver: () => boolean): Promise<void> => {
    for (let passed = 0; passed < 120_000 && !isOver(); passed += STEP_MS) {
      await clock.advance(STEP_MS);
      device.advance(clock.monotonicNow());
      line.setBaudRate(core.link.settings$.value.baudRate);
      const said = line.take(clock.monotonicNow());
      if (said.length > 0 && fake.device.isPlugged()) fake.device.send(said);
    }
  };
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await pass(() => core.link.connection$.value.kind === 'connected');
  return { clock, fake, device, core, pass };
};

test.each(DEVICES)(
  '[OBD-265] [OBD-340] [OBD-270] [OBD-272] %s is identified and read with the profile %s, also after a replug',
  async (dialect, id) => {
    const { clock, fake, device, core, pass } = await openBench(dialect);
    const profiles = new Map((await loadAllBuiltIn()).map((each) => [each.id, each]));
    const plan = identifyPlan([...profiles.values()]);
    const identification = core.link.identify({
      plan,
      isAnswer: ({ profileId }, bytes) => {
        const profile = profiles.get(profileId);
        return profile !== undefined && matchesProbe(profile, bytes);
      },
      onStep: () => undefined,
    });
    let found: string | undefined;
    void identification.ended.then((end) => {
      found = end.kind === 'found' ? plan[end.index]?.profileId : end.kind;
    });
    await pass(() => found !== undefined);
    expect(found).toBe(id);
    identification.release();
    await core.profileChoice.choose(id);
    const shown = (): number | undefined => {
      const data = core.telemetry.liveData$.value;
      return data.kind === 'sample' && data.freshness === 'fresh'
        ? data.sample.packVoltageV
        : undefined;
    };
    const expectTrue = async (): Promise<void> => {
      await pass(() => shown() !== undefined);
      expect(Math.abs((shown() ?? Infinity) - device.reading().packMv / 1_000)).toBeLessThan(0.2);
    };
    await expectTrue();

    fake.device.unplug();
    await clock.advance(10_000);
    expect(shown()).toBeUndefined();
    fake.device.plug();
    await pass(() => core.link.connection$.value.kind === 'connected');
    await expect
      .poll(() => core.profileChoice.state$.value)
      .toMatchObject({ kind: 'chosen', profile: { id } });
    await expectTrue();
    await core.dispose();
  },
);

test.each(
  [8, 13, 14, 15, 16].flatMap((cells) =>
    [4, 5, 6].map((temperatures) => ({ cells, temperatures })),
  ),
)('[OBD-353] a Pace pack with $cells cells and $temperatures sensors is read', async (options) => {
  const { device, core, pass } = await openBench('pace', options);
  await core.profileChoice.choose('pace');
  const shown = () => {
    const data = core.telemetry.liveData$.value;
    return data.kind === 'sample' ? data.sample : undefined;
  };
  await pass(() => shown()?.switches !== undefined && shown()?.cellVoltagesV.length !== 0);
  const { cells } = device.reading();
  expect(shown()?.cellVoltagesV).toEqual(cells.map((mv) => mv / 1_000));
  expect(shown()?.temperaturesC).toHaveLength(options.temperatures);
  expect(shown()).toMatchObject({ protections: [], switches: { charge: true, discharge: true } });
  await core.dispose();
});
