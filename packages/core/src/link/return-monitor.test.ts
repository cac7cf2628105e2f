import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import type { SerialDevice } from '../ports/serial-link.ts';
import { usb } from './link-rig.fixture.ts';
import { createReturnMonitor, returnCandidates } from './return-monitor.ts';

const device = (ids?: SerialDevice['usb']): SerialDevice => ({
  label: 'Adapter',
  open: () => Promise.reject(new Error('not opened here')),
  ...(ids === undefined ? {} : { usb: ids }),
});

describe('the handles that may be a lost device', () => {
  const { link } = createFakeSerialLink({ usb });

  test('[SR-19] a new handle needs the vendor id and the product id of the lost device', () => {
    const lost = { link, device: device(usb), others: new Set<SerialDevice>() };
    const same = device(usb);
    const granted = [
      device({ ...usb, vendorId: 1 }),
      device({ ...usb, productId: 1 }),
      device(),
      same,
    ];
    expect(returnCandidates(lost, granted)).toEqual([same]);
    expect(returnCandidates(lost, granted)[0]).toBe(same);
    expect(returnCandidates(lost, granted.slice(0, 3))).toEqual([]);
  });

  test('[LINK-8] without USB ids no new handle matches', () => {
    const lost = { link, device: device(), others: new Set<SerialDevice>() };
    expect(returnCandidates(lost, [device(), device(usb)])).toEqual([]);
  });

  test('[SR-19] the old handle of a lost device is opened again only if there is no new handle', () => {
    const old = device(usb);
    const fresh = device(usb);
    const lost = { link, device: old, others: new Set<SerialDevice>() };
    expect(returnCandidates(lost, [device({ ...usb, productId: 1 }), old])).toStrictEqual([old]);
    expect(returnCandidates(lost, [old, fresh])).toHaveLength(1);
    expect(returnCandidates(lost, [old, fresh])[0]).toBe(fresh);
  });

  test('[SR-21] a device that was present all the time is not the lost one', () => {
    const other = device(usb);
    const lost = { link, device: device(usb), others: new Set([other]) };
    expect(returnCandidates(lost, [other])).toEqual([]);
  });
});

/** Sets up a monitor whose attempts fail until `succeed` is called. */
const setUp = () => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink({ usb });
  const attempts: number[] = [];
  let isOpenable = false;
  let pending: Promise<void> = Promise.resolve();
  let ambiguous = 0;
  const monitor = createReturnMonitor({
    clock,
    tryOpen: async () => {
      attempts.push(clock.monotonicNow());
      await pending;
      return isOpenable;
    },
    onAmbiguous: () => {
      ambiguous += 1;
    },
  });
  const lost = {
    link: fake.link,
    device: fake.device.handle(),
    others: new Set<SerialDevice>(),
  };
  return {
    clock,
    fake,
    monitor,
    lost,
    attempts,
    ambiguous: () => ambiguous,
    succeed: () => {
      isOpenable = true;
    },
    /** Keeps attempts pending until the returned function is called. */
    hold: () => {
      let release = (): void => undefined;
      pending = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
};

describe('waiting for a lost device', () => {
  test('[SR-19] its opening is tried every 200 ms for 8 s, and then every 10 s', async () => {
    const { clock, monitor, lost, attempts } = setUp();
    const start = clock.monotonicNow();
    monitor.start(lost);
    await clock.advance(40_000);
    const times = attempts.map((at) => at - start);
    expect(times.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, at) => (at + 1) * 200));
    expect(times.slice(40)).toEqual([18_000, 28_000, 38_000]);
    monitor.stop();
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[SR-19] an attached device makes the interval short again, a detached one does not', async () => {
    const { clock, fake, monitor, lost, attempts } = setUp();
    const other = fake.addDevice({ usb: { vendorId: 1, productId: 1 } });
    monitor.start(lost);
    await clock.advance(9_000);
    attempts.length = 0;
    other.unplug();
    await clock.advance(1_000);
    expect(attempts).toEqual([]);
    other.plug();
    await clock.advance(1_000);
    expect(attempts).toHaveLength(5);
  });

  test('[SR-19] no attempt begins while another attempt is pending', async () => {
    const { clock, fake, monitor, lost, attempts, hold } = setUp();
    const release = hold();
    monitor.start(lost);
    await clock.advance(1_000);
    const other = fake.addDevice({ usb: { vendorId: 1, productId: 1 } });
    other.plug();
    await clock.advance(1_000);
    expect(attempts).toHaveLength(1);
    release();
    await clock.advance(200);
    expect(attempts).toHaveLength(2);
  });

  test('[SR-19] after the device was opened, the waiting ends', async () => {
    const { clock, monitor, lost, attempts, succeed } = setUp();
    monitor.start(lost);
    succeed();
    await clock.advance(60_000);
    expect(attempts).toHaveLength(1);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[LINK-6] after a stop nothing is opened, even if the list of devices was already requested', async () => {
    const { clock, fake, monitor, lost, attempts, ambiguous } = setUp();
    fake.addDevice({ usb });
    fake.addDevice({ usb });
    let answer = (): void => undefined;
    const granted = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = { ...fake.link, granted: () => granted.then(fake.link.granted) };
    monitor.start({ ...lost, link: slow });
    await clock.advance(200);
    monitor.stop();
    answer();
    await clock.advance(60_000);
    expect([attempts.length, ambiguous()]).toEqual([0, 0]);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[SR-19] a late success of an earlier waiting does not end a later one', async () => {
    const { clock, monitor, lost, attempts, hold, succeed } = setUp();
    const release = hold();
    monitor.start(lost);
    await clock.advance(200);
    monitor.start(lost);
    succeed();
    release();
    await clock.advance(199);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(attempts).toHaveLength(2);
  });

  test('[SR-21] with two equal devices the user has to choose, once', async () => {
    const { clock, fake, monitor, lost, attempts, ambiguous } = setUp();
    fake.addDevice({ usb });
    fake.addDevice({ usb });
    monitor.start(lost);
    await clock.advance(60_000);
    expect([attempts.length, ambiguous()]).toEqual([0, 1]);
    expect(clock.pendingTimers()).toBe(0);
  });
});
