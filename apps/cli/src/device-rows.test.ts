import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeviceRows, isTaken } from './device-rows.ts';

const row = (id: string, value?: object) => ({
  table: 'device' as const,
  id,
  ...(value && { value }),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-rows-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('[DEV-17] the journals of several devices are kept in one file, until they are removed', async () => {
  const file = join(folder, 'new', 'device.json');
  const rows = createDeviceRows(file);
  await rows.write('cli', [row('write:A', { sent: 1 }), row('edits:A', {})]);
  await createDeviceRows(file).write('cli', [row('write:B', { sent: 2 })]);
  await rows.write('cli', [row('write:A')]);
  expect(await createDeviceRows(file).read('cli', 'device')).toEqual({
    ok: true,
    value: [{ id: 'write:B', value: { sent: 2 } }],
  });
});

test('[DEV-17] a file that is damaged or cannot be read is not replaced, and the write is refused', async () => {
  const damaged = join(folder, 'damaged.json');
  writeFileSync(damaged, '{');
  const unreadable = join(folder, 'folder.json');
  mkdirSync(unreadable);
  for (const file of [damaged, unreadable]) {
    const rows = createDeviceRows(file);
    expect(await rows.read('cli', 'device')).toMatchObject({ ok: false });
    expect(await rows.write('cli', [row('write:A', {})])).toMatchObject({ ok: false });
  }
});

test('[CLI-29] commands for several devices that write at the same time lose no journal of each other', async () => {
  const file = join(folder, 'device.json');
  const devices = Array.from({ length: 8 }, (_, index) => `write:${index}`);
  const write = async (id: string) => {
    const rows = createDeviceRows(file);
    return [
      await rows.write('cli', [row(id, { sent: 1 })]),
      await rows.write('cli', [row(id, { sent: 2 })]),
    ];
  };
  const written = await Promise.all(devices.map(write));
  expect(written.flat().filter(({ ok }) => !ok)).toEqual([]);
  const read = await createDeviceRows(file).read('cli', 'device');
  const kept = read.ok ? read.value.toSorted((a, b) => a.id.localeCompare(b.id)) : [];
  expect(kept).toEqual(devices.map((id) => ({ id, value: { sent: 2 } })));
});

test('[CLI-29] a command that was killed while it wrote does not block the file', async () => {
  const file = join(folder, 'device.json');
  writeFileSync(`${file}.lock`, '');
  const rows = createDeviceRows(file, () => Promise.resolve());
  expect(await rows.write('cli', [row('write:A', {})])).toEqual({ ok: true, value: undefined });
  expect(readdirSync(folder)).toEqual(['device.json']);
});

test('[CLI-29] the lock of a killed command that another command took over is not removed', async () => {
  const file = join(folder, 'device.json');
  const lock = `${file}.lock`;
  writeFileSync(lock, '');
  utimesSync(lock, 0, 0);
  let looks = 0;
  let isLeft = false;
  const rows = createDeviceRows(file, async () => {
    looks += 1;
    if (looks === 200) {
      rmSync(lock);
      writeFileSync(lock, '');
    } else if (looks === 300) {
      isLeft = existsSync(lock);
      rmSync(lock, { force: true });
    }
  });
  expect(await rows.write('cli', [row('write:A', {})])).toEqual({ ok: true, value: undefined });
  expect(isLeft).toBe(true);
});

test('[CLI-33] two commands never remove the lock of a killed one at the same time', async () => {
  const file = join(folder, 'device.json');
  const lock = `${file}.lock`;
  writeFileSync(lock, '');
  writeFileSync(`${lock}.lock`, ''); // of another command that is removing the lock
  let looks = 0;
  let isLeft = false;
  const rows = createDeviceRows(file, async () => {
    looks += 1;
    if (looks === 300) {
      rmSync(lock);
      writeFileSync(lock, '');
      rmSync(`${lock}.lock`);
    } else if (looks === 310) {
      isLeft = existsSync(lock);
      rmSync(lock, { force: true });
    }
  });
  expect(await rows.write('cli', [row('write:A', {})])).toEqual({ ok: true, value: undefined });
  expect(isLeft).toBe(true);
  expect(readdirSync(folder)).toEqual(['device.json']);
});

test('[CLI-40] a command that was stopped while it held the lock changes nothing of the command that took over', async () => {
  const file = join(folder, 'device.json');
  const lock = `${file}.lock`;
  const rows = createDeviceRows(file);
  const takeOver = (): void => {
    rmSync(lock);
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    writeFileSync(file, '{"write:B":{"sent":2}}');
    writeFileSync(`${file}.1234.new`, '');
  };
  expect(await rows.write('cli', [row('write:A', { toJSON: takeOver })])).toMatchObject({
    ok: false,
  });
  const value = [{ id: 'write:B', value: { sent: 2 } }];
  expect(await rows.read('cli', 'device')).toEqual({ ok: true, value });
  expect(readdirSync(folder)).toEqual(['device.json', 'device.json.1234.new', 'device.json.lock']);
});

test('[CLI-33] what killed commands left is removed by the next write', async () => {
  const file = join(folder, 'device.json');
  for (const end of ['lock', 'lock.lock', '1234.new']) writeFileSync(`${file}.${end}`, '');
  writeFileSync(join(folder, 'other.json.1234.new'), '');
  const rows = createDeviceRows(file, () => Promise.resolve());
  expect(await rows.write('cli', [row('write:A', {})])).toEqual({ ok: true, value: undefined });
  expect(readdirSync(folder)).toEqual(['device.json', 'other.json.1234.new']);
});

test('[CLI-29] a write is refused after 30 s in which other commands held the lock in turn', async () => {
  const file = join(folder, 'device.json');
  const lock = `${file}.lock`;
  writeFileSync(lock, '');
  let waited = 0;
  const rows = createDeviceRows(file, async (ms) => {
    waited += ms;
    utimesSync(lock, waited, waited);
  });
  expect(await rows.write('cli', [row('write:A', {})])).toMatchObject({ ok: false });
  expect(Math.round(waited / 1000)).toBe(30);
  expect(readdirSync(folder)).toEqual(['device.json.lock']);
});

test('[CLI-29] a file of unfinished writes that cannot be replaced leaves no other file', async () => {
  const file = join(folder, 'device.json');
  const rows = createDeviceRows(file);
  const value = { toJSON: () => mkdirSync(file) };
  expect(await rows.write('cli', [row('write:A', value)])).toMatchObject({ ok: false });
  expect(readdirSync(folder)).toEqual(['device.json']);
});

test('[CLI-29] a lock file that Windows is still deleting is waited for', () => {
  const codes = ['EEXIST', 'EPERM', 'EACCES', 'EBUSY', 'ENOSPC'];
  const taken = (platform: string) => codes.filter((code) => isTaken({ code }, platform));
  expect(taken('win32')).toEqual(['EEXIST', 'EPERM', 'EACCES', 'EBUSY']);
  expect(taken('linux')).toEqual(['EEXIST']);
});
