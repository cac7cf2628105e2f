import { useState } from 'react';
import { Modal } from 'antd';
import type { SessionInfo } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { counted } from '../../text/format.ts';
import { sessionTitle } from './session-words.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';

interface Props {
  readonly sessions: readonly SessionInfo[];
  /** Called when the dialog closes. `isDone`: the sessions were deleted. */
  readonly onClose: (isDone: boolean) => void;
}

/** Asks for confirmation before sessions are deleted. The focus is on Cancel, and Esc cancels. */
export const DeleteQuestion = ({ sessions, onClose }: Props) => {
  useFocusReturn();
  const { recording } = useCore();
  const [problem, setProblem] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [first] = sessions;
  if (first === undefined) return null;
  const what =
    sessions.length === 1 ? `“${sessionTitle(first)}”` : counted(sessions.length, 'session');
  const remove = async (): Promise<void> => {
    setDeleting(true);
    for (const { id } of sessions) {
      const removed = await recording.remove(id);
      // An attempt before, or another tab, may have deleted some.
      if (removed.ok || removed.error.kind === 'notFound') continue;
      setProblem(recordingProblem(removed.error));
      setDeleting(false);
      return;
    }
    onClose(true);
  };
  return (
    <Modal
      open
      centered
      title={<bdi>Delete {what}?</bdi>}
      okText="Delete"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      confirmLoading={isDeleting}
      onOk={() => void remove()}
      onCancel={() => onClose(false)}
    >
      <p>This cannot be undone.</p>
      <ProblemAlert help="sessionUnreadable" title={problem} />
    </Modal>
  );
};
