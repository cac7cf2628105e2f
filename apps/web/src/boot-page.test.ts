import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('[PAGE-294] without JavaScript, the part in the middle of the page says that it is needed', () => {
  const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
  const [, boot = ''] = /<div class="boot">([^]*?)<\/div>/.exec(html) ?? [];
  // Below this part, which is as high as the window, it would not be in view.
  expect(boot).toMatch(/<noscript>[^]*needs JavaScript[^]*<\/noscript>/);
  const [, dark = ''] = /prefers-color-scheme: dark([^]*)<\/style>/.exec(html) ?? [];
  expect(dark).toMatch(/noscript \{\s*color:/);
});
