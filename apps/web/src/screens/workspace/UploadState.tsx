import { Button, Progress } from 'antd';
import type { UploadedRecording } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { reasonText } from './change-words.ts';
import { useReadyWorkspace } from './use-workspace.ts';

/** Shows the state of a recording's upload. The user can cancel it. */
export const UploadState = ({
  recording: { waiting },
}: {
  readonly recording: UploadedRecording;
}) => {
  const { sync } = useReadyWorkspace();
  const upload = useLive(sync.upload$);
  if (waiting === undefined) return <span>✓ On the server</span>;
  const isSending = upload?.itemId === waiting.id;
  return (
    <div className="row">
      {waiting.answer !== undefined ? (
        <span>▲ Not accepted: {reasonText(waiting.answer)}</span>
      ) : isSending ? (
        <Progress
          style={{ flex: '1 1 140px' }}
          aria-label="Upload"
          percent={Math.floor((100 * upload.sent) / upload.of)}
          size="small"
        />
      ) : (
        <span>◌ Waits for the server</span>
      )}
      <Button size="small" onClick={() => void sync.withdraw(waiting.id)}>
        Cancel upload
      </Button>
    </div>
  );
};
