import type { Database } from '../database/database.ts';
import { describeError } from '../problem.ts';
import type { Notice } from '../workspace/change.ts';

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
 * Creates a function that sends messages to the browsers in which their accounts are signed in. It returns at once and
 * never fails: a message that is not sent is logged and lost, because the ticket itself is stored.
 */
export const createNotifier = ({ database, push, warn }: NotifierParts) => {
  const send = async ({ accountId, ticket, text }: Notice): Promise<void> => {
    const [session] = await database.query<{ readonly token: string }>(
      'select push_token as token from sessions where user_id = $1 and push_token is not null',
      [accountId],
    );
    if (session === undefined) return;
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
