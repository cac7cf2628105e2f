import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { BUILTIN_COMMANDS } from '../palette/builtin-commands.ts';
import { checkCommand } from '../palette/check-command.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { BUILTIN_CHECKS } from './builtin-procedures.ts';
import { CHECK_FILE, PROCEDURE_FILE_LIMIT } from './procedure-file.ts';
import { createProcedureStore } from './procedure-store.ts';
import { instruct, measure, question, send } from './procedures.fixture.ts';

const { parse: parseChecks, format: formatChecks } = CHECK_FILE.file;
const createCheckStore = (store: KeyValueStore) =>
  createProcedureStore(store, 'guidedChecks', CHECK_FILE, BUILTIN_CHECKS);

const check = {
  name: 'Bench',
  purpose: 'To test.',
  conditions: [{ quantity: 'currentSize', most: 1 }],
  steps: [
    instruct({ value: { name: 'Meter', unit: 'V', least: 1, most: 60 } }),
    instruct({ value: { name: 'M', unit: 'V', near: { quantity: 'packVoltage', percent: 2 } } }),
    send({ expected: { kind: 'pattern', pattern: 'SN:.*' } }),
    send({ value: { kind: 'number', after: '+VB:', name: 'VB', unit: '', least: 0 } }),
    send({ value: { kind: 'quantity', quantity: 'soc', most: 90 } }),
    measure({ least: -1, heldMs: 5_000, conditions: [{ quantity: 'coldest', least: 0 }] }),
    question({ wanted: 'no', onFail: 'continue' }),
  ],
} as const;
const fileOf = (change: object): string =>
  JSON.stringify({ format: 'batbot-procedures', version: 2, checks: [{ ...check, ...change }] });
const withStep = (change: object): string =>
  fileOf({ steps: [check.steps[0], { ...send(), ...change }] });

describe('a file of checks', () => {
  test('[TERM-213] checks written to a file are read back unchanged', () => {
    expect(parseChecks(formatChecks([check]))).toEqual({ ok: true, value: [check] });
  });

  test('[TERM-213] a file of version 1 is read', () => {
    const frame = { title: 'T', text: 'Do.' };
    const interlocks = [{ quantity: 'soc', least: 5 }];
    const steps = [
      { kind: 'ask', ...frame, command: 'AT' },
      { kind: 'choose', ...frame, interlocks },
    ];
    const old = { title: 'Old', purpose: 'P', interlocks, steps };
    const parsed = parseChecks(
      JSON.stringify({ format: 'batbot-checks', version: 1, checks: [old] }),
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: [
        {
          name: 'Old',
          conditions: interlocks,
          steps: [
            { kind: 'send', command: 'AT' },
            { kind: 'question', conditions: interlocks },
          ],
        },
      ],
    });
  });

  test('[TERM-213] a step needs few fields; the others have safe defaults', () => {
    const frame = { title: 'T', text: 'Do.' };
    const steps = [
      { kind: 'instruct', ...frame },
      { kind: 'send', ...frame, command: 'AT' },
      { kind: 'measure', ...frame, quantity: 'soc', least: 20, withinMs: 5_000 },
      { kind: 'question', ...frame, evil: '<script>' },
    ];
    const parsed = parseChecks(fileOf({ steps, conditions: undefined }));
    const rest = { ...frame, onFail: 'stop', conditions: [] };
    expect(parsed.ok && parsed.value[0]).toMatchObject({ conditions: [] });
    expect(parsed.ok && parsed.value[0]?.steps).toEqual([
      { kind: 'instruct', ...rest },
      {
        kind: 'send',
        ...rest,
        command: 'AT',
        expected: { kind: 'code', code: 'OK' },
        timeoutMs: 3_000,
      },
      { kind: 'measure', ...rest, quantity: 'soc', least: 20, heldMs: 0, withinMs: 5_000 },
      { kind: 'question', ...rest, wanted: 'yes' },
    ]);
  });

  test.each([
    ['', '', 'is not valid JSON'],
    ['{}', '', 'does not contain sequences or checks of this app'],
    ['[]', '', 'does not contain sequences or checks of this app'],
    [
      '{"format":"batbot-checks","version":2}',
      'version',
      'must be 1 or 2: the file comes from a newer version of this app',
    ],
    [' '.repeat(PROCEDURE_FILE_LIMIT + 1), '', 'is larger than 1.05\u202FMB'],
    [
      '{"format":"batbot-checks","version":1,"checks":{}}',
      'checks',
      'must be a list of at most 50 entries',
    ],
    [fileOf({ name: '' }), 'checks.1.name', 'must be 1–80 visible characters'],
    [fileOf({ name: 'a\u202eb' }), 'checks.1.name', 'must be 1–80 visible characters'],
    [fileOf({ purpose: 7 }), 'checks.1.purpose', 'must be 1–600 visible characters'],
    [fileOf({ steps: [] }), 'checks.1.steps', 'must have at least one step'],
    [
      fileOf({ steps: Array.from({ length: 61 }, () => send()) }),
      'checks.1.steps',
      'must be a list of at most 60 entries',
    ],
    [
      fileOf({ conditions: [{ quantity: 'soc' }] }),
      'checks.1.conditions.1',
      'must have least or most',
    ],
    [
      fileOf({ conditions: [{ quantity: 'soc', least: 9, most: 1 }] }),
      'checks.1.conditions.1',
      'must not have least above most',
    ],
    [
      withStep({ kind: 'run' }),
      'checks.1.steps.2.kind',
      'must be one of: instruct, send, measure, question',
    ],
    [
      withStep({ command: 'AT\r\nATZ' }),
      'checks.1.steps.2.command',
      'must be 1–256 visible characters',
    ],
    [
      withStep({ timeoutMs: 1 }),
      'checks.1.steps.2.timeoutMs',
      'must be a whole number from 50 to 4\u202F000',
    ],
    [withStep({ onFail: 'retry' }), 'checks.1.steps.2.onFail', 'must be one of: stop, continue'],
    [
      withStep({ expected: { kind: 'eval' } }),
      'checks.1.steps.2.expected.kind',
      'must be one of: any, code, text, pattern',
    ],
    [
      withStep({ value: { kind: 'js' } }),
      'checks.1.steps.2.value.kind',
      'must be one of: number, quantity',
    ],
    [withStep({ ...measure(), least: '1' }), 'checks.1.steps.2.least', 'must be a number'],
    [
      withStep({ ...measure(), heldMs: 5, withinMs: 5 }),
      'checks.1.steps.2',
      'must have withinMs above heldMs',
    ],
    [
      withStep({ ...question(), wanted: 'maybe' }),
      'checks.1.steps.2.wanted',
      'must be one of: yes, no',
    ],
    [
      withStep({ ...instruct(), value: { name: 'M', unit: 'V' } }),
      'checks.1.steps.2.value',
      'must have least or most',
    ],
  ])(
    '[TERM-213] [ST-09] %.40s is refused as a whole, and the error names the place',
    (text, path, problem) => {
      expect(parseChecks(text)).toEqual({ ok: false, error: { path, problem } });
    },
  );

  test.each(['volts', '__proto__', 'constructor', 7])(
    '[TERM-213] an unknown quantity %j is refused, and the error names the known ones',
    (quantity) => {
      const parsed = parseChecks(fileOf({ conditions: [{ quantity, most: 1 }] }));
      expect(parsed).toMatchObject({
        ok: false,
        error: {
          path: 'checks.1.conditions.1.quantity',
          problem: expect.stringContaining('must be one of: packVoltage, current,'),
        },
      });
    },
  );
});

describe('the store of checks', () => {
  test('[TERM-213] an imported check gets a free name, is kept over a reload and can be removed', () => {
    const storage = createFakeStorage();
    const store = createCheckStore(storage.openTab());
    const own = () =>
      store.list$.value.flatMap(({ name }) => (store.isBuiltIn(name) ? [] : [name]));
    expect(store.importFile(fileOf({})).ok).toBe(true);
    expect(store.importFile(fileOf({ name: 'Incoming inspection' }))).toEqual({
      ok: true,
      value: { names: ['Incoming inspection 2'], kept: true },
    });
    store.importFile(store.exportFile(['Bench']));
    expect(own()).toEqual(['Bench', 'Incoming inspection 2', 'Bench 2']);
    store.remove('Bench');
    store.remove('Incoming inspection'); // a built-in check is not removed
    const again = createCheckStore(storage.openTab());
    expect(again.list$.value.map(({ name }) => name)).toEqual([
      ...BUILTIN_CHECKS.map(({ name }) => name),
      'Incoming inspection 2',
      'Bench 2',
    ]);
  });

  test('[TERM-213] at most fifty checks are saved, and an unreadable text counts as no checks', () => {
    const storage = createFakeStorage().openTab();
    storage.set('guidedChecks', '{"format":"batbot-checks","version":1,"checks":[7]}');
    const store = createCheckStore(storage);
    expect(store.list$.value.every(({ name }) => store.isBuiltIn(name))).toBe(true);
    const many = formatChecks(Array.from({ length: 50 }, () => check));
    expect(store.importFile(many).ok).toBe(true);
    expect(store.importFile(fileOf({}))).toEqual({
      ok: false,
      error: { path: '', problem: 'would make more than 50 checks' },
    });
  });
});

describe('checks saved by several tabs or another version', () => {
  const namesOf = (store: ReturnType<typeof createCheckStore>): readonly string[] =>
    store.list$.value.flatMap(({ name }) => (store.isBuiltIn(name) ? [] : [name]));

  test('[TERM-213] two tabs show the same checks after imports and removals in both', () => {
    const storage = createFakeStorage();
    const [one, two] = [
      createCheckStore(storage.openTab()),
      createCheckStore(storage.openTab()),
    ] as const;
    one.importFile(fileOf({ name: 'X' }));
    expect(two.importFile(fileOf({ name: 'X' }))).toMatchObject({ value: { names: ['X 2'] } });
    one.importFile(fileOf({ name: 'Y' }));
    two.remove('X');
    expect([namesOf(one), namesOf(two)]).toEqual([
      ['X 2', 'Y'],
      ['X 2', 'Y'],
    ]);
    expect(namesOf(createCheckStore(storage.openTab()))).toEqual(['X 2', 'Y']);
    for (const store of [one, two]) store.dispose();
  });

  test('[TERM-213] changes of other tabs are kept even if the storage does not report them', () => {
    const storage = createFakeStorage();
    const tab = () => ({ ...storage.openTab(), changes$: NEVER });
    const [one, two] = [createCheckStore(tab()), createCheckStore(tab())] as const;
    one.importFile(fileOf({ name: 'X' }));
    two.importFile(fileOf({ name: 'Y' }));
    one.remove('none');
    expect([namesOf(one), namesOf(two)]).toEqual([
      ['X', 'Y'],
      ['X', 'Y'],
    ]);
  });

  test('[TERM-213] an unreadable saved check is not listed but stays saved, and the others are listed', () => {
    const slow = { ...check, name: 'Slow', steps: [{ ...send(), timeoutMs: 30_000 }] };
    const storage = createFakeStorage().openTab();
    const kept = {
      format: 'batbot-procedures',
      version: 2,
      checks: [slow, { ...check, name: 'X' }],
    };
    storage.set('guidedChecks', JSON.stringify(kept));
    const store = createCheckStore(storage);
    expect(namesOf(store)).toEqual(['X']);
    store.importFile(fileOf({ name: 'Y' }));
    store.remove('X');
    expect(namesOf(store)).toEqual(['Y']);
    expect(JSON.parse(storage.get('guidedChecks') ?? '')).toMatchObject({
      checks: [{ name: 'Y' }, slow],
    });
  });
});

describe('the built-in checks', () => {
  test('[TERM-214] the built-in checks are valid check files with unique names', () => {
    expect(parseChecks(formatChecks(BUILTIN_CHECKS))).toEqual({ ok: true, value: BUILTIN_CHECKS });
    expect(new Set(BUILTIN_CHECKS.map(({ name }) => name)).size).toBe(BUILTIN_CHECKS.length);
  });

  test('[TERM-228] the check of the cell balance says what it does not show of LFP cells', () => {
    const balance = BUILTIN_CHECKS.find(({ name }) => name === 'Cell balance at rest');
    // On the rest curve of LFP, 35 and 65 % are 19 mV apart, which is within the limit of the last step.
    expect(balance?.steps.at(-1)).toMatchObject({ quantity: 'cellSpread', most: 30 });
    expect(balance?.purpose).toContain(
      'Of LFP cells, it shows a difference in charge only near full or empty.',
    );
  });

  test('[TERM-214] the built-in checks send only AT, ATI, AT+VB? and AT+ADATA, which change nothing', () => {
    const commands = BUILTIN_CHECKS.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'send' ? [step.command] : [])),
    );
    expect([...new Set(commands)].sort()).toEqual(['AT', 'AT+ADATA', 'AT+VB?', 'ATI']);
    for (const command of commands) {
      const known = checkCommand(command, BUILTIN_COMMANDS);
      expect(known).toMatchObject({ kind: 'ok', command: { writes: false, answered: 'native' } });
    }
  });
});
