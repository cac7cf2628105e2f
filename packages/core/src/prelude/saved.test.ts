import { expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { jsonFile, listOf, textOf, YES_NO } from './schema.ts';
import { saved } from './saved.ts';

const words = jsonFile<readonly string[]>({ schema: listOf(textOf(9), 3), mostCharacters: 100 });
const none: readonly string[] = [];

test('[SESSION-100] a saved value is read again after a reload', () => {
  const storage = createFakeStorage();
  const first = saved(storage.openTab(), 'words', words, none);
  expect(first.set(['a']).ok).toBe(true);
  expect(saved(storage.openTab(), 'words', words, none).value$.value).toEqual(['a']);
});

test('[ST-03] the initial value replaces a text that is not readable', () => {
  for (const text of ['{', '7', '[1]', '["a","b","c","d"]']) {
    const tab = createFakeStorage({ words: text }).openTab();
    expect(saved(tab, 'words', words, none).value$.value).toBe(none);
  }
});

test('[SESSION-51] data of a newer version is not replaced; changes last until the page closes', () => {
  const newer = '{"words":["a"]}';
  const storage = createFakeStorage({ words: newer });
  const value = saved(storage.openTab(), 'words', words, none);
  expect(value.set(['b'])).toMatchObject({ ok: false, error: { kind: 'blocked' } });
  expect(value.importText('["c"]')).toEqual({ ok: true, value: { kept: false } });
  expect(value.read()).toEqual(['c']);
  expect(storage.kept().get('words')).toBe(newer);
  // Another tab has the version that can read it.
  storage.openTab().set('words', '["d"]');
  expect(value.value$.value).toEqual(['d']);
  expect(value.set(['e']).ok).toBe(true);
  expect(storage.kept().get('words')).toContain('e');
});

test('[SESSION-51] a damaged text, which no version can read, is replaced', () => {
  const storage = createFakeStorage({ words: '["a' });
  expect(saved(storage.openTab(), 'words', words, none).set(['b']).ok).toBe(true);
  expect(saved(storage.openTab(), 'words', words, none).value$.value).toEqual(['b']);
});

test('[SESSION-100] a value follows the changes of other tabs until it is disposed of, also when they clear the storage', () => {
  const storage = createFakeStorage();
  const [one, two] = [storage.openTab(), storage.openTab()];
  const value = saved(one, 'words', words, none);
  saved(two, 'words', words, none).set(['b']);
  expect(value.value$.value).toEqual(['b']);
  two.set('other', 'x');
  expect(value.value$.value).toEqual(['b']);
  two.clear();
  expect(value.value$.value).toEqual([]);
  value.dispose();
  saved(two, 'words', words, none).set(['c']);
  expect(value.value$.value).toEqual([]);
});

test('[SA-12] a value that the storage refuses is kept until the page closes', () => {
  const storage = createFakeStorage();
  const tab = storage.openTab();
  storage.refuse('full');
  const value = saved(tab, 'words', words, none);
  expect(value.set(['a'])).toMatchObject({ ok: false, error: { kind: 'full' } });
  expect(value.importText('["b"]')).toEqual({ ok: true, value: { kept: false } });
  expect(value.read()).toEqual(['b']);
  expect(storage.kept().size).toBe(0);
});

test('[SA-04] a disposed value writes nothing, because its user has signed out', () => {
  const storage = createFakeStorage();
  const value = saved(storage.openTab(), 'words', words, none);
  value.dispose();
  value.set(['a']);
  expect(storage.kept().size).toBe(0);
});

test('[ST-09] an imported file replaces the value, or changes nothing if it is not valid', () => {
  const value = saved(createFakeStorage().openTab(), 'words', words, none);
  expect(value.importText('["a"]')).toEqual({ ok: true, value: { kept: true } });
  expect(value.importText('["a",""]')).toMatchObject({ error: { path: '2' } });
  expect(value.value$.value).toEqual(['a']);
  expect(words.parse(value.exportText())).toEqual({ ok: true, value: ['a'] });
});

test('[SESSION-100] removing a value restores the initial one and notifies another tab', () => {
  const storage = createFakeStorage();
  const [one, two] = [
    saved(storage.openTab(), 'isOn', YES_NO, false),
    saved(storage.openTab(), 'isOn', YES_NO, false),
  ];
  const seen: boolean[] = [];
  two.changed$.subscribe((isOn) => seen.push(isOn));
  one.set(true);
  two.set(false);
  one.remove();
  expect(seen).toEqual([true, false]);
  expect([one.value$.value, storage.kept().size]).toEqual([false, 0]);
  two.set(true);
  one.dispose();
  one.remove();
  expect(storage.kept().get('isOn')).toBe('yes');
});
