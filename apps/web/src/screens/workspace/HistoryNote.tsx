import { Button } from 'antd';
import type { History, HistoryKind } from './use-history.ts';

const NAMES: Readonly<Record<HistoryKind, string>> = {
  event: 'changes',
  recording: 'recordings',
  ticketEntry: 'entries',
};

const REASONS: Readonly<Record<NonNullable<History['lacks']>, string>> = {
  pending: 'the server has not answered yet',
  unreachable: 'the server did not answer',
  expired: 'your session on the server has ended',
  notOffered: 'the server does not store them',
  refused: 'the server refused to show them',
};

/** Returns why rows of a history may be missing; undefined if all are known. */
export const historyText = ({ lacks, cut }: History, kind: HistoryKind): string | undefined => {
  if (lacks !== undefined) return `▲ Older ${NAMES[kind]} may be missing: ${REASONS[lacks]}.`;
  return cut.includes(kind)
    ? `▲ Some ${NAMES[kind]} are not shown: there are too many.`
    : undefined;
};

/** Shows why rows of a history are missing, unless the server has just been asked for them, and asks for them again. */
export const HistoryNote = ({
  history,
  kind,
}: {
  readonly history: History;
  readonly kind: HistoryKind;
}) => {
  const { lacks, onRetry } = history;
  const text = historyText(history, kind);
  if (text === undefined || lacks === 'pending') return null;
  return (
    <p className="row hint" role="status">
      {text}{' '}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </p>
  );
};
