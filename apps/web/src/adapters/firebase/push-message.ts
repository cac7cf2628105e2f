import type { PushMessage } from '@batbot/core';
import type { MessagePayload } from 'firebase/messaging';

const MAX_TITLE = 200;
const MAX_BODY = 1_000;

const textOf = (value: unknown, limit: number): string =>
  typeof value === 'string' ? value.slice(0, limit) : '';

/** Title and body of what Firebase delivered, as plain text; undefined when there is neither. */
export const toPushMessage = (payload: Partial<MessagePayload>): PushMessage | undefined => {
  const { notification, data } = payload;
  const title = textOf(notification?.title ?? data?.['title'], MAX_TITLE);
  const body = textOf(notification?.body ?? data?.['body'], MAX_BODY);
  return title === '' && body === '' ? undefined : { title, body };
};
