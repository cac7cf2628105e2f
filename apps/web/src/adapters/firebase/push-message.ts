import * as v from 'valibot';
import { readAs, type PushMessage } from '@batbot/core';

const MAX_TITLE = 200;
const MAX_BODY = 1_000;

const TEXT = v.fallback(v.optional(v.string()), undefined);
const PART = v.fallback(v.optional(v.object({ title: TEXT, body: TEXT })), undefined);
const PAYLOAD = v.object({ notification: PART, data: PART });

/** Reads the title and body of a Firebase message as plain text; undefined if it has neither. */
export const toPushMessage = (payload: unknown): PushMessage | undefined => {
  const { notification, data } = readAs(PAYLOAD, payload) ?? {};
  const title = (notification?.title ?? data?.title ?? '').slice(0, MAX_TITLE);
  const body = (notification?.body ?? data?.body ?? '').slice(0, MAX_BODY);
  return title === '' && body === '' ? undefined : { title, body };
};
