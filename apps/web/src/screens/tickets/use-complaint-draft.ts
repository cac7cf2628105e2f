import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  createDraftStore,
  NO_DRAFT,
  type DraftPhoto,
  type TicketDraft,
} from '@batbot/core/tickets';
import type { Workspace } from '@batbot/core/workspace';

interface Content {
  readonly draft: TicketDraft;
  readonly photos: readonly DraftPhoto[];
}

export interface ComplaintDraft {
  /** Undefined while it is read. */
  readonly content: Content | undefined;
  /** Why the draft cannot be saved on this computer. */
  readonly problem: string | undefined;
  readonly change: (values: Partial<TicketDraft>) => void;
  readonly addPhoto: (photo: Omit<DraftPhoto, 'id' | 'at'>) => Promise<void>;
  readonly removePhoto: (id: string) => Promise<void>;
  /** Removes the draft from this computer and begins an empty one. */
  readonly clear: () => Promise<void>;
}

const EMPTY: Content = { draft: NO_DRAFT, photos: [] };

/** The complaint that the user writes. It is kept on this computer, so that a reload loses neither text nor photos. */
export const useComplaintDraft = (workspace: Workspace): ComplaintDraft => {
  const store = useMemo(() => createDraftStore(workspace.input), [workspace]);
  const [content, setContent] = useState<Content>();
  const [problem, setProblem] = useState<string>();
  const check = useCallback((result: Awaited<ReturnType<typeof store.save>>): boolean => {
    setProblem(result.ok ? undefined : result.error.message);
    return result.ok;
  }, []);
  useEffect(() => {
    let isWanted = true;
    void store.read().then(async (read) => {
      const found = (read.ok && read.value) || EMPTY;
      // Written at once, so that a full or blocked storage is reported before the user types.
      const saved = read.ok ? await store.save(found.draft) : read;
      if (!isWanted) return;
      check(saved.ok ? { ok: true, value: undefined } : saved);
      setContent(found);
    });
    return () => {
      isWanted = false;
    };
  }, [store, check]);

  return {
    content,
    problem,
    change: (values) => {
      if (content === undefined) return;
      const draft = { ...content.draft, ...values };
      setContent({ ...content, draft });
      void store.save(draft).then(check);
    },
    addPhoto: async (added) => {
      const photo = { ...added, id: crypto.randomUUID(), at: Date.now() };
      if (!check(await store.addPhoto(photo))) return;
      setContent((before) => before && { ...before, photos: [...before.photos, photo] });
    },
    removePhoto: async (id) => {
      check(await store.removePhoto(id));
      setContent(
        (before) => before && { ...before, photos: before.photos.filter((each) => each.id !== id) },
      );
    },
    clear: async () => {
      check(await store.clear());
      setContent(EMPTY);
    },
  };
};
