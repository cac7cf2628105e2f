import { Loading } from '../controls/collection/LoadNotes.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { useParameters } from '../parameters/use-parameters.ts';
import { ConfigViews } from './ConfigViews.tsx';
import { DeviceEditor } from './DeviceEditor.tsx';
import './config.css';

/** Reads, edits, compares and writes the parameters of the connected device. */
export const ConfigScreen = () => {
  const parameters = useParameters();
  return (
    <div className="page stack">
      <header className="config__head">
        <h1>Configuration</h1>
        <ConfigViews shown="" />
      </header>
      <TabHint banner tab="config" />
      {parameters === undefined ? (
        <Loading title="Configuration" />
      ) : (
        <DeviceState parameters={parameters}>
          {(state) => <DeviceEditor state={state} parameters={parameters} />}
        </DeviceState>
      )}
    </div>
  );
};
