import { expect, test } from 'vitest';
import { startLineProcess } from './line-process.ts';

const shell = (script: string) => startLineProcess('sh', ['-c', script]);

test('the error of a process that ended names its exit code and all of its standard error', async () => {
  const child = shell('exec >&-; read _; echo too late >&2; exit 3');
  await Promise.all([
    expect(child.nextLine()).rejects.toThrow(/ended with 3\. too late$/),
    child.stop(),
  ]);
});

test('the error of a missing program names it', async () => {
  await expect(startLineProcess('no-such-program', []).nextLine()).rejects.toThrow(/ENOENT/);
});

test('a line that arrives after a timeout is the next line', async () => {
  const child = shell('read _; echo first; echo second; read _');
  await expect(child.nextLine(1)).rejects.toThrow('no line within 1 ms.');
  expect(await child.ask('go')).toBe('first');
  expect(await child.nextLine()).toBe('second');
  await child.stop();
});
