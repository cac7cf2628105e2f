import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { checkCommand } from './check-command.ts';
import { createPalette } from './palette.ts';

const limit = {
  head: 'AT+LIM=',
  name: 'Limit',
  help: 'Sets the limit.',
  parameters: [{ name: 'mv', kind: 'integer', min: 0, max: 5000, unit: 'mV', default: '3650' }],
  writes: true,
};
const setUp = (stored: Readonly<Record<string, string>> = {}) => {
  const storage = createFakeStorage(stored);
  const store = storage.openTab();
  return { storage, store, palette: createPalette(store) };
};
const file = (...commands: readonly unknown[]): string => JSON.stringify({ commands });

describe('the user’s own commands', () => {
  test('[TERM-115] an entry is offered first, checked, saved over a reload, and removed at sign-out', () => {
    const { palette, storage } = setUp();
    expect(palette.save(limit)).toEqual({ ok: true, value: { kept: true } });
    expect(palette.commands$.value[0]).toMatchObject({ head: 'AT+LIM=', source: 'own entry' });
    expect(checkCommand('AT+LIM=9000', palette.commands$.value).kind).toBe('badValue');
    expect(createPalette(storage.openTab()).own$.value).toEqual(palette.own$.value);
    storage.openTab().clear(); // a sign-out in another tab clears the storage
    expect(palette.own$.value).toEqual([]);
  });

  test('[TERM-115] an entry is changed, renamed and deleted', () => {
    const { palette } = setUp();
    palette.save(limit);
    palette.save({ ...limit, head: 'AT+LIMIT=' }, 'AT+LIM=');
    expect(palette.own$.value.map(({ head }) => head)).toEqual(['AT+LIMIT=']);
    palette.remove('at+limit=');
    expect(palette.own$.value).toEqual([]);
  });

  test('[TERM-251] a new or a renamed entry does not replace another own entry', () => {
    const { palette } = setUp();
    palette.save(limit);
    palette.save({ ...limit, head: 'AT+B=' });
    const before = palette.own$.value;
    const taken = { ok: false, error: { path: 'entry.head', problem: 'is already taken' } };
    expect(palette.save({ ...limit, name: 'Other', head: 'at+lim=' })).toEqual(taken);
    expect(palette.save({ ...limit, head: 'AT+LIM=' }, 'AT+B=')).toEqual(taken);
    expect(palette.own$.value).toEqual(before);
    expect(palette.save({ ...limit, name: 'Other' }, 'at+lim=').ok).toBe(true);
  });

  test('[TERM-115] an entry with the head of a built-in command replaces it', () => {
    const { palette } = setUp();
    const known = palette.commands$.value.length;
    palette.save({ ...limit, head: 'at+vb=' });
    expect(palette.commands$.value).toHaveLength(known);
    expect(checkCommand('AT+VB=7', palette.commands$.value).kind).toBe('ok');
  });

  test('[TERM-115] an exported file is imported with the same entries', () => {
    const { palette } = setUp();
    palette.save(limit);
    palette.save({ head: 'AT+NOTE=', parameters: [{ name: 't', kind: 'text', maxLength: 9 }] });
    const other = setUp().palette;
    expect(other.importFile(palette.exportFile())).toEqual({
      ok: true,
      value: { kept: true, count: 2 },
    });
    expect(other.own$.value).toEqual(palette.own$.value);
  });

  test.each([
    ['malformed JSON', '{"commands":[', '', 'is not valid JSON'],
    ['a size above the limit', `"${'x'.repeat(262_144)}"`, '', 'is larger than 262\u202FkB'],
    [
      'too many commands',
      file(...Array.from({ length: 201 }, () => limit)),
      'commands',
      'at most 200',
    ],
    ['no command', file({ name: 'x' }), 'commands.1.head', 'is missing'],
    ['a line break', file({ ...limit, head: 'AT\r\nATZ' }), 'commands.1.head', 'visible'],
    [
      'an unknown kind of parameter',
      file({ head: 'A', parameters: [{ name: 'x', kind: 'fn' }] }),
      'commands.1.parameters.1.kind',
      'must be one of: enum, integer, hex, text',
    ],
    [
      'a minimum above the maximum',
      file({ head: 'A', parameters: [{ name: 'x', kind: 'integer', min: 2, max: 1 }] }),
      'commands.1.parameters.1',
      'min ≤ max',
    ],
    [
      'a default out of range',
      file({
        head: 'A',
        parameters: [{ name: 'x', kind: 'integer', min: 0, max: 1, default: '2' }],
      }),
      'commands.1.parameters.1.default',
      'within the range of the parameter',
    ],
    [
      'a required parameter after an optional one',
      file({
        head: 'A',
        parameters: [
          { name: 'x', kind: 'text', maxLength: 1, optional: true },
          { name: 'y', kind: 'text', maxLength: 1 },
        ],
      }),
      'commands.1.parameters.2',
      'must not follow an optional parameter',
    ],
    ['a number for a text', file({ ...limit, help: 7 }), 'commands.1.help', 'must be at most 120'],
  ])(
    '[ST-09] a file with %s is refused as a whole, and the error names the place',
    (_, text, path, problem) => {
      const { palette } = setUp();
      palette.save(limit);
      const before = palette.own$.value;
      const result = palette.importFile(text);
      expect(result).toMatchObject({ ok: false, error: { path } });
      expect(result.ok ? '' : result.error.problem).toContain(problem);
      expect(palette.own$.value).toBe(before);
    },
  );

  test('[ST-09] unknown fields of a file are ignored', () => {
    const { palette } = setUp();
    palette.importFile(
      `{"commands":[{"head":"AT+X","__proto__":{"writes":true},"onclick":"x()"}]}`,
    );
    expect(palette.own$.value).toEqual([
      {
        head: 'AT+X',
        name: 'AT+X',
        help: '',
        details: '',
        parameters: [],
        writes: false,
        answered: 'maybe',
        source: 'own entry',
      },
    ]);
  });

  test('[TERM-115] a file that would make the saved entries too large to be read again is refused', () => {
    const { palette, storage } = setUp();
    const large = (name: string) =>
      file(
        ...Array.from({ length: 100 }, (_, index) => ({
          head: `AT+${name}${index}`,
          details: 'x'.repeat(1_000),
          parameters: [{ name: 'text', kind: 'text', maxLength: 1, help: 'y'.repeat(120) }],
        })),
      );
    expect(palette.importFile(large('A')).ok).toBe(true);
    expect(palette.importFile(large('B'))).toMatchObject({ ok: false, error: { path: '' } });
    expect(createPalette(storage.openTab()).own$.value).toEqual(palette.own$.value);
    expect(palette.own$.value).toHaveLength(100);
  });

  test('[ST-03] unreadable saved entries are ignored; entries that the storage refuses are kept until the page closes', () => {
    const { palette, storage } = setUp({ terminalPalette: '7' });
    expect(palette.own$.value).toEqual([]);
    storage.refuse('blocked');
    expect(palette.save(limit)).toEqual({ ok: true, value: { kept: false } });
    expect(palette.own$.value).toHaveLength(1);
  });
});
