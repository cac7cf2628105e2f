import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** 'screens/home' of 'screens/home/home.css'; 'shell' of everything else. */
const ownerOf = (path: string): string => /^screens\/[^/]+/.exec(path)?.[0] ?? 'shell';

test('a class is styled by one screen only: the chunks of all screens are loaded together', () => {
  const owners = new Map<string, Set<string>>();
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' });
  // What is not printed is hidden by name, whichever screen owns it.
  for (const path of paths.filter((each) => /(?<!print)\.css$/.test(each))) {
    const css = readFileSync(source + path, 'utf8');
    for (const [, name = ''] of css.matchAll(/\.([a-z][\w-]*)/g)) {
      if (!name.startsWith('ant-'))
        owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(path)));
    }
  }
  const shared = [...owners].filter(
    ([, all]) => [...all].filter((owner) => owner !== 'shell').length > 1,
  );
  expect(shared.map(([name, all]) => `${name}: ${[...all].join(', ')}`)).toEqual([]);
});
