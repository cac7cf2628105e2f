import type { Core } from '@batbot/core';
import {
  addEntry,
  ENTRY_BYTES,
  plainText,
  splitPieces,
  titleOf,
  type AttachedKind,
  type DraftPhoto,
  type TicketChange,
  type TicketDraft,
} from '@batbot/core/tickets';
import type { Workspace } from '@batbot/core/workspace';
import { attachmentsOf, recordingChange, type PackFacts } from './attachments.ts';

export interface Complaint {
  readonly draft: TicketDraft;
  readonly photos: readonly DraftPhoto[];
  readonly facts: PackFacts;
  readonly audience: 'SERVICE' | 'CUSTOMER';
  /** Whether a part is attached. */
  readonly attaches: (kind: AttachedKind) => boolean;
}

export const photoChange = async (
  ticketId: string,
  { id, name, type, bytes }: Omit<DraftPhoto, 'at'>,
  { tools }: Pick<Workspace, 'tools'>,
): Promise<TicketChange> =>
  addEntry(
    ticketId,
    'PHOTO',
    { name, type, sizeBytes: bytes.length },
    { id, data: await splitPieces(bytes, tools) },
  );

/** Returns the changes of a complaint, without those that this computer or the server has already. */
const changesOf = async (
  { draft, photos, facts, audience, attaches }: Complaint,
  parts: { readonly core: Core; readonly workspace: Workspace },
): Promise<readonly TicketChange[] | string> => {
  const { ids, assetId, priority, category } = draft;
  const text = plainText(draft.text);
  const serial = draft.serial.trim();
  const isKnown = (id: string): boolean =>
    parts.workspace.rows$.value.some((row) => row.id === id) ||
    parts.workspace.outbox.items$.value.some(({ input }) => input['id'] === id);
  const changes: TicketChange[] = [];
  if (!isKnown(ids.ticket)) {
    const pack = assetId === undefined ? serial && { serial } : { assetId };
    const said = { category: category.trim(), audience, title: titleOf(text), priority };
    changes.push({
      target: `ticket:${ids.ticket}`,
      kind: 'openTicket',
      input: { id: ids.ticket, ...said, ...pack },
    });
  }
  const add = (id: string, make: () => TicketChange): void => {
    if (!isKnown(id)) changes.push(make());
  };
  add(ids.text, () => addEntry(ids.ticket, 'TEXT', { text, finding: undefined }, { id: ids.text }));
  for (const photo of photos) {
    if (!isKnown(photo.id)) changes.push(await photoChange(ids.ticket, photo, parts.workspace));
  }
  const body = attachmentsOf(facts, attaches, parts.core);
  if (Object.values(body).some((value) => value !== undefined)) {
    add(ids.attachments, () => addEntry(ids.ticket, 'ATTACHMENTS', body, { id: ids.attachments }));
  }
  if (attaches('recording') && facts.session !== undefined && !isKnown(ids.recording)) {
    const recording = await recordingChange(ids.ticket, ids.recording, facts.session, parts);
    if (typeof recording === 'string') return recording;
    changes.push(recording);
  }
  return changes;
};

/**
 * Saves a complaint as changes that are sent when the server can be reached. Returns why it was not saved. After a
 * failure, the same call continues where it stopped.
 */
export const sendComplaint = async (
  complaint: Complaint,
  parts: { readonly core: Core; readonly workspace: Workspace },
): Promise<string | undefined> => {
  const large = complaint.photos.find(({ bytes }) => bytes.length > ENTRY_BYTES);
  if (large !== undefined) return `“${large.name}” is larger than 25 MiB.`;
  const changes = await changesOf(complaint, parts);
  if (typeof changes === 'string') return changes;
  for (const { pieces, ...change } of changes) {
    const saved = await parts.workspace.change(change, pieces);
    if (!saved.ok) return `Not saved: ${saved.error.message} The complaint stays here as a draft.`;
  }
  return undefined;
};
