import { createFakeClock } from '@batbot/core/fakes';
import type { OpenPort, Presence, ReadOutcome } from '@batbot/core';
import { describe, expect, it } from 'vitest';
import type { UnplugOrder } from './serial-double.fixture.ts';
import { createFixture } from './web-serial.fixture.ts';
import { createWebSerialLink } from './web-serial-link.ts';

/** The service class of serial ports over Bluetooth. */
const SERIAL_PORT_SERVICE = 0x1101;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

type Fixture = ReturnType<typeof createFixture>;

const openFirst = async ({ link }: Fixture): Promise<OpenPort> => {
  const device = (await link.granted())[0];
  if (device === undefined) throw new Error('no device');
  const result = await device.open({ baudRate: 115_200 });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const openDevice = async () => {
  const fixture = createFixture();
  const device = fixture.double.addDevice();
  return { ...fixture, device, port: await openFirst(fixture) };
};

describe('the Web Serial adapter', () => {
  it('[SR-24] without navigator.serial, or in an insecure context, the link reports why it is unsupported', async () => {
    const clock = createFakeClock();
    const none = createWebSerialLink(undefined, { isSecureContext: true, clock });
    expect(none.support).toEqual({ kind: 'unsupported', reason: 'browser' });
    expect(await none.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(await none.granted()).toEqual([]);
    const insecure = createWebSerialLink(undefined, { isSecureContext: false, clock });
    expect(insecure.support).toEqual({ kind: 'unsupported', reason: 'insecureContext' });
  });

  it('[SR-22] a chooser without a user gesture is reported as refused and not as cancelled', async () => {
    const { double, link } = createFixture();
    double.setGesture(false);
    expect(await link.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('[SR-25] with a policy that forbids serial ports there are no devices, and choosing is refused', async () => {
    const { double, link } = createFixture();
    double.addDevice();
    double.setForbidden(true);
    expect(await link.granted()).toEqual([]);
    expect(await link.choose()).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('[SR-23] while a chooser is open, all other calls work', async () => {
    const fixture = createFixture();
    fixture.double.addDevice();
    fixture.double.answerChooser('neverAnswers');
    let settled = false;
    void fixture.link.choose().finally(() => (settled = true));
    const port = await openFirst(fixture);
    expect(await port.close()).toMatchObject({ ok: true });
    expect(settled).toBe(false);
  });

  it('a USB device is labelled with its ids, a Bluetooth device as such, any other port generically', async () => {
    const { double, link } = createFixture();
    double.addDevice({ usbVendorId: 0x1a86, usbProductId: 0x23 });
    double.addDevice();
    double.addDevice({ bluetoothServiceClassId: SERIAL_PORT_SERVICE });
    const [usb, plain, bluetooth] = await link.granted();
    expect(bluetooth?.label).toBe('Bluetooth serial port');
    expect(bluetooth?.usb).toBeUndefined();
    expect(usb).toMatchObject({
      label: 'USB 1A86:0023',
      usb: { vendorId: 0x1a86, productId: 0x23 },
    });
    expect(plain?.label).toBe('Serial port');
    expect(plain?.usb).toBeUndefined();
  });

  it('[SR-10] a port is opened with a buffer of 64 KiB, and one read returns all buffered bytes', async () => {
    const { device, port } = await openDevice();
    device.send(new Uint8Array(65_536));
    const outcome = await port.read();
    expect(outcome.kind === 'bytes' && outcome.bytes.length).toBe(65_536);
  });

  it('[ERR-12] [SR-03] the platform’s text for a busy port is reported as busy, with the message', async () => {
    const { double, link } = createFixture();
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

  it('[LINK-136] a Bluetooth device that is off is not reported as a busy port', async () => {
    const { double, link } = createFixture();
    const device = double.addDevice({ bluetoothServiceClassId: SERIAL_PORT_SERVICE });
    const [handle] = await link.granted();
    device.unplug('streamOnly');
    expect(await handle?.open({ baudRate: 9600 })).toEqual({
      ok: false,
      error: {
        kind: 'gone',
        message:
          'The Bluetooth device does not answer. Switch it on, bring it near, and press Connect again.',
      },
    });
  });

  it('[LINK-136] a Bluetooth device that another application uses is reported as busy', async () => {
    const { double, link } = createFixture();
    const device = double.addDevice({ bluetoothServiceClassId: SERIAL_PORT_SERVICE });
    const [handle] = await link.granted();
    device.wire.occupied = true;
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ error: { kind: 'busy' } });
  });

  it('[SR-34] a port that this page left open is closed and opened again', async () => {
    const fixture = createFixture();
    const device = fixture.double.addDevice();
    await device.port().open({ baudRate: 9600 });
    const port = await openFirst(fixture);
    device.send(bytes('here'));
    expect(await port.read()).toEqual({ kind: 'bytes', bytes: bytes('here') });
  });

  it('[SR-34] a port that is open and being read elsewhere in the page is busy', async () => {
    const { double, link } = createFixture();
    const device = double.addDevice();
    await device.port().open({ baudRate: 9600 });
    device.port().readable?.getReader();
    const result = await (await link.granted())[0]?.open({ baudRate: 9600 });
    expect(result).toMatchObject({ ok: false, error: { kind: 'busy' } });
  });

  it('[SR-26] a forgotten port is not listed, and opening it is refused', async () => {
    const fixture = createFixture();
    const device = fixture.double.addDevice();
    const [handle] = await fixture.link.granted();
    await device.port().forget();
    expect(await fixture.link.granted()).toEqual([]);
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: false });
  });

  it('[SR-20] the unplug of another device has no effect', async () => {
    const fixture = createFixture();
    const ours = fixture.double.addDevice();
    const other = fixture.double.addDevice();
    const port = await openFirst(fixture);
    const reading = port.read();
    other.unplug();
    ours.send(bytes('alive'));
    expect(await reading).toEqual({ kind: 'bytes', bytes: bytes('alive') });
  });

  it.each<UnplugOrder>(['streamFirst', 'eventFirst'])(
    '[SR-18] a stream error and an event (%s) are reported as one loss and one detachment',
    async (order) => {
      const fixture = createFixture();
      const device = fixture.double.addDevice();
      const presences: Presence['kind'][] = [];
      fixture.link.presence$.subscribe(({ kind }) => presences.push(kind));
      const port = await openFirst(fixture);
      const reading = port.read();
      device.unplug(order);
      const lost: ReadOutcome = await reading;
      expect(lost.kind).toBe('lost');
      expect(await port.read()).toBe(lost);
      expect(presences).toEqual(['detached']);
    },
  );

  it('[SR-16] the unplug of a port that was never listed is not reported', async () => {
    const { double, link } = createFixture();
    const presences: Presence['kind'][] = [];
    link.presence$.subscribe(({ kind }) => presences.push(kind));
    await link.granted();
    const shadow = double.addDevice();
    shadow.unplug('eventFirst');
    expect(presences).toEqual([]);
    const device = double.addDevice();
    await link.granted();
    device.unplug('eventFirst');
    expect(presences).toEqual(['detached']);
  });

  it('[SR-16] a disconnect event alone settles the pending read as lost, and close releases the port', async () => {
    const { device, port } = await openDevice();
    const reading = port.read();
    device.unplug('eventOnly');
    expect((await reading).kind).toBe('lost');
    expect(await port.close()).toMatchObject({ ok: true });
    expect(device.port().state()).toBe('closed');
  });

  it("[SR-13] after a loss, closing still closes the platform's port", async () => {
    const { device, port } = await openDevice();
    device.unplug('streamOnly');
    expect((await port.read()).kind).toBe('lost');
    await port.close();
    expect(device.port().state()).toBe('closed');
  });

  it('[SR-14] a loss that a write detects also ends the read', async () => {
    const { device, port } = await openDevice();
    const reading = port.read();
    device.wire.writeErrors.push('NetworkError');
    expect(await port.write(bytes('x'))).toMatchObject({ ok: false, error: { kind: 'lost' } });
    expect((await reading).kind).toBe('lost');
  });

  it('[SR-30] a write that the device never accepts fails when it is aborted, and the next one works', async () => {
    const { clock, device, port } = await openDevice();
    device.setStuck(true);
    const writing = port.write(bytes('stuck'));
    await clock.settle();
    expect(device.written()).toHaveLength(0);
    port.abort();
    expect(await writing).toMatchObject({ ok: false, error: { kind: 'failed' } });
    device.setStuck(false);
    expect(await port.write(bytes('next'))).toMatchObject({ ok: true });
    expect(device.written()).toEqual(bytes('next'));
  });

  it('[LINK-21] [SR-04] close cancels the reader, closes the writer and then closes the port', async () => {
    const { clock, device, port } = await openDevice();
    const reading = port.read();
    await port.write(bytes('AT'));
    expect(await port.close()).toMatchObject({ ok: true });
    expect(await reading).toEqual({ kind: 'closed' });
    expect(device.wire.calls).toEqual(['readCancelled', 'writeClosed', 'close']);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('[SR-06] close with a stuck write ends as soon as close is aborted', async () => {
    const { clock, device, port } = await openDevice();
    device.setStuck(true);
    const writing = port.write(bytes('stuck'));
    await clock.settle();
    const closing = port.close();
    await clock.settle();
    port.abort();
    expect(await closing).toMatchObject({ ok: true });
    expect(await writing).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(device.port().state()).toBe('closed');
    expect(clock.pendingTimers()).toBe(0);
  });

  it('[SR-31] pagehide releases the port at once, and the reloaded page can open it', async () => {
    const { clock, double, page, device, port } = await openDevice();
    const reading = port.read();
    page.dispatchEvent(new Event('pagehide'));
    expect(device.port().state()).toBe('closing');
    expect(await reading).toEqual({ kind: 'closed' });
    await clock.settle();
    const reloaded = createWebSerialLink(double.serial, {
      isSecureContext: true,
      clock,
    });
    const [handle] = await reloaded.granted();
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: true });
  });

  it('[SR-31] pagehide while a port opens releases it as soon as it is open', async () => {
    const fixture = createFixture();
    const device = fixture.double.addDevice();
    const [handle] = await fixture.link.granted();
    const opening = handle?.open({ baudRate: 9600 });
    fixture.page.dispatchEvent(new Event('pagehide'));
    const opened = await opening;
    const read = opened?.ok ? await opened.value.read() : undefined;
    expect(read).toEqual({ kind: 'closed' });
    await fixture.clock.settle();
    expect(device.port().state()).toBe('closed');
    expect(await handle?.open({ baudRate: 9600 })).toMatchObject({ ok: true });
  });

  it('[SR-27] a port whose control lines fail opens and works', async () => {
    const fixture = createFixture();
    const device = fixture.double.addDevice();
    device.wire.failingSignals = true;
    const port = await openFirst(fixture);
    expect(await port.write(bytes('AT'))).toMatchObject({ ok: true });
  });
});
