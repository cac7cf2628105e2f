import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@batbot/simulator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { runParameters, withOption } from './parameters.ts';
import { main } from './main.fixture.ts';

const schema = fileURLToPath(
  new URL('../../../simulator/src/parameters/schema.json', import.meta.url),
);

interface SetFile {
  readonly values: Record<string, unknown>;
}

describe.skipIf(process.platform === 'win32')('parameters on a real pty', () => {
  let folder = '';
  let port = '';
  let stop = (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-parameters-'));
    port = join(folder, 'obd');
    const simulator = await startSimulator({ pty: port, seed: 1, cells: 16, scenario: 'idle' });
    stop = () => simulator.close();
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (...words: readonly string[]) => {
    const journal = join(folder, 'device.json');
    const common = ['--port', port, '--schema', schema, '--journal', journal];
    const ask = readArguments(['parameters', ...common, ...words]);
    if (ask.kind !== 'parameters') throw new Error(`${ask.kind}: ${words.join(' ')}`);
    const lines: string[] = [];
    const { text, code } = await runParameters(ask, (line) => lines.push(line));
    return { text: [...lines, text].join('\n'), code };
  };

  test('[DEV-70] a set is read, compared, changed, written, and read back', async () => {
    const read = await run('read');
    expect(read.code).toBe(0);
    const file = join(folder, 'set.json');
    await writeFile(file, read.text);
    expect(await run('diff', '--set', file)).toMatchObject({ code: 0 });

    const set = JSON.parse(await readFile(file, 'utf8')) as SetFile;
    await writeFile(file, JSON.stringify({ ...set, values: { WTEMP: 7 } }));
    const different = await run('diff', '--set', file);
    expect(different).toEqual({ code: 1, text: 'Temperature warning margin 5.0 → 7.0\u202F°C' });

    const written = await run('write', '--set', file);
    expect(written.text).toContain('Done: the device confirmed every value');
    expect(written.code).toBe(0);
    expect(await run('diff', '--set', file)).toMatchObject({ code: 0 });
  });

  test('[CLI-26] a write that did not end as wanted says which command ends it', async () => {
    const [journal, set] = [join(folder, 'partial.json'), join(folder, 'partial-set.json')];
    const other = join(folder, 'ignoring');
    const faults = [{ name: 'write-ignored', count: 1 } as const];
    const simulator = await startSimulator({ pty: other, cells: 16, scenario: 'idle', faults });
    const onOther = ['--port', other, '--journal', journal];
    const read = await run('read', ...onOther);
    const file = JSON.parse(read.text) as SetFile;
    await writeFile(set, JSON.stringify({ ...file, values: { WTEMP: 7 } }));
    const { text, code } = await run('write', ...onOther, '--set', set);
    expect(text).toContain('Run "parameters finish" or "parameters rollback" with this device.');
    expect(code).toBe(1);
    const finished = await run('finish', ...onOther);
    expect(finished.text).not.toContain('rollback');
    expect(finished.code).toBe(0);
    await simulator.close();
  });

  test('[CLI-31] Ctrl+C stops a write after its current command, and the command says what the device has', async () => {
    const [journal, set] = [join(folder, 'stopped.json'), join(folder, 'stopped-set.json')];
    const other = join(folder, 'slow');
    const pack = { cells: 16, scenario: 'idle' } as const;
    const simulator = await startSimulator({ pty: other, ...pack, latencyMs: 100 });
    const onOther = ['--port', other, '--journal', journal];
    const file = JSON.parse((await run('read', ...onOther)).text) as SetFile;
    await writeFile(
      set,
      JSON.stringify({ ...file, values: { WTEMP: 7, NAME: 'Bus', NOTE: 'Depot' } }),
    );
    const words = ['parameters', 'write', ...onOther, '--schema', schema, '--set', set];
    const child = spawn(process.execPath, [main, ...words]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (out += data.toString()));
    const ended = new Promise((resolve) => child.on('close', resolve));
    const isSecondSent = () =>
      existsSync(journal) && readFileSync(journal, 'utf8').includes('"sent":2');
    await expect.poll(isSecondSent, { timeout: 30_000, interval: 10 }).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(out).toContain('The write was stopped by the user');
    expect(out).toContain('Run "parameters finish" or "parameters rollback" with this device.');
    expect(withOption('An earlier write to this device is unfinished.')).toContain('Run "');
    await simulator.close();
  });

  test('[CLI-28] what the user has to enter is asked for with the option that takes it', async () => {
    const set = join(folder, 'protection.json');
    const { text } = await run('read');
    const file = JSON.parse(text) as SetFile;
    const values = { COVP: Number(file.values['COVP']) - 0.01 };
    await writeFile(set, JSON.stringify({ ...file, values }));
    const refused = await run('write', '--set', set);
    expect(refused.text).toContain('Nothing was written.');
    expect(refused.text).toMatch(/because a protection changes\. Use --serial SN\.$/);
    expect(refused.code).toBe(1);

    const options = [
      ['Enter the password of the device.', 'Use the variable BATBOT_DEVICE_PASSWORD.'],
      ['Confirm that you want to write to a newer firmware.', 'Use --newer-firmware.'],
      ['The device is not connected.', ''],
    ];
    for (const [asked = '', option = ''] of options)
      expect(withOption(asked)).toBe(`${asked} ${option}`.trim());
  });

  test('[CLI-20] a file of unfinished writes that cannot be read is reported, and nothing is written', async () => {
    const [journal, set] = [join(folder, 'damaged.json'), join(folder, 'set.json')];
    await writeFile(set, (await run('read')).text);
    await writeFile(journal, '{"write:A1');
    const problem = { text: `${journal} is not readable.`, code: 1 };
    for (const words of [['finish'], ['rollback'], ['write', '--set', set]])
      expect(await run(...words, '--journal', journal)).toEqual(problem);
    expect((await run('read', '--journal', journal)).code).toBe(0);
  });

  test('[CLI-22] an unfinished write that cannot be read is reported, and nothing is written', async () => {
    const [journal, set] = [join(folder, 'newer.json'), join(folder, 'set.json')];
    await writeFile(set, (await run('read')).text);
    await writeFile(journal, JSON.stringify({ 'write:A1': { phase: 'unknown' } }));
    for (const words of [['finish'], ['rollback'], ['write', '--set', set]]) {
      const { text, code } = await run(...words, '--journal', journal);
      expect(text).toContain(`${journal}: the unfinished write "write:A1" is not readable.`);
      expect(code).toBe(1);
    }
  });
});

test('[DEV-70] the error names a missing option', () => {
  const problem = (...words: readonly string[]) => readArguments(['parameters', ...words]);
  expect(problem('read')).toEqual({ kind: 'wrong', problem: 'parameters needs --port PATH' });
  expect(problem('read', '--port', 'p')).toEqual({
    kind: 'wrong',
    problem: 'parameters read needs --schema FILE',
  });
  expect(problem('write', '--port', 'p', '--schema', 's')).toEqual({
    kind: 'wrong',
    problem: 'parameters write needs --set FILE',
  });
  expect(problem('erase', '--port', 'p')).toMatchObject({ kind: 'wrong' });
});
