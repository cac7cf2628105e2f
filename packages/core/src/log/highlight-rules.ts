import * as v from 'valibot';
import { createLive } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { jsonFile, listOf } from '../prelude/schema.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import type { BadPattern, Matcher, TextRange } from '../ports/pattern-compiler.ts';
import { MAX_PATTERN_LENGTH, type MatcherOf, type Query } from './matcher.ts';

/** The colours of marks. The user gives them a meaning. */
export const MARKS = ['mark1', 'mark2', 'mark3', 'mark4', 'mark5', 'mark6'] as const;
export type Mark = (typeof MARKS)[number];

/** Colours every match in a text. */
export interface HighlightRule extends Query {
  readonly mark: Mark;
  readonly isOn: boolean;
}

export interface MarkedRange extends TextRange {
  readonly mark: Mark;
}

export const MAX_RULES = 50;
/** Maximum number of instructions of all compiled patterns together. More would slow down every line of the log. */
const MAX_RULES_SIZE = 4_000;
/** Maximum size of an imported file in characters. A file with the maximum number of longest rules is smaller. */
export const MAX_RULES_FILE_CHARACTERS = 131_072;

export type RulesError = { readonly kind: 'tooLarge' | 'notRules' } | StoreError;

const RULES = jsonFile<readonly HighlightRule[]>({
  schema: listOf(
    v.object({
      pattern: v.pipe(v.string(), v.maxLength(MAX_PATTERN_LENGTH)),
      mark: v.picklist(MARKS),
      isRegex: v.fallback(v.boolean(), false),
      isCaseSensitive: v.fallback(v.boolean(), false),
      isOn: v.fallback(v.boolean(), true),
    }),
    MAX_RULES,
  ),
});

/** The reason why a rule does not work; undefined if it works. */
export type RuleProblem = BadPattern | undefined;

/** Returns the parts of `range` that are outside all of `taken`. */
const free = (range: TextRange, taken: readonly TextRange[]): readonly TextRange[] => {
  let from = range.from;
  const parts: TextRange[] = [];
  for (const other of taken) {
    if (other.to <= from) continue;
    if (other.from >= range.to) break;
    if (other.from > from) parts.push({ from, to: other.from });
    from = other.to;
  }
  if (from < range.to) parts.push({ from, to: range.to });
  return parts;
};

interface Compiled {
  readonly matcher: Matcher;
  readonly mark: Mark;
}

const TOO_LARGE_TOGETHER: BadPattern = {
  kind: 'badPattern',
  message: 'not applied: the rules above are too large together',
};

export const createHighlights = (store: KeyValueStore, matcherOf: MatcherOf) => {
  const rules = saved(store, 'terminalHighlights', RULES, []);
  const problems = createLive<readonly RuleProblem[]>([]);
  const revision = createLive(0);
  let compiled: readonly Compiled[] = [];
  let asked = 0;

  const compile = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const present = rules.value$.value;
    const made: Result<Matcher | undefined, BadPattern>[] = [];
    let size = 0;
    for (const rule of present) {
      const matcher = await matcherOf(rule);
      if (mine !== asked) return; // the rules were changed meanwhile
      size += rule.isOn && matcher.ok ? (matcher.value?.size ?? 0) : 0;
      made.push(
        size > MAX_RULES_SIZE && rule.isOn && matcher.ok ? err(TOO_LARGE_TOGETHER) : matcher,
      );
    }
    compiled = present.flatMap(({ isOn, mark }, index) => {
      const each = made[index];
      return isOn && each?.ok === true && each.value !== undefined
        ? [{ mark, matcher: each.value }]
        : [];
    });
    problems.set(made.map((each) => (each.ok ? undefined : each.error)));
    revision.update((before) => before + 1);
  };
  rules.value$.subscribe(() => void compile());

  const save = (next: readonly HighlightRule[]): Result<void, RulesError> => {
    if (next.length > MAX_RULES) return err({ kind: 'tooLarge' });
    return rules.set(next);
  };

  return {
    rules$: rules.value$,
    /** The problem of each rule, in the order of the rules. */
    problems$: problems.live,
    /** Increases when marks may have changed, because rules were changed or their patterns were compiled. */
    revision$: revision.live,
    /** Replaces all rules. More than `MAX_RULES` rules are refused. */
    save,
    exportText: (): string => `${rules.exportText()}\n`,
    /** Replaces all rules with those of a file. */
    importText: (text: string): Result<void, RulesError> => {
      if (text.length > MAX_RULES_FILE_CHARACTERS) return err({ kind: 'tooLarge' });
      const next = RULES.parse(text);
      return next.ok ? save(next.value) : err({ kind: 'notRules' });
    },
    /**
     * Returns the ranges to mark in a text without escapes, from left to right. Where two rules overlap, the first one
     * applies.
     */
    marksIn: (plain: string): readonly MarkedRange[] => {
      let marked: readonly MarkedRange[] = [];
      for (const { matcher, mark } of compiled) {
        const taken = marked;
        const added = matcher
          .rangesIn(plain)
          .flatMap((range) => free(range, taken).map((part) => ({ ...part, mark })));
        marked = [...marked, ...added].toSorted((a, b) => a.from - b.from);
      }
      return marked;
    },
    dispose: (): void => {
      asked += 1; // a pending compilation is discarded
      rules.dispose();
      problems.dispose();
      revision.dispose();
    },
  };
};

export type Highlights = ReturnType<typeof createHighlights>;
