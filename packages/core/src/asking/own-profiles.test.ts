import { describe, expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeProfileStorage } from '../fakes/fake-profile-archive.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { PROFILE_2_FILE, profileOfFields } from '../profiles/index.ts';
import { createOwnProfiles } from './own-profiles.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

describe('own profiles', () => {
  test('[OBD-72] saved profiles and choices survive a reload', async () => {
    const storage = createFakeProfileStorage();
    const own = createOwnProfiles(storage.open());
    expect(await own.save('acme', '{"name":"Acme"}')).toMatchObject({ ok: true });
    await own.save('other', '{}');
    await own.forget('other');
    await own.chooseFor('0403:6001', 'acme');
    await own.chooseFor('1a86:7523', 'jbd');
    await own.chooseFor('1a86:7523', undefined);
    const next = createOwnProfiles(storage.open());
    expect(next.texts$.value).toBeUndefined();
    await settle();
    expect([...(next.texts$.value ?? [])]).toEqual([['acme', '{"name":"Acme"}']]);
    expect(next.chosenFor('0403:6001')).toBe('acme');
    expect(next.chosenFor('1a86:7523')).toBeUndefined();
  });

  test('[OBD-201] a profile of version 1 is used for its kind of device until another choice', async () => {
    const storage = createFakeProfileStorage();
    storage.put('0403:6001', '{"id":"mine","format":"kv","fields":{}}');
    const own = createOwnProfiles(storage.open());
    await settle();
    expect(own.chosenFor('0403:6001')).toBe('0403:6001');
    expect(own.chosenFor('usb')).toBeUndefined();
    await own.chooseFor('0403:6001', undefined);
    expect(own.chosenFor('0403:6001')).toBeUndefined();
    expect(own.texts$.value?.has('0403:6001')).toBe(true);
  });

  test('[OBD-285] a profile whose id is the key of a kind of device is used only where it was chosen', async () => {
    const own = createOwnProfiles(createFakeProfileStorage().open());
    await settle();
    await own.save('usb', PROFILE_2_FILE.format(profileOfFields('usb', {})));
    expect(own.chosenFor('usb')).toBeUndefined();
    await own.chooseFor('usb', 'usb');
    expect(own.chosenFor('usb')).toBe('usb');
  });

  test('[OBD-280] a stored document that is not a profile is kept', async () => {
    const storage = createFakeProfileStorage();
    storage.put('bad', '{"id":1}');
    const own = createOwnProfiles(storage.open());
    await settle();
    expect(own.texts$.value?.get('bad')).toBe('{"id":1}');
  });

  test('[OBD-317] while the saved profiles could not be read, none is replaced or deleted', async () => {
    const storage = createFakeProfileStorage();
    storage.put('mine', 'old');
    storage.refuse('failed');
    const own = createOwnProfiles(storage.open());
    await settle();
    expect(own.unread$.value).toMatchObject({ kind: 'failed' });
    storage.refuse(undefined);
    expect(await own.save('mine', 'new')).toMatchObject({ error: { kind: 'failed' } });
    expect(await own.forget('mine')).toMatchObject({ error: { kind: 'failed' } });
    await own.readAgain();
    expect(own.unread$.value).toBeUndefined();
    expect([...(own.texts$.value ?? [])]).toEqual([['mine', 'old']]);
    expect(await own.save('mine', 'new')).toMatchObject({ ok: true });
  });

  test('a profile that is saved while the archive is still loading is not overwritten', async () => {
    const storage = createFakeProfileStorage();
    storage.put('mine', 'old');
    storage.put('gone', 'old');
    const own = createOwnProfiles(storage.open());
    void own.save('mine', 'new');
    void own.forget('gone');
    await settle();
    expect([...(own.texts$.value ?? [])]).toEqual([['mine', 'new']]);
  });

  test('[SA-12] a profile that cannot be saved applies until the page closes, and the result says so', async () => {
    const storage = createFakeProfileStorage();
    storage.refuse('blocked');
    const own = createOwnProfiles(storage.open());
    await settle();
    expect(await own.save('mine', 'text')).toMatchObject({ error: { kind: 'blocked' } });
    expect(own.texts$.value?.get('mine')).toBe('text');
  });
});

const SOC = { to: 'soc', unit: '%', scale: 1 } as const;

/** Sets up Home with a device that answers AT+ADATA with `7;13.2;55`, and with the given entries in the archive. */
const setUp = async (kept: Readonly<Record<string, string>>) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const storage = createFakeProfileStorage();
  for (const [key, text] of Object.entries(kept)) storage.put(key, text);
  const ports = { ...createFakePorts(), clock, links: [fake.link], profiles: storage.open() };
  const core = createDeviceCore(ports);
  const sent: string[] = [];
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    sent.push(text);
    if (text === 'STATUS') fake.device.send('soc=44\r\n');
    else if (text === 'AT+ADATA') fake.device.send('\r\n7;13.2;55\r\n\r\nOK\r\n');
    else fake.device.send('\r\nOK\r\n');
  });
  core.showPath('/mainpage/home');
  void core.link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  const { profileChoice, telemetry } = core;
  /** The profile is loaded by an import, which takes real time. */
  await expect.poll(() => profileChoice.state$.value.kind).not.toBe('loading');
  await clock.advance(2_500);
  const shown = () => {
    const data = telemetry.liveData$.value;
    return data.kind === 'sample' ? data : undefined;
  };
  return { core, clock, sent, shown };
};

describe('a device with an own profile', () => {
  const version1 = JSON.stringify({
    id: 'mine',
    name: 'Workshop BMS',
    format: 'numbers',
    currentPositive: 'charge',
    readsIdentity: true,
    fields: { '#3': SOC },
  });

  test('[OBD-201] [OBD-281] a device with a profile of version 1 is polled and read as before', async () => {
    const { sent, shown, core, clock } = await setUp({ fake: version1 });
    expect(shown()).toMatchObject({
      sample: { socPercent: 55 },
      understanding: { kind: 'profile', profile: { name: 'Workshop BMS' } },
    });
    expect(sent.filter((text) => text === 'AT+ADATA')).toHaveLength(2); // two polls: at once and after 2 s
    expect(sent.filter((text) => text === 'AT+VB=0')).toHaveLength(1);
    expect(sent.filter((text) => text === 'ATI')).toHaveLength(1); // one identification, see OBD-73
    core.showPath('/mainpage/terminal');
    await clock.advance(1_000);
    expect(sent.at(-1)).toBe('AT+VB=1');
  });

  test('[OBD-20] [OBD-281] a change of the profile in use applies at once to the last reply', async () => {
    const { core, shown } = await setUp({ fake: version1 });
    const changed = profileOfFields('Workshop BMS', { '#2': { ...SOC, to: 'packVoltage' } });
    void core.ownProfiles.save('fake', PROFILE_2_FILE.format({ ...changed, id: 'fake' }));
    await expect.poll(() => shown()?.sample.packVoltageV).toBe(13.2);
    expect(shown()?.sample.socPercent).toBeUndefined();
  });

  test('[OBD-270] [OBD-72] a device whose profile has its own command is asked with this command only', async () => {
    const { line, end, ...rest } = profileOfFields('mine', { soc: SOC });
    const text = JSON.stringify({
      ...rest,
      line: { ...line, quiet: true },
      end: { ...end, gapMs: 200 },
      polls: [{ id: 'status', send: 'STATUS\r\n', everyMs: 1_000, timeoutMs: 500 }],
    });
    const { sent, shown } = await setUp({ mine: text, 'device:fake': 'mine' });
    expect(shown()).toMatchObject({
      sample: { socPercent: 44 },
      understanding: { profile: { name: 'mine' } },
    });
    expect([...new Set(sent)]).toEqual(['STATUS']);
  });

  test('[OBD-280] a profile that fails its own test vectors is kept but not used, and its name is reported', async () => {
    const tests = [{ name: 'at rest', bytes: '7;13.2;55', expect: { soc: 54 } }];
    const text = JSON.stringify({ ...profileOfFields('mine', { '#3': SOC }), tests });
    const { core, sent, shown } = await setUp({ mine: text, 'device:fake': 'mine' });
    expect(core.profileChoice.state$.value).toEqual({
      kind: 'failed',
      reason: 'test vector at rest: soc must be 54, but the profile reads 55',
    });
    expect(shown()).toBeUndefined();
    expect(sent).not.toContain('AT+ADATA');
    expect(core.ownProfiles.texts$.value?.get('mine')).toBe(text);
  });
});
