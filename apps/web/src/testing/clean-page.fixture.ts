import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// Many files share a page. What a test renders and the size that it gives the window stay after the test.
beforeEach(async () => {
  await cleanup();
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800);
});
