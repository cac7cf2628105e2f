import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '..');
const SETTING = /\b(?:BATBOT_[A-Z0-9_]+|DATABASE_URL|AWS_[A-Z_]+)\b/g;
/** Variables of the proxy. */
const OTHERS = new Set(['BATBOT_DOMAIN', 'BATBOT_INSTANCE_1', 'BATBOT_INSTANCE_2']);

it('[OPS-10] the files for deployment use settings that the server reads', async () => {
  const names = await readdir(join(server, 'src'), { recursive: true });
  const code = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing/.test(name));
  const texts = await Promise.all(code.map((name) => readFile(join(server, 'src', name), 'utf8')));
  const known = new Set(texts.join('\n').match(SETTING));
  for (const name of await readdir(join(server, 'deploy'))) {
    const text = await readFile(join(server, 'deploy', name), 'utf8');
    const unknown = (text.match(SETTING) ?? []).filter(
      (each) => !known.has(each) && !OTHERS.has(each),
    );
    expect([name, unknown]).toEqual([name, []]);
  }
});
