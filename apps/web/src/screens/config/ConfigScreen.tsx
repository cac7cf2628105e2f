import { TabHint } from '../controls/TabHint.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { ConfigHead } from './ConfigViews.tsx';
import { DeviceEditor } from './DeviceEditor.tsx';
import './config.css';

/** Reads, edits, compares and writes the parameters of the connected device. */
export const ConfigScreen = () => (
  <>
    <TabHint tab="config" />
    <div className="page stack">
      <ConfigHead title="Configuration" shown="" />
      <DeviceState>{(props) => <DeviceEditor {...props} />}</DeviceState>
    </div>
  </>
);
