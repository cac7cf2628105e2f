import { TabHint } from '../controls/TabHint.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { ConfigHead } from './ConfigViews.tsx';
import { DeviceEditor } from './DeviceEditor.tsx';
import './config.css';

/** Reads, edits, compares and writes the parameters of the connected device. */
export const ConfigScreen = () => (
  <div className="page stack">
    <ConfigHead title="Configuration" shown="" />
    <TabHint banner tab="config" />
    <DeviceState>{(props) => <DeviceEditor {...props} />}</DeviceState>
  </div>
);
