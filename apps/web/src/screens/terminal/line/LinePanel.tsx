import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { LineCountersTable } from './LineCountersTable.tsx';
import { PortOptionsForm } from './PortOptionsForm.tsx';
import { SignalControls } from './SignalControls.tsx';
import { WaitField } from './WaitField.tsx';
import './line.css';

/** Shows the port: counters, control lines, settings, and the wait for a reply. */
export const LinePanel = () => {
  const { link, lineCounters, terminal } = useCore();
  const connection = useLive(link.connection$);
  return (
    <div className="line">
      <LineCountersTable counting={lineCounters} />
      <SignalControls signals={link.signals} isConnected={connection.kind === 'connected'} />
      <PortOptionsForm link={link} />
      <WaitField settings={terminal.settings} />
    </div>
  );
};
