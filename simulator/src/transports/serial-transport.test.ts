import { createRequire } from 'node:module';
import { SerialPortMock } from 'serialport';
import { afterEach, expect, test } from 'vitest';
import { createDevice } from '../device/device.ts';
import { openSerialTransport } from './serial-transport.ts';

// The ESM import is another instance than the one that serialport uses. Only `require` returns that one.
const require = createRequire(import.meta.url);
// The package does not export its types to ESM. This is the part used here.
interface Mock {
  readonly createPort: (path: string, options: { echo: boolean; record: boolean }) => void;
  readonly reset: () => void;
}
const { MockBinding } = require('@serialport/binding-mock') as { readonly MockBinding: Mock };
afterEach(() => MockBinding.reset());

test('the device answers on a real serial port', async () => {
  MockBinding.createPort('/dev/obd', { echo: false, record: true });
  const line = createDevice({ latencyMs: 0 }).openLine('serial');
  let port: SerialPortMock | undefined;
  let answered = (): void => undefined;
  const whenAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const transport = await openSerialTransport(
    '/dev/obd',
    9600,
    {
      onData: (bytes) => {
        line.receive(bytes, 0);
        transport.send(line.take(1000));
        answered();
      },
      onClient: () => undefined,
    },
    (options) => (port = new SerialPortMock(options)),
  );
  // The port of the mock has no types either.
  const far = port?.port as unknown as
    | { readonly emitData: (bytes: Buffer) => void; readonly recording: Buffer }
    | undefined;
  far?.emitData(Buffer.from('AT\r\n'));
  await whenAnswered;
  await new Promise<void>((resolve) => port?.drain(() => resolve()));
  expect(far?.recording.toString()).toBe('\r\nOK\r\n');
  expect(transport.connected()).toBe(true);
  await transport.unplug();
  expect(transport.connected()).toBe(false);
  await transport.plug();
  expect(transport.connected()).toBe(true);
  await transport.close();
});

test('a port that cannot be opened rejects with the reason', async () => {
  const events = { onData: () => undefined, onClient: () => undefined };
  await expect(
    openSerialTransport('/dev/none', 9600, events, (options) => new SerialPortMock(options)),
  ).rejects.toThrow('/dev/none');
});
