import type { WorkspaceDocument } from '@batbot/core/workspace';
import { DASH, dateTimeText, dayText } from '../../text/format.ts';
import { waitingText } from '../workspace/change-words.ts';

const STATE_TEXTS = { DRAFT: 'Draft', RELEASED: 'Published', RETIRED: 'Withdrawn' } as const;
export const stateOf = ({ state, waiting }: WorkspaceDocument): string =>
  waiting.length > 0 ? waitingText(waiting) : STATE_TEXTS[state];

export const kindOf = ({ kind }: WorkspaceDocument): string =>
  kind === 'PARAMETER_SET' ? 'Standard' : 'Schema';

export const publishedOf = ({ createdAt }: WorkspaceDocument): string =>
  createdAt === undefined ? DASH : dateTimeText(createdAt);

/** Names a standard with its day, because its versions have the same name: "Van 16s, Oct 28". */
export const standardText = ({ name, createdAt }: WorkspaceDocument): string =>
  createdAt === undefined ? name : `${name}, ${dayText(createdAt)}`;

/** Returns the beginning of the content's hash. */
export const versionOf = ({ hash }: WorkspaceDocument): string => hash?.slice(0, 8) ?? DASH;
