import { plainLine, plainText, type Core } from '@batbot/core';
import {
  addEntry,
  ENTRY_BYTES,
  itemsOf,
  splitPieces,
  titleOf,
  type AttachedKind,
  type DraftPhoto,
  type TicketChange,
  type TicketDraft,
} from '@batbot/core/tickets';
import type { Workspace, WorkspaceWrite } from '@batbot/core/workspace';
import { bytesText } from '../../text/format.ts';
import { attachmentsOf, recordingChange, type PackFacts } from './attachments.ts';

export interface Complaint {
  readonly draft: TicketDraft;
  readonly photos: readonly DraftPhoto[];
  readonly facts: PackFacts;
  readonly audience: 'SERVICE' | 'CUSTOMER';
}

export const photoChange = async (
  ticketId: string,
  { id, name, type, bytes }: Omit<DraftPhoto, 'at'>,
  tools: Workspace['tools'],
): Promise<TicketChange> =>
  addEntry(
    ticketId,
    'PHOTO',
    { name, type, sizeBytes: bytes.length },
    { id, data: await splitPieces(bytes, tools) },
  );

/** Returns the changes of a complaint; a sentence if a part of it cannot be read. */
const changesOf = async (
  id: string,
  { draft, photos, facts, audience }: Complaint,
  parts: { readonly core: Core; readonly workspace: Workspace },
): Promise<readonly TicketChange[] | string> => {
  const newId = (): { readonly id: string } => ({ id: crypto.randomUUID() });
  const { assetId, priority, category, takenOff } = draft;
  const attaches = (kind: AttachedKind): boolean => !takenOff.includes(kind);
  const text = plainText(draft.text);
  const serial = plainLine(draft.serial);
  // The serial number finds the pack if the server does not know the id, or not any more.
  const pack = { ...(assetId !== undefined && { assetId }), ...(serial !== '' && { serial }) };
  const said = { category: plainLine(category), audience, title: titleOf(text), priority };
  const changes: TicketChange[] = [
    { target: `ticket:${id}`, kind: 'openTicket', input: { id, ...said, ...pack } },
    addEntry(id, 'TEXT', { text, finding: undefined }, newId()),
  ];
  for (const photo of photos) changes.push(await photoChange(id, photo, parts.workspace.tools));
  const body = attachmentsOf(facts, attaches, parts.core);
  if (Object.values(body).some((value) => value !== undefined)) {
    changes.push(addEntry(id, 'ATTACHMENTS', body, newId()));
  }
  if (attaches('recording') && facts.session !== undefined) {
    const recording = await recordingChange(id, newId().id, facts.session, parts);
    if (typeof recording === 'string') return recording;
    changes.push(recording);
  }
  return changes;
};

/**
 * Saves a complaint as changes that are sent when the server can be reached, in one write with `others`. Returns the id
 * of its ticket, or why nothing was saved.
 */
export const sendComplaint = async (
  complaint: Complaint,
  parts: { readonly core: Core; readonly workspace: Workspace },
  others: readonly WorkspaceWrite[],
): Promise<{ readonly id: string } | { readonly problem: string }> => {
  const large = complaint.photos.find(({ bytes }) => bytes.length > ENTRY_BYTES);
  if (large !== undefined)
    return { problem: `“${large.name}” is larger than ${bytesText(ENTRY_BYTES)}.` };
  const id = crypto.randomUUID();
  const changes = await changesOf(id, complaint, parts);
  if (typeof changes === 'string') return { problem: changes };
  const { items, rows } = itemsOf(
    changes,
    Date.now(),
    (count) => crypto.getRandomValues(new Uint8Array(count)),
    parts.workspace.outbox.items$.value,
  );
  const saved = await parts.workspace.changeAll(items, [...rows, ...others]);
  return saved.ok
    ? { id }
    : { problem: `Not saved: ${saved.error.message} What you wrote stays here.` };
};
