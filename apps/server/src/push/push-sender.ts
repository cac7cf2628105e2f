import type { Database } from '../database/database.ts';
import { describeError } from '../problem.ts';
import { accountColumns } from '../accounts/account.ts';
import type { Notice } from '../workspace/change.ts';
import { maySee } from '../workspace/rights.ts';
import type { Actor } from '../workspace/scope.ts';

/** A message as a browser shows it. It passes through other companies' servers, so it has no data of customers. */
export interface PushText {
  readonly title: string;
  readonly body: string;
}

/**
 * Sends a message to the browser with this push token. Resolves to `gone` if the token does not exist any more; rejects
 * if the push service does not accept the message.
 */
export type PushSender = (pushToken: string, text: PushText) => Promise<'sent' | 'gone'>;

export interface NotifierParts {
  readonly database: Database;
  /** Undefined if this server sends no messages. */
  readonly push: PushSender | undefined;
  readonly warn: (line: string) => void;
}

/**
 * Creates a function that sends messages to the browsers in which their accounts are signed in, if these accounts still
 * see the ticket: an assignee may have been moved or deactivated, or have lost the right. It returns at once and
 * never fails: a message that is not sent is logged and lost, because the ticket itself is stored.
 */
export const createNotifier = ({ database, push, warn }: NotifierParts) => {
  const send = async ({ accountId, owner, ticket, text }: Notice): Promise<void> => {
    const [session] = await database.query<
      Actor & { readonly active: boolean; readonly token: string }
    >(
      `select ${accountColumns}, u.max_sub_users as "maxSubUsers", s.push_token as token
       from sessions s join users u on u.id = s.user_id
       where u.id = $1 and s.push_token is not null and u.path @> $2::text::ltree`,
      [accountId, owner],
    );
    if (session?.active !== true || !maySee(session, 'TICKET')) return;
    const answer = await push?.(session.token, { title: `Ticket ${ticket}`, body: text });
    if (answer === 'gone')
      await database.query('update sessions set push_token = null where push_token = $1', [
        session.token,
      ]);
  };
  return (notices: readonly Notice[]): void => {
    if (push === undefined) return;
    const different = new Map(notices.map((notice) => [JSON.stringify(notice), notice]));
    for (const notice of different.values()) {
      send(notice).catch((error: unknown) => {
        warn(`a push message was not sent: ${describeError(error)}`);
      });
    }
  };
};
