import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { BUILTIN_COMMANDS } from '../palette/builtin-commands.ts';
import { checkCommand } from '../palette/check-command.ts';
import { BUILTIN_CHECKS } from './builtin-checks.ts';
import { CHECK_FILE, CHECK_FILE_LIMIT } from './check-file.ts';
import { createCheckStore } from './check-store.ts';
import { ask, choose, instruct, measure } from './guided.fixture.ts';

const { parse: parseChecks, format: formatChecks } = CHECK_FILE;

const check = {
  title: 'Bench',
  purpose: 'To test.',
  interlocks: [{ quantity: 'currentSize', most: 1 }],
  steps: [
    instruct({ value: { name: 'Meter', unit: 'V', least: 1, most: 60 } }),
    instruct({ value: { name: 'M', unit: 'V', near: { quantity: 'packVoltage', percent: 2 } } }),
    ask({ expected: { kind: 'pattern', pattern: 'SN:.*' } }),
    ask({ value: { kind: 'number', after: '+VB:', name: 'VB', unit: '', least: 0 } }),
    ask({ value: { kind: 'quantity', quantity: 'soc', most: 90 } }),
    measure({ least: -1, heldMs: 5_000, interlocks: [{ quantity: 'coldest', least: 0 }] }),
    choose({ wanted: 'no', onFail: 'continue' }),
  ],
} as const;
const fileOf = (change: object): string =>
  JSON.stringify({ format: 'batbot-checks', version: 1, checks: [{ ...check, ...change }] });
const withStep = (change: object): string =>
  fileOf({ steps: [check.steps[0], { ...ask(), ...change }] });

describe('a file of checks', () => {
  test('[TERM-213] is read as it was written', () => {
    expect(parseChecks(formatChecks([check]))).toEqual({ ok: true, value: [check] });
  });

  test('[TERM-213] a step needs few fields; the others have careful defaults', () => {
    const frame = { title: 'T', text: 'Do.' };
    const steps = [
      { kind: 'instruct', ...frame },
      { kind: 'ask', ...frame, command: 'AT' },
      { kind: 'measure', ...frame, quantity: 'soc', least: 20, withinMs: 5_000 },
      { kind: 'choose', ...frame, evil: '<script>' },
    ];
    const parsed = parseChecks(fileOf({ steps, interlocks: undefined }));
    const rest = { ...frame, onFail: 'stop', interlocks: [] };
    expect(parsed.ok && parsed.value[0]).toMatchObject({ interlocks: [] });
    expect(parsed.ok && parsed.value[0]?.steps).toEqual([
      { kind: 'instruct', ...rest },
      {
        kind: 'ask',
        ...rest,
        command: 'AT',
        expected: { kind: 'code', code: 'OK' },
        timeoutMs: 3_000,
      },
      { kind: 'measure', ...rest, quantity: 'soc', least: 20, heldMs: 0, withinMs: 5_000 },
      { kind: 'choose', ...rest, wanted: 'yes' },
    ]);
  });

  test.each([
    ['', '', 'is not valid JSON'],
    ['{}', '', 'does not contain checks of this app'],
    ['[]', '', 'does not contain checks of this app'],
    [
      '{"format":"batbot-checks","version":2}',
      'version',
      'must be 1: the file comes from a newer version of this app',
    ],
    [' '.repeat(CHECK_FILE_LIMIT + 1), '', 'is larger than 1 MiB'],
    [
      '{"format":"batbot-checks","version":1,"checks":{}}',
      'checks',
      'must be a list of at most 50 entries',
    ],
    [fileOf({ title: '' }), 'checks.1.title', 'must be 1–80 visible characters'],
    [fileOf({ title: 'a\u202eb' }), 'checks.1.title', 'must be 1–80 visible characters'],
    [fileOf({ purpose: 7 }), 'checks.1.purpose', 'must be 1–600 visible characters'],
    [fileOf({ steps: [] }), 'checks.1.steps', 'must have at least one step'],
    [
      fileOf({ steps: Array.from({ length: 61 }, () => ask()) }),
      'checks.1.steps',
      'must be a list of at most 60 entries',
    ],
    [
      fileOf({ interlocks: [{ quantity: 'soc' }] }),
      'checks.1.interlocks.1',
      'must have least or most',
    ],
    [
      fileOf({ interlocks: [{ quantity: 'soc', least: 9, most: 1 }] }),
      'checks.1.interlocks.1',
      'must not have least above most',
    ],
    [
      withStep({ kind: 'run' }),
      'checks.1.steps.2.kind',
      'must be one of: instruct, ask, measure, choose',
    ],
    [
      withStep({ command: 'AT\r\nATZ' }),
      'checks.1.steps.2.command',
      'must be 1–256 visible characters',
    ],
    [
      withStep({ timeoutMs: 1 }),
      'checks.1.steps.2.timeoutMs',
      'must be a whole number from 50 to 4,000',
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
      withStep({ ...choose(), wanted: 'maybe' }),
      'checks.1.steps.2.wanted',
      'must be one of: yes, no',
    ],
    [
      withStep({ ...instruct(), value: { name: 'M', unit: 'V' } }),
      'checks.1.steps.2.value',
      'must have least or most',
    ],
  ])(
    '[TERM-213] [ST-09] %.40s is refused as a whole, with the place of the problem',
    (text, path, problem) => {
      expect(parseChecks(text)).toEqual({ ok: false, error: { path, problem } });
    },
  );

  test.each(['volts', '__proto__', 'constructor', 7])(
    '[TERM-213] an unknown quantity %j is refused, and the known ones are named',
    (quantity) => {
      const parsed = parseChecks(fileOf({ interlocks: [{ quantity, most: 1 }] }));
      expect(parsed).toMatchObject({
        ok: false,
        error: {
          path: 'checks.1.interlocks.1.quantity',
          problem: expect.stringContaining('must be one of: packVoltage, current,'),
        },
      });
    },
  );
});

describe('the store', () => {
  test('[TERM-213] an imported check gets a free title, stays over a reload and can be removed', () => {
    const storage = createFakeStorage();
    const store = createCheckStore(storage.openTab());
    const own = () =>
      store.checks$.value.flatMap((each) => (each.isBuiltIn ? [] : [each.check.title]));
    expect(store.importFile(fileOf({})).ok).toBe(true);
    expect(store.importFile(fileOf({ title: 'Incoming inspection' }))).toEqual({
      ok: true,
      value: { titles: ['Incoming inspection 2'], kept: true },
    });
    store.importFile(store.exportFile('Bench'));
    expect(own()).toEqual(['Bench', 'Incoming inspection 2', 'Bench 2']);
    store.remove('Bench');
    store.remove('Incoming inspection'); // a built-in check stays
    const again = createCheckStore(storage.openTab());
    expect(again.checks$.value.map((each) => each.check.title)).toEqual([
      ...BUILTIN_CHECKS.map(({ title }) => title),
      'Incoming inspection 2',
      'Bench 2',
    ]);
  });

  test('[TERM-213] no more than fifty are saved, and an unreadable text counts as none', () => {
    const storage = createFakeStorage().openTab();
    storage.set('guidedChecks', '{"format":"batbot-checks","version":1,"checks":[7]}');
    const store = createCheckStore(storage);
    expect(store.checks$.value.every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
    const many = formatChecks(Array.from({ length: 50 }, () => check));
    expect(store.importFile(many).ok).toBe(true);
    expect(store.importFile(fileOf({}))).toEqual({
      ok: false,
      error: { path: '', problem: 'would make more than 50 checks' },
    });
  });
});

describe('checks that were saved before', () => {
  const titlesOf = (store: ReturnType<typeof createCheckStore>): readonly string[] =>
    store.checks$.value.flatMap((each) => (each.isBuiltIn ? [] : [each.check.title]));

  test('[TERM-213] what two tabs import and remove is the same in both, and nothing is lost', () => {
    const storage = createFakeStorage();
    const [one, two] = [
      createCheckStore(storage.openTab()),
      createCheckStore(storage.openTab()),
    ] as const;
    one.importFile(fileOf({ title: 'X' }));
    expect(two.importFile(fileOf({ title: 'X' }))).toMatchObject({ value: { titles: ['X 2'] } });
    one.importFile(fileOf({ title: 'Y' }));
    two.remove('X');
    expect([titlesOf(one), titlesOf(two)]).toEqual([
      ['X 2', 'Y'],
      ['X 2', 'Y'],
    ]);
    expect(titlesOf(createCheckStore(storage.openTab()))).toEqual(['X 2', 'Y']);
    for (const store of [one, two]) store.dispose();
  });

  test('[TERM-213] changes count even when the storage does not report those of other tabs', () => {
    const storage = createFakeStorage();
    const tab = () => ({ ...storage.openTab(), changes$: NEVER });
    const [one, two] = [createCheckStore(tab()), createCheckStore(tab())] as const;
    one.importFile(fileOf({ title: 'X' }));
    two.importFile(fileOf({ title: 'Y' }));
    one.remove('none');
    expect([titlesOf(one), titlesOf(two)]).toEqual([
      ['X', 'Y'],
      ['X', 'Y'],
    ]);
  });

  test('[TERM-213] a saved check that is not readable is left out alone and stays saved', () => {
    const slow = { ...check, title: 'Slow', steps: [{ ...ask(), timeoutMs: 30_000 }] };
    const storage = createFakeStorage().openTab();
    const kept = { format: 'batbot-checks', version: 1, checks: [slow, { ...check, title: 'X' }] };
    storage.set('guidedChecks', JSON.stringify(kept));
    const store = createCheckStore(storage);
    expect(titlesOf(store)).toEqual(['X']);
    store.importFile(fileOf({ title: 'Y' }));
    store.remove('X');
    expect(titlesOf(store)).toEqual(['Y']);
    expect(JSON.parse(storage.get('guidedChecks') ?? '')).toMatchObject({
      checks: [{ title: 'Y' }, slow],
    });
  });
});

describe('the built-in checks', () => {
  test('[TERM-214] are files like any other', () => {
    expect(parseChecks(formatChecks(BUILTIN_CHECKS))).toEqual({ ok: true, value: BUILTIN_CHECKS });
    expect(new Set(BUILTIN_CHECKS.map(({ title }) => title)).size).toBe(BUILTIN_CHECKS.length);
  });

  test('[TERM-214] send only AT, ATI, AT+VB? and AT+ADATA, which change nothing', () => {
    const commands = BUILTIN_CHECKS.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'ask' ? [step.command] : [])),
    );
    expect([...new Set(commands)].sort()).toEqual(['AT', 'AT+ADATA', 'AT+VB?', 'ATI']);
    for (const command of commands) {
      const known = checkCommand(command, BUILTIN_COMMANDS);
      expect(known).toMatchObject({ kind: 'ok', command: { writes: false, answered: 'native' } });
    }
  });
});
