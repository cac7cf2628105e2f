import type { BrowserContext } from '@playwright/test';

/**
 * Answers port choosers with the first granted port that passes the filters. Headless Chromium shows no port chooser,
 * and `requestPort()` would wait forever. This is the only part of Web Serial that a test may replace.
 */
export const answerChooser = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    if (navigator.serial) navigator.serial.requestPort = async () => {
      const [port] = await navigator.serial.getPorts();
      if (port) return port;
      throw new DOMException('No port selected by the user.', 'NotFoundError');
    };
  `);
