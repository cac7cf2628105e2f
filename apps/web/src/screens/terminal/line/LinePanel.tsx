import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { LineCountersTable } from './LineCountersTable.tsx';
import { PortOptionsForm } from './PortOptionsForm.tsx';
import { SignalControls } from './SignalControls.tsx';
import './line.css';

/** The port: counters, control lines and settings. */
export const LinePanel = () => {
  const { link, lineCounters } = useCore();
  const connection = useLive(link.connection$);
  return (
    <div className="line">
      <LineCountersTable counting={lineCounters} />
      <SignalControls signals={link.signals} isConnected={connection.kind === 'connected'} />
      <PortOptionsForm link={link} />
    </div>
  );
};
