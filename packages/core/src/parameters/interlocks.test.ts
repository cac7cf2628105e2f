import { expect, it } from 'vitest';
import { setUp } from './parameters-rig.fixture.ts';

it.each([
  ['currentA', 'Current is 0.10\u202FA, 6 s old, must be −1 to 1\u202FA and less than 6 s old'],
  ['protections', 'Active protections: 0, but 6 s old, must be 0'],
])(
  '[DEV-104] a value of %s that is 6 s old prevents a write, and stops one',
  async (place, why) => {
    const { read, write, parameters, review, setSample, onCommand, report, device } = await setUp();
    await read();
    parameters.edit('CAP', 120);
    parameters.review();
    setSample({}, { [place]: 5_999 });
    expect(review().isReady).toBe(true);
    setSample({}, { [place]: 6_000 });
    expect(review().isReady).toBe(false);
    setSample({});
    onCommand((text) => {
      if (text === 'AT+PAR?OVP') setSample({}, { [place]: 6_000 });
    });
    await write({ OVP: 3.6, CAP: 120 });
    expect(report()).toMatchObject({ outcome: 'partial', why });
    expect(device.writes()).toEqual(['OVP,3600']);
  },
);

it('[DEV-22] a device that does not report its protections is not written to', async () => {
  const { read, parameters, review, setSample } = await setUp();
  await read();
  parameters.edit('CAP', 120);
  parameters.review();
  expect(review().isReady).toBe(true);
  setSample({ lacksFaults: true });
  expect(review().isReady).toBe(false);
  expect(review().conditions).toContainEqual(
    expect.objectContaining({ name: 'Active protections', now: 'not reported', isMet: false }),
  );
});
