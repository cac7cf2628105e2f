import { Button } from 'antd';
import type { History } from './use-history.ts';

/** Returns why rows of a history may be missing; undefined if they are complete. */
export const historyText = (
  { state, reason }: History,
  rows: 'changes' | 'entries' | 'recordings',
): string | undefined =>
  state === 'whole'
    ? undefined
    : `▲ Older ${rows} may be missing: ${reason ?? 'the server has not answered yet'}.`;

/** Shows why rows of a history may be missing, once the server has answered or failed, and asks for them again. */
export const HistoryNote = ({
  history,
  rows,
}: {
  readonly history: History;
  readonly rows: Parameters<typeof historyText>[1];
}) => {
  const { state, onRetry } = history;
  if (state !== 'partial') return null;
  return (
    <p className="row hint" role="status">
      {historyText(history, rows)}{' '}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </p>
  );
};
