import { createDeviceCore } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { createPackVerdict, type Verdict } from '@batbot/core/verdict';
import { createDevice, type DeviceOptions } from '../index.ts';
import { EMPTY, of } from 'rxjs';

const STEP_MS = 50;
const NOTHING_RAISED = Object.assign(of([]), { value: [] });

/** Returns the verdicts of the real core on a simulated device in virtual time, one a second. */
export const verdictsOf = async (
  options: DeviceOptions,
  seconds: number,
): Promise<readonly Verdict[]> => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink({ usb: { vendorId: 0x0403, productId: 0x6001 } });
  /** Virtual time at which the unplugged device returns. */
  let backAt: number | undefined;
  const device = createDevice(options, ({ againMs }) => {
    backAt = againMs === undefined ? Number.POSITIVE_INFINITY : clock.monotonicNow() + againMs;
    fake.device.unplug();
  });
  const line = device.openLine('test');
  line.setBaudRate(115_200);
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  const verdict = createPackVerdict({
    ...core,
    clock,
    raised$: NOTHING_RAISED,
    packChanged$: EMPTY,
  });
  fake.device.onWrite((bytes) => line.receive(bytes, clock.monotonicNow()));
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await clock.settle();

  const verdicts: Verdict[] = [];
  for (let second = 0; second < seconds; second += 1) {
    for (let passed = 0; passed < 1_000; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      const now = clock.monotonicNow();
      device.advance(now);
      if (backAt !== undefined && now >= backAt) {
        backAt = undefined;
        fake.device.plug();
        device.reboot(now);
      }
      const text = line.take(now);
      if (text.length > 0 && backAt === undefined) fake.device.send(text);
    }
    verdicts.push(verdict.verdict$.value);
  }
  verdict.dispose();
  await core.dispose();
  return verdicts;
};
