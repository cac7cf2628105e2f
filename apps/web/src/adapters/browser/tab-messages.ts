import * as v from 'valibot';
import { readAs } from '@batbot/core';

const TEXT = v.pipe(v.string(), v.maxLength(200));
const MESSAGE = v.variant('kind', [
  v.object({ kind: v.picklist(['who', 'letGo']), name: TEXT, ask: TEXT }),
  v.object({
    kind: v.literal('here'),
    ask: TEXT,
    holder: v.object({ section: TEXT, since: v.pipe(v.number(), v.finite()) }),
  }),
  v.object({ kind: v.literal('lettingGo'), ask: TEXT }),
]);

/** A message between tabs about a lock. `ask` links an answer to its question. */
export type TabMessage = v.InferOutput<typeof MESSAGE>;

/** Parses a message. Returns undefined for a malformed message or one of another program or version (MT-04). */
export const parseTabMessage = (data: unknown): TabMessage | undefined => readAs(MESSAGE, data);
