import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { EXAMPLE_SEQUENCE } from './builtin-procedures.ts';
import { PROCEDURE_FILE_LIMIT, SEQUENCE_FILE } from './procedure-file.ts';
import { createProcedureStore } from './procedure-store.ts';
import { SEQUENCE_LIMITS } from './procedure-limits.ts';
import { newStep } from './procedure.ts';

const { parse: parseSequences, format: formatSequences } = SEQUENCE_FILE.file;
const createSequenceStore = (store: KeyValueStore) =>
  createProcedureStore(store, 'terminalSequences', SEQUENCE_FILE);

/** Returns a file of version 1. */
const file = (change: object): string =>
  JSON.stringify({
    format: 'batbot-sequences',
    version: 1,
    sequences: [EXAMPLE_SEQUENCE],
    ...change,
  });
const withStep = (change: object): string =>
  file({ sequences: [{ ...EXAMPLE_SEQUENCE, steps: [{ ...newStep('AT'), ...change }] }] });
const many = (length: number): readonly unknown[] => Array.from({ length }, () => newStep('AT'));

describe('a file of sequences', () => {
  test('[TERM-158] formatted sequences are read unchanged', () => {
    const { loops: _, ...endless } = { ...EXAMPLE_SEQUENCE, name: 'Endless' };
    const all = [EXAMPLE_SEQUENCE, endless];
    expect(parseSequences(formatSequences(all))).toEqual({ ok: true, value: all });
  });

  test('[TERM-158] a file of version 1 is read; a file without sequences is refused', () => {
    const { kind: _, ...stepOfVersion1 } = newStep('AT');
    const steps = [stepOfVersion1];
    expect(parseSequences(file({ sequences: [{ name: 'Old', steps }] }))).toEqual({
      ok: true,
      value: [{ name: 'Old', pauseMs: 0, steps: [newStep('AT')] }],
    });
    expect(parseSequences('{"format":"batbot-procedures","version":2,"checks":[]}')).toEqual({
      ok: false,
      error: { path: '', problem: 'contains no sequences' },
    });
  });

  test.each([
    ['not JSON', '{', ''],
    ['other contents', '{"groups":[]}', ''],
    ['a newer version', file({ version: 2 }), 'version'],
    ['no list', file({ sequences: {} }), 'sequences'],
    ['too many sequences', file({ sequences: Array(51).fill(EXAMPLE_SEQUENCE) }), 'sequences'],
    ['no name', file({ sequences: [{ ...EXAMPLE_SEQUENCE, name: ' ' }] }), 'sequences.1.name'],
    [
      'a hidden name',
      file({ sequences: [{ ...EXAMPLE_SEQUENCE, name: 'a\u202eb' }] }),
      'sequences.1.name',
    ],
    ['no steps', file({ sequences: [{ name: 'A', steps: [] }] }), 'sequences.1.steps'],
    ['too many steps', file({ sequences: [{ name: 'A', steps: many(201) }] }), 'sequences.1.steps'],
    ['zero loops', file({ sequences: [{ ...EXAMPLE_SEQUENCE, loops: 0 }] }), 'sequences.1.loops'],
    [
      'too many loops',
      file({ sequences: [{ ...EXAMPLE_SEQUENCE, loops: 1e9 }] }),
      'sequences.1.loops',
    ],
    [
      'a pause above the limit',
      file({ sequences: [{ ...EXAMPLE_SEQUENCE, pauseMs: 1e9 }] }),
      'sequences.1.pauseMs',
    ],
    ['two commands in one', withStep({ command: 'AT\r\nAT+ERASE' }), 'sequences.1.steps.1.command'],
    [
      'a command above the limit',
      withStep({ command: 'A'.repeat(257) }),
      'sequences.1.steps.1.command',
    ],
    ['no command', withStep({ command: 7 }), 'sequences.1.steps.1.command'],
    ['a delay below zero', withStep({ delayMs: -1 }), 'sequences.1.steps.1.delayMs'],
    ['a timeout that is a text', withStep({ timeoutMs: '1000' }), 'sequences.1.steps.1.timeoutMs'],
    [
      'an unknown kind of expected reply',
      withStep({ expected: { kind: 'eval' } }),
      'sequences.1.steps.1.expected.kind',
    ],
    [
      'an unknown expected code',
      withStep({ expected: { kind: 'code', code: 'MAYBE' } }),
      'sequences.1.steps.1.expected.code',
    ],
    [
      'an empty expected text',
      withStep({ expected: { kind: 'text', text: '' } }),
      'sequences.1.steps.1.expected.text',
    ],
    ['an unknown value of onFail', withStep({ onFail: 'reboot' }), 'sequences.1.steps.1.onFail'],
  ])(
    '[TERM-159] [ST-09] a file with %s is refused as a whole, and the error names the place',
    (_, text, path) => {
      const parsed = parseSequences(text);
      expect(parsed.ok ? undefined : parsed.error.path).toBe(path);
    },
  );

  test('[TERM-159] [ST-09] a file that is too large is not parsed', () => {
    const parsed = parseSequences(' '.repeat(PROCEDURE_FILE_LIMIT + 1));
    expect(parsed.ok ? undefined : parsed.error.problem).toContain('larger');
  });

  test('[TERM-159] [ST-09] unknown fields are ignored, and prototypes do not change', () => {
    const text = file({}).replace('"name"', '"__proto__":{"evil":1},"run":true,"name"');
    expect(parseSequences(text)).toEqual({ ok: true, value: [EXAMPLE_SEQUENCE] });
    expect('evil' in {}).toBe(false);
  });

  test('[TERM-159] [ST-09] no malformed file makes the reader throw', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        parseSequences(text);
        parseSequences(`{"format":"batbot-sequences","version":1,"sequences":${text}}`);
      }),
    );
  });
});

describe('the store of sequences', () => {
  const open = () => {
    const storage = createFakeStorage();
    const store = storage.openTab();
    return { storage, store, here: createSequenceStore(store) };
  };

  test('[TERM-160] a sequence is kept over a reload, changed and removed', () => {
    const { store, here: first } = open();
    expect(first.save(EXAMPLE_SEQUENCE).ok).toBe(true);
    expect(first.save({ ...EXAMPLE_SEQUENCE, pauseMs: 5 }, 'Identify').ok).toBe(true);
    expect(createSequenceStore(store).list$.value).toMatchObject([
      { name: 'Identify', pauseMs: 5 },
    ]);
    first.remove('Identify');
    expect(createSequenceStore(store).list$.value).toEqual([]);
  });

  test('[TERM-160] names are unique; an imported sequence with an existing name gets a number', () => {
    const { here } = open();
    here.save(EXAMPLE_SEQUENCE);
    const twice = here.save(EXAMPLE_SEQUENCE);
    expect(twice.ok ? '' : twice.error.path).toBe('name');
    here.importFile(formatSequences([EXAMPLE_SEQUENCE, EXAMPLE_SEQUENCE]));
    expect(here.list$.value.map(({ name }) => name)).toEqual([
      'Identify',
      'Identify 2',
      'Identify 3',
    ]);
  });

  test('[TERM-160] a sequence that the storage refuses is kept until the page closes, and the result reports it', () => {
    const { storage, here } = open();
    storage.refuse('full');
    const saved = here.save(EXAMPLE_SEQUENCE);
    expect(saved.ok && saved.value.kept).toBe(false);
    expect(here.list$.value).toHaveLength(1);
  });

  test('[TERM-160] more than fifty sequences, or more than can be read again, are refused', () => {
    const { here } = open();
    for (let each = 0; each < SEQUENCE_LIMITS.sequences; each += 1) {
      here.save({ ...EXAMPLE_SEQUENCE, name: `n${each}` });
    }
    expect(here.save({ ...EXAMPLE_SEQUENCE, name: 'one more' }).ok).toBe(false);
    expect(here.importFile(formatSequences([EXAMPLE_SEQUENCE])).ok).toBe(false);
    const { store, here: large } = open();
    const steps = Array.from({ length: 200 }, () => newStep('A'.repeat(256)));
    const saves = Array.from({ length: 20 }, (_, each) =>
      large.save({ name: `n${each}`, steps, pauseMs: 0 }),
    );
    const refused = saves.filter((saved) => !saved.ok).length;
    expect(refused).toBeGreaterThan(0);
    expect(large.list$.value).toHaveLength(20 - refused);
    expect(createSequenceStore(store).list$.value).toHaveLength(20 - refused);
  });

  test('[ST-03] an unreadable text counts as no sequences', () => {
    const store = createFakeStorage({ terminalSequences: '{"format":1' }).openTab();
    expect(createSequenceStore(store).list$.value).toEqual([]);
  });

  test('[TERM-160] a sequence can be renamed, but not to the name of another sequence', () => {
    const { here } = open();
    here.save(EXAMPLE_SEQUENCE);
    here.save({ ...EXAMPLE_SEQUENCE, name: 'Other' });
    expect(here.save({ ...EXAMPLE_SEQUENCE, name: 'Other' }, 'Identify').ok).toBe(false);
    expect(here.save({ ...EXAMPLE_SEQUENCE, name: 'New' }, 'Identify').ok).toBe(true);
    expect(here.list$.value.map(({ name }) => name)).toEqual(['New', 'Other']);
  });

  test('[TERM-158] sequences saved by an older version are read', () => {
    const store = createFakeStorage({ terminalSequences: file({}) }).openTab();
    expect(createSequenceStore(store).list$.value).toEqual([EXAMPLE_SEQUENCE]);
  });

  test('[TERM-158] the example is a valid sequence', () => {
    expect(SEQUENCE_FILE.check(EXAMPLE_SEQUENCE)).toEqual({ ok: true, value: EXAMPLE_SEQUENCE });
  });
});
