import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  createDraftStore,
  NO_DRAFT,
  type DraftPhoto,
  type TicketDraft,
} from '@batbot/core/tickets';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

interface Content {
  readonly draft: TicketDraft;
  readonly photos: readonly DraftPhoto[];
}

export type ComplaintDraft = ReturnType<typeof useComplaintDraft>;

const EMPTY: Content = { draft: NO_DRAFT, photos: [] };

/** The complaint that the user writes. It is kept on this computer, so that a reload loses neither text nor photos. */
export const useComplaintDraft = () => {
  const { input } = useReadyWorkspace();
  const store = useMemo(() => createDraftStore(input), [input]);
  const [content, setContent] = useState<Content>();
  const [problem, setProblem] = useState<string>();
  const check = useCallback((result: Awaited<ReturnType<typeof store.save>>): void => {
    setProblem(result.ok ? undefined : result.error.message);
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
    /** Undefined while it is read. */
    content,
    /** Why the draft cannot be saved on this computer. */
    problem,
    change: (values: Partial<TicketDraft>): void => {
      if (content === undefined) return;
      const draft = { ...content.draft, ...values };
      setContent({ ...content, draft });
      void store.save(draft).then(check);
    },
    /** Returns why the photo is not saved. */
    addPhoto: async (added: Omit<DraftPhoto, 'id' | 'at'>): Promise<string | undefined> => {
      const photo = { ...added, id: crypto.randomUUID(), at: Date.now() };
      const saved = await store.addPhoto(photo);
      if (!saved.ok) return saved.error.message;
      setContent((before) => before && { ...before, photos: [...before.photos, photo] });
      return undefined;
    },
    removePhoto: async (id: string): Promise<void> => {
      check(await store.removePhoto(id));
      setContent(
        (before) => before && { ...before, photos: before.photos.filter((each) => each.id !== id) },
      );
    },
    /** Removes the draft from this computer and begins an empty one. */
    clear: async (): Promise<void> => {
      check(await store.clear());
      setContent(EMPTY);
    },
  };
};
