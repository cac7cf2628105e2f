import { Alert, Button, Flex } from 'antd';
import type { DeviceParameters, UnfinishedWrite } from '@batbot/core/parameters';
import { useConnected } from '../../react/use-connected.ts';
import { dateTimeText } from '../../text/format.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { useWriteInput } from './use-write-input.tsx';
import { WAYS_ON, type WayOn } from './ways-on.ts';

/** Rolls back or finishes a write that has not ended, after the user has seen it. */
export const UnfinishedModal = ({
  write: { serial, needsPassword, changes, sent, at },
  way,
  parameters,
  onClose,
}: {
  readonly write: UnfinishedWrite;
  readonly way: WayOn;
  readonly parameters: DeviceParameters;
  /** `isStarted`: the user has chosen an action. */
  readonly onClose: (isStarted: boolean) => void;
}) => {
  const isConnected = useConnected();
  // The app itself compares the serial number with that of the write.
  const { input, fields } = useWriteInput({ password: needsPassword && 'needed' });
  return (
    <FormDialog
      title={`${WAYS_ON[way]} the change of SN ${serial}`}
      okText={WAYS_ON[way]}
      okButtonProps={{ disabled: !isConnected || input === undefined }}
      onSubmit={() => {
        void parameters[way](input);
        onClose(true);
      }}
      onCancel={() => onClose(false)}
      footer={(buttons) => (
        <>
          <Button
            danger
            onClick={() => {
              parameters.abandon(serial);
              onClose(false);
            }}
          >
            Leave it as it is
          </Button>
          {buttons}
        </>
      )}
    >
      <Flex vertical gap="small">
        <p>
          At most {sent} of {changes.length} values were sent, last on {dateTimeText(at)}. Before
          anything is written, the app checks that this pack is connected.{' '}
          {way === 'rollBack' ? 'These changes are undone:' : 'These changes are completed:'}
        </p>
        <ChangeList changes={changes} />
        {!isConnected && (
          <Alert
            type="info"
            showIcon
            title={`Plug in the cable of SN ${serial} and connect first.`}
          />
        )}
        {fields}
      </Flex>
    </FormDialog>
  );
};
