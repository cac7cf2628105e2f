import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const server = join(import.meta.dirname, '..');
const page = join(server, '../handbook/pages/operations.md');
const SETTING = /\b(?:BATBOT_[A-Z0-9_]+|DATABASE_URL|AWS_[A-Z_]+)\b/g;
/** Settings of `npm start`, of the proxy and of other services, which the server does not read. */
const OTHERS = [
  'BATBOT_SIM_PORT',
  'BATBOT_PTY',
  'BATBOT_DOMAIN',
  'BATBOT_INSTANCE_1',
  'BATBOT_INSTANCE_2',
];

const settingsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(SETTING)].map(([name]) => name).filter((name) => !OTHERS.includes(name)),
  );

/** The settings that the server's code reads: the names in quotes. */
const readSettings = async (): Promise<ReadonlySet<string>> => {
  const names = await readdir(join(server, 'src'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(server, 'src', name), 'utf8')));
  const quoted = texts.join('\n').match(/'(?:BATBOT_[A-Z0-9_]+|DATABASE_URL|AWS_[A-Z_]+)'/g) ?? [];
  return settingsIn(quoted.join('\n'));
};

describe('the files for deployment', () => {
  it('[OPS-10] every setting is in the table of the operations page, and only those', async () => {
    const rows = (await readFile(page, 'utf8')).match(/^\| `.*$/gm) ?? [];
    const inTable = settingsIn(rows.map((row) => row.split('|')[1] ?? '').join('\n'));
    expect([...inTable].toSorted()).toEqual([...(await readSettings())].toSorted());
  });

  it('[OPS-10] the files use settings that the server reads', async () => {
    const known = await readSettings();
    for (const name of await readdir(join(server, 'deploy'))) {
      const text = await readFile(join(server, 'deploy', name), 'utf8');
      expect([name, [...settingsIn(text)].filter((setting) => !known.has(setting))]).toEqual([
        name,
        [],
      ]);
    }
  });
});
