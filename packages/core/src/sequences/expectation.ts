import type { Outcome } from '../link/traffic.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import type { BadPattern, PatternCompiler } from '../ports/pattern-compiler.ts';
import type { Expected } from './sequence.ts';

/** How a step went. */
export type StepVerdict =
  | { readonly kind: 'passed' }
  /** An answer came, but not the one expected. */
  | { readonly kind: 'unexpected' }
  | { readonly kind: 'timeout' }
  /** The device began anew, or the connection ended. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'writeFailed'; readonly message: string }
  /** The run was stopped while its reply was waited for. */
  | { readonly kind: 'cancelled' };

/** Whether a reply is the one expected. */
export type Judge = (reply: Extract<Outcome, { readonly kind: 'ok' | 'error' }>) => boolean;

/** What a reply said, information lines and final code, as one text. */
export const saidBy = ({
  lines,
  code,
}: Extract<Outcome, { readonly kind: 'ok' | 'error' }>): string =>
  [...lines, ...(code === undefined ? [] : [code])].join('\n');

const NO_PATTERNS: BadPattern = {
  kind: 'badPattern',
  message: 'regular expressions are not available here',
};

/** Prepares what a step expects; only a pattern can fail. */
export const createJudge = async (
  expected: Expected,
  patterns: PatternCompiler | undefined,
): Promise<Result<Judge, BadPattern>> => {
  switch (expected.kind) {
    case 'any':
      return ok(() => true);
    case 'code': {
      const { code } = expected;
      return ok((reply) =>
        code === 'ERROR' ? reply.kind === 'error' : reply.code?.toUpperCase() === code,
      );
    }
    case 'text': {
      const wanted = expected.text.toLowerCase();
      return ok((reply) => saidBy(reply).toLowerCase().includes(wanted));
    }
    case 'pattern': {
      if (patterns === undefined) return err(NO_PATTERNS);
      const matcher = await patterns.compile(expected.pattern, { isCaseSensitive: false });
      return matcher.ok ? ok((reply) => matcher.value.isIn(saidBy(reply))) : matcher;
    }
  }
};

/** Judges how a command ended. */
export const verdictOf = (outcome: Outcome, judge: Judge): StepVerdict => {
  switch (outcome.kind) {
    case 'ok':
    case 'error':
      return { kind: judge(outcome) ? 'passed' : 'unexpected' };
    case 'timeout':
    case 'lost':
    case 'writeFailed':
      return outcome;
  }
};
