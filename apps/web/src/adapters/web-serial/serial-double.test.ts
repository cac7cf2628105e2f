import { describe, expect, it } from 'vitest';
import { createSerialDouble } from './serial-double.fixture.ts';
import type { LineErrorName } from './serial-wire.fixture.ts';
import type { SerialOptions } from './web-serial-types.ts';

const openDevice = async (options: Partial<SerialOptions> = {}) => {
  const double = createSerialDouble();
  const device = double.addDevice();
  const port = device.port();
  await port.open({ baudRate: 115_200, ...options });
  return { double, device, port };
};

const named = (name: string): unknown => expect.objectContaining({ name });

const readText = async (stream: ReadableStream<Uint8Array> | null): Promise<string> => {
  const reader = stream?.getReader();
  const chunk = await reader?.read();
  reader?.releaseLock();
  return new TextDecoder().decode(chunk?.value);
};

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The assertions of web-platform-tests `serial/`, applied to the double. */
describe('the test double of navigator.serial', () => {
  it('[SR-01] a second open rejects with InvalidStateError while the port is open or opening', async () => {
    const port = createSerialDouble().addDevice().port();
    const first = port.open({ baudRate: 9600 });
    await expect(port.open({ baudRate: 9600 })).rejects.toEqual(named('InvalidStateError'));
    await first;
    await expect(port.open({ baudRate: 9600 })).rejects.toEqual(named('InvalidStateError'));
  });

  it.each<SerialOptions>([
    { baudRate: 0 },
    { baudRate: -1 },
    { baudRate: Number.NaN },
    { baudRate: 9600, dataBits: 6 },
    { baudRate: 9600, dataBits: 9 },
    { baudRate: 9600, stopBits: 0 },
    { baudRate: 9600, stopBits: 3 },
    { baudRate: 9600, parity: 'cats' },
    { baudRate: 9600, bufferSize: 0 },
    { baudRate: 9600, bufferSize: 2 ** 30 },
    { baudRate: 9600, flowControl: 'cats' },
  ])(
    '[SR-02] opening with %o rejects with TypeError and leaves the port closed',
    async (options) => {
      const port = createSerialDouble().addDevice().port();
      await expect(port.open(options)).rejects.toBeInstanceOf(TypeError);
      await port.open({ baudRate: 9600 });
      expect(port.state()).toBe('opened');
    },
  );

  it('[SR-03] a failed open rejects with NetworkError, and the next may succeed', async () => {
    const device = createSerialDouble().addDevice();
    device.wire.failingOpens = 1;
    await expect(device.port().open({ baudRate: 9600 })).rejects.toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('Failed to open serial port') as string,
    });
    await device.port().open({ baudRate: 9600 });
  });

  it('streams are null while closed, and keep their identity while open', async () => {
    const { port } = await openDevice();
    const { readable, writable } = port;
    expect(port.readable).toBe(readable);
    expect(port.writable).toBe(writable);
    await port.close();
    expect([port.readable, port.writable]).toEqual([null, null]);
  });

  it('[SR-04] close rejects with TypeError while a stream is locked', async () => {
    const { port } = await openDevice();
    const reader = port.readable?.getReader();
    await expect(port.close()).rejects.toBeInstanceOf(TypeError);
    reader?.releaseLock();
    const writer = port.writable?.getWriter();
    await expect(port.close()).rejects.toBeInstanceOf(TypeError);
    writer?.releaseLock();
    await port.close();
    expect(port.state()).toBe('closed');
  });

  it('[SR-05] close rejects with InvalidStateError if the port was never opened, is closing or is closed', async () => {
    const { port } = await openDevice();
    const closing = port.close();
    await expect(port.close()).rejects.toEqual(named('InvalidStateError'));
    await closing;
    await expect(port.close()).rejects.toEqual(named('InvalidStateError'));
    const fresh = createSerialDouble().addDevice().port();
    await expect(fresh.close()).rejects.toEqual(named('InvalidStateError'));
  });

  it('[SR-06] cancel ends a pending read as done, and close works at once', async () => {
    const { port } = await openDevice();
    const reader = port.readable?.getReader();
    const reading = reader?.read();
    const cancelling = reader?.cancel();
    reader?.releaseLock();
    await Promise.all([cancelling, port.close()]);
    expect(await reading).toMatchObject({ done: true });
  });

  it.each<LineErrorName>([
    'ParityError',
    'FramingError',
    'BreakError',
    'BufferOverrunError',
    'UnknownError',
  ])('[SR-07] %s ends one stream, and a new one works', async (name) => {
    const { device, port } = await openDevice();
    const broken = port.readable;
    device.send(text('before'));
    device.fail(name);
    device.send(text('after'));
    expect(await readText(broken)).toBe('before');
    await expect(readText(broken)).rejects.toEqual(named(name));
    expect(port.readable).not.toBe(broken);
    expect(await readText(port.readable)).toBe('after');
  });

  it('[SR-12] a system error ends one writable, and a new one works', async () => {
    const { device, port } = await openDevice();
    device.wire.writeErrors.push('UnknownError');
    const broken = port.writable;
    const writer = broken?.getWriter();
    await expect(writer?.write(text('lost'))).rejects.toEqual(named('UnknownError'));
    expect(port.writable).not.toBe(broken);
    await port.writable?.getWriter().write(text('kept'));
    expect(new TextDecoder().decode(device.written())).toBe('kept');
  });

  it('[SR-13] a lost device ends the read with NetworkError and leaves readable null', async () => {
    const { device, port } = await openDevice();
    const reading = readText(port.readable);
    device.unplug('streamOnly');
    await expect(reading).rejects.toEqual(named('NetworkError'));
    expect(port.readable).toBeNull();
  });

  it('[SR-14] a lost device ends the write with NetworkError and leaves writable null', async () => {
    const { device, port } = await openDevice();
    device.unplug('streamOnly');
    await expect(port.writable?.getWriter().write(text('x'))).rejects.toEqual(
      named('NetworkError'),
    );
    expect(port.writable).toBeNull();
  });

  it('[SR-15] a loss during an abort rejects the abort, and close works', async () => {
    const { device, port } = await openDevice();
    device.setStuck(true);
    const writer = port.writable?.getWriter();
    const writing = writer?.write(text('x'));
    const settled = Promise.allSettled([writing, writer?.abort('stop')]);
    device.unplug('streamOnly');
    const [write, abort] = await settled;
    expect(write).toMatchObject({ status: 'rejected', reason: 'stop' });
    expect(abort).toMatchObject({ status: 'rejected', reason: named('NetworkError') });
    writer?.releaseLock();
    await port.close();
  });

  it('[SR-19] a replug creates a new object, and the old one stays unusable', async () => {
    const { double, device, port } = await openDevice();
    await port.close();
    device.unplug();
    expect(await double.serial.getPorts()).toEqual([]);
    device.plug();
    expect((await double.serial.getPorts())[0]).toBe(device.port());
    expect(device.port()).not.toBe(port);
    await expect(port.open({ baudRate: 9600 })).rejects.toEqual(named('NetworkError'));
  });

  it('[SR-22] the chooser requires a gesture, and a cancelled one rejects with NotFoundError', async () => {
    const double = createSerialDouble();
    const device = double.addDevice({}, { granted: false });
    double.setGesture(false);
    await expect(double.serial.requestPort()).rejects.toEqual(named('SecurityError'));
    double.setGesture(true);
    double.answerChooser('cancel');
    await expect(double.serial.requestPort()).rejects.toEqual(named('NotFoundError'));
    expect(await double.serial.getPorts()).toEqual([]);
    expect(await double.serial.requestPort()).toBe(device.port());
    expect(await double.serial.getPorts()).toEqual([device.port()]);
  });

  it('[SR-26] a forgotten port is closed, not listed and does not open', async () => {
    const { double, port } = await openDevice();
    await port.forget();
    expect(await double.serial.getPorts()).toEqual([]);
    await expect(port.open({ baudRate: 9600 })).rejects.toEqual(named('InvalidStateError'));
  });

  it('[SR-27] signals need an open port and may fail with NetworkError', async () => {
    const { device, port } = await openDevice();
    await port.setSignals({ dataTerminalReady: true });
    await expect(port.setSignals({})).rejects.toBeInstanceOf(TypeError);
    expect(await port.getSignals()).toMatchObject({ clearToSend: true });
    device.wire.failingSignals = true;
    await expect(port.getSignals()).rejects.toEqual(named('NetworkError'));
    await port.close();
    await expect(port.getSignals()).rejects.toEqual(named('InvalidStateError'));
  });
});
