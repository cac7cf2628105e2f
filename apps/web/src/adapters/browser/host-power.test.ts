import { expect, test } from 'vitest';
import { createHostPower } from './host-power.ts';

test('[DEV-62] the state of the power supply comes from the browser, and is unknown if the browser does not report it', async () => {
  const read = (charging: boolean, level: number) =>
    createHostPower({ getBattery: () => Promise.resolve({ charging, level }) }).read();
  expect(await read(true, 0.1)).toEqual({ kind: 'charging' });
  expect(await read(false, 0.25)).toEqual({ kind: 'battery', percent: 25 });
  expect(await createHostPower({}).read()).toEqual({ kind: 'unknown' });
  const refused = createHostPower({ getBattery: () => Promise.reject(new Error('policy')) });
  expect(await refused.read()).toEqual({ kind: 'unknown' });
});
