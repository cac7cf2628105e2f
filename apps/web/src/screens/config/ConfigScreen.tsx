import { Segmented } from 'antd';
import { useNavigate } from 'react-router-dom';
import { popoverTextOf } from '@batbot/core';
import { Alert } from 'antd';
import { useCore } from '../../react/core-context.tsx';
import { tabPath } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { Loading } from '../controls/collection/LoadNotes.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { useParameters } from '../parameters/use-parameters.ts';
import { DeviceEditor } from './DeviceEditor.tsx';
import './config.css';

const VIEWS = [
  { value: '', label: 'Device' },
  { value: '/standards', label: 'Standards' },
  { value: '/batch', label: 'Batch' },
];

/** Switches between the pages of Configuration. */
export const ConfigViews = ({ shown }: { readonly shown: '' | '/standards' | '/batch' }) => {
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label="View"
      value={shown}
      options={VIEWS}
      onChange={(view) => void navigate(`${tabPath('config')}${view}`)}
    />
  );
};

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
