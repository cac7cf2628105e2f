import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the screen that owns a style sheet ('screens/home' for 'screens/home/home.css'), or 'shell' for all others.
 */
const ownerOf = (path: string): string => /^screens\/[^/]+/.exec(path)?.[0] ?? 'shell';

test('each class is styled by one screen only, because the chunks of all screens are loaded together', () => {
  const owners = new Map<string, Set<string>>();
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' });
  // Print style sheets may hide classes of any screen.
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
