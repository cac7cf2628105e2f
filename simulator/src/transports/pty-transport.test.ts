import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSimulator } from '../start-simulator.ts';
import type { Simulator } from '../simulator-options.ts';
import { hasPty } from './pty-transport.ts';
import {
  closeSerial,
  openSerial,
  openSocket,
  readUntil,
  receiveUntil,
} from './wait-for.fixture.ts';

const ok = /\r\nOK\r\n$/;

describe.skipIf(!hasPty(process.platform))('pseudo-terminal', () => {
  let folder = '';
  let path = '';
  let simulator: Simulator | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'batbot-sim-'));
    path = join(folder, 'run', 'obd');
  });
  afterEach(async () => {
    await simulator?.close();
    simulator = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  test('serialport opens the port exclusively, sends and receives, closes it and opens it again', async () => {
    simulator = await startSimulator({ pty: path, seed: 1 });
    expect(simulator.ptyPath).toBe(path);
    expect(readlinkSync(path)).toBe(simulator.slavePath);
    for (const round of [1, 2, 3]) {
      const port = await openSerial(path);
      const reply = readUntil(port, ok);
      port.write('AT+ADATA\r\n');
      expect(await reply).toMatch(new RegExp(`^\\r\\n\\+ADATA: 1,${round},`));
      await expect(openSerial(path)).rejects.toThrow(/lock/i);
      await closeSerial(port);
    }
    expect(simulator.state().counters).toMatchObject({ polls: 3, overlappingPolls: 0 });
  });

  test('bytes pass unchanged in both directions, without echo or translation', async () => {
    simulator = await startSimulator({ pty: path });
    const port = await openSerial(path);
    const echoOn = readUntil(port, ok);
    port.write('ATE1\r\n');
    await echoOn;
    const all = Buffer.from([...Array(256).keys()]);
    const back = readUntil(port, /\xff/);
    port.write(all);
    // The device answers the text before each LF and CR. Those replies follow the echo.
    expect((await back).slice(0, 256)).toBe(all.toString('latin1'));
    expect(simulator.state().counters.bytesIn).toBe(6 + 256);
    await closeSerial(port);
  });

  test("unplugging closes the client's port and removes the link; plugging in boots the device", async () => {
    simulator = await startSimulator({ pty: path });
    // serialport is not used here: it sometimes takes the end of file after a hang-up for "no bytes yet" and keeps
    // reading.
    const reader = spawn('cat', [path], { stdio: 'ignore' });
    const lost = once(reader, 'exit');
    await expect.poll(() => simulator?.state().clients['pty']).toBe(true);
    await simulator.unplug();
    await lost;
    expect(existsSync(path)).toBe(false);
    expect(simulator.state().plugged).toBe(false);
    await expect(openSerial(path)).rejects.toThrow('No such file');
    await simulator.plug();
    const again = await openSerial(path);
    const reply = readUntil(again, ok);
    again.write('AT+VB?\r\n');
    expect(await reply).toContain('+VB: 0');
    await closeSerial(again);
  });

  test('an unplug and a plug that are asked for at once are both done, one after the other', async () => {
    simulator = await startSimulator({ pty: path });
    await Promise.all([simulator.unplug(), simulator.plug()]);
    expect(simulator.state()).toMatchObject({ plugged: true, counters: { unplugs: 1, boots: 1 } });
    expect(readlinkSync(path)).toBe(simulator.slavePath);
  });

  test('[SR-17] the path of an unplugged device is not given to another device until the device is plugged in again', async () => {
    simulator = await startSimulator({ pty: path });
    const { slavePath } = simulator;
    await simulator.unplug();
    const others: Simulator[] = [];
    try {
      for (const name of ['a', 'b'])
        others.push(await startSimulator({ pty: join(folder, name, 'obd') }));
      expect(others.map((other) => other.slavePath)).not.toContain(slavePath);
      await simulator.plug();
      others.push(await startSimulator({ pty: join(folder, 'c', 'obd') }));
      expect(new Set([simulator, ...others].map((each) => each.slavePath)).size).toBe(4);
    } finally {
      for (const other of others) await other.close();
    }
  });

  test('an old link is replaced; another file in its place is kept, and opening is refused', async () => {
    simulator = await startSimulator({ pty: path });
    await simulator.close();
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
    symlinkSync('/dev/pts/nowhere', path);
    simulator = await startSimulator({ pty: path });
    expect(readlinkSync(path)).toBe(simulator.slavePath);
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'mine');
    await expect(startSimulator({ pty: file })).rejects.toThrow('exists and is not a link');
  });

  test('the pty and the WebSocket share one pack', async () => {
    simulator = await startSimulator({ pty: path, ws: 0, soc: 0.42 });
    const port = await openSerial(path);
    const socket = await openSocket(simulator.wsUrl ?? '');
    const replies = [readUntil(port, ok), receiveUntil(socket, ok)] as const;
    port.write('AT+ADATA\r\n');
    socket.send(Buffer.from('AT+ADATA\r\n'));
    for (const reply of await Promise.all(replies)) expect(reply).toMatch(/,4(19|20),990,10000,/);
    expect(simulator.state().clients).toEqual({ ws: true, pty: true });
    socket.close(1000);
    await closeSerial(port);
  });
});
