import { expect, test } from 'vitest';
import { loadedWith } from './bundle.ts';

test('a page loads its script and all static imports once each, without dynamic imports and those of earlier pages', () => {
  const manifest = {
    'index.html': { file: 'main.js', imports: ['shared', 'deep'], dynamicImports: ['later'] },
    shared: { file: 'shared.js', imports: ['deep'] },
    deep: { file: 'deep.js', imports: ['shared'] },
    later: { file: 'later.js', imports: ['deep', 'own'] },
    own: { file: 'own.js' },
  };
  const first = loadedWith(manifest, ['index.html']);
  expect([...first]).toEqual(['index.html', 'shared', 'deep']);
  expect([...loadedWith(manifest, ['later'], first)]).toEqual(['later', 'own']);
});
