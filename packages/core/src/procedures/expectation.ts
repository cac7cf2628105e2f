import type { Outcome } from '../link/traffic.ts';
import { err, mapOk, ok, type Result } from '../prelude/result.ts';
import type { BadPattern, PatternCompiler } from '../ports/pattern-compiler.ts';
import type { CheckStep, Expected, SequenceStep } from './procedure.ts';

type Reply = Extract<Outcome, { readonly kind: 'ok' | 'error' }>;

/** True for a command that was answered. */
export const isReply = (outcome: Outcome): outcome is Reply =>
  outcome.kind === 'ok' || outcome.kind === 'error';

/** The result of a sent command. */
export type SendVerdict =
  | { readonly kind: 'passed' }
  /** A reply arrived, but not the expected one. */
  | { readonly kind: 'unexpected' }
  /** A reply arrived that may belong to an earlier command. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'timeout' }
  /** The device restarted, or the connection ended. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'writeFailed'; readonly message: string };

export type Judge = (reply: Reply) => boolean;

/** The pattern of a step is not valid, so the procedure cannot start. `step` counts from 0. */
export interface BadStepPattern extends BadPattern {
  readonly step: number;
}

/** Joins the information lines and the final result code of a reply to one text. */
export const replyText = ({ lines, code }: Reply): string =>
  [...lines, ...(code === undefined ? [] : [code])].join('\n');

/** Creates the judge of what a step expects. Only a pattern can fail. */
const createJudge = async (
  expected: Expected,
  patterns: PatternCompiler,
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
      return ok((reply) => replyText(reply).toLowerCase().includes(wanted));
    }
    case 'pattern': {
      const compiled = await patterns.compile(expected.pattern, { isCaseSensitive: false });
      return mapOk(
        compiled,
        ({ isIn }) =>
          (reply) =>
            isIn(replyText(reply)),
      );
    }
  }
};

/** Creates the judges of a procedure by the index of their step; undefined for a step that sends nothing. */
export const createJudges = async (
  steps: readonly (CheckStep | SequenceStep)[],
  patterns: PatternCompiler,
): Promise<Result<readonly (Judge | undefined)[], BadStepPattern>> => {
  const judges: (Judge | undefined)[] = [];
  for (const [step, each] of steps.entries()) {
    const judge = each.kind === 'send' ? await createJudge(each.expected, patterns) : ok(undefined);
    if (!judge.ok) return err({ ...judge.error, step });
    judges.push(judge.value);
  }
  return ok(judges);
};
