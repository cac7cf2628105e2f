import type { TabHolder } from '@batbot/core';

/** What tabs say to each other about a name. `ask` pairs an answer with its question. */
export type TabMessage =
  | { readonly kind: 'who' | 'letGo'; readonly name: string; readonly ask: string }
  | { readonly kind: 'here'; readonly ask: string; readonly holder: TabHolder }
  | { readonly kind: 'lettingGo'; readonly ask: string };

const LONGEST_TEXT = 200;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Undefined for whatever is no message of ours: an older version's, another program's, a broken one (MT-04). */
export const parseTabMessage = (data: unknown): TabMessage | undefined => {
  const { kind, ask, name, holder } = fieldsOf(data);
  if (!isText(ask)) return undefined;
  switch (kind) {
    case 'who':
    case 'letGo':
      return isText(name) ? { kind, name, ask } : undefined;
    case 'here': {
      const { section, since } = fieldsOf(holder);
      const isFine = isText(section) && typeof since === 'number' && Number.isFinite(since);
      return isFine ? { kind, ask, holder: { section, since } } : undefined;
    }
    case 'lettingGo':
      return { kind, ask };
    default:
      return undefined;
  }
};
