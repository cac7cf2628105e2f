import { createFakeClock } from '@batbot/core/fakes';
import type { OpenPort, Presence, ReadOutcome } from '@batbot/core';
import { describe, expect, it } from 'vitest';
import type { UnplugOrder } from './serial-double.fixture.ts';
import { createBench } from './web-serial-bench.fixture.ts';
import { createWebSerialLink } from './web-serial-link.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

type Bench = ReturnType<typeof createBench>;

const openFirst = async ({ link }: Bench): Promise<OpenPort> => {
  const device = (await link.granted())[0];
  if (device === undefined) throw new Error('no device');
  const result = await device.open({ baudRate: 115_200 });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('The Web Serial adapter', () => {
  it('[SR-24] without navigator.serial, or in an insecure context, it says why', async () => {
    const clock = createFakeClock();
    const none = createWebSerialLink(undefined, { isSecureContext: true, clock });
    expect(none.support).toEqual({ kind: 'unsupported', reason: 'browser' });
    expect(await none.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(await none.granted()).toEqual([]);
    const insecure = createWebSerialLink(undefined, { isSecureContext: false, clock });
    expect(insecure.support).toEqual({ kind: 'unsupported', reason: 'insecureContext' });
  });

  it('[SR-22] a chooser without a gesture is refused, not cancelled', async () => {
    const { double, link } = createBench();
    double.setGesture(false);
    expect(await link.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('[SR-25] a policy that forbids serial ports gives no devices and a refusal', async () => {
    const { double, link } = createBench();
    double.addDevice();
    double.setForbidden(true);
    expect(await link.granted()).toEqual([]);
    expect(await link.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('[SR-23] a chooser that is never answered leaves the rest at work', async () => {
    const bench = createBench();
    bench.double.addDevice();
    bench.double.answerChooser('neverAnswers');
    let settled = false;
    void bench.link.choose().finally(() => (settled = true));
    const port = await openFirst(bench);
    expect(await port.close()).toMatchObject({ ok: true });
    expect(settled).toBe(false);
  });

  it('names a USB device by its ids, and another one plainly', async () => {
    const { double, link } = createBench();
    double.addDevice({ usbVendorId: 0x1a86, usbProductId: 0x23 });
    double.addDevice();
    const [usb, plain] = await link.granted();
    expect(usb).toMatchObject({
      label: 'USB 1A86:0023',
      usb: { vendorId: 0x1a86, productId: 0x23 },
    });
    expect(plain?.label).toBe('Serial port');
    expect(plain?.usb).toBeUndefined();
  });

  it('[SR-10] opens with a buffer of 64 KiB: one read takes what has gathered', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    device.send(new Uint8Array(65_536));
    const outcome = await port.read();
    expect(outcome.kind === 'bytes' && outcome.bytes.length).toBe(65_536);
  });

  it('[ERR-12] [SR-03] the busy text of the platform is told as busy, with its message', async () => {
    const { double, link } = createBench();
    const device = double.addDevice();
    device.wire.failingOpens = 1;
    const result = await (await link.granted())[0]?.open({ baudRate: 9600 });
    expect(result).toMatchObject({
      ok: false,
      error: {
        kind: 'busy',
        message: expect.stringContaining('Failed to open serial port') as string,
      },
    });
  });

  it('[SR-34] a port left open by something else is closed and opened anew', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    await device.port().open({ baudRate: 9600 });
    const port = await openFirst(bench);
    device.send(bytes('here'));
    expect(await port.read()).toEqual({ kind: 'bytes', bytes: bytes('here') });
  });

  it('[SR-34] a port that something else holds and reads is busy', async () => {
    const { double, link } = createBench();
    const device = double.addDevice();
    await device.port().open({ baudRate: 9600 });
    device.port().readable?.getReader();
    const result = await (await link.granted())[0]?.open({ baudRate: 9600 });
    expect(result).toMatchObject({ ok: false, error: { kind: 'busy' } });
  });

  it('[SR-26] a forgotten port is not listed, and refused', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const [handle] = await bench.link.granted();
    await device.port().forget();
    expect(await bench.link.granted()).toEqual([]);
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: false });
  });

  it('[SR-20] the unplugging of another device has no effect on ours', async () => {
    const bench = createBench();
    const ours = bench.double.addDevice();
    const other = bench.double.addDevice();
    const port = await openFirst(bench);
    const reading = port.read();
    other.unplug();
    ours.send(bytes('alive'));
    expect(await reading).toEqual({ kind: 'bytes', bytes: bytes('alive') });
  });

  it.each<UnplugOrder>(['streamFirst', 'eventFirst'])(
    '[SR-18] stream error and event (%s) give one loss and one detached',
    async (order) => {
      const bench = createBench();
      const device = bench.double.addDevice();
      const presences: Presence['kind'][] = [];
      bench.link.presence$.subscribe(({ kind }) => presences.push(kind));
      const port = await openFirst(bench);
      const reading = port.read();
      device.unplug(order);
      const lost: ReadOutcome = await reading;
      expect(lost.kind).toBe('lost');
      expect(await port.read()).toBe(lost);
      expect(presences).toEqual(['detached']);
    },
  );

  it('[SR-16] an event alone settles the pending read as lost; close frees the port', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    const reading = port.read();
    device.unplug('eventOnly');
    expect((await reading).kind).toBe('lost');
    expect(await port.close()).toMatchObject({ ok: true });
    expect(device.port().state()).toBe('closed');
  });

  it('[SR-13] after a loss the platform port is still closed', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    device.unplug('streamOnly');
    expect((await port.read()).kind).toBe('lost');
    await port.close();
    expect(device.port().state()).toBe('closed');
  });

  it('[SR-14] a loss found by a write ends the read too', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    const reading = port.read();
    device.wire.writeErrors.push('NetworkError');
    expect(await port.write(bytes('x'))).toMatchObject({ ok: false, error: { kind: 'lost' } });
    expect((await reading).kind).toBe('lost');
  });

  it('[SR-30] a write that the device never takes fails when it is aborted, and the next one works', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    device.setStuck(true);
    const writing = port.write(bytes('stuck'));
    await bench.clock.settle();
    expect(device.written()).toHaveLength(0);
    port.abort();
    expect(await writing).toMatchObject({ ok: false, error: { kind: 'failed' } });
    device.setStuck(false);
    expect(await port.write(bytes('next'))).toMatchObject({ ok: true });
    expect(device.written()).toEqual(bytes('next'));
  });

  it('[LINK-21] [SR-04] a close cancels the reader, closes the writer, then the port, in this order', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    const reading = port.read();
    await port.write(bytes('AT'));
    expect(await port.close()).toMatchObject({ ok: true });
    expect(await reading).toEqual({ kind: 'closed' });
    expect(device.wire.calls).toEqual(['readCancelled', 'writeClosed', 'close']);
    expect(bench.clock.pendingTimers()).toBe(0);
  });

  it('[SR-06] close with a stuck write ends as soon as it is aborted', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    device.setStuck(true);
    const writing = port.write(bytes('stuck'));
    await bench.clock.settle();
    const closing = port.close();
    await bench.clock.settle();
    port.abort();
    expect(await closing).toMatchObject({ ok: true });
    expect(await writing).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(device.port().state()).toBe('closed');
    expect(bench.clock.pendingTimers()).toBe(0);
  });

  it('[SR-31] pagehide lets the port go at once, and a reload opens it', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const port = await openFirst(bench);
    const reading = port.read();
    bench.page.dispatchEvent(new Event('pagehide'));
    expect(device.port().state()).toBe('closing');
    expect(await reading).toEqual({ kind: 'closed' });
    await bench.clock.settle();
    const reloaded = createWebSerialLink(bench.double.serial, {
      isSecureContext: true,
      clock: bench.clock,
    });
    const [handle] = await reloaded.granted();
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: true });
  });

  it('[SR-31] pagehide while a port opens lets it go as soon as it is open', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    const [handle] = await bench.link.granted();
    const opening = handle?.open({ baudRate: 9600 });
    bench.page.dispatchEvent(new Event('pagehide'));
    const opened = await opening;
    const read = opened?.ok ? await opened.value.read() : undefined;
    expect(read).toEqual({ kind: 'closed' });
    await bench.clock.settle();
    expect(device.port().state()).toBe('closed');
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: true });
  });

  it('[SR-27] a port whose control signals fail opens and works', async () => {
    const bench = createBench();
    const device = bench.double.addDevice();
    device.wire.failingSignals = true;
    const port = await openFirst(bench);
    expect(await port.write(bytes('AT'))).toMatchObject({ ok: true });
  });
});
