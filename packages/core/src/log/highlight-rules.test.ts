import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createHighlights, MAX_RULES, type HighlightRule } from './highlight-rules.ts';
import { simplePatterns } from './log-rig.fixture.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { ok } from '../prelude/result.ts';
import { createMatcherOf } from './matcher.ts';

const rule = (pattern: string, fields: Partial<HighlightRule> = {}): HighlightRule => ({
  pattern,
  isRegex: false,
  isCaseSensitive: false,
  mark: 'mark1',
  isOn: true,
  ...fields,
});

const setUp = async (stored: Readonly<Record<string, string>> = {}) => {
  const store = createFakeStorage(stored).openTab();
  const highlights = createHighlights(store, createMatcherOf(simplePatterns));
  const save = async (...rules: readonly HighlightRule[]) => {
    const saved = highlights.save(rules);
    await createFakeClock().settle();
    return saved;
  };
  await createFakeClock().settle();
  return { store, highlights, save };
};

describe('highlight rules', () => {
  test('[TERM-75] every match is marked; of overlapping rules the first applies; a disabled rule has no effect', async () => {
    const { highlights, save } = await setUp();
    await save(rule('low'), rule('a low cell', { mark: 'mark3' }), rule('a', { isOn: false }));
    expect(highlights.marksIn('a low cell')).toEqual([
      { from: 0, to: 2, mark: 'mark3' },
      { from: 2, to: 5, mark: 'mark1' },
      { from: 5, to: 10, mark: 'mark3' },
    ]);
  });

  test('[SE-14] rules that are too large together are saved and reported, but not applied', async () => {
    const store = createFakeStorage().openTab();
    const sized: PatternCompiler = {
      compile: async (source, options) => {
        const made = await simplePatterns.compile(source, options);
        return made.ok ? ok({ ...made.value, size: 1_900 }) : made;
      },
    };
    const highlights = createHighlights(store, createMatcherOf(sized));
    highlights.save(['^a', '^ab', '^abc'].map((pattern) => rule(pattern, { isRegex: true })));
    await createFakeClock().settle();
    expect(highlights.rules$.value).toHaveLength(3);
    expect(highlights.problems$.value.map((problem) => problem?.kind)).toEqual([
      undefined,
      undefined,
      'badPattern',
    ]);
    expect(highlights.marksIn('abc').map(({ from }) => from)).toEqual([0, 1]);
  });

  test('[TERM-75] a bad pattern is reported for its rule, and the other rules apply', async () => {
    const { highlights, save } = await setUp();
    const before = highlights.revision$.value;
    await save(rule('(', { isRegex: true }), rule('ok'));
    expect(highlights.problems$.value.map((each) => each?.kind)).toEqual(['badPattern', undefined]);
    expect(highlights.marksIn('ok')).toHaveLength(1);
    expect(highlights.revision$.value).toBeGreaterThan(before);
  });

  test('[TERM-76] rules are saved on this computer, exported and imported', async () => {
    const first = await setUp();
    await first.save(rule('x', { mark: 'mark6', isCaseSensitive: true }));
    const again = await setUp({ terminalHighlights: first.store.get('terminalHighlights') ?? '' });
    expect(again.highlights.rules$.value).toEqual(first.highlights.rules$.value);
    const other = await setUp();
    expect(other.highlights.importText(`\uFEFF${first.highlights.exportText()}`).ok).toBe(true);
    expect(other.highlights.rules$.value).toEqual(first.highlights.rules$.value);
  });

  test('[ST-09] the import of a hostile file changes no rules', async () => {
    const { highlights, save } = await setUp();
    await save(rule('mine'));
    const many = JSON.stringify(Array.from({ length: MAX_RULES + 1 }, () => rule('x')));
    const files = [
      '',
      '{}',
      '[null]',
      '[{"pattern":"x","mark":"red"}]',
      '[{"pattern":7,"mark":"mark1"}]',
      `[{"pattern":"${'x'.repeat(1_001)}","mark":"mark1"}]`,
      many,
    ];
    for (const file of files) {
      expect(highlights.importText(file)).toEqual({ ok: false, error: { kind: 'notRules' } });
    }
    expect(highlights.importText(' '.repeat(200_000))).toMatchObject({
      error: { kind: 'tooLarge' },
    });
    expect(highlights.rules$.value).toEqual([rule('mine')]);
  });

  test('[ST-03] unreadable saved rules count as no rules', async () => {
    for (const terminalHighlights of ['{', '7', '[{"mark":"mark1"}]']) {
      expect((await setUp({ terminalHighlights })).highlights.rules$.value).toEqual([]);
    }
  });
});
