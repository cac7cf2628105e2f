import { describe, expect, it } from 'vitest';
import { serialLinkContract } from '../contracts/serial-link.contract.ts';
import type { OpenPort, Presence } from '../ports/serial-link.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeSerialLink, type FakeSerialLink } from './fake-serial-link.ts';

const received = async (fake: FakeSerialLink, length: number): Promise<Uint8Array> => {
  for (let turn = 0; turn < 1000; turn += 1) {
    if (fake.device.written().length >= length) return fake.device.written();
    await Promise.resolve();
  }
  throw new Error(`Only ${String(fake.device.written().length)} bytes were written.`);
};

serialLinkContract(
  'The fake serial link',
  () => {
    const fake = createFakeSerialLink();
    return Promise.resolve({
      link: fake.link,
      plug: async () => {
        fake.plug();
        await Promise.resolve();
      },
      unplug: async () => {
        fake.unplug();
        await Promise.resolve();
      },
      send: async (bytes) => {
        fake.device.send(bytes);
        await Promise.resolve();
      },
      received: (length) => received(fake, length),
      glitch: async (name) => {
        fake.glitch(name);
        await Promise.resolve();
      },
      occupy: () => {
        fake.failNextOpen({ kind: 'busy', message: 'Failed to open serial port.' });
        return Promise.resolve(() => Promise.resolve());
      },
      cancelNextChoose: () => fake.answerNextChoose({ kind: 'cancelled' }),
      failNextWrite: () => {
        fake.device.failNextWrite({ kind: 'failed', message: 'The write failed.' });
      },
      lines: {
        driven: fake.device.driven,
        setInputs: async (inputs) => {
          fake.device.setInputs(inputs);
          await Promise.resolve();
        },
      },
      dispose: () => Promise.resolve(),
    });
  },
  ['unplug', 'granted', 'presence', 'glitch', 'occupy', 'cancelChoose', 'failWrite', 'lines'],
);

const open = async (fake: FakeSerialLink): Promise<OpenPort> => {
  const result = await fake.device.handle().open({ baudRate: 9600 });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('the fake serial link', () => {
  it('a call stays pending until it is released', async () => {
    const fake = createFakeSerialLink();
    const release = fake.hold('open');
    const opening = open(fake);
    expect(fake.device.isOpen()).toBe(false);
    release();
    await opening;
    expect(fake.device.isOpen()).toBe(true);
    expect(fake.opens()).toBe(1);
  });

  it('the device can answer a write', async () => {
    const fake = createFakeSerialLink();
    fake.device.onWrite((bytes) => {
      fake.device.send(new TextDecoder().decode(bytes).toLowerCase());
    });
    const port = await open(fake);
    const reading = port.read();
    await port.write(new TextEncoder().encode('AT'));
    expect(await reading).toMatchObject({ kind: 'bytes', bytes: new TextEncoder().encode('at') });
    expect(fake.device.writtenText()).toBe('AT');
  });

  it('[SR-18] an unplug is reported in either order, or by the stream alone', async () => {
    const orders = await Promise.all(
      (['streamFirst', 'eventFirst', 'streamOnly'] as const).map(async (report) => {
        const fake = createFakeSerialLink();
        const reported: string[] = [];
        fake.link.presence$.subscribe(({ kind }: Presence) => reported.push(kind));
        const port = await open(fake);
        const reading = port.read().then(({ kind }) => reported.push(kind));
        fake.unplug(report);
        await reading;
        return reported;
      }),
    );
    expect(orders).toEqual([['detached', 'lost'], ['detached', 'lost'], ['lost']]);
  });

  it('[SR-21] two devices with equal ids have two handles', async () => {
    const usb = { vendorId: 0x1a86, productId: 0x7523 };
    const fake = createFakeSerialLink({ usb });
    const other = fake.addDevice({ usb });
    expect(await fake.link.granted()).toEqual([fake.device.handle(), other.handle()]);
    other.unplug();
    expect(await fake.link.granted()).toHaveLength(1);
  });

  it('the link leaves no timer on a fake clock', async () => {
    const clock = createFakeClock();
    const fake = createFakeSerialLink();
    const port = await open(fake);
    void port.read();
    await port.close();
    await clock.advance(10_000);
    expect(clock.pendingTimers()).toBe(0);
  });
});
