import { expect, test } from 'vitest';
import { checkLock } from './lock.ts';

const tool = (version: string) => ({
  'node_modules/tool': {
    optionalDependencies: { '@tool/linux': version, '@tool/darwin': version },
  },
});

test('a lock file with every optional package is complete', () => {
  const lock = {
    '': {},
    ...tool('1.0.0'),
    'node_modules/@tool/linux': {},
    'node_modules/@tool/darwin': {},
  };
  expect(checkLock(lock)).toMatchObject({ ok: true, figure: '4 packages' });
});

test('the missing package of another platform is reported by its name', () => {
  const finding = checkLock({ '': {}, ...tool('1.0.0'), 'node_modules/@tool/linux': {} });
  expect(finding.ok).toBe(false);
  expect(finding.details).toHaveLength(1);
  expect(finding.details[0]).toContain('@tool/darwin@1.0.0');
});

test("an optional package is found inside its dependent's folder, beside it and in folders above", () => {
  const user = 'apps/web/node_modules/a/node_modules/tool';
  const lock = { '': {}, [user]: { optionalDependencies: { x: '1', y: '1', z: '1' } } };
  const held = {
    [`${user}/node_modules/x`]: {},
    'apps/web/node_modules/a/node_modules/y': {},
    'node_modules/z': {},
  };
  expect(checkLock({ ...lock, ...held }).ok).toBe(true);
  expect(checkLock(lock).details).toHaveLength(3);
});
