import { describe, expect, test } from 'vitest';
import { createFakeProfileStorage } from '../fakes/fake-profile-archive.ts';
import { formatProfile, type DeviceProfile } from '../protocol/device-profile.ts';
import { createProfileShelf, noProfileArchive } from './profile-shelf.ts';

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

describe('the shelf of device profiles', () => {
  test('[OBD-72] what one page taught, the next page knows, by the kind of device', async () => {
    const storage = createFakeProfileStorage();
    const shelf = createProfileShelf(storage.open());
    expect(await shelf.save('0403:6001', profile('acme'))).toMatchObject({ ok: true });
    await shelf.save('1a86:7523', profile('other'));
    await shelf.forget('1a86:7523');
    const next = createProfileShelf(storage.open());
    expect(next.profiles$.value.size).toBe(0);
    await settle();
    expect([...next.profiles$.value]).toEqual([['0403:6001', profile('acme')]]);
  });

  test('[OBD-72] [ST-09] what is stored and is no profile counts as none', async () => {
    const storage = createFakeProfileStorage();
    storage.put('good', formatProfile(profile('good')));
    storage.put('bad', '{"id":1}');
    const shelf = createProfileShelf(storage.open());
    await settle();
    expect([...shelf.profiles$.value.keys()]).toEqual(['good']);
  });

  test('what is saved while the archive is still being read stands', async () => {
    const storage = createFakeProfileStorage();
    storage.put('usb', formatProfile(profile('old')));
    storage.put('gone', formatProfile(profile('gone')));
    const shelf = createProfileShelf(storage.open());
    void shelf.save('usb', profile('new'));
    void shelf.forget('gone');
    await settle();
    expect([...shelf.profiles$.value]).toEqual([['usb', profile('new')]]);
  });

  test('[SA-12] where nothing can be kept a profile counts until the page is closed, and that is told', async () => {
    const storage = createFakeProfileStorage();
    storage.refuse('blocked');
    for (const archive of [storage.open(), noProfileArchive]) {
      const shelf = createProfileShelf(archive);
      expect(await shelf.save('usb', profile('mine'))).toMatchObject({
        error: { kind: 'blocked' },
      });
      expect(shelf.profiles$.value.get('usb')?.id).toBe('mine');
    }
  });
});
