import { Button, Space } from 'antd';
import { limitId } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { useNow } from '../../react/use-every-minute.ts';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { alarmNote, alarmText, inOrder, kindOf, openOf, monitoringText } from './alarm-words.ts';
import './alarm-panel.css';

interface Props {
  readonly onClose: () => void;
  readonly onEdit: () => void;
}

/** Lists all alarms with Acknowledge, shows whether the limits are monitored, and opens the form. */
export const AlarmPanel = ({ onClose, onEdit }: Props) => {
  const { alarms } = useCore();
  const { limits } = useLive(alarms.plan$);
  const raised = inOrder(useLive(alarms.raised$));
  const monitoring = useLive(alarms.monitoring$);
  const now = useNow();
  return (
    <div
      className="alarm-panel stack"
      role="dialog"
      aria-label="Alarms and limits"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p>
        {monitoringText(monitoring, now) ??
          `${counted(limits.length, 'limit')} ${monitoring.kind === 'monitored' ? 'monitored' : 'not monitored'}.`}
      </p>
      {raised.length > 0 && (
        <ul>
          {raised.map((alarm) => {
            const { glyph, word } = kindOf(alarm);
            const text = alarmText(alarm);
            return (
              <li key={limitId(alarm.limit)} data-kind={alarm.kind}>
                <b>
                  <span aria-hidden>{glyph} </span>
                  {word}
                </b>{' '}
                {text}
                <small>{alarmNote(alarm, monitoring.kind === 'monitored', now)}</small>
              </li>
            );
          })}
        </ul>
      )}
      <Space>
        {openOf(raised).length > 0 && (
          <Button
            type="primary"
            autoFocus
            onClick={() => {
              alarms.acknowledge();
              onClose();
            }}
          >
            Acknowledge all
          </Button>
        )}
        <Button autoFocus={openOf(raised).length === 0} onClick={onEdit}>
          Edit limits…
        </Button>
      </Space>
    </div>
  );
};
