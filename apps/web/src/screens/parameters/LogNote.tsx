import { useState } from 'react';
import { Alert, Button } from 'antd';
import type { DeviceIdentity } from '@batbot/core';
import { deviceName } from '@batbot/core/parameters';
import { serialKey } from '@batbot/core/workspace';
import { singleClick } from '../../react/single-click.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { useStandards } from './use-standards.ts';

/**
 * Explains why a write or an install is not in Logs, and offers to add its device to Assets. Renders nothing if it is in Logs.
 */
export const LogNote = ({ identity }: { readonly identity: DeviceIdentity }) => {
  const { packs, workspace } = useStandards();
  const [id] = useState(() => crypto.randomUUID());
  const { write, problem } = useChangeWriter();
  const mayAdd = useMayOpen()('assets');
  const { serial, model, firmware } = identity;
  const key = serialKey(serial ?? '');
  const same = packs.filter((each) => serialKey(each.serial) === key);
  const isNew = key !== '' && same.length === 0;
  if (workspace === undefined || (key !== '' && same.length === 1)) {
    return same[0]?.id === id ? (
      <Alert
        type="success"
        showIcon
        role="status"
        title={`${deviceName(identity)} is in Assets now, and Logs get this change.`}
      />
    ) : null;
  }
  const add = (): void => {
    const input = { id, serial, ...(model && { model }), ...(firmware && { firmware }) };
    void write({ target: `asset:${id}`, kind: 'putAsset', input });
  };
  return (
    <ProblemAlert
      help="writeEnded"
      type="warning"
      role="status"
      title={
        isNew
          ? `${deviceName(identity)} is not in Assets, so Logs do not have this change.${mayAdd ? '' : ' Ask your administrator to add it.'}`
          : `Logs do not have this change, because ${key === '' ? 'the device reports no serial number' : `${same.length} packs in Assets have this serial number`}.`
      }
      description={problem}
      action={
        isNew &&
        mayAdd && (
          <Button size="small" onClick={singleClick(add)}>
            Add this pack
          </Button>
        )
      }
    />
  );
};
