import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { BUILTIN_COMMANDS } from '../palette/builtin-commands.ts';
import { checkCommand } from '../palette/check-command.ts';
import { BUILTIN_CHECKS } from './builtin-checks.ts';
import { CHECK_FILE_LIMIT, formatChecks, parseChecks } from './check-file.ts';
import { createCheckShelf } from './check-shelf.ts';
import { ask, choose, instruct, measure } from './guided.fixture.ts';

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
  test('[TERM-213] goes out and comes in unchanged', () => {
    expect(parseChecks(formatChecks([check]))).toEqual({ ok: true, value: [check] });
  });

  test('[TERM-213] a step needs little, the rest is what a careful person would choose', () => {
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
    ['', '', 'is no JSON'],
    ['{}', '', 'holds no checks of this program'],
    ['[]', '', 'holds no checks of this program'],
    ['{"format":"batbot-checks","version":2}', 'version', 'is not 1: a newer program made it'],
    [' '.repeat(CHECK_FILE_LIMIT + 1), '', 'is larger than 1024 KiB'],
    [
      '{"format":"batbot-checks","version":1,"checks":{}}',
      'checks',
      'is no list of at most 50 entries',
    ],
    [fileOf({ title: '' }), 'checks.1.title', 'is no text of 1 to 80 visible characters'],
    [fileOf({ title: 'a\u202eb' }), 'checks.1.title', 'is no text of 1 to 80 visible characters'],
    [fileOf({ purpose: 7 }), 'checks.1.purpose', 'is no text of 1 to 600 visible characters'],
    [fileOf({ steps: [] }), 'checks.1.steps', 'has no step'],
    [
      fileOf({ steps: Array.from({ length: 61 }, () => ask()) }),
      'checks.1.steps',
      'is no list of at most 60 entries',
    ],
    [
      fileOf({ interlocks: [{ quantity: 'soc' }] }),
      'checks.1.interlocks.1',
      'has neither least nor most',
    ],
    [
      fileOf({ interlocks: [{ quantity: 'soc', least: 9, most: 1 }] }),
      'checks.1.interlocks.1.least',
      'is more than most',
    ],
    [
      withStep({ kind: 'run' }),
      'checks.1.steps.2.kind',
      'is none of instruct, ask, measure, choose',
    ],
    [
      withStep({ command: 'AT\r\nATZ' }),
      'checks.1.steps.2.command',
      'is no text of 1 to 256 visible characters',
    ],
    [
      withStep({ timeoutMs: 1 }),
      'checks.1.steps.2.timeoutMs',
      'is no whole number from 50 to 4,000',
    ],
    [withStep({ onFail: 'retry' }), 'checks.1.steps.2.onFail', 'is neither stop nor continue'],
    [
      withStep({ expected: { kind: 'eval' } }),
      'checks.1.steps.2.expected.kind',
      'is none of any, code, text, pattern',
    ],
    [
      withStep({ value: { kind: 'js' } }),
      'checks.1.steps.2.value.kind',
      'is neither number nor quantity',
    ],
    [withStep({ ...measure(), least: '1' }), 'checks.1.steps.2.least', 'is no number'],
    [
      withStep({ ...measure(), heldMs: 5, withinMs: 5 }),
      'checks.1.steps.2.withinMs',
      'leaves no time to hold the value for heldMs',
    ],
    [
      withStep({ ...choose(), wanted: 'maybe' }),
      'checks.1.steps.2.wanted',
      'is neither yes nor no',
    ],
    [
      withStep({ ...instruct(), value: { name: 'M', unit: 'V' } }),
      'checks.1.steps.2.value',
      'has neither least nor most',
    ],
  ])('[TERM-213] [ST-09] %.40s is refused whole, with the place', (text, path, problem) => {
    expect(parseChecks(text)).toEqual({ ok: false, error: { path, problem } });
  });

  test.each(['volts', '__proto__', 'constructor', 7])(
    '[TERM-213] a quantity %j that is none is refused with the names that are',
    (quantity) => {
      const parsed = parseChecks(fileOf({ interlocks: [{ quantity, most: 1 }] }));
      expect(parsed).toMatchObject({
        ok: false,
        error: {
          path: 'checks.1.interlocks.1.quantity',
          problem: expect.stringContaining('is none of packVoltage, current,'),
        },
      });
    },
  );
});

describe('the shelf', () => {
  test('[TERM-213] what comes in gets a free title, stays over a reload, and can be taken away', () => {
    const storage = createFakeStorage();
    const shelf = createCheckShelf(storage.openTab());
    const own = () =>
      shelf.checks$.value.flatMap((each) => (each.isBuiltIn ? [] : [each.check.title]));
    expect(shelf.importFile(fileOf({})).ok).toBe(true);
    expect(shelf.importFile(fileOf({ title: 'Incoming inspection' }))).toEqual({
      ok: true,
      value: { titles: ['Incoming inspection 2'], kept: true },
    });
    shelf.importFile(shelf.exportFile('Bench'));
    expect(own()).toEqual(['Bench', 'Incoming inspection 2', 'Bench 2']);
    shelf.remove('Bench');
    shelf.remove('Incoming inspection'); // the program's own stays
    const again = createCheckShelf(storage.openTab());
    expect(again.checks$.value.map((each) => each.check.title)).toEqual([
      ...BUILTIN_CHECKS.map(({ title }) => title),
      'Incoming inspection 2',
      'Bench 2',
    ]);
  });

  test('[TERM-213] no more than fifty are taken, and someone else’s text under our key counts as none', () => {
    const store = createFakeStorage().openTab();
    store.set('guidedChecks', '{"format":"batbot-checks","version":1,"checks":[7]}');
    const shelf = createCheckShelf(store);
    expect(shelf.checks$.value.every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
    const many = formatChecks(Array.from({ length: 50 }, () => check));
    expect(shelf.importFile(many).ok).toBe(true);
    expect(shelf.importFile(fileOf({}))).toEqual({
      ok: false,
      error: { path: '', problem: 'would make more than 50 checks' },
    });
  });
});

describe('what was kept before', () => {
  const titlesOf = (shelf: ReturnType<typeof createCheckShelf>): readonly string[] =>
    shelf.checks$.value.flatMap((each) => (each.isBuiltIn ? [] : [each.check.title]));

  test('[TERM-213] what two tabs import and take away is the same in both, and nothing is lost', () => {
    const storage = createFakeStorage();
    const [one, two] = [
      createCheckShelf(storage.openTab()),
      createCheckShelf(storage.openTab()),
    ] as const;
    one.importFile(fileOf({ title: 'X' }));
    expect(two.importFile(fileOf({ title: 'X' }))).toMatchObject({ value: { titles: ['X 2'] } });
    one.importFile(fileOf({ title: 'Y' }));
    two.remove('X');
    expect([titlesOf(one), titlesOf(two)]).toEqual([
      ['X 2', 'Y'],
      ['X 2', 'Y'],
    ]);
    expect(titlesOf(createCheckShelf(storage.openTab()))).toEqual(['X 2', 'Y']);
    for (const shelf of [one, two]) shelf.dispose();
  });

  test('[TERM-213] changes count on a storage that tells nobody of them', () => {
    const storage = createFakeStorage();
    const tab = () => ({ ...storage.openTab(), changes$: NEVER });
    const [one, two] = [createCheckShelf(tab()), createCheckShelf(tab())] as const;
    one.importFile(fileOf({ title: 'X' }));
    two.importFile(fileOf({ title: 'Y' }));
    one.remove('none');
    expect([titlesOf(one), titlesOf(two)]).toEqual([
      ['X', 'Y'],
      ['X', 'Y'],
    ]);
  });

  test('[TERM-213] one that this program cannot read is left out alone, and stays kept', () => {
    const slow = { ...check, title: 'Slow', steps: [{ ...ask(), timeoutMs: 30_000 }] };
    const store = createFakeStorage().openTab();
    const kept = { format: 'batbot-checks', version: 1, checks: [slow, { ...check, title: 'X' }] };
    store.set('guidedChecks', JSON.stringify(kept));
    const shelf = createCheckShelf(store);
    expect(titlesOf(shelf)).toEqual(['X']);
    shelf.importFile(fileOf({ title: 'Y' }));
    shelf.remove('X');
    expect(titlesOf(shelf)).toEqual(['Y']);
    expect(JSON.parse(store.get('guidedChecks') ?? '')).toMatchObject({
      checks: [{ title: 'Y' }, slow],
    });
  });
});

describe('the checks of the program', () => {
  test('[TERM-214] are documents like any other', () => {
    expect(parseChecks(formatChecks(BUILTIN_CHECKS))).toEqual({ ok: true, value: BUILTIN_CHECKS });
    expect(new Set(BUILTIN_CHECKS.map(({ title }) => title)).size).toBe(BUILTIN_CHECKS.length);
  });

  test('[TERM-214] send nothing but AT, ATI, AT+VB? and AT+ADATA, which change nothing', () => {
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
