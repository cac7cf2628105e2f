import { expect, test } from 'vitest';
import { whyNotOpen } from './connect.ts';

const busy = (message: string) => whyNotOpen('/dev/ttyUSB0', { kind: 'busy', message });

test('[CLI-43] a port that this user may not open is not said to be in use', () => {
  const denied = busy('Error: Permission denied, cannot open /dev/ttyUSB0');
  expect(denied).toMatch(/^\/dev\/ttyUSB0 may not be opened by this user\. .*dialout/);
  for (const message of ['Error Resource busy Cannot lock port', 'Opening COM3: Access denied'])
    expect(busy(message)).toMatch(/^\/dev\/ttyUSB0 is in use by another program/);
});
