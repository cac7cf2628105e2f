import { isApplied, type Asset, type LoggedChange, type OutboxItem } from '@batbot/core/workspace';
import { changeText } from '../workspace/change-words.ts';

/**
 * A row of the log: a change that the server has logged, or one that is still on this computer. Times in ms since 1970.
 */
export interface LoggedRow {
  readonly id: string;
  readonly at: number;
  /** Time of the server; undefined while the server does not have the change. */
  readonly receivedAt: number | undefined;
  readonly who: string;
  /** The name of the change in the API. */
  readonly kind: string;
  readonly what: string;
  /** Serial number of the pack, or '' if the change concerns no pack. */
  readonly pack: string;
  readonly outcome: 'logged' | 'waiting' | 'notAccepted';
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

const outcomeOf = (item: OutboxItem): LoggedRow['outcome'] => {
  if (isApplied(item)) return 'logged';
  return item.answer === undefined ? 'waiting' : 'notAccepted';
};

/** Returns the rows of the log, unsent changes first and then the newest. */
export const logRows = (
  logged: readonly LoggedChange[],
  items: readonly OutboxItem[],
  assets: readonly Asset[],
  userName: string,
): readonly LoggedRow[] => {
  const serials = new Map(assets.map(({ id, serial }) => [id, serial]));
  const known = new Set(logged.map(({ id }) => id));
  const own = items
    .filter(({ id }) => !known.has(id))
    .map((item): LoggedRow => {
      const { id, at, kind, input } = item;
      const subject = input['assetId'] ?? input['id'];
      return {
        id,
        at,
        receivedAt: undefined,
        who: userName,
        kind,
        what: changeText(kind, undefined, input),
        pack: serials.get(String(subject)) ?? '',
        outcome: outcomeOf(item),
        before: undefined,
        after: input,
      };
    });
  const newestFirst = logged.toSorted((a, b) => b.receivedAt - a.receivedAt);
  const theirs = newestFirst.map(
    ({ id, at, receivedAt, actorName, kind, subjectId, assetId, body }): LoggedRow => ({
      id,
      at,
      receivedAt,
      who: actorName,
      kind,
      what: changeText(kind, body.before, body.after),
      pack: serials.get(assetId ?? subjectId) ?? '',
      outcome: 'logged',
      before: body.before,
      after: body.after,
    }),
  );
  return [...own.toReversed(), ...theirs];
};
