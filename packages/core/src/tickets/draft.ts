import * as v from 'valibot';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceWrite } from '../ports/workspace-store.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { OBJECT, readAs } from '../prelude/schema.ts';
import type { InputRows } from '../workspace/workspace.ts';

const DRAFT_ID = 'complaint';
const PHOTO_ID = 'complaint-photo ';

/** The parts that are attached to a complaint automatically, unless the user deselects them. */
export const ATTACHED = [
  'snapshot',
  'faults',
  'recording',
  'firmware',
  'parameters',
  'diagnostics',
] as const;
export type AttachedKind = (typeof ATTACHED)[number];

const REPORT = v.object({
  /** The serial number in the draft when the values were read: they belong to no other pack. */
  serial: v.string(),
  /** When the values were received, in ms since 1970. */
  at: v.number(),
  /** The snapshot in the form of the API, with the active protections. */
  snapshot: OBJECT,
  firmware: v.optional(v.string()),
});
export type PackReport = v.InferOutput<typeof REPORT>;

const LENIENT = v.fallback(v.string(), '');
const FIELDS = {
  assetId: v.fallback(v.optional(v.string()), undefined),
  serial: LENIENT,
  category: LENIENT,
  text: v.string(),
  priority: v.fallback(v.picklist([1, 2, 3, 4]), 3),
  /** The parts that are not attached. Another version may know other parts. */
  takenOff: v.fallback(v.array(v.string()), []),
  /** What the pack reported while the draft was written. It stays attached when the device is gone. */
  report: v.fallback(v.optional(REPORT), undefined),
};
/** Also reads a draft of another version, and keeps the fields that this version does not know. */
const DRAFT = v.looseObject(FIELDS);
export type TicketDraft = v.InferOutput<v.ObjectSchema<typeof FIELDS, undefined>>;

const PHOTO = v.object({
  id: v.string(),
  /** When it was added, in ms since 1970. */
  at: v.number(),
  name: v.string(),
  type: v.string(),
  bytes: v.instance(Uint8Array<ArrayBuffer>),
});
export type DraftPhoto = v.InferOutput<typeof PHOTO>;

export const NO_DRAFT: TicketDraft = {
  serial: '',
  category: '',
  text: '',
  priority: 3,
  takenOff: [],
};

/** Returns the writes that remove a draft with these photos. */
export const draftRemoval = (
  photos: readonly Pick<DraftPhoto, 'id'>[],
): readonly WorkspaceWrite[] =>
  [DRAFT_ID, ...photos.map(({ id }) => PHOTO_ID + id)].map((id) => ({ table: 'drafts', id }));

/** True if the draft has content that the user would lose. */
export const hasInput = ({ text, category }: TicketDraft, photos: readonly unknown[]): boolean =>
  text.trim() !== '' || category !== '' || photos.length > 0;

type Written = Promise<Result<void, ArchiveError>>;

/** The unfinished complaint of a user on this computer, with its photos. It is kept over a reload and a logout. */
export const createDraftStore = (store: InputRows) => {
  const write = (id: string, value?: object): Written =>
    store.write([{ table: 'drafts', id, ...(value && { value }) }]);
  let running: Promise<unknown> = Promise.resolve();
  let newest: TicketDraft | undefined;
  return {
    /** Returns the draft and its photos in the order in which they were added; undefined if there is none. */
    read: async () => {
      const rows = await store.read('drafts');
      if (!rows.ok) return rows;
      const draft = readAs(DRAFT, rows.value.find(({ id }) => id === DRAFT_ID)?.value);
      const photos = rows.value.flatMap(({ id, value }) =>
        id.startsWith(PHOTO_ID) ? (readAs(PHOTO, value) ?? []) : [],
      );
      return ok(draft && { draft, photos: photos.toSorted((a, b) => a.at - b.at) });
    },
    /** Saves the draft. While a save runs, only the newest of the later ones is written. */
    save: (draft: TicketDraft): Written => {
      newest = draft;
      const saved = running.then(() => {
        if (newest !== draft) return ok(undefined);
        newest = undefined;
        return write(DRAFT_ID, draft);
      });
      running = saved;
      return saved;
    },
    addPhoto: (photo: DraftPhoto) => write(PHOTO_ID + photo.id, photo),
    removePhoto: (id: string) => write(PHOTO_ID + id),
    /** Removes the draft and its photos. */
    clear: async (): Written => {
      await running;
      const rows = await store.read('drafts');
      if (!rows.ok) return err(rows.error);
      const ours = rows.value.filter(({ id }) => id === DRAFT_ID || id.startsWith(PHOTO_ID));
      return store.write(ours.map(({ id }) => ({ table: 'drafts', id })));
    },
  };
};
