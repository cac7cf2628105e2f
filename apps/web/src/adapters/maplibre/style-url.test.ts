import { expect, test } from 'vitest';
import { styleUrl } from './style-url.ts';

test('[PAGE-63] the URL of the style contains the configured key and style id in escaped form', () => {
  expect(styleUrl({ key: 'k', styleId: 'streets-v2' })).toBe(
    'https://api.maptiler.com/maps/streets-v2/style.json?key=k',
  );
  const odd = new URL(styleUrl({ key: 'a&b=c#d', styleId: '../../evil?x' }));
  expect(odd.host).toBe('api.maptiler.com');
  expect(odd.pathname.startsWith('/maps/')).toBe(true);
  expect([...odd.searchParams]).toEqual([['key', 'a&b=c#d']]);
});
