import { Button, Progress } from 'antd';
import { counted } from '../../text/format.ts';
import { SessionLink } from '../controls/SessionLink.tsx';
import type { useApplyFile } from './use-apply-file.ts';

/** The progress and the result of applying a file, with Cancel and Undo. */
export const ImportPhase = ({
  phase,
  cancel,
  undo,
}: Pick<ReturnType<typeof useApplyFile>, 'phase' | 'cancel' | 'undo'>) => {
  switch (phase.kind) {
    case 'check':
      return null;
    case 'working':
      return (
        <>
          <Progress aria-label="Importing" percent={Math.floor(phase.share * 100)} size="small" />
          <div>
            <Button onClick={cancel}>Cancel</Button>
          </div>
        </>
      );
    case 'applied':
      return <p role="status">✓ Stored on this computer; its progress is below.</p>;
    case 'sessions': {
      const { sessions } = phase;
      const isAnyNew = sessions.some(({ isNew }) => isNew);
      return (
        <>
          <p role="status">
            {isAnyNew
              ? '✓ Saved on this computer. Each session can be uploaded to its pack.'
              : 'This file was imported before: nothing was added.'}
          </p>
          <ul>
            {sessions.map(({ info: { id, name, samples }, isNew }) => (
              <li key={id}>
                <SessionLink id={id}>{name}</SessionLink>, {counted(samples, 'sample')}
                {!isNew && ', was on this computer before'}
              </li>
            ))}
          </ul>
          {isAnyNew && (
            <div>
              <Button onClick={() => undo(sessions)}>Undo</Button>
            </div>
          )}
        </>
      );
    }
  }
};
