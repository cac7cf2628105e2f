import { describe, expect, test } from 'vitest';
import { command, setUp as setUpLink } from '../link/link-rig.fixture.ts';
import { identityIn } from '../protocol/device-identity.ts';
import { createDeviceIdentity } from './device-identity.ts';

const setUp = async (answer: string | undefined) => {
  const { clock, fake, link } = setUpLink();
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    const reply = text === 'ATI' ? answer : '\r\nOK\r\n';
    if (reply !== undefined) fake.device.send(reply);
  });
  const identity = createDeviceIdentity(link);
  void link.connect('fake');
  await clock.advance(100);
  return { clock, fake, link, identity };
};

describe('the identity of the device', () => {
  test('[OBD-73] the identity is read once after connecting, if the user has allowed this in the profile', async () => {
    const rig = await setUp('\r\nSN:A1B2C3\r\nOK\r\n');
    rig.identity.askOnce();
    await rig.clock.advance(1_000);
    rig.identity.askOnce();
    await rig.clock.advance(1_000);
    expect(rig.fake.device.writtenText().match(/ATI/g)?.length).toBe(1);
  });

  test('[OBD-73] the identity is read on request of the user, and forgotten when the connection ends', async () => {
    const rig = await setUp('\r\nACME-BMS OBD\r\nHW:2.1 FW:1.4.0 SN:A1B2C3\r\n\r\nOK\r\n');
    await rig.clock.advance(10_000);
    expect(rig.identity.identity$.value).toEqual({ kind: 'notAsked' });
    expect(rig.fake.device.writtenText()).not.toContain('ATI');
    rig.identity.ask();
    rig.identity.ask();
    expect(rig.identity.identity$.value).toEqual({ kind: 'asking' });
    await rig.clock.advance(1_000);
    expect(rig.identity.identity$.value).toEqual({
      kind: 'known',
      identity: { model: 'ACME-BMS OBD', hardware: '2.1', firmware: '1.4.0', serial: 'A1B2C3' },
      raw: ['ACME-BMS OBD', 'HW:2.1 FW:1.4.0 SN:A1B2C3'],
    });
    expect(rig.fake.device.writtenText().match(/ATI/g)?.length).toBe(1);
    await rig.link.disconnect();
    expect(rig.identity.identity$.value).toEqual({ kind: 'notAsked' });
  });

  test('[OBD-73] a device that does not support ATI is reported, and may be asked again', async () => {
    for (const [answer, outcome] of [
      ['\r\nERROR\r\n', 'error'],
      ['\r\nOK\r\n', 'ok'],
      [undefined, 'timeout'],
    ] as const) {
      const rig = await setUp(answer);
      rig.identity.ask();
      await rig.clock.advance(10_000);
      expect(rig.identity.identity$.value).toEqual({ kind: 'refused', outcome });
      rig.identity.ask();
      expect(rig.identity.identity$.value).toEqual({ kind: 'asking' });
    }
  });

  test('[OBD-73] the identity is not read without a connection', async () => {
    const rig = await setUp('\r\nSN:A1B2C3\r\nOK\r\n');
    await rig.link.disconnect();
    rig.identity.ask();
    rig.identity.askOnce();
    expect(rig.identity.identity$.value).toEqual({ kind: 'notAsked' });
    await rig.clock.advance(1_000);
    expect(rig.fake.device.writtenText()).not.toContain('ATI');
  });

  test('[OBD-73] a device that refused is not asked again by a profile', async () => {
    const rig = await setUp('\r\nERROR\r\n');
    rig.identity.askOnce();
    await rig.clock.advance(1_000);
    rig.identity.askOnce();
    expect(rig.identity.identity$.value).toEqual({ kind: 'refused', outcome: 'error' });
  });

  test('[OBD-73] the reply to ATI in the terminal is used, replies to other commands and to polls are not', async () => {
    const rig = await setUp('\r\nSN:A1B2C3\r\nOK\r\n');
    void rig.link.execute(command('AT+X'));
    await rig.clock.advance(1_000);
    void rig.link.poll(command('ATI', 'background'));
    await rig.clock.advance(1_000);
    expect(rig.identity.identity$.value).toEqual({ kind: 'notAsked' });
    void rig.link.execute({ ...command(' ati '), bytes: command('ATI').bytes });
    await rig.clock.advance(1_000);
    expect(rig.identity.identity$.value).toMatchObject({ identity: { serial: 'A1B2C3' } });
  });

  test('[OBD-73] the identity is forgotten when another pack is connected to the same device', async () => {
    const rig = await setUp('\r\nSN:A1B2C3\r\nOK\r\n');
    rig.identity.ask();
    await rig.clock.advance(1_000);
    rig.identity.forget();
    expect(rig.identity.identity$.value).toEqual({ kind: 'notAsked' });
    rig.identity.askOnce();
    expect(rig.identity.identity$.value).toEqual({ kind: 'asking' });
  });

  test('[OBD-73] common names and formats of the same values are recognized', () => {
    expect(identityIn(['Model: BMS-16S, 100A', 'Firmware version = 3.2', 'S/N: 0042-X'])).toEqual({
      model: 'BMS-16S',
      firmware: '3.2',
      serial: '0042-X',
    });
    expect(identityIn([])).toEqual({});
  });
});
