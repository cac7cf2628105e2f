import type { BrowserContext } from '@playwright/test';

/**
 * Headless Chromium shows no port chooser and `requestPort()` waits forever: here the first granted port that
 * passes is the user's choice. The only thing of Web Serial a test may replace.
 */
export const answerChooser = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    if (navigator.serial) navigator.serial.requestPort = async () => {
      const [port] = await navigator.serial.getPorts();
      if (port) return port;
      throw new DOMException('No port selected by the user.', 'NotFoundError');
    };
  `);
