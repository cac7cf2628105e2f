import { firstValueFrom, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeProfileStorage } from '../fakes/fake-profile-archive.ts';
import { loadBuiltIn, type Profile } from '../profiles/index.ts';
import { basicOf, CELLS, setUp } from './asking-rig.fixture.ts';

describe('the choice of a profile', () => {
  test('[OBD-272] the choice is saved for the kind of device, and choosing the default removes it', async () => {
    const rig = await setUp({ basic: await basicOf() });
    await rig.choice.choose('jbd');
    await rig.link.disconnect();
    await rig.clock.settle();
    await rig.connect();
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.choice.choose(undefined);
    rig.sent.length = 0;
    await rig.clock.advance(4_000);
    expect(rig.sent).toContain('AT+ADATA');
    expect(rig.sent).not.toContain('basic');
    await rig.link.disconnect();
    await rig.connect();
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
  });

  test('[OBD-273] nothing is sent until the profile of a device is loaded, nor while the connection closes', async () => {
    const jbd = await loadBuiltIn('jbd');
    const loaded = new Subject<Profile>();
    const storage = createFakeProfileStorage();
    storage.put('device:fake', 'jbd');
    const answers = { basic: await basicOf(), cells: CELLS };
    const rig = await setUp(answers, { load: () => firstValueFrom(loaded), storage });
    const commands: string[] = [];
    rig.link.transactions$.subscribe(({ text }) => commands.push(text));
    await rig.clock.advance(5_000);
    expect(rig.choice.state$.value).toEqual({ kind: 'loading' });
    expect(rig.sent).toEqual([]);
    loaded.next(jbd);
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.clock.advance(4_000);
    expect(rig.sent).toContain('basic');
    await rig.link.disconnect();
    await rig.clock.settle();
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
    expect(commands.filter((text) => text.startsWith('AT+'))).toEqual([]);
    await rig.connect();
    loaded.next(jbd);
    await rig.clock.advance(4_000);
    expect(rig.sent.filter((text) => text.startsWith('AT+'))).toEqual([]);
  });

  test('[OBD-273] the app sends nothing while it changes from listen-only mode to a profile or back', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    rig.choice.listen();
    await rig.clock.advance(5_000);
    rig.sent.length = 0;
    await rig.choice.choose('jbd');
    await rig.clock.advance(5_000);
    rig.choice.listen();
    await rig.clock.advance(5_000);
    expect(rig.sent).toContain('basic');
    expect(rig.sent.filter((text) => text.startsWith('AT+'))).toEqual([]);
    expect(rig.choice.state$.value).toEqual({ kind: 'default' });
  });

  test('[OBD-364] with the next connection, an unchanged profile is the same one, so that the trend of the pack goes on', async () => {
    const jbd = await loadBuiltIn('jbd');
    const rig = await setUp({ basic: await basicOf() }, { load: async () => ({ ...jbd }) });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    const before = rig.sample()?.understanding;
    expect(before?.kind).toBe('profile');
    await rig.link.disconnect();
    await rig.clock.settle();
    await rig.connect();
    await expect.poll(() => rig.choice.state$.value.kind).toBe('chosen');
    await rig.clock.advance(3_000);
    const { understanding } = rig.sample() ?? expect.fail();
    expect(understanding).toMatchObject({ kind: 'profile' });
    expect('profile' in understanding && understanding.profile).toBe(
      before !== undefined && 'profile' in before && before.profile,
    );
  });

  test.each([
    ['is unknown', () => Promise.resolve(undefined), 'there is no profile mine'],
    ['cannot be loaded', () => Promise.reject(new Error('offline')), 'offline'],
  ])(
    '[OBD-273] if the profile %s, the reason is reported and nothing is sent',
    async (_, load, reason) => {
      const rig = await setUp({}, { load });
      await rig.choice.choose('mine');
      expect(rig.choice.state$.value).toEqual({ kind: 'failed', reason });
      rig.sent.length = 0;
      await rig.clock.advance(5_000);
      expect(rig.sent).toEqual([]);
    },
  );

  test('[OBD-274] choosing another profile removes the values of the previous one', async () => {
    const rig = await setUp({ basic: await basicOf(), cells: CELLS });
    await rig.choice.choose('jbd');
    await rig.clock.advance(3_000);
    expect(rig.sample()?.sample.packVoltageV).toBe(52.8);
    const next = rig.choice.choose('daly-uart');
    expect(rig.sample()).toBeUndefined();
    await next;
    await rig.choice.choose(undefined);
    expect(rig.sample()).toBeUndefined();
  });
});
