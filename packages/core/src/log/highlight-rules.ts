import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import type { BadPattern, Matcher, TextRange } from '../ports/pattern-compiler.ts';
import { MAX_PATTERN_LENGTH, type MatcherOf, type Query } from './matcher.ts';

/** Colours without a meaning of their own: what red stands for is the user's. */
export const MARKS = ['mark1', 'mark2', 'mark3', 'mark4', 'mark5', 'mark6'] as const;
export type Mark = (typeof MARKS)[number];

/** Shows every place of a text that matches in a colour. */
export interface HighlightRule extends Query {
  readonly mark: Mark;
  readonly isOn: boolean;
}

export interface MarkedRange extends TextRange {
  readonly mark: Mark;
}

const KEY = 'terminalHighlights';
export const MAX_RULES = 50;
/** A file of the longest rules that are kept is smaller. */
export const MAX_RULES_FILE_CHARACTERS = 131_072;

export type RulesError = { readonly kind: 'tooLarge' | 'notRules' } | StoreError;

/** A rule that is one in every field; anything else is none (ST-03, ST-09). */
const ruleOf = (value: unknown): HighlightRule | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const pattern = fields.get('pattern');
  const mark = MARKS.find((each) => each === fields.get('mark'));
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN_LENGTH || mark === undefined) {
    return undefined;
  }
  return {
    pattern,
    mark,
    isRegex: fields.get('isRegex') === true,
    isCaseSensitive: fields.get('isCaseSensitive') === true,
    isOn: fields.get('isOn') !== false,
  };
};

/** The rules in a text, or undefined when there is a thing among them that is none. */
const parseRules = (text: string): readonly HighlightRule[] | undefined => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || parsed.length > MAX_RULES) return undefined;
  const rules = parsed.map(ruleOf);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
};

/** A rule's matcher, or why it has none. */
export type RuleProblem = BadPattern | undefined;

export interface Highlights {
  readonly rules$: Live<readonly HighlightRule[]>;
  /** What is wrong with each rule, index by index. */
  readonly problems$: Live<readonly RuleProblem[]>;
  /** Grows when marks may stand elsewhere: rules were changed, or their patterns are ready. */
  readonly revision$: Live<number>;
  /** Takes the place of all rules; refused above the most that are kept. */
  readonly save: (rules: readonly HighlightRule[]) => Result<void, RulesError>;
  readonly exportText: () => string;
  /** Takes the place of all rules too: with those of a file. */
  readonly importText: (text: string) => Result<void, RulesError>;
  /** What to mark in a text without escapes, from left to right; where two rules meet, the first one counts. */
  readonly marksIn: (plain: string) => readonly MarkedRange[];
  readonly reload: () => void;
  readonly dispose: () => void;
}

/** The parts of `range` that lie in none of `taken`. */
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

export const createHighlights = (store: KeyValueStore, matcherOf: MatcherOf): Highlights => {
  const rules = createLive(parseRules(store.get(KEY) ?? '[]') ?? []);
  const problems = createLive<readonly RuleProblem[]>([]);
  const revision = createLive(0);
  let compiled: readonly Compiled[] = [];
  let asked = 0;

  const compile = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const present = rules.live.value;
    const made = await Promise.all(present.map(matcherOf));
    if (mine !== asked) return; // the rules were changed meanwhile
    compiled = present.flatMap(({ isOn, mark }, index) => {
      const each = made[index];
      return isOn && each?.ok === true && each.value !== undefined
        ? [{ mark, matcher: each.value }]
        : [];
    });
    problems.set(made.map((each) => (each.ok ? undefined : each.error)));
    revision.update((before) => before + 1);
  };
  void compile();

  const take = (next: readonly HighlightRule[]): void => {
    rules.set(next);
    void compile();
  };
  const save = (next: readonly HighlightRule[]): Result<void, RulesError> => {
    if (next.length > MAX_RULES) return err({ kind: 'tooLarge' });
    const saved = store.set(KEY, JSON.stringify(next));
    take(next);
    return saved.ok ? done : saved;
  };

  return {
    rules$: rules.live,
    problems$: problems.live,
    revision$: revision.live,
    save,
    exportText: () => `${JSON.stringify(rules.live.value, undefined, 2)}\n`,
    importText: (text) => {
      if (text.length > MAX_RULES_FILE_CHARACTERS) return err({ kind: 'tooLarge' });
      const next = parseRules(text.replace(/^\uFEFF/, ''));
      return next === undefined ? err({ kind: 'notRules' }) : save(next);
    },
    marksIn: (plain) => {
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
    reload: () => {
      take(parseRules(store.get(KEY) ?? '[]') ?? []);
    },
    dispose: () => {
      asked += 1;
      rules.dispose();
      problems.dispose();
      revision.dispose();
    },
  };
};
