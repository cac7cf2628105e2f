import { useEffect, useMemo, useState } from 'react';
import { Button } from 'antd';
import { createDraftStore, hasInput } from '@batbot/core/tickets';
import { whenWanted } from '../../react/when-wanted.ts';
import { counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useReadyWorkspace } from './use-workspace.ts';

/** Shows in the logout question that a complaint was not sent. It is kept for the next login unless it is discarded. */
export const UnsentDraft = () => {
  const { input } = useReadyWorkspace();
  const store = useMemo(() => createDraftStore(input), [input]);
  const [photos, setPhotos] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      whenWanted(store.read(), (read) => {
        const found = read.ok ? read.value : undefined;
        if (found !== undefined && hasInput(found.draft, found.photos))
          setPhotos(found.photos.length);
      }),
    [store],
  );
  if (photos === undefined) return null;
  return (
    <ProblemAlert
      help="changesUnsent"
      type="warning"
      title={`A complaint was not sent. It is kept on this computer for your next login${photos > 0 ? `, with ${counted(photos, 'photo')}` : ''}.`}
      description={problem}
      action={
        <Button
          size="small"
          onClick={() => {
            void store.clear().then((cleared) => {
              if (cleared.ok) setPhotos(undefined);
              else setProblem(cleared.error.message);
            });
          }}
        >
          Discard it
        </Button>
      }
    />
  );
};
