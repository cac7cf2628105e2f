import * as v from 'valibot';
import { refused } from './refusal.ts';
import type { Topic } from './rights.ts';
import type { Scope } from './scope.ts';

/** The effect of a change, from which its event is made. */
export interface Applied {
  readonly topic: Topic;
  readonly subjectId: string;
  /** The path of the account that owns the event; it determines which accounts can see it. */
  readonly owner: string;
  /** The path of the account that owned the subject before a move. */
  readonly formerOwner?: string;
  readonly assetId?: string;
  /** The row's version after the change; undefined if its table has no versions. */
  readonly version?: number;
  /** The changed values; they never include a password, a token or a hash of one. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** A message to another account, sent after the change is stored. */
  readonly notice?: Notice;
}

/** A push message about a ticket. It has no data of customers, because it passes through other companies' servers. */
export interface Notice {
  readonly accountId: string;
  /** The path of the ticket's owner. */
  readonly owner: string;
  readonly ticket: number;
  readonly text: string;
}

export interface ChangeKind {
  /**
   * The topic for which the actor needs the right. Undefined if the topic is in the row; then `apply` checks the right.
   */
  readonly topic?: Topic;
  /**
   * Validates the input and applies it within the actor's scope. `at` is the time by the client's clock. Throws a
   * `RefusalError`.
   */
  readonly apply: (
    scope: Scope,
    input: unknown,
    base: number | undefined,
    at: Date,
  ) => Promise<Applied>;
}

/** Parses a value with the schema. Throws a `RefusalError` with the path of the first issue. */
export const parse = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> => {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  throw refused('INVALID', v.getDotPath(read.issues[0]) ?? undefined);
};

/** Creates a kind of change from the schema of its input and the function that applies it. */
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
    at: Date,
  ) => Promise<Applied>;
}): ChangeKind => ({
  ...(topic && { topic }),
  apply: (scope, value, base, at) => apply(scope, parse(input, value), base, at),
});
