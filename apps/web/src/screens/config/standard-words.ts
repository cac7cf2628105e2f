import type { WorkspaceDocument } from '@batbot/core/workspace';
import { DASH, dateTimeText } from '../../text/format.ts';

const STATE_TEXTS = { DRAFT: 'Draft', RELEASED: 'Published', RETIRED: 'Withdrawn' } as const;
/** Returns the state of a document as a word. */
export const stateOf = ({ state, waiting }: WorkspaceDocument): string =>
  waiting.length > 0 ? 'Not sent yet' : STATE_TEXTS[state];

export const kindOf = ({ kind }: WorkspaceDocument): string =>
  kind === 'PARAMETER_SET' ? 'Standard' : 'Schema';

export const publishedOf = ({ createdAt }: WorkspaceDocument): string =>
  createdAt === undefined ? DASH : dateTimeText(createdAt);

/** Returns the beginning of the content's hash. */
export const versionOf = ({ hash }: WorkspaceDocument): string => hash?.slice(0, 8) ?? DASH;
