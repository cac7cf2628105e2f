import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@batbot/simulator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main, sources } from './main.fixture.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a separate process. */
const run = (
  words: readonly string[],
  input = '',
  program: readonly string[] = [main],
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...program, ...words]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    let err = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });

// The simulator has a pty on Linux and macOS only.
describe.skipIf(process.platform === 'win32')('the command line on a real pty', () => {
  let folder = '';
  let port = '';
  let stop = (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-cli-'));
    port = join(folder, 'obd');
    const simulator = await startSimulator({ pty: port, seed: 1, cells: 4 });
    stop = () => simulator.close();
  });

  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('[CLI-7] live prints samples as JSON, one per line', async () => {
    const { code, out } = await run(['live', '--port', port, '--json', '--count', '2']);
    const samples = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(code).toBe(0);
    expect(samples.length).toBe(2);
    expect(samples[0]).toMatchObject({
      cellVoltagesV: Array.from({ length: 4 }, () => expect.any(Number) as number),
      socPercent: expect.any(Number) as number,
    });
  });

  test('[CLI-15] live ends without an error when the reader of its output has ended', async () => {
    const child = spawn(process.execPath, [main, 'live', '--port', port]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('[CLI-8] terminal sends its input line by line and prints the replies', async () => {
    const { code, out } = await run(['terminal', '--port', port], 'AT+VB?\nAT+FOO\n');
    const said = out.split('\n').map((line) => line.slice(13));
    expect(code).toBe(0);
    expect(said).toEqual(
      expect.arrayContaining(['-- Connected', '-> AT+VB?', '   +VB: 1', '-> AT+FOO', '   ERROR']),
    );
  });

  test('[CLI-12] terminal prints no control characters of the device or of the input', async () => {
    const { out } = await run(
      ['terminal', '--port', port],
      'AT+\u001b[31mFOO\nAT\u001b]0;x\u0007\u0008\n',
    );
    expect(out).toContain('-> AT+FOO\n');
    expect(out).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('[CLI-9] a missing port is reported, with exit code 1', async () => {
    const { code, err } = await run(['live', '--port', join(folder, 'none')]);
    expect(code).toBe(1);
    expect(err).toContain('none cannot be opened');
  });
});

test('[CLI-19] a capture that was cut off is decoded up to its damaged line, whose number is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-cli-'));
  const file = join(folder, 'cut.jsonl');
  const hex = Buffer.from('Pack: 13.2 V\r\nSOC: 78 %\r\nOK\r\n').toString('hex');
  await writeFile(
    file,
    `{"batbot":"capture","version":1}\n{"dir":"rx","ms":20,"hex":"${hex}"}\n{"dir":"rx","ms":2`,
  );
  const { code, out, err } = await run(['decode', file], '', sources);
  await rm(folder, { recursive: true, force: true });
  expect({ code, err }).toEqual({ code: 0, err: 'Damaged lines of the file are left out: 3\n' });
  expect(JSON.parse(out)).toMatchObject({ samples: [{ sample: { packVoltageV: 13.2 } }] });
});
