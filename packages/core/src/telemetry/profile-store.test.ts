import { describe, expect, test } from 'vitest';
import { createFakeProfileStorage } from '../fakes/fake-profile-archive.ts';
import { PROFILE_FILE, type DeviceProfile } from '../protocol/device-profile.ts';
import { createProfileStore } from './profile-store.ts';

const profile = (id: string): DeviceProfile => ({
  id,
  name: id,
  format: 'kv',
  currentPositive: 'discharge',
  fields: { SOC: { to: 'soc', unit: '%', scale: 1 } },
});
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

describe('device profiles', () => {
  test('[OBD-72] what one page taught, the next page knows, by the kind of device', async () => {
    const storage = createFakeProfileStorage();
    const store = createProfileStore(storage.open());
    expect(await store.save('0403:6001', profile('acme'))).toMatchObject({ ok: true });
    await store.save('1a86:7523', profile('other'));
    await store.forget('1a86:7523');
    const next = createProfileStore(storage.open());
    expect(next.profiles$.value.size).toBe(0);
    await settle();
    expect([...next.profiles$.value]).toEqual([['0403:6001', profile('acme')]]);
  });

  test('[OBD-72] [ST-09] what is stored and is no profile counts as none', async () => {
    const storage = createFakeProfileStorage();
    storage.put('good', PROFILE_FILE.format(profile('good')));
    storage.put('bad', '{"id":1}');
    const store = createProfileStore(storage.open());
    await settle();
    expect([...store.profiles$.value.keys()]).toEqual(['good']);
  });

  test('what is saved while the archive is still being read stands', async () => {
    const storage = createFakeProfileStorage();
    storage.put('usb', PROFILE_FILE.format(profile('old')));
    storage.put('gone', PROFILE_FILE.format(profile('gone')));
    const store = createProfileStore(storage.open());
    void store.save('usb', profile('new'));
    void store.forget('gone');
    await settle();
    expect([...store.profiles$.value]).toEqual([['usb', profile('new')]]);
  });

  test('[SA-12] a profile that cannot be saved applies until the page closes, and the result says so', async () => {
    const storage = createFakeProfileStorage();
    storage.refuse('blocked');
    const store = createProfileStore(storage.open());
    expect(await store.save('usb', profile('mine'))).toMatchObject({ error: { kind: 'blocked' } });
    expect(store.profiles$.value.get('usb')?.id).toBe('mine');
  });
});
