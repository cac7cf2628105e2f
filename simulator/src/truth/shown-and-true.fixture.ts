import { createDeviceCore, type HeldValue, type PackSample } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { createDevice, type DeviceOptions } from '../index.ts';

type Reading = ReturnType<ReturnType<typeof createDevice>['reading']>;

/** One poll: the values that the device measured, and the values that Home shows after it. */
export interface Shown {
  readonly truth: Reading;
  readonly sample: PackSample | undefined;
  readonly held: readonly HeldValue[];
  /** Numbers of rejected replies and held values since the start. */
  readonly rejected: number;
  readonly heldSoFar: number;
  /** Numbers of the cells that jumped in the last minute, as the device counts. */
  readonly stepped: readonly number[];
}

const STEP_MS = 20;
const POLL_MS = 2_000;

/**
 * Runs the whole core on a simulated device in virtual time. Returns for each poll the shown values and the values that
 * the device measured for that reply. `change` may change the device before a poll.
 */
export const shownAndTrue = async (
  options: DeviceOptions,
  polls: number,
  change: (poll: number, device: ReturnType<typeof createDevice>, nowMs: number) => void = () =>
    undefined,
): Promise<readonly Shown[]> => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const device = createDevice(options);
  const line = device.openLine('test');
  line.setBaudRate(115_200);
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  let truth = device.reading();
  fake.device.onWrite((bytes) => {
    line.receive(bytes, clock.monotonicNow());
    if (new TextDecoder().decode(bytes).startsWith('AT+ADATA')) truth = device.reading();
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      device.advance(clock.monotonicNow());
      const said = line.take(clock.monotonicNow());
      if (said.length > 0) fake.device.send(said);
    }
  };
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await clock.settle();
  await pass(POLL_MS / 2); // values are compared half-way between two polls

  const shown: Shown[] = [];
  for (let poll = 0; poll < polls; poll += 1) {
    change(poll, device, clock.monotonicNow());
    await pass(POLL_MS);
    const data = core.telemetry.liveData$.value;
    const health = core.telemetry.health$.value;
    shown.push({
      truth,
      sample: data.kind === 'sample' ? data.sample : undefined,
      held: data.kind === 'sample' ? data.held : [],
      rejected: health.rejected,
      heldSoFar: health.held,
      stepped: data.kind === 'sample' ? data.steps.map(({ number }) => number) : [],
    });
  }
  await core.dispose();
  return shown;
};

/** Converts the values that the device measured to the units of a sample. */
export const sampleOf = (reading: Reading): Readonly<Record<string, number | null>> => {
  const values: Record<string, number | null> = {
    packVoltageV: reading.packMv / 1_000,
    currentA: reading.current10mA / 100,
    socPercent: reading.soc / 10,
    sohPercent: reading.soh / 10,
    designCapacityAh: reading.designCapacity / 100,
    remainingAh: reading.remaining / 100,
    cycles: reading.cycles,
  };
  for (const [index, mv] of reading.cells.entries())
    values[`cell ${index + 1}`] = mv === 0 ? null : mv / 1_000;
  for (const [index, celsius] of reading.temperatures.entries())
    values[`sensor ${index + 1}`] = celsius === -127 ? null : celsius;
  return values;
};

/** Returns the values of a shown sample under the names that the true values have. */
export const valuesOf = (sample: PackSample): Readonly<Record<string, number | null>> => {
  const { packVoltageV, currentA, socPercent, sohPercent, designCapacityAh, remainingAh, cycles } =
    sample;
  const scalars = {
    packVoltageV,
    currentA,
    socPercent,
    sohPercent,
    designCapacityAh,
    remainingAh,
    cycles,
  };
  const values = Object.fromEntries(
    Object.entries(scalars).map(([key, value]) => [key, value ?? null]),
  );
  for (const [index, volts] of sample.cellVoltagesV.entries()) values[`cell ${index + 1}`] = volts;
  for (const [index, celsius] of sample.temperaturesC.entries())
    values[`sensor ${index + 1}`] = celsius;
  return values;
};
