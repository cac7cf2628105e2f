import { useState } from 'react';
import { Modal } from 'antd';
import { useAccount } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { HelpLink } from '../screens/controls/HelpLink.tsx';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { OwnWork } from './OwnWork.tsx';

/** A message of the server that the user must acknowledge (the specification, section 8). */
export const AttentionModal = () => {
  const { session } = useAccount();
  const attention = useLive(session.attention$);
  const [isLeaving, setLeaving] = useState(false);
  const isWorking = useDeviceWork() !== undefined;
  if (attention === undefined) return null;
  const isSuperseded = attention.kind === 'superseded';
  // While the device is changed, the user may have to act on it, and OK would interrupt the change [SESSION-47].
  if (isSuperseded && isWorking) return null;
  const acknowledge = (): void => {
    setLeaving(true);
    void session.acknowledge().finally(() => setLeaving(false));
  };
  return (
    <Modal
      open
      centered
      title={isSuperseded ? 'Account Logged in elsewhere' : 'Error'}
      confirmLoading={isLeaving}
      onOk={acknowledge}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      {isSuperseded
        ? 'The session here has ended. Causes: a login with this account in another place, a long time without use, a new password, or an account that was deactivated or removed. OK leads to the login; a connected device is disconnected first.'
        : attention.message}{' '}
      <HelpLink topic={isSuperseded ? 'signedInElsewhere' : 'serverError'} />
      {isSuperseded && <OwnWork />}
    </Modal>
  );
};
