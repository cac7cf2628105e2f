import * as v from 'valibot';
import { refused } from './refusal.ts';
import type { Topic } from './rights.ts';
import type { Scope } from './scope.ts';

/** What a change did, for its event. */
export interface Applied {
  readonly topic: Topic;
  readonly subjectId: string;
  /** The path that owns the event, and with it who sees it. */
  readonly owner: string;
  /** The path that owned the subject before a move. */
  readonly formerOwner?: string;
  readonly assetId?: string;
  /** The row's version now; undefined where rows have none. */
  readonly version?: number;
  /** The values that changed; never a password, token or hash of one. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** One kind of change. */
export interface ChangeKind {
  /** The topic whose right it needs; undefined: `apply` checks, because the topic is in the row. */
  readonly topic?: Topic;
  /** Applies what came from outside, within the actor's scope. Throws a `RefusalError`. */
  readonly apply: (scope: Scope, input: unknown, base: number | undefined) => Promise<Applied>;
}

/** The value, as the schema reads it. Throws a `RefusalError` with the path of the first issue. */
export const parse = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> => {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  throw refused('INVALID', v.getDotPath(read.issues[0]) ?? undefined);
};

/** A kind of change from the schema of its input and what it does with it. */
export const changeKind = <Schema extends v.GenericSchema>({
  input,
  topic,
  apply,
}: {
  readonly input: Schema;
  readonly topic?: Topic;
  readonly apply: (
    scope: Scope,
    input: v.InferOutput<Schema>,
    base: number | undefined,
  ) => Promise<Applied>;
}): ChangeKind => ({
  ...(topic && { topic }),
  apply: (scope, value, base) => apply(scope, parse(input, value), base),
});
