import { popoverTextOf } from '@batbot/core';
import { Alert } from 'antd';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { Loading } from '../controls/collection/LoadNotes.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { useParameters } from '../parameters/use-parameters.ts';
import { ConfigViews } from './ConfigViews.tsx';
import { DeviceEditor } from './DeviceEditor.tsx';
import './config.css';

/** Reads, edits, compares and writes the parameters of the connected device. */
export const ConfigScreen = () => {
  const hint = popoverTextOf(useLive(useCore().popover.content$), 'config');
  const parameters = useParameters();
  return (
    <div className="page config">
      <header className="config__head">
        <h1>Configuration</h1>
        <ConfigViews shown="" />
      </header>
      {hint !== undefined && <Alert banner type="info" title={hint} />}
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
