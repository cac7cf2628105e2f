import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { LiveView } from './LiveView.tsx';
import { NoDevice } from './NoDevice.tsx';
import './home.css';

/** The pack's live data, or the way to them. */
export const HomeScreen = () => {
  const { link, telemetry, recording, alarms } = useCore();
  const connection = useLive(link.connection$);
  return (
    <section className="page home">
      <h1 className="visually-hidden">Home</h1>
      {connection.kind === 'connected' ? (
        <LiveView
          connection={connection}
          link={link}
          telemetry={telemetry}
          history$={recording.history$}
          alarms={alarms}
        />
      ) : (
        <NoDevice connection={connection} />
      )}
    </section>
  );
};
