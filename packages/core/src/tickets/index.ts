/** `@batbot/core/tickets`: complaints and service tickets. */
export {
  ATTACHED,
  createDraftStore,
  draftRemoval,
  hasInput,
  NO_DRAFT,
  type AttachedKind,
  type DraftPhoto,
  type PackReport,
  type TicketDraft,
} from './draft.ts';
export {
  entriesOf,
  workIn,
  type Attachments,
  type EntryBody,
  type Signature,
  type TicketEntry,
} from './entries.ts';
export { HEAD_BYTES, PHOTO_LIMITS, photoKind } from './photo-kind.ts';
export { proposalsOf } from './proposal.ts';
export { lastMinutes, recordingEntry, recordingIn } from './recording-part.ts';
export {
  addEntry,
  baseOf,
  BODY_BYTES,
  ENTRY_BYTES,
  itemsOf,
  joinPieces,
  jsonBytes,
  LONGEST_TEXT,
  setState,
  splitPieces,
  titleOf,
  type TicketChange,
} from './ticket-changes.ts';
export {
  assigneesOf,
  PRIORITIES,
  rolesIn,
  ticketNumber,
  ticketsOf,
  type Ticket,
} from './ticket-rows.ts';
export {
  isDone,
  nextStates,
  TRANSITIONS,
  type TicketRole,
  type TicketState,
} from './ticket-states.ts';
